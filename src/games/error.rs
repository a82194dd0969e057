//! What is wrong with a game in a file.

use super::Format;
use crate::board::{FenError, SetupError};
use crate::notation::NotationError;
use std::fmt;
use std::io;
use thiserror::Error;

/// A game that cannot be read or written; the others of its file are not touched by it.
#[derive(Debug)]
pub struct GameError {
    /// Which game of the file, from 1; 0 for the file itself.
    pub game: u64,
    /// Where in the file.
    pub place: Place,
    /// What is wrong.
    pub fault: Fault,
}

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Not known, or not in a file.
    Nowhere,
    /// A line of a text, from 1.
    Line(u64),
    /// A byte, from 0.
    Offset(u64),
}

/// What is wrong with a game.
#[derive(Debug, Error)]
pub enum Fault {
    /// The file cannot be read on, or not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The position where the game begins, as a FEN.
    #[error("the position `{fen}` cannot be used: {error}")]
    Fen {
        /// As it was written.
        fen: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// The position where the game begins, as pieces on squares.
    #[error("the game begins in an impossible position: {0}")]
    Setup(#[from] SetupError),
    /// A move.
    #[error("move {ply}: {error}")]
    Move {
        /// Which one, in plies from 1.
        ply: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// A move of a binary file that is not legal.
    #[error("move {ply}: {mv} is not legal in `{fen}`")]
    Illegal {
        /// Which one, in plies from 1.
        ply: usize,
        /// The move, or the two squares that make none.
        mv: String,
        /// Where it was to be made.
        fen: String,
    },
    /// A result that is none.
    #[error("`{0}` is not a result; results are 1-0, 0-1, 1/2-1/2 and *")]
    Result(String),
    /// The file ends, or the next game begins, inside of this.
    #[error("the game breaks off in {0}")]
    Cut(&'static str),
    /// Something closes that was never opened, or the like.
    #[error("{0}")]
    Malformed(String),
    /// More than a game can be.
    #[error("{0} is longer than any game needs")]
    TooLong(&'static str),
    /// The file is not what it was taken for.
    #[error("this is not a file in the format {0}")]
    NotThis(Format),
    /// The file has control characters at its beginning and is in none of the binary formats.
    #[error("this is neither text nor a file in a format that is known")]
    NotText,
    /// The file has no game.
    #[error("there is no game in it")]
    NoGame,
    /// Files in this format are not written.
    #[error("files in the format {0} are read but not written; write pgn, tsv or dhtmlxq")]
    ReadOnly(Format),
    /// A character that the encoding of the output does not have.
    #[error("`{letter}` cannot be written in {encoding}")]
    Unencodable {
        /// The character.
        letter: char,
        /// The encoding's name.
        encoding: &'static str,
    },
}

impl GameError {
    pub(super) fn new(game: u64, place: Place, fault: impl Into<Fault>) -> Self {
        Self { game, place, fault: fault.into() }
    }

    /// Whether the file itself failed, so that nothing more can come from it.
    pub fn is_final(&self) -> bool {
        matches!(self.fault, Fault::Io(_) | Fault::NotThis(_) | Fault::NotText)
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game > 0 {
            write!(f, "game {}", self.game)?;
        }
        let comma = if self.game > 0 { ", " } else { "" };
        match self.place {
            Place::Nowhere if self.game == 0 => {}
            Place::Nowhere => f.write_str(": ")?,
            Place::Line(line) => write!(f, "{comma}line {line}: ")?,
            Place::Offset(offset) => write!(f, "{comma}byte {offset}: ")?,
        }
        self.fault.fmt(f)
    }
}

impl std::error::Error for GameError {}
