//! The learned evaluation: a small network whose first layer is kept up to date move by move.
//!
//! Every piece on its square is an input, seen by both sides. Each side's view goes through the same first
//! layer (its *accumulator*), which may have a set of weights for every [place](shape::KingView) of that side's
//! own king: what threatens it depends on where it stands. The two accumulators, the one of the side to move
//! first, are clamped, squared and summed with the output weights. There is a set of output weights for every
//! [bucket](Shape::bucket) of positions by their number of pieces.
//!
//! ```text
//! 1260 inputs of the king's place -> hidden   (side to move)  \
//!                                                              clamp to 0..1, square -> one output, times the scale
//! 1260 inputs of the king's place -> hidden   (the other)     /
//! ```
//!
//! Besides, every input has a *straight* weight that goes past the hidden units: the sum over the side to
//! move's view less that over the other's is added to the output. Material and plain piece-square values need
//! no hidden units that way, which stay free for what depends on several pieces.
//!
//! Weights are whole numbers: [`QA`](shape::QA) stands for 1 in the first layer, a number of the network's own
//! in the second.

mod evaluator;
mod kernel;
mod load;
mod material;
pub mod shape;
mod source;

pub use evaluator::Evaluator;
pub use kernel::{Job, Kernel, Tile};
pub use load::{MAX_FILE, Network, NetworkError, Weights};
pub use shape::Shape;
pub use source::{NetworkFileError, by_name};

use std::sync::{Arc, LazyLock};

/// The bytes of the network inside the program, which `build.rs` chooses.
static BYTES: &[u8] = include_bytes!(env!("PHAO_NETWORK"));

/// The network inside the program.
///
/// # Panics
/// When the program was built with a file that is no network; no input of a user leads there.
pub fn embedded() -> Arc<Network> {
    static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
        Arc::new(Network::from_bytes(BYTES).unwrap_or_else(|error| panic!("the network inside: {error}")))
    });
    NETWORK.clone()
}

/// The network that a session begins with; `None` would be the hand-written evaluation.
pub fn preferred() -> Option<Arc<Network>> {
    Some(embedded())
}

#[cfg(test)]
mod tests;
