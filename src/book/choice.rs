//! Choosing among book moves.

use super::BookMove;
use crate::board::Position;
use crate::core::Move;
use crate::law::{Loop, Rules, Verdict, rule_on};
use rand::Rng;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How far the choice strays from the best move: UCCI's `randomness`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Randomness {
    /// Always the heaviest move.
    #[default]
    None,
    /// Moves of at least half the heaviest one's weight, in proportion to their weights.
    Tiny,
    /// The same, down to a quarter.
    Small,
    /// The same, down to a tenth.
    Medium,
    /// Every move of the book, in proportion to its weight.
    Large,
    /// Every move of the book, all alike.
    Huge,
}

/// A text that names no level of randomness.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is no level of randomness; there are none, tiny, small, medium, large and huge")]
pub struct ParseRandomnessError(String);

impl Randomness {
    /// Every level, from none to huge.
    pub const ALL: [Self; 6] = [Self::None, Self::Tiny, Self::Small, Self::Medium, Self::Large, Self::Huge];

    /// The name that options and command lines use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Tiny => "tiny",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::Huge => "huge",
        }
    }

    /// How much a move's weight counts where the heaviest weighs `best`.
    fn share(self, weight: u32, best: u32) -> u64 {
        let down_to = |part: u64| if u64::from(weight) * part >= u64::from(best) { weight.into() } else { 0 };
        match self {
            Self::None => down_to(1),
            Self::Tiny => down_to(2),
            Self::Small => down_to(4),
            Self::Medium => down_to(10),
            Self::Large => weight.into(),
            Self::Huge => 1,
        }
    }
}

impl fmt::Display for Randomness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Randomness {
    type Err = ParseRandomnessError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRandomnessError(text.chars().take(40).collect()))
    }
}

/// Chooses a move; `None` only where there is none. Without randomness the first of the heaviest, and no
/// number is drawn.
pub fn choose(moves: &[BookMove], randomness: Randomness, random: &mut impl Rng) -> Option<Move> {
    let best = moves.iter().max_by(|a, b| a.weight.cmp(&b.weight).then(b.mv.cmp(&a.mv)))?;
    let shares = || moves.iter().map(|known| randomness.share(known.weight, best.weight));
    let total: u64 = shares().sum();
    if randomness == Randomness::None || total == 0 {
        return Some(best.mv);
    }
    let mut left = below(random, total);
    for (known, share) in moves.iter().zip(shares()) {
        if left < share {
            return Some(known.mv);
        }
        left -= share;
    }
    Some(best.mv)
}

/// A number below `bound`, which must not be 0. By a product of our own, so that the same seed means the
/// same games with every version of the library.
fn below(random: &mut impl Rng, bound: u64) -> u64 {
    (u128::from(random.next_u64()) * u128::from(bound) >> 64) as u64
}

/// Whether a legal move leads into no repetition that the law judges, or would judge the third time, against
/// the side that makes it, and into none that ends the game at once.
pub fn keeps_the_law(position: &Position, mv: Move, rules: &Rules) -> bool {
    let mut after = position.clone();
    after.make(mv);
    let Some(found) = Loop::find(&after) else { return true };
    found.occurrences < 3 && rule_on(&after, found, rules).verdict != Verdict::Loss(position.side())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Tally;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    const WEIGHTS: [(&str, u32); 5] = [("h2e2", 100), ("b2e2", 50), ("h0g2", 25), ("g3g4", 10), ("c3c4", 1)];

    fn moves() -> Vec<BookMove> {
        let known = |&(mv, weight): &(&str, u32)| BookMove {
            mv: mv.parse().expect("a move"),
            weight,
            tally: Tally::default(),
        };
        WEIGHTS.iter().map(known).collect()
    }

    /// How often each move is chosen in 10,000 draws.
    fn counts(randomness: Randomness) -> [usize; 5] {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let moves = moves();
        let mut counts = [0; 5];
        for _ in 0..10_000 {
            let chosen = choose(&moves, randomness, &mut random).expect("a move");
            counts[moves.iter().position(|known| known.mv == chosen).expect("one of them")] += 1;
        }
        counts
    }

    #[test]
    fn each_level_goes_further_down() {
        let reach = Randomness::ALL.map(|level| counts(level).iter().filter(|&&count| count > 0).count());
        assert_eq!(reach, [1, 2, 3, 4, 5, 5]);
    }

    #[test]
    fn weights_are_proportions_and_mean_nothing_to_huge() {
        let near = |count: usize, expected: usize| count.abs_diff(expected) < 200;
        let [first, second, ..] = counts(Randomness::Tiny);
        assert!(near(first, 6667) && near(second, 3333), "{first} {second}");
        assert!(counts(Randomness::Huge).iter().all(|&count| near(count, 2000)));
    }

    #[test]
    fn nothing_to_choose_and_nothing_to_weigh() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        assert_eq!(choose(&[], Randomness::Large, &mut random), None);
        let mut weightless = moves();
        for known in &mut weightless {
            known.weight = 0;
        }
        for level in Randomness::ALL {
            assert!(choose(&weightless, level, &mut random).is_some(), "{level}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for level in Randomness::ALL {
            assert_eq!(level.to_string().to_uppercase().parse(), Ok(level));
        }
        assert!("some".parse::<Randomness>().is_err());
    }

    #[test]
    fn moves_into_lost_or_drawn_repetitions_are_not_kept() {
        let rules = Rules::default();
        let mut position: Position = "3k5/9/9/9/9/9/9/9/4K4/R8 w".parse().expect("a position");
        let mv = |text: &str| text.parse::<Move>().expect("a move");
        // Perpetual check: the rook goes to and fro between a8 and a9, and the king with it.
        let round = ["a0a9", "d9d8", "a9a8", "d8d9"];
        for text in round {
            assert!(keeps_the_law(&position, mv(text), &rules), "{text}");
            position.make(mv(text));
        }
        // With this check the loop closes for the first time; a third time would lose.
        assert!(!keeps_the_law(&position, mv("a8a9"), &rules));

        let mut quiet = Position::start();
        let shuffle = ["h0g2", "h9g7", "g2h0", "g7h9"];
        for text in shuffle.into_iter().chain(["h0g2", "h9g7", "g2h0"]) {
            assert!(keeps_the_law(&quiet, mv(text), &rules), "{text}");
            quiet.make(mv(text));
        }
        assert!(!keeps_the_law(&quiet, mv("g7h9"), &rules), "the third time ends the game");
    }
}
