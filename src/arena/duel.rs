//! A match of two engines: every opening is played twice, with both colours.

use super::adjudicate::GameRules;
use super::game::Fixture;
use super::journal::{Journal, JournalError, setup_fingerprint};
use super::openings::Opening;
use super::pgn::{self, Tags};
use super::record::GameRecord;
use super::rng::fingerprint;
use super::runner::Hall;
use super::spec::EngineSpec;
use super::sprt::{Decision, Sprt};
use super::stats::Results;
use crate::core::Color;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A part of a match that is split among machines: every `count`-th pair of games, from `index` on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 0.
    pub index: usize,
    /// How many parts.
    pub count: usize,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    const fn has_pair(self, pair: usize) -> bool {
        pair % self.count == self.index
    }
}

/// What decides the games of a match: a match can only be resumed with the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The engines, as they were asked for.
    pub engines: [EngineSpec; 2],
    /// How games end beside the law.
    pub rules: GameRules,
    /// The fingerprint of the openings, in their order.
    pub openings: u64,
    /// Which part of the match is played here.
    pub shard: Shard,
}

impl Setup {
    /// The setup of a match.
    pub fn new(engines: [EngineSpec; 2], rules: GameRules, openings: &[Opening], shard: Shard) -> Self {
        let text: String = openings.iter().flat_map(|opening| [opening.fen.as_str(), "\n"]).collect();
        Self { engines, rules, openings: fingerprint(&text), shard }
    }

    /// A name for the journal that no other match has.
    pub fn journal_name(&self) -> PathBuf {
        format!("phao-match-{:08x}.jsonl", setup_fingerprint(self) as u32).into()
    }

    /// Whether both are parts of the same match.
    pub fn is_same_match(&self, other: &Self) -> bool {
        Self { shard: Shard::WHOLE, ..self.clone() } == Self { shard: Shard::WHOLE, ..other.clone() }
    }
}

/// The games of a match that are still to be played. Openings come round again when all were used.
pub fn fixtures(
    openings: &[Opening],
    games: usize,
    shard: Shard,
    done: &HashSet<usize>,
) -> impl Iterator<Item = Fixture> {
    (0..games).filter(move |game| shard.has_pair(game / 2) && !done.contains(game)).map(move |game| Fixture {
        game,
        round: game / 2 + 1,
        red: game % 2,
        black: 1 - game % 2,
        opening: openings[game / 2 % openings.len()].clone(),
    })
}

/// A PGN file that games are appended to.
#[derive(Debug)]
pub struct PgnFile {
    file: File,
    comments: bool,
    event: String,
    /// The engines' names and time controls.
    engines: Vec<(String, String)>,
}

impl PgnFile {
    /// Opens the file. What is behind `start` is replaced by `games`, so that after a kill every game is
    /// there once; what is before it is kept.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn open(
        path: &Path,
        start: u64,
        games: &[GameRecord],
        engines: &[impl AsRef<EngineSpec>],
        event: &str,
        comments: bool,
    ) -> io::Result<Self> {
        let engines = engines
            .iter()
            .map(|engine| (engine.as_ref().name.clone(), engine.as_ref().limits.to_string()))
            .collect();
        let mut kept = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let is_as_it_should_be = kept.len() as u64 == start && games.is_empty();
        if !is_as_it_should_be {
            kept.truncate(start.try_into().unwrap_or(usize::MAX));
            let mut temporary = path.as_os_str().to_owned();
            temporary.push(".tmp");
            let file = File::create(&temporary)?;
            let mut writer = Self { file, comments, event: event.to_owned(), engines };
            writer.file.write_all(&kept)?;
            for game in games {
                writer.write(game)?;
            }
            fs::rename(&temporary, path)?;
            return Ok(writer);
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file, comments, event: event.to_owned(), engines })
    }

    /// Appends a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, game: &GameRecord) -> io::Result<()> {
        let engine = |side| &self.engines[game.engine(side)];
        let tags = Tags {
            event: &self.event,
            names: Color::ALL.map(|side| engine(side).0.as_str()),
            controls: Color::ALL.map(|side| engine(side).1.clone()),
            comments: self.comments,
        };
        self.file.write_all(pgn::write(game, &tags).as_bytes())
    }
}

/// Where the games of a match go, and when it is over.
#[derive(Debug)]
pub struct Duel {
    /// How many games at most, in all parts.
    pub games: usize,
    /// The test that ends the match, if there is one.
    pub sprt: Option<Sprt>,
    /// The openings, in order.
    pub openings: Vec<Opening>,
    /// What is played.
    pub setup: Setup,
    /// The results so far.
    pub results: Results,
    journal: Journal,
    played: Vec<GameRecord>,
    pgn_start: u64,
}

