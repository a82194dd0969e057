//! What single pieces do: where they can go, what they threaten and guard, how pawns stand.

use super::layout;
use super::reach::{FILES, View, in_front, to_the_right};
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
    let by_pawns_and_guards = enemy.of_kind(Kind::Pawn) | enemy.of_guards();
    let by_minors = by_pawns_and_guards | enemy.of_kind(Kind::Horse) | enemy.of_kind(Kind::Cannon);
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
                let safe = (attacker.moves - by_pawns_and_guards - enemy.of_kind(Kind::Horse)).len() as usize;
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
    let classes = [
        (Kind::Pawn, enemy - position.of_kind(Kind::Pawn)),
        (Kind::King, heavy),
        (Kind::Horse, rooks),
        (Kind::Cannon, rooks),
        (Kind::Rook, Bitboard::EMPTY),
    ];
    for (class, (kind, greater)) in classes.into_iter().enumerate() {
        for square in view.own.of_kind(kind) & (loose | greater) {
            if let Some(victim) = position.piece_on(square) {
                sink.add(layout::THREATS.at(class * Kind::COUNT + victim.kind().index()), 1);
            }
        }
    }
}

/// Attackers and pawns that their own side guards, at home and across the river.
fn guarded(view: &View, sink: &mut impl Sink) {
    let position = view.position;
    let safe = position.of_color(view.us) & view.own.all;
    let home = Bitboard::home_of(view.us);
    for (index, kind) in [Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn].into_iter().enumerate() {
        let pieces = safe & position.of_kind(kind);
        sink.add(layout::GUARDED_AT_HOME.at(index), (pieces & home).len() as i32);
        sink.add(layout::GUARDED_ACROSS.at(index), (pieces - home).len() as i32);
    }
    let elephants = position.pieces(view.us, Kind::Elephant);
    if (elephants & view.own.of_guards()).any() {
        sink.add(layout::LINKED_ELEPHANTS.at(0), 1);
    }
}

/// Pawns that stand together across the river, and pawns in the way of their own horses.
fn pawns(view: &View, sink: &mut impl Sink) {
    let pawns = view.position.pieces(view.us, Kind::Pawn);
    let crossed = pawns - Bitboard::home_of(view.us);
    let horses = view.position.pieces(view.us, Kind::Horse);
    sink.add(layout::PAWNS_ABREAST.at(0), (crossed & to_the_right(crossed)).len() as i32);
    sink.add(layout::PAWNS_IN_FILE.at(0), (crossed & in_front(pawns, view.us)).len() as i32);
    sink.add(layout::PAWN_BEFORE_HORSE.at(0), (pawns & in_front(horses, view.us)).len() as i32);
}

/// The files beside the middle file.
const WINGS: [Bitboard; 2] = [Bitboard(LEFT_WING), Bitboard(LEFT_WING << 5)];
const LEFT_WING: u128 = {
    let (mut files, mut rank) = (0, 0);
    while rank < 10 {
        files |= 0b1111 << (9 * rank);
        rank += 1;
    }
    files
};

/// More attackers across the river on one wing than there are defenders: attacks succeed where the
/// defender's pieces cannot come in time.
fn wings(view: &View, sink: &mut impl Sink) {
    let position = view.position;
    let strong =
        position.of_kind(Kind::Rook) | position.of_kind(Kind::Cannon) | position.of_kind(Kind::Horse);
    let field = !Bitboard::home_of(view.us);
    let attackers = position.of_color(view.us) & (strong | position.of_kind(Kind::Pawn)) & field;
    let defenders = position.of_color(!view.us) & strong & field;
    for wing in WINGS {
        let majority = (attackers & wing).len().saturating_sub((defenders & wing).len()) as usize;
        sink.add(layout::WING_MAJORITY.at(majority.min(4)), 1);
    }
}
