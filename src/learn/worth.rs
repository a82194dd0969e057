//! What pieces are worth to a network: how much worse it thinks of a position when one of them is gone.

use super::records::{Game, UnpackError};
use crate::board::Position;
use crate::core::{Kind, Square};
use crate::eval::nnue::{Evaluator, Network};
use std::sync::Arc;

/// Of a game's positions one in so many is looked at: neighbours say the same.
const STRIDE: usize = 16;

/// Positions further from equality than this, in centipawns, are left out: there a piece more or less changes
/// little.
const MAX_SCORE: i32 = 300;

/// The sums over what was looked at.
pub struct Worth {
    evaluator: Evaluator,
    sums: [(i64, u64); Kind::COUNT],
}

impl Worth {
    /// Nothing looked at yet.
    pub fn new(network: Arc<Network>) -> Self {
        Self { evaluator: Evaluator::new(network), sums: [(0, 0); Kind::COUNT] }
    }

    /// Takes every piece but the kings from some positions of a game, one at a time.
    ///
    /// # Errors
    /// When the game cannot be replayed.
    pub fn add(&mut self, game: &Game) -> Result<(), UnpackError> {
        let mut number = 0;
        game.replay(|position, ply| {
            number += 1;
            if number % STRIDE == 0 && !position.in_check() && i32::from(ply.score).abs() <= MAX_SCORE {
                self.look_at(position);
            }
        })
    }

    fn look_at(&mut self, position: &Position) {
        let with = self.evaluator.evaluate(position).0;
        let mut mailbox = [None; Square::COUNT];
        for square in position.occupied() {
            mailbox[square.index()] = position.piece_on(square);
        }
        for square in position.occupied() - position.of_kind(Kind::King) {
            let Some(piece) = mailbox[square.index()].take() else { continue };
            // Without the piece a king may stand open to the side to move: then there is no such position.
            if let Ok(rest) = Position::from_mailbox(mailbox, position.side(), 0, 0) {
                let loss = with - self.evaluator.evaluate(&rest).0;
                let loss = if piece.color() == position.side() { loss } else { -loss };
                let (sum, count) = &mut self.sums[piece.kind().index()];
                *sum += i64::from(loss);
                *count += 1;
            }
            mailbox[square.index()] = Some(piece);
        }
    }

    /// The mean worth of a kind in centipawns; `None` where none was seen.
    pub fn of(&self, kind: Kind) -> Option<f64> {
        let (sum, count) = self.sums[kind.index()];
        (count > 0).then(|| sum as f64 / count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::selfplay::{Settings, play};
    use crate::search::OutOfMemory;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn material_is_worth_what_it_counts() {
        let settings = Settings { nodes: 20, hash_mib: 1, max_plies: 60, ..Settings::default() };
        let mut games = Vec::new();
        play(&settings, None, 0, 4, 1, &AtomicBool::new(false), |game| {
            games.push(game);
            Ok::<_, OutOfMemory>(())
        })
        .unwrap();
        let mut worth = Worth::new(Arc::new(Network::material()));
        games.iter().try_for_each(|game| worth.add(game)).unwrap();
        let of = |kind| worth.of(kind).unwrap();
        assert!(
            of(Kind::Rook) > 1.5 * of(Kind::Cannon) && of(Kind::Horse) > of(Kind::Pawn),
            "{}",
            of(Kind::Rook)
        );
        assert!(worth.of(Kind::King).is_none());
    }
}
