//! `phao match`: two engines play each other.

use super::CommandResult;
use super::console;
use super::match_common::{Common, interrupted, names, played, stop_on_interrupt};
use super::match_files::{FileError, write_whole};
use super::match_screen::Screen;
use super::match_words::{self as words, WordError};
use super::target::Target;
use phao::arena::duel::{Duel, Setup, Shard};
use phao::arena::pgn_file::PgnTarget;
use phao::arena::report::Summary;
use phao::arena::sprt::Sprt;
use phao::arena::{EngineSpec, GameRecord, Hall, PlayError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  A first try: two games of the engine against itself, with four times the nodes on one side:
    phao match --engine cmd=phao name=big nodes=4000 --engine cmd=phao name=small nodes=1000 --games 2

  Is the new build better? Up to 10000 games of 10 s + 0.1 s a move, until the test has decided:
    phao match --engine cmd=./new name=new --engine cmd=./old name=old --each tc=10+0.1 \\
        --games 10000 --concurrency 8 --sprt elo0=0 elo1=5 --pgnout games.pgn

  The same after Ctrl-C, a kill or a power cut; no game is lost, and none is played twice:
    phao match --engine cmd=./new name=new --engine cmd=./old name=old --each tc=10+0.1 \\
        --games 10000 --concurrency 8 --sprt elo0=0 elo1=5 --pgnout games.pgn --resume

  100 games against a UCI engine with ranks 1 to 10, a tenth of a second a move, 64 MiB each:
    phao match --engine cmd=phao --engine cmd=fairy-stockfish proto=uci10 timemargin=500 \\
        --each st=0.1 option.Hash=64 --games 100

  Openings of a file in its order; hopeless and dead games are ended by the scores; a summary for programs:
    phao match --engine cmd=./new --engine cmd=./old --each nodes=10000 --games 400 \\
        --openings file=openings.epd order=sequential --resign movecount=3 score=800 \\
        --draw movenumber=50 movecount=10 score=10 --json result.json

  The law's own control: 60 minutes for 25 moves, then 15 minutes for every 10 (article 10.1.2):
    phao match --engine cmd=./new --engine cmd=./old --each tc=25/60:00,10/15:00 --games 2

  Split between two machines, then put together:
    phao match --engine cmd=./new --engine cmd=./old --each st=0.1 --games 400 --shard 1/2 --journal part1.jsonl
    phao match --engine cmd=./new --engine cmd=./old --each st=0.1 --games 400 --shard 2/2 --journal part2.jsonl
    phao match --merge part1.jsonl part2.jsonl --pgnout all.pgn

Keys of --engine and --each:
  cmd=PROGRAM     the program, with its arguments        name=TEXT    what to call it
  proto=auto      ucci, uci, uci10 (ranks 1 to 10) or auto            dir=FOLDER   where it runs
  tc=10+0.1       seconds and increment; 40/60+0.5; 25/60:00,10/15:00; inf
  st=0.5          seconds for each move                  depth=N nodes=N   bounds of each search
  timemargin=50   milliseconds a move may take more      option.NAME=VALUE  sets an option
  ponder=on       thinks in the opponent's time          restart=on   is started anew for every game
  patience=60     seconds to wait when no clock bounds   starttime=10  seconds to start and get ready
  ranks=1-10      how it counts ranks, 0-9 or 1-10       unit=ms      unit of UCCI's clock, ms or s
  arg=TEXT        one more argument                      stderr=FILE  where its errors go

Exit status: 0 when the match ended or was interrupted by Ctrl-C, 2 when something is wrong.";

/// Two engines play a match, under the law, every opening with both colours.
///
/// A journal of the games is kept, so that a match which was interrupted or killed can be resumed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// How many games at most, an even number
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = words::even_games)]
    games: u32,
    /// Play every opening with both colours; that is always so
    #[arg(long)]
    repeat: bool,
    /// Stop when the test has decided: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalised|logistic
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    sprt: Vec<String>,
    /// What to call the event in the PGN file
    #[arg(long, default_value = "Engine match", value_name = "TEXT")]
    event: String,
    /// Play one part of several, such as 2/5
    #[arg(long, value_name = "I/N", value_parser = words::shard)]
    shard: Option<Shard>,
    /// Put together the journals of the parts of a match, or show a single one, instead of playing
    #[arg(long, num_args = 1.., value_name = "JOURNAL", conflicts_with_all = ["engine", "resume", "shard", "journal"])]
    merge: Vec<PathBuf>,
    /// Show the score after so many games
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    ratinginterval: u32,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    if args.merge.is_empty() {
        return play(args);
    }
    let output = Output {
        pgn: args.common.pgn(&args.event)?,
        json: args.common.json.clone(),
        sprt: words::sprt(&args.sprt)?,
    };
    super::match_merge::run(&args.merge, &output)
}

