//! `phao match --merge`: the results of a match that was played in parts.

use super::CommandResult;
use super::match_::{Output, write_json};
use phao::arena::GameRecord;
use phao::arena::duel::Setup;
use phao::arena::journal::{self, JournalError};
use phao::arena::pgn_file::PgnFile;
use phao::arena::report::Summary;
use phao::arena::stats::Results;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use thiserror::Error;

/// Journals that do not belong together.
#[derive(Debug, Error)]
pub(super) enum MergeError {
    /// One cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// They are of different matches.
    #[error("{0} is of another match than {1}: engines, limits, openings or rules differ")]
    Other(PathBuf, PathBuf),
    /// A game is in two of them: the same part was played twice.
    #[error("game {number} is in {path} and in another journal: parts need different --shard")]
    Twice {
        /// The game, from 1.
        number: usize,
        /// Where it was found again.
        path: PathBuf,
    },
}

/// The games of all journals, by number.
fn collect(paths: &[PathBuf]) -> Result<(Setup, BTreeMap<usize, GameRecord>), MergeError> {
    let read = |path: &Path| journal::read::<Setup>(path);
    let setup = read(&paths[0])?.head.setup;
    let mut games = BTreeMap::new();
    for path in paths {
        let contents = read(path)?;
        if !contents.head.setup.is_same_match(&setup) {
            return Err(MergeError::Other(path.clone(), paths[0].clone()));
        }
        for game in contents.games {
            let number = game.game + 1;
            if games.insert(game.game, game).is_some() {
                return Err(MergeError::Twice { number, path: path.clone() });
            }
        }
    }
    Ok((setup, games))
}

/// Puts journals together.
pub(super) fn run(paths: &[PathBuf], output: &Output) -> CommandResult {
    let (setup, games) = collect(paths)?;
    let mut results = Results::default();
    for game in games.values() {
        results.add(game);
    }
    let mut engines = setup.engines.clone();
    for (index, engine) in engines.iter_mut().enumerate() {
        if engine.name.is_empty() {
            let file = engine.program.file_name().unwrap_or_default().to_string_lossy();
            engine.name = format!("{file} ({})", index + 1);
        }
    }
    let names = engines.each_ref().map(|engine| engine.name.as_str());
    let summary = Summary::new(names, &results, games.len(), output.sprt);
    if let Some(target) = &output.pgn {
        let games: Vec<_> = games.into_values().collect();
        let start = fs::metadata(&target.path).map_or(0, |data| data.len());
        PgnFile::open(target, start, &games, &engines.clone().map(Arc::new))?;
    }
    if let Some(path) = &output.json {
        write_json(path, &summary)?;
    }
    write!(io::stdout(), "{}", summary.text())?;
    Ok(ExitCode::SUCCESS)
}
