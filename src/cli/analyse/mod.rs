//! `phao analyse`: the best lines of a position, for a person or as JSON.

mod json;
mod people;

use super::{CommandResult, setup};
use phao::board::Position;
use phao::core::Move;
use phao::engine::{DEFAULT_HASH, affordable_mib};
use phao::movegen::has_legal_move;
use phao::search::{Bound, Control, Limits, Line, Outcome, Reporter, Searcher};
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The time when nothing else bounds the search.
const DEFAULT_TIME: Duration = Duration::from_millis(2500);

/// Show the best lines of a position.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The position, with or without quotes around it; the start of a game if it is left out.
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// Moves to make first, like "h2e2 h9g7".
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Time to search, in milliseconds; 2500 if nothing else ends the search.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    movetime: Option<u64>,
    /// How deep to search, in plies.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// How many positions to look at.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many best lines to find.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=128))]
    multipv: u16,
    /// How many threads search.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The size of the table of positions, in MiB.
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH)]
    hash: usize,
    /// How moves are written.
    #[arg(long, value_enum, default_value_t)]
    notation: Notation,
    /// Print one JSON object and nothing else.
    #[arg(long)]
    json: bool,
}

/// How moves are written.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Notation {
    /// Two squares, like h2e2.
    #[default]
    Iccs,
}

impl Notation {
    /// The moves of a variation as text, one after the other.
    fn write(self, _position: &Position, moves: &[Move]) -> Vec<String> {
        match self {
            Self::Iccs => moves.iter().map(ToString::to_string).collect(),
        }
    }
}

/// The newest lines of a search, sorted, and how they are shown while they deepen.
struct Listener<'a> {
    lines: Vec<Line>,
    show: &'a mut dyn FnMut(&Line),
}

impl Reporter for Listener<'_> {
    fn line(&mut self, line: &Line) {
        if line.bound != Bound::Exact {
            return;
        }
        self.lines.retain(|known| known.multi_pv != line.multi_pv);
        self.lines.push(line.clone());
        (self.show)(line);
    }
}

/// A finished analysis.
struct Analysis {
    position: Position,
    notation: Notation,
    /// The best lines, best first.
    lines: Vec<Line>,
    outcome: Outcome,
    time: Duration,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let fen = args.fen.join(" ");
    let position = setup::position(Some(&fen), args.moves.as_deref())?;
    let out = io::stdout().lock();
    if args.json {
        json::write(&analyse(position, args, &mut |_| ())?, out)?;
    } else {
        let mut screen = people::Screen::new(out);
        screen.show_position(&position)?;
        let mut failed = None;
        let shown = position.clone();
        let analysis = analyse(position, args, &mut |line| {
            if let Err(error) = screen.show_progress(&shown, line, args.notation) {
                failed.get_or_insert(error);
            }
        })?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        screen.show_result(&analysis)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Searches as the arguments say; Ctrl-C ends the search early, and what it found is kept.
fn analyse(
    position: Position,
    args: &Args,
    show: &mut dyn FnMut(&Line),
) -> Result<Analysis, Box<dyn std::error::Error>> {
    let control = Arc::new(Control::new(false));
    let interrupted = Arc::clone(&control);
    ctrlc::set_handler(move || interrupted.stop())?;
    let mut listener = Listener { lines: Vec::new(), show };
    let outcome = if has_legal_move(&position) {
        let mut searcher = Searcher::new(affordable_mib(args.hash), usize::from(args.threads))?;
        searcher.search(&position, &limits(args), &control, &mut listener)
    } else {
        Outcome { best: None, ponder: None, score: phao::core::Score::mated_in(0), depth: 0, nodes: 0 }
    };
    let mut lines = listener.lines;
    lines.sort_by_key(|line| line.multi_pv);
    Ok(Analysis { position, notation: args.notation, lines, outcome, time: control.elapsed() })
}

fn limits(args: &Args) -> Limits {
    let move_time = args.movetime.map(Duration::from_millis);
    let bounded = args.depth.is_some() || args.nodes.is_some();
    Limits {
        depth: args.depth,
        nodes: args.nodes,
        move_time: move_time.or((!bounded).then_some(DEFAULT_TIME)),
        multi_pv: usize::from(args.multipv),
        ..Limits::default()
    }
}
