//! The commands of both protocols.

use super::options::{OptionError, OutOfRange, Setting};
use super::{Dialect, Go};
use crate::core::Move;
use thiserror::Error;

/// A position as a front end writes it: a FEN and the moves that were made since.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PositionText {
    /// The FEN; `None` for the start of a game.
    pub fen: Option<String>,
    /// The moves as far as they could be read as moves; whether they are legal is not known here.
    pub moves: Vec<Move>,
    /// The first word of the list that is no move; it and what follows it is left out.
    pub unread: Option<String>,
}

/// A line from a front end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ucci` or `uci`.
    Handshake(Dialect),
    /// `isready`.
    IsReady,
    /// `setoption`, with an option that is known; the remark says if its number was out of range.
    Set(Setting, Option<OutOfRange>),
    /// `position`, and the bare `fen` and `startpos` of the Cyclone dialect.
    Position(PositionText),
    /// `banmoves`: root moves that must not be played.
    BanMoves(Vec<Move>),
    /// `go`.
    Go(Go),
    /// `ponderhit`: the expected move was played.
    PonderHit {
        /// The opponent offered a half point with it.
        draw: bool,
    },
    /// `stop`.
    Stop,
    /// `probe`: what the table knows of a position.
    Probe(PositionText),
    /// `ucinewgame` and its kin.
    NewGame,
    /// `d`: show the board.
    Show,
    /// `eval`: show the evaluation.
    Evaluate,
    /// `quit`.
    Quit,
}

/// A line that asks for nothing we can do. Front ends try many words on engines, so this is no fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// An empty line or a comment.
    #[error("the line is empty")]
    Empty,
    /// The first word is no command.
    #[error("`{0}` is not a command")]
    Unknown(String),
    /// A command without what it needs.
    #[error("`{0}` lacks {1}")]
    Incomplete(&'static str, &'static str),
    /// An option that could not be set.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl Command {
    /// Reads one line of either protocol; the case of keywords does not matter.
    ///
    /// # Errors
    /// When the line holds no command; the error says why.
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.is_empty() || word.starts_with('#') {
            return Err(CommandError::Empty);
        }
        let keyword = word.to_ascii_lowercase();
        Ok(match keyword.as_str() {
            "ucci" => Self::Handshake(Dialect::Ucci),
            "uci" => Self::Handshake(Dialect::Uci),
            "isready" => Self::IsReady,
            "setoption" => Self::set(rest)?,
            "debug" => Self::set(line)?,
            "position" => Self::Position(PositionText::parse(rest)?),
            "fen" | "startpos" => Self::Position(PositionText::parse(line)?),
            "banmoves" => {
                Self::BanMoves(rest.split_whitespace().filter_map(|word| word.parse().ok()).collect())
            }
            "go" => Self::Go(Go::parse(rest)),
            "ponderhit" => Self::PonderHit {
                draw: rest.split_whitespace().any(|word| word.eq_ignore_ascii_case("draw")),
            },
            "stop" => Self::Stop,
            "probe" => Self::Probe(PositionText::parse(rest)?),
            "ucinewgame" | "uccinewgame" | "newgame" => Self::NewGame,
            "d" => Self::Show,
            "eval" => Self::Evaluate,
            "quit" => Self::Quit,
            _ => return Err(CommandError::Unknown(word.chars().take(40).collect())),
        })
    }

    fn set(text: &str) -> Result<Self, CommandError> {
        let (setting, remark) = Setting::parse(text)?;
        Ok(Self::Set(setting, remark))
    }
}

/// How many fields a FEN has at most.
const FEN_FIELDS: usize = 6;

