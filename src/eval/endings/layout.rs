//! The order in which a table of an ending holds its positions.
//!
//! A table speaks of one balance of material, Red's pieces before the bar and Black's behind it (`NP|ab`). A
//! position is a mixed-radix number: side to move, Red's king, Black's king, then the groups of like pieces,
//! the guards first and the pieces that roam most last, so that neighbours in a table mostly have the same
//! result. Red's king stands on the files d and e; a position with it on f is stored as its mirror image.

use crate::core::{Bitboard, Color, Kind, Piece, Square};
use arrayvec::ArrayVec;
use std::fmt::{self, Write};

/// The most pieces besides the kings of which there are tables.
pub const MAX_MEN: usize = 5;

/// The squares of the palace that Red's king may stand on in a table.
const KING_SQUARES: usize = 6;
/// All squares of a palace.
const PALACE: usize = 9;

/// Kinds in the order of their groups.
const ORDER: [Kind; 6] = [Kind::Advisor, Kind::Elephant, Kind::Pawn, Kind::Horse, Kind::Cannon, Kind::Rook];

/// No place in a [`Places`].
const NOWHERE: u8 = u8::MAX;

/// The squares that a kind of piece can stand on, as its own side sees them, numbered.
struct Places {
    squares: [u8; Square::COUNT],
    numbers: [u8; Square::COUNT],
    count: usize,
}

static PLACES: [Places; Kind::COUNT] = {
    let mut all = [const { Places { squares: [0; 90], numbers: [NOWHERE; 90], count: 0 } }; Kind::COUNT];
    let mut kind = 0;
    while kind < Kind::COUNT {
        all[kind] = places(Kind::ALL[kind]);
        kind += 1;
    }
    all
};

const fn places(kind: Kind) -> Places {
    let mut places = Places { squares: [0; 90], numbers: [NOWHERE; 90], count: 0 };
    // File by file, so that the files d and e of a palace come before f.
    let mut file = 0;
    while file < 9 {
        let mut rank = 0;
        while rank < 10 {
            let square = rank * 9 + file;
            if can_stand(kind, file, rank) {
                places.squares[places.count] = square as u8;
                places.numbers[square] = places.count as u8;
                places.count += 1;
            }
            rank += 1;
        }
        file += 1;
    }
    places
}

/// Whether a Red piece of that kind can stand there.
const fn can_stand(kind: Kind, file: usize, rank: usize) -> bool {
    let in_palace = file >= 3 && file <= 5 && rank <= 2;
    match kind {
        Kind::King => in_palace,
        Kind::Advisor => in_palace && (file + rank) % 2 == 1,
        Kind::Elephant => {
            matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2))
        }
        Kind::Pawn => rank >= 5 || rank >= 3 && file.is_multiple_of(2),
        Kind::Horse | Kind::Rook | Kind::Cannon => true,
    }
}

/// Like pieces of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// What they are.
    pub piece: Piece,
    /// How many: one or two.
    pub count: usize,
}

impl Group {
    const fn places(self) -> &'static Places {
        &PLACES[self.piece.kind().index()]
    }

    /// In how many ways the group stands on its squares.
    pub const fn size(self) -> usize {
        let squares = self.places().count;
        if self.count == 1 { squares } else { squares * (squares - 1) / 2 }
    }

    fn number(self, square: Square) -> Option<usize> {
        let number = self.places().numbers[square.relative_to(self.piece.color()).index()];
        (number != NOWHERE).then_some(usize::from(number))
    }

    fn square(self, number: usize) -> Square {
        Square::at(usize::from(self.places().squares[number])).relative_to(self.piece.color())
    }
}

/// Kings, pieces and the side to move: a position as tables know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Men {
    /// The side to move.
    pub side: Color,
    /// The kings' squares.
    pub kings: [Square; Color::COUNT],
    /// The other pieces, in the order of the groups of their layout.
    pub men: ArrayVec<(Piece, Square), MAX_MEN>,
}

impl Men {
    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        let kings = self.kings[0].bb() | self.kings[1].bb();
        self.men.iter().fold(kings, |set, &(_, square)| set.with(square))
    }

    /// The same seen in a left-right mirror.
    pub fn mirror(&self) -> Self {
        let men = self.men.iter().map(|&(piece, square)| (piece, square.mirror())).collect();
        Self { side: self.side, kings: self.kings.map(Square::mirror), men }
    }
}

/// A balance of material, and the order of its positions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Layout {
    groups: ArrayVec<Group, MAX_MEN>,
}

impl Layout {
    /// The layout of pieces, in any order; none if there are too many, or three of a kind.
    pub fn new(pieces: &[Piece]) -> Option<Self> {
        let mut groups = ArrayVec::new();
        if pieces.len() > MAX_MEN {
            return None;
        }
        for kind in ORDER {
            for color in [Color::Black, Color::Red] {
                let piece = Piece::new(color, kind);
                match pieces.iter().filter(|&&other| other == piece).count() {
                    0 => {}
                    count @ 1..=2 => groups.push(Group { piece, count }),
                    _ => return None,
                }
            }
        }
        Some(Self { groups })
    }

