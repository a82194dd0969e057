//! Which number of the evaluation stands where.
//!
//! All numbers are one flat table, so that a tuner can treat them alike. A [`Group`] names a run of them.

use crate::core::{Kind, Square};

/// A named run of numbers that belong to one feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The name, as it stands in the code.
    pub name: &'static str,
    /// The place of the first number.
    pub start: usize,
    /// How many numbers there are.
    pub len: usize,
    /// How many of them one printed row shows.
    pub row: usize,
}

impl Group {
    /// The place of one number of the group.
    #[inline]
    pub const fn at(&self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.start + index
    }
}

/// Lays the groups out one after the other.
macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $len:expr, row $row:expr;)*) => {
        groups!(@place 0usize; $($(#[$doc])* $name, $len, $row;)*);
        /// All groups, in the order of their numbers.
        pub static GROUPS: &[Group] = &[$($name),*];
        /// How many numbers there are in all.
        pub const COUNT: usize = 0 $(+ $len)*;
    };
    (@place $start:expr; $(#[$doc:meta])* $name:ident, $len:expr, $row:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: Group = Group { name: stringify!($name), start: $start, len: $len, row: $row };
        groups!(@place $name.start + $name.len; $($rest)*);
    };
    (@place $start:expr;) => {};
}

groups! {
    /// What a piece is worth, by kind.
    MATERIAL: Kind::COUNT, row Kind::COUNT;
    /// Where the king stands: rank by rank of the palace, side file and middle file.
    KING_SQUARES: 6, row 2;
    /// Where an advisor stands: back corner, middle, front corner.
    ADVISOR_SQUARES: 3, row 3;
    /// Where an elephant stands: back rank, edge, middle, river.
    ELEPHANT_SQUARES: 4, row 4;
    /// Where a horse stands: own back rank first, files a (or i) to e.
    HORSE_SQUARES: FOLDED, row FILES;
    /// Where a rook stands.
    ROOK_SQUARES: FOLDED, row FILES;
    /// Where a cannon stands.
    CANNON_SQUARES: FOLDED, row FILES;
    /// Where a pawn stands.
    PAWN_SQUARES: FOLDED, row FILES;
}

/// Files from the edge to the middle; the other half of the board is their mirror.
const FILES: usize = 5;
/// Squares of the board folded along the middle file.
const FOLDED: usize = FILES * 10;

/// The place of the number for a piece of a kind on a square, seen by its own side.
///
/// # Panics
/// Never for a square on which the kind can stand; squares where it cannot share a number with others.
pub const fn piece_square(kind: Kind, square: Square) -> usize {
    let (file, rank) = (square.file().index(), square.rank().index());
    let folded = if file > 4 { 8 - file } else { file };
    match kind {
        Kind::King => KING_SQUARES.at(if rank < 3 { rank * 2 + (folded == 4) as usize } else { 0 }),
        Kind::Advisor => ADVISOR_SQUARES.at(if rank < 3 { rank } else { 0 }),
        Kind::Elephant => ELEPHANT_SQUARES.at(match (folded, rank) {
            (0, _) => 1,
            (4, _) => 2,
            (_, 4) => 3,
            _ => 0,
        }),
        Kind::Horse => HORSE_SQUARES.at(rank * FILES + folded),
        Kind::Rook => ROOK_SQUARES.at(rank * FILES + folded),
        Kind::Cannon => CANNON_SQUARES.at(rank * FILES + folded),
        Kind::Pawn => PAWN_SQUARES.at(rank * FILES + folded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_fill_the_table_without_a_gap() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            assert_eq!(group.len % group.row, 0, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
    }

    #[test]
    fn mirrored_squares_share_a_number() {
        for kind in Kind::ALL {
            for square in Square::all() {
                assert_eq!(piece_square(kind, square), piece_square(kind, square.mirror()));
            }
        }
    }
}
