//! Repetitions, by the plainest rule: who checks on every move of the loop loses, otherwise a draw.

use crate::board::Position;
use crate::core::Score;

/// The score of the position for the side to move, if it has stood before: once since the root, or twice
/// in the whole game. `ply` is the distance from the root.
pub fn judge(position: &Position, ply: usize) -> Option<Score> {
    let state = position.state();
    let history = position.history();
    let reach = (state.no_capture.min(state.since_null) as usize).min(history.len());
    // Whether the last mover, and the side to move, has given check on every move so far.
    let (mut mover_checks, mut other_checks) = (position.in_check(), true);
    let mut seen = 0;
    for distance in 1..=reach {
        let earlier = &history[history.len() - distance];
        if distance % 2 == 1 {
            other_checks &= earlier.safety.checkers.any();
            continue;
        }
        if earlier.key == state.key {
            seen += 1;
            if seen == 2 || distance <= ply {
                return Some(match (mover_checks, other_checks) {
                    (true, false) => Score::law_win_in(ply),
                    (false, true) => -Score::law_win_in(ply),
                    _ => Score::ZERO,
                });
            }
        }
        mover_checks &= earlier.safety.checkers.any();
    }
    None
}
