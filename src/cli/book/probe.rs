//! `phao book probe`: the moves of a book, for scripts.

use super::{CommandResult, Place, about, note, nothing, open, share};
use phao::book::BookMove;
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

/// Print the moves that a book knows in a position, a line each, heaviest first: move, weight, and the games
/// won, drawn and lost by the side to move. The exit status is 1 if there is none.
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    place: Place,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    fen: String,
    book: String,
    note: &'a str,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    weight: u32,
    percent: f64,
    wins: u32,
    draws: u32,
    losses: u32,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let position = args.place.position()?;
    let book = open(&args.place.book)?;
    let moves = book.probe(&position);
    let mut out = io::stdout().lock();
    if args.json {
        let report = Report {
            fen: position.fen(),
            book: about(&book),
            note: note(&book),
            moves: moves.iter().map(|known| MoveJson::of(known, &moves)).collect(),
        };
        serde_json::to_writer(&mut out, &report)?;
        writeln!(out)?;
        return Ok(ExitCode::from(u8::from(moves.is_empty())));
    }
    for known in &moves {
        let tally = known.tally;
        writeln!(out, "{} {} +{} ={} -{}", known.mv, known.weight, tally.wins, tally.draws, tally.losses)?;
    }
    if moves.is_empty() { nothing() } else { Ok(ExitCode::SUCCESS) }
}

impl MoveJson {
    fn of(known: &BookMove, moves: &[BookMove]) -> Self {
        let tally = known.tally;
        Self {
            mv: known.mv.to_string(),
            weight: known.weight,
            percent: (share(known, moves) * 100.0).round() / 100.0,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
        }
    }
}
