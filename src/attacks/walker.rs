//! Attacks by walking over the board square by square: slow, plain, and the test oracle of the tables.

use crate::core::{Bitboard, Square};

/// Random boards from empty to crowded, from a seed.
pub(crate) struct Boards(u64);

impl Boards {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        // SplitMix64 (Steele, Lea, Flood 2014).
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    fn next_bits(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    pub(crate) fn next_board(&mut self) -> Bitboard {
        let thin = self.next() % 4;
        let bits = (0..thin).fold(self.next_bits(), |bits, _| bits & self.next_bits());
        Bitboard(bits & Bitboard::ALL.0)
    }
}

fn neighbour(square: Square, file: i32, rank: i32) -> Option<Square> {
    Square::from_indices(square.file().index() as i32 + file, square.rank().index() as i32 + rank)
}

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

pub(crate) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for (file, rank) in DIRECTIONS {
        let mut at = square;
        while let Some(next) = neighbour(at, file, rank) {
            set = set.with(next);
            if occupied.contains(next) {
                break;
            }
            at = next;
        }
    }
    set
}

pub(crate) fn cannon_captures(square: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for (file, rank) in DIRECTIONS {
        let mut at = square;
        let mut passed = 0;
        while let Some(next) = neighbour(at, file, rank) {
            if occupied.contains(next) {
                passed += 1;
                if passed == 2 {
                    set = set.with(next);
                    break;
                }
            }
            at = next;
        }
    }
    set
}

pub(crate) fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for (file, rank) in DIRECTIONS {
        if neighbour(square, file, rank).is_none_or(|leg| occupied.contains(leg)) {
            continue;
        }
        for side in [-1, 1] {
            let (x, y) = if file == 0 { (side, 2 * rank) } else { (2 * file, side) };
            set = neighbour(square, x, y).map_or(set, |to| set.with(to));
        }
    }
    set
}

pub(crate) fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for (file, rank) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let eye = neighbour(square, file, rank);
        let to = neighbour(square, 2 * file, 2 * rank);
        if let (Some(eye), Some(to)) = (eye, to)
            && !occupied.contains(eye)
            && (to.index() < 45) == (square.index() < 45)
        {
            set = set.with(to);
        }
    }
    set
}