impl Duel {
    /// Opens the journal of a match, and takes over the games that it holds.
    ///
    /// # Errors
    /// When the journal cannot be used, see [`Journal::open`].
    pub fn open(
        setup: Setup,
        openings: Vec<Opening>,
        games: usize,
        sprt: Option<Sprt>,
        journal: &Path,
        pgn: Option<&Path>,
        resume: bool,
    ) -> Result<Self, JournalError> {
        let pgn_start = pgn.and_then(|path| fs::metadata(path).ok()).map_or(0, |data| data.len());
        let (journal, contents) = Journal::open(journal, &setup, pgn_start, resume)?;
        let mut results = Results::default();
        for game in &contents.games {
            results.add(game);
        }
        Ok(Self {
            games,
            sprt,
            openings,
            setup,
            results,
            journal,
            pgn_start: contents.head.pgn_start,
            played: contents.games,
        })
    }

    /// How many games had been played when the journal was opened.
    pub fn resumed_games(&self) -> usize {
        self.played.len()
    }

    /// Opens the PGN file of the match.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn pgn(&self, path: &Path, hall: &Hall, event: &str, comments: bool) -> io::Result<PgnFile> {
        PgnFile::open(path, self.pgn_start, &self.played, &hall.engines, event, comments)
    }

    /// How many games this part of the match has.
    pub fn length(&self) -> usize {
        fixtures(&self.openings, self.games, self.setup.shard, &HashSet::new()).count()
    }

    /// Whether the test has come to a decision.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decide(&self.results.pairs) != Decision::Continue)
    }

    /// Plays what is still to be played. Every game is in the journal and the PGN file before `show` sees it.
    ///
    /// # Errors
    /// When a game cannot be written down; then no further game is begun.
    pub fn play(
        &mut self,
        hall: &Hall,
        mut pgn: Option<PgnFile>,
        stop: &AtomicBool,
        mut show: impl FnMut(&GameRecord, &Self),
    ) -> io::Result<()> {
        let done: HashSet<_> = self.played.iter().map(|game| game.game).collect();
        let openings = self.openings.clone();
        let schedule =
            fixtures(&openings, if self.is_decided() { 0 } else { self.games }, self.setup.shard, &done);
        let mut result = Ok(());
        hall.run(schedule, stop, |game| {
            let written =
                self.journal.record(&game).and_then(|()| pgn.as_mut().map_or(Ok(()), |pgn| pgn.write(&game)));
            if let Err(error) = written {
                result = Err(error);
                return ControlFlow::Break(());
            }
            self.results.add(&game);
            show(&game, self);
            if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        result
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Outcome;
    use super::super::record::tests::sample;
    use super::*;

    fn openings() -> Vec<Opening> {
        (0..3).map(|id| Opening { id: id.to_string(), fen: format!("fen {id}") }).collect()
    }

    #[test]
    fn every_opening_is_played_with_both_colours() {
        let openings = openings();
        let all: Vec<_> = fixtures(&openings, 8, Shard::WHOLE, &HashSet::new()).collect();
        assert_eq!(all.iter().map(|game| game.opening.id.as_str()).collect::<String>(), "00112200");
        assert!(all.iter().all(|game| game.red + game.black == 1 && game.red == game.game % 2));
    }

    #[test]
    fn shards_share_the_games_out() {
        let openings = openings();
        let mut seen = HashSet::new();
        for index in 0..3 {
            for game in fixtures(&openings, 100, Shard { index, count: 3 }, &HashSet::from([5, 6])) {
                assert!(seen.insert(game.game));
            }
        }
        assert_eq!(seen.len(), 98);
    }

    #[test]
    fn a_pgn_file_is_put_right_after_a_kill() {
        let folder = std::env::temp_dir().join(format!("phao-pgn-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.pgn");
        let engines = [std::sync::Arc::new(EngineSpec::default()), std::sync::Arc::default()];
        let games: Vec<_> = (0..3).map(|game| sample(game, Outcome::Draw)).collect();
        fs::write(&path, "other games\n").unwrap();
        let open =
            |start, games: &[GameRecord]| PgnFile::open(&path, start, games, &engines, "x", true).unwrap();
        let mut file = open(12, &[]);
        for game in &games {
            file.write(game).unwrap();
        }
        let whole = fs::read_to_string(&path).unwrap();
        assert!(whole.starts_with("other games\n[Game ") && whole.matches("[Game ").count() == 3);
        for length in [12, 100, whole.len() - 1, whole.len()] {
            fs::write(&path, &whole[..length]).unwrap();
            let mut file = open(12, &games[..2]);
            file.write(&games[2]).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
