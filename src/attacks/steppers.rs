//! Kings, advisors, elephants, horses and pawns.
//!
//! An elephant's eye and a horse's leg can be blocked; the four squares that matter index a table of
//! sixteen sets a square. A horse's leg stands beside the horse, an eye diagonally beside the elephant;
//! for the question "which horses attack this square" the legs stand diagonally beside the target.

use crate::core::{Bitboard, Color, Square};

type Blockable = [[Bitboard; 16]; Square::COUNT];

const STRAIGHT: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

static KINGS: [Bitboard; Square::COUNT] = palace_steps(STRAIGHT);
static ADVISORS: [Bitboard; Square::COUNT] = palace_steps(DIAGONAL);
static ELEPHANTS: Blockable = elephants();
static HORSES: Blockable = horses();
static HORSE_SOURCES: Blockable = horse_sources_table();
static HORSE_LEGS: [Bitboard; Square::COUNT] = horse_legs_table();
static ATTACK_ZONES: [Bitboard; Square::COUNT] = attack_zones();
static PAWNS: [[Bitboard; Square::COUNT]; Color::COUNT] = pawns();
static PAWN_SOURCES: [[Bitboard; Square::COUNT]; Color::COUNT] = pawn_sources_table();

/// Where a king on a square of either palace steps.
#[inline]
pub fn king(square: Square) -> Bitboard {
    KINGS[square.index()]
}

/// Where an advisor on a square of either palace steps.
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    ADVISORS[square.index()]
}

/// Where an elephant steps on its own half of the board.
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANTS[square.index()][diagonal_index(square, occupied)]
}

/// Where a horse jumps.
#[inline]
pub fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    HORSES[square.index()][straight_index(square, occupied)]
}

/// From where a horse would jump to a square.
#[inline]
pub fn horse_sources(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_SOURCES[square.index()][diagonal_index(square, occupied)]
}

/// Where the legs of horses stand that could jump to a square: its diagonal neighbours.
#[inline]
pub fn horse_legs(square: Square) -> Bitboard {
    HORSE_LEGS[square.index()]
}

/// All squares that bear on an attack on a square: from which it can be attacked, and on which a piece can
/// stand in between. A move that neither begins nor ends there attacks nothing new on the square.
#[inline]
pub fn attack_zone(square: Square) -> Bitboard {
    ATTACK_ZONES[square.index()]
}

/// Where a pawn of that side steps.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWNS[color.index()][square.index()]
}

/// From where a pawn of that side would step to a square.
#[inline]
pub fn pawn_sources(color: Color, square: Square) -> Bitboard {
    PAWN_SOURCES[color.index()][square.index()]
}

/// The occupancy of the four straight neighbours in four bits, in the order of [`STRAIGHT`]. Neighbours off
/// the board give bits of no meaning; the table does not depend on them.
#[inline]
fn straight_index(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.0 << 9) >> square.index()) as usize;
    near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8
}

/// The same for the four diagonal neighbours, in the order of [`DIAGONAL`].
#[inline]
fn diagonal_index(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.0 << 10) >> square.index()) as usize;
    near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8
}

const fn step(square: usize, file: i32, rank: i32) -> Option<Square> {
    Square::from_indices((square % 9) as i32 + file, (square / 9) as i32 + rank)
}

