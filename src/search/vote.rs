//! Which thread's move is played when several have searched.

use super::worker::Pv;
use crate::core::{Move, Score};

/// What a thread would play.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    pub score: Score,
    /// The last iteration that the thread finished.
    pub depth: i32,
    pub sel_depth: usize,
    pub pv: Pv,
}

/// What the worst candidate's vote weighs, in centipawns.
const LEAST: i32 = 14;

/// The thread whose move gets most votes, each weighed by depth and score; of the threads for that move the one
/// with the heaviest vote, the main thread on a tie. A proved win is taken at once, the shortest first.
pub(super) fn elect(candidates: &[Candidate]) -> usize {
    let finished = |candidate: &&Candidate| candidate.depth > 0;
    let worst = candidates.iter().filter(finished).map(|candidate| candidate.score).min();
    let Some(worst) = worst else { return 0 };
    let weight =
        |candidate: &Candidate| i64::from((candidate.score - worst).0 + LEAST) * i64::from(candidate.depth);
    let votes = |mv: Move| -> i64 { candidates.iter().filter(|other| other.mv == mv).map(weight).sum() };
    let mut chosen = 0;
    for (index, candidate) in candidates.iter().enumerate().skip(1).filter(|(_, c)| c.depth > 0) {
        let best = &candidates[chosen];
        let is_better = if best.score.is_decisive() || candidate.score.is_win() {
            candidate.score > best.score
        } else if candidate.score.is_loss() {
            false
        } else {
            let rank = |candidate: &Candidate| (votes(candidate.mv), weight(candidate));
            rank(candidate) > rank(best)
        };
        if is_better {
            chosen = index;
        }
    }
    chosen
}

/// The thread that finished the deepest iteration, the main thread on a tie.
pub(super) fn deepest(candidates: &[Candidate]) -> usize {
    let most = candidates.iter().map(|candidate| candidate.depth).max();
    candidates.iter().position(|candidate| Some(candidate.depth) == most).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(mv: &str, score: Score, depth: i32) -> Candidate {
        let mv = mv.parse().unwrap();
        Candidate { mv, score, depth, sel_depth: 0, pv: Pv::from_iter([mv]) }
    }

    #[test]
    fn most_votes_win() {
        let two_agree = [
            candidate("h2e2", Score(10), 12),
            candidate("b2e2", Score(12), 12),
            candidate("b2e2", Score(11), 12),
        ];
        assert_eq!(elect(&two_agree), 1);
        assert_eq!(elect(&two_agree[..1]), 0);
        let deeper = [candidate("h2e2", Score(10), 12), candidate("b2e2", Score(10), 13)];
        assert_eq!(elect(&deeper), 1);
        let unfinished = [candidate("h2e2", Score(10), 3), candidate("b2e2", Score(900), 0)];
        assert_eq!(elect(&unfinished), 0);
        assert_eq!((deepest(&deeper), deepest(&two_agree)), (1, 0));
    }

    #[test]
    fn the_shortest_mate_wins_and_the_longest_defence() {
        let mates = [
            candidate("h2e2", Score(900), 12),
            candidate("b2e2", Score::mate_in(9), 10),
            candidate("b0c2", Score::mate_in(5), 9),
        ];
        assert_eq!(elect(&mates), 2);
        let lost = [candidate("h2e2", Score::mated_in(4), 12), candidate("b2e2", Score::mated_in(8), 10)];
        assert_eq!(elect(&lost), 1);
    }
}
