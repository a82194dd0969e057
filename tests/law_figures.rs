//! The figures of the law: a position, moves that bring it about for the third time, and the verdict.

use phao::board::Position;
use phao::core::Move;
use phao::law::{self, Loop, Repetition, Rules};

struct Figure {
    name: String,
    article: String,
    start: Position,
    moves: Vec<Move>,
    verdict: String,
}

fn figures() -> Vec<Figure> {
    include_str!("data/law_figures.tsv")
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<_> = line.split('\t').collect();
            Figure {
                name: format!("{} {}", fields[0], fields[1]),
                article: fields[2].to_owned(),
                start: fields[3].parse().unwrap_or_else(|error| panic!("{line}: {error}")),
                moves: fields[4].split_whitespace().map(|mv| mv.parse().unwrap()).collect(),
                verdict: fields[5].to_owned(),
            }
        })
        .collect()
}

fn play(start: &Position, moves: &[Move]) -> Position {
    let mut position = start.clone();
    for &mv in moves {
        assert!(position.is_legal(mv), "{mv} in {}", position.fen());
        position.make(mv);
    }
    position
}

fn text(repetition: Repetition) -> String {
    match repetition {
        Repetition::None => "none".to_owned(),
        Repetition::Draw => "draw".to_owned(),
        Repetition::Loss(color) => format!("{color} loses"),
    }
}

#[test]
fn every_figure_has_its_verdict() {
    let figures = figures();
    assert_eq!(figures.len(), 106);
    let mut wrong = Vec::new();
    for figure in &figures {
        let position = play(&figure.start, &figure.moves);
        let found = text(law::judge_repetition(&position, 0, &Rules::default()));
        if found != figure.verdict {
            wrong.push(format!("{} ({}): {found}, not {}", figure.name, figure.article, figure.verdict));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn judged(start: &Position, moves: &[Move]) -> Repetition {
    law::judge_repetition(&play(start, moves), 0, &Rules::default())
}

#[test]
fn a_mirror_changes_nothing() {
    for figure in figures() {
        let moves: Vec<_> = figure.moves.iter().map(|mv| mv.mirror()).collect();
        assert_eq!(text(judged(&figure.start.mirror(), &moves)), figure.verdict, "{}", figure.name);
    }
}

#[test]
fn exchanged_colours_exchange_the_loser() {
    for figure in figures() {
        let moves: Vec<_> = figure.moves.iter().map(|mv| mv.flip()).collect();
        let expected = match figure.verdict.as_str() {
            "red loses" => "black loses",
            "black loses" => "red loses",
            other => other,
        };
        assert_eq!(text(judged(&figure.start.swap_colors(), &moves)), expected, "{}", figure.name);
    }
}

/// The moves of the whole loop: from the first place of the last position to the last.
fn loop_of(figure: &Figure) -> (Position, Vec<Move>) {
    let position = play(&figure.start, &figure.moves);
    let found = Loop::find(&position).unwrap_or_else(|| panic!("{}: no loop", figure.name));
    assert_eq!(found.occurrences, 3, "{}", figure.name);
    let (before, moves) = figure.moves.split_at(figure.moves.len() - found.plies);
    (play(&figure.start, before), moves.to_vec())
}

#[test]
fn further_repeats_change_nothing() {
    for figure in figures() {
        let (start, moves) = loop_of(&figure);
        for repeats in 2..5 {
            assert_eq!(text(judged(&start, &moves.repeat(repeats))), figure.verdict, "{}", figure.name);
        }
    }
}

#[test]
fn the_entry_point_of_the_loop_changes_nothing() {
    for figure in figures() {
        let (start, moves) = loop_of(&figure);
        for entry in 1..moves.len() {
            let start = play(&start, &moves[..entry]);
            // A rotated loop may pass its end only twice in one round.
            let rotated = [&moves[entry..], &moves[..entry]].concat().repeat(2);
            assert_eq!(text(judged(&start, &rotated)), figure.verdict, "{} from {entry}", figure.name);
        }
    }
}
