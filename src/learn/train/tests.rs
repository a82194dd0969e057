use super::gradient::{Target, Worker};
use super::model::Layout;
use super::*;
use crate::board::{Position, START_FEN};
use crate::eval::nnue::shape::{INPUTS, LANES, PALACE_BUCKETS};
use crate::eval::nnue::{Evaluator, Network, Shape, embedded};
use crate::learn::records::PackedPosition;
use crate::movegen::legal_moves;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Positions of random games; their scores count the pieces.
fn samples(count: usize, seed: u64) -> Vec<Sample> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut samples = Vec::new();
    let mut position = Position::start();
    while samples.len() < count {
        let moves = legal_moves(&position);
        if moves.is_empty() || position.game_ply() > 150 {
            position = Position::start();
            continue;
        }
        position.make(moves[random.random_range(0..moves.len())]);
        let own = position.of_color(position.side()).len() as i16;
        let other = position.of_color(!position.side()).len() as i16;
        let score = 100 * (own - other);
        let half_points = if score > 0 { 2 } else { u8::from(score == 0) };
        samples.push(Sample { position: PackedPosition::pack(&position), score, half_points });
    }
    samples
}

const TARGET: Target = Target { scale: 400.0, result_share: 0.2 };

/// Central differences of the loss against the computed gradient, for parameters of every part.
#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    for king_buckets in [1, PALACE_BUCKETS] {
        check_gradient(Shape { hidden: 64, buckets: 2, king_buckets });
    }
}

fn check_gradient(shape: Shape) {
    let layout = Layout::new(shape);
    let model = Model::new(shape, 3);
    let samples = samples(24, 1);
    let mut worker = Worker::new(shape);
    let mut gradient = vec![0.0; model.parameters.len()];
    let both = samples.iter().map(|&sample| (sample, false));
    worker.learn(&model.parameters, &mut gradient, both, TARGET);
    let steepest = |from: usize, to: usize, count: usize| {
        let mut order: Vec<usize> = (from..to).collect();
        order.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
        order.truncate(count);
        order
    };
    // With one tile the rows of each place of the king follow those that all share.
    let parts = [
        (0, INPUTS * LANES),
        (INPUTS * LANES, layout.bias),
        (layout.bias, layout.output),
        (layout.output, layout.output_bias),
        (layout.output_bias, layout.straight),
        (layout.straight, layout.end),
    ];
    for (from, to) in parts {
        for index in steepest(from, to, 12) {
            let mut loss_at = |step: f32| {
                let mut parameters = model.parameters.clone();
                parameters[index] += step;
                worker.measure(&parameters, &samples, TARGET)
            };
            let step = 4e-3;
            let slope = (loss_at(step) - loss_at(-step)) / (2.0 * f64::from(step));
            let computed = f64::from(gradient[index]);
            let tolerance = 2e-3 + 0.03 * computed.abs();
            assert!((slope - computed).abs() < tolerance, "parameter {index}: {slope} and {computed}");
        }
    }
}

fn small_run() -> (Settings, Data) {
    let all = samples(6_000, 2);
    let (validation, training) = all.split_at(1_000);
    let data = Data { training: training.to_vec(), validation: validation.to_vec(), ..Data::default() };
    let settings = Settings {
        shape: Shape { hidden: 64, buckets: 2, king_buckets: 1 },
        epochs: 4,
        batch: 500,
        rate: 4e-3,
        target: TARGET,
        ..Settings::default()
    };
    (settings, data)
}

#[test]
fn training_learns_to_count_pieces_and_repeats_itself() {
    let (settings, data) = small_run();
    let go = AtomicBool::new(false);
    let first = train(&settings, None, &data, None, &go, |_| {}).unwrap();
    let losses: Vec<_> = first.epochs.iter().map(|epoch| epoch.validation_loss).collect();
    assert!(losses.len() == 4 && losses[3] < 0.7 * losses[0] && losses[3] < 0.014, "{losses:?}");
    assert_eq!(train(&settings, None, &data, None, &go, |_| {}).unwrap(), first);
    assert!(text(&first.epochs).contains("best"));
    assert!(svg(&first.epochs).ends_with("</svg>\n"));
}

