//! Scores of the search and the evaluation.

use std::fmt;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// The deepest line that the search follows, in plies from the root.
pub const MAX_PLY: usize = 128;

/// A score in centipawns from one side's view; a mate is counted in plies from the root.
///
/// `Score::MATE - n` is a mate that stands on the board after `n` plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(pub i32);

impl Score {
    /// An even position.
    pub const ZERO: Self = Self(0);
    /// Mate at once; also the base of the bare mate scores that UCCI prints.
    pub const MATE: Self = Self(30_000);
    /// Greater than any score.
    pub const INFINITE: Self = Self(31_000);
    /// The least score that is a mate; evaluations stay below it.
    pub const MATE_BOUND: Self = Self(Self::MATE.0 - 2 * MAX_PLY as i32);
    /// A game won by the law's verdict on a repetition. It is no mate: the other side may still leave the
    /// loop, so it lies between evaluations and mates.
    pub const LAW_WIN: Self = Self(24_000);
    /// The greatest evaluation of a position that is neither mate nor verdict.
    pub const MAX_EVAL: Self = Self(20_000);

    /// The side to score wins, with mate on the board after that many plies.
    #[inline]
    pub const fn mate_in(plies: usize) -> Self {
        Self(Self::MATE.0 - plies as i32)
    }

    /// The side to score is mated after that many plies.
    #[inline]
    pub const fn mated_in(plies: usize) -> Self {
        Self(plies as i32 - Self::MATE.0)
    }

    /// Whether the score is a mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Whether the side to score mates.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::MATE_BOUND.0
    }

    /// Whether the side to score is mated.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::MATE_BOUND.0
    }

    /// The side to score wins by a verdict that falls after that many plies.
    #[inline]
    pub const fn law_win_in(plies: usize) -> Self {
        Self(Self::LAW_WIN.0 - plies as i32)
    }

    /// Whether the game is decided: a mate or a verdict, for either side.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0 > Self::MAX_EVAL.0 || self.0 < -Self::MAX_EVAL.0
    }

    /// Plies until mate, for a mate score; positive when the side to score mates.
    pub const fn mate_plies(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::MATE.0 - self.0)
        } else if self.is_loss() {
            Some(-(self.0 + Self::MATE.0))
        } else {
            None
        }
    }

    /// The evaluation kept out of the range of mates.
    #[inline]
    pub fn clamp_eval(self) -> Self {
        self.clamp(-Self::MAX_EVAL, Self::MAX_EVAL)
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl AddAssign<i32> for Score {
    #[inline]
    fn add_assign(&mut self, centipawns: i32) {
        self.0 += centipawns;
    }
}

impl SubAssign<i32> for Score {
    #[inline]
    fn sub_assign(&mut self, centipawns: i32) {
        self.0 -= centipawns;
    }
}

impl fmt::Display for Score {
    /// For people: pawns with two decimals, or `mate in N` counted in moves of the mating side.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) if plies > 0 => write!(f, "mate in {}", (plies + 1) / 2),
            Some(plies) => write!(f, "mated in {}", -plies / 2),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_apart() {
        assert_eq!(Score::mate_in(3).mate_plies(), Some(3));
        assert_eq!(Score::mated_in(4).mate_plies(), Some(-4));
        assert_eq!(-Score::mate_in(3), Score::mated_in(3));
        assert!(Score::mate_in(MAX_PLY).is_win() && !Score::MAX_EVAL.is_win());
        assert_eq!(Score(123).mate_plies(), None);
        assert_eq!(Score::mate_in(3).to_string(), "mate in 2");
        assert_eq!(Score::mated_in(4).to_string(), "mated in 2");
        assert_eq!(Score(-25).to_string(), "-0.25");
    }
}
