//! Checks, pins and screens: what a king is safe from.
//!
//! A piece that leaves its square can expose its king in four ways: to a rook or the other king (it was
//! the only piece between), to a cannon (it was one of exactly two), to a horse (it stood on the leg). A
//! piece that enters an empty line between its king and a cannon becomes the screen. Everything else is
//! legal for free, as long as the king is not in check and does not move itself.

use super::Position;
use crate::attacks;
use crate::core::{Bitboard, Color, Kind, Move, Square};

/// What bears on the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Safety {
    /// The enemy pieces that give check.
    pub checkers: Bitboard,
    /// Own pieces that may not be free to move: each move of theirs needs the full test.
    pub pinned: Bitboard,
    /// Empty squares between the king and a cannon with no screen (a hollow cannon): to step there is to
    /// give the cannon its screen.
    pub hollow: Bitboard,
}

impl Position {
    /// Finds checks, pins and hollow lines of one side's king.
    pub(super) fn find_safety(&self, color: Color) -> Safety {
        let king = self.king(color);
        let occupied = self.occupied();
        let enemy = self.of_color(!color);
        let rooks = (self.of_kind(Kind::Rook) | self.of_kind(Kind::King)) & enemy;
        let cannons = self.of_kind(Kind::Cannon) & enemy;
        let horses = attacks::horse_sources(king, Bitboard::EMPTY) & self.of_kind(Kind::Horse) & enemy;

        let lines = attacks::lines(king, occupied);
        let mut safety = Safety {
            checkers: lines.rook & rooks
                | lines.cannon & cannons
                | attacks::pawn_sources(!color, king) & self.of_kind(Kind::Pawn) & enemy,
            ..Safety::default()
        };
        for rook in lines.cannon & rooks {
            safety.pinned |= attacks::between(king, rook) & occupied;
        }
        for cannon in lines.rook & cannons {
            safety.hollow |= attacks::between(king, cannon);
        }
        if cannons.any() {
            // Seen through the nearest piece of each direction: cannons behind exactly two.
            let behind_two = attacks::cannon(king, occupied - lines.rook) & cannons;
            for cannon in behind_two - lines.rook - lines.cannon {
                safety.pinned |= attacks::between(king, cannon) & occupied;
            }
        }
        for horse in horses {
            let leg = horse_leg(horse, king);
            if occupied.contains(leg) {
                safety.pinned = safety.pinned.with(leg);
            } else {
                safety.checkers = safety.checkers.with(horse);
            }
        }
        safety.pinned &= self.of_color(color);
        safety
    }

    /// Whether a side's king could be taken on a square, with that occupancy, by the enemy's pieces in
    /// `enemy`.
    #[inline]
    pub(crate) fn is_king_attacked(
        &self,
        color: Color,
        king: Square,
        occupied: Bitboard,
        enemy: Bitboard,
    ) -> bool {
        let lines = attacks::lines(king, occupied);
        let attackers = lines.rook & (self.of_kind(Kind::Rook) | self.of_kind(Kind::King))
            | lines.cannon & self.of_kind(Kind::Cannon)
            | attacks::horse_sources(king, occupied) & self.of_kind(Kind::Horse)
            | attacks::pawn_sources(!color, king) & self.of_kind(Kind::Pawn);
        (attackers & enemy).any()
    }

    /// The full test: whether the mover's king is safe after a pseudo-legal move of either side.
    pub fn is_safe(&self, mv: Move, color: Color) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(color);
        let king = if from == king { to } else { king };
        let occupied = self.occupied().without(from).with(to);
        !self.is_king_attacked(color, king, occupied, self.of_color(!color).without(to))
    }

    /// Whether a pseudo-legal move of the side to move is legal, by the shortest way.
    #[inline]
    pub(crate) fn is_safe_quickly(&self, mv: Move) -> bool {
        let safety = &self.state.safety;
        let needs_full_test = safety.checkers.any()
            || safety.pinned.contains(mv.from())
            || self.kinds[Kind::King.index()].contains(mv.from());
        if needs_full_test { self.is_safe(mv, self.side) } else { !safety.hollow.contains(mv.to()) }
    }

    /// Whether the side to move may play the move. Any move is answered, also one read from elsewhere.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe_quickly(mv)
    }

    /// Whether the side to move may play the move if its own king's safety is set aside.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.piece_on(mv.from()).is_some_and(|piece| {
            piece.color() == self.side && self.targets(piece, mv.from()).contains(mv.to())
        })
    }

    /// Whether a pseudo-legal move of the side to move gives check, directly or by what it uncovers.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!self.side);
        let zone = attacks::attack_zone(king);
        if !zone.contains(from) && !zone.contains(to) {
            return false;
        }
        let occupied = self.occupied().without(from).with(to);
        let Some(piece) = self.piece_on(from) else { return false };
        let own = self.of_color(self.side);
        let lines = attacks::lines(king, occupied);
        let mut rooks = self.of_kind(Kind::Rook) & own;
        let mut cannons = self.of_kind(Kind::Cannon) & own;
        let mut horses = self.of_kind(Kind::Horse) & own;
        match piece.kind() {
            Kind::Rook => rooks = rooks.without(from).with(to),
            Kind::Cannon => cannons = cannons.without(from).with(to),
            Kind::Horse => horses = horses.without(from).with(to),
            Kind::Pawn if attacks::pawn_sources(self.side, king).contains(to) => return true,
            _ => {}
        }
        (lines.rook & rooks | lines.cannon & cannons | attacks::horse_sources(king, occupied) & horses).any()
    }

    /// The squares where a move by another piece than the king can answer a check by that one piece:
    /// the checker, what lies between, a horse's leg. A cannon's own screen can also move away.
    pub(crate) fn evasion_squares(&self, checker: Square) -> Bitboard {
        let king = self.king(self.side);
        let between = attacks::between(king, checker);
        let on_the_way = match self.piece_on(checker).map(crate::core::Piece::kind) {
            Some(Kind::Horse) => horse_leg(checker, king).bb(),
            _ => between,
        };
        on_the_way.with(checker)
    }
}

/// The square that a horse passes on its way to a square that it could jump to.
fn horse_leg(horse: Square, to: Square) -> Square {
    let (file, rank) = (horse.file().index(), horse.rank().index());
    let (to_file, to_rank) = (to.file().index(), to.rank().index());
    if file.abs_diff(to_file) == 2 {
        Square::at(rank * 9 + usize::midpoint(file, to_file))
    } else {
        Square::at(usize::midpoint(rank, to_rank) * 9 + file)
    }
}
