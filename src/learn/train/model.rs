//! The network while it is trained: `f32` parameters in one long row.

use crate::eval::nnue::shape::{
    INPUTS, LANES, MAX_OUTPUT_UNIT, MAX_OUTPUT_WEIGHT, MAX_WEIGHT, MIN_OUTPUT_UNIT, QA,
};
use crate::eval::nnue::{Network, Shape, Weights};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A network in `f32`.
///
/// All parameters lie in one row: the first layer, its biases, the output weights, the output biases, the
/// straight weights. Where places of the king are told apart, the first layer's weight of an input is the sum
/// of one that all places share and one of its own place: what is common is learned once, from all positions.
/// The first layer is stored in tiles of [`LANES`] hidden units: `[tile][input][lane]`, so that the rows of one
/// tile stay in the cache while a batch passes through it.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The sizes.
    pub shape: Shape,
    /// All parameters.
    pub parameters: Vec<f32>,
}

/// Where the parts of the parameters begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    pub shape: Shape,
    /// Rows of the first layer: those that all places of the king share, then those of each place.
    pub rows: usize,
    pub bias: usize,
    pub output: usize,
    pub output_bias: usize,
    pub straight: usize,
    pub end: usize,
}

impl Layout {
    pub const fn new(shape: Shape) -> Self {
        let rows = if shape.tells_kings_apart() { INPUTS + shape.inputs() } else { INPUTS };
        let bias = rows * shape.hidden;
        let output = bias + shape.hidden;
        let output_bias = output + shape.buckets * 2 * shape.hidden;
        let straight = output_bias + shape.buckets;
        Self { shape, rows, bias, output, output_bias, straight, end: straight + INPUTS }
    }

    /// How many tiles one view's hidden units fill.
    pub const fn tiles(&self) -> usize {
        self.shape.hidden / LANES
    }

    /// Where the rows of a tile begin.
    pub const fn first_row(&self, tile: usize) -> usize {
        tile * self.rows * LANES
    }

    /// Where the output weights of a tile begin.
    pub const fn output_tile(&self, bucket: usize, view: usize, tile: usize) -> usize {
        self.output + (2 * bucket + view) * self.shape.hidden + tile * LANES
    }
}

impl Model {
    /// A network that knows nothing.
    pub fn new(shape: Shape, seed: u64) -> Self {
        let layout = Layout::new(shape);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut parameters = vec![0.0; layout.end];
        // About thirty inputs are active: their sum should neither vanish nor leave the range of a unit.
        let first = 0.06;
        let last = 1.0 / (shape.hidden as f32).sqrt();
        for (index, parameter) in parameters[..layout.output_bias].iter_mut().enumerate() {
            let bound = if index < layout.output { first } else { last };
            *parameter = random.random_range(-bound..bound);
        }
        // Every place begins as what all share.
        for rows in parameters[..layout.bias].chunks_exact_mut(layout.rows * LANES) {
            rows[INPUTS * LANES..].fill(0.0);
        }
        Self { shape, parameters }
    }

    /// The network of a file, to train it further. It becomes the same whole numbers again when it is
    /// quantised, unless they are beyond what training keeps to.
    pub fn from_network(network: &Network) -> Self {
        let (shape, weights) = (network.shape(), network.weights());
        let (layout, hidden, unit) = (Layout::new(shape), shape.hidden, network.output_unit());
        let mut parameters = Vec::with_capacity(layout.end);
        let weight = |tile: usize, row: usize, lane: usize| {
            f32::from(weights.rows[row * hidden + tile * LANES + lane]) / QA as f32
        };
        for tile in 0..layout.tiles() {
            // What all places share becomes the first place's, where the king stands most often.
            for row in 0..INPUTS {
                parameters.extend((0..LANES).map(|lane| weight(tile, row, lane)));
            }
            for row in 0..layout.rows - INPUTS {
                let own = |lane| weight(tile, row, lane) - weight(tile, row % INPUTS, lane);
                parameters.extend((0..LANES).map(own));
            }
        }
        parameters.extend(weights.bias.iter().map(|&bias| f32::from(bias) / QA as f32));
        let greatest = weights.output.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
        parameters.extend(weights.output.iter().map(|&weight| {
            if weight.unsigned_abs() == greatest {
                f32::from(weight.signum()) * greatest_output(greatest, unit)
            } else {
                f32::from(weight) / unit as f32
            }
        }));
        let sums = weights.output_bias.iter().chain(&weights.straight);
        parameters.extend(sums.map(|&sum| sum as f32 / (QA * unit) as f32));
        Self { shape, parameters }
    }

