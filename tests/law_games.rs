//! Whole games of the engine against itself, ended by the referee and judged again by the oracle.

mod oracle;

use oracle::board::Board;
use oracle::judge::{Verdict as Expected, judge};
use oracle::scatter::Dice;
use phao::board::{Position, START_FEN};
use phao::core::{Color, Move};
use phao::law::{Article, GameResult, Rules, game_result};
use phao::movegen::legal_moves;
use phao::search::{Control, Limits, Searcher, Silent};
use std::time::Duration;

/// `PHAO_GAMES` games at 10 ms a move, or a few at so many nodes that a test may take time for them.
fn games_and_limits() -> (usize, Limits) {
    match std::env::var("PHAO_GAMES").ok().and_then(|text| text.parse().ok()) {
        Some(games) => (games, Limits { move_time: Some(Duration::from_millis(10)), ..Limits::default() }),
        None => (40, Limits { nodes: Some(300), ..Limits::default() }),
    }
}

/// A game from a few random moves to its end.
fn play(dice: &mut Dice, searcher: &mut Searcher, limits: &Limits) -> (Vec<Move>, GameResult) {
    let mut position = Position::start();
    let mut moves = Vec::new();
    searcher.clear();
    loop {
        if let Some(result) = game_result(&position, &Rules::default()) {
            return (moves, result);
        }
        let mv = if moves.len() < 6 {
            let legal = legal_moves(&position);
            legal[dice.below(legal.len())]
        } else {
            searcher.search(&position, limits, &Control::new(false), &mut Silent).best.expect("a legal move")
        };
        moves.push(mv);
        position.make(mv);
    }
}

/// What the oracle says of the final position of a game.
fn oracle_result(moves: &[Move]) -> Expected {
    let steps: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    judge(START_FEN, &steps)
}

#[test]
fn games_end_as_the_oracle_says() {
    let (games, limits) = games_and_limits();
    let mut dice = Dice::new(2_026);
    let mut searcher = Searcher::new(4, 1).unwrap();
    let mut by_article = std::collections::BTreeMap::new();
    for game in 0..games {
        let (moves, result) = play(&mut dice, &mut searcher, &limits);
        *by_article.entry(format!("{:?}", result.article)).or_insert(0) += 1;
        let expected = match (result.article, result.winner) {
            (Article::Checkmate | Article::NoLegalMove | Article::NoAttackers | Article::NoCapture, _) => {
                Expected::None
            }
            (_, None) => Expected::Draw,
            (_, Some(Color::Red)) => Expected::BlackLoses,
            (_, Some(Color::Black)) => Expected::RedLoses,
        };
        assert_eq!(oracle_result(&moves), expected, "game {game}: {moves:?} ended by {:?}", result.article);
        let mut board = Board::from_fen(START_FEN);
        for mv in &moves {
            board = board.after(oracle::board::read_step(&mv.to_string()));
        }
        let has_lost = matches!(result.article, Article::Checkmate | Article::NoLegalMove);
        assert_eq!(board.legal_moves().is_empty(), has_lost, "game {game}: {moves:?}");
    }
    println!("{by_article:?}");
}
