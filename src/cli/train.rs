//! `phao train`: fits a network to recorded games.

use super::net::network;
use super::target;
use super::{CommandResult, stop_on_interrupt};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::eval::nnue::{Network, Shape};
use phao::files::write_whole;
use phao::learn::train::{Data, Filter, Model, Progress, Settings, Target, load, svg, text, train};
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Train a network on recorded games; training that was broken off goes on at its last epoch.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of games, or texts (.txt) with lines `FEN;score;result`.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The network; beside it are put the checkpoint, and the losses as text and picture.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A network to train further, instead of one with random weights. Its shape is the default then;
    /// it may grow: more hidden units, or buckets and king buckets where there was one set of weights.
    #[arg(long, value_name = "NET")]
    from: Option<String>,
    /// Hidden units of one side, a multiple of 64 [default: 128].
    #[arg(long)]
    hidden: Option<usize>,
    /// Sets of output weights, by the number of pieces [default: 1].
    #[arg(long)]
    buckets: Option<usize>,
    /// Sets of first-layer weights, by the place of a side's own king: 1, or 6 for the palace [default: 1].
    #[arg(long)]
    king_buckets: Option<usize>,
    /// How often the data is visited, at most.
    #[arg(long, default_value_t = Settings::default().epochs, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// So many epochs without a better validation loss end the training.
    #[arg(long, default_value_t = Settings::default().patience)]
    patience: u32,
    /// Positions a step.
    #[arg(long, default_value_t = Settings::default().batch as u32, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The first step size, above 0 and at most 1; it falls along a cosine.
    #[arg(long, default_value_t = Settings::default().rate, value_parser = step_size)]
    rate: f32,
    /// The share of the game's result in what is aimed at, from 0 to 1; the rest is the score's.
    #[arg(long, default_value_t = Settings::default().target.result_share, value_parser = share)]
    result_share: f32,
    /// The score in centipawns that is worth 1 / (1 + 1/e) points; `phao net data count` fits it
    /// [default: that of the network trained further, else 400].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    scale: Option<u16>,
    /// How many threads train.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Determines the first weights, the order and the mirroring.
    #[arg(long, default_value_t = Settings::default().seed)]
    seed: u64,
    /// Leave out positions before that ply.
    #[arg(long, default_value_t = Filter::default().min_ply)]
    min_ply: u32,
    /// Leave out positions with greater scores.
    #[arg(long, default_value_t = Filter::default().max_score)]
    max_score: i32,
    /// Keep positions where the best move captures.
    #[arg(long)]
    captures: bool,
    /// Keep positions that came before.
    #[arg(long)]
    repeats: bool,
}

fn step_size(text: &str) -> Result<f32, String> {
    let is_possible = |rate: &f32| 0.0 < *rate && *rate <= 1.0;
    text.parse().ok().filter(is_possible).ok_or_else(|| "a number above 0 and at most 1 is needed".to_owned())
}

fn share(text: &str) -> Result<f32, String> {
    let is_share = |share: &f32| (0.0..=1.0).contains(share);
    text.parse().ok().filter(is_share).ok_or_else(|| "a number from 0 to 1 is needed".to_owned())
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    // What is read must stay: training that was broken off begins with the same games and network again.
    let inputs: Vec<_> = args.data.iter().cloned().chain(args.from.as_ref().map(PathBuf::from)).collect();
    target::Target::of(&args.out).spares(&inputs)?;
    let from = args.from.as_deref().map(network).transpose()?;
    let settings = args.settings(from.as_deref())?;
    let filter = Filter {
        min_ply: args.min_ply,
        max_score: args.max_score,
        captures: args.captures,
        repeats: args.repeats,
        ..Filter::default()
    };
    let start = Instant::now();
    let data = load(&args.data, &filter)?;
    eprintln!(
        "{} games, {} positions: {} to train on, {} to measure by; read in {:.1} s",
        data.games,
        data.positions,
        data.training.len(),
        data.validation.len(),
        start.elapsed().as_secs_f64()
    );
    let stop = stop_on_interrupt()?;
    fit(args, &settings, from.as_deref(), &data, &stop)
}

