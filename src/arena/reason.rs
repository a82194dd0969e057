//! Why games end.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a game has ended. Whether somebody lost by it, and who, stands beside it in the record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// 7.1.a: checkmate.
    Checkmate,
    /// 7.1.b: no legal move, although not in check.
    NoLegalMove,
    /// 7.1.d, 10.2.4: the flag fell, whatever the move that came too late.
    Time,
    /// 7.1.g: perpetual check.
    PerpetualCheck,
    /// 7.1.h: one side broke a prohibition in a repetition, the other did not.
    Breach,
    /// 7.1.k: the engine resigned.
    Resignation,
    /// 7.1.k: the engine said that it had no move, although it had one.
    NoMove,
    /// 7.1.l: an illegal move, or something that is no move at all.
    IllegalMove,
    /// 7.2.a: neither side has a piece that can cross the river.
    NoAttackers,
    /// 7.2.b: a repetition in which nobody broke a prohibition.
    Repetition,
    /// 7.2.c: a repetition in which both sides broke the same prohibition.
    MutualBreach,
    /// 7.2.d: both engines offered a draw.
    Agreement,
    /// 7.2.e, 12: too many moves without a capture.
    NoCapture,
    /// The engine could not be started, or did not introduce itself.
    NoStart,
    /// The engine ended, or closed its pipes, in the middle of the game.
    Crash,
    /// The engine did not answer, not even to `stop`.
    Silence,
    /// The engine printed more than anybody could want to read.
    Flood,
    /// The scores said that one side had lost, and the match was set up to believe them.
    ScoreWin,
    /// The scores said that nobody could win, and the match was set up to believe them.
    ScoreDraw,
    /// The game came to the longest length that was allowed.
    Length,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 20] = [
        Self::Checkmate,
        Self::NoLegalMove,
        Self::Time,
        Self::PerpetualCheck,
        Self::Breach,
        Self::Resignation,
        Self::NoMove,
        Self::IllegalMove,
        Self::NoAttackers,
        Self::Repetition,
        Self::MutualBreach,
        Self::Agreement,
        Self::NoCapture,
        Self::NoStart,
        Self::Crash,
        Self::Silence,
        Self::Flood,
        Self::ScoreWin,
        Self::ScoreDraw,
        Self::Length,
    ];

    /// The article of the law, where there is one. An engine that leaves or falls silent lets its clock run
    /// out.
    pub const fn article(self) -> Option<&'static str> {
        Some(match self {
            Self::Checkmate => "7.1.a",
            Self::NoLegalMove => "7.1.b",
            Self::Time | Self::NoStart | Self::Crash | Self::Silence | Self::Flood => "7.1.d",
            Self::PerpetualCheck => "7.1.g",
            Self::Breach => "7.1.h",
            Self::Resignation | Self::NoMove => "7.1.k",
            Self::IllegalMove => "7.1.l",
            Self::NoAttackers => "7.2.a",
            Self::Repetition => "7.2.b",
            Self::MutualBreach => "7.2.c",
            Self::Agreement => "7.2.d",
            Self::NoCapture => "7.2.e",
            Self::ScoreWin | Self::ScoreDraw | Self::Length => return None,
        })
    }

    /// Whether an engine did something that no sound engine does.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Time
                | Self::NoMove
                | Self::IllegalMove
                | Self::NoStart
                | Self::Crash
                | Self::Silence
                | Self::Flood
        )
    }

    /// In a few words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::NoLegalMove => "no legal move",
            Self::Time => "time",
            Self::PerpetualCheck => "perpetual check",
            Self::Breach => "forbidden repetition",
            Self::Resignation => "resignation",
            Self::NoMove => "no move given",
            Self::IllegalMove => "illegal move",
            Self::NoAttackers => "no attackers left",
            Self::Repetition => "repetition",
            Self::MutualBreach => "repetition, both at fault",
            Self::Agreement => "draw agreed",
            Self::NoCapture => "no capture for too long",
            Self::NoStart => "did not start",
            Self::Crash => "engine ended",
            Self::Silence => "no answer",
            Self::Flood => "too much output",
            Self::ScoreWin => "decided by scores",
            Self::ScoreDraw => "drawn by scores",
            Self::Length => "longest length",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_all_different_and_read_back() {
        for (index, reason) in Reason::ALL.into_iter().enumerate() {
            assert!(Reason::ALL[..index].iter().all(|other| other.text() != reason.text()));
            let json = serde_json::to_string(&reason).unwrap();
            assert_eq!(serde_json::from_str::<Reason>(&json).unwrap(), reason);
        }
    }
}
