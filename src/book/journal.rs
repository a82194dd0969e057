//! Scores in a file, so that a check can be broken off and taken up again, or its bounds changed.
//!
//! A text: a line that says how the scores were found, then a line a position, its key in hexadecimal and
//! its score. A last line that was cut off is passed over.

use super::{Effort, Scores};
use crate::core::Score;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file that scores are added to.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

/// Why scores cannot be kept in a file.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system's fault.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file has other scores, or something else.
    #[error("{} does not begin with `{wanted}`: its scores are of another kind", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// How it would have to begin.
        wanted: String,
    },
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
        }
    }
}

impl Journal {
    /// Opens or begins a file, and reads the scores that it has.
    ///
    /// # Errors
    /// When the file cannot be read and written, or its scores were found in another way.
    pub fn open(path: &Path, effort: Effort) -> Result<(Self, Scores), JournalError> {
        let in_error = |error| JournalError::Io { path: path.to_owned(), error };
        let open = || {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            Ok((file, text))
        };
        let (mut file, text) = open().map_err(in_error)?;
        let head = format!("# phao {} scores {effort}", env!("CARGO_PKG_VERSION"));
        if text.is_empty() {
            writeln!(file, "{head}").map_err(in_error)?;
            return Ok((Self { file }, Scores::new()));
        }
        if text.lines().next() != Some(&head) {
            return Err(JournalError::Foreign { path: path.to_owned(), wanted: head });
        }
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        if whole.len() < text.len() {
            // What is added next must not run into the line that was cut off.
            file.set_len(whole.len() as u64).map_err(in_error)?;
        }
        Ok((Self { file }, whole.lines().skip(1).filter_map(parse).collect()))
    }

    /// Adds a score.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, key: u64, score: Score) -> io::Result<()> {
        self.file.write_all(format!("{key:016x} {}\n", score.0).as_bytes())
    }
}

fn parse(line: &str) -> Option<(u64, Score)> {
    let (key, score) = line.split_once(' ')?;
    Some((u64::from_str_radix(key, 16).ok()?, Score(score.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn scores_are_read_back_and_a_cut_line_is_passed_over() {
        let path = std::env::temp_dir().join(format!("phao-journal-{}", std::process::id()));
        let effort = Effort::Nodes(5);
        let (mut journal, scores) = Journal::open(&path, effort).expect("a new file");
        assert!(scores.is_empty());
        journal.add(0xABC, Score(-7)).expect("written");
        journal.add(1, Score(31)).expect("written");
        let mut text = fs::read(&path).expect("a file");
        text.extend(b"00000000000000ff 1");
        fs::write(&path, text).expect("written");
        let wanted = Scores::from([(0xABC, Score(-7)), (1, Score(31))]);
        let (mut journal, scores) = Journal::open(&path, effort).expect("the same file");
        assert_eq!(scores, wanted);
        journal.add(2, Score(2)).expect("written");
        assert_eq!(Journal::open(&path, effort).expect("the same file").1.len(), 3);
        assert!(matches!(Journal::open(&path, Effort::Depth(5)), Err(JournalError::Foreign { .. })));
        fs::remove_file(path).expect("removed");
    }
}
