//! Legal moves.
//!
//! Moves are found a piece at a time, as sets of targets: [`each_legal`] hands them on, [`generate`] writes
//! them out one by one, [`count_legal`] only counts them.

use crate::board::Position;
use crate::core::{Bitboard, Kind, Move, Piece, Square};
use arrayvec::ArrayVec;

/// More than any position allows: two rooks and cannons of 17 targets each, two horses of 8, two
/// advisors and elephants of 4, five pawns of 3 and a king of 4 make 119.
pub const MAX_MOVES: usize = 128;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Every legal move.
    All,
    /// Moves that take something.
    Captures,
    /// Moves that take nothing.
    Quiets,
}

impl Selection {
    fn targets(self, position: &Position) -> Bitboard {
        match self {
            Self::All => !position.of_color(position.side()),
            Self::Captures => position.of_color(!position.side()),
            Self::Quiets => !position.occupied(),
        }
    }
}

/// Every legal move of the side to move.
pub fn legal_moves(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    generate(position, Selection::All, &mut moves);
    moves
}

/// Appends the legal moves of a selection.
pub fn generate(position: &Position, selection: Selection, moves: &mut MoveList) {
    each_legal(position, selection, |from, targets| {
        moves.extend(targets.into_iter().map(|to| Move::new(from, to)));
    });
}

/// How many legal moves the side to move has, without writing them out.
pub fn count_legal(position: &Position) -> usize {
    let mut count = 0;
    each_legal(position, Selection::All, |_, targets| count += targets.len());
    count as usize
}

/// Whether the side to move has any legal move; if it has none it has lost (Điều 7.1.a, b).
pub fn has_legal_move(position: &Position) -> bool {
    let mut found = false;
    each_legal(position, Selection::All, |_, _| found = true);
    found
}

/// Hands every piece that has legal moves of a selection to `found`, with its targets.
pub fn each_legal(position: &Position, selection: Selection, mut found: impl FnMut(Square, Bitboard)) {
    let wanted = selection.targets(position);
    if position.in_check() {
        each_evasion(position, wanted, &mut found);
        return;
    }
    let safety = position.state().safety;
    let tested = safety.pinned | position.of_kind(Kind::King);
    let free = wanted - safety.hollow;
    each_piece(position, |piece, from| {
        let targets = position.targets(piece, from);
        let targets =
            if tested.contains(from) { safe(position, from, targets & wanted) } else { targets & free };
        if targets.any() {
            found(from, targets);
        }
    });
}

/// Moves out of check: captures of the checker and squares on its way; the king, and a cannon's screen,
/// anywhere. With two checkers at once anything may be the answer. Every candidate takes the full test.
fn each_evasion(position: &Position, wanted: Bitboard, found: &mut impl FnMut(Square, Bitboard)) {
    let checkers = position.checkers();
    let king = position.of_kind(Kind::King);
    let (answers, anywhere) = match checkers.first() {
        Some(checker) if !checkers.has_many() => {
            let answers = position.evasion_squares(checker);
            let is_cannon = position.of_kind(Kind::Cannon).contains(checker);
            (answers, if is_cannon { king | answers } else { king })
        }
        _ => (Bitboard::ALL, Bitboard::ALL),
    };
    each_piece(position, |piece, from| {
        let targets = position.targets(piece, from) & wanted;
        let candidates = if anywhere.contains(from) { targets } else { targets & answers };
        let legal = safe(position, from, candidates);
        if legal.any() {
            found(from, legal);
        }
    });
}

/// The targets that leave the mover's king safe, by the full test.
fn safe(position: &Position, from: Square, targets: Bitboard) -> Bitboard {
    targets.into_iter().filter(|&to| position.is_safe(Move::new(from, to), position.side())).collect()
}

#[inline]
fn each_piece(position: &Position, mut visit: impl FnMut(Piece, Square)) {
    let side = position.side();
    for kind in Kind::ALL {
        let piece = Piece::new(side, kind);
        for from in position.pieces(side, kind) {
            visit(piece, from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(fen: &str) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        let mut moves: Vec<_> = legal_moves(&position).iter().map(ToString::to_string).collect();
        moves.sort();
        moves
    }

    #[test]
    fn the_start_has_44_moves() {
        assert_eq!(legal_moves(&Position::start()).len(), 44);
    }

    #[test]
    fn a_piece_between_the_kings_stays_on_the_file() {
        let expected = "e0d0 e0e1 e0f0 e5e1 e5e2 e5e3 e5e4 e5e6 e5e7";
        assert_eq!(moves("4k4/9/4r4/9/4R4/9/9/9/9/4K4 w").join(" "), expected);
    }

    #[test]
    fn checks_by_cannons() {
        let mut position: Position = "c3k2C1/4a4/6R2/9/9/9/9/9/9/3K5 w".parse().unwrap();
        position.make("g7g9".parse().unwrap());
        let only: Vec<_> = legal_moves(&position).iter().map(ToString::to_string).collect();
        assert_eq!(only, ["e8f9"]);
    }

    #[test]
    fn no_move_at_all() {
        assert!(!has_legal_move(&"3k5/4P4/9/9/9/9/9/9/9/4K4 b".parse().unwrap()));
        assert!(has_legal_move(&Position::start()));
    }
}
