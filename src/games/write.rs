//! Writing games, one after the other.

use super::error::{Fault, GameError, Place};
use super::game::Game;
use super::text::TextEncoding;
use super::{Format, dhtmlxq, pgn, tsv};
use crate::notation::Notation;
use std::io::Write;

/// How games are written.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// The format: PGN, TSV or `DhtmlXQ`; the others are only read.
    pub format: Format,
    /// The notation of the moves; `DhtmlXQ` has its own.
    pub notation: Notation,
    /// The encoding of the text.
    pub encoding: TextEncoding,
}

/// Writes games, one after the other.
pub struct Writer<W> {
    out: W,
    options: WriteOptions,
    count: u64,
}

impl<W: Write> Writer<W> {
    /// A writer to which games can be given.
    ///
    /// # Errors
    /// When the format is one that is only read.
    pub fn new(out: W, options: WriteOptions) -> Result<Self, GameError> {
        match options.format {
            Format::Pgn | Format::Tsv | Format::DhtmlXq => Ok(Self { out, options, count: 0 }),
            format => Err(GameError::new(0, Place::Nowhere, Fault::ReadOnly(format))),
        }
    }

    /// Writes a game. After an error nothing of it is written, and others can still be.
    ///
    /// # Errors
    /// When the encoding lacks a character of it, or the output fails.
    pub fn write(&mut self, game: &Game) -> Result<(), GameError> {
        let error = |fault: Fault| GameError::new(0, Place::Nowhere, fault);
        let text = match self.options.format {
            Format::Tsv => tsv::row(game, self.options.notation),
            Format::DhtmlXq => dhtmlxq::text(game),
            _ => pgn::text(game, self.options.notation),
        };
        let bytes = encode(&text, self.options.encoding).map_err(error)?;
        if self.count == 0 && self.options.format == Format::Tsv {
            tsv::write_header(&mut self.out).map_err(|failure| error(failure.into()))?;
        }
        self.out.write_all(&bytes).map_err(|failure| error(failure.into()))?;
        self.count += 1;
        Ok(())
    }

    /// How many games were written.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Ends the file: an empty table still gets its header.
    ///
    /// # Errors
    /// When the output fails.
    pub fn finish(mut self) -> Result<W, GameError> {
        let error = |failure: std::io::Error| GameError::new(0, Place::Nowhere, failure);
        if self.count == 0 && self.options.format == Format::Tsv {
            tsv::write_header(&mut self.out).map_err(error)?;
        }
        self.out.flush().map_err(error)?;
        Ok(self.out)
    }
}

fn encode(text: &str, encoding: TextEncoding) -> Result<Vec<u8>, Fault> {
    let (bytes, _, has_errors) = encoding.codec().encode(text);
    if has_errors {
        let is_missing = |letter: &char| encoding.codec().encode(letter.encode_utf8(&mut [0; 4])).2;
        let letter = text.chars().find(is_missing).unwrap_or(char::REPLACEMENT_CHARACTER);
        return Err(Fault::Unencodable { letter, encoding: encoding.codec().name() });
    }
    Ok(bytes.into_owned())
}