impl Args {
    fn settings(&self, from: Option<&Network>) -> Result<Settings, String> {
        let Settings { shape, target, .. } = Settings::default();
        let (shape, scale) = from.map_or((shape, target.scale), |net| (net.shape(), net.scale() as f32));
        let (hidden, buckets) = (self.hidden.unwrap_or(shape.hidden), self.buckets.unwrap_or(shape.buckets));
        let king_buckets = self.king_buckets.unwrap_or(shape.king_buckets);
        let shape = Shape::new(hidden, buckets, king_buckets).ok_or_else(|| {
            format!(
                "a network of {hidden} hidden units, {buckets} buckets and {king_buckets} king buckets is not possible"
            )
        })?;
        Ok(Settings {
            shape,
            seed: self.seed,
            threads: self.threads.into(),
            epochs: self.epochs,
            patience: self.patience,
            batch: self.batch as usize,
            rate: self.rate,
            target: Target { scale: self.scale.map_or(scale, f32::from), result_share: self.result_share },
            ..Settings::default()
        })
    }
}

/// Trains, and writes the network whenever it is the best so far.
fn fit(
    args: &Args,
    settings: &Settings,
    from: Option<&Network>,
    data: &Data,
    stop: &AtomicBool,
) -> CommandResult {
    let scale = settings.target.scale as u16;
    let checkpoint = args.out.with_extension("checkpoint");
    let visits = data.training.len() as u64 * u64::from(settings.epochs);
    let bar = ProgressBar::with_draw_target(Some(visits), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent} %, {per_sec}, {eta} left, {msg}") {
        bar.set_style(style);
    }
    let start = Instant::now();
    let mut failure = None;
    let trained = train(settings, from, data, Some(&checkpoint), stop, |progress| match progress {
        Progress::Visited { epoch, positions } => {
            bar.set_position(u64::from(epoch) * data.training.len() as u64 + positions as u64);
        }
        Progress::Epoch { epochs, best } => {
            let table = text(epochs);
            let line = table.lines().last().unwrap_or_default().to_owned();
            bar.set_message(format!("epoch {}", epochs.len() + 1));
            bar.suspend(|| eprintln!("{line}"));
            let written = best
                .map_or(Ok(()), |model| write_network(&args.out, model, scale))
                .and_then(|()| save(&args.out.with_extension("losses.txt"), table.as_bytes()))
                .and_then(|()| save(&args.out.with_extension("svg"), svg(epochs).as_bytes()));
            if let Err(error) = written {
                failure.get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
            }
        }
    })?;
    bar.finish_and_clear();
    if let Some(error) = failure {
        return Err(error);
    }
    let mut out = io::stdout();
    if trained.stopped {
        writeln!(out, "stopped; the same command goes on after epoch {}", trained.epochs.len())?;
        return Ok(ExitCode::SUCCESS);
    }
    write_network(&args.out, &trained.model, scale)?;
    fs::remove_file(&checkpoint)?;
    let best = trained.epochs.iter().map(|epoch| epoch.validation_loss).fold(f64::INFINITY, f64::min);
    writeln!(
        out,
        "{}: validation loss {best:.7} after {} epochs, {}",
        args.out.display(),
        trained.epochs.len(),
        HumanDuration(start.elapsed())
    )?;
    Ok(ExitCode::SUCCESS)
}

fn write_network(path: &Path, model: &Model, scale: u16) -> Result<(), Box<dyn Error>> {
    let network = model.quantise(scale).ok_or("the network cannot be written in whole numbers")?;
    save(path, &network.to_bytes())
}

/// Writes a file; its error names it.
fn save(path: &Path, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    write_whole(path, bytes).map_err(|error| format!("{}: {error}", path.display()).into())
}
