//! Where games begin.

use super::rng::{self, Rng};
use crate::board::{FenError, Position, START_FEN};
use crate::games::{self, Game, GameError, ReadOptions};
use crate::movegen::has_legal_move;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Cursor, Read as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The openings that come with the program.
const DEFAULT: &str = include_str!("../../book/openings.tsv");

/// How many plies of a game are an opening.
const GAME_PLIES: usize = 16;

/// The longest file that is read; a device may have no end.
const MAX_BYTES: u64 = 256 << 20;

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

/// What is wrong with openings.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file.
    #[error("the openings in {path} cannot be read: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Something in it.
    #[error("{name}, line {line}: {fault}")]
    Line {
        /// What the openings are from.
        name: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: OpeningFault,
    },
    /// A game that cannot be read.
    #[error("{name}: {error}")]
    Game {
        /// What the openings are from.
        name: String,
        /// Which game, where, and what is wrong with it.
        error: GameError,
    },
    /// A game that is over after its opening.
    #[error("{name}: game {number}: {fault}")]
    After {
        /// What the openings are from.
        name: String,
        /// Which game, from 1.
        number: usize,
        /// What is wrong with it.
        fault: OpeningFault,
    },
    /// Nothing at all.
    #[error("there is no opening in {0}")]
    Empty(String),
}