    /// The same network in a larger shape: more hidden units, which the output does not listen to yet, its
    /// output weights in every bucket, its first layer for every place of the king (a king on the left is seen
    /// in the mirror then). `None` where the shape is smaller, or buckets would have to be split.
    pub fn grown(&self, shape: Shape, seed: u64) -> Option<Self> {
        if shape == self.shape {
            return Some(self.clone());
        }
        let same_buckets = shape.buckets == self.shape.buckets;
        if shape.hidden < self.shape.hidden
            || shape.king_buckets < self.shape.king_buckets
            || !(same_buckets || self.shape.buckets == 1)
        {
            return None;
        }
        let (old, new) = (Layout::new(self.shape), Layout::new(shape));
        let mut grown = Self::new(shape, seed);
        let parameters = &mut grown.parameters;
        for tile in 0..old.tiles() {
            let rows = &self.parameters[old.first_row(tile)..][..old.rows * LANES];
            parameters[new.first_row(tile)..][..rows.len()].copy_from_slice(rows);
        }
        parameters[new.bias..][..self.shape.hidden].copy_from_slice(&self.parameters[old.bias..old.output]);
        parameters[new.output..new.output_bias].fill(0.0);
        for bucket in 0..shape.buckets {
            let from = if same_buckets { bucket } else { 0 };
            for view in 0..2 {
                let weights = &self.parameters[old.output_tile(from, view, 0)..][..self.shape.hidden];
                parameters[new.output_tile(bucket, view, 0)..][..weights.len()].copy_from_slice(weights);
            }
            parameters[new.output_bias + bucket] = self.parameters[old.output_bias + from];
        }
        parameters[new.straight..].copy_from_slice(&self.parameters[old.straight..]);
        Some(grown)
    }

    /// The network in whole numbers; `scale` is what an output of 1 is in centipawns.
    pub fn quantise(&self, scale: u16) -> Option<Network> {
        let layout = Layout::new(self.shape);
        let whole = |value: f32, one: i32| (value.clamp(-MAX_WEIGHT, MAX_WEIGHT) * one as f32).round() as i16;
        let hidden = self.shape.hidden;
        let output = &self.parameters[layout.output..layout.output_bias];
        let greatest = output.iter().fold(0.0f32, |greatest, weight| greatest.max(weight.abs()));
        let unit = output_unit(greatest);
        let mut rows = vec![0; self.shape.inputs() * hidden];
        for (row, weights) in rows.chunks_exact_mut(hidden).enumerate() {
            for (unit, weight) in weights.iter_mut().enumerate() {
                let at =
                    |row: usize| self.parameters[layout.first_row(unit / LANES) + row * LANES + unit % LANES];
                let own = if self.shape.tells_kings_apart() { at(INPUTS + row) } else { 0.0 };
                *weight = whole(at(row % INPUTS) + own, QA);
            }
        }
        let part = |from: usize, to: usize, one| -> Vec<i16> {
            self.parameters[from..to].iter().map(|&value| whole(value, one)).collect()
        };
        let sums = |from: usize, to: usize| -> Vec<i32> {
            self.parameters[from..to]
                .iter()
                .map(|value| (value * (QA * unit) as f32).round() as i32)
                .collect()
        };
        let weights = Weights {
            output_unit: unit as u16,
            rows,
            bias: part(layout.bias, layout.output, QA),
            output: part(layout.output, layout.output_bias, unit),
            output_bias: sums(layout.output_bias, layout.straight),
            straight: sums(layout.straight, layout.end),
        };
        Network::new(self.shape, scale, &weights)
    }
}

/// What 1 is in the output weights, as fine as the greatest of them allows.
fn output_unit(greatest: f32) -> i32 {
    ((MAX_OUTPUT_WEIGHT as f32 / greatest) as i32).clamp(MIN_OUTPUT_UNIT, MAX_OUTPUT_UNIT)
}

/// The greatest output weight of a file: of the numbers that round to it, the nearest one that
/// [`output_unit`] finds the same unit by; the plain quotient if there is none.
fn greatest_output(weight: u16, unit: i32) -> f32 {
    let (plain, one) = (f32::from(weight) / unit as f32, MAX_OUTPUT_WEIGHT as f32);
    // A little inside the bounds, where a rounded quotient cannot fall on the wrong side.
    let margin = 1e-6;
    let nearest = plain.clamp(one / (unit + 1) as f32 * (1.0 + margin), one / unit as f32 * (1.0 - margin));
    let differs = output_unit(plain) != unit;
    if differs && (nearest * unit as f32).round() as i32 == i32::from(weight) { nearest } else { plain }
}
