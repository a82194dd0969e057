//! The formats of game files, and how a file shows which one it has.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How many bytes tell whether a file is text; further on a text may be damaged.
const TEXT_START: usize = 64;

/// A format of game files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// PGN by the Xiangqi specification.
    Pgn,
    /// A table of games: result, ECCO code and moves, with tabs between them.
    Tsv,
    /// The `[DhtmlXQ]` text of Chinese forums.
    DhtmlXq,
    /// A game of `XQStudio` (象棋演播室).
    Xqf,
    /// A game of `CCBridge` (象棋桥).
    Cbr,
    /// A library of `CCBridge` games.
    Cbl,
}

/// A name that no format has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a format; they are pgn, tsv, dhtmlxq, xqf, cbr and cbl")]
pub struct UnknownFormat(pub String);

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [Self::Pgn, Self::Tsv, Self::DhtmlXq, Self::Xqf, Self::Cbr, Self::Cbl];

    /// The name, which is also the usual ending of the file's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Tsv => "tsv",
            Self::DhtmlXq => "dhtmlxq",
            Self::Xqf => "xqf",
            Self::Cbr => "cbr",
            Self::Cbl => "cbl",
        }
    }

    /// The format of a file that begins so; a text that shows nothing is taken for PGN, the most lenient.
    pub(super) fn of_head(head: &[u8]) -> Self {
        if head.starts_with(b"CCBridgeLibrary\0") {
            return Self::Cbl;
        }
        if head.starts_with(b"CCBridge Record\0") {
            return Self::Cbr;
        }
        if head.starts_with(b"XQ") && head.get(2).is_some_and(|&version| version < b' ') {
            return Self::Xqf;
        }
        let contains = |pattern: &[u8]| head.windows(pattern.len()).any(|window| window == pattern);
        if contains(b"[DhtmlXQ") {
            return Self::DhtmlXq;
        }
        let blank = |line: &&[u8]| line.iter().all(u8::is_ascii_whitespace);
        let first = head.split(|&byte| byte == b'\n').find(|line| !blank(line) && !line.starts_with(b"#"));
        let is_table = |line: &[u8]| {
            let mut cells = line.split(|&byte| byte == b'\t').map(<[u8]>::trim_ascii);
            let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
            line.contains(&b'\t') && cells.any(|cell| cell == b"moves" || results.contains(&cell))
        };
        if first.is_some_and(is_table) { Self::Tsv } else { Self::Pgn }
    }
}

impl Format {
    /// Whether a file that begins so can have this format. What has to be looked for further on is not denied.
    pub(super) fn can_begin(self, head: &[u8]) -> bool {
        let looks = Self::of_head(head);
        match self {
            Self::Pgn => is_text(head) && !matches!(looks, Self::Tsv),
            Self::Tsv => is_text(head) && !head.trim_ascii_start().starts_with(b"["),
            Self::DhtmlXq => is_text(head),
            Self::Xqf | Self::Cbr | Self::Cbl => true,
        }
    }
}

/// Whether a file that begins so is a text: binary files show control characters early.
pub(super) fn is_text(head: &[u8]) -> bool {
    let is_binary = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | b'\x0c');
    !head.iter().take(TEXT_START).any(is_binary)
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Finds a format by its name, in either case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text));
        named.ok_or_else(|| UnknownFormat(text.chars().take(40).collect()))
    }
}
