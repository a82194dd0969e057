//! What each side's pieces attack, found once a position and read by every feature.

use crate::attacks::{self, Lines};
use crate::board::Position;
use crate::core::{Bitboard, Color, File, Kind, Rank, Square};
use arrayvec::ArrayVec;

/// A rook, cannon or horse, and where it goes.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    pub(super) kind: Kind,
    pub(super) square: Square,
    /// Where it would capture; for a cannon also empty squares behind a screen.
    pub(super) attacks: Bitboard,
    /// Where it may go, by capture or not, as far as its own side's pieces let it.
    pub(super) moves: Bitboard,
}

/// One side's pieces and what they attack, own pieces included (those are guarded).
pub(super) struct Reach {
    pub(super) attackers: ArrayVec<Attacker, 6>,
    /// The squares attacked by a kind; advisors, elephants and the king together under the king.
    by_kind: [Bitboard; Kind::COUNT],
    /// The squares attacked by anything.
    pub(super) all: Bitboard,
    /// The squares where cannons may go without a capture.
    pub(super) cannon_moves: Bitboard,
    /// How many pieces of a kind the side has.
    counts: [u8; Kind::COUNT],
    /// Rook and cannon lines from the side's king.
    pub(super) king_lines: Lines,
}

impl Reach {
    /// Finds what a side attacks.
    pub(super) fn of(position: &Position, us: Color) -> Self {
        let occupied = position.occupied();
        let pieces = |kind| position.pieces(us, kind);
        let king = position.king(us);
        let mut reach = Self {
            attackers: ArrayVec::new(),
            by_kind: [Bitboard::EMPTY; Kind::COUNT],
            all: Bitboard::EMPTY,
            cannon_moves: Bitboard::EMPTY,
            counts: Kind::ALL.map(|kind| pieces(kind).len() as u8),
            king_lines: attacks::lines(king, occupied),
        };
        let mut guarded = attacks::king(king);
        for advisor in pieces(Kind::Advisor) {
            guarded |= attacks::advisor(advisor);
        }
        for elephant in pieces(Kind::Elephant) {
            guarded |= attacks::elephant(elephant, occupied);
        }
        reach.by_kind[Kind::King.index()] = guarded;
        reach.by_kind[Kind::Pawn.index()] = pawn_attacks(pieces(Kind::Pawn), us);
        for kind in [Kind::Rook, Kind::Cannon, Kind::Horse] {
            for square in pieces(kind) {
                reach.add_attacker(kind, square, occupied, position.of_color(us));
            }
        }
        reach.all = reach.by_kind.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
        reach
    }

    fn add_attacker(&mut self, kind: Kind, square: Square, occupied: Bitboard, own: Bitboard) {
        let (attacks, moves) = match kind {
            Kind::Rook => {
                let set = attacks::rook(square, occupied);
                (set, set - own)
            }
            Kind::Cannon => {
                let lines = attacks::lines(square, occupied);
                self.cannon_moves |= lines.rook - occupied;
                (lines.cannon, lines.rook - occupied | lines.cannon & occupied - own)
            }
            _ => {
                let set = attacks::horse(square, occupied);
                (set, set - own)
            }
        };
        self.by_kind[kind.index()] |= attacks;
        // A position has at most two of each; anything else is left out rather than a panic.
        let _ = self.attackers.try_push(Attacker { kind, square, attacks, moves });
    }

    /// The squares attacked by a kind.
    #[inline]
    pub(super) fn of_kind(&self, kind: Kind) -> Bitboard {
        self.by_kind[kind.index()]
    }

    /// The squares attacked by king, advisors or elephants.
    #[inline]
    pub(super) fn of_guards(&self) -> Bitboard {
        self.by_kind[Kind::King.index()]
    }

    /// How many pieces of a kind the side has, at most `limit`.
    #[inline]
    pub(super) fn count(&self, kind: Kind, limit: usize) -> usize {
        usize::from(self.counts[kind.index()]).min(limit)
    }
}

/// Everything that a feature of one side looks at.
pub(super) struct View<'a> {
    pub(super) position: &'a Position,
    pub(super) us: Color,
    pub(super) own: &'a Reach,
    pub(super) enemy: &'a Reach,
}

/// The squares of each file.
pub(super) static FILES: [Bitboard; File::COUNT] = files();
const A_FILE: Bitboard = FILES_CONST[0];
const I_FILE: Bitboard = FILES_CONST[8];
const FILES_CONST: [Bitboard; File::COUNT] = files();

const fn files() -> [Bitboard; File::COUNT] {
    let mut set = [Bitboard::EMPTY; File::COUNT];
    let mut file = 0;
    while file < File::COUNT {
        let mut rank = 0;
        while rank < Rank::COUNT {
            set[file] = set[file].with(Square::at(rank * File::COUNT + file));
            rank += 1;
        }
        file += 1;
    }
    set
}

/// The squares one file to the right of a set.
#[inline]
pub(super) fn to_the_right(set: Bitboard) -> Bitboard {
    Bitboard((set - I_FILE).0 << 1)
}

/// The squares one file to the left of a set.
#[inline]
pub(super) fn to_the_left(set: Bitboard) -> Bitboard {
    Bitboard((set - A_FILE).0 >> 1)
}

/// The squares one rank before a set, as that side looks.
#[inline]
pub(super) fn in_front(set: Bitboard, us: Color) -> Bitboard {
    match us {
        Color::Red => Bitboard(set.0 << 9) & Bitboard::ALL,
        Color::Black => Bitboard(set.0 >> 9),
    }
}

fn pawn_attacks(pawns: Bitboard, us: Color) -> Bitboard {
    let crossed = pawns - Bitboard::home_of(us);
    in_front(pawns, us) | to_the_left(crossed) | to_the_right(crossed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawn_sets_agree_with_single_pawns() {
        for color in Color::ALL {
            for square in Square::all() {
                assert_eq!(pawn_attacks(square.bb(), color), attacks::pawn(color, square), "{square}");
            }
        }
    }

    #[test]
    fn a_reach_knows_the_start() {
        let reach = Reach::of(&Position::start(), Color::Red);
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(reach.attackers.len(), 6);
        assert!(reach.of_kind(Kind::Cannon).contains(square("b9")));
        assert!(reach.all.contains(square("e4")) && !reach.all.contains(square("e5")));
        assert!(reach.of_guards().contains(square("e2")));
    }
}
