//! The chase relation (article 22: *dọa bắt*, *đuổi bắt*; points 3 to 11 of "How to decide").

use super::root;
use crate::board::Position;
use crate::core::{Bitboard, Color, Kind, Move, Square};
use arrayvec::ArrayVec;

/// One piece that newly threatens to take another, on the board after the move that made the threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The square of the piece that could take.
    pub attacker: Square,
    /// The square of the piece that could be taken.
    pub victim: Square,
}

/// More than one move can make: it moves one piece and uncovers a few lines; each attacker takes at most
/// eight.
const MAX_THREATS: usize = 128;

/// The threats of one move.
pub type Threats = ArrayVec<Threat, MAX_THREATS>;

/// The squares of a side's pieces whose chase is forbidden at all: no king, no pawn that has not crossed
/// (point 4).
pub(super) fn chaseable(board: &Position, owner: Color) -> Bitboard {
    let free = board.of_kind(Kind::King) | board.of_kind(Kind::Pawn) & Bitboard::home_of(owner);
    board.of_color(owner) - free
}

/// Where the pieces stand that chase: kings and pawns may (point 4).
fn chasers(board: &Position, side: Color) -> Bitboard {
    board.of_color(side) - board.of_kind(Kind::King) - board.of_kind(Kind::Pawn)
}

/// The threats to pieces in `wanted` that the move just made has created. A move that gives check creates
/// none (point 3): the caller asks only about others.
///
/// `board` is the board after the move and is handed back as the board before it; `checkers` are the pieces
/// that gave check to the mover there.
pub(super) fn new_threats(board: &mut Position, mv: Move, checkers: Bitboard, wanted: Bitboard) -> Threats {
    let side = !board.side();
    let mut threats = Threats::new();
    for victim in wanted & chaseable(board, !side) {
        let attackers = board.attackers_to(victim, board.occupied()) & chasers(board, side);
        for attacker in attackers {
            if is_threat(board, attacker, victim, Bitboard::EMPTY) && !threats.is_full() {
                threats.push(Threat { attacker, victim });
            }
        }
    }
    board.slide_back(mv);
    threats.retain(|threat| {
        let attacker = if threat.attacker == mv.to() { mv.from() } else { threat.attacker };
        !(attacks(board, attacker, threat.victim) && is_threat(board, attacker, threat.victim, checkers))
    });
    threats
}

/// Whether the piece on one square attacks the other square, its king's safety set aside.
fn attacks(board: &Position, attacker: Square, victim: Square) -> bool {
    board.piece_on(attacker).is_some_and(|piece| board.targets(piece, attacker).contains(victim))
}

/// Whether an attack is a threat in the sense of the law: the capture is legal (point 9), the kinds do not
/// make it a mere offer (point 10), and the victim has no real root or is a rook before a horse or cannon
/// (point 4).
///
/// `set_aside` are checkers that do not count: what threatened before a check was parried is not new only
/// because the check forbade it.
fn is_threat(board: &Position, attacker: Square, victim: Square, set_aside: Bitboard) -> bool {
    let (Some(chaser), Some(chased)) = (board.piece_on(attacker), board.piece_on(victim)) else {
        return false;
    };
    if !capture_is_legal(board, attacker, victim, chaser.color(), set_aside) {
        return false;
    }
    match (chaser.kind(), chased.kind()) {
        (Kind::Horse | Kind::Cannon, Kind::Rook) => true,
        (a, b) if a == b && can_take_back(board, attacker, victim, chased.color()) => false,
        _ => !root::has_real_root(board, attacker, victim, chased.color()),
    }
}

/// Whether the capture leaves the capturer's king safe, from all but the pieces set aside.
fn capture_is_legal(
    board: &Position,
    attacker: Square,
    victim: Square,
    side: Color,
    set_aside: Bitboard,
) -> bool {
    let king = board.king(side);
    let king = if king == attacker { victim } else { king };
    let enemies = board.of_color(!side).without(victim) - set_aside;
    !board.is_king_attacked(side, king, board.occupied().without(attacker), enemies)
}

/// Whether the victim could take its attacker right now (point 10): then it is offered an exchange.
fn can_take_back(board: &Position, attacker: Square, victim: Square, owner: Color) -> bool {
    attacks(board, victim, attacker) && capture_is_legal(board, victim, attacker, owner, Bitboard::EMPTY)
}
