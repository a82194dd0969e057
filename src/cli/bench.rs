//! `phao bench`: fixed positions to a fixed depth with one thread; its node count identifies the search.

use super::CommandResult;
use phao::search;
use std::process::ExitCode;

/// Search fixed positions with one thread; the node count is the same on every machine.
#[derive(clap::Args)]
pub(super) struct Args {
    /// How deep to search, in plies.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let result = search::bench(args.depth);
    let nps = result.nodes as f64 / result.time.as_secs_f64().max(1e-9);
    println!("{} nodes {nps:.0} nps", result.nodes);
    Ok(ExitCode::SUCCESS)
}
