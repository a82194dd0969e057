//! Where output goes: standard output, whatever pipe or device a path names, or a file that gets its name only
//! when it is complete.

use phao::files::{cannot_be_replaced, followed, is_same_file};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where output goes.
pub(super) enum Target {
    /// Standard output.
    Standard,
    /// Something that cannot be replaced: a pipe or a device.
    Straight(PathBuf),
    /// A file, under the name that it has while it is written, and the one that it gets.
    Whole {
        /// Beside the file itself, so that it can be renamed.
        temporary: PathBuf,
        /// The file itself, links followed.
        last: PathBuf,
    },
}

impl Target {
    /// The target of a path; `-` is standard output.
    pub(super) fn of(path: &Path) -> Self {
        if path.as_os_str() == "-" || path == Path::new("/dev/stdout") {
            return Self::Standard;
        }
        if cannot_be_replaced(path) {
            return Self::Straight(path.to_owned());
        }
        let last = followed(path);
        let mut temporary = last.as_os_str().to_owned();
        temporary.push(".tmp");
        Self::Whole { temporary: temporary.into(), last }
    }

    /// Whether it is a file that is replaced as a whole, as often as one likes.
    pub(super) const fn is_file(&self) -> bool {
        matches!(self, Self::Whole { .. })
    }

    /// Checks that writing it overwrites no input, not even with what is not finished yet; the error says which
    /// one it would. `-` is standard input, which some systems know as the file that it comes from.
    pub(super) fn spares(&self, inputs: &[PathBuf]) -> Result<(), String> {
        let Self::Whole { temporary, last } = self else { return Ok(()) };
        for input in inputs {
            let path = if input.as_os_str() == "-" { Path::new("/dev/stdin") } else { input };
            if let Some(file) = [last, temporary].into_iter().find(|file| is_same_file(path, file)) {
                let file = file.display();
                return Err(format!("{file} is read and would be overwritten; write to another file"));
            }
        }
        Ok(())
    }

    /// Opens it.
    pub(super) fn open(&self) -> io::Result<Box<dyn Write>> {
        Ok(match self {
            Self::Standard => Box::new(io::stdout().lock()),
            Self::Straight(path) => Box::new(OpenOptions::new().write(true).open(path)?),
            // Seen now, not when all is written and only the name is to be given.
            Self::Whole { last, .. } if last.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Self::Whole { temporary, .. } => Box::new(File::create(temporary)?),
        })
    }

    /// Gives a file its name, now that all of it is written.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Whole { temporary, last } => {
                fs::rename(&temporary, last).inspect_err(|_| drop(fs::remove_file(&temporary)))
            }
            Self::Standard | Self::Straight(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_is_standard_output() {
        assert!(matches!(Target::of(Path::new("-")), Target::Standard));
        assert!(Target::of(Path::new("-x")).is_file());
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_files_and_devices_stay() {
        let folder = std::env::temp_dir().join(format!("phao-target-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let link = folder.join("link");
        std::os::unix::fs::symlink("file", &link).unwrap();
        for text in ["first", "second"] {
            let target = Target::of(&link);
            assert_eq!(target.spares(&[folder.join("file")]).is_ok(), text == "first", "if it is there");
            target.open().unwrap().write_all(text.as_bytes()).unwrap();
            target.finish().unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(folder.join("file")).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::write(folder.join("file.tmp"), "").unwrap();
        let inputs = [link.clone(), folder.join("file.tmp")];
        assert!(Target::of(&link).spares(&inputs[1..]).is_err());
        assert!(Target::of(&folder.join("other")).spares(&inputs).is_ok());
        let null = Target::of(Path::new("/dev/null"));
        assert!(!null.is_file() && null.open().is_ok() && null.spares(&["/dev/null".into()]).is_ok());
        fs::remove_dir_all(folder).unwrap();
    }
}
