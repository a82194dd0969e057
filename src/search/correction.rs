//! Correction history: how far the static evaluation is usually off in positions like this one.
//!
//! Positions are alike if they have the same pawns, or the same other pieces of one side. Each table
//! remembers the mean error of the evaluation against the search's result.

use crate::board::Position;
use crate::core::{Color, Score};

const SIZE: usize = 1 << 14;
/// Errors are kept in 1/`GRAIN` centipawns.
const GRAIN: i32 = 64;
const LIMIT: i32 = 96 * GRAIN;

/// The correction tables of one search thread, each by side to move and a hash of what it goes by.
pub struct Correction {
    pawns: Vec<i16>,
    pieces: [Vec<i16>; Color::COUNT],
}

impl Default for Correction {
    fn default() -> Self {
        let table = || vec![0; Color::COUNT * SIZE];
        Self { pawns: table(), pieces: [table(), table()] }
    }
}

impl Correction {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pawns.fill(0);
        self.pieces.iter_mut().for_each(|table| table.fill(0));
    }

    fn slot(position: &Position, key: u64) -> usize {
        position.side().index() * SIZE + (key as usize & (SIZE - 1))
    }

    /// What to add to the static evaluation, in centipawns.
    #[inline]
    pub fn value(&self, position: &Position) -> i32 {
        let pawns = i32::from(self.pawns[Self::slot(position, position.pawn_key())]);
        let pieces: i32 = Color::ALL
            .into_iter()
            .map(|color| {
                i32::from(self.pieces[color.index()][Self::slot(position, position.piece_key(color))])
            })
            .sum();
        (pawns + pieces) / (2 * GRAIN)
    }

    /// Learns from a search of that depth whose score differs from the static evaluation.
    pub fn update(&mut self, position: &Position, depth: i32, score: Score, eval: Score) {
        let weight = (depth + 1).min(16);
        let error = (score - eval).0.clamp(-400, 400) * GRAIN;
        let learn = |entry: &mut i16| {
            let old = i32::from(*entry);
            *entry = ((old * (256 - weight) + error * weight) / 256).clamp(-LIMIT, LIMIT) as i16;
        };
        learn(&mut self.pawns[Self::slot(position, position.pawn_key())]);
        for color in Color::ALL {
            learn(&mut self.pieces[color.index()][Self::slot(position, position.piece_key(color))]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_error_is_learned() {
        let start = Position::start();
        let mut correction = Correction::default();
        assert_eq!(correction.value(&start), 0);
        for _ in 0..200 {
            correction.update(&start, 10, Score(50), Score(0));
        }
        assert!((50..=80).contains(&correction.value(&start)), "{}", correction.value(&start));
        correction.clear();
        assert_eq!(correction.value(&start), 0);
    }
}
