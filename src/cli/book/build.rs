//! `phao book build`: a book from games.

use super::CommandResult;
use crate::cli::console::tell;
use crate::cli::target::Target;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::arena::report::count_of_games;
use phao::board::Position;
use phao::book::{
    Bounds, Builder, Checker, Draft, Dropped, Effort, Evidence, FoldedBook, Journal, JournalError, Recipe,
    Scores, encode,
};
use phao::core::{Color, Move};
use phao::files::write_whole;
use phao::games::{self, Fault, Game, Outcome};
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An end is reached often if it is in that share of openings.
const OFTEN: f64 = 1.0 / 500.0;

const EXIT: &str = "\
A game that cannot be read is named on stderr and left out. A book without a move is not written.
Exit status: 0 all games are good, 1 some are not, 2 there is no book.";

/// Build a book from games: what was played often enough in the first plies. The same games, options and
/// program make the same bytes.
#[derive(clap::Args)]
#[command(after_help = EXIT)]
pub(in crate::cli) struct Args {
    /// Files of games, in any format that is read, also packed by gzip.
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// The book to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many plies of each game are looked at.
    #[arg(long, default_value_t = 24)]
    plies: usize,
    /// In how many games a move must have been played.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// What a game weighs whose mover won, drew and lost it.
    #[arg(long, value_name = "WIN,DRAW,LOSS", default_value = "3,2,1", value_parser = points)]
    points: [u32; 3],
    /// After how many years a game weighs half.
    #[arg(long, value_name = "YEARS", value_parser = clap::value_parser!(u32).range(1..))]
    half_life: Option<u32>,
    /// Search every position (`depth=D` or `nodes=N`) and drop the moves that are out of bounds.
    #[arg(long, value_name = "EFFORT", value_parser = effort)]
    check: Option<Effort>,
    /// Search the positions in which the book ends longer, and cut it until all ends are within bounds.
    #[arg(long, value_name = "EFFORT", requires = "check", value_parser = effort)]
    check_ends: Option<Effort>,
    /// Search the ends that are reached often, each in one of 500 openings or more, longer still.
    #[arg(long, value_name = "EFFORT", requires = "check_ends", value_parser = effort)]
    check_often: Option<Effort>,
    /// By how much a move may be worse than the best book move, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 50, requires = "check")]
    max_loss: u16,
    /// How far from an even position a move may lead, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 80, requires = "check")]
    within: u16,
    /// The same for moves into the ends, which are searched longer; as `--within` if it is left out.
    #[arg(long, value_name = "CP", requires = "check_ends")]
    ends_within: Option<u16>,
    /// A file that keeps the scores of the check, to go on after an interruption or with other bounds; those
    /// of the ends are kept beside it, in FILE.ends and FILE.often.
    #[arg(long, value_name = "FILE", requires = "check")]
    scores: Option<PathBuf>,
    /// How many positions are searched at once; the book does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// A note that the book carries: whence its games come, and who is to be named.
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let mut out = io::stdout().lock();
    Target::of(&args.out).spares(&args.files)?;
    let (builder, bad) = args.read()?;
    let games = builder.games();
    write!(out, "{games} games")?;
    let mut draft = builder.finish();
    writeln!(out, ": {} positions, {} moves", draft.nodes.len(), draft.moves())?;
    if draft.moves() == 0 {
        let (plies, count) = (args.plies, args.min_count);
        let fault = format!("no move of the first {plies} plies weighs anything in {count} games or more");
        return Err(format!("{fault}; nothing is written").into());
    }
    if let Some(effort) = args.check {
        let Some((checked, dropped)) = args.check(&draft, effort)? else {
            return Err("the check was stopped; nothing is written".into());
        };
        draft = checked;
        writeln!(out, "dropped {} moves, {} positions", dropped.moves, dropped.positions)?;
        if draft.moves() == 0 {
            return Err("the check has left no move; nothing is written".into());
        }
    }
    let bytes = encode(draft.entries(), &args.note);
    write_whole(&args.out, &bytes).map_err(|error| format!("{}: {error}", args.out.display()))?;
    let book = FoldedBook::from_bytes(bytes)?;
    writeln!(
        out,
        "{}: {} positions, {} moves, {} bytes",
        args.out.display(),
        book.len(),
        book.moves(),
        book.size()
    )?;
    if bad > 0 {
        tell(format_args!("phao: {} taken, {bad} bad", count_of_games(games as u64)));
    }
    Ok(ExitCode::from(u8::from(bad > 0)))
}

