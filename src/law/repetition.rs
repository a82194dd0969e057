//! Repetition: finding the loop, and who breaks which prohibition in it (articles 7.1.g, 7.1.h, 7.2.b,
//! 7.2.c and 23).

use super::chase;
use super::rules::{RuleSet, Rules};
use super::{Repetition, verdict_of};
use crate::board::{Position, State};
use crate::core::{Bitboard, Color};

/// How a side behaves over a whole loop, from innocent to worst (point 1 of "How to decide").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Breach {
    /// It breaks nothing.
    None,
    /// Every move of its chases the same piece (article 23.3).
    Chase,
    /// Every move of its gives check (article 23.1, 7.1.g).
    Check,
}

/// A stretch of moves that leads from a position back to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loop {
    /// How many plies ago the position stood for the first time; the loop is all moves since (point 6).
    pub plies: usize,
    /// How often the position has stood, the present one included.
    pub occurrences: usize,
    /// How many plies ago it stood the last time before now.
    pub period: usize,
}

impl Loop {
    /// Finds the earlier places of the current position.
    ///
    /// The search ends at the last capture and the last null move: no position from before them can stand
    /// again, or count.
    #[inline]
    pub fn find(position: &Position) -> Option<Self> {
        let state = position.state();
        let history = position.history();
        let reach = (state.no_capture.min(state.since_null) as usize).min(history.len());
        // Two plies never lead back: the side's own piece has left its square.
        let mut distance = 4;
        let mut found: Option<Self> = None;
        while distance <= reach {
            if history[history.len() - distance].key == state.key {
                let seen = found.unwrap_or(Self { plies: 0, occurrences: 1, period: distance });
                found = Some(Self { plies: distance, occurrences: seen.occurrences + 1, ..seen });
            }
            distance += 2;
        }
        found
    }
}

/// The state that many plies ago.
pub(super) fn state_before(position: &Position, plies: usize) -> &State {
    let history = position.history();
    if plies == 0 { position.state() } else { &history[history.len() - plies] }
}

/// What each side breaks in the last `plies` plies, which must be a loop: no capture, no null move.
pub fn breaches(position: &Position, plies: usize, set: RuleSet) -> [Breach; Color::COUNT] {
    let mut breaches = [Breach::None; Color::COUNT];
    if set == RuleSet::AlwaysDraw {
        return breaches;
    }
    for color in Color::ALL {
        // The side that is not to move has made the last move, and every second one before it.
        let last = usize::from(color == position.side());
        if (last..plies).step_by(2).all(|ago| state_before(position, ago).safety.checkers.any()) {
            breaches[color.index()] = Breach::Check;
        }
    }
    // Check outranks chase: once a side always checks, the verdict stands.
    if set != RuleSet::CheckBan && breaches == [Breach::None; Color::COUNT] {
        let victims = perpetual_victims(position, plies);
        for color in Color::ALL {
            if victims[color.index()].any() {
                breaches[color.index()] = Breach::Chase;
            }
        }
    }
    breaches
}

/// The pieces that each side chases with every one of its moves in the last `plies` plies (points 2 to 5),
/// in the order of [`Color::ALL`]; on the squares where they stood when the loop began.
///
/// The moves are taken back one by one on a copy of the board. No piece is captured in a loop, so a set of
/// squares that follows the moves back is a set of identities.
pub(super) fn perpetual_victims(position: &Position, plies: usize) -> [Bitboard; Color::COUNT] {
    let mut board = position.bare();
    let mut victims = Color::ALL.map(|chaser| chase::chaseable(&board, !chaser));
    for ago in 0..plies {
        let state = state_before(position, ago);
        let Some(mv) = state.last_move else { return [Bitboard::EMPTY; Color::COUNT] };
        let mover = (!board.side()).index();
        if state.safety.checkers.any() || victims[mover].is_empty() {
            victims[mover] = Bitboard::EMPTY;
            board.slide_back(mv);
        } else {
            let checkers = state_before(position, ago + 1).safety.checkers;
            let threats = chase::new_threats(&mut board, mv, checkers, victims[mover]);
            victims[mover] = threats.iter().map(|threat| threat.victim).collect();
        }
        // The mover's own piece may be a victim of the other side.
        let others = &mut victims[1 - mover];
        if others.contains(mv.to()) {
            *others = others.without(mv.to()).with(mv.from());
        }
        if victims[0].is_empty() && victims[1].is_empty() {
            break;
        }
    }
    victims
}

/// The search's question at every node: does the current position end the game by repetition?
///
/// `plies_from_root` is how many plies the search has played. A position that stands for the second time
/// is judged if it also stood for the first time inside the tree, below the root: whoever could do better
/// would have done so then. Otherwise it is judged when it stands for the third time (point 13).
///
/// Nearly always there is no earlier place of the position, and the sieve of [`State::may_repeat`] says so
/// at once.
#[inline]
pub fn judge_repetition(position: &Position, plies_from_root: usize, rules: &Rules) -> Repetition {
    if !position.state().may_repeat() {
        return Repetition::None;
    }
    match Loop::find(position) {
        Some(found) if found.occurrences >= 3 || found.period < plies_from_root => {
            verdict_of(breaches(position, found.plies, rules.set)).into()
        }
        _ => Repetition::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;

    /// Whether an earlier position since the last null move is the same, by comparing all of them.
    fn has_stood(position: &Position) -> bool {
        let since_null = position.state().since_null as usize;
        (1..=since_null).any(|ago| state_before(position, ago).key == position.key())
    }

    #[test]
    fn the_sieve_and_the_walk_miss_no_repetition() {
        let mut random = 0x5048_414f_u64;
        let mut next = move |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % below as u64) as usize
        };
        let mut position: Position = "3k5/4a4/9/9/9/9/2p6/9/4A4/4KR3 w - - 30 40".parse().unwrap();
        let mut repeats = 0;
        for _ in 0..50_000 {
            let moves = legal_moves(&position);
            match next(20) {
                0..4 => position.unmake(),
                4 if !position.in_check() => position.make_null(),
                _ if moves.is_empty() || position.history().len() > 150 => {
                    (0..140).for_each(|_| position.unmake());
                }
                _ => position.make(moves[next(moves.len())]),
            }
            let expected = has_stood(&position);
            repeats += u32::from(expected);
            assert_eq!(Loop::find(&position).is_some(), expected, "{}", position.fen());
            assert!(position.state().may_repeat() || !expected, "{}", position.fen());
        }
        assert!(repeats > 1000, "{repeats}");
    }

    #[test]
    fn which_places_count_for_a_search() {
        let shuffle = ["h0g2", "h9g7", "g2h0", "g7h9"].map(|mv| mv.parse().unwrap());
        let mut position = Position::start();
        let judge = |position: &Position, ply| judge_repetition(position, ply, &Rules::default());
        let round = |position: &mut Position| {
            for mv in shuffle {
                position.make(mv);
            }
        };
        round(&mut position);
        assert_eq!(judge(&position, 4), Repetition::None, "the first place is the root");
        assert_eq!(judge(&position, 5), Repetition::Draw, "the first place lies below the root");
        round(&mut position);
        assert_eq!(judge(&position, 0), Repetition::Draw, "the third time in the game");
        position.make_null();
        position.make_null();
        assert_eq!(judge(&position, 20), Repetition::None, "a null move breaks the loop");
    }
}
