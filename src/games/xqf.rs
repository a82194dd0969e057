//! Games of `XQStudio` (象棋演播室): version 10, which is plain, and 11 to 18, which hide squares, moves and the
//! lengths of comments under keys from the header.
//!
//! Layout as described by the authors of `ElephantEye` and of cchess, whose readers were compared with this one.

use super::dhtmlxq::ORDER;
use super::error::Fault;
use super::game::{Game, Outcome};
use super::nodes::{Node, build};
use super::tree::{first_side, setup};
use crate::core::{Color, Piece, Square};
use encoding_rs::GB18030;

/// Where the moves begin.
const MOVES: usize = 0x400;

/// The last version whose moves are plain.
const PLAIN: u8 = 10;

/// The texts of the header: where their length stands, how long they can be, and our tag.
const TEXTS: [(usize, usize, &str); 8] = [
    (0x50, 63, "Title"),
    (0xD0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeControl"),
    (0x1D0, 15, "Annotator"),
];

/// What is added to a number before it is hidden, and what hides the bytes of the moves.
struct Keys {
    /// Of the squares of the start position.
    setup: u8,
    from: u8,
    to: u8,
    /// Of the lengths of comments.
    length: u32,
    stream: [u8; 32],
}

impl Keys {
    /// The keys of a plain file.
    const NONE: Self = Self { setup: 0, from: 0, to: 0, length: 0, stream: [0; 32] };

    fn of_header(header: &[u8]) -> Self {
        let byte = |at: usize| header[at];
        let (sum, setup, from, to) = (byte(0x0C), byte(0x0D), byte(0x0E), byte(0x0F));
        let mix = |key: u8, factor: u8| {
            let key = u32::from(key);
            let mixed = (((key * key * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8;
            (mixed.wrapping_mul(u32::from(factor)) & 0xFF) as u8
        };
        let hidden_setup = mix(setup, setup);
        let hidden_from = mix(from, hidden_setup);
        let hidden_to = mix(to, hidden_from);
        let mask = byte(0x03);
        let bytes = [sum, setup, from, to].map(|key| key & mask);
        let mut stream = *b"[(C) Copyright Mr. Dong Shiwei.]";
        for (index, key) in stream.iter_mut().enumerate() {
            *key &= bytes[index % 4] | byte(0x08 + index % 4);
        }
        let length = (u32::from(sum) * 256 + u32::from(setup)) % 32_000 + 767;
        Self { setup: hidden_setup, from: hidden_from, to: hidden_to, length, stream }
    }
}

/// The game of a file.
pub(super) fn read(bytes: &[u8]) -> Result<Game, Fault> {
    let header = bytes.get(..MOVES).ok_or(Fault::Cut("the header"))?;
    let version = header[2];
    let is_plain = version <= PLAIN;
    let keys = if is_plain { Keys::NONE } else { Keys::of_header(header) };
    let pieces = pieces_of(header, version, &keys);
    let mut nodes = Nodes { bytes, at: MOVES, is_plain, keys };
    // The first record is no move; it only carries the comment before the moves.
    let root = nodes.record()?;
    let first = if root.has_next { nodes.peek() } else { None };
    let mut game = Game::new(setup(&pieces, first_side(&pieces, first))?);
    game.comment = root.comment;
    game.outcome = match header[0x33] {
        1 => Outcome::RedWins,
        2 => Outcome::BlackWins,
        3 | 4 => Outcome::Draw,
        _ => Outcome::Unknown,
    };
    for (at, longest, name) in TEXTS {
        let length = usize::from(header[at]).min(longest);
        game.tags.set(name, gbk(&header[at + 1..=at + length]));
    }
    if root.has_next {
        game.moves = build(game.start.clone(), || nodes.record().map(Some))?;
    }
    Ok(game)
}

fn gbk(bytes: &[u8]) -> String {
    let bytes = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    GB18030.decode_without_bom_handling(bytes).0.trim().replace("\r\n", "\n")
}

fn square_of(number: u8) -> Option<Square> {
    Square::from_indices(i32::from(number / 10), i32::from(number % 10))
}

fn pieces_of(header: &[u8], version: u8, keys: &Keys) -> Vec<(Piece, Square)> {
    let stored = &header[0x10..0x30];
    let is_turned = version >= 12;
    let piece = |index: usize| Piece::new(Color::ALL[index / 16], ORDER[index % 16]);
    let place = |index: usize| if is_turned { (index + usize::from(keys.setup) + 1) % 32 } else { index };
    let squares = stored.iter().map(|&number| square_of(number.wrapping_sub(keys.setup)));
    squares.enumerate().filter_map(|(index, square)| Some((piece(place(index)), square?))).collect()
}

/// The records of the moves.
struct Nodes<'a> {
    bytes: &'a [u8],
    at: usize,
    is_plain: bool,
    keys: Keys,
}

impl Nodes<'_> {
    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = *self.bytes.get(self.at).ok_or(Fault::Cut("the moves"))?;
        let key = self.keys.stream[self.at % 32];
        self.at += 1;
        Ok(byte.wrapping_sub(key))
    }

    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Fault> {
        if self.bytes.len().saturating_sub(self.at) < count {
            return Err(Fault::Cut("a comment"));
        }
        (0..count).map(|_| self.byte()).collect()
    }

    fn record(&mut self) -> Result<Node, Fault> {
        let (from, to, flags, _) = (self.byte()?, self.byte()?, self.byte()?, self.byte()?);
        let has_length = self.is_plain || flags & 0x20 != 0;
        let length = if has_length {
            let bytes = [self.byte()?, self.byte()?, self.byte()?, self.byte()?];
            u32::from_le_bytes(bytes).wrapping_sub(self.keys.length)
        } else {
            0
        };
        let comment = gbk(&self.bytes(length as usize)?);
        let (next, sibling) = if self.is_plain { (0xF0, 0x0F) } else { (0x80, 0x40) };
        Ok(Node {
            from: square_of(from.wrapping_sub(0x18).wrapping_sub(self.keys.from)),
            to: square_of(to.wrapping_sub(0x20).wrapping_sub(self.keys.to)),
            has_next: flags & next != 0,
            has_sibling: flags & sibling != 0,
            comment,
        })
    }

    /// The squares of the next move, which is left to be read.
    fn peek(&mut self) -> Option<(Square, Square)> {
        let at = self.at;
        let node = self.record().ok();
        self.at = at;
        node.and_then(|node| Some((node.from?, node.to?)))
    }
}
