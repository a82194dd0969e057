//! The two sides.

use std::fmt;
use std::ops::Not;

/// A side. Red (*Trắng* in the Vietnamese law) sits at rank 0 and moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Red, the side that moves first; upper case in FEN.
    Red,
    /// Black; lower case in FEN.
    Black,
}

impl Color {
    /// How many sides there are, for arrays indexed by [`Color::index`].
    pub const COUNT: usize = 2;
    /// Both sides, Red first.
    pub const ALL: [Self; Self::COUNT] = [Self::Red, Self::Black];

    /// 0 for Red, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Black => "black",
        })
    }
}
