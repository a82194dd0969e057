//! Learning from games: self-play makes them, records keep them, the trainer reads them.
//!
//! [`selfplay`] plays short searches against each other from random openings; [`records`] are the games on
//! disk, about four bytes a position; [`mod@rescore`] searches their positions again; [`survey`] counts
//! them; [`train`] fits a network to them; [`tune`] fits the search's numbers by games; [`worth`] asks a
//! network what pieces are worth. [`endings`] needs no games: it solves endings backwards from the mates.

pub mod endings;
pub mod records;
pub mod rescore;
mod scoring;
pub mod selfplay;
pub mod survey;
pub mod train;
pub mod tune;
pub mod worth;
