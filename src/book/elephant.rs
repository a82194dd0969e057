//! `BOOK.DAT`, the book format of `ElephantEye`, `XQWizard` and xqwlight.
//!
//! Records of eight bytes, little-endian, ascending by key: key (4), move (2), weight (2). A move is its
//! origin and its target, a byte each, on a board of sixteen by sixteen whose row 3 is Black's back rank
//! and whose column 3 is file a; both lie on the board of nine by ten within. A position is looked up as it
//! stands, and if it is not found, as its mirror image.

use super::{BookFault, BookMove, Tally, sort};
use crate::board::Position;
use crate::core::{Color, Kind, Move, Piece, Square};
use std::sync::LazyLock;

/// The length of a record.
const RECORD: usize = 8;

/// Squares of the board of sixteen by sixteen.
const WIDE: usize = 256;

/// A book in the format of `ElephantEye`.
#[derive(Debug)]
pub struct BookDat {
    records: Vec<Record>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    key: u32,
    mv: Move,
    weight: u16,
}

impl BookDat {
    /// Takes the bytes of a file.
    ///
    /// # Errors
    /// When they are not records of moves in ascending order.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookFault> {
        if bytes.is_empty() {
            return Err(BookFault::Empty);
        }
        let (chunks, rest) = bytes.as_chunks::<RECORD>();
        let records: Option<Vec<_>> = chunks.iter().copied().map(Record::read).collect();
        // There is no mark to know the format by, except that the records are whole, in order, and moves.
        let records = records
            .filter(|records| rest.is_empty() && records.is_sorted_by_key(|record| record.key))
            .ok_or(BookFault::Unknown)?;
        Ok(Self { records })
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The legal moves known for a position, heaviest first; those of weight 0 are not for playing and are
    /// left out.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        let direct = self.moves(position);
        if !direct.is_empty() {
            return direct;
        }
        let mut mirrored = self.moves(&position.mirror());
        for known in &mut mirrored {
            known.mv = known.mv.mirror();
        }
        sort(&mut mirrored);
        mirrored
    }

    /// The legal moves under the position's own key.
    fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = key_of(position);
        let from = self.records.partition_point(|record| record.key < key);
        let mut moves: Vec<BookMove> = Vec::new();
        for record in self.records[from..].iter().take_while(|record| record.key == key) {
            let is_new = moves.iter().all(|known| known.mv != record.mv);
            if record.weight > 0 && is_new && position.is_legal(record.mv) {
                moves.push(BookMove { mv: record.mv, weight: record.weight.into(), tally: Tally::default() });
            }
        }
        sort(&mut moves);
        moves
    }
}

impl Record {
    /// A record; `None` if its move does not lead from one square of the board to another.
    fn read([a, b, c, d, from, to, low, high]: [u8; RECORD]) -> Option<Self> {
        let (from, to) = (square(from)?, square(to)?);
        let (key, weight) = (u32::from_le_bytes([a, b, c, d]), u16::from_le_bytes([low, high]));
        (from != to).then(|| Self { key, mv: Move::new(from, to), weight })
    }
}

fn square(wide: u8) -> Option<Square> {
    Square::from_indices(i32::from(wide & 15) - 3, 12 - i32::from(wide >> 4))
}

/// The index on the board of sixteen by sixteen.
const fn wide(square: Square) -> usize {
    (12 - square.rank().index()) * 16 + square.file().index() + 3
}

/// A position's key: the second lock of `ElephantEye`.
fn key_of(position: &Position) -> u32 {
    let side = if position.side() == Color::Black { KEYS.black_to_move } else { 0 };
    position.occupied().into_iter().fold(side, |key, square| {
        key ^ position.piece_on(square).map_or(0, |piece| KEYS.pieces[row(piece)][wide(square)])
    })
}

/// The order of the pieces in `ElephantEye`.
const fn row(piece: Piece) -> usize {
    let kind = match piece.kind() {
        Kind::King => 0,
        Kind::Advisor => 1,
        Kind::Elephant => 2,
        Kind::Horse => 3,
        Kind::Rook => 4,
        Kind::Cannon => 5,
        Kind::Pawn => 6,
    };
    kind + 7 * piece.color().index()
}

