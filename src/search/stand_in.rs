//! A stand-in until the search is there: looks two plies ahead and counts material.

use super::{Bound, Control, Limits, Line, Outcome, Reporter};
use crate::board::Position;
use crate::core::{Kind, Move, Score};
use crate::movegen::legal_moves;

/// What a table knows of a position.
#[derive(Clone, Copy, Debug)]
pub struct TtProbe {
    /// The best move.
    pub best: Option<Move>,
    /// A lower bound and its depth.
    pub lower: Option<(Score, u32)>,
    /// An upper bound and its depth.
    pub upper: Option<(Score, u32)>,
}

/// The searcher.
#[derive(Debug)]
pub struct Searcher;

impl Searcher {
    /// A searcher.
    pub fn new(_hash_mib: usize, _threads: usize) -> Self {
        Self
    }

    /// Sets the table's size.
    pub fn set_hash(&mut self, mib: usize) -> usize {
        mib
    }

    /// Sets the number of threads.
    pub fn set_threads(&mut self, _threads: usize) {}

    /// Forgets everything.
    pub fn clear(&mut self) {}

    /// What the table knows.
    pub fn probe(&self, _position: &Position) -> Option<TtProbe> {
        None
    }

    /// Searches.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let mut moves = legal_moves(position);
        let all = moves.clone();
        moves.retain(|mv| {
            (limits.search_moves.is_empty() || limits.search_moves.contains(mv))
                && !limits.ban_moves.contains(mv)
        });
        if moves.is_empty() {
            moves = all;
        }
        let mut position = position.clone();
        let mut best = (Score(-40000), moves[0]);
        for &mv in &moves {
            position.make(mv);
            let replies = legal_moves(&position);
            let worst = replies.iter().map(|&reply| {
                position.make(reply);
                let score = material(&position);
                position.unmake();
                score
            });
            let score = worst.min().unwrap_or(Score::mate_in(1));
            position.unmake();
            if score > best.0 {
                best = (score, mv);
            }
        }
        let depth = limits.depth.unwrap_or(64).min(64);
        for depth in 1..=depth {
            reporter.line(&Line {
                depth,
                sel_depth: 2,
                multi_pv: 1,
                score: best.0,
                bound: Bound::Exact,
                nodes: 1000,
                time: control.elapsed(),
                hash_full: 0,
                pv: vec![best.1],
            });
        }
        let bound = limits
            .move_time
            .or(limits.clock.map(|clock| clock.time / 20))
            .map(|t| t.saturating_sub(limits.overhead));
        if limits.depth.is_none() && !best.0.is_mate() {
            while !control.is_stopped()
                && (control.is_pondering() || bound.is_none_or(|bound| control.clock_elapsed() < bound))
            {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        }
        Outcome { best: Some(best.1), ponder: None, score: best.0, depth, nodes: 1000 }
    }
}

fn material(position: &Position) -> Score {
    let value = |kind| [0, 200, 200, 400, 900, 450, 100][kind as usize];
    let side = position.side();
    Score(
        Kind::ALL
            .into_iter()
            .map(|kind| {
                let count = |color| position.pieces(color, kind).len() as i32;
                value(kind) * (count(side) - count(!side))
            })
            .sum(),
    )
}

/// A bench.
#[derive(Debug)]
pub struct BenchResult {
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub time: std::time::Duration,
}

/// Benches.
pub fn bench(_depth: u32) -> BenchResult {
    BenchResult { nodes: 1, time: std::time::Duration::from_millis(1) }
}
