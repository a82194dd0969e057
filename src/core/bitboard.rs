//! A set of squares.

use super::{Color, File, Rank, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of squares, one bit each in the low ninety bits of a `u128`.
///
/// `&`, `|`, `^`, `!` and `-` (difference) are the set operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u128);

impl Bitboard {
    /// The set of no square.
    pub const EMPTY: Self = Self(0);
    /// The set of all ninety squares.
    pub const ALL: Self = Self((1 << 90) - 1);
    /// Red's half of the board, before the river.
    pub const RED_HOME: Self = Self((1 << 45) - 1);

    /// The set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All squares of a file.
    pub const fn from_file(file: File) -> Self {
        let mut bits = 0;
        let mut rank = 0;
        while rank < Rank::COUNT {
            bits |= 1 << (rank * 9 + file.index());
            rank += 1;
        }
        Self(bits)
    }

    /// All squares of a rank.
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0x1ff << (rank.index() * 9))
    }

    /// A side's half of the board, before the river.
    #[inline]
    pub const fn home_of(color: Color) -> Self {
        match color {
            Color::Red => Self::RED_HOME,
            Color::Black => Self(Self::ALL.0 ^ Self::RED_HOME.0),
        }
    }

    /// The nine squares of a side's palace.
    pub const fn palace_of(color: Color) -> Self {
        match color {
            Color::Red => Self(0b111_000 | 0b111_000 << 9 | 0b111_000 << 18),
            Color::Black => Self(0b111_000 << 63 | 0b111_000 << 72 | 0b111_000 << 81),
        }
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The set with one more square.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The set without one square.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// Whether the set has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has any square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares the set has.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The square of the lowest index, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// Takes the square of the lowest index out of the set.
    #[inline]
    pub const fn pop(&mut self) -> Option<Square> {
        let square = self.first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    /// The set seen in a left-right mirror.
    pub fn mirror(self) -> Self {
        self.into_iter().map(Square::mirror).collect()
    }

    /// The set seen from the other side of the board.
    pub fn flip(self) -> Self {
        self.into_iter().map(Square::flip).collect()
    }
}

macro_rules! set_operation {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident |$a:ident, $b:ident| $result:expr) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    };
}

set_operation!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
set_operation!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
set_operation!(BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b);
set_operation!(Sub sub SubAssign sub_assign |a, b| a & !b);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.len() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the set as the board is seen by Red: rank 9 on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            let row = (self.0 >> (rank * 9) & 0x1ff) as u16;
            let line: String = (0..9).map(|file| if row >> file & 1 == 0 { ". " } else { "X " }).collect();
            writeln!(f, "{rank} {}", line.trim_end())?;
        }
        write!(f, "  a b c d e f g h i")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_in() {
        let squares = [Square::at(0), Square::at(44), Square::at(63), Square::at(64), Square::at(89)];
        let set: Bitboard = squares.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len(), 5);
        assert!((set - set).is_empty() && (set & !set).is_empty());
        assert_eq!(set | !set, Bitboard::ALL);
        assert_eq!(set.mirror().mirror(), set);
        assert_eq!(set.flip().flip(), set);
        assert!(set.has_many() && !Square::at(7).bb().has_many() && !Bitboard::EMPTY.has_many());
    }

    #[test]
    fn palaces_and_halves() {
        let palace = Bitboard::palace_of(Color::Red);
        assert_eq!(palace.len(), 9);
        assert_eq!(palace.flip(), Bitboard::palace_of(Color::Black));
        assert!((palace - Bitboard::home_of(Color::Red)).is_empty());
        assert_eq!(Bitboard::home_of(Color::Red).flip(), Bitboard::home_of(Color::Black));
        assert_eq!(Bitboard::from_file(File::new(3).unwrap()).len(), 10);
        assert_eq!(Bitboard::from_rank(Rank::new(3).unwrap()).len(), 9);
    }
}
