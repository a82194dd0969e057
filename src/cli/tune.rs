//! `phao tune`: the numbers of the search, tried and tuned by games.

use super::{CommandResult, stop_on_interrupt};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::eval::nnue;
use phao::files::write_whole;
use phao::learn::selfplay::{Duel, Settings, Tally, duel};
use phao::learn::tune::{Levels, Screen, Spsa, find};
use phao::search::{Limits, Params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Try and tune the numbers of the search by games.
#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// List the numbers with their values and ranges.
    List,
    /// Play changed numbers against the usual ones, two games from every opening.
    Try {
        /// What is changed, such as `razor_margin=300`.
        #[arg(required = true, value_name = "NAME=VALUE", value_parser = change)]
        changes: Vec<(String, i32)>,
        /// What is changed for the other side.
        #[arg(long, value_name = "NAME=VALUE", value_parser = change)]
        against: Vec<(String, i32)>,
        #[command(flatten)]
        games: Games,
    },
    /// Find out which numbers matter: each at two levels, all varied at once. What was played is kept in a
    /// file, and the command goes on from it.
    Screen {
        /// What is varied, such as `razor_margin=200..320`.
        #[arg(required = true, value_name = "NAME=LOW..HIGH", value_parser = levels)]
        numbers: Vec<Levels>,
        /// Where the runs are kept.
        #[arg(long)]
        out: PathBuf,
        /// How many runs; each plays `--pairs` pairs of games.
        #[arg(long, default_value_t = 300)]
        runs: usize,
        #[command(flatten)]
        games: Games,
    },
    /// Tune numbers by SPSA; what is reached is kept in a file, and the command goes on from it.
    Spsa {
        /// Where the tuning is kept.
        #[arg(long)]
        out: PathBuf,
        /// Which numbers, with commas between; all if none are named.
        #[arg(long, value_delimiter = ',')]
        numbers: Vec<String>,
        /// How many steps; each plays `--pairs` pairs of games.
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
        steps: u32,
        #[command(flatten)]
        games: Games,
    },
}

/// How games are played.
#[derive(clap::Args)]
pub(super) struct Games {
    /// How many pairs of games, in all or a step.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Nodes a move.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Time a move in milliseconds, instead of nodes.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// How many pairs are played at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Determines the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub(super) fn run(command: &Command) -> CommandResult {
    match command {
        Command::List => list(),
        Command::Try { changes, against, games } => games.try_out(changes, against),
        Command::Screen { numbers, out, runs, games } => games.screen(numbers, out, *runs),
        Command::Spsa { out, numbers, steps, games } => games.tune(out, numbers, *steps),
    }
}

