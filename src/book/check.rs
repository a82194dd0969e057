//! Checking a book by search: moves that throw something away are dropped.
//!
//! Every position of a draft is searched shortly. Such scores are noisy, so a position's value is not its
//! score alone but mostly the value of the best book move in it, and so on down the lines: the noise of many
//! searches evens out. What cannot be evened out are the ends, where the book leaves a player alone; those
//! that can be reached are searched longer, those that are reached often longer still, and such a score stands
//! by itself.

use super::build::{Draft, Node};
use super::fold::Folded;
use super::reach::{after, filed};
use crate::board::Position;
use crate::core::Score;
use crate::search::{Control, Limits, OutOfMemory, Searcher, Silent};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The size of each searcher's table in MiB: room for some hundred thousand nodes. It is part of what a
/// book is made of, because another table finds other scores.
const HASH_MIB: usize = 4;

/// The same for searches of more than [`MANY_NODES`].
const LARGE_HASH_MIB: usize = 32;

/// Up to so many nodes the smaller table is enough.
const MANY_NODES: u64 = 1_000_000;

/// A position's own score is one part in so many of its value.
const OWN_PART: i32 = 4;

/// How often values are handed on from move to position: as far as lines go that matter.
const SWEEPS: usize = 24;

/// How long each position is searched. Both kinds are deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// To a depth, in plies.
    Depth(u32),
    /// Until so many nodes have been visited.
    Nodes(u64),
}

impl Effort {
    const fn hash_mib(self) -> usize {
        match self {
            Self::Nodes(nodes) if nodes > MANY_NODES => LARGE_HASH_MIB,
            _ => HASH_MIB,
        }
    }
}

/// Which moves are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// A move may be worse than the best book move by that much, in centipawns.
    pub loss: i32,
    /// A move may lead that far from an even position, for either side, in centipawns.
    pub within: i32,
    /// The same for moves into positions that were searched longer.
    pub ends_within: i32,
}

/// What positions are worth to their side to move, by their keys in the book.
pub type Scores = HashMap<u64, Score>;

/// All that searches have found out about a draft.
#[derive(Clone, Default, Debug)]
pub struct Evidence {
    /// Scores of short searches, of every position.
    pub short: Scores,
    /// Scores of long searches, of some.
    pub long: Scores,
}

/// Searches positions.
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
    /// Searches positions as they are filed; whether it was done before `stop` was set. Scores that are known
    /// already are not searched for; `heard` is told each new one, from the thread that found it.
    ///
    /// # Errors
    /// When there is no memory for the searchers.
    pub fn search(
        &self,
        mut positions: Vec<Position>,
        scores: &mut Scores,
        stop: &AtomicBool,
        heard: impl Fn(u64, Score) + Sync,
    ) -> Result<bool, OutOfMemory> {
        positions.retain(|position| !scores.contains_key(&position.key()));
        let searchers: Result<Vec<_>, _> =
            (0..self.threads.max(1)).map(|_| Searcher::new(self.effort.hash_mib(), 1)).collect();
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
    /// Drops the moves of a draft that are out of bounds.
    pub fn prune(self, draft: &mut Draft, evidence: &Evidence) -> Dropped {
        let before = (draft.moves(), draft.nodes.len());
        let values = values(draft, evidence);
        for node in &mut draft.nodes {
            self.prune_node(node, &values, &evidence.long);
        }
        draft.nodes.retain(|node| !node.moves.is_empty());
        Dropped { moves: before.0 - draft.moves(), positions: before.1 - draft.nodes.len() }
    }

    fn prune_node(self, node: &mut Node, values: &Scores, long: &Scores) {
        let within = |key| if long.contains_key(&key) { self.ends_within } else { self.within };
        let worth: Vec<_> = keys_behind(node).map(|key| (-value(values, key), within(key))).collect();
        let best = worth.iter().map(|(worth, _)| *worth).max().unwrap_or(Score::ZERO);
        let is_good = |(worth, within): (Score, i32)| worth >= best - self.loss && worth.0.abs() <= within;
        let mut worth = worth.into_iter();
        node.moves.retain(|_| worth.next().is_some_and(is_good));
    }
}

