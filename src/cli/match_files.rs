//! The files that `match` and `tournament` write: looked at before the first game, written whole at the end.

use super::target::Target;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file that cannot be written.
#[derive(Debug, Error)]
#[error("{path} cannot be written: {error}")]
pub(super) struct FileError {
    path: PathBuf,
    error: io::Error,
}

/// Makes sure that a file can be written when all is played, so that nobody plays for nothing. What is in it
/// stays.
pub(super) fn check<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), FileError> {
    for path in paths.into_iter().filter(|path| Target::of(path).is_file()) {
        let was_there = path.exists();
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .and_then(|_| if was_there { Ok(()) } else { fs::remove_file(path) })
            .map_err(|error| FileError { path: path.clone(), error })?;
    }
    Ok(())
}

/// Writes a file whole or not at all; a pipe or a device, which cannot be replaced, is written as it is.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), FileError> {
    let target = Target::of(path);
    let written = target.open().and_then(|mut out| {
        out.write_all(text.as_bytes())?;
        out.flush()
    });
    written.and_then(|()| target.finish()).map_err(|error| FileError { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_looked_at_first() {
        let folder = std::env::temp_dir().join(format!("phao-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a file");
        check([&path]).unwrap();
        assert!(!path.exists());
        write_whole(&path, "text").unwrap();
        check([&path]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
        for wrong in [folder.clone(), folder.join("no such folder/x"), path.join("x"), PathBuf::new()] {
            let message = check([&wrong]).unwrap_err().to_string();
            assert!(message.starts_with(&format!("{} cannot be written: ", wrong.display())), "{message}");
            assert!(write_whole(&wrong, "").is_err());
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
