//! The table of a tournament and its tie-breaks, by article 21 of the law.
//!
//! In this order: match points (2 for a won match, 1 for a drawn one), game points, the encounters of those
//! who are level with each other, the coefficient (*hệ số*: the points of the opponents beaten, and half of
//! the points of those drawn with), games won with Black, and at last the lot, which a seed draws.

use super::rng::Rng;
use serde::Serialize;

/// A match between two players that has been played to its end, of one game or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Encounter {
    /// The round, from 1.
    pub round: usize,
    /// Who played.
    pub players: [usize; 2],
    /// What they made, in half points.
    pub half_points: [u32; 2],
    /// How many games each won with Black.
    pub black_wins: [u32; 2],
}

impl Encounter {
    /// Which of the two a player is.
    fn place(&self, player: usize) -> Option<usize> {
        self.players.iter().position(|&other| other == player)
    }

    /// The match points of one of the two.
    const fn match_points(&self, place: usize) -> u32 {
        let (own, other) = (self.half_points[place], self.half_points[1 - place]);
        if own > other {
            2
        } else if own == other {
            1
        } else {
            0
        }
    }
}

/// A player's line of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Standing {
    /// The rank, from 1.
    pub rank: usize,
    /// The player.
    pub player: usize,
    /// How many matches.
    pub matches: u32,
    /// 2 for a match won, or a round without an opponent; 1 for a match drawn.
    pub match_points: u32,
    /// What the games gave, in half points.
    pub half_points: u32,
    /// The match points made against those who are level in both.
    pub direct: u32,
    /// The coefficient, in half points.
    pub coefficient_halves: u32,
    /// Games won with Black.
    pub black_wins: u32,
    /// The lot: less is better.
    pub lot: usize,
}

/// The table, best first.
///
/// `byes` names a player for every round that it had no opponent in: such a round counts as a match won with
/// `bye_half_points`, but helps neither the coefficient nor the games won with Black.
pub fn standings(
    players: usize,
    encounters: &[Encounter],
    byes: &[usize],
    bye_half_points: u32,
    seed: u64,
) -> Vec<Standing> {
    let mut lots: Vec<_> = (0..players).collect();
    Rng::new(seed).shuffle(&mut lots);
    let mut table: Vec<_> =
        (0..players).map(|player| Standing { player, lot: lots[player], ..Standing::default() }).collect();
    for encounter in encounters {
        for (place, &player) in encounter.players.iter().enumerate() {
            let row = &mut table[player];
            row.matches += 1;
            row.match_points += encounter.match_points(place);
            row.half_points += encounter.half_points[place];
            row.black_wins += encounter.black_wins[place];
        }
    }
    for &player in byes {
        table[player].match_points += 2;
        table[player].half_points += bye_half_points;
    }
    let points: Vec<_> = table.iter().map(|row| row.match_points).collect();
    for row in &mut table {
        row.coefficient_halves = coefficient(row.player, encounters, &points);
    }
    table.sort_by_key(|row| std::cmp::Reverse((row.match_points, row.half_points)));
    for group in table.chunk_by_mut(|a, b| (a.match_points, a.half_points) == (b.match_points, b.half_points))
    {
        settle(group, encounters);
    }
    for (index, row) in table.iter_mut().enumerate() {
        row.rank = index + 1;
    }
    table
}

/// The points of the opponents beaten and half of those of the opponents drawn with, in halves.
fn coefficient(player: usize, encounters: &[Encounter], points: &[u32]) -> u32 {
    encounters
        .iter()
        .filter_map(|encounter| {
            let place = encounter.place(player)?;
            Some(encounter.match_points(place) * points[encounter.players[1 - place]])
        })
        .sum()
}

