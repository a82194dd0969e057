//! The search: principal variation search with a transposition table.
//!
//! A [`Searcher`] keeps what outlives one move: the table and the threads' histories. It prints nothing and
//! speaks no protocol; who drives it holds the [`Control`] strings and listens as a [`Reporter`].

mod bench;
mod correction;
mod history;
mod limits;
mod mate;
mod node;
mod pages;
mod params;
mod picker;
mod quiesce;
mod report;
mod threads;
mod time;
mod tt;
mod verdicts;
mod vote;
mod worker;

pub use bench::{BENCH_DEPTH, BenchResult, bench};
pub use limits::{Clock, Control, Limits};
pub use params::{Param, Params};
pub use report::{Bound, Line, Outcome, Reporter, Silent};
pub use tt::OutOfMemory;

use crate::board::Position;
use crate::core::{Move, Score};
use crate::eval::nnue::{self, Network};
use crate::law::is_no_capture_draw;
use crate::movegen::legal_moves;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::thread::JoinHandle;
use threads::Threads;
use tt::Table;
use worker::Shared;

/// The most threads a search may have.
pub const MAX_THREADS: usize = 256;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The best move, if one is known.
    pub best: Option<Move>,
    /// The score is at least this, from a search of that depth.
    pub lower: Option<(Score, i32)>,
    /// The score is at most this, from a search of that depth.
    pub upper: Option<(Score, i32)>,
}

/// Finds best moves.
pub struct Searcher {
    table: Arc<Table>,
    /// The thread that has the table's memory filled in, until somebody has waited for it.
    filling: Option<JoinHandle<()>>,
    /// Whether the table may know something.
    has_searched: bool,
    threads: Threads,
    /// `None` for the hand-written evaluation.
    network: Option<Arc<Network>>,
    params: Params,
}

/// Looks into a searcher's table, also while it searches.
#[derive(Clone)]
pub struct Prober(Arc<Table>);

impl Prober {
    /// What the table knows of a position.
    pub fn probe(&self, position: &Position) -> Option<Probe> {
        let entry = self.0.probe(position.key(), 0)?;
        let known = Some((entry.score, entry.depth));
        Some(Probe {
            best: entry.mv.filter(|&mv| position.is_legal(mv)),
            lower: known.filter(|_| entry.bound != Bound::Upper),
            upper: known.filter(|_| entry.bound != Bound::Lower),
        })
    }
}

impl Searcher {
    /// A searcher with a table of that many MiB and that many threads, at least one of each.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(hash_mib: usize, threads: usize) -> Result<Self, OutOfMemory> {
        let (table, filling) = Table::shared(hash_mib)?;
        let network = nnue::preferred();
        let threads = Threads::new(threads.clamp(1, MAX_THREADS), network.as_ref());
        Ok(Self { table, filling, has_searched: false, threads, network, params: Params::default() })
    }

    /// Replaces the table by an empty one of another size, in MiB.
    ///
    /// # Errors
    /// When the memory cannot be had; the old table then stays, emptied.
    pub fn set_hash(&mut self, hash_mib: usize) -> Result<(), OutOfMemory> {
        // The old table goes first, so that both never need memory at once.
        let old_size = std::mem::replace(&mut self.table, Arc::new(Table::new(1)?)).size_mib();
        self.has_searched = false;
        let (made, result) = match Table::shared(hash_mib) {
            Ok(made) => (made, Ok(())),
            Err(error) => (Table::shared(old_size)?, Err(error)),
        };
        (self.table, self.filling) = made;
        result
    }

    /// Waits until the table's memory is there: a search that takes a large one into use at once waits for the
    /// system at nearly every new position.
    pub fn wait_for_memory(&mut self) {
        if let Some(filling) = self.filling.take()
            && filling.join().is_err()
        {
            log::debug!("the table's pages come when they are needed");
        }
    }

    /// Sets how many threads search, from 1 to [`MAX_THREADS`].
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, MAX_THREADS);
        if threads != self.threads.count() {
            self.threads = Threads::new(threads, self.network.as_ref());
        }
    }

    /// Evaluates by another network from now on, or by hand-written terms; forgets all earlier searches.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
        self.threads = Threads::new(self.threads.count(), self.network.as_ref());
        self.clear();
    }

    /// Searches with other numbers from now on.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
    }

    /// Forgets all earlier searches.
    pub fn clear(&mut self) {
        if self.has_searched {
            self.table.clear();
            self.has_searched = false;
        }
        self.threads.clear();
    }

    /// A view of the table. While one is kept, [`Searcher::set_hash`] leaves it the old table.
    pub fn prober(&self) -> Prober {
        Prober(Arc::clone(&self.table))
    }

    /// Searches a position until a limit is reached or the control strings are pulled.
    ///
    /// While pondering, clocks stand still, but depth, nodes and [`Control::stop`] still end the search: who
    /// must not answer before the opponent has moved waits.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let root_moves = root_moves(position, limits);
        if root_moves.is_empty() {
            return Outcome { best: None, ponder: None, score: Score::mated_in(0), depth: 0, nodes: 0 };
        }
        // Where the limit is already reached and the game goes on all the same, whoever keeps the count
        // keeps another one.
        let mut limits = limits.clone();
        if is_no_capture_draw(position, &limits.rules) {
            limits.rules.no_capture_moves = None;
        }
        let limits = &limits;
        let threads = self.threads.count();
        self.table.next_search(threads);
        self.has_searched = true;
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            params: &self.params,
            finished: AtomicBool::new(false),
            nodes: std::iter::repeat_with(AtomicU64::default).take(threads).collect(),
            turns: AtomicUsize::new(1),
        };
        self.threads.search(&shared, position, &root_moves, reporter)
    }
}

/// The moves to look at: those asked for, without those banned and those that lose at once by the law,
/// but never none where there is one.
fn root_moves(position: &Position, limits: &Limits) -> Vec<Move> {
    let mut moves = legal_moves(position).to_vec();
    let mut narrow = |test: &dyn Fn(Move) -> bool| {
        if moves.iter().any(|&mv| test(mv)) {
            moves.retain(|&mv| test(mv));
        }
    };
    narrow(&|mv| !limits.ban_moves.contains(&mv));
    narrow(&|mv| limits.search_moves.contains(&mv));
    narrow(&|mv| {
        let mut after = position.clone();
        after.make(mv);
        !verdicts::loses_at_once(&after, &limits.rules)
    });
    moves
}
