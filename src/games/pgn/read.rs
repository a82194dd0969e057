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
    /// What is left of a line, or a line that belongs to the next game.
    pending: Option<Rest>,
    game: u64,
}

/// A line from some place on: tags and moves may share it.
struct Rest {
    number: u64,
    line: String,
    /// Where it begins; never inside of a comment.
    at: usize,
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

    fn next_rest(&mut self) -> Result<Option<Rest>, GameError> {
        if self.pending.is_some() {
            return Ok(self.pending.take());
        }
        let line = self.lines.next()?.map(str::to_owned);
        Ok(line.map(|line| Rest { number: self.lines.number(), line, at: 0 }))
    }

    /// The lines up to the next game's.
    fn draft(&mut self) -> Result<Option<Draft>, GameError> {
        let mut draft = Draft::default();
        loop {
            let rest = match self.next_rest() {
                Ok(Some(rest)) => rest,
                Ok(None) => break,
                // A line too long is the fault of the game that it is in, not of the file.
                Err(error) if !error.is_final() => {
                    draft.fault.get_or_insert((self.lines.number(), error.fault));
                    continue;
                }
                Err(error) => return Err(error),
            };
            if draft.is_ended_by(&rest) {
                self.pending = Some(rest);
                break;
            }
            self.pending = draft.push(rest);
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

    /// Whether what is left of a line begins the next game. In a comment only the first tags of a game at the
    /// start of a line do: it must have been left open.
    fn is_ended_by(&self, rest: &Rest) -> bool {
        let text = rest.text();
        let begins_game = |name| matches!(name, "Game" | "Event");
        if self.open.is_some() {
            return tag_head(text).is_some_and(|(name, _)| begins_game(name));
        }
        match tag_head(text.trim_start()) {
            Some((name, _)) => {
                let is_again = begins_game(name) && self.tags.iter().any(|(_, known, _)| known == name);
                is_again || !self.text.is_empty() || self.fault.is_some()
            }
            None => self.is_over && !text.trim().is_empty() && !text.trim_start().starts_with(['{', ';']),
        }
    }

    /// Takes in a tag, or the moves up to the next one; gives back what is left of the line.
    fn push(&mut self, mut rest: Rest) -> Option<Rest> {
        let (number, text) = (rest.number, rest.text());
        if self.first_line == 0 {
            self.first_line = number;
        }
        let used = if rest.at == 0 && self.open.is_none() && text.starts_with('%') {
            // By the specification such a line is for other programs.
            text.len()
        } else if self.open.is_none()
            && let Some(tag) = Tag::read(text)
        {
            self.size += tag.length;
            self.tags.push((number, tag.name.to_owned(), tag.value()));
            tag.length
        } else {
            let end = self.end_of_moves(text);
            let moves = &text[..end];
            if self.open.is_some() || !moves.trim().is_empty() {
                self.size += moves.len() + 32;
                self.watch(number, moves);
                self.text.push((number, moves.to_owned()));
            }
            end
        };
        if self.size > MAX_GAME || self.tags.len() > MAX_TAGS {
            self.fault.get_or_insert((number, Fault::TooLong("this game")));
            (self.tags, self.text, self.size) = (Vec::new(), Vec::new(), 0);
        }
        rest.at += used;
        (rest.at < rest.line.len()).then_some(rest)
    }

    /// Where the moves of a line end: at a tag outside of comments, which begins the next game, or with the line.
    fn end_of_moves(&self, text: &str) -> usize {
        let mut is_comment = self.open.is_some();
        for (at, letter) in text.bytes().enumerate() {
            match (letter, is_comment) {
                (b'{', _) => is_comment = true,
                (b'}', _) => is_comment = false,
                (b';', false) => break,
                (b'[', false) => {
                    let value = tag_head(&text[at..]).and_then(|(_, rest)| rest.strip_prefix('"'));
                    match value.map(closing_quote) {
                        Some(Some(_)) => return at,
                        // No other tag can be closed on this line either.
                        Some(None) => break,
                        None => {}
                    }
                }
                _ => {}
            }
        }
        text.len()
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

impl Rest {
    fn text(&self) -> &str {
        &self.line[self.at..]
    }
}

/// A tag at the beginning of a text.
struct Tag<'a> {
    name: &'a str,
    /// As it is written, without the quotes around it.
    raw: &'a str,
    /// Up to behind its bracket.
    length: usize,
}

impl<'a> Tag<'a> {
    /// Reads a tag, with blanks before it or not. Where a quote is forgotten it ends with the line's last bracket,
    /// without quotes with the first, and without a bracket with the line.
    fn read(text: &'a str) -> Option<Self> {
        let (name, value) = tag_head(text.trim_start())?;
        let quoted = value.strip_prefix('"');
        let (raw, behind) = quoted.and_then(closing_quote).unwrap_or_else(|| {
            let split = quoted.map_or_else(|| value.split_once(']'), |value| value.rsplit_once(']'));
            let (raw, behind) = split.unwrap_or((quoted.unwrap_or(value), ""));
            (raw.trim_end().strip_suffix('"').unwrap_or(raw), behind)
        });
        // Brackets too many are no moves.
        let behind = behind.trim_start_matches(']');
        Some(Self { name, raw, length: text.len() - behind.len() })
    }

    /// What it says.
    fn value(&self) -> String {
        self.raw.replace("\\\"", "\"").replace("\\\\", "\\").trim().to_owned()
    }
}

/// The name of a tag that begins a text, and what follows it.
fn tag_head(text: &str) -> Option<(&str, &str)> {
    let body = text.strip_prefix('[')?;
    let end = body.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
    let (name, rest) = body.split_at(end);
    let is_name =
        !name.is_empty() && rest.starts_with(|letter: char| letter.is_whitespace() || letter == '"');
    is_name.then_some((name, rest.trim_start()))
}

/// A value, and what follows its tag. It ends at the first quote with a bracket behind it: people put quotes into
/// values as they are.
fn closing_quote(value: &str) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    for (at, letter) in value.bytes().enumerate() {
        if letter == b'"'
            && !is_escaped
            && let Some(behind) = value[at + 1..].trim_start().strip_prefix(']')
        {
            return Some((&value[..at], behind));
        }
        is_escaped = letter == b'\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_text() {
        let read = |text: &str| {
            let tag = Tag::read(text)?;
            Some(format!("{}={}|{}", tag.name, tag.value(), &text[tag.length..]))
        };
        for (text, expected) in [
            ("[Red \"胡荣华\"]", "Red=胡荣华|"),
            (" [Event \"\"] ", "Event=| "),
            ("[Event\"a [b] \\\"c\\\"\"]", "Event=a [b] \"c\"|"),
            ("[Event \"the \"great\" cup\" ][Red \"x\"]", "Event=the \"great\" cup|[Red \"x\"]"),
            ("[Event \"a\"]] 1. C2.5", "Event=a| 1. C2.5"),
            ("[Event \"a\\\\\"] *", "Event=a\\| *"),
            ("[Site \"C:\\\"]", "Site=C:\\|"),
            ("[Event a] [b c]", "Event=a| [b c]"),
            ("[Event \"never closed", "Event=never closed|"),
            ("[Event \"half closed] *", "Event=half closed| *"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected), "{text}");
        }
        for line in ["", "[", "[]", "[a", "1. C2.5", "[红方 \"x\"]", "[%clk 1]"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
