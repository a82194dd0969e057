//! The search: mates with their exact distances, the law in its lines, and bounds that hold.

use phao::board::Position;
use phao::core::{Move, Score};
use phao::law::{RuleSet, Rules};
use phao::movegen::legal_moves;
use phao::search::{Clock, Control, Limits, Line, Outcome, Reporter, Searcher, Silent};
use std::time::Duration;

fn position(fen: &str, moves: &str) -> Position {
    let mut position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    for mv in moves.split_whitespace() {
        let mv: Move = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} in {}", position.fen());
        position.make(mv);
    }
    position
}

fn search(position: &Position, limits: &Limits) -> Outcome {
    let mut searcher = Searcher::new(16, 1).unwrap();
    searcher.search(position, limits, &Control::new(false), &mut Silent)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn mates_are_found_at_their_true_distance() {
    let rows = include_str!("data/mates.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut searcher = Searcher::new(16, 1).unwrap();
    for row in rows {
        let fields: Vec<_> = row.split('\t').collect();
        let [fen, moves, firsts] = fields[..] else { panic!("{row}") };
        let plies = 2 * moves.parse::<usize>().unwrap() - 1;
        let limits = Limits { mate: Some(moves.parse().unwrap()), ..nodes(4_000_000) };
        searcher.clear();
        let outcome = searcher.search(&position(fen, ""), &limits, &Control::new(false), &mut Silent);
        assert_eq!(outcome.score, Score::mate_in(plies), "{row}");
        assert!(
            firsts.split(' ').any(|first| first.parse().ok() == outcome.best),
            "{row}: {:?}",
            outcome.best
        );
    }
}

#[test]
fn checks_are_looked_at_beyond_the_horizon() {
    let two_moves = [
        "4ka3/3Pa4/9/6R2/9/9/9/2nA5/7r1/4KA3 w - - 0 1",
        "3k1p3/4P4/9/9/6CCR/3n4c/2Pn5/8B/5p3/4K4 w - - 0 1",
        "3k1a3/2Pna4/3Nb4/p7p/3r2b2/4C4/2c1P2cP/7CB/4A4/2BAKR3 w - - 0 1",
    ];
    for fen in two_moves {
        let limits = Limits { depth: Some(1), ..Limits::default() };
        assert_eq!(search(&position(fen, ""), &limits).score, Score::mate_in(3), "{fen}");
    }
}

#[test]
fn no_move_is_a_loss_and_the_move_before_it_a_mate() {
    // Both e7e8 and e7d7 leave the king no move: the other king guards the file.
    let mut stalemate = position("3k5/9/4P4/9/9/9/9/9/9/4K4 w", "");
    let outcome = search(&stalemate, &nodes(50_000));
    assert_eq!(outcome.score, Score::mate_in(1));
    stalemate.make(outcome.best.unwrap());
    assert!(!stalemate.in_check() && legal_moves(&stalemate).is_empty(), "{}", stalemate.fen());
    let lost = search(&position("3k5/4P4/9/9/9/9/9/9/9/4K4 b", ""), &nodes(100));
    assert_eq!((lost.best, lost.score), (None, Score::mated_in(0)));
}

#[test]
fn no_move_is_a_loss_also_when_the_no_capture_limit_is_reached() {
    let stalemate = position("4k4/9/9/9/9/9/9/9/4A4/3K1R3 w - - 119 1", "");
    assert_eq!(search(&stalemate, &nodes(20_000)).score, Score::mate_in(1));
}

#[test]
fn false_mates_are_not_announced() {
    // An advisor can evade; and nobody has a mate in one here.
    for fen in ["c3k2C1/4anR2/9/3NP4/9/6n2/9/1r1p5/4p4/3K5 w", "c3k2C1/4a4/6R2/9/9/9/9/9/9/3K5 w"] {
        let outcome = search(&position(fen, ""), &nodes(200_000));
        assert_ne!(outcome.score, Score::mate_in(1), "{fen}");
    }
}

/// A side that would lose by the verdict at the third repetition.
const PERPETUAL_CHECK: (&str, &str) =
    ("9/9/3k5/9/9/9/4R4/3A5/4K4/8r b - - 0 1", "i0i1 e1e0 i1i0 e0e1 i0i1 e1e0 i1i0 e0e1 i0i1 e1e0");

#[test]
fn a_loop_that_loses_is_left() {
    let outcome = search(&position(PERPETUAL_CHECK.0, PERPETUAL_CHECK.1), &nodes(50_000));
    assert_ne!(outcome.best, "i1i0".parse().ok());
    // By rules without the ban it is a welcome draw.
    let rules = Rules { set: RuleSet::AlwaysDraw, ..Rules::default() };
    let limits = Limits { rules, ..nodes(50_000) };
    let outcome = search(&position(PERPETUAL_CHECK.0, PERPETUAL_CHECK.1), &limits);
    assert_eq!((outcome.best, outcome.score), ("i1i0".parse().ok(), Score::ZERO));
}

#[test]
fn perpetual_checks_are_no_way_out() {
    // White rooks check for ever; the score must not swing to a draw.
    let position = position("4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w", "");
    for depth in 5..=9 {
        let outcome = search(&position, &Limits { depth: Some(depth), ..Limits::default() });
        assert_ne!(outcome.score, Score::ZERO, "depth {depth}");
    }
}

/// Checks every line that a search reports.
struct Checker<'a> {
    position: &'a Position,
    last: Option<Line>,
}

impl Reporter for Checker<'_> {
    fn line(&mut self, line: &Line) {
        let mut position = self.position.clone();
        for &mv in &line.pv {
            assert!(position.is_legal(mv), "{mv} of {:?}", line.pv);
            position.make(mv);
        }
        assert!(!line.pv.is_empty());
        if line.multi_pv == 1 {
            self.last = Some(line.clone());
        }
    }
}

