//! What single pieces do: where they can go, what they threaten and guard, how pawns stand.

use super::layout;
use super::reach::{FILES, View, half, in_front, to_the_right, up_to_two};
use super::sink::Sink;
use crate::core::{Bitboard, Kind};

/// Counts mobility, threats, guarded pieces, pawns and wings.
pub(super) fn gather(view: &View, sink: &mut impl Sink) {
    mobility(view, sink);
    threats(view, sink);
    guarded(view, sink);
    pawns(view, sink);
    wings(view, sink);
}

/// Squares where a piece can go without being taken by a lesser one. A horse with none is trapped, be it by
/// blocked legs or by guarded squares; a rook without is not developed.
fn mobility(view: &View, sink: &mut impl Sink) {
    let enemy = view.enemy;
    let by_pawns_and_guards = enemy.pawns | enemy.guards;
    let by_minors = by_pawns_and_guards | enemy.horses | enemy.cannons;
    let pawns = view.position.of_kind(Kind::Pawn);
    let own_pawns = pawns & view.position.of_color(view.us);
    for attacker in &view.own.attackers {
        match attacker.kind {
            Kind::Rook => {
                let safe = (attacker.moves - by_minors).len() as usize;
                sink.add(layout::ROOK_MOBILITY.at(safe.min(17)), 1);
                let file = FILES[attacker.square.file().index()];
                if (file & own_pawns).is_empty() {
                    let is_open = (file & pawns).is_empty();
                    sink.add(layout::ROOK_FILE.at(usize::from(is_open)), 1);
                }
            }
            Kind::Cannon => {
                let safe = (attacker.moves - by_pawns_and_guards - enemy.horses).len() as usize;
                sink.add(layout::CANNON_MOBILITY.at(safe.min(17)), 1);
            }
            _ => {
                let safe = (attacker.moves - by_pawns_and_guards).len() as usize;
                sink.add(layout::HORSE_MOBILITY.at(safe.min(8)), 1);
            }
        }
    }
}

/// Enemy pieces attacked by a lesser piece, or attacked and not guarded.
fn threats(view: &View, sink: &mut impl Sink) {
    let position = view.position;
    let enemy = position.of_color(!view.us) - position.of_kind(Kind::King);
    let loose = enemy - view.enemy.all;
    let rooks = enemy & position.of_kind(Kind::Rook);
    let heavy = rooks | enemy & (position.of_kind(Kind::Horse) | position.of_kind(Kind::Cannon));
    let mut count = |class, attacked: Bitboard| {
        for square in attacked {
            if let Some(victim) = position.piece_on(square) {
                sink.add(layout::THREATS.at(class * Kind::COUNT + victim.kind().index()), 1);
            }
        }
    };
    count(0, view.own.pawns & (enemy - position.of_kind(Kind::Pawn) | loose));
    count(1, view.own.guards & (heavy | loose));
    count(2, view.own.horses & (rooks | loose));
    count(3, view.own.cannons & (rooks | loose));
    count(4, view.own.rooks & loose);
}

/// Attackers and pawns that their own side guards, at home and across the river.
fn guarded(view: &View, sink: &mut impl Sink) {
    let position = view.position;
    let safe = position.of_color(view.us) & view.own.all;
    let home = Bitboard::home_of(view.us);
    for (index, kind) in [Kind::Horse, Kind::Rook, Kind::Cannon].into_iter().enumerate() {
        let pieces = safe & position.of_kind(kind);
        sink.add(layout::GUARDED_AT_HOME.at(index), up_to_two(pieces & home) as i32);
        sink.add(layout::GUARDED_ACROSS.at(index), up_to_two(pieces - home) as i32);
    }
    let pawns = safe & position.of_kind(Kind::Pawn);
    sink.add(layout::GUARDED_AT_HOME.at(3), half(pawns, view.us).count_ones() as i32);
    sink.add(layout::GUARDED_ACROSS.at(3), half(pawns, !view.us).count_ones() as i32);
    let elephants = position.pieces(view.us, Kind::Elephant);
    if (elephants & view.own.guards).any() {
        sink.add(layout::LINKED_ELEPHANTS.at(0), 1);
    }
}

/// Pawns that stand together across the river, and pawns in the way of their own horses.
fn pawns(view: &View, sink: &mut impl Sink) {
    let pawns = view.position.pieces(view.us, Kind::Pawn);
    let crossed = pawns - Bitboard::home_of(view.us);
    let horses = view.position.pieces(view.us, Kind::Horse);
    sink.add(layout::PAWNS_ABREAST.at(0), up_to_two(crossed & to_the_right(crossed)) as i32);
    sink.add(layout::PAWNS_IN_FILE.at(0), up_to_two(crossed & in_front(pawns, view.us)) as i32);
    sink.add(layout::PAWN_BEFORE_HORSE.at(0), up_to_two(pawns & in_front(horses, view.us)) as i32);
}

/// The files on either side of the middle file, on one half of the board.
const WINGS: [u64; 2] = [LEFT_WING, LEFT_WING << 5];
const LEFT_WING: u64 = 0b1111 | 0b1111 << 9 | 0b1111 << 18 | 0b1111 << 27 | 0b1111 << 36;

/// More attackers across the river on one wing than there are defenders: attacks succeed where the
/// defender's pieces cannot come in time.
fn wings(view: &View, sink: &mut impl Sink) {
    let position = view.position;
    let strong =
        position.of_kind(Kind::Rook) | position.of_kind(Kind::Cannon) | position.of_kind(Kind::Horse);
    let attackers = half(position.of_color(view.us) & (strong | position.of_kind(Kind::Pawn)), !view.us);
    let defenders = half(position.of_color(!view.us) & strong, !view.us);
    for wing in WINGS {
        let majority =
            (attackers & wing).count_ones().saturating_sub((defenders & wing).count_ones()) as usize;
        sink.add(layout::WING_MAJORITY.at(majority.min(4)), 1);
    }
}
