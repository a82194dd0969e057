//! Training that was broken off, on disk.

use super::data::Data;
use super::model::Model;
use super::optimiser::Optimiser;
use super::trainer::{Epoch, Settings};
use crate::eval::nnue::{Network, Shape};
use crate::files::write_whole;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

const MAGIC: [u8; 8] = *b"PHAOCKP2";

/// Everything that training goes on from.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    pub model: Model,
    pub optimiser: Optimiser,
    /// The parameters with the least validation loss.
    pub best: Vec<f32>,
    pub epochs: Vec<Epoch>,
}

impl State {
    pub fn new(model: Model) -> Self {
        let optimiser = Optimiser::new(model.parameters.len());
        Self { best: model.parameters.clone(), model, optimiser, epochs: Vec::new() }
    }
}

/// What is wrong with a checkpoint.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is something else, or damaged.
    #[error("{} is no whole checkpoint; remove it to begin anew", .0.display())]
    Foreign(PathBuf),
    /// It belongs to other settings, another network to begin with or other data.
    #[error("{} belongs to other settings, another first network or other data; remove it to begin anew", .0.display())]
    OtherRun(PathBuf),
}

/// A number that is the same only for the same settings, the same network to begin with and the same data, as
/// far as their sizes tell.
pub(super) fn fingerprint(settings: &Settings, from: Option<&Network>, data: &Data) -> u64 {
    let settings = Settings { threads: 0, ..*settings };
    let text = format!("{settings:?} {} {}", data.training.len(), data.validation.len());
    let mut bytes = text.into_bytes();
    bytes.extend(from.into_iter().flat_map(Network::to_bytes));
    hash(&bytes)
}

/// The FNV-1a hash of 64 bits (Fowler, Noll, Vo 1991).
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Writes a checkpoint; there is always a whole one.
pub(super) fn write(path: &Path, fingerprint: u64, state: &State) -> Result<(), CheckpointError> {
    let mut body = Vec::new();
    body.extend(MAGIC);
    body.extend(fingerprint.to_le_bytes());
    for number in [
        state.model.shape.hidden as u32,
        state.model.shape.buckets as u32,
        state.model.shape.king_buckets as u32,
        state.optimiser.steps,
        state.epochs.len() as u32,
    ] {
        body.extend(number.to_le_bytes());
    }
    for epoch in &state.epochs {
        body.extend(epoch.training_loss.to_le_bytes());
        body.extend(epoch.validation_loss.to_le_bytes());
        body.extend(epoch.rate.to_le_bytes());
    }
    for row in [&state.model.parameters, &state.optimiser.first, &state.optimiser.second, &state.best] {
        body.extend(row.iter().flat_map(|value| value.to_le_bytes()));
    }
    let check = hash(&body);
    body.extend(check.to_le_bytes());
    write_whole(path, &body).map_err(|error| CheckpointError::Io { path: path.to_owned(), error })
}

/// Reads a checkpoint; `None` if there is none.
pub(super) fn read(path: &Path, fingerprint: u64) -> Result<Option<State>, CheckpointError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(CheckpointError::Io { path: path.to_owned(), error }),
    };
    let foreign = || CheckpointError::Foreign(path.to_owned());
    let (body, check) = bytes.split_last_chunk::<8>().ok_or_else(foreign)?;
    if !body.starts_with(&MAGIC) || hash(body) != u64::from_le_bytes(*check) {
        return Err(foreign());
    }
    let mut rest = &body[MAGIC.len()..];
    if u64::from_le_bytes(take(&mut rest).ok_or_else(foreign)?) != fingerprint {
        return Err(CheckpointError::OtherRun(path.to_owned()));
    }
    parse(&mut rest).map(Some).ok_or_else(foreign)
}

/// The state in what follows the fingerprint.
fn parse(rest: &mut &[u8]) -> Option<State> {
    let mut number = || take(rest).map(u32::from_le_bytes);
    let (hidden, buckets, king_buckets) = (number()?, number()?, number()?);
    let (steps, count) = (number()?, number()?);
    let shape = Shape::new(hidden as usize, buckets as usize, king_buckets as usize)?;
    let mut epochs = Vec::new();
    for _ in 0..count {
        epochs.push(Epoch {
            training_loss: f64::from_le_bytes(take(rest)?),
            validation_loss: f64::from_le_bytes(take(rest)?),
            rate: f32::from_le_bytes(take(rest)?),
        });
    }
    let length = rest.len() / (4 * size_of::<f32>());
    let mut row = || (0..length).map(|_| take(rest).map(f32::from_le_bytes)).collect::<Option<Vec<_>>>();
    let (parameters, first, second, best) = (row()?, row()?, row()?, row()?);
    let model = Model { shape, parameters };
    let fits = model.parameters.len() == super::model::Layout::new(shape).end;
    fits.then_some(State { model, optimiser: Optimiser { first, second, steps }, best, epochs })
}

/// Takes the next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = rest.split_first_chunk::<N>()?;
    *rest = tail;
    Some(*head)
}