impl Args {
    /// Reads the games; those that are damaged are told, passed over and counted.
    fn read(&self) -> Result<(Builder, u64), Box<dyn Error>> {
        let mut builder = Builder::new(Recipe {
            plies: self.plies,
            min_count: self.min_count,
            points: self.points,
            half_life: self.half_life,
        });
        let mut bad = 0;
        for file in &self.files {
            let mut complain = |fault: &dyn Display| {
                bad += 1;
                tell(format_args!("phao: {}: {fault}", file.display()));
            };
            let games = games::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
            let mut number = 0;
            for game in games {
                number += 1;
                match game {
                    Ok(game) => {
                        if let Err(error) = add(&mut builder, &game) {
                            complain(&format_args!("game {number}: {error}"));
                        }
                    }
                    Err(error) => complain(&error),
                }
            }
            if number == 0 {
                complain(&Fault::NoGame);
            }
        }
        if builder.games() == 0 {
            return Err("there are no games".into());
        }
        if self.half_life.is_some() && !builder.has_years() {
            tell("phao: warning: --half-life changes nothing, because no game tells its date");
        }
        Ok((builder, bad))
    }

    /// The draft without what is out of bounds, and what that was; `None` if a person broke it off.
    fn check(&self, draft: &Draft, effort: Effort) -> Result<Option<(Draft, Dropped)>, Box<dyn Error>> {
        let bounds = Bounds {
            loss: self.max_loss.into(),
            within: self.within.into(),
            ends_within: self.ends_within.unwrap_or(self.within).into(),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let stopper = Arc::clone(&stop);
        ctrlc::set_handler(move || stopper.store(true, Ordering::Relaxed))?;
        let threads = self.threads.into();
        let mut every = Search::open(Checker { effort, threads }, self.scores.as_deref())?;
        if !every.run(draft.positions(), &stop)? {
            return Ok(None);
        }
        let mut stages = Vec::new();
        for (effort, share, suffix) in [(self.check_ends, 0.0, ".ends"), (self.check_often, OFTEN, ".often")]
        {
            let Some(effort) = effort else { continue };
            let beside = self.scores.as_ref().map(|path| {
                let mut name = path.clone().into_os_string();
                name.push(suffix);
                PathBuf::from(name)
            });
            let search = Search::open(Checker { effort, threads }, beside.as_deref())?;
            stages.push(Stage { share, search, used: Scores::new() });
        }
        let short = every.scores;
        loop {
            // The longest search of a position is what counts.
            let long = stages.iter().flat_map(|stage| stage.used.clone()).collect();
            let evidence = Evidence { short: short.clone(), long };
            let mut pruned = draft.clone();
            let dropped = bounds.prune(&mut pruned, &evidence);
            let mut learned = 0;
            for stage in &mut stages {
                let Some(new) = stage.look_at(pruned.ends(stage.share), &stop)? else { return Ok(None) };
                learned += new;
                if learned > 0 {
                    break;
                }
            }
            if learned == 0 {
                return Ok(Some((pruned, dropped)));
            }
        }
    }
}

/// Searches of the ends that are reached often enough.
struct Stage {
    /// In what share of openings.
    share: f64,
    search: Search,
    /// Only what these bounds ask for: a file may know more, and the book must not depend on it.
    used: Scores,
}

impl Stage {
    /// Searches these ends, as far as they are not known; how many of them are new, `None` if `stop` was set.
    fn look_at(&mut self, ends: Vec<Position>, stop: &AtomicBool) -> Result<Option<usize>, Box<dyn Error>> {
        let keys: Vec<_> = ends.iter().map(Position::key).collect();
        if !self.search.run(ends, stop)? {
            return Ok(None);
        }
        let known = self.used.len();
        self.used.extend(keys.iter().filter_map(|key| self.search.scores.get_key_value(key)));
        Ok(Some(self.used.len() - known))
    }
}

/// A search of many positions, and its scores.
struct Search {
    checker: Checker,
    journal: Option<Journal>,
    scores: Scores,
}

impl Search {
    /// Begins a search, or goes on with one whose scores were kept in a file.
    fn open(checker: Checker, file: Option<&Path>) -> Result<Self, JournalError> {
        let Some(file) = file else { return Ok(Self { checker, journal: None, scores: Scores::new() }) };
        let (journal, scores) = Journal::open(file, checker.effort)?;
        Ok(Self { checker, journal: Some(journal), scores })
    }

