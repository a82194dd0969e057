//! The engine plays by the law: put into each figure's loop, it leaves what it would lose.

use phao::board::Position;
use phao::core::{Color, Move, Score};
use phao::movegen::has_legal_move;
use phao::search::{Control, Limits, Line, Outcome, Reporter, Searcher};
use std::time::Duration;

/// A figure whose verdict is a loss.
struct Figure {
    name: &'static str,
    fen: &'static str,
    moves: Vec<Move>,
    loser: Color,
}

fn lost_figures() -> Vec<Figure> {
    let rows =
        include_str!("data/law_figures.tsv").lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let lost = rows.filter_map(|row| {
        let loser = match row[5] {
            "red loses" => Color::Red,
            "black loses" => Color::Black,
            _ => return None,
        };
        let moves = row[4].split(' ').map(|mv| mv.parse().unwrap()).collect();
        Some(Figure { name: row[1], fen: row[3], moves, loser })
    });
    lost.collect()
}

fn play(fen: &str, moves: &[Move]) -> Position {
    let mut position: Position = fen.parse().unwrap();
    for &mv in moves {
        position.make(mv);
    }
    position
}

/// Keeps the last line.
#[derive(Default)]
struct Last(Option<Line>);

impl Reporter for Last {
    fn line(&mut self, line: &Line) {
        self.0 = Some(line.clone());
    }
}

/// `PHAO_MOVETIME` milliseconds a move, or as many nodes as a test may take time for.
fn limits() -> Limits {
    let millis = std::env::var("PHAO_MOVETIME").ok().and_then(|text| text.parse().ok());
    match millis {
        Some(millis) => Limits { move_time: Some(Duration::from_millis(millis)), ..Limits::default() },
        None => Limits { nodes: Some(60_000), ..Limits::default() },
    }
}

fn search(position: &Position, limits: &Limits) -> Outcome {
    let mut last = Last::default();
    let mut searcher = Searcher::new(16, 1).unwrap();
    let outcome = searcher.search(position, limits, &Control::new(false), &mut last);
    check_mate(position, &outcome, last.0.as_ref());
    outcome
}

/// A mate that is announced must stand on the board at the end of its line.
fn check_mate(position: &Position, outcome: &Outcome, line: Option<&Line>) {
    let (Some(plies), Some(line)) = (outcome.score.mate_plies(), line) else { return };
    if line.score != outcome.score || line.pv.len() < plies.unsigned_abs() as usize {
        return;
    }
    let mut end = position.clone();
    line.pv.iter().for_each(|&mv| end.make(mv));
    assert!(!has_legal_move(&end), "no mate at the end of {:?} from {}", line.pv, position.fen());
}

#[test]
fn the_breaker_leaves_its_loop() {
    let mut stayed = Vec::new();
    for figure in lost_figures() {
        // The last move of the breaker's that leads to the third repetition.
        let last_mover =
            if play(figure.fen, &figure.moves).side() == Color::Red { Color::Black } else { Color::Red };
        let kept = figure.moves.len() - if last_mover == figure.loser { 1 } else { 2 };
        let position = play(figure.fen, &figure.moves[..kept]);
        let staying = figure.moves[kept];
        assert_eq!(position.side(), figure.loser, "{}", figure.name);
        let outcome = search(&position, &limits());
        if outcome.best == Some(staying) {
            let leaving = search(&position, &Limits { ban_moves: vec![staying], ..limits() });
            // Some have only this move, or lose by every other as well.
            if leaving.score >= -Score::MAX_EVAL {
                stayed.push(format!(
                    "{}: {staying} at {}, leaving {}",
                    figure.name, outcome.score, leaving.score
                ));
            }
        }
    }
    assert!(stayed.is_empty(), "{stayed:#?}");
}

#[test]
fn the_other_side_stays_unless_it_finds_better() {
    let mut left = Vec::new();
    for figure in lost_figures() {
        let last_mover =
            if play(figure.fen, &figure.moves).side() == Color::Red { Color::Black } else { Color::Red };
        let kept = figure.moves.len() - if last_mover == figure.loser { 2 } else { 1 };
        let position = play(figure.fen, &figure.moves[..kept]);
        let staying = figure.moves[kept];
        assert_ne!(position.side(), figure.loser, "{}", figure.name);
        let outcome = search(&position, &limits());
        let stay = search(&position, &Limits { search_moves: vec![staying], ..limits() });
        // Where staying wins by the verdict at once, only a mate or that win itself will do.
        if outcome.best != Some(staying) && outcome.score < stay.score.min(Score(50)) {
            left.push(format!(
                "{}: {:?} at {}, staying {}",
                figure.name, outcome.best, outcome.score, stay.score
            ));
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}
