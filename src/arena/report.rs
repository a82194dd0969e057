//! The results of a match for people, and as JSON for programs.

use super::record::GameRecord;
use super::sprt::{Decision, Sprt};
use super::stats::{Estimate, Results};
use serde::Serialize;
use std::fmt::Write;

/// The summary of a match, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Summary<'a> {
    /// The engines' names.
    pub engines: [&'a str; 2],
    /// How many games were played.
    pub games: u64,
    /// How many were to be played at most.
    pub planned: usize,
    /// Wins, draws, losses, pairs and reasons, from the first engine's view.
    #[serde(flatten)]
    pub results: &'a Results,
    /// The first engine's share of the points.
    pub score: Option<f64>,
    /// The logistic Elo of the first engine over the second.
    pub elo: Option<Estimate>,
    /// The normalised Elo.
    pub normalised_elo: Option<Estimate>,
    /// The likelihood that the first engine is the stronger one.
    pub superiority: Option<f64>,
    /// The share of drawn games.
    pub draw_ratio: Option<f64>,
    /// Pairs won for each pair lost.
    pub pairs_ratio: Option<f64>,
    /// Red's share of the points.
    pub red_score: Option<f64>,
    /// The test, if there is one.
    pub sprt: Option<SprtSummary>,
}

/// What a test says.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtSummary {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where the null hypothesis is accepted.
    pub lower: f64,
    /// Where the alternative is accepted.
    pub upper: f64,
    /// What that comes to.
    pub decision: Decision,
}

impl SprtSummary {
    /// What a test says of results.
    pub fn new(test: Sprt, results: &Results) -> Self {
        let (lower, upper) = test.bounds();
        Self { test, llr: test.llr(&results.pairs), lower, upper, decision: test.decide(&results.pairs) }
    }
}

/// Numbers that are none, as there are before the first game, are left out.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn finite_estimate(estimate: Estimate) -> Option<Estimate> {
    Some(estimate).filter(|estimate| estimate.is_finite())
}

impl<'a> Summary<'a> {
    /// The summary of results.
    pub fn new(engines: [&'a str; 2], results: &'a Results, planned: usize, sprt: Option<Sprt>) -> Self {
        Self {
            engines,
            games: results.games(),
            planned,
            results,
            score: finite(results.score()),
            elo: finite_estimate(results.elo()),
            normalised_elo: finite_estimate(results.normalised_elo()),
            superiority: finite(results.superiority()),
            draw_ratio: finite(results.draw_ratio()),
            pairs_ratio: finite(results.pairs_ratio()),
            red_score: finite(results.red_score()),
            sprt: sprt.map(|sprt| SprtSummary::new(sprt, results)),
        }
    }

    /// All of it in one line.
    pub fn line(&self) -> String {
        let Results { wins, draws, losses, .. } = self.results;
        let score = self.score.unwrap_or(0.5) * 100.0;
        let mut text = format!(
            "{}/{} games  +{wins} ={draws} -{losses}  {score:.1} %  Elo {}",
            self.games,
            self.planned,
            estimate(self.elo)
        );
        if let Some(sprt) = self.sprt {
            let _ = write!(text, "  LLR {:.2} [{:.2}, {:.2}]", sprt.llr, sprt.lower, sprt.upper);
        }
        text
    }

    /// All of it for a person, in several lines.
    pub fn text(&self) -> String {
        let [first, second] = self.engines;
        let Results { wins, draws, losses, pairs, reasons, faults, .. } = self.results;
        let percent =
            |share: Option<f64>| share.map_or("?".to_owned(), |share| format!("{:.1} %", share * 100.0));
        let mut text = String::new();
        let mut row = |head: &str, rest: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{head:<8} {rest}");
        };
        row(
            "Elo",
            format!(
                "{}   normalised {}   superiority {}",
                estimate(self.elo),
                estimate(self.normalised_elo),
                percent(self.superiority)
            ),
        );
        let ratio = self.pairs_ratio.map_or("?".to_owned(), |ratio| format!("{ratio:.2}"));
        row("Pairs", format!("{pairs:?} (0, ½, 1, 1½, 2 points)   won to lost {ratio}"));
        row("Shares", format!("draws {}   Red {}", percent(self.draw_ratio), percent(self.red_score)));
        if let Some(sprt) = self.sprt {
            let verdict = match sprt.decision {
                Decision::Accept => format!("H1: {first} is better"),
                Decision::Reject => format!("H0: {first} is not better"),
                Decision::Continue => "no decision yet".to_owned(),
            };
            row(
                "SPRT",
                format!(
                    "LLR {:.2} [{:.2}, {:.2}] for {} to {} {:?} Elo: {verdict}",
                    sprt.llr, sprt.lower, sprt.upper, sprt.test.elo0, sprt.test.elo1, sprt.test.model
                ),
            );
        }
        let ends: Vec<_> = reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        row("Ends", ends.join(", "));
        row("Faults", format!("{first} {}, {second} {}", faults[0], faults[1]));
        let _ = writeln!(
            text,
            "Result of {first} against {second}: {}, +{wins} ={draws} -{losses}, {}",
            count_of_games(self.games),
            percent(self.score)
        );
        text
    }
}

fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(|| "?".to_owned(), |estimate| estimate.to_string())
}

/// `1 game`, `2 games`.
pub fn count_of_games(count: u64) -> String {
    format!("{count} {}", if count == 1 { "game" } else { "games" })
}

/// A finished game in one line.
pub fn game_line(game: &GameRecord, names: &[&str]) -> String {
    let mut text = format!(
        "game {} ({}): {} - {}  {}  {}",
        game.game + 1,
        game.opening,
        names[game.red],
        names[game.black],
        game.result,
        game.reason
    );
    if let Some(article) = game.reason.article() {
        let _ = write!(text, " ({article})");
    }
    let _ = write!(text, ", {} plies", game.moves.len());
    if !game.detail.is_empty() {
        let _ = write!(text, ": {}", game.detail);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounds_to_nothing_has_no_sign() {
        for (value, text) in
            [(-0.01, "0.0 ± 3.0"), (-0.0, "0.0 ± 3.0"), (0.06, "+0.1 ± 3.0"), (-0.06, "-0.1 ± 3.0")]
        {
            assert_eq!(estimate(Some(Estimate { value, error: 3.0 })), text);
        }
        assert_eq!((count_of_games(0), count_of_games(1)), ("0 games".to_owned(), "1 game".to_owned()));
    }
}
