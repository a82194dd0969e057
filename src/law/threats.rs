//! Threats that no verdict depends on, for reports: mate threats (*dọa hết*) and threats to check and
//! capture (point 12). Found by small bounded searches.

use crate::board::Position;
use crate::core::{Bitboard, Move};
use crate::movegen::legal_moves;

/// How many moves of the attacker a mate by a run of checks may take.
const MATE_MOVES: u32 = 4;
/// How many checks one such search may try.
const MATE_BUDGET: u32 = 20_000;
/// What a capture must win to be worth a threat, in centipawns.
const WORTH_TAKING: i32 = 100;

/// Whether the side that has just moved would mate, next move or by a run of checks, if it could move again.
/// The side to move must not be in check.
pub(super) fn threatens_mate(position: &Position) -> bool {
    let mut position = position.clone();
    position.make_null();
    can_mate(&mut position)
}

/// Whether the side to move mates by a run of checks.
pub(super) fn can_mate(position: &mut Position) -> bool {
    mates(position, MATE_MOVES, &mut MATE_BUDGET.clone())
}

fn mates(position: &mut Position, moves: u32, budget: &mut u32) -> bool {
    for mv in legal_moves(position) {
        if !position.gives_check(mv) {
            continue;
        }
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        position.make(mv);
        let is_mate = no_reply_helps(position, moves, budget);
        position.unmake();
        if is_mate {
            return true;
        }
    }
    false
}

fn no_reply_helps(position: &mut Position, moves: u32, budget: &mut u32) -> bool {
    let replies = legal_moves(position);
    if moves <= 1 || replies.is_empty() {
        return replies.is_empty();
    }
    replies.into_iter().all(|reply| {
        position.make(reply);
        let is_mate = mates(position, moves - 1, budget);
        position.unmake();
        is_mate
    })
}

/// Whether the side to move could give a check that wins a piece: with the check itself or, whatever the
/// reply, with the move after it. Pieces that it could take anyway do not count.
pub(super) fn can_check_and_capture(position: &mut Position) -> bool {
    let free: Bitboard = legal_moves(position)
        .into_iter()
        .filter(|&mv| wins(position, mv) && !position.gives_check(mv))
        .map(Move::to)
        .collect();
    for mv in legal_moves(position) {
        if !position.gives_check(mv) || free.contains(mv.to()) {
            continue;
        }
        if wins(position, mv) || wins_next(position, mv, free) {
            return true;
        }
    }
    false
}

fn wins(position: &Position, mv: Move) -> bool {
    position.piece_on(mv.to()).is_some() && position.exchange_is_at_least(mv, WORTH_TAKING)
}

/// Whether a check that loses nothing wins a piece other than the `free` ones after every reply.
fn wins_next(position: &mut Position, check: Move, free: Bitboard) -> bool {
    if !position.exchange_is_at_least(check, 0) {
        return false;
    }
    position.make(check);
    let replies = legal_moves(position);
    let wins_always = replies.into_iter().all(|reply| {
        position.make(reply);
        let mut captures = legal_moves(position).into_iter().filter(|mv| !free.contains(mv.to()));
        let found = captures.any(|mv| wins(position, mv));
        position.unmake();
        found
    });
    position.unmake();
    wins_always
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_threats() {
        let threat = |fen: &str| threatens_mate(&fen.parse().unwrap());
        // Two rooks would mate on the back ranks.
        assert!(threat("3k5/7R1/9/9/9/9/9/9/R8/4K4 b"));
        assert!(!threat("4ka3/4a4/4b4/9/9/9/9/9/R8/4K4 b"));
    }

    #[test]
    fn a_fork_with_check_wins_a_piece() {
        let fork = |fen: &str| can_check_and_capture(&mut fen.parse().unwrap());
        // The rook checks on the back rank and takes the horse behind the king.
        assert!(fork("4k3n/9/9/9/9/9/9/9/R8/3K5 w"));
        assert!(!fork("4k4/9/8n/9/9/9/9/9/R8/3K5 w"));
    }
}
