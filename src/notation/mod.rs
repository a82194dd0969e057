//! How moves are written: coordinates, WXF, Vietnamese, Chinese.
//!
//! Every notation is read leniently and written strictly. What a text means depends on the position; a text
//! that can mean two legal moves is refused, unless one of them is what the notation itself writes so.

mod chinese;
mod column;
mod error;
mod tandem;
mod vietnamese;
mod wxf;

pub use chinese::{Chinese, Digits, Pawns, Script};
pub use error::NotationError;
pub use wxf::{Letters, Tandems, Traverse, Wxf};

use crate::board::Position;
use crate::core::{Move, Piece, Square};
use column::{Claims, Meaning, Spoken};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A way of writing moves, with its dialect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// Two squares, as UCCI has them: `h2e2`.
    Ucci,
    /// Two squares, as the internet servers have them: `H2-E2`.
    Iccs,
    /// `C2.5` and its dialects.
    Wxf(Wxf),
    /// The record of Điều 11.2: `P2-5`.
    Vietnamese,
    /// 炮二平五.
    Chinese(Chinese),
}

/// A name that no notation has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a notation; they are {names}", names = names())]
pub struct UnknownNotation(pub String);

impl Notation {
    /// Every notation that has a name.
    pub const NAMED: [(&'static str, Self); 10] = [
        ("iccs", Self::Iccs),
        ("ucci", Self::Ucci),
        ("wxf", Self::Wxf(Wxf::STANDARD)),
        ("asian", Self::Wxf(Wxf::ASIAN)),
        ("xqbase", Self::Wxf(Wxf::XQBASE)),
        ("fairy", Self::Wxf(Wxf::FAIRY)),
        ("vietnamese", Self::Vietnamese),
        ("chinese", Self::Chinese(Chinese::SIMPLIFIED)),
        ("traditional", Self::Chinese(Chinese::TRADITIONAL)),
        ("cchess", Self::Chinese(Chinese::CCHESS)),
    ];

    /// A move's text. It need not be legal, but a piece of the side to move must stand on its origin;
    /// otherwise its coordinates are written.
    pub fn write(self, position: &Position, mv: Move) -> String {
        let spoken = match self {
            Self::Ucci => return mv.to_string(),
            Self::Iccs => None,
            _ => Spoken::of(position, mv),
        };
        match (self, spoken) {
            (Self::Wxf(dialect), Some(spoken)) => dialect.write(position, mv, spoken),
            (Self::Vietnamese, Some(spoken)) => vietnamese::write(spoken),
            (Self::Chinese(dialect), Some(spoken)) => dialect.write(spoken),
            _ => format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase(),
        }
    }

    /// The texts of moves that follow one another.
    pub fn write_line(self, position: &Position, moves: &[Move]) -> Vec<String> {
        let mut position = position.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            texts.push(self.write(&position, mv));
            position.make(mv);
        }
        texts
    }

    /// The legal move that a text means.
    ///
    /// # Errors
    /// When it has not the shape of a move, names a piece that is not there or a move that is not legal, or
    /// can mean several moves none of which this dialect would write so.
    pub fn parse(self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let claims = match self {
            Self::Ucci | Self::Iccs => return self.parse_coordinates(position, text),
            Self::Wxf(_) => wxf::read(text),
            Self::Vietnamese => vietnamese::read(text),
            Self::Chinese(_) => chinese::read(text),
        };
        self.choose(position, text, &claims)
    }

    fn parse_coordinates(self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let shown = || error::shown(text);
        let mv: Move = text.parse().map_err(|_| NotationError::Unread { text: shown(), notation: self })?;
        if position.is_legal(mv) {
            Ok(mv)
        } else {
            Err(NotationError::Illegal { text: shown(), fen: position.fen() })
        }
    }

    fn choose(self, position: &Position, text: &str, claims: &Claims) -> Result<Move, NotationError> {
        let Some(first) = claims.first() else {
            return Err(NotationError::Unread { text: error::shown(text), notation: self });
        };
        let meaning = Meaning::of(position, claims);
        match meaning.moves[..] {
            [mv] => return Ok(mv),
            [] => {}
            [..] => return self.choose_own(position, text, &meaning.moves),
        }
        let text = error::shown(text);
        Err(if meaning.has_piece {
            NotationError::Illegal { text, fen: position.fen() }
        } else {
            NotationError::NoPiece { text, piece: Piece::new(position.side(), first.kind) }
        })
    }

    /// Of several moves the one that this dialect writes so.
    fn choose_own(self, position: &Position, text: &str, moves: &[Move]) -> Result<Move, NotationError> {
        let mut own = moves.iter().filter(|&&mv| self.write(position, mv) == text);
        match (own.next(), own.next()) {
            (Some(&mv), None) => Ok(mv),
            _ => Err(NotationError::Ambiguous { text: error::shown(text), moves: moves.to_vec() }),
        }
    }

    /// The first move of the commonest opening, as the notation writes it.
    pub fn example(self) -> String {
        let mv = Move::new(Square::at(2 * 9 + 7), Square::at(2 * 9 + 4));
        self.write(&Position::start(), mv)
    }

    /// The name, for people and command lines.
    pub fn name(self) -> &'static str {
        let named = Self::NAMED.iter().find(|(_, notation)| *notation == self);
        named.map_or_else(|| self.family(), |(name, _)| name)
    }

    /// The name without the dialect.
    const fn family(self) -> &'static str {
        match self {
            Self::Ucci => "ucci",
            Self::Iccs => "iccs",
            Self::Wxf(_) => "wxf",
            Self::Vietnamese => "vietnamese",
            Self::Chinese(_) => "chinese",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    /// Finds a notation by its name, in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        named.map(|&(_, notation)| notation).ok_or_else(|| UnknownNotation(error::shown(text)))
    }
}

fn names() -> String {
    Notation::NAMED.map(|(name, _)| name).join(", ")
}
