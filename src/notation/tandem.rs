//! Pieces of one kind and side that stand together on a file.

use super::column::{Mark, file_of, rank_of};
use crate::board::Position;
use crate::core::{Bitboard, Color, Kind, Piece, Square};

/// A piece among those of its kind and side on its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tandem {
    /// How many stand on the file, this one included.
    pub(super) count: u8,
    /// How many of them stand before it, nearer the other side.
    pub(super) order: u8,
    /// Its place, from 0, among all that stand together on any file: the file at the right first, and on a
    /// file the front first. For a piece that stands alone it means nothing.
    pub(super) place: u8,
    /// On how many files pieces of the kind stand together.
    pub(super) files: u8,
}

impl Tandem {
    /// The piece that stands on a square.
    pub(super) fn of(position: &Position, piece: Piece, square: Square) -> Self {
        let (color, kind) = (piece.color(), piece.kind());
        let pieces = position.pieces(color, kind);
        if !pieces.has_many() {
            return Self { count: 1, order: 0, place: 0, files: 0 };
        }
        let on_file = |file: u8| pieces.into_iter().filter(move |&other| file_of(other, color) == file);
        let file = file_of(square, color);
        let mut tandem = Self { count: on_file(file).count() as u8, order: 0, place: 0, files: 0 };
        tandem.order = before(pieces & Bitboard::from_file(square.file()), square, color);
        for other in 1..=9 {
            let count = on_file(other).count() as u8;
            if count > 1 {
                tandem.files += 1;
                tandem.place += if other < file { count } else { 0 };
            }
        }
        tandem.place += tandem.order;
        tandem
    }

    /// Whether the piece stands alone on its file, or belongs to a kind whose moves always tell it apart:
    /// two advisors or elephants on one file never go the same way.
    pub(super) const fn is_plain(self, kind: Kind) -> bool {
        self.count < 2 || matches!(kind, Kind::Advisor | Kind::Elephant | Kind::King)
    }

    /// Whether front, middle and rear do not tell which piece is meant: more than three on the file, or pawns
    /// together on another file as well.
    pub(super) const fn needs_number(self) -> bool {
        self.count > 3 || self.files > 1
    }

    /// Front, middle or rear, of up to three.
    pub(super) const fn mark(self) -> Mark {
        match (self.order, self.count) {
            (0, _) => Mark::Front,
            (1, 3) => Mark::Middle,
            _ => Mark::Rear,
        }
    }

    /// Whether a text's mark means this piece; `in_file` where the text names the file.
    pub(super) const fn bears(self, mark: Mark, in_file: bool) -> bool {
        let Self { count, order, .. } = self;
        if count < 2 {
            return false;
        }
        match mark {
            Mark::Front => order == 0,
            Mark::Middle => count % 2 == 1 && order == count / 2,
            Mark::Rear => order + 1 == count,
            Mark::MiddleFront => count > 3 && order == 1,
            Mark::MiddleRear => count > 3 && order + 2 == count,
            Mark::Number(number) if in_file => order + 1 == number,
            Mark::Number(number) => self.place + 1 == number,
        }
    }
}

/// How many pieces stand nearer the other side.
fn before(pieces: Bitboard, square: Square, color: Color) -> u8 {
    pieces.into_iter().filter(|&other| rank_of(other, color) > rank_of(square, color)).count() as u8
}
