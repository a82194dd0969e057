//! Squares, files and ranks.

use super::{Bitboard, Color};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A file, 0 (`a`, Red's left) to 8 (`i`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct File(u8);

impl File {
    /// How many files the board has.
    pub const COUNT: usize = 9;

    /// The file of that index, if it is below 9.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 9 { Some(Self(index)) } else { None }
    }

    /// 0 for `a` to 8 for `i`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The mirrored file: `a` becomes `i`.
    #[inline]
    pub const fn mirror(self) -> Self {
        Self(8 - self.0)
    }
}

/// A rank, 0 (Red's back rank) to 9 (Black's).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// How many ranks the board has.
    pub const COUNT: usize = 10;

    /// The rank of that index, if it is below 10.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 10 { Some(Self(index)) } else { None }
    }

    /// 0 for Red's back rank to 9 for Black's.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank counted from that side's own back rank.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::Red => self,
            Color::Black => Self(9 - self.0),
        }
    }
}

/// One of the ninety squares, `rank * 9 + file`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A text that names no square.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a square; squares are a0 to i9")]
pub struct ParseSquareError(pub String);

impl Square {
    /// How many squares the board has.
    pub const COUNT: usize = 90;

    /// The square of that index, if it is below 90.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The square of an index that is known to be below 90.
    ///
    /// # Panics
    /// When it is not; every caller takes the index from a set or a loop over the board.
    #[inline]
    pub const fn at(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The square where a file and a rank meet.
    #[inline]
    pub const fn from_coords(file: File, rank: Rank) -> Self {
        Self(rank.0 * 9 + file.0)
    }

    /// The square of a file and a rank given as plain numbers, if both are on the board.
    pub const fn from_indices(file: i32, rank: i32) -> Option<Self> {
        if file >= 0 && file < 9 && rank >= 0 && rank < 10 {
            Some(Self((rank * 9 + file) as u8))
        } else {
            None
        }
    }

    /// 0 for `a0` to 89 for `i9`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square's file.
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 % 9)
    }

    /// The square's rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 9)
    }

    /// The square as a set of one.
    #[inline]
    pub const fn bb(self) -> Bitboard {
        Bitboard::from_square(self)
    }

    /// The square seen in a left-right mirror.
    #[inline]
    pub const fn mirror(self) -> Self {
        Self::from_coords(self.file().mirror(), self.rank())
    }

    /// The square seen from the other side of the board (same file, rank counted from the other end).
    #[inline]
    pub const fn flip(self) -> Self {
        Self((9 - self.0 / 9) * 9 + self.0 % 9)
    }

    /// The square as that side sees it: unchanged for Red, flipped for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::Red => self,
            Color::Black => self.flip(),
        }
    }

    /// Whether the square lies on that side's own half, before the river.
    #[inline]
    pub const fn is_home_of(self, color: Color) -> bool {
        (self.0 < 45) == matches!(color, Color::Red)
    }

    /// Every square, from `a0` to `i9`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file().0), self.rank().0)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `a0` to `i9`, in either case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseSquareError(text.to_owned());
        let [file, rank] = text.as_bytes() else { return Err(error()) };
        let file = File::new(file.to_ascii_lowercase().wrapping_sub(b'a')).ok_or_else(error)?;
        let rank = Rank::new(rank.wrapping_sub(b'0')).ok_or_else(error)?;
        Ok(Self::from_coords(file, rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trip_and_symmetries() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.mirror().mirror(), square);
            assert_eq!(square.flip().flip(), square);
            assert_eq!(Square::from_coords(square.file(), square.rank()), square);
            assert_ne!(square.is_home_of(Color::Red), square.is_home_of(Color::Black));
        }
        for bad in ["", "a", "j0", "a:", "a00", "ă0"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }
}
