//! The network's shape, its inputs, and what whole numbers stand for.

use crate::core::{Color, Kind, Piece, Square};

/// How many inputs there are: own and enemy pieces of seven kinds on ninety squares.
pub const INPUTS: usize = 2 * Kind::COUNT * Square::COUNT;
/// Hidden units are handled in groups of so many.
pub const LANES: usize = 64;
/// What 1 is in the first layer and in the hidden units.
pub const QA: i32 = 255;
/// The greatest output weight in whole numbers: its product with a unit just fits sixteen bits.
pub const MAX_OUTPUT_WEIGHT: i32 = 127;
/// The least that 1 may be in the output weights. Each network has its own unit, as fine as its greatest
/// output weight allows.
pub const MIN_OUTPUT_UNIT: i32 = 64;
/// The most that 1 may be in the output weights; sums then stay in thirty-two bits.
pub const MAX_OUTPUT_UNIT: i32 = 256;
/// The greatest absolute value of a weight while training, so that it fits the coarsest unit.
pub const MAX_WEIGHT: f32 = 1.98;
/// The most hidden units of one side.
pub const MAX_HIDDEN: usize = 2048;
/// The most output buckets.
pub const MAX_BUCKETS: usize = 32;

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Hidden units of one side's view; a multiple of [`LANES`].
    pub hidden: usize,
    /// Sets of output weights.
    pub buckets: usize,
}

impl Shape {
    /// A shape, if its sizes are possible.
    pub const fn new(hidden: usize, buckets: usize) -> Option<Self> {
        let fits = hidden > 0
            && hidden <= MAX_HIDDEN
            && hidden.is_multiple_of(LANES)
            && buckets > 0
            && buckets <= MAX_BUCKETS;
        if fits { Some(Self { hidden, buckets }) } else { None }
    }

    /// Which output weights a position with so many pieces uses.
    #[inline]
    pub const fn bucket(self, pieces: usize) -> usize {
        let above_kings = pieces.saturating_sub(2);
        let bucket = above_kings * self.buckets / 31;
        if bucket < self.buckets { bucket } else { self.buckets - 1 }
    }
}

/// The input of a piece on a square, as that side sees it: own pieces first, its own back rank below.
#[inline]
pub const fn input(view: Color, piece: Piece, square: Square) -> usize {
    let is_enemy = piece.color().index() != view.index();
    (is_enemy as usize * Kind::COUNT + piece.kind().index()) * Square::COUNT
        + square.relative_to(view).index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_all_different_and_symmetric() {
        let mut seen = [false; INPUTS];
        for piece in Piece::ALL {
            for square in Square::all() {
                let input = input(Color::Red, piece, square);
                assert!(!std::mem::replace(&mut seen[input], true));
                let swapped = Piece::new(!piece.color(), piece.kind());
                assert_eq!(input, super::input(Color::Black, swapped, square.flip()));
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn every_bucket_is_used() {
        assert_eq!(Shape::new(100, 1), None);
        assert_eq!(Shape::new(0, 1), None);
        for buckets in 1..=8 {
            let shape = Shape::new(64, buckets).unwrap();
            let used: Vec<_> = (2..=32).map(|pieces| shape.bucket(pieces)).collect();
            assert!(used.is_sorted());
            assert_eq!((used[0], used[30]), (0, buckets - 1));
        }
    }
}
