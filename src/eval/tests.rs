use super::*;
use crate::movegen::legal_moves;

/// Visits positions of random games, from a seed.
fn random_positions(games: u64, mut visit: impl FnMut(&Position)) {
    let mut random = 1u64;
    for _ in 0..games {
        let mut position = Position::start();
        for _ in 0..200 {
            let moves = legal_moves(&position);
            // Knuth's generator (MMIX); its high bits are good enough to pick a move.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&mv) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
            position.make(mv);
            visit(&position);
        }
    }
}

fn score(fen: &str) -> i32 {
    evaluate(&fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))).0
}

#[test]
fn the_start_is_worth_the_move() {
    let tempo = WEIGHTS[layout::TEMPO.at(0)].middlegame();
    assert_eq!(evaluate(&Position::start()), Score(tempo));
}

#[test]
fn mirrored_and_swapped_positions_score_the_same() {
    random_positions(60, |position| {
        let score = evaluate(position);
        assert_eq!(score, evaluate(&position.mirror()), "{}", position.fen());
        assert_eq!(score, evaluate(&position.swap_colors()), "{}", position.fen());
        assert!(score.0.abs() <= Score::MAX_EVAL.0, "{}", position.fen());
    });
}

#[test]
fn a_trace_adds_up_to_the_score() {
    random_positions(30, |position| {
        let trace = trace(position);
        let sum: f32 = trace
            .counts
            .iter()
            .map(|&(number, count)| {
                let pair = WEIGHTS[usize::from(number)];
                let tapered =
                    pair.middlegame() as f32 * trace.phase + pair.endgame() as f32 * (1.0 - trace.phase);
                f32::from(count) * tapered
            })
            .sum();
        let red = sum * trace.scales[usize::from(sum < 0.0)];
        let signed = if position.side() == Color::Red { red } else { -red };
        assert!((signed - evaluate(position).0 as f32).abs() < 2.5, "{}", position.fen());
    });
}

#[test]
fn features_point_the_right_way() {
    let better_and_worse = [
        (
            "a rook more",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 b",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
        ),
        ("a hollow cannon", "2bakab2/9/9/9/9/4C4/9/9/9/2BAKAB2 b", "2bakab2/9/9/9/9/5C3/9/9/9/2BAKAB2 b"),
    ];
    for (what, worse_to_move, better_to_move) in better_and_worse {
        assert!(score(worse_to_move) < score(better_to_move), "{what}");
    }
}
