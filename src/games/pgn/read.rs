//! Games from the lines of a PGN file.

use super::movetext;
use super::token::tokens;
use crate::board::Position;
use crate::games::error::{Fault, GameError, Place};
use crate::games::game::{Game, MAX_TAGS, Tags};
use crate::games::text::Lines;
use crate::games::words::parse_move;
use crate::notation::{Chinese, Notation, Wxf};
use std::io::BufRead;

/// The text of one game may have so many bytes.
const MAX_GAME: usize = 4 << 20;

/// Reads games from PGN.
pub(in crate::games) struct PgnReader<R> {
    lines: Lines<R>,
    notation: Option<Notation>,
    /// A line that belongs to the next game.
    pending: Option<(u64, String)>,
    game: u64,
}

/// The lines of one game.
#[derive(Default)]
struct Draft {
    first_line: u64,
    tags: Vec<(u64, String, String)>,
    text: Vec<(u64, String)>,
    size: usize,
    /// The line of a brace that is open.
    open: Option<u64>,
    /// Whether the result was read.
    is_over: bool,
    fault: Option<(u64, Fault)>,
}

impl<R: BufRead> PgnReader<R> {
    pub(in crate::games) fn new(lines: Lines<R>, notation: Option<Notation>) -> Self {
        Self { lines, notation, pending: None, game: 0 }
    }

    fn next_line(&mut self) -> Result<Option<(u64, String)>, GameError> {
        if self.pending.is_some() {
            return Ok(self.pending.take());
        }
        let line = self.lines.next()?.map(str::to_owned);
        Ok(line.map(|line| (self.lines.number(), line)))
    }

