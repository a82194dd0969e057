//! The sequential probability ratio test: when a match has shown enough.
//!
//! The log-likelihood ratio is the generalised one: for each of the two hypotheses the distribution that
//! fits the results best among those that obey it (M. Van den Bergh). The hypotheses are on the logistic
//! Elo, that is on the mean of the results, or on the normalised Elo, that is on the mean in units of the
//! standard deviation.

use super::stats::{Distribution, NORMALISED_UNIT, score_of_elo};
use serde::{Deserialize, Serialize};

/// Which Elo the hypotheses speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised: the number of games needed does not depend on how many are drawn.
    #[default]
    Normalised,
    /// Logistic: the usual scale.
    Logistic,
}

/// A test of "`elo1` or more" against "`elo0` or less".
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The Elo of the null hypothesis.
    pub elo0: f64,
    /// The Elo of the alternative.
    pub elo1: f64,
    /// The accepted probability to take the alternative for true when it is not.
    pub alpha: f64,
    /// The accepted probability to miss the alternative when it is true.
    pub beta: f64,
    /// Which Elo.
    pub model: Model,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The alternative holds: the first engine is stronger.
    #[serde(rename = "H1")]
    Accept,
    /// The null hypothesis holds.
    #[serde(rename = "H0")]
    Reject,
    /// More games are needed.
    Continue,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of pairs by what they gave: 0, ½, 1, 1½, 2 points.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let seen = Distribution::regularised(pairs);
        let fit = |elo: f64| match self.model {
            Model::Logistic => with_mean(&seen, score_of_elo(elo)),
            // A pair's mean deviates √2 times less than a game.
            Model::Normalised => with_effect(&seen, elo / NORMALISED_UNIT * std::f64::consts::SQRT_2),
        };
        let (null, alternative) = (fit(self.elo0), fit(self.elo1));
        let mean: f64 = seen
            .points
            .iter()
            .zip(null.iter().zip(&alternative))
            .map(|((_, p), (p0, p1))| p * (p1 / p0).ln())
            .sum();
        seen.count * mean
    }

    /// What the pairs say.
    pub fn decide(&self, pairs: &[u64; 5]) -> Decision {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Decision::Accept,
            llr if llr <= lower => Decision::Reject,
            _ => Decision::Continue,
        }
    }
}

/// The probabilities that fit best among those with this mean.
fn with_mean(seen: &Distribution, mean: f64) -> Vec<f64> {
    let offsets: Vec<_> = seen.points.iter().map(|(value, p)| (value - mean, *p)).collect();
    tilt(&offsets)
}

/// The probabilities that fit best among those whose mean is `effect` standard deviations above one half.
///
/// The condition is not linear; it is replaced by its tangent at the last fit, until nothing changes.
fn with_effect(seen: &Distribution, effect: f64) -> Vec<f64> {
    let mut fit = vec![1.0 / seen.points.len() as f64; seen.points.len()];
    for _ in 0..30 {
        let points = seen.points.iter().zip(&fit).map(|((value, _), &p)| (*value, p)).collect();
        let (mean, variance) = Distribution { count: 1.0, points }.moments();
        let deviation = variance.sqrt();
        let offsets: Vec<_> = seen
            .points
            .iter()
            .map(|(value, p)| {
                let tangent = f64::midpoint(1.0, ((mean - value) / deviation).powi(2));
                (value - 0.5 - effect * deviation * tangent, *p)
            })
            .collect();
        let next = tilt(&offsets);
        let change = fit.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fit = next;
        if change < 1e-10 {
            break;
        }
    }
    fit
}

/// The probabilities that fit best among those under which the offsets have mean 0: `p / (1 + x a)`, with
/// `x` the root of Σ p a / (1 + x a), which falls between its two poles.
fn tilt(offsets: &[(f64, f64)]) -> Vec<f64> {
    let least = offsets.iter().map(|(a, _)| *a).fold(f64::INFINITY, f64::min);
    let greatest = offsets.iter().map(|(a, _)| *a).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || greatest <= 0.0 {
        // No distribution over these results obeys the hypothesis; the nearest is what was seen.
        return offsets.iter().map(|(_, p)| *p).collect();
    }
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..100 {
        x = f64::midpoint(low, high);
        let sum: f64 = offsets.iter().map(|(a, p)| p * a / (1.0 + x * a)).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    offsets.iter().map(|(a, p)| p / (1.0 + x * a)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    /// Counts, hypotheses, and the ratios under the logistic and the normalised model. They were computed by
    /// maximising the constrained likelihoods numerically, without the equations that are solved here.
    const KNOWN: [([u64; 5], f64, f64, f64, f64); 13] = [
        ([34, 230, 480, 270, 36], 0.0, 5.0, 1.118_334, 0.820_499),
        ([34, 230, 480, 270, 36], -3.0, 1.0, 1.545_337, 0.899_651),
        ([34, 230, 480, 270, 36], 0.0, 2.0, 0.587_223, 0.380_309),
        ([3, 20, 70, 80, 27], 0.0, 5.0, 2.489_622, 1.943_355),
        ([3, 20, 70, 80, 27], -3.0, 1.0, 2.029_973, 1.596_514),
        ([0, 0, 10, 30, 60], 0.0, 5.0, 1.428_753, 1.742_511),
        ([0, 0, 10, 30, 60], -3.0, 1.0, 1.154_601, 1.416_381),
        ([178, 7404, 17_319, 7699, 168], 0.0, 5.0, -11.245_789, 1.104_510),
        ([178, 7404, 17_319, 7699, 168], -3.0, 1.0, 21.204_008, 8.483_467),
        ([178, 7404, 17_319, 7699, 168], 0.0, 2.0, 1.976_270, 2.070_203),
        ([5, 40, 10, 60, 5], 0.0, 5.0, 0.443_935, 0.348_692),
        ([5, 40, 10, 60, 5], -3.0, 1.0, 0.400_541, 0.306_679),
        ([5, 40, 10, 60, 5], 0.0, 2.0, 0.187_333, 0.145_417),
    ];

    #[test]
    fn known_ratios() {
        for (pairs, elo0, elo1, logistic, normalised) in KNOWN {
            let near =
                |a: f64, b: f64| assert!((a - b).abs() < 2e-4, "{pairs:?} {elo0} {elo1}: {a}, not {b}");
            near(test(elo0, elo1, Model::Logistic).llr(&pairs), logistic);
            near(test(elo0, elo1, Model::Normalised).llr(&pairs), normalised);
        }
    }

    #[test]
    fn bounds_and_decisions() {
        let test = test(0.0, 5.0, Model::Normalised);
        let (lower, upper) = test.bounds();
        assert!((upper - 19f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        assert_eq!(test.decide(&[0; 5]), Decision::Continue);
        assert_eq!(test.decide(&[30, 200, 700, 800, 270]), Decision::Accept);
        assert_eq!(test.decide(&[270, 800, 700, 200, 30]), Decision::Reject);
        for pairs in [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 1000, 0, 0]] {
            assert!(test.llr(&pairs).is_finite(), "{pairs:?}");
        }
    }

    #[test]
    fn the_ratio_changes_its_sign_with_the_players() {
        for model in [Model::Logistic, Model::Normalised] {
            let test = test(-5.0, 5.0, model);
            let (a, b) = (test.llr(&[3, 20, 70, 80, 27]), test.llr(&[27, 80, 70, 20, 3]));
            assert!((a + b).abs() < 1e-6 && a > 0.0, "{a} {b}");
        }
    }
}
