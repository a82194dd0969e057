//! What is in a set of games.

use super::records::{Game, Outcome, Reason, UnpackError};
use crate::board::Position;
use crate::core::Color;
use std::fmt::{self, Write};

/// How many centipawns a bar of the histogram covers.
const BIN: i32 = 100;
/// Bars on either side of zero; greater scores count in the outermost.
const SIDE_BINS: i32 = 20;
const BINS: usize = 2 * SIDE_BINS as usize + 1;

/// The phases of a game, by the number of pieces on the board: from so many on.
const PHASES: [(&str, u32); 3] = [("opening", 28), ("middlegame", 16), ("ending", 0)];

/// Totals of a set of games.
#[derive(Clone, Default, Debug)]
pub struct Survey {
    games: u64,
    positions: u64,
    outcomes: [u64; Outcome::ALL.len()],
    reasons: [u64; Reason::ALL.len()],
    phases: [u64; PHASES.len()],
    /// Positions by score from Red's view.
    scores: Scores,
}

/// Positions by score, and what Red made of them.
#[derive(Clone, Debug)]
struct Scores {
    positions: [u64; BINS],
    points: [f64; BINS],
    /// Red's wins.
    wins: [u64; BINS],
    /// Red's losses.
    losses: [u64; BINS],
}

impl Default for Scores {
    fn default() -> Self {
        Self { positions: [0; BINS], points: [0.0; BINS], wins: [0; BINS], losses: [0; BINS] }
    }
}

/// How likely a score is to win: `1 / (1 + exp((even - score) / slope))`, in centipawns. The chance to lose
/// is that of the opposite score to win, and the rest is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinChances {
    /// The score that wins every second game.
    pub even: f64,
    /// How far the score must change to change the odds by a factor of e.
    pub slope: f64,
}

impl Survey {
    /// Counts a game.
    ///
    /// # Errors
    /// When a move of it is not legal; what came before is counted.
    pub fn add(&mut self, game: &Game) -> Result<(), UnpackError> {
        self.games += 1;
        self.outcomes[game.outcome as usize] += 1;
        self.reasons[game.reason as usize] += 1;
        game.replay(|position, ply| {
            self.positions += 1;
            self.phases[phase(position)] += 1;
            let red = if position.side() == Color::Red { ply.score } else { ply.score.saturating_neg() };
            let bin = bin(i32::from(red));
            self.scores.positions[bin] += 1;
            self.scores.points[bin] += f64::from(game.outcome.points(Color::Red));
            self.scores.wins[bin] += u64::from(game.outcome == Outcome::RedWins);
            self.scores.losses[bin] += u64::from(game.outcome == Outcome::BlackWins);
        })
    }

