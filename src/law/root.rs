//! Roots: whether a piece is really protected (article 22: *căn thật*, *căn giả*).

use crate::attacks;
use crate::board::Position;
use crate::core::{Bitboard, Color, Kind, Square};

/// Whether the piece on `victim` has a real root against a capture by the piece on `capturer`: another
/// piece of its side that could really take back at the moment of capture (points 7 and 8 of "How to
/// decide").
pub(super) fn has_real_root(board: &Position, capturer: Square, victim: Square, owner: Color) -> bool {
    protectors(board, capturer, victim, owner)
        .into_iter()
        .any(|protector| recapture_is_legal(board, capturer, victim, protector, owner))
}

/// The pieces that would recapture if their king's safety were set aside; with [`has_real_root`] false
/// these are the false roots.
///
/// Rooks and cannons are read on the board before the capture, where the capturer still stands on its
/// square as a blocker or a screen (point 7), and again on the board after it: a cannon whose only screen
/// was the capturer cannot really take back (article 22, *căn thật*). The steppers take back on the board
/// after the capture: a capturer that stood on a horse's leg or an elephant's eye has left it.
pub(super) fn protectors(board: &Position, capturer: Square, victim: Square, owner: Color) -> Bitboard {
    let before = board.occupied();
    let after = before.without(capturer);
    let lines = attacks::lines(victim, before);
    let protectors = lines.rook & board.of_kind(Kind::Rook)
        | lines.cannon & attacks::cannon(victim, after) & board.of_kind(Kind::Cannon)
        | attacks::horse_sources(victim, after) & board.of_kind(Kind::Horse)
        | attacks::elephant(victim, after) & board.of_kind(Kind::Elephant)
        | attacks::advisor(victim) & board.of_kind(Kind::Advisor)
        | attacks::king(victim) & board.of_kind(Kind::King)
        | attacks::pawn_sources(owner, victim) & board.of_kind(Kind::Pawn);
    protectors & board.of_color(owner)
}

/// Whether the protector's king is safe once it has taken back: a pinned protector is no root, and a king
/// is one only where it may step (point 8).
fn recapture_is_legal(
    board: &Position,
    capturer: Square,
    victim: Square,
    protector: Square,
    owner: Color,
) -> bool {
    let king = board.king(owner);
    let king = if protector == king { victim } else { king };
    let occupied = board.occupied().without(capturer).without(protector);
    !board.is_king_attacked(owner, king, occupied, board.of_color(!owner).without(capturer))
}
