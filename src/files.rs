//! Files that are there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How many links are followed to a file that is not there yet; systems themselves give up about here.
const MAX_LINKS: usize = 40;

/// Writes a file under a temporary name beside it (its name and `.tmp`) and renames it when all of it is on
/// the disk, so that whoever reads or is killed in between finds the old file or the new one. A link is followed;
/// a device or a pipe is written to as it stands.
///
/// # Errors
/// When the system cannot write; an old file stays then, and nothing is left under the temporary name.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if cannot_be_replaced(path) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let path = &followed(path);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        // A half-written file is of no use to anyone.
        let _ = fs::remove_file(&temporary);
    })
}

/// Whether a path leads to a pipe or a device, which is written to as it stands.
pub fn cannot_be_replaced(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// The file that a path leads to through links, whether it is there or not.
pub fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        // A relative link is meant from its own folder; an absolute one replaces it.
        path = path.parent().map_or_else(|| next.clone(), |folder| folder.join(&next));
    }
    path
}

/// Reads a plain file of at most so many bytes: a pipe or a device may never end.
///
/// # Errors
/// When it is something else, longer, or cannot be read.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    if about.len() > most {
        return Err(io::Error::other(format!("it is longer than {} MiB", most >> 20)));
    }
    fs::read(path)
}

/// Whether two paths lead to one file that is there, through links or by another spelling.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_written_whole_and_nothing_is_left_over() {
        let folder = std::env::temp_dir().join(format!("phao-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("taken")).unwrap();
        let path = folder.join("a.b");
        for bytes in [b"first".as_slice(), b"second"] {
            write_whole(&path, bytes).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        assert!(is_same_file(&path, &folder.join("taken/../a.b")));
        assert!(!is_same_file(&path, &folder.join("taken")));
        assert!(!is_same_file(&folder.join("none"), &folder.join("none")), "it is not there");
        assert_eq!(read_plain(&path, 100).unwrap(), fs::read(&path).unwrap());
        assert!(read_plain(&path, 0).is_err() && read_plain(&folder, 100).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a.b", folder.join("link")).unwrap();
            assert!(is_same_file(&folder.join("link"), &path));
            write_whole(&folder.join("link"), b"linked").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"linked");
            assert!(folder.join("link").is_symlink());
            fs::remove_file(folder.join("link")).unwrap();
            write_whole(Path::new("/dev/null"), b"nothing").unwrap();
            assert!(!fs::metadata("/dev/null").unwrap().is_file());
        }
        // A folder cannot be replaced by a file.
        assert!(write_whole(&folder.join("taken"), b"third").is_err());
        assert!(write_whole(&folder.join("none").join("a"), b"third").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }
}
