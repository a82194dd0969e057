//! What the referee says of a node.
//!
//! The search asks the same code that judges games (`law`). Its answers hang on the path to the position,
//! while the transposition table knows positions alone; so that neither misleads the other,
//! - a score that hangs on a verdict ([`Score::LAW_WIN`]) is never stored, and
//! - a position that has stood before is looked up and stored under a key of its own, because a loop that
//!   was half gone is nearer to its verdict than the same position met anew.

use super::worker::Worker;
use crate::board::Position;
use crate::core::Score;
use crate::law::{Loop, Repetition, Rules, has_no_attackers, is_no_capture_draw, judge_repetition};
use crate::movegen::has_legal_move;

/// Mixed into the key of a position that has stood before.
const REPEATED: u64 = 0x6c6f_6f70_6564_2121;

/// Plies before the no-capture limit in which table scores, which know nothing of it, are not believed.
const LIMIT_NEAR: u32 = 20;

impl Worker<'_> {
    /// The score of the position for the side to move, if the law ends the game here.
    #[inline]
    pub(super) fn verdict(&self, ply: usize) -> Option<Score> {
        self.verdict_at(&self.position, ply)
    }

    /// The same for a position of another search from this root.
    #[inline]
    pub(super) fn verdict_at(&self, position: &Position, ply: usize) -> Option<Score> {
        let rules = &self.shared.limits.rules;
        match judge_repetition(position, ply, rules) {
            Repetition::None => {}
            Repetition::Draw => return Some(Score::ZERO),
            Repetition::Loss(loser) => {
                let wins = loser != position.side();
                return Some(if wins { Score::law_win_in(ply) } else { -Score::law_win_in(ply) });
            }
        }
        is_drawn(position, rules).then_some(Score::ZERO)
    }

    /// The key under which the table knows the position.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        let is_repeated = self.position.state().may_repeat() && Loop::find(&self.position).is_some();
        if is_repeated { self.position.key() ^ REPEATED } else { self.position.key() }
    }

    /// Whether the no-capture limit is so near that scores from the table may miss it.
    #[inline]
    pub(super) fn is_limit_near(&self) -> bool {
        let limit = self.shared.limits.rules.no_capture_moves;
        limit.is_some_and(|moves| self.position.no_capture_plies() + LIMIT_NEAR >= 2 * moves)
    }

    /// An evaluation that fades as the no-capture limit comes near: it loses half of itself on the way.
    #[inline]
    pub(super) fn fade(&self, eval: Score) -> Score {
        match self.shared.limits.rules.no_capture_moves {
            Some(moves @ 1..) => {
                let plies = (self.position.no_capture_plies()).min(2 * moves) as i32;
                Score(eval.0 - eval.0 * plies / (4 * moves as i32))
            }
            _ => eval,
        }
    }
}

/// Whether no attackers are left or the no-capture limit is reached, and the side to move has a move: without one it
/// has lost, whatever else holds.
#[inline]
fn is_drawn(position: &Position, rules: &Rules) -> bool {
    let is_spent = position.state().captured.is_some() && has_no_attackers(position);
    (is_spent || is_no_capture_draw(position, rules)) && has_legal_move(position)
}

/// Whether the position just reached loses for the side that moved there, by a repetition in the game.
pub(super) fn loses_at_once(position: &Position, rules: &Rules) -> bool {
    judge_repetition(position, 0, rules) == Repetition::Loss(!position.side())
}