    /// The scale at which scores foretell results best: a score of `s` centipawns is worth
    /// `1 / (1 + exp(-s / scale))` points. `None` if there is too little to tell.
    pub fn fitted_scale(&self) -> Option<f64> {
        if self.games < 10 {
            return None;
        }
        // The outermost bars hold mates; their scores say nothing of the scale.
        let inner = 1..BINS - 1;
        let cost = |scale: f64| -> f64 {
            inner
                .clone()
                .map(|bin| {
                    let expected = 1.0 / (1.0 + (-f64::from(centre(bin)) / scale).exp());
                    let (count, points) = (self.scores.positions[bin] as f64, self.scores.points[bin]);
                    -points * expected.ln() - (count - points) * (1.0 - expected).ln()
                })
                .sum()
        };
        // The cost has one valley; a third of the interval goes in every round.
        let (mut low, mut high) = (50.0, 4_000.0);
        for _ in 0..60 {
            let third = (high - low) / 3.0;
            if cost(low + third) < cost(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        Some(f64::midpoint(low, high))
    }

    /// The chances to win that fit the games best, by logistic regression with Newton's method. `None` if
    /// there is too little to tell.
    pub fn win_chances(&self) -> Option<WinChances> {
        if self.games < 10 {
            return None;
        }
        // The logit of a win is `rate * score - offset`. Both sides' views count.
        let (mut rate, mut offset) = (0.005, 1.0);
        for _ in 0..50 {
            let (mut slope, mut curve) = ([0.0; 2], [0.0; 3]);
            for bin in 1..BINS - 1 {
                let scores = &self.scores;
                let count = scores.positions[bin] as f64;
                let views = [(centre(bin), scores.wins[bin]), (-centre(bin), scores.losses[bin])];
                for (score, wins) in views.map(|(score, wins)| (f64::from(score), wins as f64)) {
                    let chance = 1.0 / (1.0 + (offset - rate * score).exp());
                    let (error, weight) = (wins - count * chance, count * chance * (1.0 - chance));
                    slope = [slope[0] + error * score, slope[1] - error];
                    curve = [curve[0] + weight * score * score, curve[1] - weight * score, curve[2] + weight];
                }
            }
            let determinant = curve[0] * curve[2] - curve[1] * curve[1];
            if determinant.is_nan() || determinant <= 1e-9 {
                return None;
            }
            rate += (curve[2] * slope[0] - curve[1] * slope[1]) / determinant;
            offset += (curve[0] * slope[1] - curve[1] * slope[0]) / determinant;
        }
        let chances = WinChances { even: offset / rate, slope: 1.0 / rate };
        (chances.even.is_finite() && chances.slope.is_finite()).then_some(chances)
    }

    /// The scores and what Red made of them, as a picture (SVG): bars for positions, a line for points.
    pub fn histogram(&self) -> String {
        const WIDTH: f64 = 720.0;
        const HEIGHT: f64 = 360.0;
        const MARGIN: f64 = 40.0;
        let most = self.scores.positions.iter().copied().max().unwrap_or(0).max(1) as f64;
        let step = (WIDTH - 2.0 * MARGIN) / BINS as f64;
        let tall = HEIGHT - 2.0 * MARGIN;
        let bottom = HEIGHT - MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let mut line = Vec::new();
        for bin in 0..BINS {
            let (count, points) = (self.scores.positions[bin] as f64, self.scores.points[bin]);
            let (x, height) = (MARGIN + step * bin as f64, tall * count / most);
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"steelblue\"/>",
                bottom - height,
                step - 1.0
            );
            if count > 0.0 {
                line.push(format!("{:.1},{:.1}", x + step / 2.0, bottom - tall * points / count));
            }
            if bin % 5 == 0 {
                let _ = writeln!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                    x + step / 2.0,
                    bottom + 16.0,
                    centre(bin)
                );
            }
        }
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"firebrick\" stroke-width=\"2\"/>\n\
             <text x=\"{MARGIN}\" y=\"20\">{} positions by Red's score in centipawns; the line is Red's \
             points, from 0 to 1</text>\n</svg>",
            line.join(" "),
            self.positions
        );
        svg
    }
}

fn phase(position: &Position) -> usize {
    let pieces = position.occupied().len();
    PHASES.iter().position(|&(_, from)| pieces >= from).unwrap_or(PHASES.len() - 1)
}

fn bin(score: i32) -> usize {
    let rounded = (score + BIN / 2).div_euclid(BIN);
    (rounded.clamp(-SIDE_BINS, SIDE_BINS) + SIDE_BINS) as usize
}