struct Keys {
    black_to_move: u32,
    pieces: Vec<[u32; WIDE]>,
}

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let mut stream = Rc4::new();
    let black_to_move = stream.lock();
    let pieces = (0..14).map(|_| std::array::from_fn(|_| stream.lock())).collect();
    Keys { black_to_move, pieces }
});

/// The RC4 stream with the key of four zero bytes, from which all numbers are drawn.
struct Rc4 {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Rc4 {
    fn new() -> Self {
        let mut state = std::array::from_fn(|index| index as u8);
        let mut at = 0u8;
        for index in 0..state.len() {
            at = at.wrapping_add(state[index]);
            state.swap(index, at as usize);
        }
        Self { state, x: 0, y: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        self.y = self.y.wrapping_add(self.state[self.x as usize]);
        self.state.swap(self.x as usize, self.y as usize);
        let sum = self.state[self.x as usize].wrapping_add(self.state[self.y as usize]);
        self.state[sum as usize]
    }

    fn number(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// The third of three numbers; the key and the first lock before it serve other tables.
    fn lock(&mut self) -> u32 {
        self.number();
        self.number();
        self.number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Position {
        let mut position = Position::start();
        for mv in moves.split_whitespace() {
            position.make(mv.parse().expect("a move"));
        }
        position
    }

    fn record(key: u32, mv: &str, weight: u16) -> [u8; 8] {
        let mv: Move = mv.parse().expect("a move");
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&key.to_le_bytes());
        bytes[4] = wide(mv.from()) as u8;
        bytes[5] = wide(mv.to()) as u8;
        bytes[6..].copy_from_slice(&weight.to_le_bytes());
        bytes
    }

    #[test]
    fn keys_are_those_of_the_published_book() {
        assert_eq!(key_of(&Position::start()), 0x0526_56d5);
        assert_eq!(key_of(&after("b2e2")), 0x5396_644f);
    }

    #[test]
    fn positions_are_found_directly_or_by_their_mirror_image() {
        let start = key_of(&Position::start());
        let bytes = [
            record(start, "b2e2", 5),
            record(start, "h2e2", 7),
            record(start, "h2e2", 9),
            record(start, "a0a9", 9),
            record(start, "c3c4", 0),
            record(0x5396_644f, "b9c7", 761),
            record(0x5396_644f, "h9g7", 172),
        ];
        let book = BookDat::from_bytes(&bytes.concat()).expect("a book");
        let found = |position: &Position| {
            let moves = book.probe(position);
            moves.iter().map(|known| format!("{} {}", known.mv, known.weight)).collect::<Vec<_>>()
        };
        assert_eq!(found(&after("")), ["h2e2 7", "b2e2 5"]);
        assert_eq!(found(&after("b2e2")), ["b9c7 761", "h9g7 172"]);
        assert_eq!(found(&after("h2e2")), ["h9g7 761", "b9c7 172"]);
        assert!(found(&after("a3a4")).is_empty());
    }

    #[test]
    fn what_is_not_whole_and_sorted_moves_is_no_book() {
        let (one, two) = (record(5, "b2e2", 5), record(4, "b2e2", 5));
        assert_eq!(BookDat::from_bytes(&[]).expect_err("empty"), BookFault::Empty);
        assert_eq!(BookDat::from_bytes(&one[..7]).expect_err("short"), BookFault::Unknown);
        assert_eq!(BookDat::from_bytes(&[one, two].concat()).expect_err("order"), BookFault::Unknown);
        assert_eq!(BookDat::from_bytes(&[two, one].concat()).expect("a book").len(), 2);
        // Off the board, and from a square to itself.
        for squares in [[0xA4, 0x00], [0x32, 0x33], [0xA4, 0xA4]] {
            let mut no_move = one;
            no_move[4..6].copy_from_slice(&squares);
            assert_eq!(BookDat::from_bytes(&[two, no_move].concat()).expect_err("move"), BookFault::Unknown);
        }
    }
}
