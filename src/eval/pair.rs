//! A middlegame and an endgame value in one number.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in centipawns, for the middlegame and for the endgame, that are added and multiplied as one.
///
/// The endgame value stands in the high half. A negative middlegame value borrows from it; reading it back
/// gives the borrow back. Each value stays within sixteen bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair(i32);

impl Pair {
    /// Nothing in both phases.
    pub const ZERO: Self = Self(0);

    /// The pair of a middlegame and an endgame value.
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << 16) + middlegame)
    }

    /// The value in the middlegame.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame.
    #[inline]
    pub const fn endgame(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    /// The pair with both signs turned.
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// The sum of two pairs, for tables that the compiler builds.
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Add for Pair {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sub for Pair {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Pair {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self.negated()
    }
}

impl Mul<i32> for Pair {
    type Output = Self;

    #[inline]
    fn mul(self, count: i32) -> Self {
        Self(self.0 * count)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_survive_every_sign() {
        for middlegame in [-9000, -1, 0, 1, 9000] {
            for endgame in [-9000, -1, 0, 1, 9000] {
                let pair = Pair::new(middlegame, endgame);
                assert_eq!((pair.middlegame(), pair.endgame()), (middlegame, endgame));
                let tripled = pair * 3 - Pair::new(1, -1);
                assert_eq!((tripled.middlegame(), tripled.endgame()), (3 * middlegame - 1, 3 * endgame + 1));
                assert_eq!(pair + -pair, Pair::ZERO);
            }
        }
    }
}
