//! Simultaneous perturbation stochastic approximation (SPSA, Spall 1992).
//!
//! Every step moves all numbers at once by a random sign each, plays the one side of the step against the
//! other, and goes a little towards the winner. What games cannot tell apart stays about where it is.

use super::find;
use crate::search::Params;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// How the gain and the perturbation shrink over the steps (Spall's recommendation).
const GAIN_EXPONENT: f64 = 0.602;
const PERTURBATION_EXPONENT: f64 = 0.101;
/// The share of all steps after which the gain begins to shrink in earnest.
const STABILITY: f64 = 0.1;
/// The last perturbation of a number: this share of its range.
const LAST_PERTURBATION: f64 = 0.05;
/// How far a won pair moves a number in the last step, in its perturbations.
const LAST_GAIN: f64 = 0.06;

/// A number that is being tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Number {
    /// Its name in [`Params`].
    pub name: String,
    /// Where it stands.
    pub value: f64,
}

/// A tuning in progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// Determines the signs.
    pub seed: u64,
    /// Steps done.
    pub done: u32,
    /// Steps in all.
    pub steps: u32,
    /// The numbers.
    pub numbers: Vec<Number>,
}

/// One step: what plays against what.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The numbers moved one way, and the other.
    pub players: [Params; 2],
    perturbations: Vec<f64>,
}

impl Spsa {
    /// A tuning of the numbers of those names from their defaults; `None` for a name that there is not.
    pub fn new(names: &[String], steps: u32, seed: u64) -> Option<Self> {
        let number = |name: &String| {
            let param = find(name)?;
            Some(Number { name: name.clone(), value: f64::from(param.default) })
        };
        let numbers = names.iter().map(number).collect::<Option<_>>()?;
        Some(Self { seed, done: 0, steps: steps.max(1), numbers })
    }

    /// The numbers as they stand, rounded.
    pub fn params(&self) -> Params {
        self.moved(&vec![0.0; self.numbers.len()], 1.0)
    }

    /// The next step.
    pub fn step(&self) -> Step {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ u64::from(self.done) << 32);
        let shrink = (f64::from(self.steps) / f64::from(self.done + 1)).powf(PERTURBATION_EXPONENT);
        let perturbation = |number: &Number| {
            let range = find(&number.name).map_or(0.0, |param| f64::from(param.max - param.min));
            let size = LAST_PERTURBATION * range * shrink;
            if random.next_u64() >> 63 == 0 { size } else { -size }
        };
        let perturbations: Vec<_> = self.numbers.iter().map(perturbation).collect();
        let players = [self.moved(&perturbations, 1.0), self.moved(&perturbations, -1.0)];
        Step { players, perturbations }
    }

    /// Goes towards the winner of a step; `result` is the first player's won pairs less its lost ones, in pairs.
    pub fn learn(&mut self, step: &Step, result: f64) {
        let stability = STABILITY * f64::from(self.steps);
        let progress = (stability + f64::from(self.steps)) / (stability + f64::from(self.done + 1));
        let gain = LAST_GAIN * progress.powf(GAIN_EXPONENT);
        for (number, perturbation) in self.numbers.iter_mut().zip(&step.perturbations) {
            if let Some(param) = find(&number.name) {
                let value = number.value + gain * result * perturbation;
                number.value = value.clamp(f64::from(param.min), f64::from(param.max));
            }
        }
        self.done += 1;
    }

    fn moved(&self, perturbations: &[f64], factor: f64) -> Params {
        let mut params = Params::default();
        for (number, perturbation) in self.numbers.iter().zip(perturbations) {
            if let (Some(param), Some(value)) = (find(&number.name), params.get_mut(&number.name)) {
                let moved = (number.value + factor * perturbation).round() as i32;
                *value = moved.clamp(param.min, param.max);
            }
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_where_games_are_won() {
        let names = ["razor_margin".to_owned(), "futility_base".to_owned()];
        let mut spsa = Spsa::new(&names, 2_000, 7).unwrap();
        // Whoever is nearer to the best value of one number wins; the other does not matter.
        while spsa.done < spsa.steps {
            let step = spsa.step();
            let far = step.players.map(|player| f64::from((player.razor_margin - 400).abs()));
            spsa.learn(&step, (far[1] - far[0]).signum());
        }
        let tuned = spsa.params();
        assert!((360..=440).contains(&tuned.razor_margin), "{}", tuned.razor_margin);
        assert!(Spsa::new(&["no_such_number".to_owned()], 1, 1).is_none());
    }

    #[test]
    fn a_tuning_goes_on_where_it_stopped() {
        let names = ["razor_margin".to_owned()];
        let mut spsa = Spsa::new(&names, 10, 3).unwrap();
        let first = spsa.step();
        spsa.learn(&first, 1.0);
        let kept: Spsa = serde_json::from_str(&serde_json::to_string(&spsa).unwrap()).unwrap();
        assert_eq!(kept, spsa);
        assert_eq!(kept.step(), spsa.step());
    }
}
