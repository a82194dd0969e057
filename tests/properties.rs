//! Laws of the board that hold in every game: random games from many starts, checked at every move.

use phao::board::Position;
use phao::core::Move;
use phao::movegen::{Selection, count_legal, generate, has_legal_move, legal_moves};
use phao::perft::parse_suite;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Positions of all kinds: the start and the suites'.
fn starts() -> Vec<Position> {
    let texts = [include_str!("../perft/published.suite"), include_str!("../perft/generated.suite")];
    texts.iter().flat_map(|text| parse_suite(text).unwrap()).map(|entry| entry.position).collect()
}

/// A random game as the moves' numbers among the legal ones, from one of the starts.
fn games() -> impl Strategy<Value = (prop::sample::Index, Vec<prop::sample::Index>)> {
    (any::<prop::sample::Index>(), prop::collection::vec(any::<prop::sample::Index>(), 1..120))
}

/// Plays a random game and looks at every position of it.
fn play(
    (start, choices): (prop::sample::Index, Vec<prop::sample::Index>),
    mut look: impl FnMut(&mut Position) -> Result<(), TestCaseError>,
) -> Result<Position, TestCaseError> {
    let starts = starts();
    let mut position = start.get(&starts).clone();
    for choice in choices {
        look(&mut position)?;
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position.make(*choice.get(&moves));
    }
    Ok(position)
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<_> = moves.into_iter().collect();
    moves.sort();
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::default() })]

    #[test]
    fn keys_and_checks_are_what_a_new_position_has(game in games()) {
        play(game, |position| {
            let fresh: Position = position.fen().parse().unwrap();
            prop_assert_eq!(&fresh, &*position);
            let (a, b) = (fresh.state(), position.state());
            prop_assert_eq!((a.key, a.pawn_key, a.piece_keys), (b.key, b.pawn_key, b.piece_keys));
            prop_assert_eq!((a.safety, a.no_capture), (b.safety, b.no_capture));
            prop_assert_eq!(fresh.fen(), position.fen());
            Ok(())
        })?;
    }

    #[test]
    fn unmaking_restores_everything(game in games()) {
        play(game, |position| {
            let before = (position.clone(), *position.state(), position.history().len());
            let squares = position.check_squares();
            for mv in legal_moves(position) {
                let key_after = position.key_after(mv);
                let gives_check = position.gives_check(mv);
                prop_assert_eq!(position.gives_check_by(&squares, mv), gives_check, "{} by squares", mv);
                position.make(mv);
                prop_assert_eq!(position.key(), key_after);
                prop_assert_eq!(position.in_check(), gives_check, "{} gives check", mv);
                position.unmake();
            }
            if !position.in_check() {
                position.make_null();
                prop_assert_ne!(position.key(), before.1.key);
                position.unmake_null();
            }
            prop_assert_eq!(&*position, &before.0);
            prop_assert_eq!(format!("{:?}", position.state()), format!("{:?}", before.1));
            prop_assert_eq!(position.history().len(), before.2);
            Ok(())
        })?;
    }

    #[test]
    fn every_way_to_ask_for_legal_moves_agrees(game in games()) {
        play(game, |position| {
            let all = sorted(legal_moves(position));
            prop_assert_eq!(count_legal(position), all.len());
            prop_assert_eq!(has_legal_move(position), !all.is_empty());
            let mut parts = phao::movegen::MoveList::new();
            generate(position, Selection::Captures, &mut parts);
            prop_assert!(parts.iter().all(|mv| position.piece_on(mv.to()).is_some()));
            generate(position, Selection::Quiets, &mut parts);
            prop_assert_eq!(sorted(parts), all.clone());
            let squares = || phao::core::Square::all();
            let asked = squares().flat_map(|from| squares().filter(move |&to| to != from).map(move |to| Move::new(from, to)));
            let by_question: Vec<_> = asked.filter(|&mv| position.is_legal(mv)).collect();
            prop_assert_eq!(sorted(by_question), all);
            Ok(())
        })?;
    }

    #[test]
    fn legal_moves_have_the_boards_symmetries(game in games()) {
        play(game, |position| {
            let moves = sorted(legal_moves(position));
            let mirrored = sorted(legal_moves(&position.mirror()).into_iter().map(Move::mirror));
            prop_assert_eq!(&mirrored, &moves);
            let swapped = sorted(legal_moves(&position.swap_colors()).into_iter().map(Move::flip));
            prop_assert_eq!(&swapped, &moves);
            Ok(())
        })?;
    }

    #[test]
    fn the_evaluation_has_the_boards_symmetries(game in games()) {
        play(game, |position| {
            let score = phao::eval::evaluate(position);
            prop_assert_eq!(phao::eval::evaluate(&position.mirror()), score);
            prop_assert_eq!(phao::eval::evaluate(&position.swap_colors()), score);
            Ok(())
        })?;
    }

    #[test]
    fn exchanges_are_monotone(game in games(), threshold in -1000..1000) {
        play(game, |position| {
            for mv in legal_moves(position) {
                let value = position.exchange_is_at_least(mv, threshold);
                prop_assert!(!value || position.exchange_is_at_least(mv, threshold - 1));
            }
            Ok(())
        })?;
    }

    #[test]
    fn no_text_makes_the_fen_reader_panic(text in "[0-9a-zA-Z/ \\-_+\\[\\]wbr\\PC]{0,120}") {
        if let Ok(position) = text.parse::<Position>() {
            prop_assert!(position.fen().parse::<Position>().is_ok());
        }
    }
}
