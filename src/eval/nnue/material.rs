//! The least that an evaluation can be: a network that counts pieces.

use super::load::{Network, Weights};
use super::shape::{INPUTS, LANES, MIN_OUTPUT_UNIT, QA, Shape, input};
use crate::board::exchange_value;
use crate::core::{Color, Kind, Piece, Square};

/// What an output of 1 is in centipawns.
const SCALE: i32 = 400;

impl Network {
    /// A network that knows only what pieces are worth in exchanges: what others are measured by.
    pub fn material() -> Self {
        let shape = Shape { hidden: LANES, buckets: 1, king_buckets: 1 };
        let mut straight = vec![0; INPUTS];
        for piece in Piece::ALL.into_iter().filter(|piece| piece.kind() != Kind::King) {
            // Both views see every piece, each for half of what it is worth.
            let worth = exchange_value(piece.kind()) * QA * MIN_OUTPUT_UNIT / SCALE / 2;
            for square in Square::all() {
                let own = piece.color() == Color::Red;
                straight[input(Color::Red, piece, square)] = if own { worth } else { -worth };
            }
        }
        let weights = Weights {
            output_unit: MIN_OUTPUT_UNIT as u16,
            rows: vec![0; INPUTS * shape.hidden],
            bias: vec![0; shape.hidden],
            output: vec![0; 2 * shape.hidden],
            output_bias: vec![0],
            straight,
        };
        Self::new(shape, SCALE as u16, &weights)
            .unwrap_or_else(|| unreachable!("the weights are made for the shape"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::nnue::Evaluator;
    use std::sync::Arc;

    #[test]
    fn it_counts_pieces_for_either_side() {
        let mut evaluator = Evaluator::new(Arc::new(Network::material()));
        let mut value = |fen: &str| evaluator.evaluate(&fen.parse::<Position>().unwrap()).0;
        assert_eq!(value("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"), 0);
        let rook = exchange_value(Kind::Rook);
        assert!((value("3k5/9/9/9/9/9/9/9/9/R3K4 w") - rook).abs() <= 1);
        assert!((value("3k5/9/9/9/9/9/9/9/9/R3K4 b") + rook).abs() <= 1);
    }
}
