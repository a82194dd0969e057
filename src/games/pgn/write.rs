//! A game as PGN.

use crate::board::Position;
use crate::core::Color;
use crate::games::game::{Game, GameMove};
use crate::notation::Notation;
use std::fmt::Write;

/// The tags of the specification, in its order; others follow.
const FIRST: [&str; 8] = ["Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black"];
const SECOND: [&str; 3] = ["ECCO", "Opening", "Variation"];

/// A game's text, with an empty line behind it.
pub(in crate::games) fn text(game: &Game, notation: Notation) -> String {
    let mut text = String::with_capacity(game.moves.len() * 20 + 400);
    push_tag(&mut text, "Game", "Chinese Chess");
    for name in FIRST {
        push_tag(&mut text, name, game.tags.get(name));
    }
    push_tag(&mut text, "Result", &game.outcome.to_string());
    let is_known = |name: &str| FIRST.iter().chain(&SECOND).any(|known| known.eq_ignore_ascii_case(name));
    let others = game.tags.iter().filter(|(name, _)| !is_known(name));
    let seconds =
        SECOND.iter().map(|&name| (name, game.tags.get(name))).filter(|(_, value)| !value.is_empty());
    for (name, value) in seconds.chain(others) {
        push_tag(&mut text, name, value);
    }
    if !game.is_from_start() {
        push_tag(&mut text, "FEN", &game.start.fen());
    }
    push_tag(&mut text, "Format", format_name(notation));
    let mut writer = Moves { text, notation, line: String::new() };
    writer.comment(&game.comment);
    writer.push_line(&game.start, game.start.game_ply(), &game.moves);
    writer.end_line();
    let mut text = writer.text;
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  {}\n", game.outcome);
    text
}

const fn format_name(notation: Notation) -> &'static str {
    match notation {
        Notation::Ucci | Notation::Iccs => "ICCS",
        Notation::Wxf(_) => "WXF",
        Notation::Vietnamese => "Vietnamese",
        Notation::Chinese(_) => "Chinese",
    }
}

/// Writes a tag whose value cannot break out of it, nor confuse a reader that looks for brackets.
fn push_tag(text: &mut String, name: &str, value: &str) {
    let harmless = |letter: char| match letter {
        '[' => '(',
        ']' => ')',
        '"' | '\\' => '\'',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    let value: String = value.chars().map(harmless).collect();
    let name: String =
        name.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
    if !name.is_empty() {
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
}

/// The moves, a move of both sides a line while nothing is said in between.
struct Moves {
    text: String,
    notation: Notation,
    line: String,
}

impl Moves {
    fn push_line(&mut self, start: &Position, first_ply: u32, moves: &[GameMove]) {
        // Without the history, which would make many variations of a long game expensive.
        let mut position = start.bare();
        let mut needs_number = true;
        for (ply, game_move) in (first_ply..).zip(moves) {
            let number = ply / 2 + 1;
            match position.side() {
                Color::Red => {
                    self.end_line();
                    let _ = write!(self.line, "{number:>3}.");
                }
                Color::Black if needs_number => {
                    self.end_line();
                    let _ = write!(self.line, "{number:>3}. ...");
                }
                Color::Black => {}
            }
            self.line.push(' ');
            self.line.push_str(&self.notation.write(&position, game_move.mv));
            self.comment(&game_move.comment);
            for variation in &game_move.variations {
                self.end_line();
                self.text.push_str("(\n");
                self.push_line(&position, ply, variation);
                self.end_line();
                self.text.push_str(")\n");
            }
            needs_number = !game_move.comment.is_empty() || !game_move.variations.is_empty();
            position.make(game_move.mv);
        }
    }

    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        self.end_line();
        // A brace would end the comment.
        let comment = comment.replace('{', "(").replace('}', ")");
        for (index, line) in comment.lines().enumerate() {
            let open = if index == 0 { "{" } else { "" };
            // A bracket at the start of a line could be taken for the next game's tag.
            let guard = if line.starts_with(['[', '%']) && index > 0 { " " } else { "" };
            let _ = writeln!(self.text, "{open}{guard}{line}");
        }
        if self.text.ends_with('\n') {
            self.text.pop();
        }
        self.text.push_str("}\n");
    }

    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.text.push_str(&self.line);
            self.text.push('\n');
            self.line.clear();
        }
    }
}
