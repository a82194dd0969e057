//! Which of the search's lines are worth the front end's time.

use crate::core::Move;
use crate::search::{Bound, Line, Outcome};
use std::time::Duration;

/// Bounds and root moves are told only when a search has run so long: before, they pass too fast to be read.
const PATIENCE: Duration = Duration::from_secs(1);

/// Lines that come closer together than this are held back; the last of them is told in the end.
const PAUSE: Duration = Duration::from_millis(4);

/// Iterations up to this depth are always told.
const ALWAYS_TOLD: u32 = 12;

/// Sees to it that a search in a dead-won position does not print a hundred equal lines at once, and that
/// the last line always begins with the move that is played: some front ends play it instead of `bestmove`.
#[derive(Default, Debug)]
pub(super) struct Filter {
    /// The newest line of each rank, with whether it was told.
    newest: Vec<Option<(Line, bool)>>,
    last_told: Option<Duration>,
    last_move_told: Duration,
    /// The first move of the line that was told last.
    shown: Option<Move>,
}

impl Filter {
    /// Whether to tell this line now.
    pub(super) fn line(&mut self, line: &Line) -> bool {
        if line.bound != Bound::Exact {
            let tell = line.time >= PATIENCE;
            if tell {
                self.shown = line.pv.first().copied();
            }
            return tell;
        }
        let rank = line.multi_pv.max(1) - 1;
        let tell = line.depth <= ALWAYS_TOLD
            || rank > 0 && self.newest.first().is_some_and(|first| told_at(first.as_ref(), line.depth))
            || self.last_told.is_none_or(|last| line.time.saturating_sub(last) >= PAUSE);
        if self.newest.len() <= rank {
            self.newest.resize(rank + 1, None);
        }
        self.newest[rank] = Some((line.clone(), tell));
        if tell {
            self.told(line);
        }
        tell
    }

    /// Whether to tell which root move is looked at, so long after the start.
    pub(super) fn current_move(&mut self, elapsed: Duration) -> bool {
        let tell = elapsed >= PATIENCE && elapsed.saturating_sub(self.last_move_told) >= PAUSE * 5;
        if tell {
            self.last_move_told = elapsed;
        }
        tell
    }

    /// The lines still to be told when the search is over: those held back, and one that begins with the
    /// best move if none did last.
    pub(super) fn finish(&mut self, outcome: &Outcome, elapsed: Duration) -> Vec<Line> {
        let mut lines: Vec<_> = self
            .newest
            .iter_mut()
            .flatten()
            .filter(|(_, told)| !told)
            .map(|(line, told)| {
                *told = true;
                line.clone()
            })
            .collect();
        if let Some(last) = lines.last() {
            self.shown = last.pv.first().copied();
        }
        if let Some(best) = outcome.best
            && self.shown != Some(best)
        {
            self.shown = Some(best);
            lines.push(self.line_of(best, outcome, elapsed));
        }
        lines
    }

    /// The newest line that begins with the best move, or one made of what the outcome says.
    fn line_of(&self, best: Move, outcome: &Outcome, elapsed: Duration) -> Line {
        let known =
            self.newest.iter().flatten().map(|(line, _)| line).find(|line| line.pv.first() == Some(&best));
        if let Some(line) = known {
            return Line { multi_pv: 1, ..line.clone() };
        }
        let newest = self.newest.first().and_then(Option::as_ref).map(|(line, _)| line);
        Line {
            depth: outcome.depth.max(1),
            sel_depth: newest.map_or(outcome.depth, |line| line.sel_depth).max(1),
            multi_pv: 1,
            score: outcome.score,
            bound: Bound::Exact,
            nodes: outcome.nodes,
            time: elapsed,
            hash_full: newest.map_or(0, |line| line.hash_full),
            pv: [Some(best), outcome.ponder].into_iter().flatten().collect(),
        }
    }

    fn told(&mut self, line: &Line) {
        self.last_told = Some(line.time);
        self.shown = line.pv.first().copied();
    }
}

/// Whether the first line of that depth was told; the others of the same depth then follow it.
fn told_at(first: Option<&(Line, bool)>, depth: u32) -> bool {
    first.is_some_and(|(line, told)| *told && line.depth == depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Score;

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    fn line(depth: u32, multi_pv: usize, millis: u64, first: &str) -> Line {
        Line {
            depth,
            sel_depth: depth,
            multi_pv,
            score: Score(10),
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::from_millis(millis),
            hash_full: 0,
            pv: vec![mv(first)],
        }
    }

    fn outcome(best: &str) -> Outcome {
        Outcome { best: Some(mv(best)), ponder: Some(mv("h9g7")), score: Score(10), depth: 20, nodes: 1 }
    }

    #[test]
    fn low_depths_and_slow_lines_are_told() {
        let mut filter = Filter::default();
        assert!((1..=ALWAYS_TOLD).all(|depth| filter.line(&line(depth, 1, 0, "h2e2"))));
        assert!(!filter.line(&line(13, 1, 1, "h2e2")));
        assert!(filter.line(&line(14, 1, 50, "h2e2")));
        assert!(filter.line(&line(14, 2, 50, "h0g2")), "the second line follows the first");
    }

    #[test]
    fn what_was_held_back_comes_in_the_end() {
        let mut filter = Filter::default();
        filter.line(&line(1, 1, 0, "h2e2"));
        assert!((13..=99).all(|depth| !filter.line(&line(depth, 1, 1, "h2e2"))));
        let rest = filter.finish(&outcome("h2e2"), Duration::ZERO);
        assert_eq!(rest.iter().map(|line| line.depth).collect::<Vec<_>>(), [99]);
        assert!(filter.finish(&outcome("h2e2"), Duration::ZERO).is_empty());
    }

    #[test]
    fn the_last_line_begins_with_the_best_move() {
        let mut filter = Filter::default();
        filter.line(&line(5, 1, 0, "h2e2"));
        filter.line(&line(5, 2, 0, "h0g2"));
        let rest = filter.finish(&outcome("h2e2"), Duration::ZERO);
        assert_eq!((rest.len(), rest[0].multi_pv, rest[0].pv[0]), (1, 1, mv("h2e2")));

        let mut filter = Filter::default();
        let rest = filter.finish(&outcome("b2e2"), Duration::ZERO);
        assert_eq!(rest[0].pv, [mv("b2e2"), mv("h9g7")]);
    }

    #[test]
    fn bounds_and_root_moves_wait() {
        let mut filter = Filter::default();
        let bound = |millis| Line { bound: Bound::Lower, ..line(5, 1, millis, "h2e2") };
        assert!(!filter.line(&bound(10)));
        assert!(filter.line(&bound(1200)));
        assert!(!filter.current_move(Duration::from_millis(900)));
        assert!(filter.current_move(PATIENCE));
        assert!(!filter.current_move(Duration::from_millis(1001)));
    }
}
