//! Words to commands and back: UCCI 3.0 and UCI.
//!
//! [`Command::parse`] reads a line of either protocol, [`Dialect`] writes the replies, and
//! [`session::run`] is the loop that stands between a front end's pipes and an
//! [`Engine`](crate::engine::Engine). Nothing here knows more of chess than moves and scores; a FEN is a
//! string.

mod command;
mod go;
mod info;
mod input;
mod options;
mod ucci;
mod uci;

pub mod session;

pub use command::{Command, CommandError, PositionText};
pub use go::Go;
pub use options::{OptionError, OutOfRange, Setting};

use crate::core::{Move, Score};
use crate::search::Line;

/// The longest variation that is printed, in moves: old front ends read lines into short buffers.
const MAX_PRINTED_PV: usize = 30;

/// The longest message that is printed, in characters, for the same reason.
const MAX_MESSAGE: usize = 300;

/// The program's name, in ASCII for front ends that guess at encodings.
const NAME: &str = "Phao";

/// The program's version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Which protocol the front end speaks; the first of its two handshakes decides.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// The Universal Chinese Chess Protocol 3.0; also spoken before any handshake.
    #[default]
    Ucci,
    /// The Universal Chess Interface, with ranks 0 to 9 as Xiangqi front ends expect.
    Uci,
}

impl Dialect {
    /// The answer to the handshake: who the program is, what can be set, and that it is ready.
    pub fn greeting(self) -> Vec<String> {
        match self {
            Self::Ucci => ucci::greeting(),
            Self::Uci => uci::greeting(),
        }
    }

    /// Whether the opening book is used unless the front end says otherwise: UCCI expects it, while UCI's
    /// front ends bring their own books.
    pub const fn uses_book(self) -> bool {
        matches!(self, Self::Ucci)
    }

    /// A best line; `show_wdl` adds the chances to win, hold and lose where the protocol has a word for it.
    pub fn line(self, line: &Line, show_wdl: bool) -> String {
        match self {
            Self::Ucci => ucci::line(line),
            Self::Uci => uci::line(line, show_wdl),
        }
    }

    /// The score of the position itself, without a search.
    pub fn static_score(self, score: Score) -> String {
        match self {
            Self::Ucci => ucci::static_score(score),
            Self::Uci => uci::static_score(score),
        }
    }

    /// The root move that the search looks at, counted from 1.
    pub fn current_move(self, depth: u32, mv: Move, number: usize) -> String {
        format!("info depth {depth} currmove {mv} currmovenumber {number}")
    }

    /// A sentence for the person at the front end.
    pub fn message(self, text: &str) -> String {
        match self {
            Self::Ucci => format!("info message {}", harmless(text)),
            Self::Uci => format!("info string {}", harmless(text)),
        }
    }

    /// The move to play, with the reply that is expected; `accept` takes the opponent's offer of a half
    /// point, for which UCI has no word.
    pub fn best_move(self, best: Option<Move>, ponder: Option<Move>, accept: bool) -> String {
        match self {
            Self::Ucci => ucci::best_move(best, ponder, accept),
            Self::Uci => uci::best_move(best, ponder),
        }
    }
}

/// The variation as text, cut at [`MAX_PRINTED_PV`] moves.
fn variation(pv: &[Move]) -> String {
    pv.iter().take(MAX_PRINTED_PV).flat_map(|mv| [" ".to_owned(), mv.to_string()]).collect()
}

/// A message on one line, not too long, and free of the words that some front ends search for anywhere in
/// the output: they take them for the end of the game even inside an echoed FEN.
fn harmless(text: &str) -> String {
    let mut text: String =
        text.chars().take(MAX_MESSAGE).map(|c| if c.is_control() { ' ' } else { c }).collect();
    for (word, first) in [("bestmove", 1), ("draw", 1), ("resign", 1), ("ucciok", 1), ("readyok", 1)] {
        while let Some(at) = text.to_ascii_lowercase().find(word) {
            text.insert(at + first, '-');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_cannot_end_a_game() {
        let text = harmless("fen `Draw\nnobestmove resign` is bad");
        assert_eq!(text, "fen `D-raw nob-estmove r-esign` is bad");
        assert!(harmless(&"x".repeat(100_000)).len() < 1000);
        assert!(harmless(&"漢".repeat(100_000)).len() < 1000);
        assert!(harmless("drawdrawdraw").len() < 20);
    }

    #[test]
    fn messages_carry_the_word_of_their_dialect() {
        assert_eq!(Dialect::Ucci.message("hello"), "info message hello");
        assert_eq!(Dialect::Uci.message("hello"), "info string hello");
    }
}
