//! `phao analyse`: the best lines of a position, for a person or as JSON.

mod json;
mod people;

use super::{CommandResult, setup};
use phao::board::Position;
use phao::core::Move;
use phao::engine::{DEFAULT_HASH, affordable_mib};
use phao::movegen::has_legal_move;
use phao::notation;
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
    /// Like C2.5.
    Wxf,
    /// The record of Điều 11.2, like P2-5.
    Vietnamese,
    /// Like 炮二平五.
    Chinese,
}

impl Notation {
    /// The moves of a variation as text, one after the other.
    fn write(self, position: &Position, moves: &[Move]) -> Vec<String> {
        let notation = match self {
            Self::Iccs => notation::Notation::Ucci,
            Self::Wxf => notation::Notation::Wxf(notation::Wxf::STANDARD),
            Self::Vietnamese => notation::Notation::Vietnamese,
            Self::Chinese => notation::Notation::Chinese(notation::Chinese::SIMPLIFIED),
        };
        notation.write_line(position, moves)
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
    let lines = best_first(listener.lines, &outcome, control.elapsed());
    Ok(Analysis { position, notation: args.notation, lines, outcome, time: control.elapsed() })
}

/// The lines by rank. An iteration that was broken off may have found a better move than the last that was
/// finished; its line then comes first.
fn best_first(mut lines: Vec<Line>, outcome: &Outcome, time: Duration) -> Vec<Line> {
    lines.sort_by_key(|line| line.multi_pv);
    let (Some(best), Some(first)) = (outcome.best, lines.first()) else { return lines };
    if first.pv.first() != Some(&best) {
        let count = lines.len();
        let pv = [Some(best), outcome.ponder].into_iter().flatten().collect();
        let better = Line { score: outcome.score, nodes: outcome.nodes, time, pv, ..first.clone() };
        lines.retain(|line| line.pv.first() != Some(&best));
        lines.insert(0, better);
        lines.truncate(count);
        for (rank, line) in (1..).zip(&mut lines) {
            line.multi_pv = rank;
        }
    }
    lines
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

#[cfg(test)]
mod tests {
    use super::*;
    use phao::core::Score;

    #[test]
    fn the_best_move_comes_first() {
        let mv = |text: &str| text.parse::<Move>().expect("a move");
        let line = |multi_pv, first| Line {
            depth: 9,
            sel_depth: 9,
            multi_pv,
            score: Score(10),
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::ZERO,
            hash_full: 0,
            pv: vec![mv(first)],
        };
        let outcome =
            |best| Outcome { best: Some(mv(best)), ponder: None, score: Score(50), depth: 9, nodes: 2 };
        let firsts = |best| {
            let lines = vec![line(2, "h0g2"), line(1, "h2e2"), line(3, "b0c2")];
            let lines = best_first(lines, &outcome(best), Duration::ZERO);
            let ranks: Vec<_> = lines.iter().map(|line| line.multi_pv).collect();
            assert_eq!(ranks, [1, 2, 3]);
            lines.iter().map(|line| line.pv[0].to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(firsts("h2e2"), "h2e2 h0g2 b0c2");
        assert_eq!(firsts("b0c2"), "b0c2 h2e2 h0g2");
        assert_eq!(firsts("b2e2"), "b2e2 h2e2 h0g2");
    }
}
