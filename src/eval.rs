//! A stand-in until the evaluation is there.

use crate::board::Position;
use crate::core::Score;

/// The evaluation from the side to move.
pub fn evaluate(_position: &Position) -> Score {
    Score::ZERO
}
