//! Lines of a text in whatever encoding the Xiangqi world writes it: UTF-8, GB18030 (GBK), Big5.
//!
//! A line feed is a line feed in all three, so lines are split first and decoded one by one. A line that is
//! sound UTF-8 is taken for that; for the others the encoding is guessed from the characters that games are
//! full of, for the whole text if already its beginning tells.

use super::error::{Fault, GameError, Place};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8};
use std::io::{BufRead, Read};

/// Longer lines are no part of a game.
const MAX_LINE: usize = 4 << 20;

/// The encoding of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextEncoding {
    /// UTF-8, with a byte order mark or without.
    Utf8,
    /// The mainland's, which contains GBK and GB 2312.
    Gb18030,
    /// Taiwan's and Hong Kong's.
    Big5,
}

impl TextEncoding {
    pub(super) const fn codec(self) -> &'static Encoding {
        match self {
            Self::Utf8 => UTF_8,
            Self::Gb18030 => GB18030,
            Self::Big5 => BIG5,
        }
    }

    /// The encoding that makes most sense of bytes that are not sound UTF-8. They may be damaged UTF-8.
    fn guess(bytes: &[u8]) -> Self {
        let sense = |encoding: Self| {
            let (text, _) = encoding.codec().decode_without_bom_handling(bytes);
            let (good, bad) = text.chars().fold((0_i64, 0_i64), |(good, bad), letter| {
                (
                    good + i64::from(COMMON.contains(letter)),
                    bad + i64::from(letter == char::REPLACEMENT_CHARACTER),
                )
            });
            good - bad
        };
        // Of equals the last is taken: the commonest.
        let candidates = [Self::Utf8, Self::Big5, Self::Gb18030];
        candidates.into_iter().max_by_key(|&encoding| sense(encoding)).unwrap_or(Self::Gb18030)
    }
}

/// What moves, results and tags of games are written with, in either script.
const COMMON: &str = "炮砲车車马馬相象仕士帅帥将將兵卒进進退平前后後中一二三四五六七八九１２３４５６７８９红紅黑胜勝负負和棋先局赛賽";

/// The lines of a text.
pub(super) struct Lines<R> {
    source: R,
    encoding: Option<TextEncoding>,
    bytes: Vec<u8>,
    number: u64,
    line: String,
}

impl<R: BufRead> Lines<R> {
    /// Lines in a known encoding; the head of the text, where it is not known, helps to guess it.
    pub(super) fn new(source: R, encoding: Option<TextEncoding>, head: &[u8]) -> Self {
        let legacy = std::str::from_utf8(head).is_err_and(|error| error.error_len().is_some());
        let encoding = encoding.or_else(|| legacy.then(|| TextEncoding::guess(head)));
        Self { source, encoding, bytes: Vec::new(), number: 0, line: String::new() }
    }

    /// The number of the last line, from 1.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// The next line without its end.
    pub(super) fn next(&mut self) -> Result<Option<&str>, GameError> {
        self.bytes.clear();
        self.number += 1;
        let error = |number, fault: Fault| GameError::new(0, Place::Line(number), fault);
        let limited = self.source.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut self.bytes);
        if limited.map_err(|failure| error(self.number, failure.into()))? == 0 {
            self.number -= 1;
            return Ok(None);
        }
        if self.bytes.len() == MAX_LINE && !self.bytes.ends_with(b"\n") {
            self.skip_line().map_err(|failure| error(self.number, failure.into()))?;
            return Err(error(self.number, Fault::TooLong("this line")));
        }
        while let Some(b'\n' | b'\r') = self.bytes.last() {
            self.bytes.pop();
        }
        self.decode();
        Ok(Some(&self.line))
    }

    fn decode(&mut self) {
        let bytes = if self.number == 1 {
            self.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.bytes)
        } else {
            &self.bytes
        };
        self.line.clear();
        if let Ok(text) = std::str::from_utf8(bytes)
            && matches!(self.encoding, None | Some(TextEncoding::Utf8)) | text.is_ascii()
        {
            self.line.push_str(text);
            return;
        }
        let encoding = self.encoding.unwrap_or_else(|| TextEncoding::guess(bytes));
        let (text, _) = encoding.codec().decode_without_bom_handling(bytes);
        self.line.push_str(&text);
    }

    /// Passes over the rest of a line.
    fn skip_line(&mut self) -> std::io::Result<()> {
        loop {
            let buffer = self.source.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.source.consume(used);
            if end.is_some() {
                return Ok(());
            }
        }
    }
}
