//! Exact results of endings, inside the program.
//!
//! The file `nets/endings.bin` is made by `phao net endings`. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PHAOENDS` |
//! | 2 | how many tables |
//! | for each table: 1, n | the length of its name, and the name, such as `NP\|ab` |
//! | 4, 4 | the lengths of its two planes, Red's wins and Black's; 0 for a plane without a win |
//! | the rest | the planes one after the other, each compressed by zlib |
//!
//! A plane has a bit for every position in the order of [`Layout`]; each row of positions that differ in the
//! last group alone begins at a byte, its first position at the highest bit. Where the search does not ask
//! or finds the answer by itself the bits are whatever compresses best: impossible positions, positions in
//! check, and those where the best capture does as well as the result. There a bit may hide what the side
//! to move has, but never promises it more.

use super::layout::{Layout, MAX_MEN, Men};
use super::material::Material;
use crate::board::Position;
use crate::core::{Color, Kind, Square};
use arrayvec::ArrayVec;
use flate2::bufread::ZlibDecoder;
use std::io::Read;
use std::sync::{LazyLock, OnceLock};

/// The file's first bytes.
pub const MAGIC: [u8; 8] = *b"PHAOENDS";

static BYTES: &[u8] = include_bytes!("../../../nets/endings.bin");
static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| read(BYTES).unwrap_or_default());

/// The result of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// That side wins.
    Win(Color),
    /// Nobody wins.
    Draw,
}

/// How much a result is to be believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Certainty {
    /// It is this position's.
    Exact,
    /// It is that of the position without the guards of the side with the attackers.
    Likely,
}

/// The results of one balance of material.
struct Table {
    material: Material,
    layout: Layout,
    row: usize,
    /// Red's wins and Black's, compressed.
    packed: [&'static [u8]; Color::COUNT],
    /// The same, unpacked when first asked for; empty if there are none.
    planes: OnceLock<[Vec<u8>; Color::COUNT]>,
}

/// What the tables know of a position with that material.
pub(super) fn probe(position: &Position, material: Material) -> Option<(Verdict, Certainty)> {
    if let Some((table, turned)) = find(material) {
        return Some((table.result(position, turned)?, Certainty::Exact));
    }
    // A rook, horse or pawn hardly needs the guards of its own side, as a cannon does.
    let strong = material.lone_attacker().filter(|&strong| material.count(strong, Kind::Cannon) == 0)?;
    let (table, turned) = find(material.without_guards(strong))?;
    Some((table.result(position, turned)?, Certainty::Likely))
}

/// The table of a balance of material, and whether the colours have to be exchanged for it.
fn find(material: Material) -> Option<(&'static Table, bool)> {
    [(material, false), (material.turned(), true)].into_iter().find_map(|(material, turned)| {
        let place = TABLES.binary_search_by_key(&material, |table| table.material).ok()?;
        Some((&TABLES[place], turned))
    })
}

impl Table {
    /// The result of a position that has all of the layout's pieces, and perhaps others that are overlooked.
    fn result(&self, position: &Position, turned: bool) -> Option<Verdict> {
        let men = self.men(position, turned)?;
        let index = self.layout.encode(&men)?;
        let planes = self.planes.get_or_init(|| self.packed.map(unpack));
        let (row, bit) = (index / self.row, index % self.row);
        let byte = row * self.row.div_ceil(8) + bit / 8;
        let is_set = |plane: &Vec<u8>| plane.get(byte).is_some_and(|bits| bits << (bit % 8) & 0x80 != 0);
        Some(match planes.each_ref().map(is_set) {
            [true, false] => Verdict::Win(if turned { Color::Black } else { Color::Red }),
            [false, true] => Verdict::Win(if turned { Color::Red } else { Color::Black }),
            _ => Verdict::Draw,
        })
    }

