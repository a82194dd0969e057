//! Forsyth-Edwards notation, as the Xiangqi world writes it in all its ways.

use super::Position;
use super::setup::SetupError;
use crate::core::{Color, File, Piece, Rank, Square};
use std::fmt::Write;
use std::str::FromStr;
use thiserror::Error;

/// The start of a game.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// There is no board.
    #[error("the FEN is empty")]
    Empty,
    /// The board has not ten ranks.
    #[error("a board has 10 ranks; this one has {0}")]
    RankCount(usize),
    /// A rank has not nine squares.
    #[error("rank {rank} (`{text}`) has {files} squares; it needs 9")]
    FileCount {
        /// The rank, 9 at the top.
        rank: usize,
        /// The rank as it was written.
        text: String,
        /// How many squares that makes.
        files: usize,
    },
    /// A letter that is no piece.
    #[error("`{letter}` on rank {rank} is no piece")]
    Piece {
        /// The letter.
        letter: char,
        /// The rank, 9 at the top.
        rank: usize,
    },
    /// A field after the board that is neither a side nor `-` nor a number.
    #[error("`{0}` is neither a side to move (w, r, b) nor a move count")]
    Field(String),
    /// The pieces are on the board, but no game leads there.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN of one to six fields.
    ///
    /// Everything that front ends are known to send is understood: a missing side (Red) or counters, `r`
    /// for Red, `--`, counters without dashes, E/H/G/M letters, an empty pocket `[]`, `_` or `+` for blanks.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let text = text.trim();
        let mut fields =
            text.split(|c: char| c.is_whitespace() || c == '_' || c == '+').filter(|f| !f.is_empty());
        let mailbox = parse_board(fields.next().ok_or(FenError::Empty)?)?;
        let (mut side, mut counters) = (None, Vec::new());
        for field in fields {
            match field {
                "w" | "W" | "r" | "R" if side.is_none() => side = Some(Color::Red),
                "b" | "B" if side.is_none() => side = Some(Color::Black),
                _ if field.bytes().all(|byte| byte == b'-') => {}
                _ => counters.push(parse_counter(field)?),
            }
        }
        let side = side.unwrap_or(Color::Red);
        let no_capture = counters.first().copied().unwrap_or(0);
        let full_moves = counters.get(1).copied().unwrap_or(1).max(1);
        let game_ply = 2 * (full_moves - 1) + side.index() as u32;
        Ok(Self::from_mailbox(mailbox, side, no_capture, game_ply)?)
    }
}

/// Far more than any game has; larger counters mean the same.
const MAX_COUNTER: u32 = 10_000;

fn parse_counter(field: &str) -> Result<u32, FenError> {
    let digits = field.strip_prefix('-').unwrap_or(field);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let value = digits.parse::<u32>().unwrap_or(MAX_COUNTER).min(MAX_COUNTER);
        Ok(if digits.len() == field.len() { value } else { 0 })
    } else {
        Err(FenError::Field(field.chars().take(40).collect()))
    }
}

fn parse_board(board: &str) -> Result<[Option<Piece>; Square::COUNT], FenError> {
    let board = board.strip_suffix("[]").unwrap_or(board);
    let ranks: Vec<_> = board.split('/').collect();
    if ranks.len() != Rank::COUNT {
        return Err(FenError::RankCount(ranks.len()));
    }
    let mut mailbox = [None; Square::COUNT];
    for (rank, text) in (0..Rank::COUNT).rev().zip(ranks) {
        let mut files = 0;
        for letter in text.chars() {
            if let Some(run @ 1..) = letter.to_digit(10) {
                files += run as usize;
                continue;
            }
            let piece = Piece::from_fen_letter(letter).ok_or(FenError::Piece { letter, rank })?;
            if files < File::COUNT {
                mailbox[rank * File::COUNT + files] = Some(piece);
            }
            files += 1;
        }
        if files != File::COUNT {
            return Err(FenError::FileCount { rank, text: text.chars().take(40).collect(), files });
        }
    }
    Ok(mailbox)
}

impl Position {
    /// The position in the standard form of six fields.
    pub fn fen(&self) -> String {
        let mut fen = String::with_capacity(80);
        for rank in (0..Rank::COUNT).rev() {
            let mut empty = 0;
            for file in 0..File::COUNT {
                match self.mailbox[rank * File::COUNT + file] {
                    None => empty += 1,
                    Some(piece) => {
                        push_run(&mut fen, &mut empty);
                        fen.push(piece.fen_letter());
                    }
                }
            }
            push_run(&mut fen, &mut empty);
            if rank > 0 {
                fen.push('/');
            }
        }
        let side = if self.side() == Color::Red { 'w' } else { 'b' };
        // Writing to a string cannot fail.
        let _ = write!(fen, " {side} - - {} {}", self.no_capture_plies(), self.game_ply() / 2 + 1);
        fen
    }
}

