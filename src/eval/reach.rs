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
    /// The squares attacked by pawns.
    pub(super) pawns: Bitboard,
    /// The squares attacked by king, advisors or elephants.
    pub(super) guards: Bitboard,
    /// The squares attacked by horses.
    pub(super) horses: Bitboard,
    /// The squares attacked by cannons.
    pub(super) cannons: Bitboard,
    /// The squares attacked by rooks.
    pub(super) rooks: Bitboard,
    /// The squares attacked by anything.
    pub(super) all: Bitboard,
    /// The squares where cannons may go without a capture.
    pub(super) cannon_moves: Bitboard,
    /// Rook and cannon lines from the side's king.
    pub(super) king_lines: Lines,
    /// How many pieces the side has.
    pub(super) count: Counts,
}

/// How many pieces of each kind a side has.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) advisors: usize,
    pub(super) elephants: usize,
    pub(super) horses: usize,
    pub(super) rooks: usize,
    pub(super) cannons: usize,
    pub(super) pawns: usize,
}

impl Counts {
    fn of(position: &Position, us: Color) -> Self {
        let pair = |kind| up_to_two(position.pieces(us, kind));
        Self {
            advisors: pair(Kind::Advisor),
            elephants: pair(Kind::Elephant),
            horses: pair(Kind::Horse),
            rooks: pair(Kind::Rook),
            cannons: pair(Kind::Cannon),
            pawns: (position.pieces(us, Kind::Pawn).len() as usize).min(5),
        }
    }

    /// Advisors and elephants.
    pub(super) fn guards(self) -> usize {
        self.advisors + self.elephants
    }
}

impl Reach {
    /// Finds what a side attacks.
    pub(super) fn of(position: &Position, us: Color) -> Self {
        let occupied = position.occupied();
        let king = position.king(us);
        let mut guards = attacks::king(king);
        for advisor in position.pieces(us, Kind::Advisor) {
            guards |= attacks::advisor(advisor);
        }
        for elephant in position.pieces(us, Kind::Elephant) {
            guards |= attacks::elephant(elephant, occupied);
        }
        let mut reach = Self {
            attackers: ArrayVec::new(),
            pawns: pawn_attacks(position.pieces(us, Kind::Pawn), us),
            guards,
            horses: Bitboard::EMPTY,
            cannons: Bitboard::EMPTY,
            rooks: Bitboard::EMPTY,
            all: Bitboard::EMPTY,
            cannon_moves: Bitboard::EMPTY,
            king_lines: attacks::lines(king, occupied),
            count: Counts::of(position, us),
        };
        reach.add_attackers(position, us);
        reach.all = reach.pawns | reach.guards | reach.horses | reach.cannons | reach.rooks;
        reach
    }

    fn add_attackers(&mut self, position: &Position, us: Color) {
        let (occupied, own) = (position.occupied(), position.of_color(us));
        let mut add = |kind, square, attacks, moves| {
            // A position has at most two of each kind; more are left out rather than a panic.
            let _ = self.attackers.try_push(Attacker { kind, square, attacks, moves });
        };
        for square in position.pieces(us, Kind::Rook) {
            let set = attacks::rook(square, occupied);
            self.rooks |= set;
            add(Kind::Rook, square, set, set - own);
        }
        for square in position.pieces(us, Kind::Cannon) {
            let lines = attacks::lines(square, occupied);
            let quiet = lines.rook - occupied;
            self.cannons |= lines.cannon;
            self.cannon_moves |= quiet;
            add(Kind::Cannon, square, lines.cannon, quiet | lines.cannon & occupied - own);
        }
        for square in position.pieces(us, Kind::Horse) {
            let set = attacks::horse(square, occupied);
            self.horses |= set;
            add(Kind::Horse, square, set, set - own);
        }
    }
}

/// Everything that a feature of one side looks at.
pub(super) struct View<'a> {
    pub(super) position: &'a Position,
    pub(super) us: Color,
    pub(super) own: &'a Reach,
    pub(super) enemy: &'a Reach,
}

/// How many squares a set has, counting no further than two: cheaper than [`Bitboard::len`], and most sets of
/// pieces hold no more.
#[inline]
pub(super) fn up_to_two(set: Bitboard) -> usize {
    usize::from(set.any()) + usize::from(set.has_many())
}

/// The three back ranks of a side in the low bits: sets in and around its palace are small enough for half the
/// work of a whole board.
#[inline]
pub(super) fn back_ranks(set: Bitboard, side: Color) -> u32 {
    const THREE_RANKS: u32 = (1 << 27) - 1;
    match side {
        Color::Red => set.0 as u32 & THREE_RANKS,
        Color::Black => (set.0 >> 63) as u32,
    }
}

/// A side's half of the board in the low bits, for the same reason.
#[inline]
pub(super) fn half(set: Bitboard, side: Color) -> u64 {
    const FIVE_RANKS: u64 = (1 << 45) - 1;
    match side {
        Color::Red => set.0 as u64 & FIVE_RANKS,
        Color::Black => (set.0 >> 45) as u64,
    }
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
        assert!(reach.cannons.contains(square("b9")));
        assert!(reach.all.contains(square("e4")) && !reach.all.contains(square("e5")));
        assert!(reach.guards.contains(square("e2")));
    }
}
