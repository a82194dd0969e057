//! Where a book ends, and how often.

use super::build::{Draft, Node};
use super::fold::{Folded, Side};
use crate::board::Position;
use crate::core::Move;
use std::collections::{BTreeMap, HashMap};

/// No line of a book is followed further, in plies; a book may go round in circles.
const LONGEST: usize = 200;

/// Circles fade away: what is reached less often than this is not followed.
const NEVER: f64 = 1e-12;

/// Positions as they are filed, by their keys, and the share of openings that come to each.
type Shares = BTreeMap<u64, (Position, f64)>;

/// The position after a move.
pub(super) fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.make(mv);
    after
}

/// A position as it is filed, without a history.
pub(super) fn filed(position: &Position) -> Position {
    // Mirrored twice, a position keeps nothing but itself.
    let mirrored = position.mirror();
    if Folded::of(position).side == Side::Mirrored { mirrored } else { mirrored.mirror() }
}

fn add(shares: &mut Shares, position: Position, share: f64) {
    shares.entry(position.key()).or_insert((position, 0.0)).1 += share;
}

impl Draft {
    /// The positions in which the book ends, each as it is filed, that at least such a share of openings come
    /// to, from 0 to 1; openings begin at any start of its games and choose moves by their weights.
    pub fn ends(&self, share: f64) -> Vec<Position> {
        let nodes: HashMap<u64, &Node> = self.nodes.iter().map(|node| (node.key, node)).collect();
        let (mut front, mut ends) = (Shares::new(), Shares::new());
        for start in &self.starts {
            add(&mut front, filed(start), 1.0 / self.starts.len() as f64);
        }
        for _ in 0..LONGEST {
            let mut next = Shares::new();
            for (key, (position, reached)) in front {
                let Some(node) = nodes.get(&key) else {
                    add(&mut ends, position, reached);
                    continue;
                };
                // Moves without weight are never chosen, but nearly.
                let weight = |weight: u32| f64::from(weight.max(1));
                let total: f64 = node.moves.iter().map(|known| weight(known.weight)).sum();
                for known in &node.moves {
                    let reached = reached * weight(known.weight) / total;
                    if reached >= NEVER {
                        add(&mut next, filed(&after(&position, known.mv)), reached);
                    }
                }
            }
            front = next;
        }
        ends.into_values().filter(|(_, reached)| *reached >= share).map(|(position, _)| position).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Position;
    use crate::book::{Builder, Recipe};
    use crate::core::Move;

    #[test]
    fn ends_are_reached_by_the_weights_of_the_moves() {
        let mut builder = Builder::new(Recipe { min_count: 1, ..Recipe::default() });
        for game in ["h2e2 h9g7", "h2e2 h9g7", "h2e2 b9c7", "c3c4 g6g5"] {
            let moves: Vec<Move> = game.split(' ').map(|mv| mv.parse().expect("a move")).collect();
            builder.add(&Position::start(), &moves, None, None).expect("legal moves");
        }
        let draft = builder.finish();
        assert_eq!([0.0, 0.2, 0.3, 0.6].map(|share| draft.ends(share).len()), [3, 3, 1, 0]);
    }
}