impl PositionText {
    /// Reads `startpos`, `fen FEN` or a bare FEN, with or without `moves` and a list behind it.
    fn parse(text: &str) -> Result<Self, CommandError> {
        let is = |word: &str, keyword| word.eq_ignore_ascii_case(keyword);
        let mut words = text.split_whitespace().peekable();
        let mut position = Self::default();
        match words.peek() {
            None => return Err(CommandError::Incomplete("position", "a FEN or `startpos`")),
            Some(word) if is(word, "startpos") => {
                words.next();
                // Some leave the word `moves` out.
                while words.next_if(|word| !is(word, "moves") && word.parse::<Move>().is_err()).is_some() {}
            }
            Some(word) => {
                if is(word, "fen") {
                    words.next();
                }
                let mut fields = Vec::new();
                while let Some(word) = words.next_if(|word| !is(word, "moves")) {
                    fields.push(word);
                }
                // Some send their next command on the same line.
                fields.truncate(FEN_FIELDS);
                position.fen = Some(fields.join(" "));
            }
        }
        words.next_if(|word| is(word, "moves"));
        for word in words.map(|word| word.trim_matches(',')).filter(|word| !word.is_empty()) {
            if let Ok(mv) = word.parse() {
                position.moves.push(mv);
            } else {
                position.unread = Some(word.chars().take(40).collect());
                break;
            }
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn position(line: &str) -> PositionText {
        match Command::parse(line) {
            Ok(Command::Position(position)) => position,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn words_without_arguments() {
        for (line, command) in [
            ("ucci", Command::Handshake(Dialect::Ucci)),
            (" UCI ", Command::Handshake(Dialect::Uci)),
            ("isready\t", Command::IsReady),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit { draw: false }),
            ("ponderhit  draw ", Command::PonderHit { draw: true }),
            ("uccinewgame", Command::NewGame),
            ("newgame", Command::NewGame),
            ("quit", Command::Quit),
            ("d", Command::Show),
            ("debug on", Command::Set(Setting::Debug(true), None)),
            (
                "setoption moveoverhead 50",
                Command::Set(Setting::MoveOverhead(Duration::from_millis(50)), None),
            ),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn other_lines_are_told_apart_and_do_no_harm() {
        for line in ["", "   ", "#x", "# position startpos"] {
            assert_eq!(Command::parse(line), Err(CommandError::Empty), "{line}");
        }
        for line in ["isreadyXYZ", "foo bar", "cxboard", "\u{fffd}", "é"] {
            assert!(matches!(Command::parse(line), Err(CommandError::Unknown(_))), "{line}");
        }
        assert!(matches!(Command::parse("position"), Err(CommandError::Incomplete(..))));
        assert!(matches!(Command::parse("setoption"), Err(CommandError::Option(_))));
    }

    #[test]
    fn positions_of_every_form() {
        assert_eq!(position("position startpos"), PositionText::default());
        assert_eq!(position("startpos"), PositionText::default());
        assert_eq!(position("position startpos moves"), PositionText::default());
        assert_eq!(position("position STARTPOS MOVES h2e2").moves.len(), 1);
        assert_eq!(position("position startpos h2e2").moves.len(), 1);
        assert_eq!(position("position startpos moves h2e2, h9g7").moves.len(), 2);
        assert_eq!(position("position 9/9 w - - 0 1 go depth 3").fen.as_deref(), Some("9/9 w - - 0 1"));
        let gmchess = position("position fen 9/9 w -- 0 1  moves h2e2  H9-G7 ");
        assert_eq!(gmchess.fen.as_deref(), Some("9/9 w -- 0 1"));
        assert_eq!(gmchess.moves.len(), 2);
        assert_eq!(position("fen 9/9 r moves h2e2").fen.as_deref(), Some("9/9 r"));
        assert_eq!(position("position 9/9 w").fen.as_deref(), Some("9/9 w"));
        assert_eq!(position("position fen").fen.as_deref(), Some(""));
        assert_eq!(position("position fen foobar").fen.as_deref(), Some("foobar"));
        assert_eq!(position("position fen 9/9 w - - moves").fen.as_deref(), Some("9/9 w - -"));
    }

    #[test]
    fn the_list_ends_at_the_first_word_that_is_no_move() {
        let glued = position("position startpos moves h2e2 h9g7 go movetime 3000");
        assert_eq!(glued.moves.len(), 2);
        assert_eq!(glued.unread.as_deref(), Some("go"));
        assert_eq!(position("position startpos moves 0000 h2e2").moves.len(), 0);
        let long = format!("position startpos moves {}", "h0g2 ".repeat(5000));
        assert_eq!(position(&long).moves.len(), 5000);
    }

    #[test]
    fn bans_skip_what_is_no_move() {
        let Ok(Command::BanMoves(moves)) = Command::parse("banmoves h2e2 x h0g2") else { panic!("no bans") };
        assert_eq!(moves.len(), 2);
    }
}
