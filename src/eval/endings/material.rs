//! How many of each piece there are.

use crate::board::Position;
use crate::core::{Color, Kind, Piece};

/// The number of each piece, four bits each in the order of [`Piece::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Material(u64);

impl Material {
    /// The kings alone.
    pub(super) const KINGS: Self = Self(0).with(Piece::RedKing).with(Piece::BlackKing);

    /// What is on the board.
    pub(super) fn of(position: &Position) -> Self {
        let pieces = position.occupied().into_iter().filter_map(|square| position.piece_on(square));
        pieces.fold(Self(0), Self::with)
    }

    /// The same and one more piece.
    pub(super) const fn with(self, piece: Piece) -> Self {
        Self(self.0 + (1 << (4 * piece.index())))
    }

    /// How many there are of a piece.
    pub(super) const fn count(self, color: Color, kind: Kind) -> u32 {
        (self.0 >> (4 * Piece::new(color, kind).index()) & 0xf) as u32
    }

    /// The same with the colours exchanged.
    pub(super) const fn turned(self) -> Self {
        const SIDE: u32 = 4 * Kind::COUNT as u32;
        Self(self.0 >> SIDE | (self.0 & ((1 << SIDE) - 1)) << SIDE)
    }

    /// The same without a side's advisors and elephants.
    pub(super) const fn without_guards(self, color: Color) -> Self {
        let advisors = 0xf << (4 * Piece::new(color, Kind::Advisor).index());
        let elephants = 0xf << (4 * Piece::new(color, Kind::Elephant).index());
        Self(self.0 & !(advisors | elephants))
    }

    /// The side that alone has attackers, if there is one.
    pub(super) fn lone_attacker(self) -> Option<Color> {
        let attackers = [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Pawn];
        let attacks = |color| attackers.iter().any(|&kind| self.count(color, kind) > 0);
        match Color::ALL.map(attacks) {
            [true, false] => Some(Color::Red),
            [false, true] => Some(Color::Black),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted_and_exchanged() {
        let position: Position = "3ak4/9/4b4/9/9/4p4/9/4B4/4A4/2BAK1R2 w".parse().unwrap();
        let material = Material::of(&position);
        assert_eq!([Kind::Advisor, Kind::Elephant].map(|kind| material.count(Color::Red, kind)), [2, 2]);
        assert_eq!(material.turned(), Material::of(&position.swap_colors()));
        assert_eq!(material.without_guards(Color::Red).count(Color::Red, Kind::Elephant), 0);
        assert_eq!(material.lone_attacker(), None);
        let kings: Position = "3k5/9/9/9/9/9/9/9/9/4K4 w".parse().unwrap();
        assert_eq!(Material::of(&kings), Material::KINGS);
    }
}
