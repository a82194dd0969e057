//! Which numbers matter: a screening by a two-level factorial design with random signs (random balance,
//! Satterthwaite 1959).
//!
//! In each run one side plays with a random half of the numbers at their high level and the others at the low
//! one, the other side with the opposite. Every game so tells something of every number, and as many games as
//! one number would need serve for all of them.

use crate::search::Params;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// A number and the two values it is tried with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Levels {
    /// Its name in [`Params`].
    pub name: String,
    /// The low level.
    pub low: i32,
    /// The high level.
    pub high: i32,
}

/// One run that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Run {
    /// Which numbers the first side had at the high level, in the order of the screen.
    high: Vec<bool>,
    /// The first side's share of the points less a half.
    surplus: f64,
}

/// A screening in progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Screen {
    /// Determines the design.
    pub seed: u64,
    /// What is varied.
    pub levels: Vec<Levels>,
    runs: Vec<Run>,
}

/// What plays against what in a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The numbers of the first side and of the second.
    pub players: [Params; 2],
    high: Vec<bool>,
}

/// What a number's high level does against its low one.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// The number.
    pub levels: Levels,
    /// How much stronger it is, in Elo.
    pub elo: f64,
    /// Half of the interval of 95 %, in Elo.
    pub margin: f64,
}

impl Screen {
    /// A screening of those numbers; a name that is none of them changes nothing.
    pub const fn new(levels: Vec<Levels>, seed: u64) -> Self {
        Self { seed, levels, runs: Vec::new() }
    }

    /// How many runs were played.
    pub const fn done(&self) -> usize {
        self.runs.len()
    }

    /// The next run.
    pub fn choose(&self) -> Choice {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ (self.done() as u64) << 32);
        let high: Vec<bool> = self.levels.iter().map(|_| random.next_u64() >> 63 == 1).collect();
        let players = [false, true].map(|turned| {
            let mut params = Params::default();
            for (levels, &high) in self.levels.iter().zip(&high) {
                if let Some(value) = params.get_mut(&levels.name) {
                    *value = if high == turned { levels.low } else { levels.high };
                }
            }
            params
        });
        Choice { players, high }
    }

    /// Notes what a run came to: the first side's share of the points.
    pub fn note(&mut self, choice: Choice, share: f64) {
        self.runs.push(Run { high: choice.high, surplus: share - 0.5 });
    }

    /// What each number does, the best first.
    pub fn effects(&self) -> Vec<Effect> {
        let count = self.done().max(1) as f64;
        let spread = self.runs.iter().map(|run| run.surplus * run.surplus).sum::<f64>() / count;
        // Elo a share of the points, near equality.
        let slope = 1600.0 / std::f64::consts::LN_10;
        let effect = |(index, levels): (usize, &Levels)| {
            let signed = |run: &Run| if run.high[index] { run.surplus } else { -run.surplus };
            let mean = self.runs.iter().map(signed).sum::<f64>() / count;
            Effect {
                levels: levels.clone(),
                elo: slope * mean,
                margin: 1.96 * slope * (spread / count).sqrt(),
            }
        };
        let mut effects: Vec<_> = self.levels.iter().enumerate().map(effect).collect();
        effects.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        effects
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(name: &str, low: i32, high: i32) -> Levels {
        Levels { name: name.to_owned(), low, high }
    }

    #[test]
    fn what_wins_games_comes_first() {
        let numbers = vec![
            levels("futility_base", 80, 160),
            levels("razor_margin", 200, 300),
            levels("delta_margin", 100, 200),
        ];
        let mut screen = Screen::new(numbers, 4);
        while screen.done() < 400 {
            let choice = screen.choose();
            let [first, second] = choice.players;
            assert_eq!(first.razor_margin + second.razor_margin, 500);
            // Much razoring wins, and much futility loses a little.
            let gain = f64::from(first.razor_margin - second.razor_margin) / 1000.0
                - f64::from(first.futility_base - second.futility_base) / 4000.0;
            screen.note(choice, 0.5 + gain);
        }
        let effects = screen.effects();
        let names: Vec<_> = effects.iter().map(|effect| effect.levels.name.as_str()).collect();
        assert_eq!(names, ["razor_margin", "delta_margin", "futility_base"]);
        assert!((effects[0].elo - 69.5).abs() < 8.0, "{}", effects[0].elo);
    }
}
