//! What a search is asked to do, and when it has to end.

use crate::core::Move;
use crate::law::Rules;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until time is added again; `None` when the rest of the game shares `time`.
    pub moves_to_go: Option<u32>,
}

/// Everything that bounds one search. What is `None` or empty does not bound it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// The last iteration's depth, in plies.
    pub depth: Option<u32>,
    /// Positions visited, all threads together.
    pub nodes: Option<u64>,
    /// No new iteration is begun after so many positions; unlike `nodes` it never breaks one off.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock from which the search takes what it thinks right.
    pub clock: Option<Clock>,
    /// Time kept back for pipes and front ends, from `move_time` and `clock`.
    pub overhead: Duration,
    /// Stop once a mate in so many moves (of the mating side) is found.
    pub mate: Option<u32>,
    /// The root moves to look at; empty for all.
    pub search_moves: Vec<Move>,
    /// Root moves that must not be played (UCCI's `banmoves`); ignored if they leave no move.
    pub ban_moves: Vec<Move>,
    /// How many best lines to find; 0 counts as 1.
    pub multi_pv: usize,
    /// The rules the game is played by.
    pub rules: Rules,
}

/// The strings by which a running search is held, shared between it and whoever drives it.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Microseconds after `created` at which the own clock began to run.
    clock_start: AtomicU64,
    created: Instant,
}

impl Control {
    /// Strings for a new search; with `pondering` the clock stands until [`Control::ponder_hit`].
    pub fn new(pondering: bool) -> Self {
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            clock_start: AtomicU64::new(0),
            created: Instant::now(),
        }
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Whether the search was told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The expected move was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        self.clock_start.store(self.created.elapsed().as_micros() as u64, Ordering::Release);
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the clock still stands because the search ponders.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.created.elapsed()
    }

    /// Time that the own clock has been running; zero while pondering.
    pub fn clock_elapsed(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        self.created.elapsed().saturating_sub(Duration::from_micros(self.clock_start.load(Ordering::Acquire)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_stands_while_pondering() {
        let control = Control::new(true);
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(control.clock_elapsed(), Duration::ZERO);
        control.ponder_hit();
        assert!(control.clock_elapsed() < control.elapsed());
        assert!(!control.is_stopped());
        control.stop();
        assert!(control.is_stopped());
    }
}
