//! Where games begin.

use super::pgn;
use super::rng::Rng;
use crate::board::{FenError, Position};
use crate::core::Move;
use crate::movegen::has_legal_move;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The openings that come with the program.
const DEFAULT: &str = include_str!("../../book/openings.tsv");

/// How many moves of each side of a PGN game are an opening.
const PGN_PLIES: usize = 16;

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// Its name or number in its file.
    pub id: String,
    /// The position, in full.
    pub fen: String,
}

/// In which order openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// In a random order of a seed; all before any comes again.
    #[default]
    Random,
    /// In the order of the file.
    Sequential,
}

/// What is wrong with a file of openings.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file.
    #[error("the openings in {path} cannot be read: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// A position.
    #[error("opening {number}: `{fen}`: {error}")]
    Fen {
        /// Which one, from 1.
        number: usize,
        /// The position.
        fen: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A position in which the game is over.
    #[error("opening {number}: `{fen}`: the side to move has no legal move")]
    Over {
        /// Which one, from 1.
        number: usize,
        /// The position.
        fen: String,
    },
    /// A move.
    #[error("game {number}: `{word}` is no legal move in coordinates (like H2-E2)")]
    Move {
        /// Which game, from 1.
        number: usize,
        /// The word.
        word: String,
    },
    /// Nothing at all.
    #[error("there is no opening in {0}")]
    Empty(String),
}

/// The openings that come with the program, in their own order.
///
/// # Errors
/// Never, as a test sees to.
pub fn default_openings() -> Result<Vec<Opening>, OpeningsError> {
    parse(DEFAULT, "the built-in openings")
}

/// The openings of a file: a table with a column `fen`, one FEN or EPD a line, or PGN games.
///
/// # Errors
/// When the file, or anything in it, cannot be used; an opening that were silently left out would change
/// the schedule.
pub fn load(path: &Path) -> Result<Vec<Opening>, OpeningsError> {
    let bytes = fs::read(path).map_err(|error| OpeningsError::File { path: path.to_owned(), error })?;
    parse(&String::from_utf8_lossy(&bytes), &path.display().to_string())
}

/// Puts openings into the order in which they are used.
pub fn arrange(openings: &mut [Opening], order: Order, seed: u64) {
    if order == Order::Random {
        Rng::new(seed).shuffle(openings);
    }
}

fn parse(text: &str, source: &str) -> Result<Vec<Opening>, OpeningsError> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let openings = match first {
        Some(line) if line.starts_with('[') => of_games(text)?,
        Some(line) if line.split('\t').any(|column| column == "fen") => of_table(text)?,
        _ => of_lines(text)?,
    };
    if openings.is_empty() { Err(OpeningsError::Empty(source.to_owned())) } else { Ok(openings) }
}

/// A table whose first line names its columns.
fn of_table(text: &str) -> Result<Vec<Opening>, OpeningsError> {
    let mut rows = content(text);
    let heads: Vec<_> = rows.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| heads.iter().position(|&head| head == name);
    let (fen, id) = (column("fen").unwrap_or(0), column("id"));
    rows.enumerate()
        .map(|(index, row)| {
            let cell = |at: usize| row.split('\t').nth(at).unwrap_or_default();
            let id = id.map_or_else(|| (index + 1).to_string(), |id| cell(id).to_owned());
            opening(index + 1, id, cell(fen))
        })
        .collect()
}

/// One position a line; EPD operations after a semicolon are passed over, except `id`.
fn of_lines(text: &str) -> Result<Vec<Opening>, OpeningsError> {
    content(text)
        .enumerate()
        .map(|(index, line)| {
            let (fen, operations) = line.split_once(';').unwrap_or((line, ""));
            let id = operations.split(';').find_map(|part| part.trim().strip_prefix("id "));
            let id = id.map_or_else(|| (index + 1).to_string(), |id| id.trim_matches('"').to_owned());
            opening(index + 1, id, fen)
        })
        .collect()
}

/// The first moves of games.
fn of_games(text: &str) -> Result<Vec<Opening>, OpeningsError> {
    pgn::games(text)
        .into_iter()
        .enumerate()
        .map(|(index, game)| {
            let number = index + 1;
            let mut position: Position = match &game.fen {
                Some(fen) => {
                    fen.parse().map_err(|error| OpeningsError::Fen { number, fen: fen.clone(), error })?
                }
                None => Position::start(),
            };
            for word in game.moves.iter().take(PGN_PLIES) {
                let mv = word.parse::<Move>().ok().filter(|&mv| position.is_legal(mv));
                position.make(mv.ok_or_else(|| OpeningsError::Move { number, word: word.clone() })?);
            }
            opening(number, number.to_string(), &position.fen())
        })
        .collect()
}

fn content(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn opening(number: usize, id: String, fen: &str) -> Result<Opening, OpeningsError> {
    let position: Position = fen.parse().map_err(|error| OpeningsError::Fen {
        number,
        fen: fen.chars().take(120).collect(),
        error,
    })?;
    let fen = position.fen();
    if has_legal_move(&position) { Ok(Opening { id, fen }) } else { Err(OpeningsError::Over { number, fen }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;
    use std::collections::HashSet;

    #[test]
    fn the_built_in_openings_are_sound() {
        let openings = default_openings().unwrap();
        assert!(openings.len() >= 200, "{}", openings.len());
        let boards: HashSet<_> = openings.iter().map(|opening| opening.fen.as_str()).collect();
        assert_eq!(boards.len(), openings.len());
        assert!(DEFAULT.contains("CC BY 4.0") && DEFAULT.contains("Yu-Han Tseng and Bo-Nian Chen"));
        let mut shuffled = openings.clone();
        arrange(&mut shuffled, Order::Random, 1);
        assert_ne!(shuffled, openings);
        arrange(&mut shuffled, Order::Sequential, 1);
        assert_ne!(shuffled, openings);
    }

    #[test]
    fn every_format_is_read() {
        let lines = parse(&format!("# a comment\n{START_FEN}\n{START_FEN} ;id \"x\"; c0 y\n\n"), "").unwrap();
        assert_eq!((lines[0].id.as_str(), lines[1].id.as_str()), ("1", "x"));
        let table = parse(&format!("games\tfen\tid\n5\t{START_FEN}\tA1\n"), "").unwrap();
        assert_eq!(table, [Opening { id: "A1".to_owned(), fen: START_FEN.to_owned() }]);
        let pgn = "[Game \"Chinese Chess\"]\n[Result \"*\"]\n1. H2-E2 {a comment} H9-G7\n2. h0g2 *\n\n[Event \"x\"]\n\n1. C3-C4 *\n";
        let games = parse(pgn, "").unwrap();
        assert_eq!(games.len(), 2);
        assert!(games[0].fen.ends_with(" b - - 3 2"), "{}", games[0].fen);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let message = |text: &str| parse(text, "the file").unwrap_err().to_string();
        assert!(message("").contains("no opening in the file"));
        assert!(message("foo\n").starts_with("opening 1: `foo`"));
        assert!(message("3k5/4P4/9/9/9/9/9/9/9/4K4 b").contains("no legal move"));
        assert!(message("[Event \"x\"]\n1. foo *").contains("`foo`"));
    }
}
