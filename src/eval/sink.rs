//! Where features go: into a sum when a position is evaluated, into a list when numbers are tuned.

use super::layout::{self, COUNT};
use super::{PIECE_SQUARES, Pair, WEIGHTS};
use crate::core::{Color, Piece, Square};

/// Takes the features of a position, side by side.
pub(super) trait Sink {
    /// Counts a number of the table `count` times for the side in view.
    fn add(&mut self, number: usize, count: i32);

    /// Counts a piece on its square, for its own side; only while Red is in view.
    fn piece(&mut self, piece: Piece, square: Square);

    /// Turns to the other side: what is counted from now on is its.
    fn turn(&mut self);
}

/// Sums up what the features are worth.
#[derive(Default)]
pub(super) struct Sum {
    /// The worth for the side in view less that for the other.
    pub(super) total: Pair,
}

impl Sink for Sum {
    #[inline]
    fn add(&mut self, number: usize, count: i32) {
        self.total += WEIGHTS[number] * count;
    }

    #[inline]
    fn piece(&mut self, piece: Piece, square: Square) {
        self.total += PIECE_SQUARES[piece.index()][square.index()];
    }

    #[inline]
    fn turn(&mut self) {
        self.total = -self.total;
    }
}

/// Counts how often each number of the table is used.
pub(super) struct Counter {
    /// Uses by Red less uses by Black.
    pub(super) counts: [i32; COUNT],
    sign: i32,
}

impl Default for Counter {
    fn default() -> Self {
        Self { counts: [0; COUNT], sign: 1 }
    }
}

impl Sink for Counter {
    fn add(&mut self, number: usize, count: i32) {
        self.counts[number] += self.sign * count;
    }

    fn piece(&mut self, piece: Piece, square: Square) {
        let sign = if piece.color() == Color::Red { 1 } else { -1 };
        let seen = square.relative_to(piece.color());
        self.counts[layout::MATERIAL.at(piece.kind().index())] += sign;
        self.counts[layout::piece_square(piece.kind(), seen)] += sign;
    }

    fn turn(&mut self) {
        self.sign = -self.sign;
    }
}
