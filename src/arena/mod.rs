//! Matches and tournaments between engines, played by the law.
//!
//! An engine is a child process that speaks UCCI or UCI ([`EngineSpec`] says how to start it). A [`Hall`]
//! plays [`Fixture`]s, several at a time, and hands back [`GameRecord`]s; [`duel`] makes a match of two
//! engines of them, with a [`journal`] that survives a kill at any moment, [`stats`] and the [`sprt`];
//! [`tournament`] one of several, with [`standings`] by article 21.
//!
//! Engines are not trusted: whatever one prints, or does not print, costs it the game and nothing else.

mod absence;
mod adjudicate;
mod clock;
pub mod crosstable;
pub mod duel;
mod game;
mod guard;
pub mod journal;
pub mod ledger;
pub mod openings;
pub mod pairing;
pub mod pgn;
pub mod pgn_file;
mod player;
mod process;
mod reason;
mod record;
pub mod report;
mod rng;
mod rounds;
mod runner;
mod spec;
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod tournament;
mod wire;

pub use absence::{MAX_ABSENCES, PlayError};
pub use adjudicate::{DrawRule, GameRules, ResignRule};
pub use clock::{Clock, FlagFall, ParseTimeControlError, Period, TimeControl};
pub use game::Fixture;
pub use guard::{Guard, stand as stand_guard};
pub use openings::{Opening, Order};
pub use reason::Reason;
pub use record::{GameRecord, Outcome, PlayedMove};
pub use rng::{Rng, fingerprint};
pub use runner::{Hall, NoProgram};
pub use spec::{EngineSpec, Limits, Proto, SpecError};
