//! `phao book sound`: whether the openings of a book are even, judged by search.

use super::{CommandResult, open};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use phao::board::Position;
use phao::book::{BUILT_IN, Book, Randomness, choose, keeps_the_law};
use phao::core::{Move, Score};
use phao::law::Rules;
use phao::search::{Control, Limits, Searcher, Silent};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

/// The longest opening that is played, in plies; a book may go round in circles.
const LONGEST: usize = 200;

/// Play openings from a book at random, until it knows no more, and judge their ends by search. The exit
/// status is 1 if fewer than the share asked for are even.
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    /// A book's file, or `inside`.
    #[arg(default_value = BUILT_IN)]
    book: String,
    /// How many openings to play.
    #[arg(long, default_value_t = 200)]
    openings: usize,
    /// Time for the search of each end, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    movetime: u64,
    /// Nodes of the search of each end, instead of a time.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How far a score may be from 0, in centipawns, to count as even.
    #[arg(long, value_name = "CP", default_value_t = 80)]
    within: u32,
    /// The share of even openings, in percent, that is asked for.
    #[arg(long, value_name = "PERCENT", default_value_t = 98.0)]
    share: f64,
    /// How the moves are chosen: none, tiny, small, medium, large or huge.
    #[arg(long, default_value_t = Randomness::Large)]
    randomness: Randomness,
    /// Determines the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// An opening that was played, and what its end is worth to Red.
struct Opening {
    moves: Vec<Move>,
    score: Score,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> CommandResult {
    let book = open(&args.book)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut searcher = Searcher::new(16, 1)?;
    let bar = ProgressBar::with_draw_target(Some(args.openings as u64), ProgressDrawTarget::stderr())
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} openings, {eta} left")?);
    let (mut openings, mut scores) = (Vec::new(), HashMap::new());
    for _ in 0..args.openings {
        let (position, moves) = play(&book, args.randomness, &mut random);
        // Many openings come to the same end.
        let found = *scores.entry(position.key()).or_insert_with(|| {
            searcher.clear();
            searcher.search(&position, &args.limits(), &Control::new(false), &mut Silent).score
        });
        let score = if position.side() == phao::core::Color::Red { found } else { -found };
        openings.push(Opening { moves, score });
        bar.inc(1);
    }
    bar.finish_and_clear();
    args.write(&mut io::stdout().lock(), &openings)
}

impl Args {
    fn limits(&self) -> Limits {
        let move_time = self.nodes.is_none().then_some(Duration::from_millis(self.movetime));
        Limits { nodes: self.nodes, move_time, ..Limits::default() }
    }

    /// The openings that are not even, then the figures.
    fn write(&self, out: &mut impl Write, openings: &[Opening]) -> CommandResult {
        let is_even = |opening: &&Opening| opening.score.0.unsigned_abs() <= self.within;
        for opening in openings.iter().filter(|opening| !is_even(opening)) {
            let moves: Vec<_> = opening.moves.iter().map(Move::to_string).collect();
            writeln!(out, "{:+} {}", opening.score.0, moves.join(" "))?;
        }
        let count = openings.len().max(1) as f64;
        let mut scores: Vec<_> = openings.iter().map(|opening| opening.score.0).collect();
        scores.sort_unstable();
        let at = |part: usize| scores.get((scores.len() * part / 100).min(scores.len().saturating_sub(1)));
        let spread: Vec<_> = [0, 2, 50, 98, 100].into_iter().filter_map(at).map(i32::to_string).collect();
        let plies: usize = openings.iter().map(|opening| opening.moves.len()).sum();
        let share = 100.0 * openings.iter().filter(is_even).count() as f64 / count;
        writeln!(out, "plies {:.1} on average", plies as f64 / count)?;
        writeln!(out, "scores for Red: least, 2 %, median, 98 %, greatest: {}", spread.join(" "))?;
        writeln!(
            out,
            "even {share:.1} % of {} openings (within {} cp, seed {})",
            openings.len(),
            self.within,
            self.seed
        )?;
        Ok(if share >= self.share { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}

/// Plays moves of the book until it knows none that the law allows.
fn play(book: &Book, randomness: Randomness, random: &mut Xoshiro256PlusPlus) -> (Position, Vec<Move>) {
    let (mut position, mut moves) = (Position::start(), Vec::new());
    while moves.len() < LONGEST {
        let mut known = book.probe(&position);
        known.retain(|known| keeps_the_law(&position, known.mv, &Rules::default()));
        let Some(mv) = choose(&known, randomness, random) else { break };
        position.make(mv);
        moves.push(mv);
    }
    (position, moves)
}
