//! The board: a position with the moves that led to it.

mod checks;
mod diagram;
mod fen;
mod make;
mod safety;
mod see;
mod setup;
mod zobrist;

pub use checks::CheckSquares;
pub use fen::{FenError, START_FEN};
pub use safety::Safety;
pub use see::exchange_value;
pub use setup::SetupError;

use crate::attacks;
use crate::core::{Bitboard, Color, Kind, Move, Piece, Square};

/// A position, and every state it went through since it was set up.
///
/// Piece sets by kind and by colour, and a mailbox beside them. It knows no evaluation and no verdicts.
#[derive(Clone, Debug)]
pub struct Position {
    kinds: [Bitboard; Kind::COUNT],
    colors: [Bitboard; Color::COUNT],
    mailbox: [Option<Piece>; Square::COUNT],
    side: Color,
    state: State,
    /// The states before the current one, oldest first.
    history: Vec<State>,
    /// Plies played before the position was set up, as far as its move number tells.
    first_ply: u32,
}

/// What a move cannot be undone without, and what is found out once a position.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// The key of the whole position.
    pub key: u64,
    /// The key of the pawns alone.
    pub pawn_key: u64,
    /// The keys of each side's pieces other than pawns.
    pub piece_keys: [u64; Color::COUNT],
    /// The move that led here; none at the set-up position and after a null move.
    pub last_move: Option<Move>,
    /// What that move captured.
    pub captured: Option<Piece>,
    /// Plies since the last capture.
    pub no_capture: u32,
    /// Plies since the last null move, or since the set-up position.
    pub since_null: u32,
    /// A sieve over the earlier positions that this one could repeat: same side to move, no capture and no
    /// null move since. Each has set the bit of its key; see [`State::may_repeat`].
    pub seen: u128,
    /// The checks and pins of the side to move.
    pub safety: Safety,
}

impl State {
    /// Whether the position may have stood before; if this says no, it has not.
    #[inline]
    pub const fn may_repeat(&self) -> bool {
        self.seen & self.sieve_bit() != 0
    }

    #[inline]
    const fn sieve_bit(&self) -> u128 {
        1 << (self.key >> 57)
    }
}

impl Position {
    /// The start of a game.
    pub fn start() -> Self {
        START_FEN.parse().unwrap_or_else(|error| unreachable!("the start position: {error}"))
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// What stands on a square.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// All pieces of a side.
    #[inline]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// All pieces of a kind, of both sides.
    #[inline]
    pub const fn of_kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// A side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.colors[color.index()] & self.kinds[kind.index()]
    }

    /// Where a side's king stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        // Both kings are on the board from the set-up on, and no legal move takes one.
        self.pieces(color, Kind::King).first().unwrap_or(Square::at(0))
    }

    /// The key of the position: pieces and side to move.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.state.key
    }

    /// The key of the pawns alone.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.state.pawn_key
    }

    /// The key of a side's pieces other than pawns.
    #[inline]
    pub const fn piece_key(&self, color: Color) -> u64 {
        self.state.piece_keys[color.index()]
    }

    /// The current state: keys, last move, counts, checks.
    #[inline]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The states before the current one, oldest first.
    #[inline]
    pub fn history(&self) -> &[State] {
        &self.history
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.state.safety.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        self.state.safety.checkers.any()
    }

    /// Plies since the last capture.
    #[inline]
    pub const fn no_capture_plies(&self) -> u32 {
        self.state.no_capture
    }

    /// Plies since the start of the game, as far as the set-up position's move number tells.
    pub fn game_ply(&self) -> u32 {
        self.first_ply + self.history.len() as u32
    }

    /// Whether the side to move has a rook, cannon or horse: without one it may have nothing but moves
    /// that hurt it, and a null move proves nothing.
    #[inline]
    pub fn has_attackers(&self, color: Color) -> bool {
        let kinds = self.of_kind(Kind::Rook) | self.of_kind(Kind::Cannon) | self.of_kind(Kind::Horse);
        (kinds & self.of_color(color)).any()
    }

    /// The pieces of both sides that attack a square, on a board with that occupancy.
    ///
    /// A cannon counts if it could capture on the square; kings count for their steps, not along the file.
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let lines = attacks::lines(square, occupied);
        let attackers = lines.rook & self.of_kind(Kind::Rook)
            | lines.cannon & self.of_kind(Kind::Cannon)
            | attacks::horse_sources(square, occupied) & self.of_kind(Kind::Horse)
            | attacks::elephant(square, occupied) & self.of_kind(Kind::Elephant)
            | attacks::advisor(square) & self.of_kind(Kind::Advisor)
            | attacks::king(square) & self.of_kind(Kind::King)
            | attacks::pawn_sources(Color::Red, square) & self.pieces(Color::Red, Kind::Pawn)
            | attacks::pawn_sources(Color::Black, square) & self.pieces(Color::Black, Kind::Pawn);
        attackers & occupied
    }

    /// Where a piece on a square could move by its own way of moving, its own side's pieces excepted:
    /// pseudo-legal moves. For a cannon, quiet squares and captures.
    #[inline]
    pub fn targets(&self, piece: Piece, from: Square) -> Bitboard {
        attacks::targets(piece, from, self.occupied()) - self.of_color(piece.color())
    }

    /// The same position seen in a left-right mirror; its history is not kept.
    pub fn mirror(&self) -> Self {
        self.transformed(self.side, |square, piece| (square.mirror(), piece))
    }

    /// The same position with colours exchanged and the board turned; its history is not kept.
    pub fn swap_colors(&self) -> Self {
        self.transformed(!self.side, |square, piece| {
            (square.flip(), Piece::new(!piece.color(), piece.kind()))
        })
    }

    fn transformed(&self, side: Color, map: impl Fn(Square, Piece) -> (Square, Piece)) -> Self {
        let mut mailbox = [None; Square::COUNT];
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                let (square, piece) = map(square, piece);
                mailbox[square.index()] = Some(piece);
            }
        }
        Self::from_valid_mailbox(mailbox, side, self.no_capture_plies(), self.game_ply())
    }
}

/// Positions are equal if the same pieces stand on the same squares with the same side to move.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.mailbox == other.mailbox && self.side == other.side
    }
}

impl Eq for Position {}