    /// Reads a name such as `NP|ab`: FEN letters, Red's before the bar.
    pub fn parse(name: &str) -> Option<Self> {
        let letters = name.chars().filter(|&letter| letter != '|');
        let pieces: Option<Vec<_>> = letters.map(Piece::from_fen_letter).collect();
        Self::new(&pieces?)
    }

    /// The groups in their order.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The pieces in the order of the groups.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.groups.iter().flat_map(|group| std::iter::repeat_n(group.piece, group.count))
    }

    /// Whether neither side has a piece that can cross the river.
    pub fn has_no_attackers(&self) -> bool {
        self.groups.iter().all(|group| matches!(group.piece.kind(), Kind::Advisor | Kind::Elephant))
    }

    /// How many positions a side to move has.
    pub fn half(&self) -> usize {
        KING_SQUARES * PALACE * self.groups.iter().map(|group| group.size()).product::<usize>()
    }

    /// How many positions follow each other that differ in the last group alone.
    pub fn row(&self) -> usize {
        self.groups.last().map_or(PALACE, |group| group.size())
    }

    /// The number of a position; none if a piece stands where it cannot come to.
    #[inline]
    pub fn encode(&self, men: &Men) -> Option<usize> {
        let king = PLACES[0].numbers[men.kings[0].index()];
        if usize::from(king) >= KING_SQUARES {
            return if king == NOWHERE { None } else { self.encode_unmirrored(&men.mirror()) };
        }
        self.encode_unmirrored(men)
    }

    #[inline]
    fn encode_unmirrored(&self, men: &Men) -> Option<usize> {
        let red = usize::from(PLACES[0].numbers[men.kings[0].index()]);
        let black = usize::from(PLACES[0].numbers[men.kings[1].flip().index()]);
        let mut index = (men.side.index() * KING_SQUARES + red) * PALACE + black;
        let mut next = 0;
        for group in &self.groups {
            let first = group.number(men.men[next].1)?;
            let number = if group.count == 1 {
                first
            } else {
                let second = group.number(men.men[next + 1].1)?;
                let (low, high) = (first.min(second), first.max(second));
                high * high.saturating_sub(1) / 2 + low
            };
            index = index * group.size() + number;
            next += group.count;
        }
        Some(index)
    }

    /// The position of a number. Two pieces may share a square.
    pub fn decode(&self, index: usize) -> Men {
        let mut rest = index;
        let mut reversed: ArrayVec<(Piece, Square), MAX_MEN> = ArrayVec::new();
        for group in self.groups.iter().rev() {
            let number = rest % group.size();
            rest /= group.size();
            if group.count == 1 {
                reversed.push((group.piece, group.square(number)));
            } else {
                let mut high = 1;
                while (high + 1) * high / 2 <= number {
                    high += 1;
                }
                reversed.push((group.piece, group.square(high)));
                reversed.push((group.piece, group.square(number - high * (high - 1) / 2)));
            }
        }
        let palace = |number: usize| Square::at(usize::from(PLACES[0].squares[number]));
        let black = palace(rest % PALACE).flip();
        rest /= PALACE;
        let red = palace(rest % KING_SQUARES);
        let side = if rest / KING_SQUARES == 0 { Color::Red } else { Color::Black };
        Men { side, kings: [red, black], men: reversed.into_iter().rev().collect() }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            if color == Color::Black {
                f.write_char('|')?;
            }
            for kind in [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn, Kind::Advisor, Kind::Elephant] {
                for piece in self.pieces().filter(|&piece| piece == Piece::new(color, kind)) {
                    f.write_char(piece.fen_letter())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_positions_are_one_to_one() {
        for name in ["|", "R|aabb", "PP|n", "NP|ab", "C|aa"] {
            let layout = Layout::parse(name).unwrap();
            assert_eq!(layout.to_string(), name);
            let step = 1 + layout.half() / 5000;
            for index in (0..2 * layout.half()).step_by(step) {
                let men = layout.decode(index);
                assert_eq!(layout.encode(&men), Some(index), "{name}");
                if men.kings[0].file().index() == 3 {
                    assert_eq!(layout.encode(&men.mirror()), Some(index), "{name}");
                }
            }
        }
    }

    #[test]
    fn pieces_have_the_squares_they_can_reach() {
        let size = |name: &str| Layout::parse(name).unwrap().half() / 54;
        assert_eq!(["A|", "B|", "P|", "R|", "|bb", "PP|"].map(size), [5, 7, 55, 90, 21, 1485]);
        assert_eq!(Layout::parse("PPP|"), None);
        assert_eq!(Layout::parse("RN|aabb"), None);
    }
}
