//! Learning from games: self-play makes them, records keep them, the trainer reads them.
//!
//! [`selfplay`] plays short searches against each other from random openings; [`records`] are the games on
//! disk, about four bytes a position.

pub mod records;
pub mod selfplay;
