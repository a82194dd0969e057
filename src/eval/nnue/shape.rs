//! The network's shape, its inputs, and what whole numbers stand for.

use crate::core::{Color, Kind, Piece, Square};

/// How many inputs a view has for one place of its king: own and enemy pieces of seven kinds on ninety squares.
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
/// No position has more pieces.
pub const MAX_PIECES: usize = 32;
/// The most output buckets.
pub const MAX_BUCKETS: usize = 32;
/// How many places of the king are told apart, where they are: the nine squares of the palace, a place on the
/// left and its mirror image on the right being one.
pub const PALACE_BUCKETS: usize = 6;

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Hidden units of one side's view; a multiple of [`LANES`].
    pub hidden: usize,
    /// Sets of output weights.
    pub buckets: usize,
    /// Sets of first-layer weights, by the place of the view's own king: 1 or [`PALACE_BUCKETS`].
    pub king_buckets: usize,
}

/// How a view sees the board from where its king stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingView {
    bucket: usize,
    /// The king stands on the left: all is seen in the mirror.
    mirrored: bool,
}

impl Shape {
    /// A shape, if its sizes are possible.
    pub const fn new(hidden: usize, buckets: usize, king_buckets: usize) -> Option<Self> {
        let fits = hidden > 0
            && hidden <= MAX_HIDDEN
            && hidden.is_multiple_of(LANES)
            && buckets > 0
            && buckets <= MAX_BUCKETS
            && (king_buckets == 1 || king_buckets == PALACE_BUCKETS);
        if fits { Some(Self { hidden, buckets, king_buckets }) } else { None }
    }

    /// How many inputs the first layer has.
    #[inline]
    pub const fn inputs(self) -> usize {
        self.king_buckets * INPUTS
    }

    /// Whether it matters where the kings stand.
    #[inline]
    pub const fn tells_kings_apart(self) -> bool {
        self.king_buckets > 1
    }

    /// How a side sees the board with its king there.
    #[inline]
    pub const fn king_view(self, side: Color, king: Square) -> KingView {
        if !self.tells_kings_apart() {
            return KingView { bucket: 0, mirrored: false };
        }
        let mirrored = king.file().index() < MIDDLE_FILE;
        let aside = (king.file().index() != MIDDLE_FILE) as usize;
        // A king is always in its palace; elsewhere it could only be given by bytes that are no position.
        let rank = king.relative_to(side).rank().index() % 3;
        KingView { bucket: 2 * rank + aside, mirrored }
    }

    /// Which output weights a position with so many pieces uses.
    #[inline]
    pub const fn bucket(self, pieces: usize) -> usize {
        let above_kings = pieces.saturating_sub(2);
        let bucket = above_kings * self.buckets / 31;
        if bucket < self.buckets { bucket } else { self.buckets - 1 }
    }
}

/// The file between the palace's other two.
const MIDDLE_FILE: usize = 4;

impl KingView {
    /// The first layer's input of a piece on a square for this view of that side.
    #[inline]
    pub const fn input(self, side: Color, piece: Piece, square: Square) -> usize {
        self.bucket * INPUTS + self.plain_input(side, piece, square)
    }

    /// The same, whatever the king's place, but mirrored where the view is.
    #[inline]
    pub const fn plain_input(self, side: Color, piece: Piece, square: Square) -> usize {
        input(side, piece, if self.mirrored { square.mirror() } else { square })
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
        assert_eq!(Shape::new(100, 1, 1), None);
        assert_eq!(Shape::new(0, 1, 1), None);
        assert_eq!(Shape::new(64, 1, 2), None);
        for buckets in 1..=8 {
            let shape = Shape::new(64, buckets, 1).unwrap();
            let used: Vec<_> = (2..=32).map(|pieces| shape.bucket(pieces)).collect();
            assert!(used.is_sorted());
            assert_eq!((used[0], used[30]), (0, buckets - 1));
        }
    }

    #[test]
    fn the_palace_has_six_places() {
        let shape = Shape::new(64, 1, PALACE_BUCKETS).unwrap();
        let mut seen = [0; PALACE_BUCKETS];
        for king in
            Square::all().filter(|square| square.index() < 27 && (3..6).contains(&square.file().index()))
        {
            let view = shape.king_view(Color::Red, king);
            seen[view.bucket] += 1;
            let image = shape.king_view(Color::Red, king.mirror());
            assert_eq!(view.bucket, image.bucket);
            assert_eq!(view, shape.king_view(Color::Black, king.flip()));
            let horse = Piece::new(Color::Black, Kind::Horse);
            for square in Square::all().filter(|_| king != king.mirror()) {
                let mirrored = image.input(Color::Red, horse, square.mirror());
                assert_eq!(view.input(Color::Red, horse, square), mirrored);
            }
        }
        assert_eq!(seen, [1, 2, 1, 2, 1, 2]);
    }
}
