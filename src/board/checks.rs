//! Which moves give check, asked for many moves of one position.

use super::Position;
use crate::attacks;
use crate::core::{Bitboard, Kind, Move, Square};

/// What bears on the enemy's king: from here most moves are told to give check or not by one look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSquares {
    /// By kind: where a piece of that kind would give check on the board as it is.
    direct: [Bitboard; Kind::COUNT],
    /// Pieces that lie between the king and others, or on a horse's leg: where one leaves, the lines change.
    screens: Bitboard,
    /// Empty squares before a cannon that sees the king without a screen: a piece there is its screen.
    hollow: Bitboard,
}

impl Position {
    /// What bears on the king of the side that is not to move.
    pub fn check_squares(&self) -> CheckSquares {
        let side = self.side();
        let king = self.king(!side);
        let occupied = self.occupied();
        let lines = attacks::lines(king, occupied);
        let mut direct = [Bitboard::EMPTY; Kind::COUNT];
        direct[Kind::Rook.index()] = lines.rook;
        direct[Kind::Cannon.index()] = lines.cannon;
        direct[Kind::Horse.index()] = attacks::horse_sources(king, occupied);
        direct[Kind::Pawn.index()] = attacks::pawn_sources(side, king);
        let mut hollow = Bitboard::EMPTY;
        for cannon in lines.rook & self.pieces(side, Kind::Cannon) {
            hollow |= attacks::between(king, cannon);
        }
        let screens = (lines.rook | lines.cannon | attacks::horse_legs(king)) & occupied;
        CheckSquares { direct, screens, hollow }
    }

    /// [`Position::gives_check`], by squares that [`Position::check_squares`] found for this position.
    #[inline]
    pub fn gives_check_by(&self, squares: &CheckSquares, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if squares.screens.contains(from) || squares.hollow.contains(to) {
            return self.gives_check(mv);
        }
        self.piece_on(from).is_some_and(|piece| squares.direct[piece.kind().index()].contains(to))
    }

    /// Of the targets of the piece on `from`, those that may give check; all others do not.
    pub fn likely_checks(&self, squares: &CheckSquares, from: Square, targets: Bitboard) -> Bitboard {
        match self.piece_on(from) {
            Some(piece) if !squares.screens.contains(from) => {
                targets & (squares.direct[piece.kind().index()] | squares.hollow)
            }
            _ => targets,
        }
    }
}
