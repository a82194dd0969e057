//! The small types that everything else is built from: squares, pieces, moves, sets and scores.
//!
//! Squares are numbered `rank * 9 + file`, from `a0` (Red's left rook) to `i9`; Red sits at rank 0.

mod bitboard;
mod color;
mod mv;
mod piece;
mod score;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use mv::{Move, ParseMoveError};
pub use piece::{Kind, Piece};
pub use score::{MAX_PLY, Score};
pub use square::{File, ParseSquareError, Rank, Square};
