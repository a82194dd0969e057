//! Rooks and cannons, by one look-up for the file and one for the rank.
//!
//! The occupancy of a file is folded into eight bits by two multiplications, one for each `u64` half of
//! the board (a *fold magic*); that of a rank by a shift and a mask. Occupancy at the ends of a line does
//! not change an attack set, so a file has 2^8 entries and a rank 2^7. Rook and cannon sets lie side by
//! side in one entry, because who asks for one often asks for the other.

use crate::core::{Bitboard, File, Square};

/// Both slider sets from one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines {
    /// Where a rook attacks: up to and including the first piece of each direction.
    pub rook: Bitboard,
    /// Where a cannon captures: beyond the first piece of each direction, up to and including the second.
    /// Only its occupied squares are captures; a cannon moves without capture where a rook does.
    pub cannon: Bitboard,
}

/// How the inner squares of one file are folded into an index.
#[derive(Clone, Copy)]
struct FileFold {
    low_mask: u64,
    low_magic: u64,
    high_mask: u64,
    high_magic: u64,
}

static FILE_FOLDS: [FileFold; File::COUNT] = file_folds();
static FILE_LINES: [[Lines; 256]; Square::COUNT] = file_lines();
static RANK_LINES: [[Lines; 128]; Square::COUNT] = rank_lines();
static BETWEEN: [[Bitboard; Square::COUNT]; Square::COUNT] = between_table();

/// Rook and cannon sets from a square on a board with that occupancy.
#[inline]
pub fn lines(square: Square, occupied: Bitboard) -> Lines {
    let file = &FILE_LINES[square.index()][FILE_FOLDS[square.file().index()].index(occupied)];
    let rank = &RANK_LINES[square.index()][rank_index(square, occupied)];
    Lines { rook: file.rook | rank.rook, cannon: file.cannon | rank.cannon }
}

/// Where a rook attacks from a square.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    lines(square, occupied).rook
}

/// Where a cannon captures from a square; see [`Lines::cannon`].
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    lines(square, occupied).cannon
}

/// The squares strictly between two squares of one line; none when they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

#[inline]
fn rank_index(square: Square, occupied: Bitboard) -> usize {
    (occupied.0 >> (square.rank().index() * 9 + 1)) as usize & 127
}

impl FileFold {
    #[inline]
    const fn index(&self, occupied: Bitboard) -> usize {
        let low = (occupied.0 as u64 & self.low_mask).wrapping_mul(self.low_magic);
        let high = ((occupied.0 >> 64) as u64 & self.high_mask).wrapping_mul(self.high_magic);
        (low.wrapping_add(high) >> 56) as usize
    }
}

/// Each inner square of a file is multiplied to a bit of the top byte. The squares of a file lie nine bits
/// apart and their targets one, so no two partial products meet and nothing carries into the byte.
const fn file_folds() -> [FileFold; File::COUNT] {
    let mut folds = [FileFold { low_mask: 0, low_magic: 0, high_mask: 0, high_magic: 0 }; File::COUNT];
    let mut file = 0;
    while file < File::COUNT {
        let mut fold = FileFold { low_mask: 0, low_magic: 0, high_mask: 0, high_magic: 0 };
        // On the `a` file rank 7 is bit 63, which cannot be shifted down: it must stay the top bit there.
        let first_target = if file == 0 { 56 } else { 57 };
        let mut rank = 1;
        while rank <= 8 {
            let bit = rank * 9 + file;
            if bit < 64 {
                fold.low_mask |= 1 << bit;
                fold.low_magic |= 1 << (first_target + rank - bit);
            } else {
                let target = if rank == 8 { 56 } else { 57 };
                fold.high_mask |= 1 << (bit - 64);
                fold.high_magic |= 1 << (target - (bit - 64));
            }
            rank += 1;
        }
        folds[file] = fold;
        file += 1;
    }
    folds
}

const NO_LINES: Lines = Lines { rook: Bitboard::EMPTY, cannon: Bitboard::EMPTY };

