//! The referee: Chapter V of the Vietnamese Xiangqi law (articles 22 to 24), and the draws and results of
//! the earlier chapters that follow from the board alone.
//!
//! There is one core, and three ways to ask it: [`judge_repetition`] answers a search at every node,
//! [`game_result`] a match runner after every move, [`judge`] people who want to know why.
//!
//! Comments cite the law by article, and by point the thirteen points of its section "How to decide".

mod articles;
mod cases;
mod chase;
mod draws;
mod explain;
mod repetition;
mod result;
mod root;
mod rules;
mod threats;

pub use articles::{Article, Case};
pub use chase::AttackKind;
pub use draws::{counted_plies, has_no_attackers, is_no_capture_draw};
pub use explain::{Action, Attack, MoveReport, Occupant};
pub use repetition::{Breach, Loop, breaches, judge_repetition};
pub use result::{GameResult, game_result};
pub use rules::{Edition, ParseRulesError, RuleSet, Rules};

use crate::board::Position;
use crate::core::Color;
use std::cmp::Ordering;
use std::fmt;

/// What the referee says of a game that has come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// That side loses.
    Loss(Color),
    /// Nobody wins.
    Draw,
}

impl fmt::Display for Verdict {
    /// Writes `red loses`, `black loses` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(color) => write!(f, "{color} loses"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// What a repetition means to the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// There is none, or it is not yet judged.
    None,
    /// The game is drawn.
    Draw,
    /// That side has broken a prohibition and loses.
    Loss(Color),
}

impl From<Verdict> for Repetition {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Loss(color) => Self::Loss(color),
            Verdict::Draw => Self::Draw,
        }
    }
}

/// Whoever breaks the graver prohibition loses, whoever is to move (points 1 and 13).
fn verdict_of([red, black]: [Breach; Color::COUNT]) -> Verdict {
    match red.cmp(&black) {
        Ordering::Greater => Verdict::Loss(Color::Red),
        Ordering::Less => Verdict::Loss(Color::Black),
        Ordering::Equal => Verdict::Draw,
    }
}

/// A judged repetition, with everything that led to the verdict.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// The article that ends the game.
    pub article: Article,
    /// The case of article 24 that describes the loop best, if there is one; the verdict does not depend on
    /// it.
    pub case: Option<Case>,
    /// What each side broke, Red first.
    pub breaches: [Breach; Color::COUNT],
    /// The loop.
    pub found: Loop,
    /// What each move of the loop was.
    pub moves: Vec<MoveReport>,
}

/// Judges a position that stands for the third time or more (point 13); `None` if it does not.
pub fn judge(position: &Position, rules: &Rules) -> Option<Ruling> {
    let found = Loop::find(position).filter(|found| found.occurrences >= 3)?;
    Some(rule_on(position, found, rules))
}

/// The ruling on a loop that [`Loop::find`] has found, as if the position stood for the third time.
pub fn rule_on(position: &Position, found: Loop, rules: &Rules) -> Ruling {
    let breaches = breaches(position, found.plies, rules.set);
    let moves = explain::explain(position, found.plies);
    Ruling {
        verdict: verdict_of(breaches),
        article: result::article_of(breaches),
        case: cases::case_of(position, &moves, breaches),
        breaches,
        found,
        moves,
    }
}
