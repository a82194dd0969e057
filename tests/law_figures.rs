//! The figures of the law: a position, moves that bring it about for the third time, and the verdict.

use phao::board::Position;
use phao::core::Move;
use phao::law::{self, Repetition, Rules};

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