#[test]
fn lines_are_legal_and_the_last_begins_with_the_best_move() {
    for fen in include_str!("../perft/published.suite").lines().filter(|line| !line.starts_with('#')) {
        let position = position(fen.split(';').next().unwrap(), "");
        let mut searcher = Searcher::new(4, 1).unwrap();
        let mut checker = Checker { position: &position, last: None };
        let limits = Limits { multi_pv: 3, depth: Some(7), ..Limits::default() };
        let outcome = searcher.search(&position, &limits, &Control::new(false), &mut checker);
        let first = checker.last.and_then(|line| line.pv.first().copied());
        assert_eq!(first, outcome.best, "{fen}");
    }
}

struct Lines(Vec<Line>);

impl Reporter for Lines {
    fn line(&mut self, line: &Line) {
        self.0.push(line.clone());
    }
}

#[test]
fn several_lines_are_those_of_the_last_whole_iteration() {
    let mut searcher = Searcher::new(4, 1).unwrap();
    for thousands in 3..30 {
        searcher.clear();
        let mut lines = Lines(Vec::new());
        let limits = Limits { multi_pv: 3, ..nodes(1_000 * thousands) };
        let outcome = searcher.search(&Position::start(), &limits, &Control::new(false), &mut lines);
        let shown = |rank: usize| lines.0.iter().rev().find(|line| line.multi_pv == rank).unwrap();
        assert_eq!(outcome.best, Some(shown(1).pv[0]), "{thousands}");
        for (better, worse) in [(1, 2), (2, 3)] {
            assert!(shown(better).score >= shown(worse).score, "{thousands}");
            assert_ne!(shown(better).pv[0], shown(worse).pv[0], "{thousands}");
        }
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let start = Position::start();
    let mut lines = Lines(Vec::new());
    let limits = Limits { multi_pv: 44, depth: Some(3), ..Limits::default() };
    Searcher::new(4, 1).unwrap().search(&start, &limits, &Control::new(false), &mut lines);
    let last: Vec<_> = lines.0.iter().rev().take(44).collect();
    let mut firsts: Vec<_> = last.iter().map(|line| line.pv[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 44);
    assert!(last.windows(2).all(|pair| pair[0].score <= pair[1].score), "worst last");
}

#[test]
fn limits_hold() {
    let start = Position::start();
    let wanted: Vec<Move> = legal_moves(&start).into_iter().skip(10).take(2).collect();
    let outcome = search(&start, &Limits { search_moves: wanted.clone(), ..nodes(5_000) });
    assert!(wanted.contains(&outcome.best.unwrap()));
    let banned = search(&start, &nodes(5_000)).best.unwrap();
    let outcome = search(&start, &Limits { ban_moves: vec![banned], ..nodes(5_000) });
    assert_ne!(outcome.best, Some(banned));
    // All banned: a move comes all the same.
    let all = legal_moves(&start).to_vec();
    assert!(search(&start, &Limits { ban_moves: all, ..nodes(500) }).best.is_some());
    assert!(search(&start, &nodes(20_000)).nodes < 21_000);
    assert_eq!(search(&start, &Limits { depth: Some(4), ..Limits::default() }).depth, 4);
}

#[test]
fn a_move_comes_without_any_time() {
    let clock = Some(Clock { time: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None });
    assert!(search(&Position::start(), &Limits { clock, ..Limits::default() }).best.is_some());
    let control = Control::new(false);
    control.stop();
    let mut searcher = Searcher::new(4, 2).unwrap();
    let outcome = searcher.search(&Position::start(), &Limits::default(), &control, &mut Silent);
    assert!(outcome.best.is_some());
}

#[test]
fn one_thread_always_does_the_same() {
    let run = || {
        let outcome = search(&Position::start(), &Limits { depth: Some(9), ..Limits::default() });
        (outcome.best, outcome.score, outcome.nodes)
    };
    assert_eq!(run(), run());
}

#[test]
fn threads_find_mates_too() {
    let fen = "3ak4/4a4/1N2b4/9/9/9/9/3A3c1/C3K2n1/2BA2B2 w - - 0 1";
    let mut searcher = Searcher::new(16, 3).unwrap();
    let outcome = searcher.search(&position(fen, ""), &nodes(3_000_000), &Control::new(false), &mut Silent);
    assert_eq!(outcome.score, Score::mate_in(5));
}

#[test]
fn threads_together_reach_the_depth_that_was_asked_for() {
    let start = Position::start();
    for threads in 2..=5 {
        let mut searcher = Searcher::new(4, threads).unwrap();
        for (depth, multi_pv) in [(1, 1), (2, 1), (3, 2), (8, 1), (9, 3)] {
            let limits = Limits { depth: Some(depth), multi_pv, ..Limits::default() };
            let mut lines = Lines(Vec::new());
            let outcome = searcher.search(&start, &limits, &Control::new(false), &mut lines);
            let case = format!("{threads} threads, depth {depth}, {multi_pv} lines");
            assert_eq!(outcome.depth, depth, "{case}");
            let last = lines.0.iter().rev().take(multi_pv).collect::<Vec<_>>();
            assert!(last.iter().all(|line| line.depth == depth), "{case}");
            assert_eq!(last.last().and_then(|line| line.pv.first().copied()), outcome.best, "{case}");
        }
        // The answer comes from the main thread alone, or from a single move although two lines are wanted.
        let depth = Some(8);
        let mate = Limits { depth, mate: Some(5), ..Limits::default() };
        let search_moves = vec!["h2e2".parse().unwrap()];
        let one_move = Limits { depth, multi_pv: 2, search_moves, ..Limits::default() };
        for limits in [mate, one_move] {
            for _ in 0..5 {
                searcher.clear();
                let outcome = searcher.search(&start, &limits, &Control::new(false), &mut Silent);
                assert_eq!(outcome.depth, 8, "{threads} threads, {limits:?}");
            }
        }
    }
}
