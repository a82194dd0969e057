//! `phao tournament`: several engines play each other.

use super::CommandResult;
use super::match_::{Screen, stop_on_interrupt};
use super::match_words::{self as words, EngineWords, WordError};
use clap::ValueEnum;
use phao::arena::crosstable::CrossTable;
use phao::arena::standings::Standing;
use phao::arena::tournament::{Format, Setup, Tournament, openings_fingerprint};
use phao::arena::{GameRules, Hall};
use phao::law::{Edition, Rules};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  Everybody meets everybody in a match of two games, 10 s + 0.1 s a move:
    phao tournament --engine cmd=phao --engine cmd=./old name=old \\
        --engine cmd=fairy-stockfish proto=uci10 --each tc=10+0.1 --concurrency 4 --svg table.svg

  The first against all others, ten times each opponent:
    phao tournament --format gauntlet --rounds 10 --engine cmd=./new --engine cmd=./a --engine cmd=./b --each st=0.1

  A Swiss tournament of five rounds, with lots drawn by the seed 7:
    phao tournament --format swiss --rounds 5 --seed 7 --engine … --engine … --each tc=60+0.5 --pgnout games.pgn

  The same, after it was interrupted; one engine has left:
    … --resume --withdraw old

The table is ordered by article 21: match points, game points, the encounters of those who are level, the
coefficient (the points of those beaten and half of the points of those drawn with), wins with Black, the lot.
The keys of --engine and --each are those of `phao match --help`.";

/// Several engines play a tournament under the law: round robin, gauntlet or Swiss.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    engines: EngineWords,
    /// What holds for all engines, such as tc=10+0.1
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,
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
    /// How many games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Where games begin: file=FILE order=random|sequential seed=N start=N
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    openings: Vec<String>,
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
    /// Write the table as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw the table as an SVG picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// What to call the event
    #[arg(long, default_value = "Engine tournament", value_name = "TEXT")]
    event: String,
    /// The journal of the games; its usual name is made from what is played
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Go on with a tournament that was interrupted
    #[arg(long)]
    resume: bool,
    /// An engine, by its name, that plays no more: with less than half of its encounters played it is struck
    /// out, else its opponents win the rest
    #[arg(long, value_name = "NAME")]
    withdraw: Vec<String>,
    /// Show every game
    #[arg(long)]
    verbose: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    Roundrobin,
    Gauntlet,
    Swiss,
}

impl Args {
    fn setup(&self, openings: u64) -> Result<Setup, WordError> {
        let engines = self.engines.specs(&self.each)?;
        if engines.len() < 2 {
            return Err(WordError::Engines("a tournament needs two engines or more"));
        }
        let format = match self.format {
            FormatName::Roundrobin => Format::RoundRobin,
            FormatName::Gauntlet => Format::Gauntlet,
            FormatName::Swiss => Format::Swiss,
        };
        let usual =
            if format == Format::Swiss { engines.len().next_power_of_two().ilog2() as usize } else { 1 };
        let rules = GameRules {
            law: Rules::of_edition(self.edition),
            max_moves: Some(self.maxmoves),
            resign: words::resign(&self.resign)?,
            draw: words::draw(&self.draw)?,
        };
        let rounds = self.rounds.map_or(usual, usize::from);
        Ok(Setup { engines, rules, openings, format, rounds, games: self.games.into(), seed: self.seed })
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
    let openings = words::openings(&args.openings)?;
    let setup = args.setup(openings_fingerprint(&openings.list))?;
    let pgn = words::pgn(&args.pgnout)?;
    let journal = args.journal.clone().unwrap_or_else(|| setup.journal_name());
    let engines = setup.engines.iter().cloned().map(Arc::new).collect();
    let mut hall = Hall {
        engines,
        rules: setup.rules,
        concurrency: args.concurrency.into(),
        guard: words::start_guard(),
    };
    hall.introduce()?;
    let names: Vec<_> = hall.engines.iter().map(|engine| engine.name.clone()).collect();
    let withdrawn = withdrawn(&args.withdraw, &names)?;
    let pgn_path = pgn.as_ref().map(|(path, _)| path.as_path());
    let mut tournament = Tournament::open(setup, openings.list, withdrawn, &journal, pgn_path, args.resume)?;
    let pgn = match &pgn {
        Some((path, comments)) => Some(tournament.pgn(path, &hall, &args.event, *comments)?),
        None => None,
    };
    let mut screen = Screen::with(tournament.length(), tournament.games().len(), 1, args.verbose);
    screen.say(&format!(
        "{} engines, {} games: {}; lots by the seed {}; journal {}",
        names.len(),
        tournament.length(),
        openings.source,
        args.seed,
        journal.display()
    ));
    let short_names: Vec<_> = names.iter().map(String::as_str).collect();
    let result = tournament.play(&hall, pgn, stop_on_interrupt(), |game, _| screen.game(game, &short_names));
    screen.finish();
    result?;
    let standings = tournament.standings();
    let table =
        CrossTable { title: &args.event, names: &names, standings: &standings, games: tournament.games() };
    if let Some(path) = &args.svg {
        words::write_whole(path, &table.svg())?;
    }
    if let Some(path) = &args.json {
        let games = tournament.games().len();
        let report = Report { event: &args.event, engines: &names, games, standings: &standings };
        words::write_whole(path, &(serde_json::to_string_pretty(&report)? + "\n"))?;
    }
    write!(io::stdout(), "{}", table.text())?;
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
