//! `phao bench`: fixed positions to a fixed depth with one thread; its node count identifies the search.

use super::CommandResult;
use phao::law::{RuleSet, Rules};
use phao::search::{BENCH_DEPTH, bench};
use std::io::{self, Write};
use std::process::ExitCode;

/// Search fixed positions with one thread; the node count is the same on every machine.
#[derive(clap::Args)]
pub(super) struct Args {
    /// How deep to search, in plies.
    #[arg(long, default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// What repetitions mean: chapter5, asianrule, checkban or alwaysdraw.
    #[arg(long, default_value_t)]
    repetition: RuleSet,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let rules = Rules { set: args.repetition, ..Rules::default() };
    let result = bench(args.depth, rules);
    writeln!(io::stdout(), "{} nodes {} nps", result.nodes, result.nps())?;
    Ok(ExitCode::SUCCESS)
}
