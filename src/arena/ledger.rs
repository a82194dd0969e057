//! Where the games of a match or a tournament are written down: its journal, and a PGN file if one is wanted.

use super::journal::{Journal, JournalError};
use super::pgn_file::{PgnFile, PgnFileError, PgnTarget};
use super::record::GameRecord;
use super::runner::Hall;
use serde::{Serialize, de::DeserializeOwned};
use std::fs;
use std::path::PathBuf;
use thiserror::Error;

/// The files to write games to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    /// The journal.
    pub journal: PathBuf,
    /// Whether to go on with a journal that holds games.
    pub resume: bool,
    /// The PGN file.
    pub pgn: Option<PgnTarget>,
}

/// Games that cannot be written down.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The PGN file.
    #[error(transparent)]
    Pgn(#[from] PgnFileError),
}

/// The games that were played, on disk and in memory.
#[derive(Debug)]
pub struct Ledger {
    games: Vec<GameRecord>,
    withdrawn: Vec<usize>,
    journal: Journal,
    target: Option<PgnTarget>,
    pgn_start: u64,
    pgn: Option<PgnFile>,
}

impl Ledger {
    /// Opens the journal, and takes over the games that it holds.
    ///
    /// # Errors
    /// When the journal cannot be used, see [`Journal::open`].
    pub fn open<S: Serialize + DeserializeOwned + Clone>(
        setup: &S,
        files: Files,
    ) -> Result<Self, JournalError> {
        let pgn = files.pgn.as_ref().and_then(|target| fs::metadata(&target.path).ok());
        let pgn_start = pgn.filter(fs::Metadata::is_file).map_or(0, |data| data.len());
        let (journal, contents) = Journal::open(&files.journal, setup, pgn_start, files.resume)?;
        let pgn_start = contents.head.pgn_start;
        let (games, withdrawn) = (contents.games, contents.withdrawn);
        Ok(Self { games, withdrawn, journal, target: files.pgn, pgn_start, pgn: None })
    }

    /// Writes down who has withdrawn; who did so before is not written down again.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn withdraw(&mut self, players: &[usize]) -> Result<(), JournalError> {
        let known = &self.withdrawn;
        let new: Vec<_> = players.iter().copied().filter(|player| !known.contains(player)).collect();
        if !new.is_empty() {
            self.journal.withdraw(&new)?;
            self.withdrawn.extend(new);
        }
        Ok(())
    }

    /// Who has withdrawn.
    pub fn withdrawn(&self) -> &[usize] {
        &self.withdrawn
    }

    /// Opens the PGN file, now that the engines' names are known, and brings it up to date.
    ///
    /// # Errors
    /// When it cannot be used, see [`PgnFile::open`].
    pub fn open_pgn(&mut self, hall: &Hall) -> Result<(), PgnFileError> {
        if let Some(target) = &self.target {
            self.pgn = Some(PgnFile::open(target, self.pgn_start, &self.games, &hall.engines)?);
        }
        Ok(())
    }

    /// The games so far, in the order in which they ended.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// Writes a game down, in the journal first.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn record(&mut self, game: GameRecord) -> Result<(), LedgerError> {
        self.journal.record(&game)?;
        self.games.push(game);
        if let (Some(pgn), Some(game)) = (&mut self.pgn, self.games.last()) {
            pgn.write(game)?;
        }
        Ok(())
    }
}