#[expect(clippy::large_stack_arrays, reason = "runs in the compiler, never on a stack")]
const fn file_lines() -> [[Lines; 256]; Square::COUNT] {
    let folds = file_folds();
    let mut table = [[NO_LINES; 256]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut inner = 0;
        while inner < 256 {
            let mut occupied = 0;
            let mut rank = 1;
            while rank <= 8 {
                occupied |= (inner >> (rank - 1) & 1) << (rank * 9 + square % 9);
                rank += 1;
            }
            let occupied = Bitboard(occupied);
            let line =
                join(walk(square, 9, 9 - square / 9, occupied), walk(square, -9, square / 9, occupied));
            table[square][folds[square % 9].index(occupied)] = line;
            inner += 1;
        }
        square += 1;
    }
    table
}

#[expect(clippy::large_stack_arrays, reason = "runs in the compiler, never on a stack")]
const fn rank_lines() -> [[Lines; 128]; Square::COUNT] {
    let mut table = [[NO_LINES; 128]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut inner = 0;
        while inner < 128 {
            let occupied = Bitboard((inner as u128) << (square / 9 * 9 + 1));
            let line =
                join(walk(square, 1, 8 - square % 9, occupied), walk(square, -1, square % 9, occupied));
            table[square][inner] = line;
            inner += 1;
        }
        square += 1;
    }
    table
}

const fn join(a: Lines, b: Lines) -> Lines {
    Lines { rook: Bitboard(a.rook.0 | b.rook.0), cannon: Bitboard(a.cannon.0 | b.cannon.0) }
}

/// Follows one direction for a number of steps.
const fn walk(square: usize, step: isize, steps: usize, occupied: Bitboard) -> Lines {
    let (mut rook, mut cannon) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let mut at = square as isize;
    let mut pieces_passed = 0;
    let mut taken = 0;
    while taken < steps && pieces_passed < 2 {
        at += step;
        let square = Square::at(at as usize);
        if pieces_passed == 0 {
            rook = rook.with(square);
        } else {
            cannon = cannon.with(square);
        }
        if occupied.contains(square) {
            pieces_passed += 1;
        }
        taken += 1;
    }
    Lines { rook, cannon }
}

#[expect(clippy::large_stack_arrays, reason = "runs in the compiler, never on a stack")]
const fn between_table() -> [[Bitboard; Square::COUNT]; Square::COUNT] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut a = 0;
    while a < Square::COUNT {
        let mut b = 0;
        while b < a {
            let step = if a % 9 == b % 9 {
                9
            } else if a / 9 == b / 9 {
                1
            } else {
                a
            };
            let mut at = b + step;
            while at < a {
                table[a][b] = table[a][b].with(Square::at(at));
                at += step;
            }
            table[b][a] = table[a][b];
            b += 1;
        }
        a += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::walker;

    #[test]
    fn every_occupancy_of_a_file_has_its_own_index() {
        for (file, fold) in FILE_FOLDS.iter().enumerate() {
            let mut seen = [false; 256];
            for inner in 0..256u128 {
                let occupied =
                    Bitboard((1..=8).map(|rank| (inner >> (rank - 1) & 1) << (rank * 9 + file)).sum());
                let index = fold.index(occupied);
                assert!(!std::mem::replace(&mut seen[index], true), "file {file}, occupancy {inner:08b}");
            }
        }
    }

    #[test]
    fn sliders_agree_with_the_walker() {
        let mut random = walker::Boards::new(1);
        for _ in 0..20_000 {
            let occupied = random.next_board();
            for square in Square::all() {
                let Lines { rook, cannon } = lines(square, occupied);
                assert_eq!(rook, walker::rook(square, occupied));
                // Beyond a screen the table may count an empty edge square that no piece stands on.
                assert_eq!(cannon & occupied, walker::cannon_captures(square, occupied));
            }
        }
    }

    #[test]
    fn between_agrees_with_two_rooks() {
        for a in Square::all() {
            for b in Square::all().filter(|&b| b != a) {
                let ends = a.bb() | b.bb();
                let seen = rook(a, ends).contains(b);
                let expected = if seen { rook(a, ends) & rook(b, ends) } else { Bitboard::EMPTY };
                assert_eq!(between(a, b), if seen { expected - ends } else { expected }, "{a} {b}");
            }
        }
    }
}
