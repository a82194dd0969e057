//! Left-right mirror folding: a position and its mirror image share one entry.

use crate::board::Position;
use crate::core::Move;
use std::cmp::Ordering;

/// How a position is filed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Folded {
    /// The key of the entry: the smaller of the position's and its mirror image's.
    pub(super) key: u64,
    /// How the two lie to each other.
    pub(super) side: Side,
}

/// Which of a position and its mirror image the entry describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The position itself.
    Direct,
    /// Its mirror image; moves are mirrored on the way in and out.
    Mirrored,
    /// Both are the same position.
    Symmetric,
}

impl Folded {
    /// How a position is filed.
    pub(super) fn of(position: &Position) -> Self {
        let (own, other) = (position.key(), position.mirror().key());
        let side = match own.cmp(&other) {
            Ordering::Less => Side::Direct,
            Ordering::Equal => Side::Symmetric,
            Ordering::Greater => Side::Mirrored,
        };
        Self { key: own.min(other), side }
    }

    /// A move of the position as the entry writes it, and the other way round.
    pub(super) const fn turn(self, mv: Move) -> Move {
        match self.side {
            Side::Mirrored => mv.mirror(),
            Side::Direct | Side::Symmetric => mv,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_and_its_mirror_image_share_their_key() {
        let mut position = Position::start();
        assert_eq!(Folded::of(&position).side, Side::Symmetric);
        let mv: Move = "h2e2".parse().expect("a move");
        position.make(mv);
        let (one, other) = (Folded::of(&position), Folded::of(&position.mirror()));
        assert_eq!(one.key, other.key);
        assert_ne!(one.side, other.side);
        assert!([one, other].iter().any(|folded| folded.side == Side::Mirrored));
        let reply: Move = "h9g7".parse().expect("a move");
        assert_eq!(one.turn(reply), other.turn(reply.mirror()));
    }
}
