//! Games for training, in memory and on disk.
//!
//! A file is a [`Header`] of 32 bytes and then one game after the other, only ever appended to. All numbers
//! are little-endian. A game is
//!
//! | bytes | what |
//! |---|---|
//! | 4 | its number in the run that played it |
//! | 2 | how many plies it has, `n` |
//! | 1 | the [`Outcome`] |
//! | 1 | the [`Reason`] |
//! | 32 | where it starts, a [`PackedPosition`] |
//! | `4 n` | a [`Ply`] each: the move, and the score in centipawns from its mover's view |
//! | 4 | a check sum of all that |

mod file;
mod pack;

pub use file::{Header, Reader, RecordError, Tail, Writer, read_all, write_all};
pub use pack::{PackedPosition, UnpackError};

use crate::board::Position;
use crate::core::{Color, Move};

/// The bytes of a game without its plies.
const FRAME: usize = 8 + PackedPosition::SIZE + 4;
/// The bytes of a ply.
const PLY: usize = 4;
/// The longest game that a record holds; far longer than the law lets a game be.
pub const MAX_PLIES: usize = 4096;

/// Who won a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// Red won.
    RedWins,
}

impl Outcome {
    /// All outcomes, in the order of their stored numbers.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::RedWins];

    /// The outcome of a game that a side won.
    pub const fn win_of(winner: Color) -> Self {
        match winner {
            Color::Red => Self::RedWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// What the game brought a side: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub const fn points(self, side: Color) -> f32 {
        match (self, side) {
            (Self::Draw, _) => 0.5,
            (Self::RedWins, Color::Red) | (Self::BlackWins, Color::Black) => 1.0,
            _ => 0.0,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move had no legal move, in check or not.
    NoLegalMove,
    /// A position stood for the third time and nobody had broken a prohibition.
    Repetition,
    /// A position stood for the third time and a side had broken a prohibition, by perpetual check or chase.
    Breach,
    /// The limit of moves without a capture.
    NoCapture,
    /// No attacker was left on the board.
    NoAttackers,
    /// One side's scores were far above for several moves.
    ClearScores,
    /// The scores stayed at zero for many moves.
    Equality,
    /// The game was longer than a training game is worth.
    Length,
}

impl Reason {
    /// All reasons, in the order of their stored numbers.
    pub const ALL: [Self; 8] = [
        Self::NoLegalMove,
        Self::Repetition,
        Self::Breach,
        Self::NoCapture,
        Self::NoAttackers,
        Self::ClearScores,
        Self::Equality,
        Self::Length,
    ];

    /// The reason in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoLegalMove => "no legal move",
            Self::Repetition => "repetition",
            Self::Breach => "breach of the law",
            Self::NoCapture => "no capture",
            Self::NoAttackers => "no attackers",
            Self::ClearScores => "clear scores",
            Self::Equality => "long equality",
            Self::Length => "length",
        }
    }
}

/// A move of a game, and what its mover's search thought of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The score in centipawns from the mover's view; mates as the search counts them.
    pub score: i16,
}

/// A game for training.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its number in the run that played it; together with the run's seed it determines the opening.
    pub number: u32,
    /// Where it starts.
    pub start: PackedPosition,
    /// Its moves.
    pub plies: Vec<Ply>,
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
}

impl Game {
    /// Shows every position of the game with the move that was played there.
    ///
    /// # Errors
    /// When the start is no position or a move is not legal; what came before was shown.
    pub fn replay(&self, mut visit: impl FnMut(&Position, Ply)) -> Result<(), UnpackError> {
        let mut position = self.start.unpack()?;
        for &ply in &self.plies {
            if !position.is_legal(ply.mv) {
                return Err(UnpackError::Illegal { mv: ply.mv, fen: position.fen() });
            }
            visit(&position, ply);
            position.make(ply.mv);
        }
        Ok(())
    }

    /// Appends the game's bytes.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        let plies = &self.plies[..self.plies.len().min(MAX_PLIES)];
        bytes.extend(self.number.to_le_bytes());
        bytes.extend((plies.len() as u16).to_le_bytes());
        bytes.extend([self.outcome as u8, self.reason as u8]);
        bytes.extend(self.start.bytes());
        for ply in plies {
            bytes.extend(ply.mv.bits().to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        bytes.extend(checksum(&bytes[start..]).to_le_bytes());
    }

    /// How many bytes the game takes whose first [`Game::PREFIX`] bytes these are.
    fn encoded_size(prefix: [u8; Self::PREFIX]) -> usize {
        FRAME + PLY * usize::from(u16::from_le_bytes([prefix[4], prefix[5]]))
    }

    /// How many bytes tell how many there are.
    const PREFIX: usize = 8;

    /// The game of these bytes; `None` if they are not one.
    fn decode(bytes: &[u8]) -> Option<Self> {
        let (body, check) = bytes.split_last_chunk::<4>()?;
        if checksum(body) != u32::from_le_bytes(*check) {
            return None;
        }
        let (head, rest) = body.split_first_chunk::<{ Self::PREFIX }>()?;
        let (start, plies) = rest.split_first_chunk::<{ PackedPosition::SIZE }>()?;
        let plies = plies
            .chunks_exact(PLY)
            .map(|ply| {
                let mv = Move::from_bits(u16::from_le_bytes([ply[0], ply[1]]))?;
                Some(Ply { mv, score: i16::from_le_bytes([ply[2], ply[3]]) })
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Self {
            number: u32::from_le_bytes([head[0], head[1], head[2], head[3]]),
            start: PackedPosition::from_bytes(*start),
            plies,
            outcome: *Outcome::ALL.get(usize::from(head[6]))?,
            reason: *Reason::ALL.get(usize::from(head[7]))?,
        })
    }
}

/// The FNV-1a hash of 32 bits (Fowler, Noll, Vo 1991).
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests;
