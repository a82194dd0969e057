//! Outputs, losses and gradients of a batch.
//!
//! A batch passes through the network tile by tile: for one group of hidden units after the other all its
//! positions are seen, forwards, and again backwards, so that the weights in use stay in the cache.

#![expect(
    clippy::inline_always,
    reason = "what is not inlined into the kernel's function is not compiled for its processor"
)]

use super::data::Sample;
use super::model::Layout;
use crate::core::{Color, Kind, Piece, Square};
use crate::eval::nnue::shape::{INPUTS, KingView, LANES, MAX_PIECES, input};
use crate::eval::nnue::{Job, Kernel, Shape};
use arrayvec::ArrayVec;
use std::ops::Range;

/// So many positions pass through the network together.
pub(super) const BATCH: usize = 1024;
/// How straight weights count, by view.
const SIGNS: [f32; 2] = [1.0, -1.0];
/// Partial sums of an output.
const PARTS: usize = 16;

/// What the loss measures outputs by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// What an output of 1 is in centipawns.
    pub scale: f32,
    /// The share of the game's result; the rest is the score's.
    pub result_share: f32,
}

impl Target {
    /// The winning chance that a sample is to have, from 0 to 1.
    fn of(self, sample: &Sample) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.scale);
        let by_result = f32::from(sample.half_points) / 2.0;
        by_score + self.result_share * (by_result - by_score)
    }
}

/// The winning chance of an output.
pub(super) fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// Positions as the network sees them.
#[derive(Default)]
struct Encoded {
    /// Where the inputs of each position end.
    ends: Vec<usize>,
    /// Active rows of the first layer, by view: the side to move's, then the other's. Where places of the king
    /// are told apart, each piece has two: one that all places share and one of the view's own place.
    rows: [Vec<u16>; 2],
    /// Active straight weights, by view.
    straight: [Vec<u16>; 2],
    buckets: Vec<usize>,
    targets: Vec<f32>,
}

impl Encoded {
    fn fill(&mut self, shape: Shape, samples: impl Iterator<Item = (Sample, bool)>, target: Target) {
        self.ends.clear();
        self.buckets.clear();
        self.targets.clear();
        self.rows.iter_mut().chain(&mut self.straight).for_each(Vec::clear);
        for (sample, mirrored) in samples {
            let side = sample.position.side();
            let place = |square: Square| if mirrored { square.mirror() } else { square };
            let pieces: ArrayVec<(Square, Piece), MAX_PIECES> = sample
                .position
                .pieces()
                .into_iter()
                .flatten()
                .map(|(square, piece)| (place(square), piece))
                .collect();
            for (index, view) in [side, !side].into_iter().enumerate() {
                let king_view = king_view(shape, view, &pieces);
                for &(square, piece) in &pieces {
                    self.straight[index].push(input(view, piece, square) as u16);
                    self.rows[index].push(king_view.plain_input(view, piece, square) as u16);
                    if shape.tells_kings_apart() {
                        self.rows[index].push((INPUTS + king_view.input(view, piece, square)) as u16);
                    }
                }
            }
            self.ends.push(self.straight[0].len());
            self.buckets.push(shape.bucket(pieces.len()));
            self.targets.push(target.of(&sample));
        }
    }

    /// Which pieces are a position's, counted through all positions.
    #[inline(always)]
    fn range(&self, index: usize) -> Range<usize> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        start..self.ends[index]
    }

    /// The active rows of the first layer of a position.
    #[inline(always)]
    fn rows(&self, shape: Shape, view: usize, index: usize) -> &[u16] {
        let a_piece = 1 + usize::from(shape.tells_kings_apart());
        let Range { start, end } = self.range(index);
        &self.rows[view][a_piece * start..a_piece * end]
    }

    /// The active straight weights of a position.
    fn straight(&self, view: usize, index: usize) -> &[u16] {
        &self.straight[view][self.range(index)]
    }
}

/// How a side sees these pieces from where its king stands.
fn king_view(shape: Shape, side: Color, pieces: &[(Square, Piece)]) -> KingView {
    let king = Piece::new(side, Kind::King);
    let square = pieces.iter().find(|(_, piece)| *piece == king).map_or(Square::at(0), |(square, _)| *square);
    shape.king_view(side, square)
}