#[test]
fn training_goes_on_exactly_where_it_was_stopped() {
    let (settings, data) = small_run();
    let path = std::env::temp_dir().join(format!("phao-checkpoint-{}", std::process::id()));
    let go = AtomicBool::new(false);
    let whole = train(&settings, None, &data, None, &go, |_| {}).unwrap();
    let stop = AtomicBool::new(false);
    let broken_off = train(&settings, None, &data, Some(&path), &stop, |progress| {
        if let Progress::Visited { epoch: 2, .. } = progress {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    })
    .unwrap();
    assert!(broken_off.stopped && broken_off.epochs.len() == 2);
    assert_eq!(train(&settings, None, &data, Some(&path), &go, |_| {}).unwrap(), whole);
    let other = Settings { seed: 2, ..settings };
    assert!(train(&other, None, &data, Some(&path), &go, |_| {}).is_err());
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert!(train(&settings, None, &data, Some(&path), &go, |_| {}).is_err());
    std::fs::remove_file(path).unwrap();
}

#[test]
fn whole_numbers_say_what_the_floats_say() {
    for king_buckets in [1, PALACE_BUCKETS] {
        compare_with_floats(king_buckets);
    }
}

fn compare_with_floats(king_buckets: usize) {
    let (settings, data) = small_run();
    let settings = Settings { shape: Shape { king_buckets, ..settings.shape }, ..settings };
    let trained = train(&settings, None, &data, None, &AtomicBool::new(false), |_| {}).unwrap();
    let network = trained.model.quantise(400).unwrap();
    let mut evaluator = Evaluator::new(Arc::new(network));
    let mut worker = Worker::new(settings.shape);
    let mut sum = 0.0;
    for sample in samples(1_000, 4) {
        let output = worker.outputs(&trained.model.parameters, &[sample])[0];
        let score = evaluator.evaluate(&sample.position.unpack().unwrap());
        let difference = (output * 400.0 - score.0 as f32).abs();
        // A hundred roundings of a centipawn or two each way.
        assert!(difference < 12.0 + 0.03 * score.0.abs() as f32, "{output} and {score}");
        sum += difference;
    }
    assert!(sum / 1_000.0 < 4.0, "{}", sum / 1_000.0);
}

#[test]
fn a_network_that_training_begins_with_survives_it_when_nothing_is_learned() {
    let (settings, data) = small_run();
    let settings = Settings { epochs: 0, ..settings };
    for seed in 0..40 {
        let king_buckets = if seed % 2 == 0 { 1 } else { PALACE_BUCKETS };
        let settings = Settings { shape: Shape { king_buckets, ..settings.shape }, ..settings };
        // Output weights of every size that training gives, so that all units occur.
        let mut model = Model::new(settings.shape, seed);
        let layout = Layout::new(settings.shape);
        let own = &mut model.parameters[INPUTS * LANES..layout.bias];
        own.iter_mut().zip(0..).for_each(|(w, n)| *w = (n % 601 - 300) as f32 / 700.0);
        let stretch = 1.0 + 0.37 * seed as f32;
        model.parameters[layout.output..layout.output_bias].iter_mut().for_each(|w| *w *= stretch);
        model.parameters[layout.straight..].iter_mut().zip(-600..).for_each(|(w, n)| *w = n as f32 / 400.0);
        let network = model.quantise(400).unwrap();
        let trained = train(&settings, Some(&network), &data, None, &AtomicBool::new(false), |_| {}).unwrap();
        assert!(trained.model.quantise(400).unwrap().to_bytes() == network.to_bytes(), "seed {seed}");
    }
    let inside = embedded();
    let again = Model::from_network(&inside).quantise(inside.scale() as u16).unwrap();
    assert!(again.to_bytes() == inside.to_bytes());
}

#[test]
fn training_begins_where_another_ended() {
    let (settings, data) = small_run();
    let go = AtomicBool::new(false);
    let first = train(&settings, None, &data, None, &go, |_| {}).unwrap();
    let network = first.model.quantise(400).unwrap();
    let gentle = Settings { epochs: 1, rate: 1e-4, ..settings };
    let second = train(&gentle, Some(&network), &data, None, &go, |_| {}).unwrap();
    assert!(second.epochs[0].validation_loss < 1.1 * first.epochs[3].validation_loss, "{:?}", second.epochs);
    let other = Settings { shape: Shape { hidden: 64, buckets: 3, king_buckets: 1 }, ..settings };
    let refused = train(&other, Some(&network), &data, None, &go, |_| {}).unwrap_err();
    assert!(refused.to_string().contains("64 hidden units"), "{refused}");
}

#[test]
fn a_grown_network_says_the_same() {
    let inside = embedded();
    let small = Model::from_network(&inside);
    let shape = Shape { hidden: small.shape.hidden + 128, buckets: 8, king_buckets: PALACE_BUCKETS };
    let large = small.grown(shape, 5).unwrap().quantise(inside.scale() as u16).unwrap();
    let mut evaluators = [Evaluator::new(inside), Evaluator::new(Arc::new(large))];
    for fen in [START_FEN, "2bakn3/c3a4/1rn1bc3/p2RCN2p/6P2/9/P1p1P1r1P/4C1N2/3R5/2BAKAB2 w"] {
        let position: Position = fen.parse().unwrap();
        let [before, after] = evaluators.each_mut().map(|evaluator| evaluator.evaluate(&position));
        assert_eq!(before, after, "{fen}");
    }
    assert!(small.grown(Shape { hidden: 64, buckets: 1, king_buckets: 1 }, 5).is_none());
}

#[test]
fn a_checkpoint_belongs_to_the_network_that_it_began_with() {
    let (settings, data) = small_run();
    let settings = Settings { epochs: 1, ..settings };
    let path = std::env::temp_dir().join(format!("phao-checkpoint-from-{}", std::process::id()));
    let go = AtomicBool::new(false);
    let networks = [5, 6].map(|seed| Model::new(settings.shape, seed).quantise(400).unwrap());
    let run = |from: Option<&Network>| train(&settings, from, &data, Some(&path), &go, |_| {});
    let trained = run(Some(&networks[0])).unwrap();
    assert_eq!(run(Some(&networks[0])).unwrap(), trained);
    for other in [None, Some(&networks[1])] {
        assert!(matches!(run(other), Err(TrainError::Checkpoint(CheckpointError::OtherRun(_)))));
    }
    std::fs::remove_file(path).unwrap();
}
