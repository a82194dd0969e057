//! Where pieces attack, from tables built by the compiler.
//!
//! `sliders` answers for rooks and cannons, `steppers` for the others. "Attack" means the squares a
//! piece could capture on; for the rook and the steppers these are also the squares it moves to.

mod sliders;
mod steppers;

#[cfg(test)]
mod walker;

pub use sliders::{Lines, between, cannon, lines, rook};
pub use steppers::{
    advisor, attack_zone, elephant, horse, horse_legs, horse_sources, king, pawn, pawn_sources,
};
