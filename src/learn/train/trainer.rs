//! Epochs, batches, threads.

use super::checkpoint::{self, CheckpointError, State};
use super::data::{Data, Sample};
use super::gradient::{BATCH, Target, Worker};
use super::model::Model;
use crate::eval::nnue::{Network, Shape};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use std::f32::consts::PI;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The network's sizes.
    pub shape: Shape,
    /// Determines the random first network, the order of the data and which positions are mirrored.
    pub seed: u64,
    /// How many threads train.
    pub threads: usize,
    /// How often the data is visited, at most.
    pub epochs: u32,
    /// So many epochs without a better validation loss end the training.
    pub patience: u32,
    /// Positions a step.
    pub batch: usize,
    /// The step size at the beginning.
    pub rate: f32,
    /// What is left of the step size at the end of the last epoch, after a cosine.
    pub final_share: f32,
    /// What outputs are measured by.
    pub target: Target,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            shape: Shape { hidden: 128, buckets: 1, king_buckets: 1 },
            seed: 1,
            threads: 1,
            epochs: 10,
            patience: 3,
            batch: 8192,
            rate: 2e-3,
            final_share: 0.01,
            target: Target { scale: 400.0, result_share: 0.1 },
        }
    }
}

/// What an epoch came to. Losses are mean squares of differences of winning chances.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// On the data that is trained on, while it was trained on.
    pub training_loss: f64,
    /// On games that are not trained on, at the end of the epoch.
    pub validation_loss: f64,
    /// The step size at the end of the epoch.
    pub rate: f32,
}

/// What happens while a network is trained.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// So many positions of an epoch were visited.
    Visited {
        /// The epoch, from 0.
        epoch: u32,
        /// Positions of this epoch so far.
        positions: usize,
    },
    /// An epoch is over.
    Epoch {
        /// All epochs so far.
        epochs: &'a [Epoch],
        /// The network, if it is the best so far.
        best: Option<&'a Model>,
    },
}

/// A trained network.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The state with the least validation loss.
    pub model: Model,
    /// What each epoch came to.
    pub epochs: Vec<Epoch>,
    /// Whether training was stopped before its end.
    pub stopped: bool,
}

/// Why nothing is trained.
#[derive(Debug, Error)]
pub enum TrainError {
    /// There is no data.
    #[error("there are {training} positions to train on and {validation} to measure by; both are needed")]
    NoData {
        /// To train on.
        training: usize,
        /// To measure by.
        validation: usize,
    },
    /// The network to begin with has a shape that does not grow into the one asked for.
    #[error(
        "a network of {} hidden units, {} buckets and {} places of the king does not grow into one of {}, {} and {}",
        from.hidden, from.buckets, from.king_buckets, asked.hidden, asked.buckets, asked.king_buckets
    )]
    OtherShape {
        /// The network's shape.
        from: Shape,
        /// The settings' shape.
        asked: Shape,
    },
    /// The checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// Trains a network, beginning with `from`, or with random weights if that is `None`. With a checkpoint file it
/// goes on from there if the file exists, and writes it after every epoch. Raising `stop` ends the training at
/// the last checkpoint.
///
/// # Errors
/// When there is no data, the network to begin with is of another shape than the settings', or the checkpoint
/// cannot be used.
pub fn train(
    settings: &Settings,
    from: Option<&Network>,
    data: &Data,
    checkpoint: Option<&Path>,
    stop: &AtomicBool,
    mut report: impl FnMut(Progress),
) -> Result<Trained, TrainError> {
    let (training, validation) = (data.training.len(), data.validation.len());
    if training == 0 || validation == 0 {
        return Err(TrainError::NoData { training, validation });
    }
    let first = first_model(settings, from)?;
    let fingerprint = checkpoint::fingerprint(settings, from, data);
    let stored = checkpoint.map(|path| checkpoint::read(path, fingerprint)).transpose()?.flatten();
    let mut state = stored.unwrap_or_else(|| State::new(first));
    let mut crew = Crew::new(settings, &state.model);
    while !is_finished(settings, &state) {
        let epoch = state.epochs.len() as u32;
        let visited = |positions| report(Progress::Visited { epoch, positions });
        let Some(training_loss) = crew.train_epoch(&mut state, &data.training, stop, visited) else {
            let model = Model { shape: settings.shape, parameters: state.best };
            return Ok(Trained { model, epochs: state.epochs, stopped: true });
        };
        let validation_loss = crew.measure(&state.model.parameters, &data.validation);
        let rate = crew.rate(u64::from(state.optimiser.steps), training);
        let is_best = state.epochs.iter().all(|epoch| validation_loss < epoch.validation_loss);
        state.epochs.push(Epoch { training_loss, validation_loss, rate });
        if is_best {
            state.best.clone_from(&state.model.parameters);
        }
        if let Some(path) = checkpoint {
            checkpoint::write(path, fingerprint, &state)?;
        }
        report(Progress::Epoch { epochs: &state.epochs, best: is_best.then_some(&state.model) });
    }
    let model = Model { shape: settings.shape, parameters: state.best };
    Ok(Trained { model, epochs: state.epochs, stopped: false })
}

