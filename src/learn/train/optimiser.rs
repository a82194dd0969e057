//! `AdamW` (Loshchilov and Hutter, 2019): each parameter's step is scaled by its gradients so far.

#![expect(
    clippy::inline_always,
    reason = "what is not inlined into the kernel's function is not compiled for its processor"
)]

use crate::eval::nnue::shape::MAX_WEIGHT;
use crate::eval::nnue::{Job, Kernel};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
const DECAY: f32 = 0.01;

/// Running means of the gradients and of their squares.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Optimiser {
    pub first: Vec<f32>,
    pub second: Vec<f32>,
    /// Steps made.
    pub steps: u32,
}

impl Optimiser {
    pub fn new(parameters: usize) -> Self {
        Self { first: vec![0.0; parameters], second: vec![0.0; parameters], steps: 0 }
    }

    /// Makes a step down the mean of `gradients` over `count` positions, and empties them for the next one.
    /// The work is shared by as many threads as there are gradients.
    pub fn step(&mut self, parameters: &mut [f32], gradients: &mut [Vec<f32>], count: usize, rate: f32) {
        self.steps += 1;
        let steps = self.steps as f32;
        let (bias_1, bias_2) = (1.0 - BETA_1.powf(steps), 1.0 - BETA_2.powf(steps));
        let chunk = parameters.len().div_ceil(gradients.len().max(1)).max(1);
        let mut sources: Vec<_> = gradients.iter_mut().map(|gradient| gradient.chunks_mut(chunk)).collect();
        let kernel = Kernel::best();
        std::thread::scope(|scope| {
            let parts = parameters.chunks_mut(chunk).zip(self.first.chunks_mut(chunk));
            for ((parameters, first), second) in parts.zip(self.second.chunks_mut(chunk)) {
                let gradients = sources.iter_mut().filter_map(Iterator::next).collect();
                let step = Step {
                    parameters,
                    first,
                    second,
                    gradients,
                    share: 1.0 / count.max(1) as f32,
                    rate,
                    bias_1,
                    bias_2,
                };
                scope.spawn(move || kernel.run(step));
            }
        });
    }
}

/// A step of a part of the parameters.
struct Step<'a> {
    parameters: &'a mut [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
    gradients: Vec<&'a mut [f32]>,
    share: f32,
    rate: f32,
    bias_1: f32,
    bias_2: f32,
}

impl Job for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let Some((sum, others)) = self.gradients.split_first_mut() else { return };
        for other in others {
            for (sum, gradient) in sum.iter_mut().zip(other.iter_mut()) {
                *sum += std::mem::take(gradient);
            }
        }
        let moments = self.first.iter_mut().zip(self.second.iter_mut());
        for ((parameter, gradient), (first, second)) in
            self.parameters.iter_mut().zip(sum.iter_mut()).zip(moments)
        {
            let slope = *gradient * self.share;
            *gradient = 0.0;
            *first = BETA_1 * *first + (1.0 - BETA_1) * slope;
            *second = BETA_2 * *second + (1.0 - BETA_2) * slope * slope;
            let direction = *first / self.bias_1 / ((*second / self.bias_2).sqrt() + EPSILON);
            let moved = *parameter - self.rate * (direction + DECAY * *parameter);
            *parameter = moved.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}
