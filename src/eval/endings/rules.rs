//! What is left of an advantage by the theory of endings, where no table knows better.

use super::material::Material;
use crate::board::Position;
use crate::core::{Bitboard, Color, Kind, Rank};

/// The scale of a position where nothing stands against winning.
pub(super) const FULL: i32 = 64;
/// The scale of an ending that is drawn as a rule.
const DRAWN: i32 = 6;

/// What a side has.
#[derive(Clone, Copy)]
struct Force {
    rooks: u32,
    cannons: u32,
    horses: u32,
    /// Pawns that still have a rank before them.
    pawns: u32,
    /// Pawns on the last rank.
    spent: u32,
    advisors: u32,
    elephants: u32,
}

impl Force {
    fn of(position: &Position, material: Material, color: Color) -> Self {
        let count = |kind| material.count(color, kind);
        let last = if color == Color::Red { 9 } else { 0 };
        let last = Rank::new(last).map_or(Bitboard::EMPTY, Bitboard::from_rank);
        let spent = (position.pieces(color, Kind::Pawn) & last).len();
        Self {
            rooks: count(Kind::Rook),
            cannons: count(Kind::Cannon),
            horses: count(Kind::Horse),
            pawns: count(Kind::Pawn) - spent,
            spent,
            advisors: count(Kind::Advisor),
            elephants: count(Kind::Elephant),
        }
    }

    const fn guards(self) -> u32 {
        self.advisors + self.elephants
    }

    /// Rooks, cannons and horses, a rook as two.
    const fn officers(self) -> u32 {
        2 * self.rooks + self.cannons + self.horses
    }
}

/// What is left of `strong`'s advantage, out of [`FULL`].
///
/// The cases are those of the books: nothing wins without an attacker, a cannon not without a screen of its
/// own, a rook not against a full guard or an equal, a horse not against two guards.
pub(super) fn winning_chances(position: &Position, material: Material, strong: Color) -> i32 {
    let own = Force::of(position, material, strong);
    let weak = Force::of(position, material, !strong);
    match (own.rooks, own.cannons, own.horses) {
        (0, 0, 0) => pawns_alone(own, weak),
        (1, 0, 0) => rook(own, weak),
        (0, _, _) if own.officers() == 1 => one_officer(own, weak),
        (0, 2, 0) if own.guards() == 0 && own.pawns == 0 => FULL / 2,
        _ => FULL,
    }
}

fn pawns_alone(own: Force, weak: Force) -> i32 {
    let defence = weak.guards() + 2 * weak.officers();
    match own.pawns {
        0 if own.spent < 2 => 0,
        0 | 1 => DRAWN,
        2 if defence >= 2 => DRAWN,
        2 => FULL,
        pawns if defence > pawns => FULL / 2,
        _ => FULL,
    }
}

fn rook(own: Force, weak: Force) -> i32 {
    if own.pawns > 0 {
        // Rook and pawn against a rook, or two officers, are won now and then.
        return if weak.officers() >= 2 { FULL / 2 } else { FULL };
    }
    match (weak.officers(), weak.cannons, weak.guards()) {
        (0, _, 4) => DRAWN,
        (1, 1, guards) if weak.advisors == 2 || guards >= 3 => DRAWN,
        (1, 0, guards) if weak.elephants == 2 || guards >= 3 => DRAWN,
        (0 | 1, ..) => FULL,
        _ => DRAWN,
    }
}

/// One cannon or horse, with or without pawns.
fn one_officer(own: Force, weak: Force) -> i32 {
    let guards = weak.guards();
    let is_cannon = own.cannons == 1;
    if own.pawns == 0 {
        return match guards {
            _ if is_cannon && own.advisors == 0 && own.spent == 0 => 0,
            _ if weak.officers() > 0 => DRAWN,
            0 | 1 => FULL,
            // A cannon with its advisors beats two advisors, and nothing better.
            2 if is_cannon && own.advisors > 0 && weak.elephants == 0 => FULL,
            _ => DRAWN,
        };
    }
    match (own.pawns, weak.officers(), guards) {
        (1, 1.., _) | (1, 0, 4) => 2 * DRAWN,
        (1, 0, 2..) if is_cannon && own.advisors == 0 => FULL / 2,
        _ => FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(fen: &str) -> i32 {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        winning_chances(&position, Material::of(&position), Color::Red)
    }

    #[test]
    fn endings_that_nobody_wins() {
        for fen in [
            "3k5/9/9/9/9/9/9/4B4/4A4/4K1B2 w",
            "3k5/4a4/4b4/9/9/9/9/4C4/9/2B1K4 w",
            "4k1b2/4a4/3ab4/9/9/9/4N4/9/4A4/3K1A3 w",
            "4ka3/4a4/9/9/6c2/9/9/R8/4A4/4K4 w",
            "4ka3/4a4/9/9/6r2/9/9/R8/4A4/4K4 w",
            "4ka3/4a4/9/9/6n2/9/9/3C5/4A4/4K4 w",
        ] {
            assert!(chances(fen) <= DRAWN, "{fen}");
        }
    }

    #[test]
    fn endings_that_are_won() {
        for fen in [
            "4ka3/4a4/9/9/9/9/9/R8/4A4/4K4 w",
            "4ka3/4a4/9/9/6n2/9/9/R8/4A4/4K4 w",
            "5k3/4a4/9/9/9/9/9/4C4/4A4/4K4 w",
            "4kab2/4a4/9/9/2C6/9/9/4N4/4A4/4K4 w",
            crate::board::START_FEN,
        ] {
            assert_eq!(chances(fen), FULL, "{fen}");
        }
    }
}