/// The model that training begins with.
fn first_model(settings: &Settings, from: Option<&Network>) -> Result<Model, TrainError> {
    let Some(network) = from else { return Ok(Model::new(settings.shape, settings.seed)) };
    let other_shape = TrainError::OtherShape { from: network.shape(), asked: settings.shape };
    Model::from_network(network).grown(settings.shape, settings.seed).ok_or(other_shape)
}

fn is_finished(settings: &Settings, state: &State) -> bool {
    let epochs = &state.epochs;
    let best = epochs.iter().map(|epoch| epoch.validation_loss).fold(f64::INFINITY, f64::min);
    let since_best = epochs.iter().rev().take_while(|epoch| epoch.validation_loss > best).count();
    epochs.len() >= settings.epochs as usize || since_best >= settings.patience.max(1) as usize
}

/// The threads' workers and gradients.
struct Crew<'a> {
    settings: &'a Settings,
    workers: Vec<Worker>,
    gradients: Vec<Vec<f32>>,
}

impl<'a> Crew<'a> {
    fn new(settings: &'a Settings, model: &Model) -> Self {
        let threads = settings.threads.max(1);
        Self {
            settings,
            workers: (0..threads).map(|_| Worker::new(settings.shape)).collect(),
            gradients: vec![vec![0.0; model.parameters.len()]; threads],
        }
    }

    /// The step size after so many steps.
    fn rate(&self, steps: u64, positions: usize) -> f32 {
        let an_epoch = positions.div_ceil(self.settings.batch.max(1)) as u64;
        let all = (an_epoch * u64::from(self.settings.epochs)).max(1);
        let cosine = (PI * (steps.min(all) as f32 / all as f32)).cos();
        let share = self.settings.final_share;
        self.settings.rate * (share + (1.0 - share) * 0.5 * (1.0 + cosine))
    }

    /// Visits all samples once, in an order of its own; the mean loss, or `None` if stopped.
    fn train_epoch(
        &mut self,
        state: &mut State,
        samples: &[Sample],
        stop: &AtomicBool,
        mut visited: impl FnMut(usize),
    ) -> Option<f64> {
        let epoch = state.epochs.len() as u64;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.settings.seed ^ (epoch + 1) << 32);
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        order.shuffle(&mut random);
        let (mut loss, mut positions) = (0.0, 0);
        for batch in order.chunks(self.settings.batch.max(1)) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            loss += self.learn(&state.model.parameters, samples, batch, epoch);
            let rate = self.rate(u64::from(state.optimiser.steps), samples.len());
            state.optimiser.step(&mut state.model.parameters, &mut self.gradients, batch.len(), rate);
            positions += batch.len();
            visited(positions);
        }
        Some(loss / samples.len() as f64)
    }

    /// Sums the gradients of a batch, each thread those of its part; the sum of the losses.
    fn learn(&mut self, parameters: &[f32], samples: &[Sample], batch: &[u32], epoch: u64) -> f64 {
        let part = batch.len().div_ceil(self.workers.len()).max(1);
        let target = self.settings.target;
        std::thread::scope(|scope| {
            let crew = self.workers.iter_mut().zip(&mut self.gradients).zip(batch.chunks(part));
            let threads: Vec<_> = crew
                .map(|((worker, gradient), part)| {
                    scope.spawn(move || {
                        let chunks = part.chunks(BATCH);
                        let losses = chunks.map(|chunk| {
                            let chosen = chunk.iter().map(|&index| {
                                (samples[index as usize], is_mirrored(epoch, u64::from(index)))
                            });
                            worker.learn(parameters, gradient, chosen, target)
                        });
                        losses.sum::<f64>()
                    })
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).sum()
        })
    }

    /// The mean loss on samples that are not trained on.
    fn measure(&mut self, parameters: &[f32], samples: &[Sample]) -> f64 {
        let part = samples.len().div_ceil(self.workers.len()).max(1);
        let target = self.settings.target;
        let sum: f64 = std::thread::scope(|scope| {
            let crew = self.workers.iter_mut().zip(samples.chunks(part));
            let threads: Vec<_> = crew
                .map(|(worker, part)| {
                    scope.spawn(move || {
                        part.chunks(BATCH).map(|chunk| worker.measure(parameters, chunk, target)).sum::<f64>()
                    })
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).sum()
        });
        sum / samples.len() as f64
    }
}

/// Whether a position is seen in the mirror in that epoch: every second one is.
fn is_mirrored(epoch: u64, index: u64) -> bool {
    let mixed = (index + (epoch << 40)).wrapping_add(0x9e37_79b9).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 63 == 1
}
