//! How long to think.

use super::limits::{Clock, Limits};
use std::time::Duration;

/// The time of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration is begun after this; stretched and shrunk by how the search goes.
    pub soft: Duration,
    /// The search is broken off here.
    pub hard: Duration,
}

/// Moves that a game without a stated number of moves is expected to go on for.
const HORIZON: f64 = 40.0;

/// The share of the clock that is kept for the overhead of moves to come. On a short clock the overhead of all
/// of them can exceed it, and a pool without it would leave no time to think: what is lost shows on the clock
/// before the next move anyway.
const MOST_OVERHEAD: f64 = 0.25;

impl Budget {
    /// The time that limits allow, if they speak of time at all.
    pub fn new(limits: &Limits) -> Option<Self> {
        let mut clock = limits.clock;
        let mut move_time = limits.move_time;
        // A clock for this move alone beside a fixed time says the same thing twice: UCCI knows no fixed time.
        if let (Some(only), Some(time)) = (clock.filter(|clock| clock.moves_to_go == Some(1)), move_time) {
            move_time = Some(time.min(only.time));
            clock = None;
        }
        let by_clock = clock.map(|clock| Self::by_clock(clock, limits.overhead));
        let by_move = move_time.map(|time| {
            let time = time.saturating_sub(limits.overhead.min(time / 4));
            Self { soft: time, hard: time }
        });
        match (by_clock, by_move) {
            (Some(a), Some(b)) => Some(Self { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        }
    }

    fn by_clock(clock: Clock, overhead: Duration) -> Self {
        let left = clock.time.saturating_sub(overhead).as_secs_f64();
        let increment = clock.increment.as_secs_f64();
        let moves = clock.moves_to_go.map_or(HORIZON, |moves| f64::from(moves.clamp(1, 50)));
        // What is left beyond the overhead of every move to come, and the increments that will be added.
        let overheads = (overhead.as_secs_f64() * (moves - 1.0)).min(left * MOST_OVERHEAD);
        let pool = left + increment * (moves - 1.0) - overheads;
        let soft = (pool / moves * 0.8).min(left * 0.7);
        let most = if moves < 2.0 { left } else { left * 0.7 };
        let hard = (soft * 4.0).min(most);
        Self { soft: Duration::from_secs_f64(soft), hard: Duration::from_secs_f64(hard) }
    }
}

/// How much of the soft budget to use, from how the search goes: 1 is as planned.
///
/// `stable_iterations` counts iterations in which the best move stayed; `score_drop` is how many
/// centipawns the score fell since the last iterations; `effort` is the best move's share of the nodes.
pub fn stretch(stable_iterations: u32, score_drop: i32, effort: f64) -> f64 {
    let stability = 1.35 - 0.09 * f64::from(stable_iterations.min(8));
    let falling = (1.0 + f64::from(score_drop) / 120.0).clamp(0.75, 1.7);
    let easy = 1.45 - 0.75 * effort;
    stability * falling * easy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(time: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let ms = Duration::from_millis;
        let clock = Some(Clock { time: ms(time), increment: ms(increment), moves_to_go });
        Budget::new(&Limits { clock, overhead: ms(20), ..Limits::default() }).unwrap()
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for time in [0, 1, 5, 20, 50, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = budget(time, increment, moves_to_go);
                    assert!(
                        budget.hard <= Duration::from_millis(time.saturating_sub(20)),
                        "{time} {increment}"
                    );
                    assert!(budget.soft <= budget.hard, "{time} {increment} {moves_to_go:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_gives_more_time() {
        assert!(budget(60_000, 0, None).soft > budget(30_000, 0, None).soft);
        assert!(budget(60_000, 600, None).soft > budget(60_000, 0, None).soft);
        assert!(budget(60_000, 0, Some(5)).soft > budget(60_000, 0, None).soft);
        assert!(budget(1_000, 0, Some(1)).soft >= Duration::from_millis(500));
    }

    #[test]
    fn a_short_clock_is_used_whatever_the_overhead() {
        let ms = Duration::from_millis;
        let clock = Some(Clock { time: ms(1_000), increment: ms(10), moves_to_go: None });
        let budget = |overhead| Budget::new(&Limits { clock, overhead, ..Limits::default() }).unwrap();
        assert!(budget(ms(30)).soft >= ms(18), "{:?}", budget(ms(30)));
        assert!(budget(ms(30)).soft < budget(ms(0)).soft);
        assert!(budget(ms(900)).soft <= ms(70), "what is left is less than it seems");
    }

    #[test]
    fn a_fixed_time_keeps_something_back() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(200)),
            overhead: Duration::from_millis(20),
            ..Limits::default()
        };
        assert_eq!(Budget::new(&limits).unwrap().hard, Duration::from_millis(180));
        assert_eq!(Budget::new(&Limits::default()), None);
    }

    #[test]
    fn a_fixed_time_is_used_also_where_it_is_told_as_a_clock() {
        let ms = Duration::from_millis;
        let clock = Clock { time: ms(10), increment: Duration::ZERO, moves_to_go: Some(1) };
        let limits =
            Limits { clock: Some(clock), move_time: Some(ms(12)), overhead: ms(30), ..Limits::default() };
        assert_eq!(Budget::new(&limits).unwrap().hard, Duration::from_micros(7_500));
    }

    #[test]
    fn trouble_stretches_and_ease_shrinks() {
        assert!(stretch(0, 80, 0.3) > 1.5);
        assert!(stretch(8, 0, 0.95) < 0.6);
    }
}
