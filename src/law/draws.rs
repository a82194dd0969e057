//! Draws that nobody claims: no attackers left (7.2.a) and the no-capture limit (7.2.e, article 12).

use super::repetition::state_before;
use super::rules::Rules;
use crate::board::Position;
use crate::core::{Color, Kind};

/// How many checking moves of one side count towards the no-capture limit (12.c).
const COUNTED_CHECKS: u32 = 10;

/// Whether neither side has a piece that can cross the river (7.2.a): no rook, cannon, horse or pawn.
#[inline]
pub fn has_no_attackers(position: &Position) -> bool {
    let kinds = [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Pawn];
    kinds.into_iter().all(|kind| position.of_kind(kind).is_empty())
}

/// Whether the no-capture limit of the rules has been reached (7.2.e).
///
/// The checks are looked at only once the plain count has come so far: until then it is one comparison.
#[inline]
pub fn is_no_capture_draw(position: &Position, rules: &Rules) -> bool {
    rules
        .no_capture_moves
        .is_some_and(|moves| position.no_capture_plies() >= 2 * moves && counted_plies(position) >= 2 * moves)
}

/// The plies since the last capture as article 12 counts them: from a side's eleventh check on, its checking
/// moves and the replies to them do not advance the count (12.c).
///
/// Plies from before the position was set up count in full: nobody knows whether they gave check. Null
/// moves of a search are no moves.
pub fn counted_plies(position: &Position) -> u32 {
    let history = position.history();
    let earlier = history.iter().rev().take_while(|state| state.no_capture > 0).count();
    // The states since the capture, the current one included.
    let span = if position.no_capture_plies() == 0 { 0 } else { earlier + 1 };
    let mut checks = [0; Color::COUNT];
    let mut uncounted = 0;
    let mut is_reply = false;
    for ago in (0..span).rev() {
        let state = state_before(position, ago);
        if state.last_move.is_none() {
            is_reply = false;
            continue;
        }
        // The mover of that ply: the side that is not to move after it.
        let mover = if ago % 2 == 0 { !position.side() } else { position.side() };
        let mut is_free = is_reply;
        is_reply = false;
        if state.safety.checkers.any() {
            checks[mover.index()] += 1;
            is_reply = checks[mover.index()] > COUNTED_CHECKS;
            is_free |= is_reply;
        }
        uncounted += u32::from(is_free);
    }
    position.no_capture_plies() - uncounted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(position: &mut Position, moves: &str, times: usize) {
        for _ in 0..times {
            for mv in moves.split(' ') {
                let mv = mv.parse().unwrap();
                assert!(position.is_legal(mv), "{mv} in {}", position.fen());
                position.make(mv);
            }
        }
    }

    #[test]
    fn advisors_and_elephants_win_nothing() {
        assert!(has_no_attackers(&"3k5/4a4/9/9/2b6/9/9/4B4/4A4/4K4 w".parse().unwrap()));
        assert!(!has_no_attackers(&"3k5/4a4/9/9/2b6/9/9/4p4/4A4/4K4 w".parse().unwrap()));
    }

    #[test]
    fn quiet_moves_count_to_the_limit_of_the_edition() {
        let mut position: Position = "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse().unwrap();
        let rules = |moves| Rules { no_capture_moves: moves, ..Rules::default() };
        play(&mut position, "a1b1 d9d8 b1a1 d8d9", 24);
        play(&mut position, "a1b1 d9d8 b1a1", 1);
        assert!(!is_no_capture_draw(&position, &rules(Some(50))));
        play(&mut position, "d8d9", 1);
        assert!(is_no_capture_draw(&position, &rules(Some(50))));
        assert!(
            !is_no_capture_draw(&position, &rules(Some(60))) && !is_no_capture_draw(&position, &rules(None))
        );
        play(&mut position, "a1b1 d9d8 b1a1 d8d9", 5);
        assert!(is_no_capture_draw(&position, &rules(Some(60))));
    }

    #[test]
    fn ten_checks_count_and_further_ones_do_not() {
        let mut position: Position = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 7 50".parse().unwrap();
        // A check every second move of Red.
        play(&mut position, "a1a9 d9d8 a9a1 d8d9", 10);
        assert_eq!(counted_plies(&position), 47);
        play(&mut position, "a1a9", 1);
        assert_eq!(counted_plies(&position), 47);
        play(&mut position, "d9d8", 1);
        assert_eq!(counted_plies(&position), 47);
        play(&mut position, "a9a1 d8d9", 1);
        assert_eq!(counted_plies(&position), 49);
        play(&mut position, "a1a9 d9d8 a9a1 d8d9", 10);
        assert_eq!((counted_plies(&position), position.no_capture_plies()), (69, 91));
    }

    #[test]
    fn each_side_has_its_own_ten_checks_and_a_capture_starts_anew() {
        let start = "3k5/9/9/9/9/9/9/9/r7p/R3K4 b".parse::<Position>();
        let mut position = start.unwrap();
        play(&mut position, "a1a0 e0e1", 1);
        assert_eq!((position.no_capture_plies(), counted_plies(&position)), (1, 1));
        play(&mut position, "a0e0 e1f1 e0a0 f1e1", 12);
        assert_eq!(counted_plies(&position), 49 - 4);
    }
}
