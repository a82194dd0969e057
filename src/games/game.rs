//! A game: what is said of it, where it begins, its moves with what is said of them, and its result.

use crate::board::Position;
use crate::core::Move;
use std::fmt;
use std::str::FromStr;

/// A game. Every move of its main line is legal where it is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// What is said of it.
    pub tags: Tags,
    /// Where it begins; the position has no history.
    pub start: Position,
    /// What is said before the first move.
    pub comment: String,
    /// The main line.
    pub moves: Vec<GameMove>,
    /// How it ended.
    pub outcome: Outcome,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameMove {
    /// The move.
    pub mv: Move,
    /// What is said after it; empty for nothing.
    pub comment: String,
    /// Lines that could have been played instead of this move and those that follow; their moves are legal.
    pub variations: Vec<Vec<GameMove>>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    /// Red won.
    RedWins,
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// It is not known, or the game goes on.
    #[default]
    Unknown,
}

/// More tags than any game has.
pub(super) const MAX_TAGS: usize = 500;

/// Names and values, in the order in which they came, each name once.
///
/// The names are those of the Xiangqi specification of PGN (`Event`, `Date`, `Red`, `Black`, `ECCO`, …), whatever
/// the file calls them. `Result`, `FEN` and `Format` are no tags: the game itself says what they say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Game {
    /// A game without moves.
    pub fn new(start: Position) -> Self {
        Self {
            tags: Tags::default(),
            start,
            comment: String::new(),
            moves: Vec::new(),
            outcome: Outcome::Unknown,
        }
    }

    /// The moves of the main line.
    pub fn line(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.moves.iter().map(|game_move| game_move.mv)
    }

    /// Whether it begins at the start of a game.
    pub fn is_from_start(&self) -> bool {
        self.start == Position::start()
    }
}

impl GameMove {
    /// A move of which nothing is said.
    pub const fn new(mv: Move) -> Self {
        Self { mv, comment: String::new(), variations: Vec::new() }
    }
}

impl Tags {
    /// A tag's value; empty if it is not there. Names are found in either case.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }

    /// Sets a tag; an empty value takes it away.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        let known = self.0.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        match known {
            Some(index) if value.is_empty() => {
                self.0.remove(index);
            }
            Some(index) => self.0[index].1 = value,
            None if value.is_empty() => {}
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl fmt::Display for Outcome {
    /// Writes the result as PGN does: `1-0`, `0-1`, `1/2-1/2`, `*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

/// A text that is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoOutcome;

impl FromStr for Outcome {
    type Err = NoOutcome;

    /// Reads results as PGN and the Chinese programs write them.
    fn from_str(text: &str) -> Result<Self, NoOutcome> {
        Ok(match text.trim() {
            "1-0" | "红胜" | "紅勝" | "红先胜" | "紅先勝" => Self::RedWins,
            "0-1" | "黑胜" | "黑勝" | "红先负" | "紅先負" => Self::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" | "和棋" | "和" | "红先和" | "紅先和" => Self::Draw,
            "*" | "" | "?" | "未知" => Self::Unknown,
            _ => return Err(NoOutcome),
        })
    }
}
