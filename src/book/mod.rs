//! Opening books: Pháo's own format and the one inside the program, `BOOK.DAT` of `ElephantEye`, choosing
//! among book moves, and building books from games.
//!
//! A [`Book`] knows moves for positions and what became of them. A [`Shelf`] is the books that a session
//! uses, the first that knows a position answers. Whatever a book says, only moves that are legal in the
//! position come out of it.

mod build;
mod check;
mod choice;
mod elephant;
mod fold;
mod format;
mod journal;
mod reach;
mod shelf;
mod write;

pub use build::{BadGame, Builder, Draft, Node, Recipe};
pub use check::{Bounds, Checker, Dropped, Effort, Evidence, Scores};
pub use choice::{ParseRandomnessError, Randomness, choose, keeps_the_law};
pub use elephant::BookDat;
pub use format::{FoldedBook, MAX_NOTE};
pub use journal::{Journal, JournalError};
pub use shelf::{BUILT_IN, Shelf};
pub use write::{Entry, encode};

use crate::board::Position;
use crate::core::Move;
use crate::files::read_plain;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// The longest file that is read as a book.
const MAX_BYTES: u64 = 1 << 30;

/// How games went on after a move, from the view of the side that made it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// All games; as wide as it must be for three counts of 32 bits.
    pub fn games(self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// Both tallies together, each count as far as 32 bits go.
    pub const fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// A move that a book knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How much the book recommends it; only ratios within a position mean anything.
    pub weight: u32,
    /// How games with it went; all zero in books that do not tell.
    pub tally: Tally,
}

/// Puts the heaviest move first; equal weights by the move, so that the order is always the same.
pub(crate) fn sort(moves: &mut [BookMove]) {
    moves.sort_by_key(|known| (std::cmp::Reverse(known.weight), known.mv));
}

/// What is wrong with the bytes of a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookFault {
    /// There are none.
    #[error("it is empty")]
    Empty,
    /// It is neither format that is read.
    #[error("it is neither a book of Pháo nor a BOOK.DAT of ElephantEye")]
    Unknown,
    /// An `SQLite` file, as `.obk` and `.xqb` books are.
    #[error("it is an SQLite file (.obk, .xqb, .pfBook …); such books are not read")]
    Sqlite,
    /// A book of Pháo from another time.
    #[error("it is of version {0}; this program reads version {current}", current = format::VERSION)]
    Version(u32),
    /// A book of Pháo whose positions are named by other keys.
    #[error("its position keys are those of another version of the program; build it anew")]
    ForeignKeys,
    /// The length is not what the header says.
    #[error("it has {got} bytes and should have {wanted}")]
    Length {
        /// As the header says.
        wanted: u64,
        /// As it is.
        got: u64,
    },
    /// The sum over its bytes is not the one that was stored.
    #[error("its checksum is wrong: bytes were changed or lost")]
    Checksum,
    /// The note is no text.
    #[error("its note is not UTF-8")]
    Note,
    /// An entry is out of order or holds no moves.
    #[error("its entry {0} is damaged")]
    Entry(usize),
}

/// Why a book is not used.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("the book {} cannot be read: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is no book, or damaged.
    #[error("the book {} cannot be used: {fault}", file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        fault: BookFault,
    },
}

/// A book of either format.
#[derive(Debug)]
pub enum Book {
    /// Pháo's own.
    Folded(FoldedBook),
    /// `ElephantEye`'s.
    Elephant(BookDat),
}

impl Book {
    /// Reads a book, whichever format the bytes are.
    ///
    /// # Errors
    /// When they are no book, or a damaged one.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, BookFault> {
        if bytes.is_empty() {
            return Err(BookFault::Empty);
        }
        if bytes.starts_with(format::MAGIC) {
            return FoldedBook::from_bytes(bytes).map(Self::Folded);
        }
        if bytes.starts_with(b"SQLite format 3\0") {
            return Err(BookFault::Sqlite);
        }
        BookDat::from_bytes(&bytes).map(Self::Elephant)
    }

    /// Reads a book's file.
    ///
    /// # Errors
    /// When the file cannot be read, or is no book.
    pub fn open(file: impl Into<PathBuf>) -> Result<Self, BookError> {
        let file = file.into();
        let bytes = match read_plain(&file, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => return Err(BookError::Unreadable { file, error }),
        };
        Self::from_bytes(bytes).map_err(|fault| BookError::Unusable { file, fault })
    }

    /// The legal moves that the book knows for a position, heaviest first.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        match self {
            Self::Folded(book) => book.probe(position),
            Self::Elephant(book) => book.probe(position),
        }
    }
}

/// The book inside the program; `None` only if it was damaged when the program was built.
pub fn embedded() -> Option<Arc<Book>> {
    static BOOK: OnceLock<Option<Arc<Book>>> = OnceLock::new();
    let read = || {
        FoldedBook::from_static(include_bytes!("../../book/phao.book"))
            .inspect_err(|fault| log::error!("the book inside the program cannot be used: {fault}"))
            .ok()
            .map(|book| Arc::new(Book::Folded(book)))
    };
    BOOK.get_or_init(read).clone()
}
