//! `phao perft`: counts leaf nodes, or checks a suite of known counts.

use super::{CommandResult, FAILURE, setup};
use phao::board::Position;
use phao::perft::{Cache, CacheTooLarge, divide, parse_suite};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Count the leaf nodes of the tree of legal moves, or check a suite of known counts.
#[derive(clap::Args)]
pub(super) struct Args {
    /// How deep to count, in plies.
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: Option<u32>,
    /// The position; the start of a game if it is left out.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to make first, like "h2e2 h9g7".
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Show the count behind every move.
    #[arg(long)]
    divide: bool,
    /// How many threads count.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// MiB of memory for positions that were counted before; 0 counts every one again.
    #[arg(long, value_name = "MB", default_value_t = 0)]
    hash: usize,
    /// A file of known counts to check, a line a position: FEN ;D1 n ;D2 n
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "divide"])]
    suite: Option<PathBuf>,
    /// Pass over the counts of the suite that are greater.
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    match &args.suite {
        Some(path) => check_suite(path, args),
        None => count(args),
    }
}

fn count(args: &Args) -> CommandResult {
    let position = setup::position(args.fen.as_deref(), args.moves.as_deref())?;
    let (nodes, counts, seconds) = timed_count(&position, args.depth.unwrap_or(0), args)?;
    let mut out = io::stdout().lock();
    if args.divide {
        for (mv, nodes) in counts {
            writeln!(out, "{mv} {nodes}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "nodes {nodes}")?;
    writeln!(out, "time {:.0} ms nps {:.0}", seconds * 1000.0, nodes as f64 / seconds)?;
    Ok(ExitCode::SUCCESS)
}

/// The leaf nodes, those behind each move, and the time it took in seconds, never zero.
type Count = (u64, Vec<(phao::core::Move, u64)>, f64);

fn timed_count(position: &Position, depth: u32, args: &Args) -> Result<Count, CacheTooLarge> {
    let cache = Cache::new(args.hash)?;
    let start = Instant::now();
    let counts = divide(position, depth, usize::from(args.threads), cache.as_ref());
    let nodes = if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() };
    Ok((nodes, counts, start.elapsed().as_secs_f64().max(1e-9)))
}

/// Checks every count of the file; the exit status is 1 if one differs.
fn check_suite(path: &Path, args: &Args) -> CommandResult {
    let text =
        fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let suite = parse_suite(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut out = io::stdout().lock();
    let (mut checked, mut wrong, mut total, mut seconds) = (0, 0, 0, 0.0);
    writeln!(out, "{:>5} {:>5} {:>14} {:>9}  position", "", "depth", "nodes", "Mnps")?;
    for entry in &suite {
        let fen = entry.position.fen();
        for &(depth, expected) in &entry.counts {
            if args.max_nodes.is_some_and(|max| expected > max) {
                continue;
            }
            let (nodes, _, time) = timed_count(&entry.position, depth, args)?;
            let verdict = if nodes == expected { "ok" } else { "WRONG" };
            write!(out, "{verdict:>5} {depth:>5} {nodes:>14} {:>9.1}  {fen}", nodes as f64 / time / 1e6)?;
            if nodes != expected {
                wrong += 1;
                write!(out, "  (expected {expected})")?;
            }
            writeln!(out)?;
            checked += 1;
            total += nodes;
            seconds += time;
        }
    }
    writeln!(
        out,
        "\n{checked} counts, {wrong} wrong, {total} nodes in {seconds:.1} s, {:.1} Mnps",
        total as f64 / seconds.max(1e-9) / 1e6
    )?;
    if checked == 0 {
        eprintln!("phao: {} has no count to check", path.display());
        return Ok(ExitCode::from(FAILURE));
    }
    Ok(ExitCode::from(u8::from(wrong > 0)))
}
