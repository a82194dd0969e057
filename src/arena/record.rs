//! What is written down of a game.

use super::reason::Reason;
use crate::core::{Color, Move, Score};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// Red.
    #[serde(rename = "1-0")]
    RedWins,
    /// Black.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl Outcome {
    /// What a side gets: 2 half points for a win, 1 for a draw.
    pub const fn half_points(self, side: Color) -> u32 {
        match (self, side) {
            (Self::Draw, _) => 1,
            (Self::RedWins, Color::Red) | (Self::BlackWins, Color::Black) => 2,
            _ => 0,
        }
    }
}

impl From<Option<Color>> for Outcome {
    fn from(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::Red) => Self::RedWins,
            Some(Color::Black) => Self::BlackWins,
            None => Self::Draw,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// A move as it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "RawMove", try_from = "RawMove")]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// How long it took, in milliseconds.
    pub millis: u32,
    /// The engine's score, from its own view.
    pub score: Option<Score>,
    /// The depth of its search.
    pub depth: Option<u32>,
}

/// As it is stored: `["h2e2",103,17,9]`.
type RawMove = (String, u32, Option<i32>, Option<u32>);

impl From<PlayedMove> for RawMove {
    fn from(played: PlayedMove) -> Self {
        (played.mv.to_string(), played.millis, played.score.map(|score| score.0), played.depth)
    }
}

impl TryFrom<RawMove> for PlayedMove {
    type Error = crate::core::ParseMoveError;

    fn try_from((mv, millis, score, depth): RawMove) -> Result<Self, Self::Error> {
        Ok(Self { mv: mv.parse()?, millis, score: score.map(Score), depth })
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 0.
    pub game: usize,
    /// Its round, from 1.
    pub round: usize,
    /// Red's engine.
    pub red: usize,
    /// Black's engine.
    pub black: usize,
    /// The name of the opening.
    pub opening: String,
    /// Where it began.
    pub fen: String,
    /// Who won.
    pub result: Outcome,
    /// Why.
    pub reason: Reason,
    /// What happened, if an engine did not behave.
    pub detail: String,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// The moves.
    pub moves: Vec<PlayedMove>,
}

impl GameRecord {
    /// The engine of a side.
    pub const fn engine(&self, side: Color) -> usize {
        match side {
            Color::Red => self.red,
            Color::Black => self.black,
        }
    }

    /// The side of an engine.
    pub const fn side_of(&self, engine: usize) -> Color {
        if self.red == engine { Color::Red } else { Color::Black }
    }

    /// Who won.
    pub const fn winner(&self) -> Option<Color> {
        match self.result {
            Outcome::RedWins => Some(Color::Red),
            Outcome::BlackWins => Some(Color::Black),
            Outcome::Draw => None,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A short game between the engines 0 and 1.
    pub(in super::super) fn sample(game: usize, result: Outcome) -> GameRecord {
        let played = |mv: &str, score| PlayedMove {
            mv: mv.parse().unwrap(),
            millis: 103,
            score: Some(Score(score)),
            depth: Some(9),
        };
        GameRecord {
            game,
            round: game / 2 + 1,
            red: game % 2,
            black: 1 - game % 2,
            opening: "A1".to_owned(),
            fen: crate::board::START_FEN.to_owned(),
            result,
            reason: Reason::Resignation,
            detail: String::new(),
            started: 1_700_000_000,
            moves: vec![played("h2e2", 17), played("h9g7", -17), played("h0g2", Score::mate_in(3).0)],
        }
    }

    #[test]
    fn a_record_survives_its_line() {
        let record = sample(3, Outcome::BlackWins);
        let line = serde_json::to_string(&record).unwrap();
        assert!(line.contains(r#"["h2e2",103,17,9]"#) && line.contains(r#""result":"0-1""#), "{line}");
        assert_eq!(serde_json::from_str::<GameRecord>(&line).unwrap(), record);
    }

    #[test]
    fn points() {
        assert_eq!(Outcome::RedWins.half_points(Color::Red), 2);
        assert_eq!(Outcome::RedWins.half_points(Color::Black), 0);
        assert_eq!(Outcome::Draw.half_points(Color::Black), 1);
    }
}
