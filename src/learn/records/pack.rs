//! A position in 32 bytes.

use crate::board::{Position, SetupError};
use crate::core::{Color, Move, Piece, Square};
use thiserror::Error;

/// A position in 32 bytes: the occupied squares as a set of 90 bits (the highest of 96 bits says that Black
/// is to move), four bits a piece in the order of their squares, plies since the last capture (at most 255)
/// and plies since the start of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedPosition([u8; Self::SIZE]);

/// Why bytes are no position, or moves no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UnpackError {
    /// There are more pieces than a game has, or one of a kind that does not exist.
    #[error("the bytes are no pieces")]
    Pieces,
    /// The pieces are no position of a game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move that cannot be played.
    #[error("{mv} is not legal in `{fen}`")]
    Illegal {
        /// The move.
        mv: Move,
        /// Where it was to be played.
        fen: String,
    },
}

/// Where the pieces begin, and how many bytes they have.
const PIECES: usize = 12;
const MAX_PIECES: usize = 32;
const BLACK_TO_MOVE: u128 = 1 << 95;

impl PackedPosition {
    /// How many bytes a position has.
    pub const SIZE: usize = 32;

    /// Packs a position; its history is not kept.
    pub fn pack(position: &Position) -> Self {
        let mut bytes = [0; Self::SIZE];
        let mut squares = position.occupied().0;
        let pieces = position.occupied().into_iter().filter_map(|square| position.piece_on(square));
        for (index, piece) in pieces.enumerate().take(MAX_PIECES) {
            bytes[PIECES + index / 2] |= (piece.index() as u8) << (index % 2 * 4);
        }
        if position.side() == Color::Black {
            squares |= BLACK_TO_MOVE;
        }
        bytes[..PIECES].copy_from_slice(&squares.to_le_bytes()[..PIECES]);
        bytes[28] = position.no_capture_plies().min(255) as u8;
        bytes[30..].copy_from_slice(&(position.game_ply().min(u32::from(u16::MAX)) as u16).to_le_bytes());
        Self(bytes)
    }

    /// The position.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn unpack(&self) -> Result<Position, UnpackError> {
        let mut mailbox = [None; Square::COUNT];
        for (square, piece) in self.pieces().ok_or(UnpackError::Pieces)? {
            mailbox[square.index()] = Some(piece);
        }
        let no_capture = u32::from(self.0[28]);
        let game_ply = u32::from(u16::from_le_bytes([self.0[30], self.0[31]]));
        Ok(Position::from_mailbox(mailbox, self.side(), no_capture, game_ply)?)
    }

    /// The side to move.
    pub fn side(&self) -> Color {
        if self.0[11] & 0x80 == 0 { Color::Red } else { Color::Black }
    }

    /// The pieces on their squares, in the order of the squares; `None` if the bytes are none.
    pub fn pieces(&self) -> Option<impl Iterator<Item = (Square, Piece)> + '_> {
        let mut word = [0; 16];
        word[..PIECES].copy_from_slice(&self.0[..PIECES]);
        let mut squares = u128::from_le_bytes(word) & !BLACK_TO_MOVE;
        let count = squares.count_ones() as usize;
        if count > MAX_PIECES || squares >> Square::COUNT != 0 {
            return None;
        }
        let code = |index: usize| usize::from(self.0[PIECES + index / 2] >> (index % 2 * 4) & 15);
        if (0..count).any(|index| code(index) >= Piece::COUNT) {
            return None;
        }
        Some((0..count).map(move |index| {
            let square = Square::at(squares.trailing_zeros() as usize);
            squares &= squares - 1;
            (square, Piece::ALL[code(index)])
        }))
    }

    /// The bytes as they are stored.
    pub const fn bytes(&self) -> [u8; Self::SIZE] {
        self.0
    }

    /// Stored bytes; whether they are a position shows when they are unpacked.
    pub const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        Self(bytes)
    }
}