    /// The lines up to the next game's.
    fn draft(&mut self) -> Result<Option<Draft>, GameError> {
        let mut draft = Draft::default();
        loop {
            let (number, line) = match self.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                // A line too long is the fault of the game that it is in, not of the file.
                Err(error) if !error.is_final() => {
                    draft.fault.get_or_insert((self.lines.number(), error.fault));
                    continue;
                }
                Err(error) => return Err(error),
            };
            if draft.is_ended_by(&line) {
                self.pending = Some((number, line));
                break;
            }
            draft.push(number, line);
        }
        Ok((!draft.is_empty()).then_some(draft))
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut draft = self.draft();
        // Publishers put a few lines about themselves behind their games.
        while self.game > 0 && draft.as_ref().is_ok_and(|draft| draft.as_ref().is_some_and(Draft::is_prose)) {
            draft = self.draft();
        }
        self.game += 1;
        Some(match draft {
            Ok(Some(draft)) => draft
                .game(self.notation)
                .map_err(|(line, fault)| GameError::new(self.game, Place::Line(line), fault)),
            Ok(None) => return None,
            Err(error) => Err(GameError { game: self.game, ..error }),
        })
    }
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.text.is_empty() && self.fault.is_none()
    }

    /// Whether it has no tag and begins with neither a number nor a move.
    fn is_prose(&self) -> bool {
        let first = self.text.iter().find_map(|(_, line)| line.split_whitespace().next()).unwrap_or_default();
        let is_move = || parse_move(&Position::start(), first, None).is_ok();
        self.tags.is_empty()
            && self.fault.is_none()
            && !first.starts_with(|letter: char| letter.is_numeric() || "{(*;".contains(letter))
            && !is_move()
    }

    /// Whether a line begins the next game. In a comment only the first tags of a game do: it must have been
    /// left open.
    fn is_ended_by(&self, line: &str) -> bool {
        let tag = tag(line);
        if self.open.is_some() {
            return line.starts_with('[') && tag.is_some_and(|(name, _)| matches!(name, "Game" | "Event"));
        }
        match tag {
            Some((name, _)) => {
                let is_again =
                    matches!(name, "Game" | "Event") && self.tags.iter().any(|(_, known, _)| known == name);
                is_again || !self.text.is_empty() || self.fault.is_some()
            }
            None => self.is_over && !line.trim().is_empty() && !line.trim_start().starts_with(['{', ';']),
        }
    }

    fn push(&mut self, number: u64, line: String) {
        if self.first_line == 0 {
            self.first_line = number;
        }
        if self.open.is_none()
            && let Some((name, value)) = tag(&line)
        {
            self.size += line.len();
            self.tags.push((number, name.to_owned(), value));
        } else if line.trim().is_empty() && self.open.is_none() {
            return;
        } else {
            self.size += line.len() + 32;
            self.watch(number, &line);
            self.text.push((number, line));
        }
        if self.size > MAX_GAME || self.tags.len() > MAX_TAGS {
            self.fault.get_or_insert((number, Fault::TooLong("this game")));
            (self.tags, self.text, self.size) = (Vec::new(), Vec::new(), 0);
        }
    }

    /// Follows braces and looks for the result at the end of a line.
    fn watch(&mut self, number: u64, line: &str) {
        let mut ended_in_word = self.open.is_none();
        for letter in line.chars() {
            match (letter, self.open) {
                ('}', Some(_)) => {
                    self.open = None;
                    ended_in_word = false;
                }
                ('{', None) => self.open = Some(number),
                (';', None) => {
                    ended_in_word = false;
                    break;
                }
                (letter, None) if !letter.is_whitespace() => ended_in_word = true,
                _ => {}
            }
        }
        let last = line.split_whitespace().next_back().unwrap_or_default();
        let is_result = matches!(last, "*" | "1-0" | "0-1" | "1/2-1/2" | "1/2");
        self.is_over |= self.open.is_none() && ended_in_word && is_result;
    }

    fn game(self, notation: Option<Notation>) -> Result<Game, (u64, Fault)> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let tokens = tokens(&self.text).map_err(|line| (line, Fault::Cut("a comment")))?;
        let (mut start, mut tags, mut result, mut announced) =
            (Position::start(), Tags::default(), None, None);
        for (line, name, value) in self.tags {
            match name.to_ascii_lowercase().as_str() {
                "fen" => {
                    start =
                        value.parse().map_err(|error| (line, Fault::Fen { fen: value.clone(), error }))?;
                }
                "result" => result = value.parse().ok(),
                "format" => announced = format_of(&value),
                "game" | "setup" | "variant" => {}
                "white" => tags.set("Red", value),
                "whiteteam" => tags.set("RedTeam", value),
                _ => tags.set(&name, value),
            }
        }
        let mut game = Game::new(start);
        (game.tags, game.outcome) = (tags, result.unwrap_or_default());
        movetext::read(&mut game, tokens, notation.or(announced))?;
        if game.outcome == crate::games::Outcome::Unknown {
            game.outcome = result.unwrap_or_default();
        }
        Ok(game)
    }
}

/// The notation of a `Format` tag.
fn format_of(value: &str) -> Option<Notation> {
    match value.trim().to_ascii_lowercase().as_str() {
        "chinese" => Some(Notation::Chinese(Chinese::SIMPLIFIED)),
        "wxf" => Some(Notation::Wxf(Wxf::STANDARD)),
        "iccs" => Some(Notation::Iccs),
        other => other.parse().ok(),
    }
}

/// The name and the value of a line that is a tag.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, rest) =
        line.trim().strip_prefix('[')?.split_once(|letter: char| letter.is_whitespace() || letter == '"')?;
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    let value = rest.trim_start();
    let value = value.strip_prefix('"').unwrap_or(value).trim_end().trim_end_matches(']').trim_end();
    let value = value.strip_suffix('"').unwrap_or(value);
    Some((name, value.replace("\\\"", "\"").replace("\\\\", "\\").trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_text() {
        let read = |line| tag(line).map(|(name, value)| format!("{name}={value}"));
        assert_eq!(read("[Red \"胡荣华\"]").as_deref(), Some("Red=胡荣华"));
        assert_eq!(read(" [Event \"\"] ").as_deref(), Some("Event="));
        assert_eq!(read("[Event\"a [b] \\\"c\\\"\"]").as_deref(), Some("Event=a [b] \"c\""));
        assert_eq!(read("[Event \"never closed").as_deref(), Some("Event=never closed"));
        for line in ["", "[", "[]", "1. C2.5", "[红方 \"x\"]"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
