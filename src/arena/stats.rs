//! What the results of a match say of the difference in strength.
//!
//! Games are played in pairs, one opening with both colours; the two results of a pair are not independent,
//! so errors are computed from the five results that a pair can have ("pentanomial"), worth 0, ¼, ½, ¾ and
//! 1 point. Formulas: the logistic Elo scale; the normalised scale and the tests of M. Van den Bergh
//! ("Normalized Elo", "The generalized maximum likelihood ratio for the expectation value of a
//! distribution").

use super::record::GameRecord;
use crate::core::Color;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display, Formatter};

/// The normalised Elo of an effect of one standard deviation of a game's result.
pub const NORMALISED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// The half width of a 95 % interval, in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

/// The expected score of a player stronger by so many Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference that gives this score; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// An estimate with the half width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The error.
    pub error: f64,
}

impl Estimate {
    /// Whether there is something to estimate from, and not all of it at one end.
    pub fn is_finite(self) -> bool {
        self.value.is_finite() && self.error.is_finite()
    }
}

impl Display for Estimate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.is_finite() {
            return f.write_str("?");
        }
        // What rounds to nothing has no sign.
        let value = if self.value.abs() < 0.05 { "0.0".to_owned() } else { format!("{:+.1}", self.value) };
        write!(f, "{value} ± {:.1}", self.error)
    }
}

/// The results of a match, from the first engine's view.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs by what they gave: 0, ½, 1, 1½, 2 points.
    pub pairs: [u64; 5],
    /// Half points made by Red, whoever it was.
    pub red_half_points: u64,
    /// How games ended.
    pub reasons: BTreeMap<&'static str, u64>,
    /// Games lost by a fault, such as time or an illegal move, first engine and second.
    pub faults: [u64; 2],
    /// The first results of pairs whose second game is still to come, in half points.
    #[serde(skip)]
    half_done: HashMap<usize, u32>,
}

impl Results {
    /// Adds a game of the engines 0 and 1; the games `2k` and `2k + 1` are a pair.
    pub fn add(&mut self, game: &GameRecord) {
        let side = game.side_of(0);
        let half_points = game.result.half_points(side);
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.red_half_points += u64::from(game.result.half_points(Color::Red));
        *self.reasons.entry(game.reason.text()).or_default() += 1;
        if game.reason.is_fault() {
            self.faults[usize::from(half_points == 2)] += 1;
        }
        match self.half_done.remove(&(game.game / 2)) {
            Some(first) => self.pairs[(first + half_points) as usize] += 1,
            None => {
                self.half_done.insert(game.game / 2, half_points);
            }
        }
    }

    /// How many games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first engine's share of the points.
    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Red's share of the points.
    pub fn red_score(&self) -> f64 {
        self.red_half_points as f64 / 2.0 / self.games() as f64
    }

    /// The share of drawn games.
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games() as f64
    }

    /// Pairs won for each pair lost.
    pub fn pairs_ratio(&self) -> f64 {
        (self.pairs[3] + self.pairs[4]) as f64 / (self.pairs[0] + self.pairs[1]) as f64
    }

    /// The distribution that estimates are made from: pairs, or single games while there is no pair.
    pub fn distribution(&self) -> Distribution {
        if self.pairs.iter().any(|&count| count > 0) {
            Distribution::new(&self.pairs)
        } else {
            Distribution::new(&[self.losses, self.draws, self.wins])
        }
    }

    /// The logistic Elo of the first engine over the second.
    pub fn elo(&self) -> Estimate {
        self.distribution().elo()
    }

    /// The normalised Elo.
    pub fn normalised_elo(&self) -> Estimate {
        self.distribution().normalised_elo()
    }

    /// The likelihood that the first engine is the stronger one.
    pub fn superiority(&self) -> f64 {
        self.distribution().superiority()
    }
}

/// How often each of some equidistant results between 0 and 1 came.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution {
    /// How many results.
    pub count: f64,
    /// Result and probability.
    pub points: Vec<(f64, f64)>,
}

impl Distribution {
    /// The distribution of counts, worst result first.
    pub fn new(counts: &[u64]) -> Self {
        let counts: Vec<_> = counts.iter().map(|&count| count as f64).collect();
        Self::of_weights(&counts)
    }

    /// The same with a little of every result that never came, so that no likelihood is 0.
    pub fn regularised(counts: &[u64]) -> Self {
        let counts: Vec<_> = counts.iter().map(|&count| (count as f64).max(1e-3)).collect();
        Self::of_weights(&counts)
    }

    fn of_weights(weights: &[f64]) -> Self {
        let count: f64 = weights.iter().sum();
        let last = (weights.len() - 1) as f64;
        let points =
            weights.iter().enumerate().map(|(index, weight)| (index as f64 / last, weight / count)).collect();
        Self { count, points }
    }

