//! What a position is worth without searching it.
//!
//! Every feature of a position counts a number of one table ([`WEIGHTS`], laid out by [`layout`]) once or more
//! for the side that has it. A number is a pair of values, one for the middlegame and one for the endgame; the
//! attackers left on the board say how far the game is between the two. The features are written once and
//! handed to a sink, which sums them ([`evaluate`]) or counts them ([`trace`]).
//!
//! [`nnue`] evaluates with a network instead, and [`endings`] corrects either by what is known for certain.

pub mod endings;
mod king;
pub mod layout;
mod material;
pub mod nnue;
mod pair;
mod params;
mod pieces;
mod reach;
mod scale;
mod sink;

pub use pair::Pair;
pub use params::WEIGHTS;

use crate::board::Position;
use crate::core::{Bitboard, Color, Piece, Score, Square};
use reach::{Reach, View};
use sink::{Counter, Sink, Sum};

/// The phase of a position with all its attackers on the board.
const FULL_PHASE: i32 = 16;

/// What every piece is worth on every square for Red, material and square in one look-up.
static PIECE_SQUARES: [[Pair; Square::COUNT]; Piece::COUNT] = piece_squares();

/// The worth of a position in centipawns, from the view of the side to move.
///
/// A pawn that has not crossed the river is worth 100 in the middlegame. The result is never a mate score.
pub fn evaluate(position: &Position) -> Score {
    let mut sum = Sum::default();
    let sides = gather(position, &mut sum);
    let phase = phase(&sides);
    let red = (sum.total.middlegame() * phase + sum.total.endgame() * (FULL_PHASE - phase)) / FULL_PHASE;
    let red = red * scale_of(&sides, if red > 0 { Color::Red } else { Color::Black }) / scale::FULL;
    Score(if position.side() == Color::Red { red } else { -red }).clamp_eval()
}

/// How a position uses the numbers of the evaluation.
///
/// Its worth for Red is the sum over `counts` of count times number, the two values of a number weighed by
/// `phase` and one minus `phase`, times the scale of the side for which that sum speaks.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The numbers in use, and how often: by Red less by Black.
    pub counts: Vec<(u16, i16)>,
    /// How much of the middlegame is left, from 0 to 1.
    pub phase: f32,
    /// What is left of an advantage of Red, of Black, from 0 to 1.
    pub scales: [f32; Color::COUNT],
}

/// Finds how a position uses the numbers of the evaluation, for tuning them.
pub fn trace(position: &Position) -> Trace {
    let mut counter = Counter::default();
    let sides = gather(position, &mut counter);
    let used = counter.counts.iter().enumerate().filter(|&(_, &count)| count != 0);
    Trace {
        counts: used.map(|(number, &count)| (number as u16, count as i16)).collect(),
        phase: phase(&sides) as f32 / FULL_PHASE as f32,
        scales: Color::ALL.map(|strong| scale_of(&sides, strong) as f32 / scale::FULL as f32),
    }
}

/// Hands all features of a position to a sink, from Red's view.
fn gather(position: &Position, sink: &mut impl Sink) -> [Reach; Color::COUNT] {
    each_piece(position, |piece, square| sink.piece(piece, square));
    let sides = [Reach::of(position, Color::Red), Reach::of(position, Color::Black)];
    for us in Color::ALL {
        let view = View { position, us, own: &sides[us.index()], enemy: &sides[us.opponent().index()] };
        material::gather(&view, sink);
        pieces::gather(&view, sink);
        king::gather(&view, sink);
        sink.turn();
    }
    sink.add(layout::TEMPO.at(0), if position.side() == Color::Red { 1 } else { -1 });
    sides
}

/// What is left of a side's advantage, out of [`scale::FULL`].
fn scale_of(sides: &[Reach; Color::COUNT], strong: Color) -> i32 {
    scale::winning_chances(&sides[strong.index()], &sides[strong.opponent().index()])
}

/// How much of the middlegame is left, from 0 to [`FULL_PHASE`], counted by the attackers on the board.
fn phase(sides: &[Reach; Color::COUNT]) -> i32 {
    let force = |side: &Reach| 2 * side.count.rooks + side.count.cannons + side.count.horses;
    sides.iter().map(force).sum::<usize>().min(FULL_PHASE as usize) as i32
}

/// Visits every piece on the board.
#[inline]
fn each_piece(position: &Position, mut visit: impl FnMut(Piece, Square)) {
    let Bitboard(occupied) = position.occupied();
    // Two halves of 64 bits are walked faster than one of 128.
    for (mut half, offset) in [(occupied as u64, 0), ((occupied >> 64) as u64, 64)] {
        while half != 0 {
            let square = Square::at(half.trailing_zeros() as usize + offset);
            half &= half - 1;
            if let Some(piece) = position.piece_on(square) {
                visit(piece, square);
            }
        }
    }
}

const fn piece_squares() -> [[Pair; Square::COUNT]; Piece::COUNT] {
    let mut table = [[Pair::ZERO; Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        let mut square = 0;
        while square < Square::COUNT {
            let seen = Square::at(square).relative_to(piece.color());
            let worth = params::WEIGHTS[layout::MATERIAL.at(piece.kind().index())]
                .plus(params::WEIGHTS[layout::piece_square(piece.kind(), seen)]);
            table[index][square] = match piece.color() {
                Color::Red => worth,
                Color::Black => worth.negated(),
            };
            square += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests;
