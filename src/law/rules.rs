//! Which rules a game is played by.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What a position that stands for the third time means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum RuleSet {
    /// Chapter V of the Vietnamese law: perpetual check loses, then perpetual chase.
    #[default]
    Chapter5,
    /// The Asian (AXF) rules, which Chapter V translates: the verdicts are the same, only the rule that is
    /// cited first is the Asian one.
    AsianRule,
    /// Only perpetual check is forbidden; any other repetition is a draw.
    CheckBan,
    /// Every repetition is a draw.
    AlwaysDraw,
}

/// A text that names no rule set or edition.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseRulesError {
    /// Not one of the rule sets.
    #[error("`{0}` is no rule set; there are chapter5, asianrule, checkban and alwaysdraw")]
    RuleSet(String),
    /// Not one of the editions.
    #[error("`{0}` is no edition of the law; there are 1999 and 2004")]
    Edition(String),
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [Self; 4] = [Self::Chapter5, Self::AsianRule, Self::CheckBan, Self::AlwaysDraw];

    /// The name that options and command lines use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chapter5 => "chapter5",
            Self::AsianRule => "asianrule",
            Self::CheckBan => "checkban",
            Self::AlwaysDraw => "alwaysdraw",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for RuleSet {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|set| set.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRulesError::RuleSet(text.chars().take(40).collect()))
    }
}

/// An edition of the law. For a referee they differ in the no-capture limit alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Edition {
    /// Decision 11991/1999: 60 moves of each side.
    #[default]
    Law1999,
    /// Decision 1409/2004: 50 moves of each side.
    Law2004,
}

impl Edition {
    /// The year of its decision.
    pub const fn year(self) -> u32 {
        match self {
            Self::Law1999 => 1999,
            Self::Law2004 => 2004,
        }
    }

    /// How many moves of each side without a capture make a draw (article 12).
    pub const fn no_capture_moves(self) -> u32 {
        match self {
            Self::Law1999 => 60,
            Self::Law2004 => 50,
        }
    }
}

impl FromStr for Edition {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "1999" => Ok(Self::Law1999),
            "2004" => Ok(Self::Law2004),
            _ => Err(ParseRulesError::Edition(text.chars().take(40).collect())),
        }
    }
}

/// The rules of one game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// What repetitions mean.
    pub set: RuleSet,
    /// After how many moves of each side without a capture the game is drawn (7.2.e, article 12); `None`
    /// for never.
    pub no_capture_moves: Option<u32>,
}

impl Rules {
    /// Chapter V with the limit of an edition.
    pub const fn of_edition(edition: Edition) -> Self {
        Self { set: RuleSet::Chapter5, no_capture_moves: Some(edition.no_capture_moves()) }
    }
}

impl Default for Rules {
    /// Chapter V, edition 1999.
    fn default() -> Self {
        Self::of_edition(Edition::Law1999)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for set in RuleSet::ALL {
            assert_eq!(set.to_string().to_uppercase().parse(), Ok(set));
        }
        assert_eq!("2004".parse(), Ok(Edition::Law2004));
        assert!("chess".parse::<RuleSet>().is_err() && "2005".parse::<Edition>().is_err());
        assert_eq!(Rules::default().no_capture_moves, Some(60));
    }
}
