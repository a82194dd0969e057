//! Two networks, or two settings of the search, against each other: whether a change is worth having.
//!
//! Both play the same search in the same process, two games from every opening with colours exchanged, so
//! that the luck of the opening goes to both.

use super::Settings;
use super::game::{open, play_out};
use crate::arena::stats::{Distribution, Estimate};
use crate::core::Color;
use crate::eval::nnue::Network;
use crate::learn::scoring::{limits, search, searcher};
use crate::search::{Limits, OutOfMemory, Params, Searcher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

/// A match of two networks.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Openings, ends of games, and nodes a move.
    pub settings: Settings,
    /// The networks; `None` is the hand-written evaluation.
    pub networks: [Option<Arc<Network>>; 2],
    /// What their searches go by.
    pub params: [Params; 2],
    /// How far a search goes, in place of the settings' nodes.
    pub limits: Option<Limits>,
    /// How many pairs of games.
    pub pairs: u32,
    /// How many are played at once.
    pub threads: usize,
}

/// Pairs of games by the points of the first network: 0, 0.5, 1, 1.5 and 2.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally(pub [u64; 5]);

impl Tally {
    /// Pairs played.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The first network's share of the points; not a number before the first pair.
    pub fn share(&self) -> f64 {
        Distribution::new(&self.0).moments().0
    }

    /// How much stronger the first network is, in Elo.
    pub fn elo(&self) -> Estimate {
        Distribution::new(&self.0).elo()
    }
}

/// Plays a match, and shows the tally after every pair. Raising `stop` ends it.
///
/// # Errors
/// When there is no memory for a transposition table.
pub fn duel(duel: &Duel, stop: &AtomicBool, mut report: impl FnMut(&Tally)) -> Result<Tally, OutOfMemory> {
    let limits = duel.limits.clone().unwrap_or_else(|| limits(duel.settings.nodes));
    let next = AtomicU32::new(0);
    let (sender, points) = mpsc::channel();
    let tables = (0..duel.threads.max(1)).map(|_| {
        let player = |index: usize| {
            let mut searcher = searcher(duel.settings.hash_mib, duel.networks[index].as_ref())?;
            searcher.set_params(duel.params[index]);
            Ok(searcher)
        };
        Ok([player(0)?, player(1)?])
    });
    let tables: Vec<[Searcher; 2]> = tables.collect::<Result<_, OutOfMemory>>()?;
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        for mut players in tables {
            let (sender, next, limits) = (sender.clone(), &next, &limits);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= duel.pairs {
                        break;
                    }
                    let Some(half_points) = pair(duel, &mut players, number, limits, stop) else { break };
                    if sender.send(half_points).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for half_points in points {
            tally.0[half_points] += 1;
            report(&tally);
        }
    });
    Ok(tally)
}

/// Two games from one opening; the first network's half points.
fn pair(
    duel: &Duel,
    players: &mut [Searcher; 2],
    number: u32,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<usize> {
    let settings = &duel.settings;
    // Whether an opening is equal is for the first player to say in even pairs, for the second in odd ones.
    let judge = &mut players[number as usize % 2];
    judge.clear();
    let start =
        open(settings, number, |position| search(judge, position, &self::limits(settings.nodes), stop))?;
    let mut half_points = 0.0;
    for first_plays in Color::ALL {
        players.iter_mut().for_each(Searcher::clear);
        let played = play_out(settings, start.clone(), |position| {
            let player = usize::from(position.side() != first_plays);
            search(&mut players[player], position, limits, stop)
        })?;
        half_points += 2.0 * played.outcome.points(first_plays);
    }
    Some(half_points as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_players_share_the_points() {
        let settings = Settings { nodes: 30, hash_mib: 1, max_plies: 60, ..Settings::default() };
        let match_up = Duel {
            settings,
            networks: [None, None],
            params: [Params::default(); 2],
            limits: None,
            pairs: 3,
            threads: 2,
        };
        let tally = duel(&match_up, &AtomicBool::new(false), |_| {}).unwrap();
        // The same player twice, without chance: each opening is shared.
        assert_eq!(tally, Tally([0, 0, 3, 0, 0]));
        assert_eq!(tally.elo().to_string(), "0.0 ± 0.0");
    }

    #[test]
    fn points_become_elo() {
        let tally = Tally([10, 20, 40, 40, 20]);
        assert!((tally.share() - 0.576_9).abs() < 1e-3, "{}", tally.share());
        let Estimate { value, error } = tally.elo();
        assert!((value - 53.9).abs() < 0.5 && error > 30.0 && error < 40.0, "{value} {error}");
        assert_eq!(Tally([0, 0, 0, 0, 9]).elo().to_string(), "?");
        assert_eq!(Tally::default().elo().to_string(), "?");
    }
}
