//! Scores of recorded games, searched again: what an old game is worth to a new network.

use super::records::{Game, UnpackError};
use super::scoring::{limits, recorded, search, searcher};
use crate::eval::nnue::Network;
use crate::search::{Limits, OutOfMemory, Searcher};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use thiserror::Error;

/// How positions are searched again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// No new iteration is begun after so many nodes.
    pub nodes: u32,
    /// Each thread's transposition table in MiB; it is emptied before every game.
    pub hash_mib: usize,
    /// How many games are searched at once; the scores do not depend on it.
    pub threads: usize,
}

/// Why games are not searched again.
#[derive(Debug, Error)]
pub enum RescoreError {
    /// There is no memory for a transposition table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A game cannot be replayed.
    #[error("game {number} cannot be replayed: {error}")]
    Game {
        /// The game's number in its run.
        number: u32,
        /// What is wrong with it.
        error: UnpackError,
    },
}

/// Searches every position of the games again and hands the games on with the new scores, in their order, on
/// the calling thread. Moves, results and reasons stay. Positions are evaluated by `network`, or by
/// hand-written terms if there is none.
///
/// Raising `stop` ends the run at once; games in progress are dropped. So does an error of `finished`, which
/// is handed on.
///
/// # Errors
/// That of `finished`, that a game cannot be replayed, or that there is no memory for a transposition table.
pub fn rescore<E: From<RescoreError>>(
    settings: &Settings,
    network: Option<&Arc<Network>>,
    games: &[Game],
    stop: &AtomicBool,
    mut finished: impl FnMut(Game) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, rescored) = mpsc::channel();
    let limits = limits(settings.nodes);
    let searchers = (0..settings.threads.max(1)).map(|_| searcher(settings.hash_mib, network));
    let searchers: Vec<_> = searchers.collect::<Result<_, _>>().map_err(RescoreError::Memory)?;
    std::thread::scope(|scope| {
        for mut searcher in searchers {
            let (sender, next, limits) = (sender.clone(), &next, &limits);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = games.get(index) else { break };
                    let Some(game) = rescore_game(&mut searcher, limits, game, stop).transpose() else {
                        break;
                    };
                    if sender.send((index, game)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = in_order(rescored).try_for_each(|game| finished(game?));
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        result
    })
}

/// The game with new scores; `None` if the run is stopped.
fn rescore_game(
    searcher: &mut Searcher,
    limits: &Limits,
    game: &Game,
    stop: &AtomicBool,
) -> Result<Option<Game>, RescoreError> {
    searcher.clear();
    let mut scores = Vec::with_capacity(game.plies.len());
    game.replay(|position, _| scores.push(search(searcher, position, limits, stop)))
        .map_err(|error| RescoreError::Game { number: game.number, error })?;
    let mut rescored = game.clone();
    for (ply, found) in rescored.plies.iter_mut().zip(scores) {
        let Some((_, score)) = found else { return Ok(None) };
        ply.score = recorded(score);
    }
    Ok(Some(rescored))
}

/// Items by their numbers from 0 on, as far as none is missing.
fn in_order<T>(items: impl IntoIterator<Item = (usize, T)>) -> impl Iterator<Item = T> {
    let mut items = items.into_iter();
    let mut early = BTreeMap::new();
    (0..).map_while(move |index| {
        while !early.contains_key(&index) {
            let (number, item) = items.next()?;
            early.insert(number, item);
        }
        early.remove(&index)
    })
}

#[cfg(test)]
mod tests {
    use super::super::selfplay;
    use super::*;

    const SETTINGS: Settings = Settings { nodes: 100, hash_mib: 1, threads: 1 };

    fn games() -> Vec<Game> {
        let settings =
            selfplay::Settings { nodes: 30, hash_mib: 1, max_plies: 40, ..selfplay::Settings::default() };
        let mut games = Vec::new();
        selfplay::play::<OutOfMemory>(&settings, None, 0, 6, 1, &AtomicBool::new(false), |game| {
            games.push(game);
            Ok(())
        })
        .unwrap();
        games
    }

    fn rescored(settings: &Settings, games: &[Game]) -> Result<Vec<Game>, RescoreError> {
        let network = Arc::new(Network::material());
        let mut rescored = Vec::new();
        rescore(settings, Some(&network), games, &AtomicBool::new(false), |game| {
            rescored.push(game);
            Ok::<_, RescoreError>(())
        })?;
        Ok(rescored)
    }

    fn without_scores(games: &[Game]) -> Vec<Game> {
        let mut games = games.to_vec();
        games.iter_mut().flat_map(|game| &mut game.plies).for_each(|ply| ply.score = 0);
        games
    }

    #[test]
    fn only_scores_change() {
        let games = games();
        let rescored = rescored(&SETTINGS, &games).unwrap();
        assert_eq!(without_scores(&rescored), without_scores(&games));
        assert_ne!(rescored, games);
    }

    #[test]
    fn scores_depend_on_nothing_but_the_game() {
        let games = games();
        let all = rescored(&SETTINGS, &games).unwrap();
        assert_eq!(rescored(&SETTINGS, &games).unwrap(), all);
        assert_eq!(rescored(&Settings { threads: 3, ..SETTINGS }, &games).unwrap(), all);
        assert_eq!(rescored(&SETTINGS, &games[4..]).unwrap(), all[4..]);
    }

    #[test]
    fn a_game_that_cannot_be_played_ends_the_run() {
        let mut games = games();
        let mv = games[1].plies[0].mv;
        games[1].plies.iter_mut().for_each(|ply| ply.mv = mv);
        let error = rescored(&SETTINGS, &games).unwrap_err();
        assert!(error.to_string().starts_with("game 1 cannot be replayed: "), "{error}");
    }

    #[test]
    fn a_run_stops_when_told_to() {
        let finished = |_| -> Result<(), RescoreError> { panic!("nothing can be finished") };
        rescore(&SETTINGS, None, &games(), &AtomicBool::new(true), finished).unwrap();
    }
}
