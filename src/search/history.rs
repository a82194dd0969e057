//! What earlier cutoffs say about moves: the history heuristic in its three tables.

use crate::core::{Color, Kind, Move, Piece, Square};

/// No history value leaves ±this.
pub const LIMIT: i32 = 16_384;

/// A piece and the square it moved to: what a continuation history goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The piece that moved.
    pub piece: Piece,
    /// Where it went.
    pub to: Square,
}

/// The moves one, two and four plies ago, as far as there were any.
pub type Earlier = [Option<Moved>; 3];

impl Moved {
    const COUNT: usize = Piece::COUNT * Square::COUNT;

    #[inline]
    const fn index(self) -> usize {
        self.piece.index() * Square::COUNT + self.to.index()
    }
}

/// The history tables of one search thread.
pub struct History {
    /// By side, origin and target.
    quiet: Vec<i16>,
    /// By piece, target and kind captured.
    capture: Vec<i16>,
    /// By an earlier move and the move that follows it.
    continuation: Vec<i16>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: vec![0; Color::COUNT * Square::COUNT * Square::COUNT],
            capture: vec![0; Moved::COUNT * Kind::COUNT],
            continuation: vec![0; Moved::COUNT * Moved::COUNT],
        }
    }
}

/// Moves a value towards ±[`LIMIT`], the slower the nearer it is (history gravity).
#[inline]
fn update(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
    }

    #[inline]
    const fn quiet_index(side: Color, mv: Move) -> usize {
        (side.index() * Square::COUNT + mv.from().index()) * Square::COUNT + mv.to().index()
    }

    /// How well a quiet move of a side has done anywhere.
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.quiet[Self::quiet_index(side, mv)])
    }

    /// Rewards or punishes a quiet move.
    pub fn update_quiet(&mut self, side: Color, mv: Move, bonus: i32) {
        update(&mut self.quiet[Self::quiet_index(side, mv)], bonus);
    }

    /// How well capturing that kind there has done.
    #[inline]
    pub fn capture(&self, moved: Moved, captured: Kind) -> i32 {
        i32::from(self.capture[moved.index() * Kind::COUNT + captured.index()])
    }

    /// Rewards or punishes a capture.
    pub fn update_capture(&mut self, moved: Moved, captured: Kind, bonus: i32) {
        update(&mut self.capture[moved.index() * Kind::COUNT + captured.index()], bonus);
    }

    /// How well a move has done after an earlier one.
    #[inline]
    pub fn continuation(&self, earlier: Moved, moved: Moved) -> i32 {
        i32::from(self.continuation[earlier.index() * Moved::COUNT + moved.index()])
    }

    /// Rewards or punishes a move after an earlier one.
    pub fn update_continuation(&mut self, earlier: Moved, moved: Moved, bonus: i32) {
        update(&mut self.continuation[earlier.index() * Moved::COUNT + moved.index()], bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_limit() {
        let mut history = History::default();
        let mv = "h2e2".parse().unwrap();
        for _ in 0..10_000 {
            history.update_quiet(Color::Red, mv, 5_000);
        }
        assert!((15_000..=LIMIT).contains(&history.quiet(Color::Red, mv)));
        assert_eq!(history.quiet(Color::Black, mv), 0);
        for _ in 0..10_000 {
            history.update_quiet(Color::Red, mv, -50_000);
        }
        assert!((-LIMIT..=-15_000).contains(&history.quiet(Color::Red, mv)));
        history.clear();
        assert_eq!(history.quiet(Color::Red, mv), 0);
    }
}
