use super::*;
use crate::board::Position;
use crate::core::{Color, Move, Piece, Score, Square};
use crate::movegen::legal_moves;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use shape::{INPUTS, PALACE_BUCKETS, QA, input};
use std::sync::Arc;

/// Weights of a size as training gives them.
fn random_weights(shape: Shape, seed: u64) -> Weights {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut draw = |count: usize, bound: i16| -> Vec<i16> {
        (0..count).map(|_| random.random_range(-bound..=bound)).collect()
    };
    Weights {
        output_unit: 100,
        rows: draw(shape.inputs() * shape.hidden, 60),
        bias: draw(shape.hidden, 100),
        output: draw(shape.buckets * 2 * shape.hidden, 30),
        output_bias: (0..shape.buckets as i32).map(|bucket| 500 * bucket).collect(),
        straight: (0..INPUTS as i32).map(|input| input * 7_919 % 20_011 - 10_000).collect(),
    }
}

fn network(hidden: usize, buckets: usize, king_buckets: usize) -> Arc<Network> {
    let shape = Shape::new(hidden, buckets, king_buckets).unwrap();
    Arc::new(Network::new(shape, 400, &random_weights(shape, 1)).unwrap())
}

/// Visits the positions of a random walk through the tree: forwards, backwards and over null moves.
fn random_walk(seed: u64, steps: u32, mut visit: impl FnMut(&Position)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::start();
    let mut path: Vec<Option<Move>> = Vec::new();
    for _ in 0..steps {
        let moves = legal_moves(&position);
        match random.random_range(0..10) {
            0..=2 => match path.pop() {
                Some(Some(_)) => position.unmake(),
                Some(None) => position.unmake_null(),
                None => {}
            },
            3 if !position.in_check() && path.last() != Some(&None) => {
                position.make_null();
                path.push(None);
            }
            _ if !moves.is_empty() && path.len() < 300 => {
                let captures: Vec<_> =
                    moves.iter().copied().filter(|mv| position.piece_on(mv.to()).is_some()).collect();
                let from = if random.random_bool(0.5) && !captures.is_empty() { &captures } else { &*moves };
                let mv = from[random.random_range(0..from.len())];
                position.make(mv);
                path.push(Some(mv));
            }
            _ => {}
        }
        if random.random_bool(0.4) {
            visit(&position);
        }
    }
}

#[test]
fn kept_accumulators_agree_with_fresh_ones() {
    for seed in 0..10 {
        let network = network(128, 4, if seed < 5 { 1 } else { PALACE_BUCKETS });
        let mut kept = Evaluator::new(network.clone());
        random_walk(seed, 1500, |position| {
            let fresh = Evaluator::new(network.clone()).evaluate(position);
            assert_eq!(kept.evaluate(position), fresh, "{}", position.fen());
        });
    }
}

#[test]
fn every_processor_computes_the_same() {
    for (hidden, buckets, king_buckets) in [(64, 1, 1), (128, 8, PALACE_BUCKETS), (320, 2, 1)] {
        let network = network(hidden, buckets, king_buckets);
        let mut evaluators: Vec<_> =
            Kernel::all().into_iter().map(|kernel| Evaluator::with_kernel(network.clone(), kernel)).collect();
        random_walk(7, 400, |position| {
            let scores: Vec<_> =
                evaluators.iter_mut().map(|evaluator| evaluator.evaluate(position)).collect();
            assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "{scores:?}");
        });
    }
}

#[test]
fn colours_are_treated_alike() {
    for king_buckets in [1, PALACE_BUCKETS] {
        let mut evaluator = Evaluator::new(network(64, 2, king_buckets));
        random_walk(3, 500, |position| {
            assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&position.swap_colors()));
        });
    }
}

#[test]
fn mirrored_weights_see_mirrored_positions_alike() {
    let shape = Shape::new(64, 1, 1).unwrap();
    let mut weights = random_weights(shape, 5);
    for piece in Piece::ALL {
        for square in Square::all() {
            let row = |square| input(Color::Red, piece, square) * shape.hidden;
            let (from, to) = (row(square), row(square.mirror()));
            weights.rows.copy_within(from..from + shape.hidden, to);
            for view in Color::ALL {
                let place = |square| input(view, piece, square);
                weights.straight[place(square.mirror())] = weights.straight[place(square)];
            }
        }
    }
    let mut evaluator = Evaluator::new(Arc::new(Network::new(shape, 400, &weights).unwrap()));
    random_walk(4, 500, |position| {
        assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&position.mirror()));
    });
}

