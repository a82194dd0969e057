//! Making and unmaking moves.

use super::{Position, State, zobrist};
use crate::core::{Kind, Move, Piece, Square};

impl Position {
    /// Plays a legal move.
    pub fn make(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let captured = self.piece_on(to);
        let seen = if captured.is_some() { 0 } else { self.seen_after_quiet() };
        self.history.push(self.state);
        if let Some(captured) = captured {
            self.take(captured, to);
        }
        if let Some(piece) = self.piece_on(from) {
            self.take(piece, from);
            self.put(piece, to);
        }
        self.side = !self.side;
        self.state = State {
            key: self.state.key ^ zobrist::BLACK_TO_MOVE,
            last_move: Some(mv),
            captured,
            no_capture: if captured.is_some() { 0 } else { self.state.no_capture + 1 },
            since_null: self.state.since_null + 1,
            seen,
            safety: self.find_safety(self.side),
            ..self.state
        };
    }

    /// The sieve of [`State::seen`] after one more move that takes nothing.
    #[inline]
    fn seen_after_quiet(&self) -> u128 {
        match self.history.last() {
            Some(two_ago) if self.state.no_capture > 0 && self.state.since_null > 0 => {
                two_ago.seen | two_ago.sieve_bit()
            }
            _ => 0,
        }
    }

    /// Takes the last move back; does nothing at the set-up position.
    pub fn unmake(&mut self) {
        let Some(previous) = self.history.pop() else { return };
        if let Some(mv) = self.state.last_move {
            let (from, to) = (mv.from(), mv.to());
            if let Some(piece) = self.piece_on(to) {
                self.take(piece, to);
                self.put(piece, from);
            }
            if let Some(captured) = self.state.captured {
                self.put(captured, to);
            }
        }
        self.side = !self.side;
        self.state = previous;
    }

    /// A copy of the board without its history: cheap, for looking at the boards of a loop move by move.
    #[inline]
    pub(crate) fn bare(&self) -> Self {
        Self { history: Vec::new(), ..*self }
    }

    /// Moves a piece back over an empty origin and gives the turn back. Of the state only the keys follow:
    /// checks, counts and last move stay as they were.
    #[inline]
    pub(crate) fn slide_back(&mut self, mv: Move) {
        if let Some(piece) = self.piece_on(mv.to()) {
            self.take(piece, mv.to());
            self.put(piece, mv.from());
        }
        self.side = !self.side;
    }

    /// Passes the turn; only when the side to move is not in check.
    pub fn make_null(&mut self) {
        self.history.push(self.state);
        self.side = !self.side;
        self.state = State {
            key: self.state.key ^ zobrist::BLACK_TO_MOVE,
            last_move: None,
            captured: None,
            since_null: 0,
            seen: 0,
            safety: self.find_safety(self.side),
            ..self.state
        };
    }

    /// Takes a null move back.
    pub fn unmake_null(&mut self) {
        if let Some(previous) = self.history.pop() {
            self.side = !self.side;
            self.state = previous;
        }
    }

    /// The key of the position after a pseudo-legal move, for prefetching what belongs to it.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.state.key ^ zobrist::BLACK_TO_MOVE;
        if let Some(piece) = self.piece_on(mv.from()) {
            key ^= zobrist::piece(piece, mv.from()) ^ zobrist::piece(piece, mv.to());
        }
        if let Some(captured) = self.piece_on(mv.to()) {
            key ^= zobrist::piece(captured, mv.to());
        }
        key
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    /// Takes a piece from its square.
    #[inline]
    fn take(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = None;
        self.toggle(piece, square);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.kinds[piece.kind().index()] ^= square.bb();
        self.colors[piece.color().index()] ^= square.bb();
        let number = zobrist::piece(piece, square);
        self.state.key ^= number;
        if piece.kind() == Kind::Pawn {
            self.state.pawn_key ^= number;
        } else {
            self.state.piece_keys[piece.color().index()] ^= number;
        }
    }
}
