//! How a side attacks the enemy king.

use super::layout;
use super::reach::{FILES, View, back_ranks, up_to_two};
use super::sink::Sink;
use crate::attacks;
use crate::core::{Bitboard, Kind, Piece, Square};

/// Counts what bears on the enemy king, and what the own king does.
pub(super) fn gather(view: &View, sink: &mut impl Sink) {
    let king = view.position.king(!view.us);
    attack(view, sink);
    checks(view, king, sink);
    lines(view, king, sink);
    own_king(view, king, sink);
}

/// The palace, on the three back ranks.
const PALACE: u32 = 0b111_000 | 0b111_000 << 9 | 0b111_000 << 18;
/// The palace and the files beside it.
const ZONE: u32 = 0b111_1100 | 0b111_1100 << 9 | 0b111_1100 << 18;

/// Attacked palace squares, and how many pieces join in: an attack grows faster than its pieces, and faster
/// still against few guards.
fn attack(view: &View, sink: &mut impl Sink) {
    let them = !view.us;
    let own = view.own;
    let mut hits = |index, attacked| {
        let squares = (back_ranks(attacked, them) & PALACE).count_ones();
        sink.add(layout::PALACE_HITS.at(index), squares as i32);
    };
    hits(0, own.horses);
    hits(1, own.rooks);
    hits(2, own.cannons);
    hits(3, own.pawns);
    let pawns = view.position.pieces(view.us, Kind::Pawn);
    let mut force = (back_ranks(pawns, them) & ZONE).count_ones() as usize;
    for attacker in &view.own.attackers {
        if back_ranks(attacker.attacks, them) & ZONE != 0 {
            force += if attacker.kind == Kind::Rook { 3 } else { 2 };
        }
    }
    let missing = (4 - view.enemy.count.guards()).min(3);
    sink.add(layout::KING_DANGER.at(missing * layout::FORCES + force.min(layout::FORCES - 1)), 1);
}

/// Squares from where a piece can give check next without being taken, and squares left to the king.
fn checks(view: &View, king: Square, sink: &mut impl Sink) {
    let position = view.position;
    let free = !(view.enemy.all | position.of_color(view.us));
    let lines = view.enemy.king_lines;
    let rooks = lines.rook & view.own.rooks & free;
    let cannons = lines.cannon & view.own.cannon_moves & free;
    let jumps = attacks::horse_sources(king, position.occupied());
    let horses = jumps & view.own.horses & free;
    for (index, squares) in [horses, rooks, cannons].into_iter().enumerate() {
        sink.add(layout::SAFE_CHECKS.at(index), up_to_two(squares) as i32);
    }
    let escapes = attacks::king(king) - position.of_color(!view.us) - view.own.all;
    sink.add(layout::ESCAPES.at(back_ranks(escapes, !view.us).count_ones() as usize), 1);
}

/// Rooks and cannons on the king's file or rank, by what stands between: the hollow cannon with nothing, pins
/// and batteries with one or two, the bottom cannon along the back rank.
fn lines(view: &View, king: Square, sink: &mut impl Sink) {
    let position = view.position;
    let rank = Bitboard(0x1ff << (king.rank().index() * 9));
    let pieces = position.of_color(view.us);
    for (along, line) in [FILES[king.file().index()], rank].into_iter().enumerate() {
        for cannon in line & pieces & position.of_kind(Kind::Cannon) {
            let (theirs, all) = between(view, king, cannon);
            let number = match all {
                0 | 1 => all,
                2 => 2 + theirs,
                _ => all.min(4) + 2,
            };
            sink.add(layout::CANNON_ON_KING_LINE.at(7 * along + number), 1);
        }
        for rook in line & pieces & position.of_kind(Kind::Rook) {
            let (theirs, all) = between(view, king, rook);
            let number = match all {
                0 => 0,
                1 => 1 + theirs,
                _ => all.min(3) + 1,
            };
            sink.add(layout::ROOK_ON_KING_LINE.at(5 * along + number), 1);
        }
    }
}

/// How many of the king's own pieces stand between it and an attacker, and how many pieces in all.
fn between(view: &View, king: Square, attacker: Square) -> (usize, usize) {
    let pieces = attacks::between(king, attacker) & view.position.occupied();
    ((pieces & view.position.of_color(!view.us)).len() as usize, pieces.len() as usize)
}

/// The own king as a piece: it looks along its file into the enemy palace; but a piece that alone stands
/// between the kings cannot leave.
fn own_king(view: &View, enemy_king: Square, sink: &mut impl Sink) {
    if (view.own.king_lines.rook & Bitboard::palace_of(!view.us)).any() {
        sink.add(layout::KING_LOOKS_OUT.at(0), 1);
    }
    let bound = view.own.king_lines.rook & view.enemy.king_lines.rook & view.position.of_color(view.us);
    let between = attacks::between(view.position.king(view.us), enemy_king);
    if let Some(square) = (bound & between).first()
        && let Some(kind) = view.position.piece_on(square).map(Piece::kind)
    {
        sink.add(layout::BOUND_BETWEEN_KINGS.at(kind.index()), 1);
    }
}
