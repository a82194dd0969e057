//! What a position scores in games for training: the last iteration of a short search that was finished.

use crate::board::Position;
use crate::core::{Move, Score};
use crate::eval::nnue::Network;
use crate::search::{Bound, Control, Limits, Line, OutOfMemory, Reporter, Searcher};
use std::sync::Arc;
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

/// How far a search goes: no new iteration after so many nodes.
pub(super) fn limits(nodes: u32) -> Limits {
    let nodes = u64::from(nodes.max(1));
    Limits { soft_nodes: Some(nodes), nodes: Some(nodes * HARD_FACTOR), ..Limits::default() }
}

/// A searcher of one thread with a table of that many MiB; hand-written terms evaluate if there is no network.
pub(super) fn searcher(hash_mib: usize, network: Option<&Arc<Network>>) -> Result<Searcher, OutOfMemory> {
    let mut searcher = Searcher::new(hash_mib, 1)?;
    searcher.set_network(network.cloned());
    Ok(searcher)
}

/// The move and the score of the last iteration that was finished; `None` if the run is stopped.
pub(super) fn search(
    searcher: &mut Searcher,
    position: &Position,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<(Move, Score)> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut last = LastLine::default();
    let outcome = searcher.search(position, limits, &Control::new(false), &mut last);
    last.0.or_else(|| outcome.best.map(|best| (best, outcome.score)))
}

/// A score as a game's record holds it.
pub(super) const fn recorded(score: Score) -> i16 {
    score.0 as i16
}