    /// Mean and variance.
    pub fn moments(&self) -> (f64, f64) {
        let mean: f64 = self.points.iter().map(|(value, p)| value * p).sum();
        let variance = self.points.iter().map(|(value, p)| p * (value - mean).powi(2)).sum();
        (mean, variance)
    }

    /// The variance of one game's result: that of a pair's mean is half as large.
    pub fn game_variance(&self) -> f64 {
        let games = if self.points.len() == 5 { 2.0 } else { 1.0 };
        self.moments().1 * games
    }

    fn standard_error(&self) -> f64 {
        (self.moments().1 / self.count).sqrt()
    }

    /// The logistic Elo, with the error of the score carried over.
    pub fn elo(&self) -> Estimate {
        let (mean, _) = self.moments();
        let half = Z95 * self.standard_error();
        let bound = |score: f64| elo_of_score(score.clamp(1e-6, 1.0 - 1e-6));
        Estimate { value: elo_of_score(mean), error: (bound(mean + half) - bound(mean - half)) / 2.0 }
    }

    /// The normalised Elo: the distance from an even score in standard deviations of a game.
    pub fn normalised_elo(&self) -> Estimate {
        let (mean, _) = self.moments();
        let deviation = self.game_variance().sqrt();
        let scale = NORMALISED_UNIT / deviation;
        Estimate { value: (mean - 0.5) * scale, error: Z95 * self.standard_error() * scale }
    }

    /// The probability that the mean is above one half.
    pub fn superiority(&self) -> f64 {
        let (mean, _) = self.moments();
        normal_cdf((mean - 0.5) / self.standard_error())
    }
}

/// The standard normal distribution function (Abramowitz and Stegun 7.1.26; error below 1.5 · 10⁻⁷).
fn normal_cdf(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592]
        .iter()
        .fold(0.0, |sum, c| (sum + c) * t);
    let tail = poly * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::super::record::Outcome;
    use super::super::record::tests::sample;
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 2e-4, "{a} is not {b}");
    }

    /// Counts of pairs with logistic Elo and error, normalised Elo and error, and superiority, computed by a
    /// separate program from the formulas.
    const KNOWN: [([u64; 5], [f64; 5]); 5] = [
        ([34, 230, 480, 270, 36], [7.28067, 9.05160, 11.95870, 14.85979, 0.94264]),
        ([3, 20, 70, 80, 27], [96.19234, 23.39177, 147.55024, 34.04806, 1.0]),
        ([0, 0, 10, 30, 60], [338.03922, 53.30793, 549.34390, 48.15123, 1.0]),
        ([178, 7404, 17_319, 7699, 168], [1.45791, 1.33411, 2.90688, 2.66000, 0.98390]),
        ([5, 40, 10, 60, 5], [29.02027, 33.50739, 38.36784, 43.95586, 0.95644]),
    ];

    #[test]
    fn known_values() {
        for (pairs, [elo, error, normalised, normalised_error, superiority]) in KNOWN {
            let results = Results { pairs, ..Results::default() };
            near(results.elo().value, elo);
            near(results.elo().error, error);
            near(results.normalised_elo().value, normalised);
            near(results.normalised_elo().error, normalised_error);
            near(results.superiority(), superiority);
        }
    }

    #[test]
    fn the_elo_scale() {
        near(score_of_elo(0.0), 0.5);
        near(score_of_elo(400.0), 10.0 / 11.0);
        near(elo_of_score(score_of_elo(-123.4)), -123.4);
        // Two games won, one drawn, one lost: 5/8 of the points.
        near(Distribution::new(&[1, 1, 2]).elo().value, -400.0 * (3.0f64 / 5.0).log10());
    }

    #[test]
    fn games_become_pairs_in_any_order() {
        let mut results = Results::default();
        let won_by = |first: bool, game: usize| {
            if first == game.is_multiple_of(2) { Outcome::RedWins } else { Outcome::BlackWins }
        };
        for game in [3, 0, 2, 1] {
            results.add(&sample(game, won_by(game != 3, game)));
        }
        results.add(&sample(5, Outcome::Draw));
        assert_eq!((results.wins, results.draws, results.losses), (3, 1, 1));
        assert_eq!(results.pairs, [0, 0, 1, 0, 1]);
        assert_eq!(results.red_half_points, 2 + 2 + 2 + 1);
        near(results.score(), 0.7);
        near(results.draw_ratio(), 0.2);
    }

    #[test]
    fn no_results_are_no_panic() {
        let results = Results::default();
        assert!(results.score().is_nan() && results.elo().value.is_nan());
    }
}
