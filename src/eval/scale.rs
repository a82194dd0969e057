//! How much of an advantage can be turned into a win.

use super::reach::Reach;

/// The scale of a position where nothing stands against winning.
pub(super) const FULL: i32 = 64;

/// What is left of `strong`'s advantage, out of [`FULL`], by what it has to win with.
///
/// Without an attacker nothing wins; a lone horse or cannon seldom breaks two guards, and a cannon without an
/// own advisor has no screen to mate with (the known endings, by exact tables).
pub(super) fn winning_chances(strong: &Reach, weak: &Reach) -> i32 {
    let own = strong.count;
    let guards = weak.count.guards();
    let defenders = 2 * weak.count.rooks + weak.count.cannons + weak.count.horses;
    match (own.rooks, own.cannons + own.horses, own.pawns) {
        (0, 0, 0) => 0,
        (0, 0, pawns) => [0, 20, 36, 52, 60, 60][pawns],
        (0, 1, 0) if own.cannons == 1 && own.advisors == 0 => 2,
        (0, 1, 0) => [FULL, 32, 10, 6, 4][guards],
        (0, 1, 1) => [FULL, 52, 40, 32, 28][guards],
        (0, 2, 0) => [FULL, 60, 56, 48, 40][guards],
        // A rook alone does not beat a full guard, nor a rook.
        (1, 0, 0) if defenders >= 2 => 8,
        (1, 0, 0) => [FULL, FULL, 60, 52, 28][guards],
        _ => FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::core::Color;

    fn chances(fen: &str) -> i32 {
        let position: Position = fen.parse().unwrap();
        winning_chances(&Reach::of(&position, Color::Red), &Reach::of(&position, Color::Black))
    }

    #[test]
    fn endings() {
        assert_eq!(chances("3k5/9/9/9/9/9/9/4B4/4A4/4K1B2 w"), 0);
        assert!(chances("3k5/4a4/4b4/9/9/9/9/4C4/9/4K4 w") < 4);
        assert!(chances("3k5/4a4/4b4/9/9/4N4/9/9/9/4K4 w") < FULL / 4);
        assert_eq!(chances("3k5/9/9/9/9/4N4/9/9/9/4K4 w"), FULL);
        assert_eq!(chances(crate::board::START_FEN), FULL);
    }
}