const fn palace_steps(directions: [(i32, i32); 4]) -> [Bitboard; Square::COUNT] {
    let palaces = Bitboard(Bitboard::palace_of(Color::Red).0 | Bitboard::palace_of(Color::Black).0);
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut direction = 0;
        while direction < 4 && palaces.contains(Square::at(square)) {
            let (file, rank) = directions[direction];
            if let Some(to) = step(square, file, rank)
                && palaces.contains(to)
            {
                table[square] = table[square].with(to);
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

#[expect(clippy::large_stack_arrays, reason = "runs in the compiler, never on a stack")]
const fn elephants() -> Blockable {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let home = Bitboard::home_of(if square < 45 { Color::Red } else { Color::Black });
        let mut blocked = 0;
        while blocked < 16 {
            let mut eye = 0;
            while eye < 4 {
                let (file, rank) = DIAGONAL[eye];
                if blocked >> eye & 1 == 0
                    && let Some(to) = step(square, 2 * file, 2 * rank)
                    && home.contains(to)
                {
                    table[square][blocked] = table[square][blocked].with(to);
                }
                eye += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
}

#[expect(clippy::large_stack_arrays, reason = "runs in the compiler, never on a stack")]
const fn horses() -> Blockable {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut blocked = 0;
        while blocked < 16 {
            let mut leg = 0;
            while leg < 4 {
                let (file, rank) = STRAIGHT[leg];
                let mut side = -1;
                while side <= 1 {
                    // One straight step over the leg, then one diagonal step to either side of it.
                    if blocked >> leg & 1 == 0
                        && let Some(to) = step(square, 2 * file + side * rank, 2 * rank + side * file)
                    {
                        table[square][blocked] = table[square][blocked].with(to);
                    }
                    side += 2;
                }
                leg += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
}

#[expect(clippy::large_stack_arrays, reason = "runs in the compiler, never on a stack")]
const fn horse_sources_table() -> Blockable {
    let mut table = [[Bitboard::EMPTY; 16]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut blocked = 0;
        while blocked < 16 {
            let mut leg = 0;
            while leg < 4 {
                let (file, rank) = DIAGONAL[leg];
                if blocked >> leg & 1 == 0 {
                    if let Some(from) = step(square, 2 * file, rank) {
                        table[square][blocked] = table[square][blocked].with(from);
                    }
                    if let Some(from) = step(square, file, 2 * rank) {
                        table[square][blocked] = table[square][blocked].with(from);
                    }
                }
                leg += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
}

const fn horse_legs_table() -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut direction = 0;
        while direction < 4 {
            let (file, rank) = DIAGONAL[direction];
            if let Some(leg) = step(square, file, rank) {
                table[square] = table[square].with(leg);
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

const fn attack_zones() -> [Bitboard; Square::COUNT] {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut other = 0;
        while other < Square::COUNT {
            let files = (square % 9).abs_diff(other % 9);
            let ranks = (square / 9).abs_diff(other / 9);
            // The cross of the lines, the horses two and one away, and their legs one and one away.
            if files == 0 || ranks == 0 || files <= 2 && ranks <= 2 && files + ranks <= 3 {
                table[square] = table[square].with(Square::at(other));
            }
            other += 1;
        }
        square += 1;
    }
    table
}

const fn pawns() -> [[Bitboard; Square::COUNT]; Color::COUNT] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Color::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut color = 0;
        while color < Color::COUNT {
            let forward = if color == 0 { 1 } else { -1 };
            let mut steps = Bitboard::EMPTY;
            if let Some(to) = step(square, 0, forward) {
                steps = steps.with(to);
            }
            if !Square::at(square).is_home_of(Color::ALL[color]) {
                if let Some(to) = step(square, -1, 0) {
                    steps = steps.with(to);
                }
                if let Some(to) = step(square, 1, 0) {
                    steps = steps.with(to);
                }
            }
            table[color][square] = steps;
            color += 1;
        }
        square += 1;
    }
    table
}

const fn pawn_sources_table() -> [[Bitboard; Square::COUNT]; Color::COUNT] {
    let steps = pawns();
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Color::COUNT];
    let mut color = 0;
    while color < Color::COUNT {
        let mut from = 0;
        while from < Square::COUNT {
            let mut targets = steps[color][from];
            while let Some(to) = targets.pop() {
                table[color][to.index()] = table[color][to.index()].with(Square::at(from));
            }
            from += 1;
        }
        color += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::walker;

    #[test]
    fn steppers_agree_with_the_walker() {
        let mut random = walker::Boards::new(2);
        for _ in 0..5_000 {
            let occupied = random.next_board();
            for square in Square::all() {
                assert_eq!(horse(square, occupied), walker::horse(square, occupied));
                assert_eq!(elephant(square, occupied), walker::elephant(square, occupied));
                let sources: Bitboard =
                    Square::all().filter(|&from| walker::horse(from, occupied).contains(square)).collect();
                assert_eq!(horse_sources(square, occupied), sources);
            }
        }
    }

    #[test]
    fn palace_pieces_and_pawns() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(advisor(square("e1")).len(), 4);
        assert_eq!(advisor(square("d0")).into_iter().collect::<Vec<_>>(), [square("e1")]);
        assert_eq!(king(square("e9")).len(), 3);
        assert_eq!(king(square("a0")), Bitboard::EMPTY);
        assert_eq!(pawn(Color::Red, square("e3")).into_iter().collect::<Vec<_>>(), [square("e4")]);
        assert_eq!(pawn(Color::Red, square("e5")).len(), 3);
        assert_eq!(pawn(Color::Red, square("a9")).into_iter().collect::<Vec<_>>(), [square("b9")]);
        assert_eq!(pawn(Color::Black, square("e5")).into_iter().collect::<Vec<_>>(), [square("e4")]);
        assert_eq!(pawn(Color::Black, square("i0")).into_iter().collect::<Vec<_>>(), [square("h0")]);
        for color in Color::ALL {
            for from in Square::all() {
                for to in Square::all() {
                    assert_eq!(pawn(color, from).contains(to), pawn_sources(color, to).contains(from));
                }
            }
        }
    }
}