#[test]
fn kings_aside_are_seen_in_the_mirror() {
    let mut evaluator = Evaluator::new(network(64, 1, PALACE_BUCKETS));
    for fen in ["3k5/4P4/9/9/3p5/9/9/4B4/9/3K5 w", "5k3/4P4/9/9/5n3/9/9/4B4/3N5/5K3 b"] {
        let position: Position = fen.parse().unwrap();
        // Straight weights are not mirrored: what is equal is the hidden units' part.
        let straight = |position: &Position, evaluator: &Evaluator| {
            let pieces = position.occupied().into_iter();
            let sum: i32 = pieces
                .map(|square| evaluator.network().straight(position.piece_on(square).unwrap(), square))
                .sum();
            if position.side() == Color::Red { sum } else { -sum }
        };
        let mirrored = position.mirror();
        let (one, other) = (evaluator.evaluate(&position).0, evaluator.evaluate(&mirrored).0);
        let difference = straight(&position, &evaluator) - straight(&mirrored, &evaluator);
        assert!((one - other - difference * 400 / (QA * 100)).abs() <= 1, "{fen}");
    }
}

/// The same sums in plain words, and without the shortcuts.
#[test]
fn the_arithmetic_is_what_the_network_means() {
    for king_buckets in [1, PALACE_BUCKETS] {
        let shape = Shape::new(64, 4, king_buckets).unwrap();
        let weights = random_weights(shape, 9);
        let mut evaluator = Evaluator::new(Arc::new(Network::new(shape, 300, &weights).unwrap()));
        random_walk(5, 300, |position| {
            assert_eq!(evaluator.evaluate(position), plain_score(shape, &weights, position));
        });
    }
}

fn plain_score(shape: Shape, weights: &Weights, position: &Position) -> Score {
    let mut sum = 0i64;
    let bucket = shape.bucket(position.occupied().len() as usize);
    let mut straight = 0i64;
    for (half, view) in [position.side(), !position.side()].into_iter().enumerate() {
        for square in position.occupied() {
            let weight = weights.straight[input(view, position.piece_on(square).unwrap(), square)];
            straight += i64::from(if half == 0 { weight } else { -weight });
        }
        let king_view = shape.king_view(view, position.king(view));
        for unit in 0..shape.hidden {
            let mut value = i64::from(weights.bias[unit]);
            for square in position.occupied() {
                let row = king_view.input(view, position.piece_on(square).unwrap(), square);
                value += i64::from(weights.rows[row * shape.hidden + unit]);
            }
            let value = value.clamp(0, QA.into());
            let place = (bucket * 2 + half) * shape.hidden + unit;
            sum += value * value * i64::from(weights.output[place]);
        }
    }
    let output = sum / i64::from(QA) + i64::from(weights.output_bias[bucket]) + straight;
    Score((output * 300 / i64::from(QA * 100)) as i32).clamp_eval()
}

#[test]
fn networks_survive_bytes_and_damage_is_found() {
    for king_buckets in [1, PALACE_BUCKETS] {
        let network = network(64, 2, king_buckets);
        assert_eq!(Network::from_bytes(&network.to_bytes()), Ok((*network).clone()));
    }
    let network = network(64, 3, 1);
    let bytes = network.to_bytes();

    // Version 2 had zeros where the places of the king are now.
    let mut older = bytes.clone();
    older[8] = 2;
    older[22] = 0;
    assert_eq!(Network::from_bytes(&older), Ok((*network).clone()));

    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        Network::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(error(&|bytes| bytes.truncate(20)), NetworkError::Foreign);
    assert_eq!(error(&|bytes| bytes[0] ^= 1), NetworkError::Foreign);
    assert_eq!(error(&|bytes| bytes[8] = 9), NetworkError::Version(9));
    assert_eq!(error(&|bytes| bytes[10] ^= 1), NetworkError::Inputs(1261));
    assert_eq!(
        error(&|bytes| bytes[12] = 65),
        NetworkError::Shape { hidden: 65, buckets: 3, king_buckets: 1 }
    );
    assert_eq!(
        error(&|bytes| bytes[14] = 0),
        NetworkError::Shape { hidden: 64, buckets: 0, king_buckets: 1 }
    );
    assert!(matches!(error(&|bytes| bytes[16] = 0), NetworkError::Units { first: 0, .. }));
    assert!(matches!(error(&|bytes| bytes[18] = 63), NetworkError::Units { first: 255, output: 63 }));
    assert_eq!(error(&|bytes| bytes[20..22].fill(0)), NetworkError::Scale);
    assert!(matches!(error(&|bytes| bytes.truncate(1000)), NetworkError::Length { found: 1000, .. }));
    assert!(matches!(error(&|bytes| bytes.push(0)), NetworkError::Length { .. }));
    assert!(matches!(error(&|bytes| bytes[2000] ^= 1), NetworkError::Hash { .. }));
}
