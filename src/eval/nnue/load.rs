//! Networks as bytes.
//!
//! A file is a header of 64 bytes and the weights, all little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PHAONNUE` |
//! | 2 | version, 3; version 2 knew one place of the king |
//! | 2 | inputs for one place of the king, 1260 |
//! | 2, 2 | hidden units, output buckets |
//! | 2, 2 | what 1 is in the first layer, 255, and in the output weights, 64 to 256 |
//! | 2 | the scale: what an output of 1 is in centipawns |
//! | 2 | places of the king that are told apart, 1 or 6 |
//! | 34 | zeros |
//! | 8 | a hash of the weights |
//! | 2 each | first layer: places of the king x inputs x hidden weights, then hidden biases |
//! | 2 each | output: buckets x 2 x hidden weights (own view, then the other) |
//! | 4 each | output biases, one a bucket, in units of 255 times that of the output weights |
//! | 4 each | straight weights, one an input, in the same units |

use super::kernel::Tile;
use super::shape::{INPUTS, LANES, MAX_OUTPUT_UNIT, MIN_OUTPUT_UNIT, QA, Shape, input};
use crate::core::{Color, Piece, Square};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"PHAONNUE";
const VERSION: u16 = 3;
/// The version that knew one place of the king; its files are read as well.
const ONE_PLACE: u16 = 2;
const HEADER_SIZE: usize = 64;
/// No file of a network is longer, in bytes.
pub const MAX_FILE: u64 = 64 << 20;

/// A network ready for use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    shape: Shape,
    scale: i32,
    output_unit: i32,
    /// First layer: a row of tiles for each input of each place of the king.
    rows: Box<[Tile]>,
    bias: Box<[Tile]>,
    /// Output: for each bucket the row of the own view and the row of the other.
    output: Box<[Tile]>,
    output_bias: Box<[i32]>,
    /// From each input straight to the output.
    straight: Box<[i32]>,
}

/// Why bytes are no network that this program can use.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// They are something else.
    #[error("this is not a network of Pháo")]
    Foreign,
    /// A version of another time.
    #[error("the network is of version {0}; this program reads version {VERSION}")]
    Version(u16),
    /// Other inputs than this program computes.
    #[error("the network has {0} inputs; this program has {INPUTS}")]
    Inputs(u16),
    /// Impossible sizes.
    #[error(
        "the network has {hidden} hidden units, {buckets} buckets and {king_buckets} places of the king, which is not possible"
    )]
    Shape {
        /// Hidden units.
        hidden: u16,
        /// Output buckets.
        buckets: u16,
        /// Places of the king.
        king_buckets: u16,
    },
    /// Other units than this program computes with.
    #[error(
        "the network's units are {first} and {output}; this program has {QA}, and {MIN_OUTPUT_UNIT} to {MAX_OUTPUT_UNIT}"
    )]
    Units {
        /// Of the first layer.
        first: u16,
        /// Of the output weights.
        output: u16,
    },
    /// The scale is zero.
    #[error("the network has no scale")]
    Scale,
    /// Too few or too many bytes.
    #[error("the network has {found} bytes; one of its sizes has {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The weights are not those that were written.
    #[error("the network is damaged: its hash is {found:016x}, it should be {expected:016x}")]
    Hash {
        /// The weights' hash.
        found: u64,
        /// The header's hash.
        expected: u64,
    },
}

/// The weights of a network as whole numbers, in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// What 1 is in the output weights.
    pub output_unit: u16,
    /// First layer, `[place of the king][input][hidden]`.
    pub rows: Vec<i16>,
    /// First layer's biases, `[hidden]`.
    pub bias: Vec<i16>,
    /// Output weights, `[bucket][view][hidden]`.
    pub output: Vec<i16>,
    /// Output biases, `[bucket]`.
    pub output_bias: Vec<i32>,
    /// Straight weights, `[input]`.
    pub straight: Vec<i32>,
}

impl Weights {
    /// Whether all parts are as long as the shape wants them.
    fn fits(&self, shape: Shape) -> bool {
        self.rows.len() == shape.inputs() * shape.hidden
            && self.bias.len() == shape.hidden
            && self.output.len() == shape.buckets * 2 * shape.hidden
            && self.output_bias.len() == shape.buckets
            && self.straight.len() == INPUTS
            && (MIN_OUTPUT_UNIT..=MAX_OUTPUT_UNIT).contains(&self.output_unit.into())
    }
}

impl Network {
    /// A network from its weights and its scale in centipawns; `None` if they do not fit together.
    pub fn new(shape: Shape, scale: u16, weights: &Weights) -> Option<Self> {
        (weights.fits(shape) && scale > 0).then(|| Self {
            shape,
            scale: i32::from(scale),
            output_unit: i32::from(weights.output_unit),
            rows: tiles(&weights.rows),
            bias: tiles(&weights.bias),
            output: tiles(&weights.output),
            output_bias: weights.output_bias.clone().into(),
            straight: weights.straight.clone().into(),
        })
    }

