//! Who meets whom: round robin, gauntlet, Swiss.

use super::rng::Rng;
use std::collections::HashSet;

/// How many ways a Swiss round is tried before players may meet again.
const MAX_TRIES: usize = 200_000;

/// The pairs of a round; in each the first has Red in the first game.
pub type Round = Vec<[usize; 2]>;

/// Every player meets each other once, and each as often with Red first as can be (the circle of Berger).
pub fn round_robin(players: usize) -> Vec<Round> {
    let even = players + players % 2;
    let rounds = even.saturating_sub(1);
    (0..rounds)
        .map(|round| {
            (0..even / 2)
                .map(|board| {
                    // The last player stays, the others go round.
                    let a = (round + board) % rounds;
                    let b = if board == 0 { even - 1 } else { (round + rounds - board) % rounds };
                    let turned = if board == 0 { round % 2 == 1 } else { board % 2 == 1 };
                    if turned { [b, a] } else { [a, b] }
                })
                .filter(|pair| pair.iter().all(|&player| player < players))
                .collect()
        })
        .collect()
}

/// The first player meets each other once.
pub fn gauntlet(players: usize) -> Vec<Round> {
    (1..players).map(|opponent| vec![if opponent % 2 == 1 { [0, opponent] } else { [opponent, 0] }]).collect()
}

/// A player before a Swiss round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contender {
    /// The player.
    pub player: usize,
    /// Its match points.
    pub points: u32,
    /// How many more matches it began with Red than with Black.
    pub red_surplus: i32,
    /// Whether it has had a round without an opponent.
    pub had_bye: bool,
}

/// A Swiss round: pairs, and who has no opponent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SwissRound {
    /// The pairs.
    pub pairs: Round,
    /// The player without an opponent.
    pub bye: Option<usize>,
}

/// Pairs players, best first, who have as many points as can be, so that nobody meets anybody again.
///
/// Within those of equal points the upper half meets the lower half. The last of those who have not yet been
/// without an opponent is, if their number is odd. If nothing else is left, players meet again.
pub fn swiss(contenders: &[Contender], met: &HashSet<[usize; 2]>, seed: u64) -> SwissRound {
    let odd = contenders.len() % 2 == 1;
    let bye_candidates: Vec<_> = if odd {
        let mut order: Vec<_> = (0..contenders.len()).rev().collect();
        order.sort_by_key(|&at| contenders[at].had_bye);
        order.into_iter().map(Some).collect()
    } else {
        vec![None]
    };
    for again in [false, true] {
        for &bye in &bye_candidates {
            let playing: Vec<_> =
                (0..contenders.len()).filter(|&at| Some(at) != bye).map(|at| contenders[at]).collect();
            let mut search = Search { playing: &playing, met, again, tries: 0 };
            let mut pairs = Vec::new();
            if search.complete(&mut vec![false; playing.len()], &mut pairs) {
                let mut rng = Rng::new(seed);
                let pairs =
                    pairs.into_iter().map(|(a, b)| colours(playing[a], playing[b], &mut rng)).collect();
                return SwissRound { pairs, bye: bye.map(|at| contenders[at].player) };
            }
        }
    }
    SwissRound::default()
}

/// Who begins with Red: the one who has done so less often; else the lot.
fn colours(a: Contender, b: Contender, rng: &mut Rng) -> [usize; 2] {
    let a_first = match a.red_surplus.cmp(&b.red_surplus) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => rng.below(2) == 0,
    };
    if a_first { [a.player, b.player] } else { [b.player, a.player] }
}

/// The key of two players in a set of those who have met.
pub const fn pair_key(a: usize, b: usize) -> [usize; 2] {
    if a < b { [a, b] } else { [b, a] }
}

struct Search<'a> {
    playing: &'a [Contender],
    met: &'a HashSet<[usize; 2]>,
    /// Whether players may meet again.
    again: bool,
    tries: usize,
}

