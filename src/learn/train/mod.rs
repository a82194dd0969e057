//! The trainer: fits a network to the scores and results of recorded games.
//!
//! The [`Data`] is read once and kept packed; each epoch visits all of it in a new order. The network is
//! trained in `f32` with `AdamW`; what is kept is the state with the least loss on games that
//! were not trained on. Nothing depends on time: the same data, settings and number of threads give the same
//! network, also when training was broken off in between.

mod checkpoint;
mod curve;
mod data;
mod gradient;
mod model;
mod optimiser;
mod trainer;

pub use checkpoint::CheckpointError;
pub use curve::{svg, text};
pub use data::{Data, DataError, Filter, Sample, load};
pub use gradient::Target;
pub use model::Model;
pub use trainer::{Epoch, Progress, Settings, TrainError, Trained, train};

#[cfg(test)]
mod tests;
