//! One game.

use super::Settings;
use super::adjudicate::{Adjudicator, ending};
use super::opening;
use crate::board::Position;
use crate::core::{Color, Move, Score};
use crate::learn::records::{Game, Outcome, PackedPosition, Ply, Reason};
use crate::search::{Bound, Control, Limits, Line, Reporter, Searcher};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use std::sync::atomic::{AtomicBool, Ordering};

/// A search is broken off after so many times the nodes that it should take.
const HARD_FACTOR: u64 = 8;

/// Remembers the last line that was searched to its end.
#[derive(Default)]
struct LastLine(Option<(Move, Score)>);

impl Reporter for LastLine {
    fn line(&mut self, line: &Line) {
        if line.bound == Bound::Exact
            && let Some(&mv) = line.pv.first()
        {
            self.0 = Some((mv, line.score));
        }
    }
}

/// Where one thread plays its games.
pub(super) struct Table<'a> {
    settings: &'a Settings,
    searcher: Searcher,
    stop: &'a AtomicBool,
}

impl<'a> Table<'a> {
    pub fn new(settings: &'a Settings, searcher: Searcher, stop: &'a AtomicBool) -> Self {
        Self { settings, searcher, stop }
    }

    /// Plays the game of that number; `None` if the run is stopped.
    pub fn play(&mut self, number: u32) -> Option<Game> {
        self.searcher.clear();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.settings.seed);
        // Numbers of one run must not share a sequence, and seeds one apart no games.
        random = Xoshiro256PlusPlus::seed_from_u64(rand::Rng::next_u64(&mut random) ^ u64::from(number));
        let mut position = self.open(&mut random)?;
        let start = PackedPosition::pack(&position);
        let mut adjudicator = Adjudicator::new(self.settings);
        let mut plies = Vec::new();
        let (outcome, reason) = loop {
            if let Some(end) = ending(&position) {
                break end;
            }
            let (mv, score) = self.search(&position)?;
            plies.push(Ply { mv, score: score.0 as i16 });
            let red = if position.side() == Color::Red { score } else { -score };
            if let Some(end) = adjudicator.judge(red, &position) {
                break end;
            }
            if plies.len() >= self.settings.max_plies as usize {
                break (Outcome::Draw, Reason::Length);
            }
            position.make(mv);
        };
        Some(Game { number, start, plies, outcome, reason })
    }

    /// A random position that is about equal.
    fn open(&mut self, random: &mut Xoshiro256PlusPlus) -> Option<Position> {
        loop {
            let position = opening::random(self.settings, random)?;
            let (_, score) = self.search(&position)?;
            if score.0.abs() <= self.settings.opening_bound {
                return Some(position);
            }
        }
    }

    /// The move and the score of the last iteration that was finished; `None` if the run is stopped.
    fn search(&mut self, position: &Position) -> Option<(Move, Score)> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let nodes = u64::from(self.settings.nodes.max(1));
        let limits =
            Limits { soft_nodes: Some(nodes), nodes: Some(nodes * HARD_FACTOR), ..Limits::default() };
        let mut last = LastLine::default();
        let outcome = self.searcher.search(position, &limits, &Control::new(false), &mut last);
        last.0.or_else(|| outcome.best.map(|best| (best, outcome.score)))
    }
}
