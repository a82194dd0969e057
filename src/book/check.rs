//! Checking a book by search: moves that throw something away are dropped.

use super::build::{Draft, Node};
use super::fold::{Folded, Side};
use crate::board::Position;
use crate::core::Score;
use crate::search::{Control, Limits, OutOfMemory, Searcher, Silent};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The size of each searcher's table in MiB: room for some hundred thousand nodes. It is part of what a
/// book is made of, because another table finds other scores.
const HASH_MIB: usize = 4;

/// How long each position is searched. Both kinds are deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// To a depth, in plies.
    Depth(u32),
    /// Until so many nodes have been visited.
    Nodes(u64),
}

/// Which moves are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// A move may be worse than the best one by that much, in centipawns.
    pub loss: i32,
    /// A move may leave its side behind by that much, in centipawns.
    pub behind: i32,
}

/// What positions are worth to their side to move, by their keys in the book.
pub type Scores = HashMap<u64, Score>;

/// Searches the positions of drafts.
#[derive(Clone, Copy, Debug)]
pub struct Checker {
    /// How long each position is searched.
    pub effort: Effort,
    /// How many positions are searched at once; the scores do not depend on it.
    pub threads: usize,
}

/// What a check dropped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Dropped {
    /// Moves.
    pub moves: usize,
    /// Positions in which no move was left.
    pub positions: usize,
}

impl Checker {
    /// Searches the positions of a draft and those behind its moves; whether it was done before `stop` was
    /// set. Scores that are known already are not searched for; `heard` is told each new one, from the
    /// thread that found it.
    ///
    /// # Errors
    /// When there is no memory for the searchers.
    pub fn search(
        &self,
        draft: &Draft,
        scores: &mut Scores,
        stop: &AtomicBool,
        heard: impl Fn(u64, Score) + Sync,
    ) -> Result<bool, OutOfMemory> {
        let mut positions = draft.positions();
        positions.retain(|position| !scores.contains_key(&position.key()));
        let searchers: Result<Vec<_>, _> =
            (0..self.threads.max(1)).map(|_| Searcher::new(HASH_MIB, 1)).collect();
        let (next, found) = (AtomicUsize::new(0), Mutex::new(scores));
        thread::scope(|scope| {
            for mut searcher in searchers? {
                let (positions, next, found, heard) = (&positions, &next, &found, &heard);
                scope.spawn(move || {
                    while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if stop.load(Ordering::Relaxed) {
                            break;
                        }
                        let score = self.score(&mut searcher, position);
                        found.lock().unwrap_or_else(PoisonError::into_inner).insert(position.key(), score);
                        heard(position.key(), score);
                    }
                });
            }
            Ok(())
        })?;
        Ok(!stop.load(Ordering::Relaxed))
    }

    /// A position's score, with nothing left over from earlier searches.
    fn score(&self, searcher: &mut Searcher, position: &Position) -> Score {
        let mut limits = Limits::default();
        match self.effort {
            Effort::Depth(depth) => limits.depth = Some(depth.max(1)),
            Effort::Nodes(nodes) => limits.nodes = Some(nodes.max(1)),
        }
        searcher.clear();
        searcher.search(position, &limits, &Control::new(false), &mut Silent).score
    }
}

impl Bounds {
    /// Drops the moves of a draft that are out of bounds. A move whose score is missing counts as even.
    pub fn prune(self, draft: &mut Draft, scores: &Scores) -> Dropped {
        let before = (draft.moves(), draft.nodes.len());
        draft.nodes.iter_mut().for_each(|node| self.prune_node(node, scores));
        draft.nodes.retain(|node| !node.moves.is_empty());
        Dropped { moves: before.0 - draft.moves(), positions: before.1 - draft.nodes.len() }
    }

    fn prune_node(self, node: &mut Node, scores: &Scores) {
        let values: Vec<_> = node
            .moves
            .iter()
            .map(|known| {
                let mut after = node.position.clone();
                after.make(known.mv);
                scores.get(&Folded::of(&after).key).map_or(Score::ZERO, |&score| -score)
            })
            .collect();
        let own = scores.get(&node.key).copied();
        let best = values.iter().copied().chain(own).max().unwrap_or(Score::ZERO);
        let floor = (best - self.loss).max(Score(-self.behind));
        let mut values = values.into_iter();
        node.moves.retain(|_| values.next().is_some_and(|value| value >= floor));
    }
}

impl Draft {
    /// The positions and those behind their moves, each once and as it is filed.
    pub fn positions(&self) -> Vec<Position> {
        let mut positions: HashMap<u64, Position> =
            self.nodes.iter().map(|node| (node.key, node.position.clone())).collect();
        for node in &self.nodes {
            for known in &node.moves {
                let mut after = node.position.clone();
                after.make(known.mv);
                let folded = Folded::of(&after);
                positions.entry(folded.key).or_insert_with(|| {
                    // Mirrored twice, a position keeps nothing but itself.
                    let mirrored = after.mirror();
                    if folded.side == Side::Mirrored { mirrored } else { mirrored.mirror() }
                });
            }
        }
        let mut positions: Vec<_> = positions.into_values().collect();
        positions.sort_by_key(Position::key);
        positions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{Builder, Recipe};
    use crate::core::Move;

    /// Lines of four plies: a sound one, and one that gives a cannon for a pawn.
    fn draft() -> Draft {
        let mut builder = Builder::new(Recipe { min_count: 1, ..Recipe::default() });
        for game in ["h2e2 h9g7 h0g2 i9h9", "h2e2 h9g7 e2e6 g7e6"] {
            let moves: Vec<Move> = game.split(' ').map(|mv| mv.parse().expect("a move")).collect();
            builder.add(&Position::start(), &moves, None, None).expect("legal moves");
        }
        builder.finish()
    }

    fn search(draft: &Draft, threads: usize, scores: &mut Scores, stop: bool) -> usize {
        let checker = Checker { effort: Effort::Nodes(3000), threads };
        let heard = AtomicUsize::new(0);
        let count = |_, _| {
            heard.fetch_add(1, Ordering::Relaxed);
        };
        let done = checker.search(draft, scores, &AtomicBool::new(stop), count).expect("memory");
        assert_eq!(done, !stop);
        heard.into_inner()
    }

    #[test]
    fn blunders_are_dropped_whatever_the_number_of_threads() {
        let mut draft = draft();
        let (mut one, mut two) = (Scores::new(), Scores::new());
        assert_eq!(search(&draft, 1, &mut one, false), draft.positions().len());
        search(&draft, 2, &mut two, false);
        assert_eq!(one, two);
        let dropped = Bounds { loss: 120, behind: 200 }.prune(&mut draft, &one);
        assert!(dropped.moves >= 1, "{dropped:?}");
        let played: Vec<_> =
            draft.nodes.iter().flat_map(|node| &node.moves).map(|known| known.mv.to_string()).collect();
        assert!(!played.iter().any(|mv| mv == "e2e6"), "{played:?}");
    }

    #[test]
    fn a_search_goes_on_where_it_was_stopped() {
        let draft = draft();
        let mut scores = Scores::new();
        assert_eq!(search(&draft, 1, &mut scores, true), 0);
        search(&draft, 1, &mut scores, false);
        assert_eq!(search(&draft, 1, &mut scores, false), 0);
    }
}
