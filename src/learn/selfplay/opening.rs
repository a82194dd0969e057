//! Random openings.

use super::Settings;
use crate::board::Position;
use crate::core::Move;
use crate::movegen::{has_legal_move, legal_moves};
use rand::{Rng, RngExt};

/// A position some random plies into a game, with the side to move not in check and able to move.
///
/// `None` only if the settings allow none at all. Its history is that of a position set up there.
pub(super) fn random(settings: &Settings, random: &mut impl Rng) -> Option<Position> {
    if settings.opening_plies.is_empty() {
        return None;
    }
    loop {
        let plies = random.random_range(settings.opening_plies.clone());
        if let Some(position) = wander(plies, settings.opening_blunder, random)
            && !position.in_check()
            && has_legal_move(&position)
        {
            // Mirrored twice it is the same position without its history.
            return Some(position.mirror().mirror());
        }
    }
}

/// Plays random moves that lose at most `blunder` centipawns by exchanges.
fn wander(plies: u32, blunder: i32, random: &mut impl Rng) -> Option<Position> {
    let mut position = Position::start();
    for _ in 0..plies {
        let mut moves: Vec<Move> = legal_moves(&position).to_vec();
        moves.retain(|&mv| position.exchange_is_at_least(mv, -blunder));
        if moves.is_empty() {
            return None;
        }
        position.make(moves[random.random_range(0..moves.len())]);
    }
    Some(position)
}
