//! The PGN file that the games of a match are appended to.

use super::pgn::{self, Tags};
use super::record::GameRecord;
use super::spec::EngineSpec;
use crate::core::Color;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What is wanted of a PGN file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnTarget {
    /// Its path.
    pub path: PathBuf,
    /// Whether moves come with score, depth and time.
    pub comments: bool,
    /// What the games belong to.
    pub event: String,
}

/// What is wrong with a PGN file.
#[derive(Debug, Error)]
pub enum PgnFileError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It holds something where the games of this match should stand.
    #[error(
        "{path} holds something else than the games of this match after its first {start} bytes; with another \
         --pgnout FILE, all games so far are written to that"
    )]
    Foreign {
        /// Its path.
        path: PathBuf,
        /// Where the games of this match begin.
        start: u64,
    },
}

/// A PGN file that games are appended to.
#[derive(Debug)]
pub struct PgnFile {
    file: File,
    target: PgnTarget,
    /// The engines' names and time controls.
    engines: Vec<(String, String)>,
}

impl PgnFile {
    /// Opens the file and appends those of `games` that it lacks after a kill, which may have cut off the last
    /// one. Whatever is in the file stays: what is before `start`, and what was written since.
    ///
    /// # Errors
    /// When the file cannot be read or written, or holds something else after `start`.
    pub fn open(
        target: &PgnTarget,
        start: u64,
        games: &[GameRecord],
        engines: &[impl AsRef<EngineSpec>],
    ) -> Result<Self, PgnFileError> {
        let engines = engines
            .iter()
            .map(|engine| (engine.as_ref().name.clone(), engine.as_ref().limits.to_string()))
            .collect();
        let file = OpenOptions::new().create(true).append(true).open(&target.path);
        let file = file.map_err(|error| file_error(&target.path, error))?;
        let mut pgn = Self { file, target: target.clone(), engines };
        let due: String = games.iter().map(|game| pgn.text(game)).collect();
        let there = pgn.written_since(start)?;
        let missing = due.as_bytes().strip_prefix(there.as_slice());
        let missing =
            missing.ok_or_else(|| PgnFileError::Foreign { path: target.path.clone(), start })?.to_vec();
        pgn.append(&missing)?;
        Ok(pgn)
    }

    /// What stands in the file from a place on; a pipe or a device has nothing to read.
    fn written_since(&self, start: u64) -> Result<Vec<u8>, PgnFileError> {
        let path = &self.target.path;
        let is_plain = self.file.metadata().map_err(|error| file_error(path, error))?.is_file();
        if !is_plain {
            return Ok(Vec::new());
        }
        let mut bytes = fs::read(path).map_err(|error| file_error(path, error))?;
        if bytes.is_empty() {
            return Ok(bytes);
        }
        let start_index = usize::try_from(start).ok().filter(|&at| at <= bytes.len());
        let at = start_index.ok_or_else(|| PgnFileError::Foreign { path: path.clone(), start })?;
        Ok(bytes.split_off(at))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), PgnFileError> {
        self.append(self.text(game).as_bytes())
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), PgnFileError> {
        self.file.write_all(bytes).map_err(|error| file_error(&self.target.path, error))
    }

    fn text(&self, game: &GameRecord) -> String {
        let engine = |side| &self.engines[game.engine(side)];
        let tags = Tags {
            event: &self.target.event,
            names: Color::ALL.map(|side| engine(side).0.as_str()),
            controls: Color::ALL.map(|side| engine(side).1.clone()),
            comments: self.target.comments,
        };
        pgn::write(game, &tags)
    }
}

fn file_error(path: &Path, error: io::Error) -> PgnFileError {
    PgnFileError::File { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use super::super::record::Outcome;
    use super::super::record::tests::sample;
    use super::*;
    use std::sync::Arc;

    struct Trial {
        folder: PathBuf,
        target: PgnTarget,
        games: Vec<GameRecord>,
    }

    impl Trial {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("phao-pgn-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            let target = PgnTarget { path: folder.join("games.pgn"), comments: true, event: "x".to_owned() };
            Self { folder, target, games: (0..3).map(|game| sample(game, Outcome::Draw)).collect() }
        }

        fn open(&self, start: u64, games: usize) -> Result<PgnFile, PgnFileError> {
            let engines = [Arc::new(EngineSpec::default()), Arc::default()];
            PgnFile::open(&self.target, start, &self.games[..games], &engines)
        }

        fn text(&self) -> String {
            fs::read_to_string(&self.target.path).unwrap()
        }
    }

    impl Drop for Trial {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn a_file_is_put_right_after_a_kill() {
        let trial = Trial::new("kill");
        fs::write(&trial.target.path, "other games\n").unwrap();
        let mut file = trial.open(12, 0).unwrap();
        let mut lengths = vec![12];
        for game in &trial.games {
            file.write(game).unwrap();
            lengths.push(trial.text().len());
        }
        let whole = trial.text();
        assert!(whole.starts_with("other games\n[Game ") && whole.matches("[Game ").count() == 3);
        // Cut anywhere before the end of the second game: the journal always has it first.
        for length in [12, 100, lengths[1], lengths[2] - 1, lengths[2]] {
            fs::write(&trial.target.path, &whole[..length]).unwrap();
            trial.open(12, 2).unwrap().write(&trial.games[2]).unwrap();
            assert_eq!(trial.text(), whole, "cut at {length}");
        }
    }

    #[test]
    fn a_file_that_went_away_is_written_anew() {
        let trial = Trial::new("gone");
        drop(trial.open(500, 3).unwrap());
        assert_eq!(trial.text().matches("[Game ").count(), 3);
    }

    #[test]
    fn what_others_wrote_is_never_lost() {
        let trial = Trial::new("foreign");
        fs::write(&trial.target.path, "other games\n").unwrap();
        for (start, games) in [(0, 2), (0, 0), (5, 1), (500, 2)] {
            let error = trial.open(start, games).unwrap_err();
            assert!(matches!(error, PgnFileError::Foreign { .. }), "{error}");
            assert_eq!(trial.text(), "other games\n");
        }
    }
}