/// Computes outputs and gradients; keeps its memory from one batch to the next.
pub(super) struct Worker {
    layout: Layout,
    kernel: Kernel,
    encoded: Encoded,
    /// Hidden units before clamping, `[tile][position][view]`.
    units: Vec<[f32; LANES]>,
    /// Partial sums of the outputs.
    parts: Vec<[f32; PARTS]>,
    /// Outputs, and then the loss's slope by them.
    outputs: Vec<f32>,
}

impl Worker {
    pub fn new(shape: Shape) -> Self {
        let layout = Layout::new(shape);
        Self {
            layout,
            kernel: Kernel::best(),
            encoded: Encoded::default(),
            units: vec![[0.0; LANES]; layout.tiles() * BATCH * Color::COUNT],
            parts: vec![[0.0; PARTS]; BATCH],
            outputs: Vec::new(),
        }
    }

    /// The sum of the losses of at most [`BATCH`] samples, each as it is or mirrored; adds the sum of the
    /// gradients to `gradient`.
    pub fn learn(
        &mut self,
        parameters: &[f32],
        gradient: &mut [f32],
        samples: impl Iterator<Item = (Sample, bool)>,
        target: Target,
    ) -> f64 {
        self.forward(parameters, samples, target);
        let mut loss = 0.0;
        for (index, output) in self.outputs.iter_mut().enumerate() {
            let chance = sigmoid(*output);
            let error = chance - self.encoded.targets[index];
            loss += f64::from(error * error);
            *output = 2.0 * error * chance * (1.0 - chance);
            gradient[self.layout.output_bias + self.encoded.buckets[index]] += *output;
            let straight = &mut gradient[self.layout.straight..];
            for (view, sign) in SIGNS.into_iter().enumerate() {
                for &input in self.encoded.straight(view, index) {
                    straight[usize::from(input)] += sign * *output;
                }
            }
        }
        let (layout, encoded) = (self.layout, &self.encoded);
        for tile in 0..layout.tiles() {
            let units = &self.units[tile * 2 * BATCH..];
            let slopes = &self.outputs;
            self.kernel.run(Backward { layout, encoded, tile, parameters, units, slopes, gradient });
        }
        loss
    }

    /// The sum of the losses of at most [`BATCH`] samples.
    pub fn measure(&mut self, parameters: &[f32], samples: &[Sample], target: Target) -> f64 {
        self.forward(parameters, samples.iter().map(|&sample| (sample, false)), target);
        let losses = self.outputs.iter().zip(&self.encoded.targets);
        losses.map(|(&output, target)| f64::from((sigmoid(output) - target).powi(2))).sum()
    }

    /// The outputs of at most [`BATCH`] samples.
    #[cfg(test)]
    pub fn outputs(&mut self, parameters: &[f32], samples: &[Sample]) -> &[f32] {
        let target = Target { scale: 1.0, result_share: 0.0 };
        self.forward(parameters, samples.iter().map(|&sample| (sample, false)), target);
        &self.outputs
    }

    fn forward(&mut self, parameters: &[f32], samples: impl Iterator<Item = (Sample, bool)>, target: Target) {
        let layout = self.layout;
        self.encoded.fill(layout.shape, samples.take(BATCH), target);
        let count = self.encoded.ends.len();
        self.parts[..count].fill([0.0; PARTS]);
        for tile in 0..layout.tiles() {
            let units = &mut self.units[tile * 2 * BATCH..];
            let parts = &mut self.parts;
            self.kernel.run(Forward { layout, encoded: &self.encoded, tile, parameters, units, parts });
        }
        self.outputs.clear();
        let biases = &parameters[layout.output_bias..];
        let straight = &parameters[layout.straight..];
        let encoded = &self.encoded;
        let outputs = encoded.buckets.iter().zip(&self.parts).enumerate();
        self.outputs.extend(outputs.map(|(index, (&bucket, parts))| {
            let sums = SIGNS.into_iter().enumerate().map(|(view, sign)| {
                let inputs = encoded.straight(view, index).iter();
                sign * inputs.map(|&input| straight[usize::from(input)]).sum::<f32>()
            });
            biases[bucket] + parts.iter().sum::<f32>() + sums.sum::<f32>()
        }));
    }
}