fn centre(bin: usize) -> i32 {
    (bin as i32 - SIDE_BINS) * BIN
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = self.positions as f64 / self.games.max(1) as f64;
        writeln!(f, "{} games, {} positions, {length:.1} a game", self.games, self.positions)?;
        let mut rows = |title: &str, entries: &[(&str, u64)], of: u64| -> fmt::Result {
            writeln!(f, "\n{title}")?;
            for &(name, count) in entries.iter().filter(|&&(_, count)| count > 0) {
                writeln!(f, "  {name:<18} {count:>10} {:>6.1} %", 100.0 * count as f64 / of.max(1) as f64)?;
            }
            Ok(())
        };
        let [black, draws, red] = self.outcomes;
        rows("results", &[("red won", red), ("drawn", draws), ("black won", black)], self.games)?;
        let reasons: Vec<_> = Reason::ALL.map(Reason::name).into_iter().zip(self.reasons).collect();
        rows("reasons", &reasons, self.games)?;
        let phases: Vec<_> = PHASES.map(|(name, _)| name).into_iter().zip(self.phases).collect();
        rows("phases", &phases, self.positions)?;
        let labels: Vec<_> = (0..BINS).map(|bin| format!("{:+}", centre(bin))).collect();
        let scores: Vec<_> = labels.iter().map(String::as_str).zip(self.scores.positions).collect();
        rows("scores of Red, in centipawns", &scores, self.positions)?;
        if let Some(scale) = self.fitted_scale() {
            writeln!(f, "\nscores foretell results best at a scale of {scale:.0}")?;
        }
        if let Some(WinChances { even, slope }) = self.win_chances() {
            writeln!(f, "a score s wins with the chance 1 / (1 + exp(({even:.0} - s) / {slope:.0}))")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::records::{PackedPosition, Ply};

    #[test]
    fn games_are_counted_and_the_scale_is_found() {
        let start = PackedPosition::pack(&Position::start());
        let mv = "h2e2".parse().unwrap();
        let mut survey = Survey::default();
        // Three of four won at 300 centipawns: a scale of 300 / ln 3.
        for number in 0..40 {
            let outcome = if number % 4 == 0 { Outcome::BlackWins } else { Outcome::RedWins };
            let plies = vec![Ply { mv, score: 300 }];
            survey.add(&Game { number, start, plies, outcome, reason: Reason::ClearScores }).unwrap();
        }
        let scale = survey.fitted_scale().unwrap();
        assert!((scale - 300.0 / 3f64.ln()).abs() < 1.0, "{scale}");
        let text = survey.to_string();
        assert!(text.starts_with("40 games, 40 positions"), "{text}");
        assert!(text.contains("opening") && text.contains("+300"), "{text}");
        assert!(survey.histogram().contains("</svg>"));
        let illegal = Ply { mv: "a0a9".parse().unwrap(), score: 0 };
        let game =
            Game { number: 0, start, plies: vec![illegal], outcome: Outcome::Draw, reason: Reason::Length };
        assert!(survey.add(&game).is_err());
    }

    #[test]
    fn chances_to_win_are_found() {
        let start = PackedPosition::pack(&Position::start());
        let mv = "h2e2".parse().unwrap();
        let expected = WinChances { even: 200.0, slope: 120.0 };
        let chance = |score: f64| 1.0 / (1.0 + ((expected.even - score) / expected.slope).exp());
        let mut survey = Survey::default();
        let mut number = 0;
        for score in [-600, -300, -100, 0, 100, 200, 400, 700] {
            let (wins, losses) = (chance(f64::from(score)), chance(-f64::from(score)));
            for game in 0..200 {
                let place = (f64::from(game) + 0.5) / 200.0;
                let outcome = match place {
                    place if place < wins => Outcome::RedWins,
                    place if place < wins + losses => Outcome::BlackWins,
                    _ => Outcome::Draw,
                };
                let plies = vec![Ply { mv, score }];
                survey.add(&Game { number, start, plies, outcome, reason: Reason::Length }).unwrap();
                number += 1;
            }
        }
        let found = survey.win_chances().unwrap();
        assert!((found.even - expected.even).abs() < 10.0, "{found:?}");
        assert!((found.slope - expected.slope).abs() < 10.0, "{found:?}");
    }

    #[test]
    fn scores_fall_into_their_bars() {
        assert_eq!(centre(bin(0)), 0);
        assert_eq!(centre(bin(49)), 0);
        assert_eq!(centre(bin(50)), 100);
        assert_eq!(centre(bin(-51)), -100);
        assert_eq!(centre(bin(30_000)), 2_000);
        assert_eq!(centre(bin(-30_000)), -2_000);
    }
}