/// Puts players into order who have as many match points and game points.
fn settle(group: &mut [Standing], encounters: &[Encounter]) {
    let among = |a: usize, b: usize| {
        encounters
            .iter()
            .filter(move |encounter| encounter.place(a).is_some() && encounter.place(b).is_some())
    };
    let members: Vec<_> = group.iter().map(|row| row.player).collect();
    // Their encounters tell something only if each of them has met each other.
    let all_met = members
        .iter()
        .enumerate()
        .all(|(index, &a)| members[index + 1..].iter().all(|&b| among(a, b).next().is_some()));
    if all_met && members.len() > 1 {
        for row in &mut *group {
            let others = members.iter().filter(|&&other| other != row.player);
            row.direct = others
                .flat_map(|&other| among(row.player, other))
                .filter_map(|encounter| Some(encounter.match_points(encounter.place(row.player)?)))
                .sum();
        }
    }
    group.sort_by_key(|row| {
        (std::cmp::Reverse((row.direct, row.coefficient_halves, row.black_wins)), row.lot)
    });
}

/// The encounters as they count when players have left the tournament.
///
/// One who has played fewer than half of its encounters is struck out with all of them. Otherwise they
/// stand, and each opponent that it was still to meet wins that encounter with all games.
///
/// `planned` are all encounters of the tournament: their rounds and players.
pub fn with_withdrawals(
    played: &[Encounter],
    planned: &[(usize, [usize; 2])],
    withdrawn: &[usize],
    games: u32,
) -> Vec<Encounter> {
    let mut result = played.to_vec();
    for &player in withdrawn {
        let has = |players: &[usize; 2]| players.contains(&player);
        let done = played.iter().filter(|encounter| has(&encounter.players)).count();
        let all = planned.iter().filter(|(_, players)| has(players)).count();
        if 2 * done < all {
            result.retain(|encounter| !has(&encounter.players));
            continue;
        }
        for &(round, players) in planned.iter().filter(|(_, players)| has(players)) {
            let is_played = result.iter().any(|other| (other.round, other.players) == (round, players));
            let opponent = usize::from(players[0] == player);
            if !is_played && !withdrawn.contains(&players[opponent]) {
                let mut half_points = [0; 2];
                half_points[opponent] = 2 * games;
                result.push(Encounter { round, players, half_points, black_wins: [0; 2] });
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn met(round: usize, a: usize, b: usize, half_a: u32, half_b: u32) -> Encounter {
        Encounter { round, players: [a, b], half_points: [half_a, half_b], black_wins: [0; 2] }
    }

    fn order(table: &[Standing]) -> Vec<usize> {
        table.iter().map(|row| row.player).collect()
    }

    #[test]
    fn match_points_count_before_game_points() {
        // Matches of two games. 0 wins twice by a hair, 1 wins once by two games.
        let table = standings(3, &[met(1, 0, 1, 3, 1), met(2, 0, 2, 3, 1), met(3, 1, 2, 4, 0)], &[], 0, 1);
        assert_eq!(order(&table), [0, 1, 2]);
        let row = |player: usize| *table.iter().find(|row| row.player == player).unwrap();
        assert_eq!((row(0).match_points, row(0).half_points), (4, 6));
        assert_eq!((row(1).match_points, row(1).half_points), (2, 5));
        assert_eq!((row(2).match_points, row(2).half_points), (0, 1));
        // The coefficient of 0: it beat players of 2 and 0 points.
        assert_eq!((row(0).coefficient_halves, row(1).coefficient_halves), (4, 0));
    }

    #[test]
    fn game_points_count_before_the_direct_encounter() {
        // 0 and 1 have 4 match points each; 0 won their match, 1 made more game points.
        let games = [
            met(1, 0, 1, 3, 1),
            met(1, 2, 3, 2, 2),
            met(2, 0, 2, 3, 1),
            met(2, 1, 3, 4, 0),
            met(3, 0, 3, 1, 3),
            met(3, 1, 2, 4, 0),
        ];
        let table = standings(4, &games, &[], 0, 1);
        assert_eq!((table[0].match_points, table[1].match_points), (4, 4));
        assert_eq!(order(&table)[..2], [1, 0]);
        assert_eq!((table[0].half_points, table[1].half_points), (9, 7));
    }

    #[test]
    fn the_direct_encounter_counts_before_the_coefficient() {
        // Single games, four players. 0: beat 1, lost to 2, beat 3. 2: beat 0, lost to 1, beat 3.
        // 1: lost to 0, beat 2, lost to 3. 3: beat 1.
        let games = [
            met(1, 0, 1, 2, 0),
            met(1, 2, 3, 2, 0),
            met(2, 2, 0, 2, 0),
            met(2, 3, 1, 2, 0),
            met(3, 0, 3, 2, 0),
            met(3, 1, 2, 2, 0),
        ];
        let table = standings(4, &games, &[], 0, 1);
        // 0 and 2 have 4 points, and 2 won their game. 1 and 3 have 2, and 3 won theirs.
        assert_eq!(order(&table), [2, 0, 3, 1]);
        assert_eq!((table[0].direct, table[1].direct, table[2].direct, table[3].direct), (2, 0, 2, 0));
        // Coefficients in halves: 0 beat 1 and 3 (2 + 2), 2 beat 0 and 3 (4 + 2).
        assert_eq!((table[1].coefficient_halves, table[0].coefficient_halves), (8, 12));
    }

    #[test]
    fn the_coefficient_decides_among_those_who_drew() {
        // 0 and 1 drew; 0 beat 2 and drew with 3, 1 drew with 2 and beat 3. 2 beat 3.
        let games = [
            met(1, 0, 1, 1, 1),
            met(2, 0, 2, 2, 0),
            met(3, 0, 3, 1, 1),
            met(3, 1, 2, 1, 1),
            met(2, 1, 3, 2, 0),
            met(1, 2, 3, 2, 0),
        ];
        let table = standings(4, &games, &[], 0, 1);
        // Points 4, 4, 3, 1. 0: 3 + (4 + 1)/2 = 5½; 1: 1 + (4 + 3)/2 = 4½.
        assert_eq!(order(&table), [0, 1, 2, 3]);
        assert_eq!((table[0].coefficient_halves, table[1].coefficient_halves), (11, 9));
        assert_eq!((table[0].direct, table[1].direct), (1, 1));
    }

    #[test]
    fn wins_with_black_and_then_the_lot() {
        let mut games = [met(1, 0, 1, 2, 2), met(2, 0, 2, 4, 0), met(3, 1, 2, 4, 0)];
        games[2].black_wins = [2, 0];
        games[1].black_wins = [1, 0];
        assert_eq!(order(&standings(3, &games, &[], 0, 1)), [1, 0, 2]);
        games[1].black_wins = [2, 0];
        let firsts: Vec<_> = (0..20).map(|seed| standings(3, &games, &[], 0, seed)[0].player).collect();
        assert!(firsts.contains(&0) && firsts.contains(&1) && !firsts.contains(&2));
        assert_eq!(standings(3, &games, &[], 0, 5), standings(3, &games, &[], 0, 5));
    }

    #[test]
    fn the_direct_encounter_needs_all_to_have_met() {
        // A Swiss of two rounds: 0 beat 1 and 1 is level with 0 and 2, but 1 and 2 have not met.
        let games = [met(1, 0, 1, 2, 0), met(1, 2, 3, 2, 0), met(2, 3, 0, 2, 0), met(2, 1, 4, 2, 0)];
        let table = standings(5, &games, &[], 0, 1);
        assert!(table.iter().all(|row| row.direct == 0));
    }

    #[test]
    fn a_round_without_an_opponent_counts_as_won() {
        let table = standings(3, &[met(1, 0, 1, 1, 3)], &[2], 4, 1);
        assert_eq!(order(&table), [2, 1, 0]);
        assert_eq!((table[0].match_points, table[0].half_points, table[0].coefficient_halves), (2, 4, 0));
    }

    #[test]
    fn those_who_leave_early_are_struck_out() {
        let planned = [(1, [0, 1]), (1, [2, 3]), (2, [0, 2]), (2, [1, 3]), (3, [0, 3]), (3, [1, 2])];
        let played = [met(1, 0, 1, 4, 0), met(1, 2, 3, 1, 3), met(2, 0, 2, 4, 0), met(2, 1, 3, 0, 4)];
        // 1 leaves after two of its three encounters: 2 wins without a game.
        let stands = with_withdrawals(&played, &planned, &[1], 2);
        assert_eq!(stands.len(), 5);
        assert_eq!(stands[4], met(3, 1, 2, 0, 4));
        // After one of three it would be struck out.
        let struck = with_withdrawals(&played[..3], &planned, &[1], 2);
        assert_eq!(struck, [played[1], played[2]]);
    }
}
