//! One game.

use super::Settings;
use super::adjudicate::{Adjudicator, ending};
use super::opening;
use crate::board::Position;
use crate::core::{Color, Move, Score};
use crate::learn::records::{Game, Outcome, PackedPosition, Ply, Reason};
use crate::learn::scoring::{limits, recorded, search};
use crate::search::Searcher;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use std::sync::atomic::AtomicBool;

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
        let limits = limits(self.settings.nodes);
        let start =
            open(self.settings, number, |position| search(&mut self.searcher, position, &limits, self.stop))?;
        let played = play_out(self.settings, start.clone(), |position| {
            search(&mut self.searcher, position, &limits, self.stop)
        })?;
        let start = PackedPosition::pack(&start);
        Some(Game { number, start, plies: played.plies, outcome: played.outcome, reason: played.reason })
    }
}

/// What a game came to.
pub(super) struct Played {
    pub plies: Vec<Ply>,
    pub outcome: Outcome,
    pub reason: Reason,
}

/// The random opening of the game of that number, about equal as `search` sees it; `None` if that is stopped.
pub(super) fn open(
    settings: &Settings,
    number: u32,
    mut search: impl FnMut(&Position) -> Option<(Move, Score)>,
) -> Option<Position> {
    // Numbers of one run must not share a sequence, and seeds one apart no games.
    let mixed = Xoshiro256PlusPlus::seed_from_u64(settings.seed).next_u64();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(mixed ^ u64::from(number));
    loop {
        let position = opening::random(settings, &mut random)?;
        let (_, score) = search(&position)?;
        if score.0.abs() <= settings.opening_bound {
            return Some(position);
        }
    }
}

/// Plays a game to its end with the moves that `search` finds; `None` if that is stopped.
pub(super) fn play_out(
    settings: &Settings,
    mut position: Position,
    mut search: impl FnMut(&Position) -> Option<(Move, Score)>,
) -> Option<Played> {
    let mut adjudicator = Adjudicator::new(settings);
    let mut plies = Vec::new();
    let (outcome, reason) = loop {
        if let Some(end) = ending(&position) {
            break end;
        }
        let (mv, score) = search(&position)?;
        plies.push(Ply { mv, score: recorded(score) });
        let red = if position.side() == Color::Red { score } else { -score };
        if let Some(end) = adjudicator.judge(red, &position) {
            break end;
        }
        if plies.len() >= settings.max_plies as usize {
            break (Outcome::Draw, Reason::Length);
        }
        position.make(mv);
    };
    Some(Played { plies, outcome, reason })
}