fn list() -> CommandResult {
    let mut out = io::stdout().lock();
    for param in Params::TABLE {
        writeln!(out, "{} = {} in {}..={}", param.name, param.default, param.min, param.max)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads `NAME=VALUE` of a number that there is, within its range.
fn change(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    let param =
        find(name).ok_or_else(|| format!("there is no number `{name}`; `phao tune list` names them"))?;
    let value = value.parse().map_err(|_| format!("`{value}` is no whole number"))?;
    if !(param.min..=param.max).contains(&value) {
        return Err(format!("{name} takes {} to {}", param.min, param.max));
    }
    Ok((name.to_owned(), value))
}

/// Reads `NAME=LOW..HIGH`.
fn levels(text: &str) -> Result<Levels, String> {
    let (name, rest) = text.split_once('=').ok_or("write NAME=LOW..HIGH")?;
    let (low, high) = rest.split_once("..").ok_or("write NAME=LOW..HIGH")?;
    let [low, high] = [low, high].map(|value| change(&format!("{name}={value}")).map(|(_, value)| value));
    Ok(Levels { name: name.to_owned(), low: low?, high: high? })
}

fn changed(changes: &[(String, i32)]) -> Params {
    let mut params = Params::default();
    for (name, value) in changes {
        if let Some(number) = params.get_mut(name) {
            *number = *value;
        }
    }
    params
}

impl Games {
    /// Nodes bound a search hard here: what begins an iteration late shall not get more of them for it.
    fn limits(&self) -> Limits {
        match self.movetime {
            Some(time) => Limits { move_time: Some(Duration::from_millis(time)), ..Limits::default() },
            None => Limits { nodes: Some(self.nodes.into()), ..Limits::default() },
        }
    }

    fn duel(&self, params: &[Params; 2], seed: u64) -> Duel {
        Duel {
            settings: Settings { seed, nodes: self.nodes, ..Settings::default() },
            networks: [nnue::preferred(), nnue::preferred()],
            params: *params,
            limits: Some(self.limits()),
            pairs: self.pairs,
            threads: self.threads.into(),
        }
    }

    fn try_out(&self, changes: &[(String, i32)], against: &[(String, i32)]) -> CommandResult {
        let stop = stop_on_interrupt()?;
        let bar = bar(self.pairs, "pairs")?;
        let tally = duel(&self.duel(&[changed(changes), changed(against)], self.seed), &stop, |tally| {
            bar.set_message(tally.elo().to_string());
            bar.inc(1);
        })?;
        bar.finish_and_clear();
        writeln!(
            io::stdout(),
            "{} games, pairs by points {:?}, Elo {}",
            2 * tally.pairs(),
            tally.0,
            tally.elo()
        )?;
        Ok(ExitCode::SUCCESS)
    }

    fn screen(&self, numbers: &[Levels], out: &Path, runs: usize) -> CommandResult {
        let stop = stop_on_interrupt()?;
        let mut screen = read(out)?.unwrap_or_else(|| Screen::new(numbers.to_vec(), self.seed));
        if screen.levels != numbers {
            return Err(format!("{} holds runs of other numbers", out.display()).into());
        }
        let bar = bar(runs as u32, "runs")?;
        bar.set_position(screen.done() as u64);
        while screen.done() < runs {
            let choice = screen.choose();
            let tally = duel(&self.duel(&choice.players, self.opening(screen.done())), &stop, |_| {})?;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            screen.note(choice, tally.share());
            keep(out, &screen)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let mut text = io::stdout().lock();
        for effect in screen.effects() {
            let Levels { name, low, high } = &effect.levels;
            writeln!(text, "{:+5.0} ± {:.0}  {name} {low} -> {high}", effect.elo, effect.margin)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What determines the openings of a run.
    fn opening(&self, run: usize) -> u64 {
        self.seed.wrapping_add(run as u64)
    }

    fn tune(&self, out: &Path, numbers: &[String], steps: u32) -> CommandResult {
        let stop = stop_on_interrupt()?;
        let mut spsa = self.begin(out, numbers, steps)?;
        let bar = bar(spsa.steps, "steps")?;
        bar.set_position(spsa.done.into());
        while spsa.done < spsa.steps && !stop.load(Ordering::Relaxed) {
            let step = spsa.step();
            let tally = duel(&self.duel(&step.players, self.opening(spsa.done as usize)), &stop, |_| {})?;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            spsa.learn(&step, won_pairs(&tally));
            keep(out, &spsa)?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let mut params = spsa.params();
        let mut text = io::stdout().lock();
        for number in &spsa.numbers {
            let default = Params::default().get_mut(&number.name).copied().unwrap_or_default();
            let value = params.get_mut(&number.name).copied().unwrap_or_default();
            writeln!(text, "{} = {value} (was {default})", number.name)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The tuning that a file keeps, or a new one.
    fn begin(&self, out: &Path, numbers: &[String], steps: u32) -> Result<Spsa, String> {
        if let Some(spsa) = read(out)? {
            return Ok(spsa);
        }
        let all = || Params::TABLE.iter().map(|param| param.name.to_owned()).collect();
        let names: Vec<String> = if numbers.is_empty() { all() } else { numbers.to_vec() };
        Spsa::new(&names, steps, self.seed)
            .ok_or_else(|| "there is a name that is no number; `phao tune list` has all".to_owned())
    }
}

/// What a file keeps; `None` if there is no file yet.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, String> {
    match fs::read_to_string(path) {
        Ok(text) => {
            serde_json::from_str(&text).map(Some).map_err(|error| format!("{}: {error}", path.display()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

fn keep(path: &Path, what: &impl Serialize) -> Result<(), String> {
    let text = serde_json::to_string(what).map_err(|error| error.to_string())?;
    write_whole(path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))
}

/// The first player's won pairs less its lost ones, half a pair for a point in a pair.
fn won_pairs(tally: &Tally) -> f64 {
    (0..5)
        .map(|index| (f64::from(index) - 2.0) / 2.0)
        .zip(tally.0)
        .map(|(won, pairs)| won * pairs as f64)
        .sum()
}

fn bar(length: u32, what: &str) -> Result<ProgressBar, indicatif::style::TemplateError> {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{msg}}, {{eta}} left");
    Ok(ProgressBar::with_draw_target(Some(length.into()), ProgressDrawTarget::stderr())
        .with_style(ProgressStyle::with_template(&template)?))
}
