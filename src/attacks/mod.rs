//! Where pieces attack, from tables built by the compiler.
//!
//! `sliders` answers for rooks and cannons, `steppers` for the others. "Attack" means the squares a
//! piece could capture on; for the rook and the steppers these are also the squares it moves to.

mod sliders;
mod steppers;

#[cfg(test)]
mod walker;

pub use sliders::{Lines, between, cannon, lines, rook};
pub use steppers::{
    advisor, attack_zone, elephant, horse, horse_legs, horse_sources, king, pawn, pawn_sources,
};

use crate::core::{Bitboard, Kind, Piece, Square};

/// Where a piece moves by its own way of moving, whatever stands on the target. For a cannon, quiet squares and
/// captures.
#[inline]
pub fn targets(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind() {
        Kind::King => king(from),
        Kind::Advisor => advisor(from),
        Kind::Elephant => elephant(from, occupied),
        Kind::Horse => horse(from, occupied),
        Kind::Rook => rook(from, occupied),
        Kind::Cannon => {
            let lines = lines(from, occupied);
            lines.rook - occupied | lines.cannon & occupied
        }
        Kind::Pawn => pawn(piece.color(), from),
    }
}
