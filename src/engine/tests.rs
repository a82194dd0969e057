//! A session driven without a protocol.

use super::*;
use std::sync::mpsc::{Receiver, channel};

const MATE_IN_ONE: &str = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";

fn session() -> (Engine, Receiver<Event>) {
    let (sender, events) = channel();
    (
        Engine::new(Arc::new(move |event| {
            let _ = sender.send(event);
        })),
        events,
    )
}

/// The answer that comes with the end of the thread, and the lines before it.
fn wait(engine: &mut Engine, events: &Receiver<Event>) -> (Option<Answer>, usize) {
    let mut lines = 0;
    loop {
        match events.recv_timeout(Duration::from_secs(20)).expect("the search ends") {
            Event::Done(done) => return (engine.finish(done), lines),
            Event::Line(_) => lines += 1,
            _ => {}
        }
    }
}

fn best(answer: Option<Answer>) -> Move {
    match answer {
        Some(Answer::Move { outcome, .. }) => outcome.best.expect("a move"),
        other => panic!("no move: {other:?}"),
    }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn a_search_answers_when_it_is_done() {
    let (mut engine, events) = session();
    assert_eq!(engine.think(depth(2), Manner::Normal), None);
    assert!(engine.is_thinking() && engine.is_bounded());
    let (answer, lines) = wait(&mut engine, &events);
    best(answer);
    assert!(lines > 0 && !engine.is_thinking());
}

#[test]
fn an_infinite_search_waits_for_stop() {
    let (mut engine, events) = session();
    engine.set_position(Some(MATE_IN_ONE), &[]).expect("a position");
    assert_eq!(engine.think(depth(3), Manner::Infinite), None);
    assert!(!engine.is_bounded());
    assert_eq!(wait(&mut engine, &events).0, None);
    assert!(engine.is_thinking());
    assert_eq!(engine.ponder_hit(), None, "it does not ponder");
    best(engine.stop());
    assert_eq!(engine.stop(), None);
}

#[test]
fn pondering_waits_for_the_hit() {
    let (mut engine, events) = session();
    engine.set_position(Some(MATE_IN_ONE), &[]).expect("a position");
    engine.think(depth(3), Manner::Ponder);
    assert_eq!(wait(&mut engine, &events).0, None);
    best(engine.ponder_hit());

    engine.think(depth(3), Manner::Ponder);
    assert!(!engine.is_bounded());
    engine.ponder_hit();
    assert!(engine.is_bounded());
    best(wait(&mut engine, &events).0);
}

#[test]
fn no_position_and_no_move() {
    let (mut engine, _events) = session();
    assert!(matches!(engine.set_position(Some("foobar"), &[]), Err(PositionError::SetUp(_))));
    assert_eq!((engine.side(), engine.evaluate()), (None, None));
    let Some(Answer::Move { outcome, .. }) = engine.think(depth(1), Manner::Normal) else {
        panic!("no answer")
    };
    assert_eq!(outcome.best, None);
    assert_eq!(engine.count(3), Some(Answer::Count(None)));

    engine.set_position(Some("3k5/4P4/9/9/9/9/9/9/9/4K4 b"), &[]).expect("a position");
    let Some(Answer::Move { outcome, .. }) = engine.think(depth(1), Manner::Normal) else {
        panic!("no answer")
    };
    assert_eq!((outcome.best, outcome.score), (None, Score::mated_in(0)));
    engine.set_position(None, &[]).expect("a position");
    assert_eq!(engine.think(depth(1), Manner::Normal), None);
}

#[test]
fn a_king_that_stands_to_be_taken_is_taken() {
    let (mut engine, _events) = session();
    let capture: Move = "d1d9".parse().expect("a move");
    let fen = Some("3k5/9/9/9/9/9/9/9/3R5/R3K4 w");
    assert_eq!(engine.set_position(fen, &[]), Err(PositionError::KingToTake(capture)));
    assert_eq!(best(engine.think(depth(3), Manner::Normal)), capture);
    assert_eq!(engine.think(depth(3), Manner::Infinite), None, "not before stop");
    assert_eq!(best(engine.stop()), capture);
    assert!(matches!(engine.set_position(fen, &[capture]), Err(PositionError::SetUp(_))));
}

#[test]
fn illegal_moves_leave_those_before_them() {
    let (mut engine, _events) = session();
    let moves = ["h2e2", "a0a9", "h9g7"].map(|mv| mv.parse().expect("a move"));
    let error = engine.set_position(None, &moves).expect_err("a0a9 is illegal");
    assert_eq!(error, PositionError::Illegal { number: 2, mv: moves[1] });
    assert_eq!(engine.side(), Some(Color::Black));
}

#[test]
fn banned_moves_are_not_played_until_the_next_position() {
    let (mut engine, events) = session();
    let mates: [Move; 2] = ["e1d1", "a0d0"].map(|mv| mv.parse().expect("a move"));
    let play = |engine: &mut Engine| {
        engine.think(depth(4), Manner::Normal);
        mates.contains(&best(wait(engine, &events).0))
    };
    engine.set_position(Some(MATE_IN_ONE), &[]).expect("a position");
    engine.ban(&mates[..1]);
    engine.ban(&mates[1..]);
    assert!(!play(&mut engine));
    engine.set_position(Some(MATE_IN_ONE), &[]).expect("a position");
    assert!(play(&mut engine));
}

#[test]
fn offers_are_taken_only_when_worse() {
    let accepts = |score, depth, offered| {
        let (mut engine, _events) = session();
        engine.offered = offered;
        let outcome = Outcome { score: Score(score), depth, ..no_move() };
        matches!(engine.answer(outcome, Duration::ZERO), Answer::Move { accept: true, .. })
    };
    assert!(accepts(-20, 9, true) && accepts(-29_000, 9, true));
    assert!(!accepts(0, 9, true) && !accepts(500, 9, true));
    assert!(!accepts(-500, 9, false) && !accepts(-500, 1, true));
}

#[test]
fn an_offer_is_answered_once() {
    let (mut engine, _events) = session();
    engine.note_offer();
    engine.answer(no_move(), Duration::ZERO);
    assert!(!engine.offered);
}

#[test]
fn counts() {
    let (mut engine, events) = session();
    for (depth, nodes) in [(0, 1), (1, 44), (2, 1920), (3, 79_666)] {
        assert_eq!(engine.count(depth), None);
        assert_eq!(wait(&mut engine, &events).0, Some(Answer::Count(Some(nodes))), "depth {depth}");
    }
    engine.count(60);
    assert_eq!(engine.stop(), None);
    assert_eq!(wait(&mut engine, &events).0, Some(Answer::Count(None)));
}

#[test]
fn a_new_game_keeps_the_position() {
    let (mut engine, _events) = session();
    engine.set_position(Some(MATE_IN_ONE), &[]).expect("a position");
    engine.new_game();
    assert!(engine.describe().contains("3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1"));
}
