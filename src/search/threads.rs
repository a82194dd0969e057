//! The threads of a search: all of them search the same position and share the table (Lazy SMP).

use super::report::{Outcome, Reporter, Silent};
use super::vote::{self, Candidate};
use super::worker::{Memory, Shared, Worker};
use crate::board::Position;
use crate::core::Move;
use crate::eval::nnue::Network;
use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The threads, with what each remembers from one search to the next.
pub(super) struct Threads {
    /// The main thread's memory, which is the caller's own thread.
    main: Memory,
    others: Vec<Memory>,
    /// Waits between searches: a thread that has just been started can share its processor with the main
    /// thread for longer than a short search takes.
    pool: Option<ThreadPool>,
}

impl Threads {
    /// So many threads, the calling one among them; fewer where the system gives no more.
    pub fn new(count: usize, network: Option<&Arc<Network>>) -> Self {
        let pool = std::iter::successors(Some(count - 1), |more| Some(more / 2))
            .take_while(|&more| more > 0)
            .find_map(pool);
        let others = pool.as_ref().map_or(0, ThreadPool::current_num_threads);
        let memory = || Memory::new(network);
        Self { main: memory(), others: std::iter::repeat_with(memory).take(others).collect(), pool }
    }

    /// How many threads there are, the calling one among them.
    pub const fn count(&self) -> usize {
        1 + self.others.len()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.main.clear();
        self.others.iter_mut().for_each(Memory::clear);
    }

    /// Searches with all threads until the main thread has enough.
    pub fn search(
        &mut self,
        shared: &Shared,
        position: &Position,
        root_moves: &[Move],
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let mut found: Vec<Option<Candidate>> = vec![None; self.others.len()];
        let mut worker = Worker::new(0, shared, position, root_moves, &mut self.main, reporter);
        match &self.pool {
            None => worker.iterate(),
            Some(pool) => pool.in_place_scope(|scope| {
                for (index, (memory, found)) in self.others.iter_mut().zip(&mut found).enumerate() {
                    scope.spawn(move |_| {
                        let mut silent = Silent;
                        let mut worker =
                            Worker::new(index + 1, shared, position, root_moves, memory, &mut silent);
                        worker.iterate();
                        *found = Some(worker.candidate());
                    });
                }
                worker.iterate();
                shared.finished.store(true, Ordering::Relaxed);
            }),
        }
        let mut candidates = vec![worker.candidate()];
        candidates.extend(found.into_iter().flatten());
        let chosen = if worker.answers_alone() {
            0
        } else if shared.limits.depth.is_some() {
            vote::deepest(&candidates)
        } else {
            vote::elect(&candidates)
        };
        if chosen > 0 {
            worker.adopt(&candidates[chosen]);
        }
        let Candidate { mv, score, depth, pv, .. } = &candidates[chosen];
        Outcome {
            best: Some(*mv),
            ponder: pv.get(1).copied(),
            score: *score,
            depth: *depth as u32,
            nodes: worker.total_nodes(),
        }
    }
}

/// So many threads that wait for work, if the system gives them.
fn pool(threads: usize) -> Option<ThreadPool> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("search {}", index + 1))
        .build();
    pool.inspect_err(|error| log::warn!("{threads} more threads: {error}")).ok()
}