    /// Reads a network.
    ///
    /// # Errors
    /// When the bytes are none, or none that this program can use.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (header, payload) = bytes.split_first_chunk::<HEADER_SIZE>().ok_or(NetworkError::Foreign)?;
        if header[..8] != MAGIC {
            return Err(NetworkError::Foreign);
        }
        let field = |index: usize| u16::from_le_bytes([header[8 + 2 * index], header[9 + 2 * index]]);
        let [version, inputs, hidden, buckets, first, output, scale, kings] =
            [0, 1, 2, 3, 4, 5, 6, 7].map(field);
        if version != VERSION && version != ONE_PLACE {
            return Err(NetworkError::Version(version));
        }
        if usize::from(inputs) != INPUTS {
            return Err(NetworkError::Inputs(inputs));
        }
        let king_buckets = if version == ONE_PLACE { 1 } else { kings };
        let shape = Shape::new(hidden.into(), buckets.into(), king_buckets.into())
            .ok_or(NetworkError::Shape { hidden, buckets, king_buckets })?;
        if i32::from(first) != QA || !(MIN_OUTPUT_UNIT..=MAX_OUTPUT_UNIT).contains(&output.into()) {
            return Err(NetworkError::Units { first, output });
        }
        if scale == 0 {
            return Err(NetworkError::Scale);
        }
        let short = shape.inputs() * shape.hidden + shape.hidden + shape.buckets * 2 * shape.hidden;
        let expected = HEADER_SIZE + 2 * short + 4 * (shape.buckets + INPUTS);
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let mut stored = [0; 8];
        stored.copy_from_slice(&header[HEADER_SIZE - 8..]);
        let (found, expected) = (hash(payload), u64::from_le_bytes(stored));
        if found != expected {
            return Err(NetworkError::Hash { found, expected });
        }
        let weights = split(shape, output, payload);
        Self::new(shape, scale, &weights).ok_or(NetworkError::Scale)
    }

    /// The network's weights, as [`Network::new`] takes them.
    pub fn weights(&self) -> Weights {
        let short = |tiles: &[Tile]| tiles.iter().flat_map(|tile| tile.0).collect();
        Weights {
            output_unit: self.output_unit as u16,
            rows: short(&self.rows),
            bias: short(&self.bias),
            output: short(&self.output),
            output_bias: self.output_bias.to_vec(),
            straight: self.straight.to_vec(),
        }
    }

    /// The network as a file holds it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = Vec::new();
        for part in [&self.rows, &self.bias, &self.output] {
            payload.extend(part.iter().flat_map(|tile| tile.0).flat_map(i16::to_le_bytes));
        }
        let long = self.output_bias.iter().chain(&self.straight);
        payload.extend(long.flat_map(|weight| weight.to_le_bytes()));
        let mut bytes = Vec::with_capacity(HEADER_SIZE + payload.len());
        bytes.extend(MAGIC);
        let units = [QA as usize, self.output_unit as usize];
        let sizes = [INPUTS, self.shape.hidden, self.shape.buckets].into_iter().chain(units);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(sizes.flat_map(|size| (size as u16).to_le_bytes()));
        bytes.extend((self.scale as u16).to_le_bytes());
        bytes.extend((self.shape.king_buckets as u16).to_le_bytes());
        bytes.resize(HEADER_SIZE - 8, 0);
        bytes.extend(hash(&payload).to_le_bytes());
        bytes.extend(payload);
        bytes
    }

    /// The network's sizes.
    #[inline]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// What an output of 1 is in centipawns.
    #[inline]
    pub const fn scale(&self) -> i32 {
        self.scale
    }

    /// What 1 is in the output weights.
    #[inline]
    pub const fn output_unit(&self) -> i32 {
        self.output_unit
    }

    /// How many tiles one side's hidden units fill.
    #[inline]
    pub(super) fn tiles(&self) -> usize {
        self.bias.len()
    }

    /// The first layer's weights of an input of a view.
    #[inline]
    pub(super) fn row(&self, input: usize) -> &[Tile] {
        &self.rows[input * self.tiles()..][..self.tiles()]
    }

    /// The first layer's biases.
    #[inline]
    pub(super) fn bias(&self) -> &[Tile] {
        &self.bias
    }

    /// The output weights and the output bias of a bucket.
    #[inline]
    pub(super) fn output(&self, bucket: usize) -> (&[Tile], i32) {
        let width = 2 * self.tiles();
        (&self.output[bucket * width..][..width], self.output_bias[bucket])
    }

    /// What a piece on a square adds straight to the output from Red's view.
    #[inline]
    pub(super) fn straight(&self, piece: Piece, square: Square) -> i32 {
        let [red, black] = Color::ALL.map(|view| self.straight[input(view, piece, square)]);
        red.wrapping_sub(black)
    }
}

/// Cuts the weights of a file into their parts; there are as many bytes as the shape wants.
fn split(shape: Shape, output_unit: u16, payload: &[u8]) -> Weights {
    let short = |bytes: &[u8]| bytes.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect();
    let (rows, rest) = payload.split_at(2 * shape.inputs() * shape.hidden);
    let (bias, rest) = rest.split_at(2 * shape.hidden);
    let (output, rest) = rest.split_at(4 * shape.buckets * shape.hidden);
    let (output_bias, straight) = rest.split_at(4 * shape.buckets);
    let long =
        |bytes: &[u8]| bytes.chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    Weights {
        output_unit,
        rows: short(rows),
        bias: short(bias),
        output: short(output),
        output_bias: long(output_bias),
        straight: long(straight),
    }
}

fn tiles(weights: &[i16]) -> Box<[Tile]> {
    weights
        .chunks_exact(LANES)
        .map(|chunk| {
            let mut tile = Tile::ZERO;
            tile.0.copy_from_slice(chunk);
            tile
        })
        .collect()
}

/// A hash of bytes, eight at a time, by the steps of FNV-1a (Fowler, Noll, Vo 1991).
fn hash(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let mixed = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        mixed ^ mixed >> 32
    })
}
