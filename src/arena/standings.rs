//! The table of a tournament and its tie-breaks, by article 21 (Điều 21) of the law.
//!
//! # What the article gives
//! The order of the criteria, each for those who are level in all before it:
//! 1. **match points**;
//! 2. **game points**;
//! 3. the **direct encounter** of those who are level;
//! 4. the **coefficient** (*hệ số*): the points of the opponents beaten, and half of the points of the
//!    opponents drawn with;
//! 5. **wins with Black**;
//! 6. the **lot**.
//!
//! And that the results of a player who withdraws are struck out, or stand, by how much it had played.
//!
//! # What we decided where it leaves room
//! - A match won is 2 points, a match drawn 1; game points are 1 and ½. With encounters of one game the first
//!   two criteria therefore say the same.
//! - The direct encounter counts match points. It counts only if each of those who are level has met each
//!   other: always in a round robin, seldom among three or more in a Swiss tournament. Those whom it leaves
//!   level are ordered by the coefficient, without a second look at the encounters among them alone.
//! - The points of an opponent, for the coefficient, are its match points, those of rounds without an
//!   opponent among them. Who met an opponent twice counts it twice.
//! - A win with Black is a game won on the board, not an encounter won. A game that was not played is none.
//! - A round without an opponent is a match won with all its games; it adds nothing to the coefficient.
//! - The lot is drawn once for the whole tournament, by its seed, so that a table comes out the same again.
//! - Withdrawals in a round robin or a gauntlet: who has played fewer than half of its encounters to their
//!   ends is struck out with all its games, of which nobody keeps a point. From half on all its games stand,
//!   and those that it did not play are lost. In a Swiss tournament what was played always stands, since
//!   later rounds were drawn by it; an encounter left in the middle is lost for the games that are missing.
//! - Whoever has withdrawn stands behind all who are still there, whatever its points.

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
    /// An encounter of which nothing has been played.
    pub const fn new(round: usize, players: [usize; 2]) -> Self {
        Self { round, players, half_points: [0; 2], black_wins: [0; 2] }
    }

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
    /// Whether nothing but the lot sets it apart from a neighbour.
    pub by_lot: bool,
    /// How many rounds it had no opponent in.
    pub byes: u32,
}

/// Points for games that were not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Forfeit {
    /// Who got them.
    pub winner: usize,
    /// Who left.
    pub loser: usize,
    /// How many, in half points.
    pub half_points: u32,
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
        table[player].byes += 1;
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
    rank(&mut table);
    table
}

fn rank(table: &mut [Standing]) {
    for (index, row) in table.iter_mut().enumerate() {
        row.rank = index + 1;
    }
}

/// Puts those who have withdrawn behind those who are still there, each in the order that they had.
pub fn put_last(table: &mut [Standing], withdrawn: &[usize]) {
    table.sort_by_key(|row| withdrawn.contains(&row.player));
    rank(table);
}

/// What the encounters count beyond the games that were played in them.
pub fn forfeits(counted: &[Encounter], played: &[Encounter]) -> Vec<Forfeit> {
    let gains = counted.iter().flat_map(|encounter| {
        let is_it = |other: &&Encounter| (other.round, other.players) == (encounter.round, encounter.players);
        let so_far = played.iter().find(is_it).map_or([0; 2], |other| other.half_points);
        [0, 1].map(|place| Forfeit {
            winner: encounter.players[place],
            loser: encounter.players[1 - place],
            half_points: encounter.half_points[place] - so_far[place],
        })
    });
    gains.filter(|gain| gain.half_points > 0).collect()
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
    let merits = |row: &Standing| (row.direct, row.coefficient_halves, row.black_wins);
    group.sort_by_key(|row| (std::cmp::Reverse(merits(row)), row.lot));
    for level in group.chunk_by_mut(|a, b| merits(a) == merits(b)).filter(|level| level.len() > 1) {
        for row in level {
            row.by_lot = true;
        }
    }
}

/// An encounter of `games` games that one of its players has left, with all that is missing lost; nothing if
/// neither has left it, or both.
pub fn forfeited(encounter: Encounter, withdrawn: &[usize], games: u32) -> Option<Encounter> {
    let stays = encounter.players.map(|player| !withdrawn.contains(&player));
    let winner = match stays {
        [true, false] => 0,
        [false, true] => 1,
        _ => return None,
    };
    let mut decided = encounter;
    decided.half_points[winner] += 2 * games - encounter.half_points.iter().sum::<u32>();
    Some(decided)
}

/// The encounters as they count when players have left a tournament in which everybody knew whom to meet.
///
/// One who has played fewer than half of its encounters to their ends is struck out with all of them.
/// Otherwise they stand, and it loses what it did not play; an encounter that both have left does not count.
///
/// `begun` are the encounters that are not yet over, `planned` all of the tournament: rounds and players.
pub fn with_withdrawals(
    ended: &[Encounter],
    begun: &[Encounter],
    planned: &[(usize, [usize; 2])],
    withdrawn: &[usize],
    games: u32,
) -> Vec<Encounter> {
    let is_struck_out = |player: &usize| {
        let done = ended.iter().filter(|encounter| encounter.players.contains(player)).count();
        let all = planned.iter().filter(|(_, players)| players.contains(player)).count();
        2 * done < all
    };
    let struck_out: Vec<_> = withdrawn.iter().copied().filter(is_struck_out).collect();
    let counts = |players: &[usize; 2]| !players.iter().any(|player| struck_out.contains(player));
    let find = |list: &[Encounter], round, players| {
        list.iter().copied().find(|other| (other.round, other.players) == (round, players))
    };
    let missing = planned.iter().filter(|&&(round, players)| find(ended, round, players).is_none());
    let left = missing.filter_map(|&(round, players)| {
        let so_far = find(begun, round, players).unwrap_or_else(|| Encounter::new(round, players));
        forfeited(so_far, withdrawn, games)
    });
    ended.iter().copied().chain(left).filter(|encounter| counts(&encounter.players)).collect()
}

#[cfg(test)]
mod tests;
