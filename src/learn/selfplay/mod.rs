//! Games for training: short searches against each other, from random openings.
//!
//! Every game is determined by the run's seed and its own number, whatever threads play it.

mod adjudicate;
mod duel;
mod game;
mod opening;

pub use duel::{Duel, Tally, duel};

use super::records::Game;
use super::scoring::searcher;
use crate::eval::nnue::Network;
use crate::search::OutOfMemory;
use game::Table;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// How games for training are played. Scores are centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Determines all games, together with their numbers.
    pub seed: u64,
    /// No new iteration is begun after so many nodes.
    pub nodes: u32,
    /// Each thread's transposition table in MiB; it is emptied after every game.
    pub hash_mib: usize,
    /// How many random plies a game begins with.
    pub opening_plies: RangeInclusive<u32>,
    /// A random ply loses at most this much by exchanges.
    pub opening_blunder: i32,
    /// A game begins only where a search finds neither side further ahead than this.
    pub opening_bound: i32,
    /// A score that is counted as won.
    pub win_score: i32,
    /// So many plies in a row with such a score end a game.
    pub win_plies: u32,
    /// A score that is counted as equal.
    pub draw_score: i32,
    /// So many plies in a row with such a score end a game.
    pub draw_plies: u32,
    /// No game is given up as equal before so many plies.
    pub draw_from: u32,
    /// A game that is so long is drawn.
    pub max_plies: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            nodes: 1_500,
            hash_mib: 8,
            opening_plies: 8..=12,
            opening_blunder: 100,
            opening_bound: 250,
            win_score: 1_500,
            win_plies: 6,
            draw_score: 8,
            draw_plies: 12,
            draw_from: 80,
            max_plies: 300,
        }
    }
}

/// Plays `count` games with the numbers from `first` on, and hands each to `finished` as it ends, on the
/// calling thread. Games come in the order in which they end. Positions are evaluated by `network`, or by
/// hand-written terms if there is none.
///
/// Raising `stop` ends the run at once; games in progress are dropped. So does an error of `finished`, which
/// is handed on.
///
/// # Errors
/// That of `finished`, or that there is no memory for a transposition table.
pub fn play<E: From<OutOfMemory>>(
    settings: &Settings,
    network: Option<&Arc<Network>>,
    first: u32,
    count: u32,
    threads: usize,
    stop: &AtomicBool,
    mut finished: impl FnMut(Game) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU32::new(0);
    let (sender, games) = mpsc::channel();
    let searchers: Vec<_> =
        (0..threads.max(1)).map(|_| searcher(settings.hash_mib, network)).collect::<Result<_, _>>()?;
    std::thread::scope(|scope| {
        for searcher in searchers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut table = Table::new(settings, searcher, stop);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(number) = first.checked_add(index).filter(|_| index < count) else { break };
                    let Some(game) = table.play(number) else { break };
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = games.into_iter().try_for_each(&mut finished);
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        result
    })
}

#[cfg(test)]
mod tests;
