//! Files of games: reading and writing them, a game at a time.
//!
//! [`open`] finds out which format a file has, also if it is packed by gzip, and gives its games one after
//! the other. A damaged game comes as an error that says what is wrong with it and where; the games after it
//! still come. Memory is bounded by the longest game, not by the file.
//!
//! ```no_run
//! for game in phao::games::open("games.pgn".as_ref())? {
//!     match game {
//!         Ok(game) => println!("{} {}", game.outcome, game.moves.len()),
//!         Err(error) => eprintln!("{error}"),
//!     }
//! }
//! # Ok::<(), phao::games::GameError>(())
//! ```

mod binary;
mod cbr;
mod dhtmlxq;
mod error;
mod format;
mod game;
mod nodes;
mod pgn;
mod text;
mod tree;
mod tsv;
mod words;
mod write;
mod xqf;

pub use error::{Fault, GameError, Place};
pub use format::{Format, UnknownFormat};
pub use game::{Game, GameMove, NoOutcome, Outcome, Tags};
pub use pgn::without_number;
pub use text::TextEncoding;
pub use words::{notation_of_words, parse_move};
pub use write::{WriteOptions, Writer};

use crate::notation::Notation;
use cbr::CblReader;
use dhtmlxq::DhtmlXqReader;
use flate2::bufread::MultiGzDecoder;
use pgn::PgnReader;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use text::Lines;
use tsv::TsvReader;

/// How much of a file is looked at to tell its format and encoding.
const HEAD: usize = 1 << 16;

/// What is known of a file; what is not is found out.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Its format.
    pub format: Option<Format>,
    /// The encoding of a text.
    pub encoding: Option<TextEncoding>,
    /// The notation of the moves where they look neither like coordinates nor Chinese; WXF otherwise.
    pub notation: Option<Notation>,
}

/// The games of a file, one after the other.
pub struct Reader {
    games: Box<dyn Iterator<Item = Result<Game, GameError>> + Send>,
    format: Format,
    consumed: Arc<AtomicU64>,
    is_over: bool,
}

/// Opens a file of games.
///
/// # Errors
/// When it cannot be opened or its beginning cannot be read.
pub fn open(path: &Path) -> Result<Reader, GameError> {
    open_with(path, &ReadOptions::default())
}

/// Opens a file of games of which something is known.
///
/// # Errors
/// When it cannot be opened or its beginning cannot be read.
pub fn open_with(path: &Path, options: &ReadOptions) -> Result<Reader, GameError> {
    let file = File::open(path).map_err(|error| GameError::new(0, Place::Nowhere, error))?;
    read(file, options)
}

/// Reads games from any source of bytes.
///
/// # Errors
/// When its beginning cannot be read.
pub fn read(source: impl Read + Send + 'static, options: &ReadOptions) -> Result<Reader, GameError> {
    Reader::new(source, *options).map_err(|error| GameError::new(0, Place::Nowhere, error))
}

impl Reader {
    fn new(source: impl Read + Send + 'static, options: ReadOptions) -> io::Result<Self> {
        let consumed = Arc::new(AtomicU64::new(0));
        let mut source = BufReader::new(Counted { source, consumed: Arc::clone(&consumed) });
        let is_packed = source.fill_buf()?.starts_with(&[0x1F, 0x8B]);
        let mut source: Box<dyn Read + Send> =
            if is_packed { Box::new(MultiGzDecoder::new(source)) } else { Box::new(source) };
        let mut head = Vec::new();
        let failure = source.by_ref().take(HEAD as u64).read_to_end(&mut head).err();
        let format = options.format.unwrap_or_else(|| Format::of_head(&head));
        let fault = match options.format {
            Some(format) if !format.can_begin(&head) => Some(Fault::NotThis(format)),
            None if format == Format::Pgn && !format::is_text(&head) => Some(Fault::NotText),
            _ => None,
        };
        if let Some(fault) = fault {
            let games = Box::new(std::iter::once(Err(GameError::new(0, Place::Nowhere, fault))));
            return Ok(Self { games, format, consumed, is_over: false });
        }
        let whole = BufReader::new(Cursor::new(head.clone()).chain(Failed(failure)).chain(source));
        let lines = |source| Lines::new(source, options.encoding, &head);
        let games: Box<dyn Iterator<Item = _> + Send> = match format {
            Format::Pgn => Box::new(PgnReader::new(lines(whole), options.notation)),
            Format::Tsv => Box::new(TsvReader::new(lines(whole), options.notation)),
            Format::DhtmlXq => Box::new(DhtmlXqReader::new(lines(whole))),
            Format::Xqf | Format::Cbr => {
                Box::new(std::iter::once_with(move || binary::read_one(whole, format)))
            }
            Format::Cbl => Box::new(CblReader::new(whole)),
        };
        Ok(Self { games, format, consumed, is_over: false })
    }

    /// The format of the file.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// How many bytes of the file were read, for showing progress against its size.
    pub fn consumed(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.consumed)
    }
}

impl Iterator for Reader {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.games.next();
        self.is_over = match &game {
            None => true,
            Some(game) => game.as_ref().is_err_and(GameError::is_final),
        };
        game
    }
}

/// Where the source failed while its head was read: what came before is read first.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    source: R,
    consumed: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.consumed.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
