//! What a position is worth without searching it.

pub mod layout;
mod pair;
mod params;

pub use pair::Pair;
pub use params::WEIGHTS;

use crate::board::Position;
use crate::core::{Bitboard, Color, Kind, Piece, Score, Square};

/// The phase of a position with all its attackers on the board.
const FULL_PHASE: i32 = 16;

/// What every piece is worth on every square for Red, material and square in one look-up.
static PIECE_SQUARES: [[Pair; Square::COUNT]; Piece::COUNT] = piece_squares();

/// The worth of a position in centipawns, from the view of the side to move.
///
/// A pawn that has not crossed the river is worth 100 in the middlegame. The result is never a mate score.
pub fn evaluate(position: &Position) -> Score {
    let mut total = Pair::ZERO;
    each_piece(position, |piece, square| total += PIECE_SQUARES[piece.index()][square.index()]);
    let phase = phase(position);
    let red = (total.middlegame() * phase + total.endgame() * (FULL_PHASE - phase)) / FULL_PHASE;
    Score(if position.side() == Color::Red { red } else { -red }).clamp_eval()
}

/// How much of the middlegame is left, from 0 to [`FULL_PHASE`], counted by the attackers on the board.
fn phase(position: &Position) -> i32 {
    let count = |kind| position.of_kind(kind).len() as i32;
    (2 * count(Kind::Rook) + count(Kind::Cannon) + count(Kind::Horse)).min(FULL_PHASE)
}

/// Visits every piece on the board.
#[inline]
fn each_piece(position: &Position, mut visit: impl FnMut(Piece, Square)) {
    let Bitboard(occupied) = position.occupied();
    // Two halves of 64 bits are walked faster than one of 128.
    for (mut half, offset) in [(occupied as u64, 0), ((occupied >> 64) as u64, 64)] {
        while half != 0 {
            let square = Square::at(half.trailing_zeros() as usize + offset);
            half &= half - 1;
            if let Some(piece) = position.piece_on(square) {
                visit(piece, square);
            }
        }
    }
}

const fn piece_squares() -> [[Pair; Square::COUNT]; Piece::COUNT] {
    let mut table = [[Pair::ZERO; Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        let mut square = 0;
        while square < Square::COUNT {
            let seen = Square::at(square).relative_to(piece.color());
            let worth = params::WEIGHTS[layout::MATERIAL.at(piece.kind().index())]
                .plus(params::WEIGHTS[layout::piece_square(piece.kind(), seen)]);
            table[index][square] = match piece.color() {
                Color::Red => worth,
                Color::Black => worth.negated(),
            };
            square += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_even() {
        assert_eq!(evaluate(&Position::start()), Score::ZERO);
    }
}
