//! `phao match --merge`: the results of a match that was played in parts.

use super::CommandResult;
use super::console;
use super::match_::{Output, write_json};
use phao::arena::GameRecord;
use phao::arena::duel::{Setup, Shard};
use phao::arena::journal::{self, JournalError};
use phao::arena::pgn_file::PgnFile;
use phao::arena::report::Summary;
use phao::arena::stats::Results;
use std::collections::BTreeMap;
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

/// How many runs of missing games are named.
const SHOWN_RUNS: usize = 20;

/// What the journals hold.
struct Parts {
    setup: Setup,
    /// Which parts of the match they are.
    shards: Vec<Shard>,
    /// The games, by number.
    games: BTreeMap<usize, GameRecord>,
}

/// The games of all journals.
fn collect(paths: &[PathBuf]) -> Result<Parts, MergeError> {
    let read = |path: &Path| journal::read::<Setup>(path);
    let setup = read(&paths[0])?.head.setup;
    let (mut games, mut shards) = (BTreeMap::new(), Vec::new());
    for path in paths {
        let contents = read(path)?;
        if !contents.head.setup.is_same_match(&setup) {
            return Err(MergeError::Other(path.clone(), paths[0].clone()));
        }
        shards.push(contents.head.setup.shard);
        for game in contents.games {
            let number = game.game + 1;
            if games.insert(game.game, game).is_some() {
                return Err(MergeError::Twice { number, path: path.clone() });
            }
        }
    }
    Ok(Parts { setup, shards, games })
}

impl Parts {
    /// What is not there, if anything is not: parts as their `--shard` has them, and games up to the last that is
    /// there.
    fn missing(&self) -> Option<String> {
        let parts: Vec<_> = (0..self.setup.shard.count)
            .filter(|&index| !self.shards.iter().any(|shard| shard.index == index || shard.count == 1))
            .map(|index| format!("{}/{}", index + 1, self.setup.shard.count))
            .collect();
        let last = self.games.keys().next_back().copied().unwrap_or(0);
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for game in (0..last).filter(|game| !self.games.contains_key(game)) {
            match runs.last_mut() {
                Some((_, end)) if *end + 1 == game => *end = game,
                _ => runs.push((game, game)),
            }
        }
        let more = if runs.len() > SHOWN_RUNS { ", …" } else { "" };
        let run = |&(first, end): &(usize, usize)| match end - first {
            0 => (first + 1).to_string(),
            _ => format!("{}-{}", first + 1, end + 1),
        };
        let runs: Vec<_> = runs.iter().take(SHOWN_RUNS).map(run).collect();
        match (parts.is_empty(), runs.is_empty()) {
            (true, true) => None,
            (false, true) => Some(format!("part {} is missing", parts.join(", "))),
            (true, false) => Some(format!("games {}{more} are missing", runs.join(", "))),
            (false, false) => {
                let (parts, runs) = (parts.join(", "), runs.join(", "));
                Some(format!("part {parts} is missing; of the games up to {}, {runs}{more} are", last + 1))
            }
        }
    }
}

/// Puts journals together.
pub(super) fn run(paths: &[PathBuf], output: &Output) -> CommandResult {
    let parts = collect(paths)?;
    if let Some(missing) = parts.missing() {
        console::tell(format_args!("phao: {missing}"));
    }
    let Parts { setup, games, .. } = parts;
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
        PgnFile::add(target, &games, &engines.clone().map(Arc::new))?;
    }
    if let Some(path) = &output.json {
        write_json(path, &summary)?;
    }
    write!(io::stdout(), "{}", summary.text())?;
    Ok(ExitCode::SUCCESS)
}
