//! What a search says while it runs and when it ends.

use crate::core::{Move, Score};
use std::time::Duration;

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// At least this much: a search failed high.
    Lower,
    /// At most this much: a search failed low.
    Upper,
}

/// One best line of one iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The iteration's depth, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub sel_depth: u32,
    /// Which of the best lines this is, from 1.
    pub multi_pv: usize,
    /// The score from the side to move's view.
    pub score: Score,
    /// How sure the score is.
    pub bound: Bound,
    /// Positions visited so far, all threads together.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub hash_full: u32,
    /// The moves, best play as far as it is known; never empty.
    pub pv: Vec<Move>,
}

impl Line {
    /// Positions visited a second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Whoever listens to a search.
pub trait Reporter {
    /// A best line was found or confirmed.
    fn line(&mut self, line: &Line);

    /// The search began to look at a root move; called only after the search has run a while.
    fn current_move(&mut self, _depth: u32, _mv: Move, _number: usize) {}
}

/// A listener that hears nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Reporter for Silent {
    fn line(&mut self, _line: &Line) {}
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The best move; `None` only if the position has no legal move.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// The best move's score.
    pub score: Score,
    /// The last iteration that was finished.
    pub depth: u32,
    /// Positions visited, all threads together.
    pub nodes: u64,
}