    fn men(&self, position: &Position, turned: bool) -> Option<Men> {
        let color = |color: Color| if turned { !color } else { color };
        let turn = |square: Square| if turned { square.flip() } else { square };
        let mut men = ArrayVec::<_, MAX_MEN>::new();
        for group in self.layout.groups() {
            let piece = group.piece;
            for square in position.pieces(color(piece.color()), piece.kind()) {
                men.try_push((piece, turn(square))).ok()?;
            }
        }
        let kings = Color::ALL.map(|side| turn(position.king(color(side))));
        Some(Men { side: color(position.side()), kings, men })
    }
}

fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut plane = Vec::new();
    // The file is a part of the program, and a test unpacks all of it.
    let _ = ZlibDecoder::new(packed).read_to_end(&mut plane);
    plane
}

/// Reads the head of a file; none if it is cut off or names no balance of material.
fn read(bytes: &'static [u8]) -> Option<Vec<Table>> {
    let mut rest = bytes.strip_prefix(&MAGIC)?;
    let mut take = |count: usize| {
        let (taken, after) = rest.split_at_checked(count)?;
        rest = after;
        Some(taken)
    };
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
    let mut heads = Vec::new();
    for _ in 0..number(take(2)?) {
        let name = take(1).map(number)?;
        let layout = Layout::parse(std::str::from_utf8(take(name)?).ok()?)?;
        heads.push((layout, [take(4).map(number)?, take(4).map(number)?]));
    }
    let mut tables = Vec::new();
    for (layout, [red, black]) in heads {
        let material = layout.pieces().fold(Material::KINGS, Material::with);
        let packed = [take(red)?, take(black)?];
        let row = layout.row();
        tables.push(Table { material, layout, row, packed, planes: OnceLock::new() });
    }
    tables.sort_unstable_by_key(|table| table.material);
    Some(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_unpack_to_their_size() {
        assert!(BYTES.len() < 2 << 20);
        assert!(TABLES.len() > 30);
        for table in TABLES.iter() {
            let size = 2 * table.layout.half() / table.row * table.row.div_ceil(8);
            for (packed, plane) in table.packed.into_iter().zip(table.packed.map(unpack)) {
                assert!(packed.is_empty() || plane.len() == size, "{}", table.layout);
            }
        }
    }

    fn known_of(position: &Position) -> Option<(Verdict, Certainty)> {
        probe(position, Material::of(position))
    }

    fn known(fen: &str) -> Option<(Verdict, Certainty)> {
        known_of(&fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
    }

    #[test]
    fn results_are_those_of_the_theory() {
        let draw = Some((Verdict::Draw, Certainty::Exact));
        assert_eq!(known("4kab2/4a4/4b4/9/9/9/9/9/9/R3K4 w"), draw);
        assert_eq!(known("3k5/4a4/5a3/9/9/4N4/9/9/9/4K4 w"), draw);
        assert_eq!(
            known("4k4/9/3a5/9/9/4N4/9/9/9/4K4 w"),
            Some((Verdict::Win(Color::Red), Certainty::Exact))
        );
        assert_eq!(known("3k5/4a4/5a3/9/9/4N4/9/9/9/4K1B2 w"), Some((Verdict::Draw, Certainty::Likely)));
        assert_eq!(known(crate::board::START_FEN), None);
    }

    #[test]
    fn a_position_has_the_results_of_its_images() {
        let fens = [
            "6b2/3k5/4b4/7n1/9/9/9/9/9/R4K3 b",
            "2P6/9/3k5/9/9/9/6P2/9/9/4K1n2 w",
            "3k5/2P1a4/9/9/4P4/9/9/9/9/4K4 w",
            "5k3/9/3a5/9/4P4/9/9/2C6/9/4K4 w",
        ];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            let result = known_of(&position);
            assert_eq!(known_of(&position.mirror()), result, "{fen}");
            let swapped = result.map(|(result, certainty)| match result {
                Verdict::Win(color) => (Verdict::Win(!color), certainty),
                Verdict::Draw => (Verdict::Draw, certainty),
            });
            assert_eq!(known_of(&position.swap_colors()), swapped, "{fen}");
        }
    }
}
