//! What pieces are worth together: they help and hinder one another.

use super::layout;
use super::reach::View;
use super::sink::Sink;

/// Counts what a side's own pieces are worth together, and its guards against the enemy's attackers.
pub(super) fn gather(view: &View, sink: &mut impl Sink) {
    let (own, enemy) = (view.own.count, view.enemy.count);
    sink.add(layout::ATTACKERS.at(9 * own.rooks + 3 * own.cannons + own.horses), 1);
    sink.add(layout::PAWN_COUNT.at(own.pawns), 1);

    // Guards are screens and shields against some attackers and no help against others.
    for (kind, attackers) in [enemy.rooks, enemy.cannons, enemy.horses].into_iter().enumerate() {
        sink.add(layout::ADVISORS_AGAINST.at(9 * kind + 3 * attackers + own.advisors), 1);
        sink.add(layout::ELEPHANTS_AGAINST.at(9 * kind + 3 * attackers + own.elephants), 1);
    }

    // A cannon needs screens: the fewer pieces there are, the less it does, and its own guards are the
    // screens that it can count on. A horse profits from free legs instead.
    let crowd = (view.position.occupied().len() as usize).saturating_sub(1) / 4;
    sink.add(layout::CANNON_IN_CROWD.at(crowd.min(7)), own.cannons as i32);
    sink.add(layout::HORSE_IN_CROWD.at(crowd.min(7)), own.horses as i32);
    sink.add(layout::CANNON_WITH_GUARDS.at(3 * own.advisors + own.elephants), own.cannons as i32);
}
