//! The PGN file that the games of a match are appended to.

use super::pgn::{self, Tags};
use super::record::GameRecord;
use super::spec::EngineSpec;
use crate::core::Color;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How every game of ours begins.
const GAME_MARK: &str = "[Game \"Chinese Chess\"]\n";

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
        "{path} does not hold, from byte {start} on, the games of this match as its journal has them, and is left as \
         it is; with another --pgnout FILE the match goes on, and all games so far are written to that"
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
    /// Opens the file and brings it up to date after a kill or a power cut, behind which `games` and the file can
    /// each lack what the other has: games that the file lacks are appended, and what it has beyond `games` is
    /// cut off, if it is a game of this match or no game at all. What is before `start` stays.
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
        let due: Vec<_> = games.iter().map(|game| pgn.text(game)).collect();
        let there = pgn.written_since(start)?;
        let kept = pgn
            .sound_length(&there, &due, games)
            .ok_or_else(|| PgnFileError::Foreign { path: target.path.clone(), start })?;
        if kept < there.len() {
            let cut = pgn.file.set_len(start + kept as u64);
            cut.map_err(|error| file_error(&target.path, error))?;
        }
        pgn.append(&due.concat().as_bytes()[kept..])?;
        Ok(pgn)
    }

    /// Opens the file and appends those of `games` that are not in it.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn add(
        target: &PgnTarget,
        games: &[GameRecord],
        engines: &[impl AsRef<EngineSpec>],
    ) -> Result<(), PgnFileError> {
        let nothing: &[GameRecord] = &[];
        let end = fs::metadata(&target.path).map_or(0, |data| data.len());
        let mut pgn = Self::open(target, end, nothing, engines)?;
        let there = pgn.written_since(0)?;
        let there = String::from_utf8_lossy(&there);
        let known: HashSet<_> = there.split(GAME_MARK).map(str::trim_end).collect();
        let is_new = |text: &String| !known.contains(text.trim_start_matches(GAME_MARK).trim_end());
        let new: String = games.iter().map(|game| pgn.text(game)).filter(is_new).collect();
        pgn.append(new.as_bytes())
    }

    /// How many of the bytes that stand in the file agree with the games that are due; nothing if the others
    /// are not ours to cut off.
    fn sound_length(&self, there: &[u8], due: &[String], games: &[GameRecord]) -> Option<usize> {
        let agreeing = |text: &[u8], at: usize| {
            text.iter().zip(&there[at..]).take_while(|(own, other)| own == other).count()
        };
        let mut whole = 0;
        for (index, text) in due.iter().enumerate() {
            let count = agreeing(text.as_bytes(), whole);
            if count < text.len() {
                let rest = &there[whole + count..];
                // Cut off inside of this game, and perhaps filled up by the file system.
                let is_torn = rest.is_empty() || (index > 0 || count > GAME_MARK.len()) && !has_games(rest);
                if is_torn {
                    return Some(whole + count);
                }
                break;
            }
            whole += text.len();
        }
        let rest = &there[whole..];
        let is_scrap = whole > 0 && !has_games(rest);
        (rest.is_empty() || is_scrap || self.are_ours_alone(rest, games)).then_some(whole)
    }

    /// Whether a text consists of games of this match that are not among those of the journal.
    fn are_ours_alone(&self, text: &[u8], games: &[GameRecord]) -> bool {
        let text = String::from_utf8_lossy(text);
        let mut parts = text.split(GAME_MARK);
        let known: HashSet<_> = games.iter().map(|game| game.game + 1).collect();
        let is_engine =
            |name: Option<&str>| self.engines.iter().any(|(own, _)| name == Some(&pgn::tag_value(own)));
        let event = pgn::tag_value(&self.target.event);
        let is_ours = |part: &str| {
            let tag = |name: &str| {
                let lines = part.lines().map_while(|line| line.strip_prefix('['));
                let mut values = lines.filter_map(|line| line.strip_prefix(name)?.strip_prefix(" \""));
                values.find_map(|value| value.strip_suffix("\"]"))
            };
            let number = tag("Round").and_then(|round| round.split_once('.')?.1.parse::<usize>().ok());
            let is_single =
                !part.lines().skip_while(|line| line.starts_with('[')).any(|line| line.starts_with('['));
            is_single
                && tag("Event") == Some(&event)
                && is_engine(tag("Red"))
                && is_engine(tag("Black"))
                && number.is_some_and(|number| !known.contains(&number))
        };
        parts.next() == Some("") && parts.all(is_ours)
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

/// Whether bytes have anything of another game in them: a line that could be a tag.
fn has_games(bytes: &[u8]) -> bool {
    bytes.split(|&byte| byte == b'\n').skip(1).chain([bytes]).any(|line| line.starts_with(b"["))
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

        /// Writes all games behind those of others; the text, and its lengths after each game from none on.
        fn write_all(&self) -> (String, Vec<usize>) {
            fs::write(&self.target.path, "other games\n").unwrap();
            let mut file = self.open(12, 0).unwrap();
            let mut lengths = vec![12];
            for game in &self.games {
                file.write(game).unwrap();
                lengths.push(self.text().len());
            }
            (self.text(), lengths)
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
        let (whole, lengths) = trial.write_all();
        assert!(whole.starts_with("other games\n[Game ") && whole.matches("[Game ").count() == 3);
        // Cut anywhere before the end of the second game: the journal always has it first.
        for length in [12, 100, lengths[1], lengths[2] - 1, lengths[2]] {
            fs::write(&trial.target.path, &whole[..length]).unwrap();
            trial.open(12, 2).unwrap().write(&trial.games[2]).unwrap();
            assert_eq!(trial.text(), whole, "cut at {length}");
        }
    }

    #[test]
    fn what_is_beyond_the_journal_is_cut_off() {
        let trial = Trial::new("beyond");
        let (whole, lengths) = trial.write_all();
        for (text, games) in [
            // The journal lost its last line, or all of them.
            (whole.clone(), 2),
            (whole.clone(), 0),
            // The last game, or what would be behind it, is rubbish.
            (whole[..lengths[2]].to_owned() + "\0\0\0\0", 2),
            (whole[..lengths[2] + 50].to_owned() + "\0\0\0\0", 3),
            (whole[..lengths[3] - 5].to_owned() + "###", 3),
        ] {
            fs::write(&trial.target.path, &text).unwrap();
            let mut file = trial.open(12, games).unwrap();
            trial.games[games..].iter().for_each(|game| file.write(game).unwrap());
            assert_eq!(trial.text(), whole);
        }
        // Games of others, and other versions of our own, are not for us to cut off.
        for text in [
            whole[..lengths[2]].to_owned() + &whole[lengths[2]..].replace("\"x\"", "\"y\""),
            whole.clone() + "[Event \"y\"]\n1. h2e2 *\n",
            whole.replace("22:13", "22:14"),
        ] {
            fs::write(&trial.target.path, &text).unwrap();
            assert!(trial.open(12, 2).is_err());
            assert_eq!(trial.text(), text);
        }
    }

    #[test]
    fn games_are_added_once() {
        let trial = Trial::new("once");
        fs::write(&trial.target.path, "other games\n").unwrap();
        let engines = [Arc::new(EngineSpec::default()), Arc::default()];
        for games in [1, 3, 3] {
            PgnFile::add(&trial.target, &trial.games[..games], &engines).unwrap();
            assert_eq!(trial.text().matches("[Game ").count(), games);
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
