//! Random numbers whose sums identify positions (Zobrist hashing, 1970).

use crate::core::{Color, Piece, Square};

static PIECES: [[u64; Square::COUNT]; Piece::COUNT] = pieces();

/// The number of the side to move, summed in when it is Black.
pub(super) const BLACK_TO_MOVE: u64 = mix(0x5048_414f);

/// The number of a piece on a square.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

/// The number of the side to move.
#[inline]
pub(super) const fn side(color: Color) -> u64 {
    match color {
        Color::Red => 0,
        Color::Black => BLACK_TO_MOVE,
    }
}

const fn pieces() -> [[u64; Square::COUNT]; Piece::COUNT] {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            table[piece][square] = mix(1 + (piece * Square::COUNT + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
}

/// One number of the `SplitMix64` sequence (Steele, Lea, Flood 2014).
const fn mix(counter: u64) -> u64 {
    let mut x = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
