//! When an engine never starts, its match is not worth going on with.

use super::ledger::LedgerError;
use super::reason::Reason;
use super::record::GameRecord;
use super::runner::Hall;
use crate::core::Color;
use thiserror::Error;

/// After so many games in a row that an engine was to play and did not start for, the match is stopped.
pub const MAX_ABSENCES: u32 = 10;

/// Why a match or a tournament cannot go on. The games so far are in the journal.
#[derive(Debug, Error)]
pub enum PlayError {
    /// A game cannot be written down.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// An engine does not start.
    #[error(
        "{engine} did not start for {MAX_ABSENCES} games in a row, the last time because of: {detail}; the games so \
         far are in the journal, with which --resume goes on"
    )]
    Absent {
        /// Its name.
        engine: String,
        /// What happened the last time.
        detail: String,
    },
}

/// How often in a row each engine did not start.
#[derive(Clone, Debug)]
pub(super) struct Absences(Vec<u32>);

impl Absences {
    /// Nobody has been absent yet.
    pub(super) fn new(hall: &Hall) -> Self {
        Self(vec![0; hall.engines.len()])
    }

    /// Takes a game in.
    ///
    /// # Errors
    /// When one of its engines has been absent too often.
    pub(super) fn see(&mut self, game: &GameRecord, hall: &Hall) -> Result<(), PlayError> {
        let absent = game.winner().filter(|_| game.reason == Reason::NoStart).map(|winner| !winner);
        let Some(side) = absent else {
            (self.0[game.red], self.0[game.black]) = (0, 0);
            return Ok(());
        };
        if side == Color::Black {
            // Red is started first.
            self.0[game.red] = 0;
        }
        let engine = game.engine(side);
        self.0[engine] += 1;
        if self.0[engine] < MAX_ABSENCES {
            return Ok(());
        }
        Err(PlayError::Absent { engine: hall.engines[engine].name.clone(), detail: game.detail.clone() })
    }
}
