//! Setting a position up, and what makes one impossible.

use super::safety::Safety;
use super::{Position, State, zobrist};
use crate::attacks;
use crate::core::{Bitboard, Color, Kind, Move, Piece, Square};
use thiserror::Error;

/// Why pieces on squares are no position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// A side has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side has more of a kind than the game begins with.
    #[error("{color} has {count} pieces of the kind {kind}; at most {} exist", kind.initial_count())]
    TooMany {
        /// Whose pieces.
        color: Color,
        /// Their kind.
        kind: Kind,
        /// How many stand on the board.
        count: u32,
    },
    /// A piece stands where it can never come.
    #[error("a {} {} can never stand on {square}", piece.color(), piece.kind())]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// The kings face each other with nothing between.
    #[error("the kings face each other on the {}-file", char::from(b'a' + *.0 as u8))]
    KingsFacing(usize),
    /// The side that is not to move is in check: its king could be taken.
    #[error("{color} is in check although it is not to move")]
    OpponentInCheck {
        /// The side in check.
        color: Color,
        /// The move that would take its king.
        capture: Move,
    },
}

impl Position {
    /// A position from its pieces; `no_capture` and `game_ply` count plies.
    ///
    /// # Errors
    /// When no game can reach it, as far as [`SetupError`] can tell.
    pub fn from_mailbox(
        mailbox: [Option<Piece>; Square::COUNT],
        side: Color,
        no_capture: u32,
        game_ply: u32,
    ) -> Result<Self, SetupError> {
        for square in Square::all() {
            if let Some(piece) = mailbox[square.index()]
                && !can_stand(piece).contains(square)
            {
                return Err(SetupError::Misplaced { piece, square });
            }
        }
        let position = Self::from_valid_mailbox(mailbox, side, no_capture, game_ply);
        position.check_counts()?;
        position.check_kings()?;
        Ok(position)
    }

    /// A position from pieces that are known to be one.
    pub(super) fn from_valid_mailbox(
        mailbox: [Option<Piece>; Square::COUNT],
        side: Color,
        no_capture: u32,
        game_ply: u32,
    ) -> Self {
        let state = State {
            key: zobrist::side(side),
            pawn_key: 0,
            piece_keys: [0; Color::COUNT],
            last_move: None,
            captured: None,
            no_capture,
            since_null: 0,
            seen: 0,
            safety: Safety::default(),
        };
        let mut position = Self {
            kinds: [Bitboard::EMPTY; Kind::COUNT],
            colors: [Bitboard::EMPTY; Color::COUNT],
            mailbox: [None; Square::COUNT],
            side,
            state,
            history: Vec::with_capacity(256),
            first_ply: game_ply,
        };
        for square in Square::all() {
            if let Some(piece) = mailbox[square.index()] {
                position.put(piece, square);
            }
        }
        position.state.safety = position.find_safety(side);
        position
    }

    fn check_counts(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            if self.pieces(color, Kind::King).is_empty() {
                return Err(SetupError::NoKing(color));
            }
            for kind in Kind::ALL {
                let count = self.pieces(color, kind).len();
                if count as usize > kind.initial_count() {
                    return Err(SetupError::TooMany { color, kind, count });
                }
            }
        }
        Ok(())
    }

    fn check_kings(&self) -> Result<(), SetupError> {
        let (red, black) = (self.king(Color::Red), self.king(Color::Black));
        if red.file() == black.file() && (attacks::between(red, black) & self.occupied()).is_empty() {
            return Err(SetupError::KingsFacing(red.file().index()));
        }
        if let Some(checker) = self.find_safety(!self.side).checkers.first() {
            let capture = Move::new(checker, self.king(!self.side));
            return Err(SetupError::OpponentInCheck { color: !self.side, capture });
        }
        Ok(())
    }
}

/// The squares on which a piece can ever stand.
fn can_stand(piece: Piece) -> Bitboard {
    let color = piece.color();
    let squares = |names: &[(i32, i32)]| -> Bitboard {
        names
            .iter()
            .filter_map(|&(file, rank)| Square::from_indices(file, rank))
            .map(|square| square.relative_to(color))
            .collect()
    };
    match piece.kind() {
        Kind::King => Bitboard::palace_of(color),
        Kind::Advisor => squares(&[(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)]),
        Kind::Elephant => squares(&[(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)]),
        Kind::Horse | Kind::Rook | Kind::Cannon => Bitboard::ALL,
        Kind::Pawn => {
            // Before the river a pawn stays on the file where it began. No pawn can stand one step behind its
            // first square, but diagram 71 of the Asian rules has one there, and it must be readable.
            let home: Vec<_> =
                (0..=8).step_by(2).flat_map(|file| [(file, 2), (file, 3), (file, 4)]).collect();
            squares(&home) | Bitboard::home_of(!color)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_can_stand_where_it_begins_and_where_it_moves() {
        let start = Position::start();
        for square in start.occupied() {
            let piece = start.piece_on(square).unwrap();
            assert!(can_stand(piece).contains(square), "{piece} {square}");
        }
        for piece in Piece::ALL {
            for from in can_stand(piece) {
                assert!((start.targets(piece, from) - can_stand(piece)).is_empty(), "{piece} {from}");
            }
        }
        assert_eq!(can_stand(Piece::RedElephant).len(), 7);
        assert_eq!(can_stand(Piece::BlackPawn).len(), 60);
    }
}
