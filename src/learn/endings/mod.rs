//! Makes the tables of endings that the evaluation reads.
//!
//! [`retrograde`] solves a balance of material; here the results become the file that
//! [`crate::eval::endings::tables`] describes.

pub mod retrograde;

use crate::core::Color;
use crate::eval::endings::layout::Layout;
use crate::eval::endings::tables::MAGIC;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use retrograde::{Table, Tables, Value, is_in_check};
use std::io::{self, Write};
use std::sync::Arc;

/// The balances of material with tables: those that are neither always won nor always drawn.
pub const TABLED: &[&str] = &[
    "CA|ab", "CA|bb", "CAA|ab", "CAA|bb", "CB|a", "C|aa", "CP|", "CP|a", "CP|aa", "CP|b", "CP|bb", "N|a",
    "N|b", "N|aa", "N|ab", "N|p", "NA|b", "NP|a", "NP|b", "NP|aa", "NP|ab", "NP|bb", "P|", "P|a", "P|b",
    "P|aa", "P|ab", "P|c", "P|n", "PP|", "PP|a", "PP|b", "PP|aa", "PP|ab", "PP|bb", "PP|c", "PP|n", "R|aabb",
    "R|caa", "R|nbb",
];

/// Solves a balance of material and all that captures lead to, those first; `solved` is told of each.
pub fn solve(layout: &Layout, tables: &mut Tables, solved: &mut dyn FnMut(&Table)) {
    if tables.contains_key(layout) || layout.has_no_attackers() {
        return;
    }
    let pieces: Vec<_> = layout.pieces().collect();
    for taken in 0..pieces.len() {
        let mut left = pieces.clone();
        left.remove(taken);
        if let Some(left) = Layout::new(&left) {
            solve(&left, tables, solved);
        }
    }
    if let Some(table) = Table::solve(layout, tables) {
        solved(&table);
        tables.insert(layout.clone(), Arc::new(table));
    }
}

/// The file of these balances of material, in the order given; those that are not solved are left out.
///
/// # Errors
/// Never in fact: the bytes are written to memory.
pub fn file(layouts: &[Layout], tables: &Tables) -> io::Result<Vec<u8>> {
    let solved: Vec<_> = layouts.iter().filter_map(|layout| tables.get(layout)).collect();
    let mut head = MAGIC.to_vec();
    head.extend((solved.len() as u16).to_le_bytes());
    let mut body = Vec::new();
    for table in solved {
        let name = table.layout().to_string();
        head.push(name.len() as u8);
        head.extend(name.as_bytes());
        let cares = cares(table, tables);
        for winner in Color::ALL {
            let packed = pack(&plane(table, winner, &cares))?;
            head.extend((packed.len() as u32).to_le_bytes());
            body.extend(packed);
        }
    }
    head.extend(body);
    Ok(head)
}

/// Who must not be shown as the winner of a position that he does not win, or not shown as one that he wins.
type Care = [bool; Color::COUNT];

/// Which bits of each position matter to a search.
fn cares(table: &Table, tables: &Tables) -> Vec<Care> {
    let care = |index| {
        let value = table.value(index);
        let men = table.layout().decode(index);
        if value == Value::Illegal || is_in_check(&men, men.side, men.occupied()) {
            return [false; 2];
        }
        let has_capture = value != Value::Loss && table.best_capture(&men, tables) == Some(value);
        // With a capture in hand that is as good, the side to move may be shown worse than it is, not better.
        Color::ALL.map(|winner| !has_capture || value == Value::Draw && winner == men.side)
    };
    (0..2 * table.layout().half()).map(care).collect()
}

/// The positions that a side wins, a bit each, every row from a byte on; bits that do not matter repeat the
/// one before.
fn plane(table: &Table, winner: Color, cares: &[Care]) -> Vec<u8> {
    let row = table.layout().row();
    let mut bytes = Vec::new();
    let mut last = false;
    for (number, cares) in cares.chunks(row).enumerate() {
        let begin = bytes.len();
        bytes.resize(begin + row.div_ceil(8), 0);
        for bit in 0..row.next_multiple_of(8) {
            if cares.get(bit).is_some_and(|care| care[winner.index()]) {
                last = wins(table, number * row + bit, winner);
            }
            bytes[begin + bit / 8] |= u8::from(last) << (7 - bit % 8);
        }
    }
    bytes
}

fn wins(table: &Table, index: usize, winner: Color) -> bool {
    let side = if index < table.layout().half() { Color::Red } else { Color::Black };
    table.value(index) == if side == winner { Value::Win } else { Value::Loss }
}

fn pack(plane: &[u8]) -> io::Result<Vec<u8>> {
    if plane.iter().all(|&byte| byte == 0) {
        return Ok(Vec::new());
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plane)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wins, draws and losses for Red and for Black to move, found by independent solvers.
    const TOTALS: &[(&str, retrograde::Totals)] = &[
        ("R|", [[3834, 0, 0], [0, 108, 4806]]),
        ("C|a", [[0, 22314, 0], [0, 22806, 0]]),
        ("P|a", [[1104, 11988, 0], [0, 13536, 363]]),
        ("N|b", [[7668, 24132, 0], [0, 31904, 2062]]),
        ("CA|", [[22710, 0, 0], [0, 532, 22274]]),
        ("R|aa", [[35166, 0, 0], [0, 1302, 40368]]),
    ];

    #[test]
    fn results_are_exact() {
        let mut tables = Tables::new();
        for (name, totals) in TOTALS {
            let layout = Layout::parse(name).unwrap();
            solve(&layout, &mut tables, &mut |_| {});
            assert_eq!(tables[&layout].totals(), *totals, "{name}");
        }
    }
}
