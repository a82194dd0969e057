//! The journal of a match: a file to which every finished game is appended, and from which a match that was
//! killed goes on.
//!
//! The first line says what is played, every further line is a game, or says who has withdrawn, in JSON. A line is written at once and
//! counts when it is complete: whatever moment the runner is killed at, a game is there whole or not at all.

use super::record::GameRecord;
use super::report::count_of_games;
use super::rng::fingerprint;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The version of the format.
const FORMAT: u32 = 1;

/// How every journal begins.
const MARK: &[u8] = b"{\"phao_journal\":";

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
    path: PathBuf,
    file: File,
    /// The length of the lines that are complete.
    length: u64,
}

/// What a journal holds.
#[derive(Clone, Debug)]
pub struct Contents<S> {
    /// Its first line.
    pub head: Head<S>,
    /// The games, each once, in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// The players who have withdrawn.
    pub withdrawn: Vec<usize>,
}

/// The line of players who have withdrawn.
#[derive(Serialize, Deserialize)]
struct Withdrawal {
    withdrawn: Vec<usize>,
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
        "{path} holds {} of this match; --resume goes on with it, --journal FILE begins another",
        count_of_games(*games as u64)
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
    /// A file that is no journal; it is left alone.
    #[error("{0} is no journal of games")]
    Foreign(PathBuf),
    /// A journal that another version of the program wrote.
    #[error("{path} is a journal of version {version}; this program reads version {FORMAT}")]
    Version {
        /// Its path.
        path: PathBuf,
        /// The version of its format.
        version: u32,
    },
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
    let file = File::open(path).map_err(|error| file_error(path, error))?;
    parse(path, complete_lines(&read_plain(path, &file)?))
}

fn file_error(path: &Path, error: io::Error) -> JournalError {
    JournalError::File { path: path.to_owned(), error }
}

/// The bytes of an open file; a device or a pipe has no end, and cannot be gone back on.
fn read_plain(path: &Path, mut file: &File) -> Result<Vec<u8>, JournalError> {
    let mut bytes = Vec::new();
    let result = file.metadata().and_then(|data| {
        if data.is_file() {
            file.read_to_end(&mut bytes)
        } else {
            Err(io::Error::other("a journal has to be a plain file"))
        }
    });
    result.map_err(|error| file_error(path, error))?;
    if bytes.starts_with(MARK) || MARK.starts_with(&bytes) {
        Ok(bytes)
    } else {
        Err(JournalError::Foreign(path.to_owned()))
    }
}

fn complete_lines(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)]
}