impl Search<'_> {
    /// Pairs those who are left, trying the best opponents first and going back when it leads nowhere.
    fn complete(&mut self, taken: &mut Vec<bool>, pairs: &mut Vec<(usize, usize)>) -> bool {
        let Some(first) = taken.iter().position(|&taken| !taken) else { return true };
        for second in self.opponents(first, taken) {
            self.tries += 1;
            if self.tries > MAX_TRIES {
                return false;
            }
            (taken[first], taken[second]) = (true, true);
            pairs.push((first, second));
            if self.complete(taken, pairs) {
                return true;
            }
            pairs.pop();
            (taken[first], taken[second]) = (false, false);
        }
        false
    }

    /// The possible opponents, best first.
    fn opponents(&self, first: usize, taken: &[bool]) -> Vec<usize> {
        let points = |at: usize| self.playing[at].points;
        let free: Vec<_> = (first + 1..taken.len()).filter(|&at| !taken[at]).collect();
        let level = free.iter().filter(|&&at| points(at) == points(first)).count();
        // Of those who are level, the first below the middle, then on outwards.
        let middle = level / 2;
        let mut order: Vec<_> = free
            .into_iter()
            .enumerate()
            .filter(|&(_, at)| {
                self.again
                    || !self.met.contains(&pair_key(self.playing[first].player, self.playing[at].player))
            })
            .collect();
        order.sort_by_key(|&(rank, at)| {
            (
                points(first) - points(at).min(points(first)),
                if rank < level { rank.abs_diff(middle) } else { rank },
            )
        });
        order.into_iter().map(|(_, at)| at).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        for players in 2..12 {
            let rounds = round_robin(players);
            assert_eq!(rounds.len(), players - 1 + players % 2);
            let mut met = HashSet::new();
            let mut reds = vec![0_usize; players];
            for round in &rounds {
                let mut busy = HashSet::new();
                for &[a, b] in round {
                    assert!(busy.insert(a) && busy.insert(b) && met.insert(pair_key(a, b)));
                    reds[a] += 1;
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            let (least, most) = (reds.iter().min().unwrap(), reds.iter().max().unwrap());
            assert!(most - least <= 2, "{players}: {reds:?}");
        }
        assert!(round_robin(1).iter().all(Vec::is_empty) && round_robin(0).is_empty());
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let rounds = gauntlet(4);
        assert_eq!(rounds.concat(), [[0, 1], [2, 0], [0, 3]]);
    }

    fn contenders(points: &[u32]) -> Vec<Contender> {
        let contender = |(player, &points)| Contender { player, points, red_surplus: 0, had_bye: false };
        points.iter().enumerate().map(contender).collect()
    }

    fn keys(round: &SwissRound) -> Vec<[usize; 2]> {
        let mut keys: Vec<_> = round.pairs.iter().map(|&[a, b]| pair_key(a, b)).collect();
        keys.sort_unstable();
        keys
    }

    #[test]
    fn the_upper_half_meets_the_lower_half() {
        assert_eq!(keys(&swiss(&contenders(&[0; 6]), &HashSet::new(), 1)), [[0, 3], [1, 4], [2, 5]]);
        let round = swiss(&contenders(&[2, 2, 1, 1, 0, 0]), &HashSet::new(), 1);
        assert_eq!(keys(&round), [[0, 1], [2, 3], [4, 5]]);
    }

    #[test]
    fn nobody_meets_anybody_again() {
        let met = HashSet::from([[0, 1], [2, 3]]);
        assert_eq!(keys(&swiss(&contenders(&[2, 2, 0, 0]), &met, 1)), [[0, 2], [1, 3]]);
        // Only when nothing else is left.
        let all = HashSet::from([[0, 1], [0, 2], [0, 3]]);
        assert_eq!(swiss(&contenders(&[2, 2, 0, 0]), &all, 1).pairs.len(), 2);
    }

    #[test]
    fn the_last_has_no_opponent_but_only_once() {
        let mut players = contenders(&[2, 1, 0]);
        assert_eq!(swiss(&players, &HashSet::new(), 1).bye, Some(2));
        players[2].had_bye = true;
        assert_eq!(swiss(&players, &HashSet::new(), 1).bye, Some(1));
    }

    #[test]
    fn red_goes_to_who_had_it_less() {
        let mut players = contenders(&[0, 0]);
        players[0].red_surplus = 1;
        assert_eq!(swiss(&players, &HashSet::new(), 1).pairs, [[1, 0]]);
    }

    #[test]
    fn a_whole_swiss_tournament_has_no_second_meeting() {
        for players in [5, 8, 13, 16] {
            let mut met = HashSet::new();
            let mut points = vec![0; players];
            let mut byes = HashSet::new();
            for round in 0..4 {
                let mut order: Vec<_> = (0..players).collect();
                order.sort_by_key(|&player| std::cmp::Reverse(points[player]));
                let contenders: Vec<_> = order
                    .iter()
                    .map(|&player| Contender {
                        player,
                        points: points[player],
                        red_surplus: 0,
                        had_bye: byes.contains(&player),
                    })
                    .collect();
                let paired = swiss(&contenders, &met, round);
                for &[a, b] in &paired.pairs {
                    assert!(met.insert(pair_key(a, b)), "{players} players, round {round}");
                    points[a.min(b)] += 2;
                }
                if let Some(bye) = paired.bye {
                    assert!(byes.insert(bye));
                    points[bye] += 2;
                }
            }
        }
    }
}
