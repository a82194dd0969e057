//! Positions given on the command line.

use phao::board::{FenError, Position};
use phao::core::{Move, ParseMoveError};
use thiserror::Error;

/// What is wrong with a position on the command line.
#[derive(Debug, Error)]
pub(super) enum SetupError {
    /// The FEN.
    #[error("the FEN `{fen}` cannot be used: {error}")]
    Fen {
        /// As it was given.
        fen: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A move that is none.
    #[error("move {number}: {error}")]
    Unread {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        error: ParseMoveError,
    },
    /// A move that is not legal.
    #[error("move {number}, {mv}, is not legal in `{fen}`")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// Where it was to be made.
        fen: String,
    },
}

/// The position of a FEN (`startpos` and nothing mean the start of a game) after moves with blanks or
/// commas between them.
pub(super) fn position(fen: Option<&str>, moves: Option<&str>) -> Result<Position, SetupError> {
    let mut position = match fen.map(str::trim) {
        None | Some("" | "startpos" | "start") => Position::start(),
        Some(fen) => fen.parse().map_err(|error| SetupError::Fen { fen: fen.to_owned(), error })?,
    };
    let words = moves.unwrap_or_default().split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty());
    for (index, word) in words.enumerate() {
        let number = index + 1;
        let mv = word.parse().map_err(|error| SetupError::Unread { number, error })?;
        if !position.is_legal(mv) {
            return Err(SetupError::Illegal { number, mv, fen: position.fen() });
        }
        position.make(mv);
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named() {
        let message = |fen, moves| position(fen, moves).expect_err("an error").to_string();
        assert!(message(Some("foo"), None).starts_with("the FEN `foo` cannot be used: a board has 10 ranks"));
        assert!(message(None, Some("h2e2 x")).starts_with("move 2: `x` is not a move"));
        assert!(message(None, Some("h2e2, a0a9")).starts_with("move 2, a0a9, is not legal in `rnba"));
        assert!(position(Some("startpos"), Some("H2-E2,h9g7  h0g2")).is_ok());
    }
}