/// The part of `parameters` that begins there, as one tile.
#[inline(always)]
fn tile_at(parameters: &[f32], start: usize) -> &[f32; LANES] {
    let Some(tile) = parameters[start..].first_chunk() else {
        unreachable!("the layout fits the parameters")
    };
    tile
}

#[inline(always)]
fn tile_at_mut(parameters: &mut [f32], start: usize) -> &mut [f32; LANES] {
    let Some(tile) = parameters[start..].first_chunk_mut() else {
        unreachable!("the layout fits the parameters")
    };
    tile
}

/// All positions of a batch through one tile.
struct Forward<'a> {
    layout: Layout,
    encoded: &'a Encoded,
    tile: usize,
    parameters: &'a [f32],
    units: &'a mut [[f32; LANES]],
    parts: &'a mut [[f32; PARTS]],
}

impl Job for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (layout, tile) = (self.layout, self.tile);
        let rows = &self.parameters[layout.first_row(tile)..][..layout.rows * LANES];
        let (rows, _) = rows.as_chunks::<LANES>();
        let bias = tile_at(self.parameters, layout.bias + tile * LANES);
        for (index, parts) in self.parts.iter_mut().enumerate().take(self.encoded.ends.len()) {
            for view in 0..2 {
                let mut sum = *bias;
                for &row in self.encoded.rows(layout.shape, view, index) {
                    let row = &rows[usize::from(row)];
                    for lane in 0..LANES {
                        sum[lane] += row[lane];
                    }
                }
                self.units[2 * index + view] = sum;
                let place = layout.output_tile(self.encoded.buckets[index], view, tile);
                let weights = tile_at(self.parameters, place);
                let mut products = [0.0; LANES];
                for lane in 0..LANES {
                    let unit = sum[lane].clamp(0.0, 1.0);
                    products[lane] = unit * unit * weights[lane];
                }
                for lane in 0..LANES {
                    parts[lane % PARTS] += products[lane];
                }
            }
        }
    }
}

/// All positions of a batch back through one tile.
struct Backward<'a> {
    layout: Layout,
    encoded: &'a Encoded,
    tile: usize,
    parameters: &'a [f32],
    units: &'a [[f32; LANES]],
    /// The loss's slope by each output.
    slopes: &'a [f32],
    gradient: &'a mut [f32],
}

impl Job for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (layout, tile) = (self.layout, self.tile);
        let mut bias = [0.0; LANES];
        for (index, &slope) in self.slopes.iter().enumerate() {
            for view in 0..2 {
                let units = &self.units[2 * index + view];
                let place = layout.output_tile(self.encoded.buckets[index], view, tile);
                let weights = tile_at(self.parameters, place);
                let output = tile_at_mut(self.gradient, place);
                let mut delta = [0.0; LANES];
                for lane in 0..LANES {
                    let unit = units[lane].clamp(0.0, 1.0);
                    output[lane] += slope * unit * unit;
                    // The slope of the clamped square; nothing where the unit is clamped.
                    let inside = if unit < 1.0 { 2.0 * unit } else { 0.0 };
                    delta[lane] = slope * weights[lane] * inside;
                    bias[lane] += delta[lane];
                }
                let rows = &mut self.gradient[layout.first_row(tile)..][..layout.rows * LANES];
                let (rows, _) = rows.as_chunks_mut::<LANES>();
                for &row in self.encoded.rows(layout.shape, view, index) {
                    let row = &mut rows[usize::from(row)];
                    for lane in 0..LANES {
                        row[lane] += delta[lane];
                    }
                }
            }
        }
        let place = layout.bias + tile * LANES;
        for (sum, delta) in tile_at_mut(self.gradient, place).iter_mut().zip(bias) {
            *sum += delta;
        }
    }
}
