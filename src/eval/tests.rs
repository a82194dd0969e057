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

/// Pairs of positions, Red to move, the first better for Red than the second.
#[test]
fn features_point_the_right_way() {
    let pairs = [
        ("a rook", "2bakab2/9/9/9/4p4/9/9/9/9/R1BAKAB2 w", "2bakab2/9/9/9/4p4/9/9/9/9/2BAKAB2 w"),
        (
            "a hollow cannon",
            "2bakabr1/9/2n6/9/9/4C4/9/9/4A4/2BAK1BR1 w",
            "2bakabr1/9/2n6/9/9/5C3/9/9/4A4/2BAK1BR1 w",
        ),
        (
            "a bottom cannon",
            "C1bakabr1/9/2n6/9/4p4/9/4P4/9/9/2BAKABR1 w",
            "2bakabr1/9/2n6/9/4p4/9/4P4/9/9/C1BAKABR1 w",
        ),
        (
            "a horse with free legs",
            "2bakabr1/9/2n6/9/4p4/9/4P4/2N6/9/2BAKABR1 w",
            "2bakabr1/9/2n6/9/4p4/9/4P4/9/9/1NBAKABR1 w",
        ),
        (
            "a pawn across the river",
            "2bakabr1/9/2n6/4P4/9/9/9/9/4A4/2BAK1BR1 w",
            "2bakabr1/9/2n6/9/9/9/4P4/9/4A4/2BAK1BR1 w",
        ),
        (
            "an advisor against rooks",
            "2bakab1r/8r/2n6/4p4/9/4P4/9/9/9/R1BAKAB1R w",
            "2bakab1r/8r/2n6/4p4/9/4P4/9/9/9/R1BAK1B1R w",
        ),
        (
            "a rook in the open",
            "2bakabr1/9/2n6/p3p4/9/9/P3P4/9/9/2BAKABR1 w",
            "2bakabr1/9/2n6/p3p4/9/9/P3P4/9/9/R1BAKAB2 w",
        ),
    ];
    for (what, better, worse) in pairs {
        assert!(score(better) > score(worse) + 5, "{what}: {} and {}", score(better), score(worse));
    }
}

#[test]
fn hopeless_endings_are_near_even() {
    assert_eq!(score("3ak4/9/9/9/9/9/9/4B4/4A4/2BAK4 w").max(0), 0);
    assert!(score("3akab2/9/4b4/9/9/9/9/5C3/9/4K4 w").abs() < 20);
    assert!(score("3akab2/9/4b4/9/4N4/9/9/9/9/4K4 w").abs() < 60);
    assert!(score("3k5/9/9/9/5N3/9/9/9/9/4K4 w") > 150);
}
