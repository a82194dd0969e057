//! A table of games: `result<TAB>ecco<TAB>moves<TAB>fen`, one game a line.
//!
//! The first line may name the columns, in any order; columns of other names are tags. Lines that begin with `#`
//! are passed over. A fourth column, `fen`, has the position of a game that does not begin at the start of a game.

use super::error::{Fault, GameError, Place};
use super::game::{Game, GameMove, MAX_TAGS};
use super::text::Lines;
use super::words;
use crate::board::Position;
use crate::notation::Notation;
use std::io::{BufRead, Write};

/// The columns where the first line does not name them.
const COLUMNS: [&str; 4] = ["result", "ecco", "moves", "fen"];

/// Reads games from a table.
pub(super) struct TsvReader<R> {
    lines: Lines<R>,
    notation: Option<Notation>,
    columns: Vec<String>,
    /// Whether the line was read that may name the columns.
    has_begun: bool,
    game: u64,
}

impl<R: BufRead> TsvReader<R> {
    pub(super) fn new(lines: Lines<R>, notation: Option<Notation>) -> Self {
        Self { lines, notation, columns: COLUMNS.map(str::to_owned).to_vec(), has_begun: false, game: 0 }
    }
}

impl<R: BufRead> Iterator for TsvReader<R> {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let row = match self.lines.next() {
                Ok(Some(row)) => row,
                Ok(None) => return None,
                Err(error) => {
                    self.game += 1;
                    return Some(Err(GameError { game: self.game, ..error }));
                }
            };
            if row.trim().is_empty() || row.starts_with('#') {
                continue;
            }
            let is_first = !std::mem::replace(&mut self.has_begun, true);
            if is_first && row.split('\t').any(|cell| cell.trim() == "moves") {
                self.columns = row.split('\t').take(MAX_TAGS).map(|cell| cell.trim().to_owned()).collect();
                if !self.columns.iter().any(|column| column == "fen") {
                    self.columns.push("fen".to_owned());
                }
                continue;
            }
            self.game += 1;
            let game = read_row(row, &self.columns, self.notation);
            let place = Place::Line(self.lines.number());
            return Some(game.map_err(|fault| GameError::new(self.game, place, fault)));
        }
    }
}

fn read_row(row: &str, columns: &[String], notation: Option<Notation>) -> Result<Game, Fault> {
    let cells = || columns.iter().zip(row.split('\t'));
    let cell = |name: &str| cells().find(|(column, _)| *column == name).map_or("", |(_, cell)| cell.trim());
    let start = match cell("fen") {
        "" => Position::start(),
        fen => fen.parse().map_err(|error| Fault::Fen { fen: fen.to_owned(), error })?,
    };
    let mut game = Game::new(start);
    let result = cell("result");
    game.outcome = result.parse().map_err(|_| Fault::Result(result.chars().take(40).collect()))?;
    for (column, cell) in cells().filter(|(column, _)| !matches!(column.as_str(), "result" | "moves" | "fen"))
    {
        let name = if column == "ecco" { "ECCO".to_owned() } else { capitalised(column) };
        game.tags.set(&name, cell.trim());
    }
    let mut position = game.start.clone();
    let notation = notation.or_else(|| words::notation_of_words(cell("moves").split_whitespace()));
    for (index, word) in cell("moves").split_whitespace().enumerate() {
        let mv = words::parse_move(&position, word, notation)
            .map_err(|error| Fault::Move { ply: index + 1, error })?;
        game.moves.push(GameMove::new(mv));
        position.make(mv);
    }
    Ok(game)
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Writes the line that names the columns.
pub(super) fn write_header(out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{}", COLUMNS.join("\t"))
}

/// A game's line. Comments, variations and other tags have no place in it.
pub(super) fn row(game: &Game, notation: Notation) -> String {
    let moves: Vec<_> = game.line().collect();
    let texts = notation.write_line(&game.start, &moves);
    let clean = |text: &str| text.replace(|letter: char| letter.is_control(), " ");
    // The position is left empty, not out, where a game begins as usual: a table has as many cells in each row.
    let fen = if game.is_from_start() { String::new() } else { game.start.fen() };
    format!("{}\t{}\t{}\t{fen}\n", game.outcome, clean(game.tags.get("ECCO")), texts.join(" "))
}