fn parse<S: DeserializeOwned>(path: &Path, lines: &[u8]) -> Result<Contents<S>, JournalError> {
    let fault = |line, error| JournalError::Line { path: path.to_owned(), line, error };
    let mut lines = lines
        .split(|&byte| byte == b'\n')
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.is_empty());
    let (number, line) = lines.next().ok_or_else(|| JournalError::Foreign(path.to_owned()))?;
    let head: Head<serde_json::Value> = serde_json::from_slice(line).map_err(|error| fault(number, error))?;
    if head.phao_journal != FORMAT {
        return Err(JournalError::Version { path: path.to_owned(), version: head.phao_journal });
    }
    let setup = serde_json::from_value(head.setup).map_err(|_| JournalError::Other(path.to_owned()))?;
    let head = Head { phao_journal: head.phao_journal, pgn_start: head.pgn_start, setup };
    let mut seen = HashSet::new();
    let (mut games, mut withdrawn) = (Vec::new(), Vec::new());
    for (number, line) in lines {
        if let Ok(withdrawal) = serde_json::from_slice::<Withdrawal>(line) {
            withdrawn.extend(withdrawal.withdrawn);
            continue;
        }
        let game: GameRecord = serde_json::from_slice(line).map_err(|error| fault(number, error))?;
        if seen.insert(game.game) {
            games.push(game);
        }
    }
    Ok(Contents { head, games, withdrawn })
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
        let file = OpenOptions::new().create(true).append(true).read(true).open(path);
        let file = file.map_err(|error| file_error(path, error))?;
        file.try_lock().map_err(|error| match error {
            fs::TryLockError::WouldBlock => JournalError::InUse(path.to_owned()),
            fs::TryLockError::Error(error) => file_error(path, error),
        })?;
        let bytes = read_plain(path, &file)?;
        let lines = complete_lines(&bytes);
        let mut journal = Self { path: path.to_owned(), file, length: lines.len() as u64 };
        if lines.is_empty() {
            // Nothing, or a first line that was cut off.
            journal.cut()?;
            let head = Head { phao_journal: FORMAT, pgn_start, setup: setup.clone() };
            journal.append(&head)?;
            return Ok((journal, Contents { head, games: Vec::new(), withdrawn: Vec::new() }));
        }
        let contents = parse::<S>(path, lines)?;
        if setup_fingerprint(&contents.head.setup) != setup_fingerprint(setup) {
            return Err(JournalError::Other(path.to_owned()));
        }
        if !resume && !contents.games.is_empty() {
            return Err(JournalError::Exists { path: path.to_owned(), games: contents.games.len() });
        }
        journal.cut()?;
        Ok((journal, contents))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// When it cannot be written; what of it was written, as when the disk is full, is taken back.
    pub fn record(&mut self, game: &GameRecord) -> Result<(), JournalError> {
        self.append(game)
    }

    /// Appends who has withdrawn.
    ///
    /// # Errors
    /// As for [`Self::record`].
    pub fn withdraw(&mut self, players: &[usize]) -> Result<(), JournalError> {
        self.append(&Withdrawal { withdrawn: players.to_vec() })
    }

    fn append(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let line = serde_json::to_vec(value).map_err(io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            self.file.write_all(&line).map(|()| line)
        });
        match line {
            Ok(line) => {
                self.length += line.len() as u64;
                Ok(())
            }
            Err(error) => {
                // A line that is cut off does no harm as long as it is the last.
                let _ = self.cut();
                Err(file_error(&self.path, error))
            }
        }
    }

    /// Takes back what is behind the last complete line.
    fn cut(&mut self) -> Result<(), JournalError> {
        self.file.set_len(self.length).map_err(|error| file_error(&self.path, error))
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
        assert!(matches!(read::<String>(&path), Err(JournalError::Other(_))));
        fs::write(&path, "{\"phao_journal\":7,\"pgn_start\":0,\"setup\":1}\n").unwrap();
        assert!(matches!(read::<i32>(&path), Err(JournalError::Version { version: 7, .. })));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn who_has_withdrawn_is_remembered() {
        let folder = folder("withdrawn");
        let path = folder.join("j");
        let (mut journal, _) = Journal::open(&path, &1, 0, false).unwrap();
        journal.withdraw(&[2]).unwrap();
        journal.record(&sample(0, Outcome::Draw)).unwrap();
        journal.withdraw(&[0, 1]).unwrap();
        let contents = read::<i32>(&path).unwrap();
        assert_eq!((contents.withdrawn, contents.games.len()), (vec![2, 0, 1], 1));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_is_no_journal_is_left_alone() {
        let folder = folder("foreign");
        let path = folder.join("letter");
        for text in ["Dear reader", "Dear reader,\nhow are you?\n", "{\"phao\":1}\n"] {
            fs::write(&path, text).unwrap();
            for resume in [false, true] {
                assert!(matches!(Journal::open(&path, &1, 0, resume), Err(JournalError::Foreign(_))));
            }
            assert!(matches!(read::<i32>(&path), Err(JournalError::Foreign(_))));
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert!(matches!(Journal::open(&folder, &1, 0, false), Err(JournalError::File { .. })));
        if cfg!(target_os = "linux") {
            let endless = Path::new("/dev/full");
            assert!(matches!(Journal::open(endless, &1, 0, false), Err(JournalError::File { .. })));
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