/// The values of all positions of a draft, and of those behind its moves, to their side to move.
fn values(draft: &Draft, evidence: &Evidence) -> Scores {
    let mut values = evidence.short.clone();
    values.extend(&evidence.long);
    let nodes = || draft.nodes.iter().filter(|node| !evidence.long.contains_key(&node.key));
    let behind: Vec<Vec<u64>> = nodes().map(|node| keys_behind(node).collect()).collect();
    for _ in 0..SWEEPS {
        let sweep: Vec<_> = nodes()
            .zip(&behind)
            .map(|(node, behind)| {
                let best = behind.iter().map(|&key| -value(&values, key)).max().unwrap_or(Score::ZERO);
                let own = value(&evidence.short, node.key);
                (node.key, Score((own.0 + best.0 * (OWN_PART - 1)) / OWN_PART))
            })
            .collect();
        values.extend(sweep);
    }
    values
}

/// The keys of the positions behind a node's moves.
fn keys_behind(node: &Node) -> impl Iterator<Item = u64> {
    node.moves.iter().map(|known| Folded::of(&after(&node.position, known.mv)).key)
}

/// A position's value; one that was never searched counts as even.
fn value(values: &Scores, key: u64) -> Score {
    values.get(&key).copied().unwrap_or(Score::ZERO)
}

impl Draft {
    /// The positions and those behind their moves, each once and as it is filed.
    pub fn positions(&self) -> Vec<Position> {
        let mut positions: BTreeMap<u64, Position> =
            self.nodes.iter().map(|node| (node.key, node.position.clone())).collect();
        for node in &self.nodes {
            for known in &node.moves {
                let position = filed(&after(&node.position, known.mv));
                positions.entry(position.key()).or_insert(position);
            }
        }
        positions.into_values().collect()
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
        let done = checker.search(draft.positions(), scores, &AtomicBool::new(stop), count).expect("memory");
        assert_eq!(done, !stop);
        heard.into_inner()
    }

    fn played(draft: &Draft) -> Vec<String> {
        draft.nodes.iter().flat_map(|node| &node.moves).map(|known| known.mv.to_string()).collect()
    }

    #[test]
    fn blunders_are_dropped_whatever_the_number_of_threads() {
        let mut draft = draft();
        let (mut one, mut two) = (Scores::new(), Scores::new());
        assert_eq!(search(&draft, 1, &mut one, false), draft.positions().len());
        search(&draft, 2, &mut two, false);
        assert_eq!(one, two);
        assert!(played(&draft).contains(&"e2e6".to_owned()));
        let evidence = Evidence { short: one, long: Scores::new() };
        let dropped = Bounds { loss: 120, within: 200, ends_within: 200 }.prune(&mut draft, &evidence);
        assert!(dropped.moves >= 1, "{dropped:?}");
        assert!(!played(&draft).contains(&"e2e6".to_owned()), "{:?}", played(&draft));
    }

    #[test]
    fn a_search_goes_on_where_it_was_stopped() {
        let draft = draft();
        let mut scores = Scores::new();
        assert_eq!(search(&draft, 1, &mut scores, true), 0);
        search(&draft, 1, &mut scores, false);
        assert_eq!(search(&draft, 1, &mut scores, false), 0);
    }

    #[test]
    fn ends_that_are_not_even_are_cut_off_until_those_left_are() {
        let mut draft = draft();
        let ends = draft.ends(0.0);
        assert_eq!(ends.len(), 2);
        // Every end is bad for whoever moves there; then so are the moves that let it come to that.
        let long: Scores = ends.iter().map(|end| (end.key(), Score(-300))).collect();
        let evidence = Evidence { short: Scores::new(), long };
        Bounds { loss: 50, within: 80, ends_within: 80 }.prune(&mut draft, &evidence);
        assert!(draft.ends(0.0).iter().all(|end| !evidence.long.contains_key(&end.key())));
    }
}
