//! `phao net`: looks after networks and the games that they are trained on.

use super::{CommandResult, endings, rescore, stop_on_interrupt};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::core::Kind;
use phao::eval::nnue::{Network, by_name};
use phao::learn::records::{Game, Reader, RecordError, read_all, write_all};
use phao::learn::selfplay::{Duel, Settings, duel};
use phao::learn::survey::Survey;
use phao::learn::worth::Worth;
use phao::search::{Limits, Params};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Look after networks and the games that they are trained on.
#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Show what a network is like.
    Show {
        /// The network: a file, `inside` or `material`.
        net: String,
    },
    /// Play two networks against each other, two games from every opening.
    Duel(Contest),
    /// Tell what each kind of piece is worth to a network, in centipawns, over positions of recorded games.
    Worth {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The network: a file, `inside` or `material`.
        #[arg(long, default_value = "inside")]
        net: String,
    },
    /// Count, mend and show games.
    #[command(subcommand)]
    Data(Data),
    Endings(endings::Args),
}

/// A match of two networks: files, `inside` for the one inside the program, `classical` for the
/// hand-written evaluation, or `material` for counting pieces.
#[derive(clap::Args)]
pub(super) struct Contest {
    /// The network whose strength is asked for.
    first: String,
    /// What it is measured by.
    #[arg(default_value = "inside")]
    second: String,
    /// How many pairs of games.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// No new iteration of a search is begun after so many nodes.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
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

/// What to do with games.
#[derive(clap::Subcommand)]
pub(super) enum Data {
    /// Count games and positions by result, reason, phase and score.
    Count {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Draw the scores and what became of them, as an SVG picture.
    Histogram {
        /// Files of games.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The picture.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Put the games of several files into one.
    Merge(Transfer),
    /// Put the games into a random order.
    Shuffle {
        #[command(flatten)]
        transfer: Transfer,
        /// Determines the order.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Leave out games that came before, move for move.
    Dedup(Transfer),
    /// Choose games at random.
    Sample {
        #[command(flatten)]
        transfer: Transfer,
        /// How many games to choose.
        #[arg(long)]
        games: usize,
        /// Determines the choice.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    Rescore(rescore::Args),
    /// Print games, a line a position: FEN;score;move.
    Print {
        /// A file of games.
        file: PathBuf,
        /// How many games to pass over.
        #[arg(long, default_value_t = 0)]
        skip: usize,
        /// How many games to print.
        #[arg(long, default_value_t = 1)]
        games: usize,
    },
}

/// Games from some files into one.
#[derive(clap::Args)]
pub(super) struct Transfer {
    /// Files of games.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file to write; it may be one of those that are read.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command.
pub(super) fn run(command: &Command) -> CommandResult {
    match command {
        Command::Show { net } => show(net),
        Command::Duel(contest) => contest.run(),
        Command::Worth { files, net } => tell_worth(files, net),
        Command::Endings(args) => endings::run(args),
        Command::Data(Data::Count { files }) => {
            write!(io::stdout(), "{}", survey(files)?)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Data(Data::Histogram { files, out }) => {
            fs::write(out, survey(files)?.histogram())
                .map_err(|error| format!("{}: {error}", out.display()))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Data(Data::Merge(transfer)) => transfer.run(|_| {}),
        Command::Data(Data::Shuffle { transfer, seed }) => transfer.run(|games| shuffle(games, *seed)),
        Command::Data(Data::Dedup(transfer)) => transfer.run(remove_doubles),
        Command::Data(Data::Sample { transfer, games: count, seed }) => transfer.run(|games| {
            shuffle(games, *seed);
            games.truncate(*count);
        }),
        Command::Data(Data::Rescore(args)) => rescore::run(args),
        Command::Data(Data::Print { file, skip, games }) => print(file, *skip, *games),
    }
}

fn show(net: &str) -> CommandResult {
    let network = network(net)?;
    let shape = network.shape();
    writeln!(
        io::stdout(),
        "({} -> {}) x 2 -> {}, an output of 1 is {} centipawns",
        if shape.tells_kings_apart() { format!("{} x 1260", shape.king_buckets) } else { "1260".to_owned() },
        shape.hidden,
        shape.buckets,
        network.scale()
    )?;
    Ok(ExitCode::SUCCESS)
}

fn tell_worth(files: &[PathBuf], net: &str) -> CommandResult {
    let network = network(net)?;
    let (games, warnings) = read_all(files)?;
    tell(&warnings);
    let mut worth = Worth::new(network);
    games.iter().try_for_each(|game| worth.add(game))?;
    let mut out = io::stdout().lock();
    for kind in Kind::ALL {
        if let Some(mean) = worth.of(kind) {
            writeln!(out, "{:<8} {mean:5.0}", format!("{kind:?}").to_lowercase())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The network of a file or a [name](by_name) that stands for one.
pub(super) fn network(name: &str) -> Result<Arc<Network>, String> {
    let evaluation = by_name(name).map_err(|error| error.to_string())?;
    evaluation.ok_or_else(|| format!("`{name}` is the evaluation that is no network"))
}

impl Contest {
    fn run(&self) -> CommandResult {
        let settings = Settings { seed: self.seed, nodes: self.nodes, ..Settings::default() };
        let match_up = Duel {
            params: [Params::default(); 2],
            settings,
            networks: [by_name(&self.first)?, by_name(&self.second)?],
            limits: self
                .movetime
                .map(|time| Limits { move_time: Some(Duration::from_millis(time)), ..Limits::default() }),
            pairs: self.pairs,
            threads: self.threads.into(),
        };
        let stop = stop_on_interrupt()?;
        let bar = ProgressBar::with_draw_target(Some(self.pairs.into()), ProgressDrawTarget::stderr())
            .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} pairs, {msg}, {eta} left")?);
        let tally = duel(&match_up, &stop, |tally| {
            bar.set_message(tally.elo().to_string());
            bar.inc(1);
        })?;
        bar.finish_and_clear();
        writeln!(
            io::stdout(),
            "{} against {}: {:.1} % of {} games, pairs by points {:?}, Elo {}",
            self.first,
            self.second,
            100.0 * tally.share(),
            2 * tally.pairs(),
            tally.0,
            tally.elo()
        )?;
        Ok(ExitCode::SUCCESS)
    }
}

fn survey(files: &[PathBuf]) -> Result<Survey, RecordError> {
    let mut survey = Survey::default();
    // One file after the other, so that not all games have to be in memory at once.
    for file in files {
        let (games, warnings) = read_all(std::slice::from_ref(file))?;
        for game in &games {
            if let Err(error) = survey.add(game) {
                eprintln!("phao: {}: game {}: {error}", file.display(), game.number);
            }
        }
        tell(&warnings);
    }
    Ok(survey)
}

/// Prints warnings for people.
pub(super) fn tell(warnings: &[String]) {
    for warning in warnings {
        eprintln!("phao: {warning}");
    }
}

impl Transfer {
    fn run(&self, change: impl FnOnce(&mut Vec<Game>)) -> CommandResult {
        let (mut games, warnings) = read_all(&self.files)?;
        tell(&warnings);
        let read = games.len();
        change(&mut games);
        let written = write_all(&self.out, &games)?;
        writeln!(io::stdout(), "{read} games read, {written} written to {}", self.out.display())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn shuffle(games: &mut [Game], seed: u64) {
    games.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
}

fn remove_doubles(games: &mut Vec<Game>) {
    let mut seen = HashSet::new();
    games.retain(|game| {
        let moves: Vec<_> = game.plies.iter().map(|ply| ply.mv).collect();
        seen.insert((game.start, moves))
    });
}

fn print(file: &Path, skip: usize, count: usize) -> CommandResult {
    let mut reader = Reader::open(file)?;
    let mut out = io::stdout().lock();
    for index in 0..skip.saturating_add(count) {
        let Some(game) = reader.next_game()? else { break };
        if index < skip {
            continue;
        }
        let mut lines = Vec::new();
        let replayed = game.replay(|position, ply| {
            lines.push(format!("{};{};{}", position.fen(), ply.score, ply.mv));
        });
        writeln!(
            out,
            "# game {}: {} plies, {:?} by {}",
            game.number,
            game.plies.len(),
            game.outcome,
            game.reason.name()
        )?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        replayed?;
    }
    Ok(ExitCode::SUCCESS)
}
