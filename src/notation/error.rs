//! What is wrong with a move's text.

use super::Notation;
use crate::core::{Move, Piece};
use thiserror::Error;

/// Why a text is no move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// The text has not the shape of a move.
    #[error("`{text}` is not a move in the notation {notation}, which writes moves like {}", notation.example())]
    Unread {
        /// The text.
        text: String,
        /// The notation in which it was read.
        notation: Notation,
    },
    /// No piece of the side to move is where the text says.
    #[error("`{text}`: no {} {} is there", piece.color(), piece.kind())]
    NoPiece {
        /// The text.
        text: String,
        /// The piece that it names.
        piece: Piece,
    },
    /// The piece is there, but it may not move so.
    #[error("`{text}` is not legal in `{fen}`")]
    Illegal {
        /// The text.
        text: String,
        /// The position.
        fen: String,
    },
    /// The text can mean more than one legal move.
    #[error("`{text}` can mean {}", words(moves))]
    Ambiguous {
        /// The text.
        text: String,
        /// What it can mean.
        moves: Vec<Move>,
    },
}

fn words(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

/// A text as an error shows it: short, whatever was sent.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}
