//! `phao book`: builds opening books and looks into them.

mod build;
mod probe;
mod show;
mod sound;

use super::{CommandResult, setup};
use phao::board::Position;
use phao::book::{BUILT_IN, Book, BookMove, embedded};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// Build opening books and look into them.
#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Build a book from games.
    Build(build::Args),
    /// Show what a book knows of a position, for people.
    Show(show::Args),
    /// Print the moves that a book knows in a position, a line each, heaviest first.
    Probe(probe::Args),
    /// Play openings from a book at random and judge their ends by search.
    Sound(sound::Args),
}

/// Which book, and what position in it.
#[derive(clap::Args)]
pub(super) struct Place {
    /// The position before the moves, with or without quotes around it; the start of a game if it is left
    /// out.
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// Moves from there, like "h2e2 h9g7".
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// A book of Pháo's format or a `BOOK.DAT`; `inside` for the book inside the program.
    #[arg(long, value_name = "FILE", default_value = BUILT_IN)]
    book: String,
}

/// Runs the command.
pub(super) fn run(command: &Command) -> CommandResult {
    match command {
        Command::Build(args) => build::run(args),
        Command::Show(args) => show::run(args),
        Command::Probe(args) => probe::run(args),
        Command::Sound(args) => sound::run(args),
    }
}

impl Place {
    fn position(&self) -> Result<Position, setup::SetupError> {
        setup::position(Some(&self.fen.join(" ")), self.moves.as_deref())
    }
}

/// The book of that name.
fn open(name: &str) -> Result<Arc<Book>, Box<dyn std::error::Error>> {
    if name == BUILT_IN {
        return embedded().ok_or_else(|| "there is no book inside the program".into());
    }
    Ok(Arc::new(Book::open(name)?))
}

/// What a book says of itself.
fn about(book: &Book) -> String {
    match book {
        Book::Folded(book) => {
            format!("{} positions, {} moves, {} bytes", book.len(), book.moves(), book.size())
        }
        Book::Elephant(book) => format!("BOOK.DAT of {} moves", book.len()),
    }
}

/// Whence a book comes; empty if it does not say.
fn note(book: &Book) -> &str {
    match book {
        Book::Folded(book) => book.note(),
        Book::Elephant(_) => "",
    }
}

/// A move's part of all the weight, in percent.
fn share(known: &BookMove, moves: &[BookMove]) -> f64 {
    let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    100.0 * f64::from(known.weight) / (total.max(1)) as f64
}

/// Nothing to say, which scripts can tell from something.
fn nothing() -> CommandResult {
    writeln!(io::stderr(), "phao: the book does not know this position")?;
    Ok(ExitCode::from(1))
}
