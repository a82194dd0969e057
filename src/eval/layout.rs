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
    /// The right to move.
    TEMPO: 1, row 1;
    /// A side's attackers together: nine times its rooks, thrice its cannons, its horses.
    ATTACKERS: 27, row 9;
    /// How many pawns a side has.
    PAWN_COUNT: 6, row 6;
    /// Own advisors (0 to 2) against 0 to 2 rooks, cannons, horses.
    ADVISORS_AGAINST: 27, row 9;
    /// Own elephants against the same.
    ELEPHANTS_AGAINST: 27, row 9;
    /// Each cannon, by the number of pieces on the board, four to a step.
    CANNON_IN_CROWD: 8, row 8;
    /// Each horse, by the same.
    HORSE_IN_CROWD: 8, row 8;
    /// Each cannon, by its side's advisors (thrice) and elephants.
    CANNON_WITH_GUARDS: 9, row 9;
    /// A rook with so many safe squares.
    ROOK_MOBILITY: 18, row 9;
    /// A cannon with so many safe squares.
    CANNON_MOBILITY: 18, row 9;
    /// A horse with so many safe squares.
    HORSE_MOBILITY: 9, row 9;
    /// A rook on a file without own pawns, without any pawns.
    ROOK_FILE: 2, row 2;
    /// Attacks of pawns, guards, horses, cannons, rooks (rows) on what is loose or worth more, by kind.
    THREATS: 5 * Kind::COUNT, row Kind::COUNT;
    /// Guarded horses, rooks, cannons, pawns on the own half.
    GUARDED_AT_HOME: 4, row 4;
    /// The same across the river.
    GUARDED_ACROSS: 4, row 4;
    /// Two elephants that guard each other.
    LINKED_ELEPHANTS: 1, row 1;
    /// Pairs of crossed pawns side by side.
    PAWNS_ABREAST: 1, row 1;
    /// Crossed pawns with another pawn right behind.
    PAWNS_IN_FILE: 1, row 1;
    /// Horses with an own pawn on the leg before them.
    PAWN_BEFORE_HORSE: 1, row 1;
    /// Attackers across the river on a wing in excess of the defenders there.
    WING_MAJORITY: 5, row 5;
    /// Squares of the enemy palace attacked by horses, rooks, cannons, pawns.
    PALACE_HITS: 4, row 4;
    /// The force of the attack on the palace (columns), by missing guards 0 to 3 (rows).
    KING_DANGER: 4 * FORCES, row FORCES;
    /// Safe squares to give check from, for horses, rooks, cannons.
    SAFE_CHECKS: 3, row 3;
    /// Steps left to the enemy king.
    ESCAPES: 5, row 5;
    /// A cannon on the enemy king's file, rank (rows) behind 0 and 1 pieces, 2 of which 0 to 2 are the
    /// king's, 3, and more.
    CANNON_ON_KING_LINE: 14, row 7;
    /// A rook on the enemy king's file, rank (rows) behind no piece, an own one, the king's, 2, and more.
    ROOK_ON_KING_LINE: 10, row 5;
    /// A king that looks along its file into the enemy palace.
    KING_LOOKS_OUT: 1, row 1;
    /// The single piece between the two kings, by kind, for its owner.
    BOUND_BETWEEN_KINGS: Kind::COUNT, row Kind::COUNT;
}

/// How many steps the force of an attack has.
pub const FORCES: usize = 12;

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
