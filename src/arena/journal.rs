//! The journal of a match: a file to which every finished game is appended, and from which a match that was
//! killed goes on.
//!
//! The first line says what is played, every further line is a game, in JSON. A line is written at once and
//! counts when it is complete: whatever moment the runner is killed at, a game is there whole or not at all.

use super::record::GameRecord;
use super::rng::fingerprint;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The version of the format.
const FORMAT: u32 = 1;

/// What a journal is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Head<S> {
    /// The version of the format.
    pub phao_journal: u32,
    /// The length of the PGN file when the match began: what is before it is not ours.
    pub pgn_start: u64,
    /// What is played.
    pub setup: S,
}

/// A journal that is open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// What a journal holds.
#[derive(Clone, Debug)]
pub struct Contents<S> {
    /// Its first line.
    pub head: Head<S>,
    /// The games, each once, in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// The length of the lines that are complete.
    length: u64,
}

/// What is wrong with a journal.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file.
    #[error("{path}: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// A line that is complete, but no game.
    #[error("{path}, line {line}: {error}")]
    Line {
        /// Its path.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// There is a journal already.
    #[error(
        "{path} holds {games} games of this match; --resume goes on with it, --journal FILE begins another"
    )]
    Exists {
        /// Its path.
        path: PathBuf,
        /// How many games it holds.
        games: usize,
    },
    /// The journal of something else.
    #[error("{0} is the journal of another match: engines, limits, openings or rules differ")]
    Other(PathBuf),
    /// Another runner writes it.
    #[error("{0} is in use by another runner")]
    InUse(PathBuf),
}

/// The fingerprint of what is played, for the name of a journal.
pub fn setup_fingerprint<S: Serialize>(setup: &S) -> u64 {
    fingerprint(&serde_json::to_string(setup).unwrap_or_default())
}

/// Reads a journal. A last line that is not complete is left out.
///
/// # Errors
/// When there is none, or a complete line of it cannot be read.
pub fn read<S: DeserializeOwned>(path: &Path) -> Result<Contents<S>, JournalError> {
    let bytes = fs::read(path).map_err(|error| JournalError::File { path: path.to_owned(), error })?;
    let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let fault = |line, error| JournalError::Line { path: path.to_owned(), line, error };
    let mut lines = bytes[..complete].split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let head = serde_json::from_slice(lines.next().unwrap_or_default()).map_err(|error| fault(1, error))?;
    let mut seen = HashSet::new();
    let mut games = Vec::new();
    for (index, line) in lines.enumerate() {
        let game: GameRecord = serde_json::from_slice(line).map_err(|error| fault(index + 2, error))?;
        if seen.insert(game.game) {
            games.push(game);
        }
    }
    Ok(Contents { head, games, length: complete as u64 })
}

impl Journal {
    /// Opens a journal. An old one of the same setup is gone on with, but only if that is wanted.
    ///
    /// # Errors
    /// [`JournalError`] tells all.
    pub fn open<S: Serialize + DeserializeOwned + Clone>(
        path: &Path,
        setup: &S,
        pgn_start: u64,
        resume: bool,
    ) -> Result<(Self, Contents<S>), JournalError> {
        let file_error = |error| JournalError::File { path: path.to_owned(), error };
        let file = OpenOptions::new().create(true).append(true).read(true).open(path).map_err(file_error)?;
        file.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => JournalError::InUse(path.to_owned()),
            fs::TryLockError::Error(error) => file_error(error),
        })?;
        let mut journal = Self { file };
        let bytes = fs::read(path).map_err(file_error)?;
        if bytes.contains(&b'\n') {
            let contents = read::<S>(path)?;
            if setup_fingerprint(&contents.head.setup) != setup_fingerprint(setup) {
                return Err(JournalError::Other(path.to_owned()));
            }
            if !resume && !contents.games.is_empty() {
                return Err(JournalError::Exists { path: path.to_owned(), games: contents.games.len() });
            }
            journal.file.set_len(contents.length).map_err(file_error)?;
            return Ok((journal, contents));
        }
        // Nothing, or a first line that was cut off.
        journal.file.set_len(0).map_err(file_error)?;
        let head = Head { phao_journal: FORMAT, pgn_start, setup: setup.clone() };
        let length = journal.append(&head).map_err(file_error)?;
        Ok((journal, Contents { head, games: Vec::new(), length }))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn record(&mut self, game: &GameRecord) -> io::Result<()> {
        self.append(game).map(|_| ())
    }

    fn append(&mut self, value: &impl Serialize) -> io::Result<u64> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        Ok(line.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Outcome;
    use super::super::record::tests::sample;
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("phao-journal-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_cut_off_tail_is_forgotten_whatever_its_length() {
        let folder = folder("tail");
        let path = folder.join("j");
        let setup = "setup".to_owned();
        let (mut journal, _) = Journal::open(&path, &setup, 7, false).unwrap();
        for game in 0..3 {
            journal.record(&sample(game, Outcome::Draw)).unwrap();
        }
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for length in (0..=whole.len()).step_by(13).chain([whole.len()]) {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, contents) = Journal::open(&path, &setup, 7, true).unwrap();
            let count = contents.games.len();
            assert!(count == 3 || length < whole.len());
            assert_eq!(contents.head.pgn_start, 7);
            for game in count..3 {
                journal.record(&sample(game, Outcome::Draw)).unwrap();
            }
            drop(journal);
            assert_eq!(fs::read(&path).unwrap(), whole, "cut at {length}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_journal_is_not_mixed_with_another() {
        let folder = folder("mixed");
        let path = folder.join("j");
        let (mut journal, _) = Journal::open(&path, &1, 0, false).unwrap();
        assert!(matches!(Journal::open(&path, &1, 0, true), Err(JournalError::InUse(_))));
        journal.record(&sample(0, Outcome::Draw)).unwrap();
        drop(journal);
        assert!(matches!(Journal::open(&path, &2, 0, true), Err(JournalError::Other(_))));
        assert!(matches!(Journal::open(&path, &1, 0, false), Err(JournalError::Exists { games: 1, .. })));
        fs::write(&path, "{\"phao_journal\":1,\"pgn_start\":0,\"setup\":1}\nnonsense\n").unwrap();
        assert!(matches!(read::<i32>(&path), Err(JournalError::Line { line: 2, .. })));
        fs::remove_dir_all(folder).unwrap();
    }
}
