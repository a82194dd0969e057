//! `phao selfplay`: plays games for training against itself.

use super::{CommandResult, stop_on_interrupt};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::eval::nnue::by_name;
use phao::learn::records::{Header, Outcome, RecordError, Writer};
use phao::learn::selfplay::{Settings, play};
use phao::search::OutOfMemory;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Play games for training; a run that was broken off goes on where it stopped.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The file of games; it is appended to if it holds games of the same seed and node count.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games the file shall hold.
    #[arg(long, default_value_t = 10_000)]
    games: u32,
    /// No new iteration of a search is begun after so many nodes.
    #[arg(long, default_value_t = Settings::default().nodes, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// How many games are played at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Determines the games; runs with different seeds can be merged.
    #[arg(long, default_value_t = Settings::default().seed)]
    seed: u64,
    /// The evaluation to play with: a network's file, `inside`, `classical` or `material`.
    #[arg(long, default_value = "inside")]
    net: String,
    /// The size of each thread's table of positions, in MiB.
    #[arg(long, value_name = "MB", default_value_t = Settings::default().hash_mib)]
    hash: usize,
}

/// Why a run ends early.
#[derive(Debug, Error)]
enum RunError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// What a run has played so far.
#[derive(Default)]
struct Totals {
    games: u32,
    positions: u64,
    outcomes: [u32; Outcome::ALL.len()],
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let settings =
        Settings { seed: args.seed, nodes: args.nodes, hash_mib: args.hash, ..Settings::default() };
    let network = by_name(&args.net)?;
    let header = Header { seed: args.seed, nodes: args.nodes };
    let mut writer = Writer::resume(&args.out, header)?;
    let first = writer.next_number();
    let count = args.games.saturating_sub(writer.games().min(u64::from(u32::MAX)) as u32);
    if writer.games() > 0 {
        eprintln!("{} holds {} games; going on with game {first}", args.out.display(), writer.games());
    }
    let stop = stop_on_interrupt()?;
    let bar = progress_bar(u64::from(count));
    let start = Instant::now();
    let mut totals = Totals::default();
    play::<RunError>(&settings, network.as_ref(), first, count, usize::from(args.threads), &stop, |game| {
        writer.append(&game)?;
        totals.games += 1;
        totals.positions += game.plies.len() as u64;
        totals.outcomes[game.outcome as usize] += 1;
        let speed = totals.positions as f64 / start.elapsed().as_secs_f64().max(1e-3);
        bar.set_message(format!("{} positions, {speed:.0} a second", totals.positions));
        bar.inc(1);
        if bar.is_hidden() && totals.games.is_multiple_of(100) {
            log::info!("{} games, {} positions, {speed:.0} a second", totals.games, totals.positions);
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    let [black, draws, red] = totals.outcomes;
    writeln!(
        io::stdout(),
        "{} games, {} positions in {:.0} s: red won {red}, drawn {draws}, black won {black}; {} holds {} games",
        totals.games,
        totals.positions,
        start.elapsed().as_secs_f64(),
        args.out.display(),
        writer.games()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// A progress bar on a terminal, a hidden one elsewhere.
fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        return bar;
    }
    let template = "{bar:30} {pos}/{len} games, {msg}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