/// What is wrong with an opening.
#[derive(Debug, Error)]
pub enum OpeningFault {
    /// A position.
    #[error("`{fen}`: {error}")]
    Fen {
        /// The position.
        fen: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A position in which the game is over.
    #[error("`{0}`: the side to move has no legal move")]
    Over(String),
}

/// An opening, or the line and what is wrong there.
type Read = Result<Opening, (usize, OpeningFault)>;

/// The openings that come with the program, in their own order.
///
/// # Errors
/// Never, as a test sees to.
pub fn default_openings() -> Result<Vec<Opening>, OpeningsError> {
    parse(DEFAULT.as_bytes().to_vec(), "the built-in openings")
}

/// The openings of a file: a table with a column `fen`, one FEN or EPD a line, or games as PGN in any encoding
/// and notation, of which the first eight moves of each side are taken.
///
/// # Errors
/// When the file, or anything in it, cannot be used; an opening that were silently left out would change
/// the schedule.
pub fn load(path: &Path) -> Result<Vec<Opening>, OpeningsError> {
    let fault = |error| OpeningsError::File { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(fault)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(fault)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(fault(io::Error::other(format!("it is longer than {} MiB", MAX_BYTES >> 20))));
    }
    parse(bytes, &path.display().to_string())
}

/// Puts openings into the order in which they are used.
pub fn arrange(openings: &mut [Opening], order: Order, seed: u64) {
    if order == Order::Random {
        Rng::new(seed).shuffle(openings);
    }
}

/// The fingerprint of openings in their order.
pub fn fingerprint(openings: &[Opening]) -> u64 {
    rng::fingerprint(&openings.iter().flat_map(|opening| [opening.fen.as_str(), "\n"]).collect::<String>())
}

fn parse(bytes: Vec<u8>, name: &str) -> Result<Vec<Opening>, OpeningsError> {
    let begins_with_a_tag = |text: &str| {
        content(text)
            .next()
            .is_some_and(|(_, line)| line.trim_start_matches('\u{feff}').trim_start().starts_with('['))
    };
    let list = if begins_with_a_tag(&String::from_utf8_lossy(&bytes)) {
        of_games(bytes, name)?
    } else {
        let in_line = |(line, fault)| OpeningsError::Line { name: name.to_owned(), line, fault };
        of_text(&String::from_utf8_lossy(&bytes)).map_err(in_line)?
    };
    if list.is_empty() { Err(OpeningsError::Empty(name.to_owned())) } else { Ok(list) }
}

/// A table, or one position a line.
fn of_text(text: &str) -> Result<Vec<Opening>, (usize, OpeningFault)> {
    let text = text.trim_start_matches('\u{feff}');
    let mut first = content(text).take(1).flat_map(|(_, line)| line.split('\t'));
    if first.any(|column| column == "fen") {
        of_table(text)
    } else {
        content(text).zip(1..).map(of_line).collect()
    }
}

/// The lines that say something, and their numbers.
fn content(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// A table whose first line names its columns.
fn of_table(text: &str) -> Result<Vec<Opening>, (usize, OpeningFault)> {
    let mut rows = content(text);
    let heads: Vec<_> = rows.next().map_or("", |(_, line)| line).split('\t').collect();
    let column = |name: &str| heads.iter().position(|&head| head == name);
    let (fen, id) = (column("fen").unwrap_or(0), column("id"));
    rows.zip(1..)
        .map(|((line, row), number)| {
            let cell = |at: usize| row.split('\t').nth(at).unwrap_or_default();
            let id = id.map_or_else(|| number.to_string(), |id| cell(id).to_owned());
            // A table of games says nothing where a game begins as usual.
            opening(line, id, Some(cell(fen)).filter(|fen| !fen.is_empty()).unwrap_or(START_FEN))
        })
        .collect()
}

/// One position a line; EPD operations after a semicolon are passed over, except `id`.
fn of_line(((line, text), number): ((usize, &str), usize)) -> Read {
    let (fen, operations) = text.split_once(';').unwrap_or((text, ""));
    let id = operations.split(';').find_map(|part| part.trim().strip_prefix("id "));
    opening(line, id.map_or_else(|| number.to_string(), |id| id.trim_matches('"').to_owned()), fen)
}

/// The first moves of each game.
fn of_games(bytes: Vec<u8>, name: &str) -> Result<Vec<Opening>, OpeningsError> {
    let in_error = |error| OpeningsError::Game { name: name.to_owned(), error };
    let games = games::read(Cursor::new(bytes), &ReadOptions::default()).map_err(in_error)?;
    let first_moves = |(game, number): (Result<Game, GameError>, usize)| {
        let game = game.map_err(in_error)?;
        let mut position = game.start.clone();
        game.line().take(GAME_PLIES).for_each(|mv| position.make(mv));
        open(&position, number.to_string()).map_err(|fault| OpeningsError::After {
            name: name.to_owned(),
            number,
            fault,
        })
    };
    games.zip(1..).map(first_moves).collect()
}

fn opening(line: usize, id: String, fen: &str) -> Read {
    let position = fen.parse().map_err(|error| (line, OpeningFault::Fen { fen: shortened(fen), error }))?;
    open(&position, id).map_err(|fault| (line, fault))
}

fn open(position: &Position, id: String) -> Result<Opening, OpeningFault> {
    let fen = position.fen();
    if has_legal_move(position) { Ok(Opening { id, fen }) } else { Err(OpeningFault::Over(fen)) }
}

fn shortened(text: &str) -> String {
    text.chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
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

    fn read(text: &str) -> Vec<Opening> {
        parse(text.as_bytes().to_vec(), "").unwrap()
    }

    #[test]
    fn every_format_is_read() {
        let lines = read(&format!("# a comment\n{START_FEN}\n{START_FEN} ;id \"x\"; c0 y\n\n"));
        assert_eq!((lines[0].id.as_str(), lines[1].id.as_str()), ("1", "x"));
        let table = read(&format!("games\tfen\tid\n5\t{START_FEN}\tA1\n"));
        assert_eq!(table, [Opening { id: "A1".to_owned(), fen: START_FEN.to_owned() }]);
        let pgn = "[Game \"Chinese Chess\"]\n[Result \"*\"]\n1. H2-E2 {a comment} H9-G7\n2. h0g2 *\n\n[Event \"x\"]\n\n1. C3-C4 *\n";
        let games = read(pgn);
        assert_eq!(games.len(), 2);
        assert!(games[0].fen.ends_with(" b - - 3 2"), "{}", games[0].fen);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let message = |text: &str| parse(text.as_bytes().to_vec(), "the file").unwrap_err().to_string();
        assert!(message("").contains("no opening in the file"));
        assert!(message("\n# x\nfoo\n").starts_with("the file, line 3: `foo`"));
        assert!(message("id\tfen\nA\tfoo").starts_with("the file, line 2: `foo`"));
        assert!(message("3k5/4P4/9/9/9/9/9/9/9/4K4 b").contains("no legal move"));
        let game = |text: &str| message(&format!("[Event \"x\"]\n{text}"));
        assert!(game("[FEN \"foo\"]\n").starts_with("the file: game 1, line 2: the position `foo`"));
        assert!(game("1. a0a9 *").starts_with("the file: game 1, line 2: move 1: `a0a9` is not legal in"));
        assert!(game("[FEN \"3k5/4P4/9/9/9/9/9/9/9/4K4 b\"]\n*").contains("game 1: `3k5"));
    }

    #[test]
    fn games_may_be_in_any_notation_and_encoding() {
        let fens = |bytes: Vec<u8>| parse(bytes, "").unwrap().into_iter().map(|opening| opening.fen);
        let pgn = |moves: &str| format!("[Event \"x\"]\n\n  {moves} *\n");
        let wanted: Vec<_> = fens(pgn("1. H2-E2 H9-G7").into()).collect();
        for moves in ["1. C2.5 h8+7", "1.炮二平五 马８进７", "1. P2-5 M8.7"] {
            assert!(fens(pgn(moves).into()).eq(wanted.clone()), "{moves}");
        }
        let gbk = encoding_rs::GBK.encode(&pgn("1. 炮二平五 马８进７")).0.into_owned();
        assert!(fens(gbk).eq(wanted));
    }

    #[test]
    fn files_that_cannot_be_read() {
        let message = |path: &str| load(Path::new(path)).unwrap_err().to_string();
        assert!(message("/does/not/exist").contains("/does/not/exist"));
        assert!(message(&std::env::temp_dir().display().to_string()).contains("cannot be read"));
    }
}