    /// Searches those positions whose scores are not known; whether it was done before `stop` was set.
    fn run(&mut self, positions: Vec<Position>, stop: &AtomicBool) -> Result<bool, Box<dyn Error>> {
        let is_missing = |position: &&Position| !self.scores.contains_key(&position.key());
        let missing = positions.iter().filter(is_missing).count();
        let bar = ProgressBar::with_draw_target(Some(missing as u64), ProgressDrawTarget::stderr())
            .with_style(ProgressStyle::with_template(
                "{bar:30} {pos}/{len} positions, {per_sec}, {eta} left",
            )?);
        let (journal, failure) = (Mutex::new(&mut self.journal), Mutex::new(None));
        let heard = |key, score| {
            bar.inc(1);
            let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(Err(error)) = journal.as_mut().map(|journal| journal.add(key, score)) {
                stop.store(true, Ordering::Relaxed);
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        };
        let is_done = self.checker.search(positions, &mut self.scores, stop, heard)?;
        bar.finish_and_clear();
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(format!("the scores cannot be kept: {error}").into()),
            None => Ok(is_done),
        }
    }
}

/// Takes a game.
fn add(builder: &mut Builder, game: &Game) -> Result<(), phao::book::BadGame> {
    let moves: Vec<Move> = game.line().collect();
    let result = match game.outcome {
        Outcome::RedWins => Some(Some(Color::Red)),
        Outcome::BlackWins => Some(Some(Color::Black)),
        Outcome::Draw => Some(None),
        Outcome::Unknown => None,
    };
    builder.add(&game.start, &moves, result, year(game.tags.get("Date")))
}

/// The year of a date: the first four digits in a row.
fn year(date: &str) -> Option<u16> {
    date.split(|c: char| !c.is_ascii_digit()).find(|digits| digits.len() == 4)?.parse().ok()
}

/// Reads three whole numbers with commas between them.
fn points(text: &str) -> Result<[u32; 3], String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|number| number.trim().parse()).collect();
    numbers
        .ok()
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "wanted are three numbers like 3,2,1".to_owned())
}

/// Reads `depth=D` or `nodes=N`.
fn effort(text: &str) -> Result<Effort, String> {
    let wanted = || "wanted is depth=D or nodes=N, greater than 0".to_owned();
    let (word, number) = text.split_once('=').ok_or_else(wanted)?;
    let number: u64 = number.parse().ok().filter(|&number| number > 0).ok_or_else(wanted)?;
    match word {
        "depth" => u32::try_from(number).map(Effort::Depth).map_err(|_| wanted()),
        "nodes" => Ok(Effort::Nodes(number)),
        _ => Err(wanted()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read() {
        assert_eq!(effort("depth=8"), Ok(Effort::Depth(8)));
        assert_eq!(effort("nodes=20000"), Ok(Effort::Nodes(20_000)));
        for bad in ["", "8", "depth=", "depth=0", "depth=99999999999", "time=5"] {
            assert!(effort(bad).is_err(), "{bad}");
        }
        assert_eq!(points("2, 1,0"), Ok([2, 1, 0]));
        assert!(points("2,1").is_err() && points("a,b,c").is_err());
        assert_eq!(year("2004.03.06"), Some(2004));
        assert_eq!(year("6 March 2004"), Some(2004));
        assert_eq!(year("????.??.??"), None);
    }
}
