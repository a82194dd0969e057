//! A tournament of several engines: rounds, journal, table.

use super::adjudicate::GameRules;
use super::duel::PgnFile;
use super::game::Fixture;
use super::journal::{Journal, JournalError, setup_fingerprint};
use super::openings::Opening;
use super::pairing::{Contender, Round, gauntlet, pair_key, round_robin, swiss};
use super::record::{GameRecord, Outcome};
use super::rng::fingerprint;
use super::runner::Hall;
use super::spec::EngineSpec;
use super::standings::{Encounter, Standing, standings, with_withdrawals};
use crate::core::Color;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
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
}

/// The fingerprint of openings in their order.
pub fn openings_fingerprint(openings: &[Opening]) -> u64 {
    fingerprint(&openings.iter().flat_map(|opening| [opening.fen.as_str(), "\n"]).collect::<String>())
}

/// A tournament under way.
#[derive(Debug)]
pub struct Tournament {
    setup: Setup,
    openings: Vec<Opening>,
    withdrawn: Vec<usize>,
    journal: Journal,
    games: Vec<GameRecord>,
    pgn_start: u64,
}

/// A round with what it needs to be played.
struct PlannedRound {
    pairs: Round,
    bye: Option<usize>,
}

impl Tournament {
    /// Opens the journal of a tournament, and takes over the games that it holds. Those who have withdrawn
    /// play no more.
    ///
    /// # Errors
    /// When the journal cannot be used, see [`Journal::open`].
    pub fn open(
        setup: Setup,
        openings: Vec<Opening>,
        withdrawn: Vec<usize>,
        journal: &Path,
        pgn: Option<&Path>,
        resume: bool,
    ) -> Result<Self, JournalError> {
        let pgn_start = pgn.and_then(|path| fs::metadata(path).ok()).map_or(0, |data| data.len());
        let (journal, contents) = Journal::open(journal, &setup, pgn_start, resume)?;
        let pgn_start = contents.head.pgn_start;
        Ok(Self { setup, openings, withdrawn, journal, games: contents.games, pgn_start })
    }

    /// What is played.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The games so far.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// How many games it has in all, as far as can be told: withdrawals take some away.
    pub fn length(&self) -> usize {
        let players = self.setup.engines.len();
        let encounters = match self.setup.format {
            Format::RoundRobin => players * (players - 1) / 2,
            Format::Gauntlet => players - 1,
            Format::Swiss => players / 2,
        };
        encounters * self.setup.rounds * self.setup.games
    }

