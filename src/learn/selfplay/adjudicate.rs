//! When a game is over, or as good as over.

use super::Settings;
use crate::board::Position;
use crate::core::{Color, Score};
use crate::law::{Article, Rules, game_result};
use crate::learn::records::{Outcome, Reason};

/// How the game has ended at this position, if it has.
pub(super) fn ending(position: &Position) -> Option<(Outcome, Reason)> {
    let result = game_result(position, &Rules::default())?;
    let reason = match result.article {
        Article::Checkmate | Article::NoLegalMove => Reason::NoLegalMove,
        Article::NoAttackers => Reason::NoAttackers,
        Article::NoCapture => Reason::NoCapture,
        _ if result.winner.is_some() => Reason::Breach,
        _ => Reason::Repetition,
    };
    Some((result.winner.map_or(Outcome::Draw, Outcome::win_of), reason))
}

/// Ends games whose result is clear from the scores.
pub(super) struct Adjudicator<'a> {
    settings: &'a Settings,
    /// How many plies in a row a side was winning: Red counts up, Black down.
    winning: i32,
    /// How many plies in a row were equal.
    equal: u32,
}

impl<'a> Adjudicator<'a> {
    pub fn new(settings: &'a Settings) -> Self {
        Self { settings, winning: 0, equal: 0 }
    }

    /// Takes the score of one more ply, from Red's view, found at `position`.
    pub fn judge(&mut self, red: Score, position: &Position) -> Option<(Outcome, Reason)> {
        let settings = self.settings;
        self.winning = match red.0 {
            score if score >= settings.win_score => self.winning.max(0) + 1,
            score if score <= -settings.win_score => self.winning.min(0) - 1,
            _ => 0,
        };
        self.equal = if red.0.abs() <= settings.draw_score { self.equal + 1 } else { 0 };
        if self.winning.unsigned_abs() >= settings.win_plies {
            let winner = if self.winning > 0 { Color::Red } else { Color::Black };
            return Some((Outcome::win_of(winner), Reason::ClearScores));
        }
        let long_equal = self.equal >= settings.draw_plies && position.game_ply() >= settings.draw_from;
        long_equal.then_some((Outcome::Draw, Reason::Equality))
    }
}