/// What is made of the games of journals.
pub(super) struct Output {
    pub(super) pgn: Option<PgnTarget>,
    pub(super) json: Option<PathBuf>,
    pub(super) sprt: Option<Sprt>,
}

impl Args {
    fn engines(&self) -> Result<[EngineSpec; 2], WordError> {
        self.common.engines()?.try_into().map_err(|_| WordError::Engines("a match needs exactly two engines"))
    }
}

fn play(args: &Args) -> CommandResult {
    let (common, sprt) = (&args.common, words::sprt(&args.sprt)?);
    let openings = common.openings()?;
    let setup =
        Setup::new(args.engines()?, common.rules()?, &openings.list, args.shard.unwrap_or(Shard::WHOLE));
    let files = common.files(setup.journal_name(), &args.event)?;
    let journal = files.journal.clone();
    common.check_outputs(&files, &[])?;
    // A program that is not there must not leave a journal behind.
    let hall = common.hall(&setup.engines, setup.rules)?;
    let mut duel = Duel::open(setup, openings.list, args.games as usize, sprt, files)?;
    let result = play_on(args, &mut duel, &hall, &openings.source, &journal);
    let names = names(&hall);
    let planned = duel.length();
    let summary = Summary::new([&names[0], &names[1]], &duel.results, planned, duel.sprt);
    // Whatever has happened, the games before it count.
    write!(io::stdout(), "{}", summary.text())?;
    result?;
    if duel.played() < planned && !duel.is_decided() {
        console::tell(interrupted(duel.played(), planned, &journal));
    }
    if let Some(path) = &common.json {
        write_json(path, &summary)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays what is still to be played, and shows it.
fn play_on(args: &Args, duel: &mut Duel, hall: &Hall, source: &str, journal: &Path) -> Result<(), PlayError> {
    let (first, second) = (&hall.engines[0], &hall.engines[1]);
    let (planned, done) = (duel.length(), duel.played());
    let mut screen = Screen::new(planned, done, args.ratinginterval, args.common.verbose);
    screen.say(&format!(
        "{} ({}) against {} ({}): {source}; journal {}",
        first.name,
        first.limits,
        second.name,
        second.limits,
        journal.display()
    ));
    if done > 0 {
        screen.say(&format!("{} before", played(done)));
    }
    if duel.sprt.is_some() && is_deterministic(&duel.setup.engines) {
        screen.say(
            "The engines are the same, and nothing bounds them but nodes or depth: if they play the same moves every \
             time, all pairs are level, and the test never decides",
        );
    }
    let names = [first.name.as_str(), second.name.as_str()];
    let mut last_written = Instant::now();
    let result = duel.play(hall, stop_on_interrupt(), |game: &GameRecord, duel| {
        let summary = Summary::new(names, &duel.results, planned, duel.sprt);
        screen.game(game, &names);
        screen.score(&summary);
        if let Some(path) = &args.common.json
            && last_written.elapsed() > Duration::from_secs(2)
            && Target::of(path).is_file()
        {
            last_written = Instant::now();
            // The last one has to succeed, this one need not.
            let _ = write_json(path, &summary);
        }
    });
    screen.finish();
    result
}

/// Whether both engines are the same and are not bounded by time, so that their games may be as well.
fn is_deterministic([first, second]: &[EngineSpec; 2]) -> bool {
    let is_untimed = first.limits.control.is_none() && first.limits.move_time.is_none();
    is_untimed && EngineSpec { name: second.name.clone(), ..first.clone() } == *second
}

/// Writes the summary.
pub(super) fn write_json(path: &Path, summary: &Summary<'_>) -> Result<(), FileError> {
    write_whole(path, &words::json(summary))
}
