//! The books of a session.

use super::{Book, BookError, BookMove, embedded};
use crate::board::Position;
use std::env;
use std::path::PathBuf;
use std::sync::Arc;

/// The name that stands for the book inside the program in place of a book's file.
pub const BUILT_IN: &str = "inside";

/// Books in the order in which they are asked.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    books: Vec<Arc<Book>>,
}

impl Shelf {
    /// The book inside the program alone.
    pub fn built_in() -> Self {
        Self { books: embedded().into_iter().collect() }
    }

    /// The books of a list with `;` between the names, and what was wrong with those that are left out;
    /// [`BUILT_IN`] in the list, or an empty list, means the book inside the program.
    ///
    /// A relative name is looked for beside the caller first, then beside the program: front ends start
    /// engines in directories of their own.
    pub fn open(names: &str) -> (Self, Vec<BookError>) {
        let mut names = names.split(';').map(str::trim).filter(|name| !name.is_empty()).peekable();
        if names.peek().is_none() {
            return (Self::built_in(), Vec::new());
        }
        let (mut books, mut errors) = (Vec::new(), Vec::new());
        for name in names {
            if name.eq_ignore_ascii_case(BUILT_IN) {
                books.extend(embedded());
                continue;
            }
            match Book::open(locate(name)) {
                Ok(book) => books.push(Arc::new(book)),
                Err(error) => errors.push(error),
            }
        }
        (Self { books }, errors)
    }

    /// The moves of the first book that knows any for the position, heaviest first.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        self.books.iter().map(|book| book.probe(position)).find(|moves| !moves.is_empty()).unwrap_or_default()
    }

    /// Whether there is no book.
    pub fn is_empty(&self) -> bool {
        self.books.is_empty()
    }
}

/// The file that a name means.
fn locate(name: &str) -> PathBuf {
    let given = PathBuf::from(name);
    if given.is_absolute() || given.exists() {
        return given;
    }
    let beside = env::current_exe().ok().and_then(|program| Some(program.parent()?.join(name)));
    beside.filter(|path| path.exists()).unwrap_or(given)
}
