//! The referee: Chapter V of the Vietnamese Xiangqi law (articles 22 to 24), and the draws and results of
//! the earlier chapters that follow from the board alone.
//!
//! One core answers the search at every node ([`judge_repetition`]) and the people who want to know why.

mod chase;
mod repetition;
mod root;
mod rules;

pub use repetition::{Breach, Loop, breaches, judge_repetition};
pub use rules::{Edition, ParseRulesError, RuleSet, Rules};

use crate::core::Color;
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
