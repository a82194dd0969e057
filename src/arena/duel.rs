//! A match of two engines: every opening is played twice, with both colours.

use super::absence::{Absences, PlayError};
use super::adjudicate::GameRules;
use super::game::Fixture;
use super::journal::{JournalError, setup_fingerprint};
use super::ledger::{Files, Ledger, LedgerError};
use super::openings::{self, Opening};
use super::record::GameRecord;
use super::runner::Hall;
use super::spec::EngineSpec;
use super::sprt::{Decision, Sprt};
use super::stats::Results;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
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
        Self { engines, rules, openings: openings::fingerprint(openings), shard }
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

/// A match under way.
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
    ledger: Ledger,
}

impl Duel {
    /// Opens the journal of a match, and takes over the games that it holds.
    ///
    /// # Errors
    /// When the journal cannot be used, see [`Ledger::open`].
    pub fn open(
        setup: Setup,
        openings: Vec<Opening>,
        games: usize,
        sprt: Option<Sprt>,
        files: Files,
    ) -> Result<Self, JournalError> {
        let ledger = Ledger::open(&setup, files)?;
        let mut results = Results::default();
        for game in ledger.games() {
            results.add(game);
        }
        Ok(Self { games, sprt, openings, setup, results, ledger })
    }

    /// How many games have been played.
    pub fn played(&self) -> usize {
        self.ledger.games().len()
    }

    /// How many games this part of the match has.
    pub fn length(&self) -> usize {
        fixtures(&self.openings, self.games, self.setup.shard, &HashSet::new()).count()
    }

    /// Whether the test has come to a decision.
    pub fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decide(&self.results.pairs) != Decision::Continue)
    }

    /// Plays what is still to be played. Every game is in the journal before `show` sees it.
    ///
    /// # Errors
    /// When a game cannot be written down, or an engine never starts; then the games under way are the last.
    pub fn play(
        &mut self,
        hall: &Hall,
        stop: &AtomicBool,
        mut show: impl FnMut(&GameRecord, &Self),
    ) -> Result<(), PlayError> {
        self.ledger.open_pgn(hall).map_err(LedgerError::from)?;
        if self.is_decided() {
            return Ok(());
        }
        let done: HashSet<_> = self.ledger.games().iter().map(|game| game.game).collect();
        let openings = self.openings.clone();
        let schedule = fixtures(&openings, self.games, self.setup.shard, &done);
        let (mut result, mut absences) = (Ok(()), Absences::new(hall));
        hall.run(schedule, stop, |game| {
            let before = self.played();
            let written = self.ledger.record(game);
            // A game that is in the journal counts, whatever became of the PGN file.
            let mut seen = Ok(());
            if let Some(game) = self.ledger.games().get(before) {
                self.results.add(game);
                show(game, self);
                seen = absences.see(game, hall);
            }
            if let Err(error) = written.map_err(PlayError::from).and(seen) {
                result = Err(error);
                return ControlFlow::Break(());
            }
            if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        result
    }
}

#[cfg(test)]
mod tests {
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
}
