//! `phao net data rescore`: searches the positions of recorded games again.

use super::net::tell;
use super::{CommandResult, stop_on_interrupt};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::eval::nnue::by_name;
use phao::learn::records::{Game, Header, Reader, RecordError, Writer, read_all};
use phao::learn::rescore::{RescoreError, Settings, rescore};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use thiserror::Error;

/// Search every position again and write the same games with the new scores; a run that was broken off goes on
/// where it stopped.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A file of games.
    games: PathBuf,
    /// The file to write; it is appended to if it holds the first of these games, searched with as many nodes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// No new iteration of a search is begun after so many nodes.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// The network to search with: a file, `inside`, `classical` or `material`.
    #[arg(long, default_value = "inside")]
    net: String,
    /// How many games are searched at once; the scores do not depend on it.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The size of each thread's table of positions, in MiB.
    #[arg(long, value_name = "MB", default_value_t = 8)]
    hash: usize,
}

/// Why a run ends early.
#[derive(Debug, Error)]
enum RunError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Rescore(#[from] RescoreError),
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    if args.games == args.out {
        return Err("the games and --out must be different files".into());
    }
    let network = by_name(&args.net)?;
    let settings = Settings { nodes: args.nodes, hash_mib: args.hash, threads: usize::from(args.threads) };
    let seed = Reader::open(&args.games)?.header().seed;
    let (games, warnings) = read_all(std::slice::from_ref(&args.games))?;
    tell(&warnings);
    let mut writer = Writer::resume(&args.out, Header { seed, nodes: args.nodes })?;
    let rest = left(&games, args)?;
    if writer.games() > 0 {
        eprintln!("{} holds {} of {} games", args.out.display(), writer.games(), games.len());
    }
    let stop = stop_on_interrupt()?;
    let bar = progress_bar(rest.iter().map(|game| game.plies.len() as u64).sum());
    let (start, mut done, mut positions) = (Instant::now(), 0, 0);
    rescore::<RunError>(&settings, network.as_ref(), rest, &stop, |game| {
        writer.append(&game)?;
        done += 1;
        positions += game.plies.len() as u64;
        bar.set_position(positions);
        if bar.is_hidden() && done % 100 == 0 {
            let speed = positions as f64 / start.elapsed().as_secs_f64().max(1e-3);
            log::info!("{done} of {} games, {positions} positions, {speed:.0} a second", rest.len());
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    let to_do = games.len() as u64 - writer.games();
    writeln!(
        io::stdout(),
        "{done} games, {positions} positions in {:.0} s: {} holds {} games{}",
        start.elapsed().as_secs_f64(),
        args.out.display(),
        writer.games(),
        if to_do > 0 { format!("; stopped, the same command goes on with {to_do}") } else { String::new() }
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The games that the file to write does not hold yet.
fn left<'a>(games: &'a [Game], args: &Args) -> Result<&'a [Game], Box<dyn Error>> {
    let (held, _) = read_all(std::slice::from_ref(&args.out))?;
    if held.len() > games.len() || !held.iter().zip(games).all(|(held, game)| is_same_game(held, game)) {
        let (out, games) = (args.out.display(), args.games.display());
        return Err(format!("{out} holds other games than {games}; name another file").into());
    }
    Ok(&games[held.len()..])
}

/// Whether games are the same but for their scores.
fn is_same_game(a: &Game, b: &Game) -> bool {
    let moves = |game: &Game| game.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
    (a.number, a.start, a.outcome, a.reason) == (b.number, b.start, b.outcome, b.reason)
        && moves(a) == moves(b)
}

/// A progress bar that counts positions; it shows on a terminal only.
fn progress_bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr());
    let template = "{bar:30} {pos}/{len} positions, {per_sec}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