fn push_run(fen: &mut String, empty: &mut u32) {
    if let Some(digit) = char::from_digit(std::mem::take(empty), 10).filter(|&digit| digit != '0') {
        fen.push(digit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_BOARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

    #[test]
    fn the_start_reads_and_writes() {
        let start = Position::start();
        assert_eq!(start.fen(), START_FEN);
        assert_eq!(start.side(), Color::Red);
        assert!(!start.in_check());
    }

    #[test]
    fn every_known_variant_reads() {
        let tails = [
            "",
            " w",
            " r",
            " R",
            " W",
            " w - -",
            " w - - 0",
            " w 0 1",
            " w -- 0 1 ",
            " w - - 0 1 ",
            " r - - 0 1",
            " w - - 0 0",
            "[] w - - 0 1",
            "_w_-_-_0_1",
            "+w+-+-+0+1",
            " w - - -5 1",
            "  w  -  -  0  1",
        ];
        for tail in tails {
            assert_eq!(
                format!("{START_BOARD}{tail}").parse::<Position>().unwrap().fen(),
                START_FEN,
                "`{tail}`"
            );
        }
        let letters = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHMGKGMHR w - - 0 1";
        assert_eq!(letters.parse::<Position>().unwrap().fen(), START_FEN);
        let long = format!("{START_BOARD} b - - 121 80").parse::<Position>().unwrap();
        assert_eq!((long.side(), long.no_capture_plies(), long.game_ply()), (Color::Black, 121, 159));
        assert!(
            format!("{START_BOARD} w - - 99999999999999999999 99999999999999").parse::<Position>().is_ok()
        );
        assert_eq!("4k4/111111111/9/9/9/9/9/9/9/3K5".parse::<Position>().unwrap().occupied().len(), 2);
    }

    #[test]
    fn every_defect_has_its_error() {
        let error = |fen: &str| fen.parse::<Position>().unwrap_err();
        let rows: &[(&str, &str)] = &[
            ("", "the FEN is empty"),
            ("foobar", "a board has 10 ranks; this one has 1"),
            ("4k4/9/9/9/9/9/9/9/4K4 w", "a board has 10 ranks; this one has 9"),
            ("4k4/9/9/9/9/9/9/9/9/9/4K4 w", "a board has 10 ranks; this one has 11"),
            ("4k5/9/9/9/9/9/9/9/9/4K4 w", "rank 9 (`4k5`) has 10 squares; it needs 9"),
            ("4k3/9/9/9/9/9/9/9/9/4K4 w", "rank 9 (`4k3`) has 8 squares; it needs 9"),
            ("3k5/9/9/9/9/9/9/9/9/44K w", "rank 0 (`44K`) has 9 squares"),
            ("4k40/9/9/9/9/9/9/9/9/4K4 w", "`0` on rank 9 is no piece"),
            ("4x4/9/9/9/9/9/9/9/9/4K4 w", "`x` on rank 9 is no piece"),
            ("3k5/9/9/9/9/9/9/9/9/4K4 x", "`x` is neither a side to move"),
            ("9/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "black has no king"),
            ("4k4/9/9/9/9/9/9/9/9/9 w - - 0 1", "red has no king"),
            ("3kk4/9/9/9/9/9/9/9/9/5K3 w", "black has 2 pieces of the kind king"),
            ("RRRRkRRRR/RRRRRRRRR/9/9/9/9/9/9/9/4K4 b", "red has 17 pieces of the kind rook"),
            ("k8/9/9/9/9/9/9/9/9/4K4 w", "a black king can never stand on a9"),
            ("3k5/9/9/9/9/9/9/9/9/B3K4 w", "a red elephant can never stand on a0"),
            ("3k5/9/9/9/9/9/9/9/9/4KA3 w", ""),
            ("3k5/9/9/9/9/9/9/9/5A3/4K4 w", "a red advisor can never stand on f1"),
            ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the kings face each other on the e-file"),
            ("4k4/9/9/9/9/9/9/9/4R4/3K5 w", "black is in check although it is not to move"),
        ];
        for &(fen, expected) in rows {
            if expected.is_empty() {
                assert!(fen.parse::<Position>().is_ok(), "{fen}");
            } else if fen.contains("44K") {
                assert!(fen.parse::<Position>().is_err(), "{fen}");
            } else {
                assert!(error(fen).to_string().starts_with(expected), "{fen}: {}", error(fen));
            }
        }
    }
}