    /// Opens the PGN file of the tournament.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn pgn(&self, path: &Path, hall: &Hall, event: &str, comments: bool) -> io::Result<PgnFile> {
        PgnFile::open(path, self.pgn_start, &self.games, &hall.engines, event, comments)
    }

    /// Plays what is still to be played. Every game is written down before `show` sees it.
    ///
    /// # Errors
    /// When a game cannot be written down.
    pub fn play(
        &mut self,
        hall: &Hall,
        mut pgn: Option<PgnFile>,
        stop: &AtomicBool,
        mut show: impl FnMut(&GameRecord, &Self),
    ) -> io::Result<()> {
        while !stop.load(Ordering::Relaxed) {
            let fixtures = self.pending();
            if fixtures.is_empty() {
                break;
            }
            let mut result = Ok(());
            hall.run(fixtures.into_iter(), stop, |game| {
                let written = self
                    .journal
                    .record(&game)
                    .and_then(|()| pgn.as_mut().map_or(Ok(()), |pgn| pgn.write(&game)));
                if let Err(error) = written {
                    result = Err(error);
                    return ControlFlow::Break(());
                }
                self.games.push(game);
                if let Some(game) = self.games.last() {
                    show(game, self);
                }
                ControlFlow::Continue(())
            });
            result?;
        }
        Ok(())
    }

    /// The games that can be played now.
    fn pending(&self) -> Vec<Fixture> {
        let done: HashSet<_> = self.games.iter().map(|game| game.game).collect();
        let mut encounter = 0;
        let mut fixtures = Vec::new();
        for (round, planned) in self.rounds().iter().enumerate() {
            for &pair in &planned.pairs {
                if !pair.iter().any(|player| self.withdrawn.contains(player)) {
                    let games =
                        (0..self.setup.games).map(|game| self.fixture(round + 1, encounter, pair, game));
                    fixtures.extend(games.filter(|fixture| !done.contains(&fixture.game)));
                }
                encounter += 1;
            }
        }
        fixtures
    }

    fn fixture(&self, round: usize, encounter: usize, [a, b]: [usize; 2], game: usize) -> Fixture {
        let (red, black) = if game.is_multiple_of(2) { (a, b) } else { (b, a) };
        let opening = encounter * self.setup.games.div_ceil(2) + game / 2;
        Fixture {
            game: encounter * self.setup.games + game,
            round,
            red,
            black,
            opening: self.openings[opening % self.openings.len()].clone(),
        }
    }

    /// The rounds that are known: all of them, or those of a Swiss tournament up to the first one that is not
    /// yet played to its end.
    fn rounds(&self) -> Vec<PlannedRound> {
        let players = self.setup.engines.len();
        let cycle = match self.setup.format {
            Format::RoundRobin => round_robin(players),
            Format::Gauntlet => gauntlet(players),
            Format::Swiss => return self.swiss_rounds(),
        };
        let turned = |round: &Round| round.iter().map(|&[a, b]| [b, a]).collect();
        (0..self.setup.rounds)
            .flat_map(|time| {
                let turned = &turned;
                cycle.iter().map(move |round| if time % 2 == 0 { round.clone() } else { turned(round) })
            })
            .map(|pairs| PlannedRound { pairs, bye: None })
            .collect()
    }

    fn swiss_rounds(&self) -> Vec<PlannedRound> {
        let players = self.setup.engines.len();
        let mut rounds: Vec<PlannedRound> = Vec::new();
        let encounters = self.encounters();
        for number in 1..=self.setup.rounds {
            let earlier: Vec<_> = encounters.iter().copied().filter(|other| other.round < number).collect();
            let byes: Vec<_> = rounds.iter().filter_map(|round| round.bye).collect();
            let table = standings(players, &earlier, &byes, self.bye_half_points(), self.setup.seed);
            let met = earlier.iter().map(|other| pair_key(other.players[0], other.players[1])).collect();
            let reds = |player: usize| {
                let firsts = rounds.iter().flat_map(|round| &round.pairs);
                firsts.map(|&[red, black]| i32::from(red == player) - i32::from(black == player)).sum()
            };
            let contenders: Vec<_> = table
                .iter()
                .filter(|row| self.takes_part(row.player, number))
                .map(|row| Contender {
                    player: row.player,
                    points: row.match_points,
                    red_surplus: reds(row.player),
                    had_bye: byes.contains(&row.player),
                })
                .collect();
            let paired = swiss(&contenders, &met, self.setup.seed.wrapping_add(number as u64));
            let is_over = paired.pairs.iter().all(|&[a, b]| {
                let is_it =
                    |other: &&Encounter| pair_key(other.players[0], other.players[1]) == pair_key(a, b);
                encounters.iter().filter(|other| other.round == number).any(|other| is_it(&other))
            });
            rounds.push(PlannedRound { pairs: paired.pairs, bye: paired.bye });
            if !is_over {
                break;
            }
        }
        rounds
    }

    /// Whether a player is still there in a round: one who has withdrawn was until its last game.
    fn takes_part(&self, player: usize, round: usize) -> bool {
        let plays = |game: &GameRecord| game.round >= round && (game.red == player || game.black == player);
        !self.withdrawn.contains(&player) || self.games.iter().any(plays)
    }

    /// A round without an opponent counts as won with all games.
    const fn bye_half_points(&self) -> u32 {
        2 * self.setup.games as u32
    }

    /// The encounters that have been played to their end.
    fn encounters(&self) -> Vec<Encounter> {
        let mut open: Vec<(Encounter, usize)> = Vec::new();
        for game in &self.games {
            let players = pair_key(game.red, game.black);
            let at = open.iter().position(|(other, _)| (other.round, other.players) == (game.round, players));
            let at = at.unwrap_or_else(|| {
                let fresh = Encounter { round: game.round, players, half_points: [0; 2], black_wins: [0; 2] };
                open.push((fresh, 0));
                open.len() - 1
            });
            let (encounter, count) = &mut open[at];
            *count += 1;
            for (place, &player) in players.iter().enumerate() {
                let side = game.side_of(player);
                encounter.half_points[place] += game.result.half_points(side);
                encounter.black_wins[place] +=
                    u32::from(side == Color::Black && game.result == Outcome::BlackWins);
            }
        }
        open.into_iter()
            .filter(|&(_, count)| count == self.setup.games)
            .map(|(encounter, _)| encounter)
            .collect()
    }

    /// The table as it stands (article 21).
    pub fn standings(&self) -> Vec<Standing> {
        let mut encounters = self.encounters();
        let rounds = self.rounds();
        if !self.withdrawn.is_empty() && self.setup.format != Format::Swiss {
            let planned: Vec<_> = rounds
                .iter()
                .enumerate()
                .flat_map(|(index, round)| round.pairs.iter().map(move |&[a, b]| (index + 1, pair_key(a, b))))
                .collect();
            encounters = with_withdrawals(&encounters, &planned, &self.withdrawn, self.setup.games as u32);
        }
        let byes: Vec<_> = rounds.iter().filter_map(|round| round.bye).collect();
        standings(self.setup.engines.len(), &encounters, &byes, self.bye_half_points(), self.setup.seed)
    }
}
