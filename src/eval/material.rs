//! What pieces are worth together: they help and hinder one another.

use super::layout;
use super::reach::View;
use super::sink::Sink;
use crate::core::Kind;

/// Counts what a side's own pieces are worth together, and its guards against the enemy's attackers.
pub(super) fn gather(view: &View, sink: &mut impl Sink) {
    let (own, enemy) = (view.own, view.enemy);
    let pair = |kind| own.count(kind, 2);
    let (rooks, cannons, horses) = (pair(Kind::Rook), pair(Kind::Cannon), pair(Kind::Horse));
    let (advisors, elephants) = (pair(Kind::Advisor), pair(Kind::Elephant));
    sink.add(layout::ATTACKERS.at(9 * rooks + 3 * cannons + horses), 1);
    sink.add(layout::PAWN_COUNT.at(own.count(Kind::Pawn, 5)), 1);

    // Guards are screens and shields against some attackers and no help against others.
    let against = [enemy.count(Kind::Rook, 2), enemy.count(Kind::Cannon, 2), enemy.count(Kind::Horse, 2)];
    for (kind, attackers) in against.into_iter().enumerate() {
        sink.add(layout::ADVISORS_AGAINST.at(9 * kind + 3 * attackers + advisors), 1);
        sink.add(layout::ELEPHANTS_AGAINST.at(9 * kind + 3 * attackers + elephants), 1);
    }

    // A cannon needs screens: the fewer pieces there are, the less it does, and its own guards are the
    // screens that it can count on. A horse profits from free legs instead.
    let crowd = (view.position.occupied().len() as usize).saturating_sub(1) / 4;
    sink.add(layout::CANNON_IN_CROWD.at(crowd.min(7)), cannons as i32);
    sink.add(layout::HORSE_IN_CROWD.at(crowd.min(7)), horses as i32);
    sink.add(layout::CANNON_WITH_GUARDS.at(3 * advisors + elephants), cannons as i32);
}
