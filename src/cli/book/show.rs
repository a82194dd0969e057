//! `phao book show`: the moves of a book, for people.

use super::{CommandResult, Place, about, note, nothing, open, share};
use phao::board::Position;
use phao::book::{Book, BookMove, Tally};
use phao::core::Color;
use std::io::{self, Write};
use std::process::ExitCode;

/// The width of a bar, in characters.
const BAR: usize = 30;

/// Show what a book knows of a position: its moves with their shares of the weight and how games with them
/// went for the side to move.
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    place: Place,
    /// Do not draw the board.
    #[arg(long)]
    no_board: bool,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let position = args.place.position()?;
    let book = open(&args.place.book)?;
    let mut out = io::stdout().lock();
    if !args.no_board {
        writeln!(out, "{}\n{}\n", position.diagram(), position.fen())?;
    }
    let moves = book.probe(&position);
    if !moves.is_empty() {
        write_moves(&mut out, &position, &moves)?;
    }
    write_book(&mut out, &book)?;
    drop(out);
    if moves.is_empty() { nothing() } else { Ok(ExitCode::SUCCESS) }
}

fn write_moves(out: &mut impl Write, position: &Position, moves: &[BookMove]) -> io::Result<()> {
    let side = if position.side() == Color::Red { "Red" } else { "Black" };
    writeln!(out, "  move    weight      %    games   won  drawn   lost   {side} wins █, draws ▒, loses ░")?;
    for known in moves {
        let tally = known.tally;
        let percent = |count: u32| match tally.games() {
            0 => "–".to_owned(),
            games => format!("{:.0}%", 100.0 * f64::from(count) / games as f64),
        };
        writeln!(
            out,
            "  {}  {:8} {:6.1} {:8} {:>5}  {:>5}  {:>5}   {}",
            known.mv,
            known.weight,
            share(known, moves),
            tally.games(),
            percent(tally.wins),
            percent(tally.draws),
            percent(tally.losses),
            bar(tally)
        )?;
    }
    writeln!(out)
}

fn write_book(out: &mut impl Write, book: &Book) -> io::Result<()> {
    writeln!(out, "Book: {}.", about(book))?;
    let note = note(book);
    if note.is_empty() { Ok(()) } else { writeln!(out, "{note}") }
}

/// Wins, draws and losses as parts of a bar; the parts that are nearest, together always [`BAR`] wide.
fn bar(tally: Tally) -> String {
    let games = tally.games();
    if games == 0 {
        return String::new();
    }
    let up_to = |count: u64| ((count * BAR as u64 * 2 + games) / (2 * games)) as usize;
    let won = up_to(tally.wins.into());
    let not_lost = up_to(u64::from(tally.wins) + u64::from(tally.draws));
    format!("{}{}{}", "█".repeat(won), "▒".repeat(not_lost - won), "░".repeat(BAR - not_lost))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_always_whole() {
        let tally = |wins, draws, losses| Tally { wins, draws, losses };
        assert_eq!(bar(tally(1, 1, 1)), format!("{}{}{}", "█".repeat(10), "▒".repeat(10), "░".repeat(10)));
        assert_eq!(bar(tally(7, 0, 0)), "█".repeat(BAR));
        assert_eq!(bar(tally(0, 0, 0)), "");
        for (wins, draws, losses) in [(1, 0, 99), (33, 33, 34), (u32::MAX, u32::MAX, u32::MAX)] {
            assert_eq!(bar(tally(wins, draws, losses)).chars().count(), BAR);
        }
    }
}
