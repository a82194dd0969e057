//! Writing Pháo's book format.

use super::format::{HEADER, MAGIC, MAX_NOTE, ROW, VERSION, checksum};
use super::{BookMove, sort};
use crate::board::Position;

/// A position with its moves, as a book files them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The smaller of the keys of the position and its mirror image.
    pub key: u64,
    /// Its moves, as they are in the position of that key.
    pub moves: Vec<BookMove>,
}

/// The bytes of a book; always the same for the same entries and note, whatever their order.
///
/// Of entries with the same key only the first is written, and entries without moves are left out. The
/// note is cut at [`MAX_NOTE`] bytes.
pub fn encode(mut entries: Vec<Entry>, note: &str) -> Vec<u8> {
    entries.retain(|entry| !entry.moves.is_empty());
    entries.sort_by_key(|entry| entry.key);
    entries.dedup_by_key(|entry| entry.key);
    let note = cut(note);
    let mut index = Vec::with_capacity(entries.len() * ROW);
    let mut moves = Vec::new();
    for entry in &mut entries {
        index.extend(entry.key.to_le_bytes());
        index.extend((moves.len() as u32).to_le_bytes());
        sort(&mut entry.moves);
        entry.moves.iter().for_each(|known| push_move(&mut moves, known));
    }
    let mut bytes = Vec::with_capacity(HEADER + note.len() + index.len() + moves.len());
    bytes.extend(MAGIC);
    for number in [VERSION, entries.len() as u32, moves.len() as u32, note.len() as u32] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(Position::start().key().to_le_bytes());
    // The place of the checksum.
    bytes.extend([0; 8]);
    bytes.extend(note.as_bytes());
    bytes.extend(index);
    bytes.extend(moves);
    let sum = checksum(&bytes);
    bytes[HEADER - 8..HEADER].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The note as far as it is written.
fn cut(note: &str) -> &str {
    let mut end = note.len().min(MAX_NOTE);
    while !note.is_char_boundary(end) {
        end -= 1;
    }
    &note[..end]
}

fn push_move(bytes: &mut Vec<u8>, known: &BookMove) {
    bytes.extend(known.mv.bits().to_le_bytes());
    for number in [known.weight, known.tally.wins, known.tally.draws, known.tally.losses] {
        push_number(bytes, number);
    }
}

/// Seven bits a byte, lowest first; the highest bit says that more follow.
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
