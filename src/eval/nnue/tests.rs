use super::*;
use crate::board::Position;
use crate::core::{Color, Move, Piece, Score, Square};
use crate::movegen::legal_moves;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use shape::{INPUTS, QA, input};
use std::sync::Arc;

/// Weights of a size as training gives them.
fn random_weights(shape: Shape, seed: u64) -> Weights {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut draw = |count: usize, bound: i16| -> Vec<i16> {
        (0..count).map(|_| random.random_range(-bound..=bound)).collect()
    };
    Weights {
        output_unit: 100,
        rows: draw(INPUTS * shape.hidden, 60),
        bias: draw(shape.hidden, 100),
        output: draw(shape.buckets * 2 * shape.hidden, 30),
        output_bias: (0..shape.buckets as i32).map(|bucket| 500 * bucket).collect(),
        straight: (0..INPUTS as i32).map(|input| input * 7_919 % 20_011 - 10_000).collect(),
    }
}

fn network(hidden: usize, buckets: usize) -> Arc<Network> {
    let shape = Shape::new(hidden, buckets).unwrap();
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
    let network = network(128, 4);
    for seed in 0..10 {
        let mut kept = Evaluator::new(network.clone());
        random_walk(seed, 1500, |position| {
            let fresh = Evaluator::new(network.clone()).evaluate(position);
            assert_eq!(kept.evaluate(position), fresh, "{}", position.fen());
        });
    }
}

#[test]
fn every_processor_computes_the_same() {
    for (hidden, buckets) in [(64, 1), (128, 8), (320, 2)] {
        let network = network(hidden, buckets);
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
    let mut evaluator = Evaluator::new(network(64, 2));
    random_walk(3, 500, |position| {
        assert_eq!(evaluator.evaluate(position), evaluator.evaluate(&position.swap_colors()));
    });
}

#[test]
fn mirrored_weights_see_mirrored_positions_alike() {
    let shape = Shape::new(64, 1).unwrap();
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

/// The same sums in plain words, and without the shortcuts.
#[test]
fn the_arithmetic_is_what_the_network_means() {
    let shape = Shape::new(64, 4).unwrap();
    let weights = random_weights(shape, 9);
    let mut evaluator = Evaluator::new(Arc::new(Network::new(shape, 300, &weights).unwrap()));
    random_walk(5, 300, |position| {
        let mut sum = 0i64;
        let bucket = shape.bucket(position.occupied().len() as usize);
        let mut straight = 0i64;
        for (half, view) in [position.side(), !position.side()].into_iter().enumerate() {
            for square in position.occupied() {
                let weight = weights.straight[input(view, position.piece_on(square).unwrap(), square)];
                straight += i64::from(if half == 0 { weight } else { -weight });
            }
            for unit in 0..shape.hidden {
                let mut value = i64::from(weights.bias[unit]);
                for square in position.occupied() {
                    let row = input(view, position.piece_on(square).unwrap(), square);
                    value += i64::from(weights.rows[row * shape.hidden + unit]);
                }
                let value = value.clamp(0, QA.into());
                let place = (bucket * 2 + half) * shape.hidden + unit;
                sum += value * value * i64::from(weights.output[place]);
            }
        }
        let output = sum / i64::from(QA) + i64::from(weights.output_bias[bucket]) + straight;
        let score = Score((output * 300 / i64::from(QA * 100)) as i32).clamp_eval();
        assert_eq!(evaluator.evaluate(position), score);
    });
}

#[test]
fn networks_survive_bytes_and_damage_is_found() {
    let network = network(64, 3);
    let bytes = network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes), Ok((*network).clone()));

    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        Network::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(error(&|bytes| bytes.truncate(20)), NetworkError::Foreign);
    assert_eq!(error(&|bytes| bytes[0] ^= 1), NetworkError::Foreign);
    assert_eq!(error(&|bytes| bytes[8] = 9), NetworkError::Version(9));
    assert_eq!(error(&|bytes| bytes[10] ^= 1), NetworkError::Inputs(1261));
    assert_eq!(error(&|bytes| bytes[12] = 65), NetworkError::Shape { hidden: 65, buckets: 3 });
    assert_eq!(error(&|bytes| bytes[14] = 0), NetworkError::Shape { hidden: 64, buckets: 0 });
    assert!(matches!(error(&|bytes| bytes[16] = 0), NetworkError::Units { first: 0, .. }));
    assert!(matches!(error(&|bytes| bytes[18] = 63), NetworkError::Units { first: 255, output: 63 }));
    assert_eq!(error(&|bytes| bytes[20..22].fill(0)), NetworkError::Scale);
    assert!(matches!(error(&|bytes| bytes.truncate(1000)), NetworkError::Length { found: 1000, .. }));
    assert!(matches!(error(&|bytes| bytes.push(0)), NetworkError::Length { .. }));
    assert!(matches!(error(&|bytes| bytes[2000] ^= 1), NetworkError::Hash { .. }));
}
