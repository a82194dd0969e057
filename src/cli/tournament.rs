//! `phao tournament`: several engines play each other.

use super::CommandResult;
use super::console;
use super::match_common::{Common, interrupted, names, played, stop_on_interrupt};
use super::match_files::write_whole;
use super::match_screen::Screen;
use super::match_words::{self as words, WordError};
use clap::ValueEnum;
use phao::arena::crosstable::CrossTable;
use phao::arena::standings::Standing;
use phao::arena::tournament::{Format, Setup, Tournament};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  A first try: three strengths of one engine, everybody against everybody in a match of two games:
    phao tournament --engine cmd=phao name=big nodes=4000 --engine cmd=phao name=middle nodes=2000 \\
        --engine cmd=phao name=small nodes=1000

  Several engines, 10 s + 0.1 s a move, four games at a time, with a picture of the table:
    phao tournament --engine cmd=./new --engine cmd=./old name=old --engine cmd=fairy-stockfish proto=uci10 \\
        --each tc=10+0.1 --concurrency 4 --svg table.svg

  The first against all others, ten times each opponent:
    phao tournament --format gauntlet --rounds 10 --engine cmd=./new --engine cmd=./a --engine cmd=./b \\
        --each st=0.1

  A Swiss tournament of three rounds, with lots drawn by the seed 7:
    phao tournament --format swiss --rounds 3 --seed 7 --event 'Spring Cup' --each tc=60+0.5 \\
        --engine cmd=./a name=a --engine cmd=./b name=b --engine cmd=./c name=c --engine cmd=./d name=d \\
        --pgnout games.pgn --svg table.svg

  The same after it was interrupted; one engine has left:
    phao tournament --format swiss --rounds 3 --seed 7 --event 'Spring Cup' --each tc=60+0.5 \\
        --engine cmd=./a name=a --engine cmd=./b name=b --engine cmd=./c name=c --engine cmd=./d name=d \\
        --pgnout games.pgn --svg table.svg --resume --withdraw d

The table is ordered by article 21: match points, game points, the encounters of those who are level, the
coefficient (the points of those beaten and half of the points of those drawn with), wins with Black, the lot.
The keys of --engine and --each are those of `phao match --help`.

Exit status: 0 when the tournament ended or was interrupted by Ctrl-C, 2 when something is wrong.";

/// Several engines play a tournament under the law: round robin, gauntlet or Swiss.
///
/// A journal of the games is kept, so that a tournament which was interrupted or killed can be resumed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = FormatName::Roundrobin)]
    format: FormatName,
    /// How often everybody meets, or the rounds of a Swiss tournament (where the default is what it takes to
    /// single out a winner)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: Option<u16>,
    /// How many games an encounter has
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    games: u16,
    /// What draws the lots
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Draw the table as an SVG picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// What to call the event
    #[arg(long, default_value = "Engine tournament", value_name = "TEXT")]
    event: String,
    /// An engine, by its name, that plays no more: with less than half of its encounters played it is struck
    /// out, else its opponents win the rest; what was played in a Swiss tournament stands. The journal remembers it
    #[arg(long, value_name = "NAME")]
    withdraw: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    Roundrobin,
    Gauntlet,
    Swiss,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Roundrobin => Self::RoundRobin,
            FormatName::Gauntlet => Self::Gauntlet,
            FormatName::Swiss => Self::Swiss,
        }
    }
}

impl Args {
    fn setup(&self, openings: &words::Openings) -> Result<Setup, WordError> {
        let engines = self.common.engines()?;
        if engines.len() < 2 {
            return Err(WordError::Engines("a tournament needs two engines or more"));
        }
        let format = self.format.into();
        let usual =
            if format == Format::Swiss { engines.len().next_power_of_two().ilog2() as usize } else { 1 };
        Ok(Setup {
            engines,
            rules: self.common.rules()?,
            openings: phao::arena::openings::fingerprint(&openings.list),
            format,
            rounds: self.rounds.map_or(usual, usize::from),
            games: self.games.into(),
            seed: self.seed,
        })
    }
}

/// The table, for programs.
#[derive(Serialize)]
struct Report<'a> {
    event: &'a str,
    engines: &'a [String],
    games: usize,
    standings: &'a [Standing],
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let common = &args.common;
    let openings = common.openings()?;
    let setup = args.setup(&openings)?;
    let files = common.files(setup.journal_name(), &args.event)?;
    let journal = files.journal.clone();
    common.check_outputs(&files, &[&args.svg])?;
    let hall = common.hall(&setup.engines, setup.rules)?;
    let names = names(&hall);
    let withdrawn = withdrawn(&args.withdraw, &names)?;
    let mut tournament = Tournament::open(setup, openings.list, &withdrawn, files)?;
    let planned = tournament.setup().length();
    let mut screen = Screen::new(planned, tournament.games().len(), 1, common.verbose);
    screen.say(&format!(
        "{} engines, {planned} games: {}; lots by the seed {}; journal {}",
        names.len(),
        openings.source,
        args.seed,
        journal.display()
    ));
    if !tournament.games().is_empty() {
        screen.say(&format!("{} before", played(tournament.games().len())));
    }
    let short_names: Vec<_> = names.iter().map(String::as_str).collect();
    let result = tournament.play(&hall, stop_on_interrupt(), |game| screen.game(game, &short_names));
    screen.finish();
    // Whatever has happened, the games before it count.
    let shown = show(args, &tournament, &names);
    result?;
    if !tournament.is_over() {
        console::tell(interrupted(tournament.games().len(), planned, &journal));
    }
    shown
}

/// Shows the table on the screen and in files.
fn show(args: &Args, tournament: &Tournament, names: &[String]) -> CommandResult {
    let (standings, games) = (tournament.standings(), tournament.games());
    let table = CrossTable {
        title: &args.event,
        names,
        standings: &standings,
        games,
        withdrawn: tournament.withdrawn(),
        forfeits: &tournament.forfeits(),
    };
    write!(io::stdout(), "{}", table.text())?;
    if let Some(path) = &args.svg {
        write_whole(path, &table.svg())?;
    }
    if let Some(path) = &args.common.json {
        let report = Report { event: &args.event, engines: names, games: games.len(), standings: &standings };
        write_whole(path, &words::json(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The places of engines given by name.
fn withdrawn(wanted: &[String], names: &[String]) -> Result<Vec<usize>, WordError> {
    let place = |name: &String| names.iter().position(|other| other == name);
    wanted
        .iter()
        .map(|name| {
            place(name).ok_or_else(|| WordError::Word {
                flag: "--withdraw",
                word: name.clone(),
                expected: "the name of an engine",
            })
        })
        .collect()
}
