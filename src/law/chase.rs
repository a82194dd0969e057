//! The chase relation (article 22: *dọa bắt*, *đuổi bắt*; points 3 to 11 of "How to decide").

use super::root;
use crate::board::Position;
use crate::core::{Bitboard, Color, Kind, Move, Square};
use arrayvec::ArrayVec;

/// One piece that newly threatens to take another, on the board after the move that made the threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Threat {
    /// The square of the piece that could take.
    pub(super) attacker: Square,
    /// The square of the piece that could be taken.
    pub(super) victim: Square,
}

/// More than one move can make: it moves one piece and uncovers a few lines; each attacker takes at most
/// eight.
const MAX_THREATS: usize = 128;

/// The threats of one move.
pub(super) type Threats = ArrayVec<Threat, MAX_THREATS>;

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
            if weigh(board, attacker, victim, Bitboard::EMPTY) == AttackKind::Chase && !threats.is_full() {
                threats.push(Threat { attacker, victim });
            }
        }
    }
    board.slide_back(mv);
    threats.retain(|threat| {
        let attacker = if threat.attacker == mv.to() { mv.from() } else { threat.attacker };
        !(attacks(board, attacker, threat.victim)
            && weigh(board, attacker, threat.victim, checkers) == AttackKind::Chase)
    });
    threats
}

/// Whether the piece on one square attacks the other square, its king's safety set aside.
pub(super) fn attacks(board: &Position, attacker: Square, victim: Square) -> bool {
    board.piece_on(attacker).is_some_and(|piece| board.targets(piece, attacker).contains(victim))
}

/// What an attack is worth in law.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AttackKind {
    /// The capture would be illegal: no threat at all (point 9).
    Illegal,
    /// By a king or a pawn, which may chase anything (article 23.9).
    ByKingOrPawn,
    /// On a pawn that has not crossed the river, which anything may chase (article 23.3).
    OnUncrossedPawn,
    /// On a piece of the attacker's kind that could take it right now: an offer (article 23.7, point 10).
    Offer,
    /// On a really rooted piece (article 23.6).
    Rooted,
    /// A chase (*dọa bắt*, point 4).
    Chase,
}

/// Weighs the attack of one piece on another (points 4, 9, 10 and 11). The piece on `attacker` must attack
/// the other's square, its king's safety set aside.
///
/// `set_aside` are checkers that do not count: what threatened before a check was parried is not new only
/// because the check forbade it.
pub(super) fn weigh(board: &Position, attacker: Square, victim: Square, set_aside: Bitboard) -> AttackKind {
    let (Some(chaser), Some(chased)) = (board.piece_on(attacker), board.piece_on(victim)) else {
        return AttackKind::Illegal;
    };
    if !capture_is_legal(board, attacker, victim, chaser.color(), set_aside) {
        return AttackKind::Illegal;
    }
    match (chaser.kind(), chased.kind()) {
        (Kind::King | Kind::Pawn, _) => AttackKind::ByKingOrPawn,
        (_, Kind::Pawn) if victim.is_home_of(chased.color()) => AttackKind::OnUncrossedPawn,
        (Kind::Horse | Kind::Cannon, Kind::Rook) => AttackKind::Chase,
        (a, b) if a == b && can_take_back(board, attacker, victim, chased.color()) => AttackKind::Offer,
        _ if root::has_real_root(board, attacker, victim, chased.color()) => AttackKind::Rooted,
        _ => AttackKind::Chase,
    }
}

/// Whether the capture leaves the capturer's king safe, from all but the pieces set aside.
pub(super) fn capture_is_legal(
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
