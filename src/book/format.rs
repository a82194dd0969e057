//! Pháo's book format, version 1. All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PHAOBOOK` |
//! | 4 | version, 1 |
//! | 4 | number of positions |
//! | 4 | length of the moves, in bytes |
//! | 4 | length of the note, in bytes |
//! | 8 | key of the start position: names the numbering of the keys |
//! | 8 | checksum: FNV-1a of everything else, in order |
//! | … | note: whence the book comes, UTF-8 |
//! | 12 each | positions, keys ascending: key (8), offset of its moves (4) |
//! | … | moves; a position's end where the next one's begin |
//!
//! A key is [`Position::key`] of the position or of its left-right mirror image, whichever is smaller; the
//! moves belong to that one. A move is its bits (2 bytes, [`Move::bits`]), then weight, wins, draws and
//! losses, each as a variable-length integer (LEB128) of at most 32 bits. Moves stand heaviest first.

use super::fold::Folded;
use super::{BookFault, BookMove, Tally};
use crate::board::Position;
use crate::core::Move;
use std::borrow::Cow;

/// How a book begins.
pub(super) const MAGIC: &[u8; 8] = b"PHAOBOOK";

/// The version that is written and read.
pub(super) const VERSION: u32 = 1;

/// The longest note that is written, in bytes.
pub const MAX_NOTE: usize = 1 << 16;

/// Where the checksum stands.
const CHECKSUM_AT: usize = 32;
/// The header's length.
pub(super) const HEADER: usize = 40;
/// A position's length in the index.
pub(super) const ROW: usize = 12;

/// A book in Pháo's own format, looked up in its bytes as they lie in the file or in the program.
pub struct FoldedBook {
    bytes: Cow<'static, [u8]>,
    /// Where the index begins.
    index: usize,
    positions: usize,
    /// How many moves all positions have together.
    moves: usize,
}

impl std::fmt::Debug for FoldedBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FoldedBook({} positions, {} moves)", self.positions, self.moves)
    }
}

impl FoldedBook {
    /// Takes the bytes of a file.
    ///
    /// # Errors
    /// When anything in them is not as the format says.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, BookFault> {
        Self::new(Cow::Owned(bytes))
    }

    /// Takes bytes inside the program, without a copy.
    ///
    /// # Errors
    /// As [`FoldedBook::from_bytes`].
    pub fn from_static(bytes: &'static [u8]) -> Result<Self, BookFault> {
        Self::new(Cow::Borrowed(bytes))
    }

    fn new(bytes: Cow<'static, [u8]>) -> Result<Self, BookFault> {
        let mut book = Self { index: HEADER, positions: 0, moves: 0, bytes };
        let too_short = BookFault::Length { wanted: HEADER as u64, got: book.bytes.len() as u64 };
        if book.bytes.len() < HEADER {
            return Err(if book.bytes.is_empty() { BookFault::Empty } else { too_short });
        }
        if !book.bytes.starts_with(MAGIC) {
            return Err(BookFault::Unknown);
        }
        let version = book.number(8);
        if version != VERSION {
            return Err(BookFault::Version(version));
        }
        let [positions, moves, note] = [12, 16, 20].map(|at| u64::from(book.number(at)));
        let wanted = HEADER as u64 + note + positions * ROW as u64 + moves;
        if wanted != book.bytes.len() as u64 {
            return Err(BookFault::Length { wanted, got: book.bytes.len() as u64 });
        }
        if checksum(&book.bytes) != book.long(CHECKSUM_AT) {
            return Err(BookFault::Checksum);
        }
        if book.long(24) != Position::start().key() {
            return Err(BookFault::ForeignKeys);
        }
        // Both fit: their sum is the length of a slice.
        book.index = HEADER + note as usize;
        book.positions = positions as usize;
        std::str::from_utf8(&book.bytes[HEADER..book.index]).map_err(|_| BookFault::Note)?;
        book.check_entries()?;
        Ok(book)
    }

    /// Reads every entry once, so that nothing can be wrong with them later; counts the moves.
    fn check_entries(&mut self) -> Result<(), BookFault> {
        let mut moves = 0;
        for entry in 0..self.positions {
            let fault = || BookFault::Entry(entry);
            if entry > 0 && self.key(entry - 1) >= self.key(entry) || entry == 0 && self.offset(0) != 0 {
                return Err(fault());
            }
            let known = self.entry_bytes(entry).and_then(read_moves).ok_or_else(fault)?;
            if known.is_empty() || !known.is_sorted_by_key(|known| std::cmp::Reverse(known.weight)) {
                return Err(fault());
            }
            moves += known.len();
        }
        // Without positions nothing may own the moves.
        if self.positions == 0 && self.moves_at() != self.bytes.len() {
            return Err(BookFault::Entry(0));
        }
        self.moves = moves;
        Ok(())
    }

    /// The legal moves known for a position, heaviest first.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        let folded = Folded::of(position);
        let Some(entry) = self.find(folded.key) else { return Vec::new() };
        let mut moves = self.entry_bytes(entry).and_then(read_moves).unwrap_or_default();
        for known in &mut moves {
            known.mv = folded.turn(known.mv);
        }
        moves.retain(|known| position.is_legal(known.mv));
        moves
    }

    /// The number of positions.
    pub const fn len(&self) -> usize {
        self.positions
    }

    /// Whether it knows nothing.
    pub const fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// How many moves all positions have together.
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// The book's length in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Whence the book comes.
    pub fn note(&self) -> &str {
        std::str::from_utf8(&self.bytes[HEADER..self.index]).unwrap_or_default()
    }

    /// The entry of a key.
    fn find(&self, key: u64) -> Option<usize> {
        let (mut low, mut high) = (0, self.positions);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.key(middle).cmp(&key) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn key(&self, entry: usize) -> u64 {
        self.long(self.index + entry * ROW)
    }

    fn offset(&self, entry: usize) -> usize {
        self.number(self.index + entry * ROW + 8) as usize
    }

    fn moves_at(&self) -> usize {
        self.index + self.positions * ROW
    }

    /// The moves of an entry, if its bounds lie in the file.
    fn entry_bytes(&self, entry: usize) -> Option<&[u8]> {
        let moves = &self.bytes[self.moves_at()..];
        let end = if entry + 1 < self.positions { self.offset(entry + 1) } else { moves.len() };
        moves.get(self.offset(entry)..end)
    }

    fn number(&self, at: usize) -> u32 {
        self.bytes[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    fn long(&self, at: usize) -> u64 {
        self.bytes[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }
}

/// The moves of one entry; `None` if the bytes are not whole moves.
fn read_moves(mut bytes: &[u8]) -> Option<Vec<BookMove>> {
    let mut moves = Vec::new();
    while let Some((bits, rest)) = bytes.split_first_chunk() {
        bytes = rest;
        let mv = Move::from_bits(u16::from_le_bytes(*bits))?;
        let mut next = || read_number(&mut bytes);
        let (weight, tally) = (next()?, Tally { wins: next()?, draws: next()?, losses: next()? });
        moves.push(BookMove { mv, weight, tally });
    }
    bytes.is_empty().then_some(moves)
}

/// Takes a variable-length integer; `None` where it is cut off or too great.
fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0u64;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return u32::try_from(value).ok();
        }
    }
    None
}

/// The sum over a book's bytes (FNV-1a), the place of the sum itself left out.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes[..CHECKSUM_AT]
        .iter()
        .chain(&bytes[HEADER..])
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests;
