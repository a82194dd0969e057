//! Moves.

use super::Square;
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;
use thiserror::Error;

/// A move, from one square to another; what moves and what is captured stands on the board.
///
/// Sixteen bits, never zero, so that `Option<Move>` is sixteen bits too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

/// A text that is no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a move; moves are written like h2e2 or H2-E2")]
pub struct ParseMoveError(pub String);

impl Move {
    /// The move between two different squares.
    ///
    /// # Panics
    /// When both squares are `a0`; no generator makes a move that stays where it is.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        match NonZeroU16::new((from.index() | to.index() << 7) as u16) {
            Some(bits) => Self(bits),
            None => panic!("a move from a0 to a0"),
        }
    }

    /// The move of sixteen stored bits, if they can be one: the table's entries are read without a lock.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let (from, to) = (bits as usize & 127, bits as usize >> 7);
        match NonZeroU16::new(bits) {
            Some(bits) if from < Square::COUNT && to < Square::COUNT && from != to => Some(Self(bits)),
            _ => None,
        }
    }

    /// The move in sixteen bits: seven for the origin, then seven for the target.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The origin.
    #[inline]
    pub const fn from(self) -> Square {
        Square::at(self.0.get() as usize & 127)
    }

    /// The target.
    #[inline]
    pub const fn to(self) -> Square {
        Square::at(self.0.get() as usize >> 7)
    }

    /// The way back.
    pub const fn reversed(self) -> Self {
        Self::new(self.to(), self.from())
    }

    /// The move seen in a left-right mirror.
    pub const fn mirror(self) -> Self {
        Self::new(self.from().mirror(), self.to().mirror())
    }

    /// The move seen from the other side of the board.
    pub const fn flip(self) -> Self {
        Self::new(self.from().flip(), self.to().flip())
    }
}

impl fmt::Display for Move {
    /// Writes the move as UCCI does: `h2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads `h2e2`, and the ICCS forms `H2E2`, `H2-E2`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseMoveError(text.chars().take(40).collect());
        let (from, to) = match text.len() {
            4 => (text.get(..2), text.get(2..)),
            5 if text.as_bytes()[2] == b'-' => (text.get(..2), text.get(3..)),
            _ => return Err(error()),
        };
        let square = |part: Option<&str>| part.and_then(|part| part.parse::<Square>().ok());
        match (square(from), square(to)) {
            (Some(from), Some(to)) if from != to => Ok(Self::new(from, to)),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_survives_text_and_bits() {
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!((mv.from(), mv.to()), (from, to));
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
                assert_eq!(mv.reversed().reversed(), mv);
                assert_eq!(mv.mirror().mirror(), mv);
            }
        }
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn lenient_and_bad_texts() {
        assert_eq!("H2-E2".parse::<Move>(), "h2e2".parse());
        for bad in ["", "h2", "h2e", "h2e2e", "a0a0", "h2 e2", "(none)", "0000", "é2e2", "h2é2"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::from_bits(u16::MAX), None);
    }
}
