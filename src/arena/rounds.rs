//! The rounds of a tournament, made anew from its games whenever they are asked for: that is what lets a
//! tournament go on after any interruption, with nothing written down but games.

use super::game::Fixture;
use super::openings::Opening;
use super::pairing::{Contender, Round, SwissRound, gauntlet, pair_key, round_robin, swiss};
use super::record::{GameRecord, Outcome};
use super::standings::{
    Encounter, Forfeit, Standing, forfeited, forfeits, put_last, standings, with_withdrawals,
};
use super::tournament::{Format, Setup};
use crate::core::Color;
use std::collections::HashSet;

/// How far a tournament has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress<'a> {
    /// What is played.
    pub setup: &'a Setup,
    /// The players who have withdrawn.
    pub withdrawn: &'a [usize],
    /// The games so far.
    pub games: &'a [GameRecord],
}

/// A round: its encounters, each with its number in the tournament, and who has no opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PlannedRound {
    pairs: Vec<(usize, [usize; 2])>,
    bye: Option<usize>,
}

impl Progress<'_> {
    /// The games that can be played now, in order.
    pub(super) fn pending(&self, openings: &[Opening]) -> Vec<Fixture> {
        let done: HashSet<_> = self.games.iter().map(|game| game.game).collect();
        let mut fixtures = Vec::new();
        for (index, round) in self.rounds().iter().enumerate() {
            let open = round.pairs.iter().filter(|(_, pair)| !self.is_left(*pair));
            let games = open.flat_map(|&(encounter, pair)| {
                (0..self.setup.games)
                    .map(move |game| self.fixture(index + 1, encounter, pair, game, openings))
            });
            fixtures.extend(games.filter(|fixture| !done.contains(&fixture.game)));
        }
        fixtures
    }

    /// Whether one of two players has withdrawn.
    fn is_left(&self, pair: [usize; 2]) -> bool {
        pair.iter().any(|player| self.withdrawn.contains(player))
    }

    fn fixture(
        &self,
        round: usize,
        encounter: usize,
        [a, b]: [usize; 2],
        game: usize,
        openings: &[Opening],
    ) -> Fixture {
        let (red, black) = if game.is_multiple_of(2) { (a, b) } else { (b, a) };
        let opening = encounter * self.setup.games.div_ceil(2) + game / 2;
        Fixture {
            game: encounter * self.setup.games + game,
            round,
            red,
            black,
            opening: openings[opening % openings.len()].clone(),
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
        let mut numbers = 0..;
        (0..self.setup.rounds)
            .flat_map(|time| {
                let turned = &turned;
                cycle.iter().map(move |round| if time % 2 == 0 { round.clone() } else { turned(round) })
            })
            .map(|pairs| PlannedRound { pairs: numbers.by_ref().zip(pairs).collect(), bye: None })
            .collect()
    }

    fn swiss_rounds(&self) -> Vec<PlannedRound> {
        let encounters = self.encounters();
        let mut rounds: Vec<PlannedRound> = Vec::new();
        for number in 1..=self.setup.rounds {
            let round = self.swiss_round(number, &rounds, &encounters);
            let is_over = round.pairs.iter().all(|&(_, [a, b])| {
                let is_it = |other: &Encounter| (other.round, other.players) == (number, pair_key(a, b));
                self.is_left([a, b]) || encounters.iter().any(is_it)
            });
            rounds.push(round);
            if !is_over {
                break;
            }
        }
        rounds
    }

    /// Draws a round. Encounters that have begun stand, even if somebody's withdrawal since then would have
    /// led to another draw; those who are left are then paired among themselves.
    fn swiss_round(&self, number: usize, rounds: &[PlannedRound], encounters: &[Encounter]) -> PlannedRound {
        let boards = self.setup.engines.len() / 2;
        let begun = self.begun(number, boards);
        let drawn = self.draw(number, rounds, encounters, &begun, false);
        let stands = |&(board, pair): &(usize, [usize; 2])| drawn.pairs.get(board) == Some(&pair);
        let (mut pairs, bye) = if begun.iter().all(stands) {
            (drawn.pairs.into_iter().enumerate().collect(), drawn.bye)
        } else {
            let rest = self.draw(number, rounds, encounters, &begun, true);
            let free = (0..boards).filter(|board| begun.iter().all(|(taken, _)| taken != board));
            let mut pairs: Vec<_> = begun.iter().copied().chain(free.zip(rest.pairs)).collect();
            pairs.sort_unstable();
            (pairs, rest.bye)
        };
        for (board, _) in &mut pairs {
            *board += (number - 1) * boards;
        }
        PlannedRound { pairs, bye }
    }

    /// The encounters of a round that have begun: their boards, and who began with Red.
    fn begun(&self, round: usize, boards: usize) -> Vec<(usize, [usize; 2])> {
        let games = self.games.iter().filter(|game| game.round == round);
        let mut begun: Vec<_> = games
            .map(|game| {
                let (encounter, part) = (game.game / self.setup.games, game.game % self.setup.games);
                let players = if part % 2 == 0 { [game.red, game.black] } else { [game.black, game.red] };
                (encounter % boards, players)
            })
            .collect();
        begun.sort_unstable();
        begun.dedup();
        begun
    }

    /// Pairs everybody who takes part in a round, or only those who have not begun.
    fn draw(
        &self,
        number: usize,
        rounds: &[PlannedRound],
        encounters: &[Encounter],
        begun: &[(usize, [usize; 2])],
        only_rest: bool,
    ) -> SwissRound {
        let earlier: Vec<_> = encounters.iter().copied().filter(|other| other.round < number).collect();
        let met = earlier.iter().map(|other| other.players).collect();
        let byes: Vec<_> = rounds.iter().filter_map(|round| round.bye).collect();
        let reds = |player: usize| {
            let pairs = rounds.iter().flat_map(|round| &round.pairs);
            pairs.map(|&(_, [red, black])| i32::from(red == player) - i32::from(black == player)).sum()
        };
        let is_wanted = |player: usize| {
            let has_begun = begun.iter().any(|(_, pair)| pair.contains(&player));
            self.takes_part(player, number) && !(only_rest && has_begun)
        };
        let contenders: Vec<_> = self
            .table(&earlier, &byes)
            .into_iter()
            .filter(|row| is_wanted(row.player))
            .map(|row| Contender {
                player: row.player,
                points: row.match_points,
                red_surplus: reds(row.player),
                had_bye: byes.contains(&row.player),
            })
            .collect();
        swiss(&contenders, &met, self.setup.seed.wrapping_add(number as u64))
    }

    /// Whether a player is still there in a round: one who has withdrawn was until its last game.
    fn takes_part(&self, player: usize, round: usize) -> bool {
        let plays = |game: &GameRecord| game.round >= round && (game.red == player || game.black == player);
        !self.withdrawn.contains(&player) || self.games.iter().any(plays)
    }

    /// The encounters that have begun, and of each how many games have been played.
    fn scores(&self) -> Vec<(Encounter, usize)> {
        let mut scores: Vec<(Encounter, usize)> = Vec::new();
        for game in self.games {
            let players = pair_key(game.red, game.black);
            let is_it =
                |(other, _): &(Encounter, usize)| (other.round, other.players) == (game.round, players);
            let at = scores.iter().position(is_it).unwrap_or_else(|| {
                scores.push((Encounter::new(game.round, players), 0));
                scores.len() - 1
            });
            let (encounter, count) = &mut scores[at];
            *count += 1;
            for (place, &player) in players.iter().enumerate() {
                let side = game.side_of(player);
                encounter.half_points[place] += game.result.half_points(side);
                let is_black_win = side == Color::Black && game.result == Outcome::BlackWins;
                encounter.black_wins[place] += u32::from(is_black_win);
            }
        }
        scores
    }

    /// The encounters that are over: played to their end, or left by a player who has withdrawn.
    fn encounters(&self) -> Vec<Encounter> {
        let games = self.setup.games;
        let decided = |(encounter, count)| {
            if count == games { Some(encounter) } else { forfeited(encounter, self.withdrawn, games as u32) }
        };
        self.scores().into_iter().filter_map(decided).collect()
    }

    /// The table as it stands (article 21).
    pub(super) fn standings(&self) -> Vec<Standing> {
        let rounds = self.rounds();
        let byes: Vec<_> = rounds.iter().filter_map(|round| round.bye).collect();
        let mut table = self.table(&self.counted(&rounds), &byes);
        put_last(&mut table, self.withdrawn);
        table
    }

    /// The points that were given for games that were not played.
    pub(super) fn forfeits(&self) -> Vec<Forfeit> {
        let played: Vec<_> = self.scores().into_iter().map(|(encounter, _)| encounter).collect();
        forfeits(&self.counted(&self.rounds()), &played)
    }

    /// The encounters that count for the table.
    fn counted(&self, rounds: &[PlannedRound]) -> Vec<Encounter> {
        if self.setup.format == Format::Swiss {
            return self.encounters();
        }
        let planned: Vec<_> = rounds
            .iter()
            .enumerate()
            .flat_map(|(index, round)| {
                round.pairs.iter().map(move |&(_, [a, b])| (index + 1, pair_key(a, b)))
            })
            .collect();
        let (ended, begun): (Vec<_>, Vec<_>) =
            self.scores().into_iter().partition(|&(_, count)| count == self.setup.games);
        let only = |scores: Vec<(Encounter, usize)>| -> Vec<_> {
            scores.into_iter().map(|(encounter, _)| encounter).collect()
        };
        let games = self.setup.games as u32;
        with_withdrawals(&only(ended), &only(begun), &planned, self.withdrawn, games)
    }

    /// The table of encounters; a round without an opponent counts as won with all games.
    fn table(&self, encounters: &[Encounter], byes: &[usize]) -> Vec<Standing> {
        let bye_half_points = 2 * self.setup.games as u32;
        standings(self.setup.engines.len(), encounters, byes, bye_half_points, self.setup.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::adjudicate::GameRules;
    use super::super::record::tests::sample;
    use super::super::spec::EngineSpec;
    use super::*;

    fn setup(format: Format, players: usize, rounds: usize, games: usize) -> Setup {
        let engines = vec![EngineSpec::default(); players];
        Setup { engines, rules: GameRules::default(), openings: 0, format, rounds, games, seed: 5 }
    }

    fn openings() -> Vec<Opening> {
        (0..3).map(|id| Opening { id: id.to_string(), fen: String::new() }).collect()
    }

    /// A game as it ends when the lower number always wins.
    fn won_by_the_lower(fixture: &Fixture) -> GameRecord {
        let result = if fixture.red < fixture.black { Outcome::RedWins } else { Outcome::BlackWins };
        let (game, round, red, black) = (fixture.game, fixture.round, fixture.red, fixture.black);
        GameRecord { game, round, red, black, ..sample(0, result) }
    }

    /// Plays on, the last of the games that can be played first, until so many games are played in all.
    fn play(setup: &Setup, withdrawn: &[usize], games: &mut Vec<GameRecord>, until: usize) {
        while games.len() < until {
            let pending = Progress { setup, withdrawn, games }.pending(&openings());
            let Some(fixture) = pending.last() else { break };
            games.push(won_by_the_lower(fixture));
        }
    }

    fn order(table: &[Standing]) -> Vec<usize> {
        table.iter().map(|row| row.player).collect()
    }

    #[test]
    fn every_format_is_played_to_its_end() {
        for (format, players, rounds, games) in [
            (Format::RoundRobin, 4, 2, 2),
            (Format::RoundRobin, 5, 1, 1),
            (Format::Gauntlet, 4, 2, 2),
            (Format::Swiss, 8, 3, 2),
            (Format::Swiss, 7, 3, 2),
        ] {
            let setup = setup(format, players, rounds, games);
            let mut played = Vec::new();
            play(&setup, &[], &mut played, 1000);
            assert_eq!(played.len(), setup.length(), "{format:?}");
            let numbers: HashSet<_> = played.iter().map(|game| game.game).collect();
            assert_eq!(numbers, (0..setup.length()).collect(), "{format:?}");
            let table = Progress { setup: &setup, withdrawn: &[], games: &played }.standings();
            assert_eq!(table[0].player, 0);
        }
    }

    #[test]
    fn the_colours_of_an_encounter_change() {
        let setup = setup(Format::RoundRobin, 2, 2, 2);
        let pending = Progress { setup: &setup, withdrawn: &[], games: &[] }.pending(&openings());
        let reds: Vec<_> = pending.iter().map(|fixture| (fixture.red, fixture.opening.id.as_str())).collect();
        // The second meeting begins with the other colours, from the next opening.
        let first = reds[0].0;
        assert_eq!(reds, [(first, "0"), (1 - first, "0"), (1 - first, "1"), (first, "1")]);
    }

    /// Whoever withdraws, after whatever game: nothing is played twice, the games that were played stand, and
    /// everybody else has an opponent, or is without one, in every round.
    #[test]
    fn a_swiss_tournament_goes_on_when_somebody_leaves() {
        for players in [4, 5, 6, 7] {
            let setup = setup(Format::Swiss, players, 3, 2);
            for (until, who) in
                (0..setup.length()).flat_map(|until| (0..players).map(move |who| (until, who)))
            {
                let mut games = Vec::new();
                play(&setup, &[], &mut games, until);
                let before = games.clone();
                play(&setup, &[who], &mut games, 1000);
                let case = format!("{players} players, {who} leaves after {until} games");
                assert_eq!(games[..until], before, "{case}");
                let numbers: HashSet<_> = games.iter().map(|game| game.game).collect();
                assert_eq!(numbers.len(), games.len(), "{case}");
                let progress = Progress { setup: &setup, withdrawn: &[who], games: &games };
                let rounds = progress.rounds();
                assert_eq!(rounds.len(), 3, "{case}");
                for round in &rounds {
                    let mut seen: Vec<_> = round.pairs.iter().flat_map(|(_, pair)| *pair).collect();
                    seen.extend(round.bye);
                    seen.retain(|&player| player != who);
                    seen.sort_unstable();
                    assert_eq!(
                        seen,
                        (0..players).filter(|&player| player != who).collect::<Vec<_>>(),
                        "{case}"
                    );
                }
                assert_eq!(progress.standings().len(), players);
            }
        }
    }

    #[test]
    fn who_leaves_a_swiss_tournament_keeps_its_points() {
        // Single games of four. 0 beats 2 or 3 in the first round and leaves: it keeps two points; the other
        // winner, without an opponent in one round and winning the others, has more.
        let setup = setup(Format::Swiss, 4, 3, 1);
        let mut games = Vec::new();
        play(&setup, &[], &mut games, 2);
        play(&setup, &[0], &mut games, 1000);
        let table = Progress { setup: &setup, withdrawn: &[0], games: &games }.standings();
        assert_eq!(order(&table)[0], 1);
        let row = table.iter().find(|row| row.player == 0).unwrap();
        assert_eq!((row.matches, row.match_points, row.half_points), (1, 2, 2));
    }

    #[test]
    fn an_encounter_left_in_the_middle_is_lost_by_who_leaves() {
        // Matches of two games; 0 wins the first game of its last encounter and leaves.
        let setup = setup(Format::Gauntlet, 3, 1, 2);
        let pending = Progress { setup: &setup, withdrawn: &[], games: &[] }.pending(&openings());
        let games: Vec<_> = pending[..3].iter().map(won_by_the_lower).collect();
        let table = Progress { setup: &setup, withdrawn: &[0], games: &games }.standings();
        let row = |player: usize| *table.iter().find(|row| row.player == player).unwrap();
        // Of two encounters one is played, which is half: 0 keeps it. The other is drawn: one game each.
        assert_eq!((row(0).match_points, row(0).half_points), (3, 6));
        assert_eq!(row(0).rank, 3, "who has left stands last");
        let progress = Progress { setup: &setup, withdrawn: &[0], games: &games };
        assert_eq!(progress.forfeits(), [Forfeit { winner: 2, loser: 0, half_points: 2 }]);
        assert_eq!((row(2).match_points, row(2).half_points), (1, 2));
    }
}
