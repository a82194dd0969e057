//! `phao match`: two engines play each other.

use super::CommandResult;
use super::match_words::{self as words, EngineWords, WordError};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::arena::duel::{Duel, Setup, Shard};
use phao::arena::report::{Summary, game_line};
use phao::arena::{EngineSpec, GameRecord, GameRules, Hall, Reason};
use phao::law::{Edition, Rules};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  Is the new build better? Up to 10000 games of 10 s + 0.1 s a move, until the test has decided:
    phao match --engine cmd=./new name=new --engine cmd=./old name=old --each tc=10+0.1 \\
        --games 10000 --concurrency 8 --sprt elo0=0 elo1=5 --pgnout games.pgn

  The same, after it was interrupted or killed:
    … --resume

  100 games against another engine, a tenth of a second a move, 64 MiB each:
    phao match --engine cmd=phao --engine cmd=fairy-stockfish proto=uci10 --each st=0.1 option.Hash=64 \\
        --games 100

  A handicap: four times the nodes; hopeless and dead games are ended by the scores:
    phao match --engine cmd=phao nodes=40000 --engine cmd=phao nodes=10000 --games 400 \\
        --resign movecount=3 score=800 --draw movenumber=50 movecount=10 score=10

  The law's own control: 60 minutes for 25 moves, then 15 minutes for every 10 (article 10.1.2):
    phao match --engine cmd=a --engine cmd=b --each tc=25/60:00,10/15:00 --games 2

  Split among three machines, then put together:
    … --shard 1/3 --journal part1.jsonl        (elsewhere 2/3 and 3/3, all else being the same)
    phao match --merge part1.jsonl part2.jsonl part3.jsonl --pgnout all.pgn

Keys of --engine and --each:
  cmd=PROGRAM     the program, with its arguments        name=TEXT    what to call it
  proto=auto      ucci, uci, uci10 (ranks 1 to 10) or auto            dir=FOLDER   where it runs
  tc=10+0.1       seconds and increment; 40/60+0.5; 25/60:00,10/15:00; inf
  st=0.5          seconds for each move                  depth=N nodes=N   bounds of each search
  timemargin=50   milliseconds a move may take more      option.NAME=VALUE  sets an option
  ponder=on       thinks in the opponent's time          restart=on   is started anew for every game
  patience=60     seconds to wait when no clock bounds   starttime=10  seconds to start and get ready
  ranks=1-10      how it counts ranks, 0-9 or 1-10       unit=ms      unit of UCCI's clock, ms or s
  arg=TEXT        one more argument                      stderr=FILE  where its errors go";

/// Two engines play a match, under the law, every opening with both colours.
///
/// A journal of the games is kept, so that a match which was interrupted or killed can be resumed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    engines: EngineWords,
    /// What holds for both engines, such as tc=10+0.1
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
    /// How many games at most, an even number
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// How many games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Where games begin: file=FILE order=random|sequential seed=N start=N; a table with a column `fen`,
    /// FEN or EPD lines, or PGN games
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    openings: Vec<String>,
    /// Play every opening with both colours; that is always so
    #[arg(long)]
    repeat: bool,
    /// Stop when the test has decided: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalised|logistic
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// A side loses whose score was so bad for so long: movecount=3 score=1000 twosided=true|false
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    resign: Vec<String>,
    /// A game is drawn whose scores were near 0 for so long: movenumber=40 movecount=8 score=10
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    draw: Vec<String>,
    /// A game of so many moves of each side is drawn
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    maxmoves: u32,
    /// The edition of the law, 1999 or 2004
    #[arg(long, default_value = "1999", value_name = "YEAR")]
    edition: Edition,
    /// Append the games to a PGN file; min=true leaves scores and times out
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pgnout: Vec<String>,
    /// Write a summary as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// What to call the event in the PGN file
    #[arg(long, default_value = "Engine match", value_name = "TEXT")]
    event: String,
    /// The journal of the games; its usual name is made from what is played
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Go on with a match that was interrupted
    #[arg(long)]
    resume: bool,
    /// Play one part of several, such as 2/5
    #[arg(long, value_name = "I/N", value_parser = words::shard)]
    shard: Option<Shard>,
    /// Put together the journals of the parts of a match, or show a single one, instead of playing
    #[arg(long, num_args = 1.., value_name = "JOURNAL", conflicts_with_all = ["engine", "resume", "shard", "journal"])]
    merge: Vec<PathBuf>,
    /// Show the score after so many games
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    ratinginterval: u32,
    /// Show every game
    #[arg(long)]
    verbose: bool,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    if args.merge.is_empty() { play(args) } else { super::match_merge::run(&args.merge, &args.output()?) }
}

/// What is made of the games, beside the journal.
pub(super) struct Output {
    pub(super) pgn: Option<(PathBuf, bool)>,
    pub(super) json: Option<PathBuf>,
    pub(super) event: String,
    pub(super) sprt: Option<phao::arena::sprt::Sprt>,
}

