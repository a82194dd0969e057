//! Tuning the numbers of the search by games.
//!
//! [`Screen`] tells which of many numbers matter, and which way; [`Spsa`] then moves them to where games are
//! won.

mod screen;
mod spsa;

pub use screen::{Choice, Effect, Levels, Screen};
pub use spsa::{Number, Spsa, Step};

use crate::search::{Param, Params};

/// The number of that name.
pub fn find(name: &str) -> Option<&'static Param> {
    Params::TABLE.iter().find(|param| param.name == name)
}
