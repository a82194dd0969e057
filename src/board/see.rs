//! Static exchange evaluation: what a series of captures on one square wins.

use super::Position;
use crate::core::{Bitboard, Kind, Move, Square};

/// What a kind is worth in an exchange, in centipawns; a king ends every exchange. About what the network
/// thinks that it is worth (`phao net worth`).
#[inline]
pub const fn exchange_value(kind: Kind) -> i32 {
    match kind {
        Kind::King => 10_000,
        Kind::Advisor | Kind::Elephant => 150,
        Kind::Horse => 390,
        Kind::Rook => 1_000,
        Kind::Cannon => 460,
        Kind::Pawn => 90,
    }
}

/// Who captures first: the least valuable, since it is the one that may be lost.
const CAPTURE_ORDER: [Kind; Kind::COUNT] =
    [Kind::Pawn, Kind::Elephant, Kind::Advisor, Kind::Horse, Kind::Cannon, Kind::Rook, Kind::King];

impl Position {
    /// Whether a pseudo-legal move and the best captures that follow on its target bring the mover at
    /// least `threshold` centipawns.
    ///
    /// The attackers are found anew after every capture, because each one changes cannon screens, horse
    /// legs and what stands behind. Pins are set aside, but a king never captures into an attack.
    pub fn exchange_is_at_least(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.piece_on(from) else { return false };
        let gained = self.piece_on(to).map_or(0, |captured| exchange_value(captured.kind()));
        // The balance is what the side that just captured has above what it needs.
        let mut balance = gained - threshold;
        if balance < 0 {
            return false;
        }
        balance -= exchange_value(mover.kind());
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupied().without(from).with(to);
        let mut side = !mover.color();
        loop {
            let attackers = self.attackers_to(to, occupied.without(to).with(to)) - to.bb();
            let Some((square, kind)) = self.least_valuable(attackers & self.of_color(side)) else { break };
            if kind == Kind::King && (attackers & self.of_color(!side)).any() {
                break;
            }
            occupied = occupied.without(square);
            balance = -balance - 1 - exchange_value(kind);
            side = !side;
            if balance >= 0 {
                break;
            }
        }
        // The side that cannot or need not go on has lost the exchange, unless it is to the other's good.
        side != mover.color()
    }

    fn least_valuable(&self, attackers: Bitboard) -> Option<(Square, Kind)> {
        if attackers.is_empty() {
            return None;
        }
        CAPTURE_ORDER.into_iter().find_map(|kind| Some(((attackers & self.of_kind(kind)).first()?, kind)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange(fen: &str, mv: &str) -> i32 {
        let position: Position = fen.parse().unwrap();
        let mv = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} in {fen}");
        let mut value = -2_000;
        while position.exchange_is_at_least(mv, value + 10) {
            value += 10;
        }
        value
    }

    #[test]
    fn exchanges() {
        let value = exchange_value;
        let cases = [
            // A free pawn; a pawn that a rook guards.
            ("3k5/9/9/4p4/9/4R4/9/9/9/4K4 w", "e4e6", value(Kind::Pawn)),
            ("3k5/9/9/4p3r/9/4R4/9/9/9/4K4 w", "e4e6", value(Kind::Pawn) - value(Kind::Rook)),
            // The first capture is the second cannon's screen: both sides count it.
            ("3k5/9/9/r3p4/9/4R4/9/4C4/9/5K3 w", "e4e6", value(Kind::Pawn) - value(Kind::Rook)),
            ("3k5/9/9/r3p4/4R4/9/4P4/4C4/9/5K3 w", "e5e6", value(Kind::Pawn)),
            // A quiet move to a square that a pawn attacks.
            ("3k5/9/9/4p4/9/9/9/4R4/9/5K3 w", "e2e5", -value(Kind::Rook)),
            // The king guards, but not against two.
            ("4k4/4a4/9/9/9/9/4R4/9/9/3K5 w", "e3e8", value(Kind::Advisor) - value(Kind::Rook)),
            ("4k4/4a4/9/9/9/4R4/4R4/9/9/3K5 w", "e4e8", value(Kind::Advisor)),
        ];
        for (fen, mv, expected) in cases {
            assert_eq!(exchange(fen, mv), expected, "{mv} in {fen}");
        }
    }
}