impl Args {
    fn output(&self) -> Result<Output, WordError> {
        Ok(Output {
            pgn: words::pgn(&self.pgnout)?,
            json: self.json.clone(),
            event: self.event.clone(),
            sprt: words::sprt(&self.sprt)?,
        })
    }

    fn rules(&self) -> Result<GameRules, WordError> {
        Ok(GameRules {
            law: Rules::of_edition(self.edition),
            max_moves: Some(self.maxmoves),
            resign: words::resign(&self.resign)?,
            draw: words::draw(&self.draw)?,
        })
    }

    fn engines(&self) -> Result<[EngineSpec; 2], WordError> {
        let specs = self.engines.specs(&self.each)?;
        specs.try_into().map_err(|_| WordError::Engines("a match needs exactly two engines"))
    }
}

fn play(args: &Args) -> CommandResult {
    let output = args.output()?;
    let openings = words::openings(&args.openings)?;
    let rules = args.rules()?;
    let setup = Setup::new(args.engines()?, rules, &openings.list, args.shard.unwrap_or(Shard::WHOLE));
    let journal = args.journal.clone().unwrap_or_else(|| setup.journal_name());
    let pgn_path = output.pgn.as_ref().map(|(path, _)| path.as_path());
    let engines = setup.engines.clone().map(Arc::new).to_vec();
    let games = args.games as usize;
    let mut duel = Duel::open(setup, openings.list, games, output.sprt, &journal, pgn_path, args.resume)?;
    let mut hall = Hall { engines, rules, concurrency: args.concurrency.into(), guard: words::start_guard() };
    hall.introduce()?;
    let pgn = match &output.pgn {
        Some((path, comments)) => Some(duel.pgn(path, &hall, &args.event, *comments)?),
        None => None,
    };
    let names = [hall.engines[0].name.clone(), hall.engines[1].name.clone()];
    let names = names.each_ref().map(String::as_str);
    let mut screen = Screen::new(args, duel.length(), duel.resumed_games());
    screen.say(&format!(
        "{} ({}) against {} ({}): {}; journal {}",
        names[0],
        hall.engines[0].limits,
        names[1],
        hall.engines[1].limits,
        openings.source,
        journal.display()
    ));
    if duel.resumed_games() > 0 {
        screen.say(&format!("{} games were played before", duel.resumed_games()));
    }
    let stop = stop_on_interrupt();
    let planned = duel.length();
    let mut last_written = Instant::now();
    let result = duel.play(&hall, pgn, stop, |game, duel| {
        let summary = Summary::new(names, &duel.results, planned, duel.sprt);
        screen.show(game, names, &summary);
        if let Some(path) = &args.json
            && last_written.elapsed() > Duration::from_secs(2)
        {
            last_written = Instant::now();
            // The last one, below, has to succeed.
            let _ = write_json(path, &summary);
        }
    });
    screen.finish();
    result?;
    let summary = Summary::new(names, &duel.results, planned, duel.sprt);
    if let Some(path) = &args.json {
        write_json(path, &summary)?;
    }
    write!(io::stdout(), "{}", summary.text())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the summary.
pub(super) fn write_json(path: &Path, summary: &Summary<'_>) -> io::Result<()> {
    words::write_whole(path, &(serde_json::to_string_pretty(summary)? + "\n"))
}

/// A flag that Ctrl-C sets; pressed again it ends the program at once, and the guard ends the engines.
pub(super) fn stop_on_interrupt() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    let handler = || {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("Playing the games under way to their ends; press Ctrl-C again to leave at once.");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C cannot be caught: {error}");
    }
    &STOP
}

/// What a person sees while games are played: a live line on a terminal, else plain lines.
pub(super) struct Screen {
    bar: Option<ProgressBar>,
    interval: u64,
    verbose: bool,
    seen: u64,
}

impl Screen {
    fn new(args: &Args, length: usize, done: usize) -> Self {
        Self::with(length, done, args.ratinginterval.into(), args.verbose)
    }

    /// A screen for so many games, of which some are done.
    pub(super) fn with(length: usize, done: usize, interval: u64, verbose: bool) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {per_sec} {eta} left  {msg}");
            let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
            bar.set_position(done as u64);
            bar.reset_eta();
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar, interval, verbose, seen: 0 }
    }

    /// Prints a line.
    pub(super) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => drop(writeln!(io::stdout(), "{text}")),
        }
    }

    fn show(&mut self, game: &GameRecord, names: [&str; 2], summary: &Summary<'_>) {
        self.game(game, &names);
        let line = summary.line();
        if let Some(bar) = &self.bar {
            bar.set_message(line);
        } else if self.seen.is_multiple_of(self.interval) {
            self.say(&line);
        }
    }

    /// Shows a game if it is worth it: all of them, or those that an engine lost by a fault.
    pub(super) fn game(&mut self, game: &GameRecord, names: &[&str]) {
        self.seen += 1;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        if self.verbose || game.reason.is_fault() && game.reason != Reason::Resignation {
            self.say(&game_line(game, names));
        }
    }

    /// Leaves the terminal as it was.
    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
