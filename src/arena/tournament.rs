//! A tournament of several engines: what is played, the games, the table.

use super::absence::{Absences, PlayError};
use super::adjudicate::GameRules;
use super::game::Fixture;
use super::journal::{JournalError, setup_fingerprint};
use super::ledger::{Files, Ledger, LedgerError};
use super::openings::Opening;
use super::record::GameRecord;
use super::rounds::Progress;
use super::runner::Hall;
use super::spec::EngineSpec;
use super::standings::{Forfeit, Standing};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets everybody.
    Gauntlet,
    /// Those with as many points as can be meet, and nobody twice.
    Swiss,
}

/// What decides the games of a tournament: one can only be resumed with the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The engines, as they were asked for.
    pub engines: Vec<EngineSpec>,
    /// How games end.
    pub rules: GameRules,
    /// The fingerprint of the openings, in their order.
    pub openings: u64,
    /// Who meets whom.
    pub format: Format,
    /// How often everybody meets, or how many rounds a Swiss tournament has.
    pub rounds: usize,
    /// How many games an encounter has.
    pub games: usize,
    /// What draws the lots.
    pub seed: u64,
}

impl Setup {
    /// A name for the journal that no other tournament has.
    pub fn journal_name(&self) -> PathBuf {
        format!("phao-tournament-{:08x}.jsonl", setup_fingerprint(self) as u32).into()
    }

    /// How many games it has in all, if nobody withdraws.
    pub fn length(&self) -> usize {
        let players = self.engines.len();
        let encounters = match self.format {
            Format::RoundRobin => players * (players - 1) / 2,
            Format::Gauntlet => players - 1,
            Format::Swiss => players / 2,
        };
        encounters * self.rounds * self.games
    }
}

/// A tournament under way.
#[derive(Debug)]
pub struct Tournament {
    setup: Setup,
    openings: Vec<Opening>,
    ledger: Ledger,
}

impl Tournament {
    /// Opens the journal of a tournament, and takes over the games that it holds. Those who have withdrawn, now or
    /// as the journal says earlier, play no more.
    ///
    /// # Errors
    /// When the journal cannot be used, see [`Ledger::open`].
    pub fn open(
        setup: Setup,
        openings: Vec<Opening>,
        withdrawn: &[usize],
        files: Files,
    ) -> Result<Self, JournalError> {
        let mut ledger = Ledger::open(&setup, files)?;
        ledger.withdraw(withdrawn)?;
        Ok(Self { setup, openings, ledger })
    }

    /// What is played.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The games so far.
    pub fn games(&self) -> &[GameRecord] {
        self.ledger.games()
    }

    /// The players who have withdrawn.
    pub fn withdrawn(&self) -> &[usize] {
        self.ledger.withdrawn()
    }

    /// The points that were given for games that were not played.
    pub fn forfeits(&self) -> Vec<Forfeit> {
        self.progress().forfeits()
    }

    /// Whether all is played.
    pub fn is_over(&self) -> bool {
        self.progress().pending(&self.openings).is_empty()
    }

    fn progress(&self) -> Progress<'_> {
        Progress { setup: &self.setup, withdrawn: self.withdrawn(), games: self.games() }
    }

    /// Plays what is still to be played. Every game is written down before `show` sees it.
    ///
    /// # Errors
    /// When a game cannot be written down, or an engine never starts; then the games under way are the last.
    pub fn play(
        &mut self,
        hall: &Hall,
        stop: &AtomicBool,
        mut show: impl FnMut(&GameRecord),
    ) -> Result<(), PlayError> {
        self.ledger.open_pgn(hall).map_err(LedgerError::from)?;
        let mut absences = Absences::new(hall);
        while !stop.load(Ordering::Relaxed) {
            let fixtures: Vec<Fixture> = self.progress().pending(&self.openings);
            if fixtures.is_empty() {
                break;
            }
            let mut result = Ok(());
            hall.run(fixtures.into_iter(), stop, |game| {
                let before = self.games().len();
                let written = self.ledger.record(game);
                let mut seen = Ok(());
                if let Some(game) = self.games().get(before) {
                    show(game);
                    seen = absences.see(game, hall);
                }
                match written.map_err(PlayError::from).and(seen) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        result = Err(error);
                        ControlFlow::Break(())
                    }
                }
            });
            result?;
        }
        Ok(())
    }

    /// The table as it stands (article 21).
    pub fn standings(&self) -> Vec<Standing> {
        self.progress().standings()
    }
}
