//! What the notations of people have in common: a piece, where it stands, how it goes, and how far or where to.
//!
//! Files count from 1 at the mover's right hand to 9.

use super::tandem::Tandem;
use crate::board::Position;
use crate::core::{Color, File, Kind, Move, Piece, Rank, Square};
use arrayvec::ArrayVec;

/// How a move goes, seen by the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Advance,
    Retreat,
    Traverse,
}

/// A move of a position, ready to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spoken {
    pub(super) piece: Piece,
    /// The file on which it stands, 1 to 9.
    pub(super) file: u8,
    pub(super) tandem: Tandem,
    pub(super) step: Step,
    /// The new file, or for pieces on lines that leave their rank the number of ranks, 1 to 9.
    pub(super) target: u8,
}

impl Spoken {
    /// A move in words; none if no piece of the side to move stands on its origin.
    pub(super) fn of(position: &Position, mv: Move) -> Option<Self> {
        let (from, to) = (mv.from(), mv.to());
        let piece = position.piece_on(from).filter(|piece| piece.color() == position.side())?;
        let color = piece.color();
        let rise = rank_of(to, color) - rank_of(from, color);
        let step = match rise {
            1.. => Step::Advance,
            0 => Step::Traverse,
            _ => Step::Retreat,
        };
        let counts_ranks = step != Step::Traverse && goes_on_lines(piece.kind());
        let target = if counts_ranks { rise.unsigned_abs() as u8 } else { file_of(to, color) };
        Some(Self {
            piece,
            file: file_of(from, color),
            tandem: Tandem::of(position, piece, from),
            step,
            target,
        })
    }
}

/// Which piece a text means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// The one on a file, 1 to 9.
    OnFile(u8),
    /// One of several on the same file.
    Marked {
        mark: Mark,
        /// The file, where the text says it.
        file: Option<u8>,
    },
}

/// Which of several pieces of a kind on one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Front,
    Middle,
    Rear,
    /// The second of four or five.
    MiddleFront,
    /// The last but one of four or five.
    MiddleRear,
    /// By number from 1 at the front; if pawns stand together on two files, through both, the right one first.
    Number(u8),
}

/// What a text says; a position tells which move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    pub(super) kind: Kind,
    pub(super) who: Who,
    pub(super) step: Step,
    pub(super) target: u8,
}

/// What a text can mean; more than one claim only where notations share a text.
pub(super) type Claims = ArrayVec<Claim, 2>;

/// The moves that a claim can mean.
#[derive(Clone, Default, Debug)]
pub(super) struct Meaning {
    /// The legal ones.
    pub(super) moves: ArrayVec<Move, 8>,
    /// Whether a piece is where the claim says, though it may not be able to move so.
    pub(super) has_piece: bool,
}

impl Meaning {
    pub(super) fn of(position: &Position, claims: &[Claim]) -> Self {
        let mut meaning = Self::default();
        for &claim in claims {
            meaning.add(position, claim);
        }
        meaning
    }

    fn add(&mut self, position: &Position, claim: Claim) {
        let side = position.side();
        let piece = Piece::new(side, claim.kind);
        for from in
            position.pieces(side, claim.kind).into_iter().filter(|&from| claim.is_by(position, piece, from))
        {
            self.has_piece = true;
            let mv = claim.target_from(from, side).filter(|&to| to != from).map(|to| Move::new(from, to));
            // Two kinds of at most five pieces each: a full list cannot lose what would make it unambiguous.
            if let Some(mv) = mv.filter(|&mv| position.is_legal(mv) && !self.moves.contains(&mv)) {
                let _ = self.moves.try_push(mv);
            }
        }
    }
}

impl Claim {
    fn is_by(self, position: &Position, piece: Piece, from: Square) -> bool {
        let file = file_of(from, piece.color());
        match self.who {
            Who::OnFile(wanted) => wanted == file,
            Who::Marked { mark, file: wanted } => {
                let tandem = Tandem::of(position, piece, from);
                wanted.is_none_or(|wanted| wanted == file) && tandem.bears(mark, wanted.is_some())
            }
        }
    }

    /// Where the move ends, if that is on the board.
    fn target_from(self, from: Square, color: Color) -> Option<Square> {
        let (file, target) = (file_of(from, color), self.target);
        let (new_file, ranks) = if self.step == Step::Traverse {
            (target, 0)
        } else if goes_on_lines(self.kind) {
            (file, i32::from(target))
        } else {
            (target, ranks_of_leap(self.kind, file.abs_diff(target))?)
        };
        let rise = if self.step == Step::Retreat { -ranks } else { ranks };
        square_of(new_file, rank_of(from, color) + rise, color)
    }
}

/// Whether a kind's moves along a file are told by the number of ranks.
const fn goes_on_lines(kind: Kind) -> bool {
    matches!(kind, Kind::King | Kind::Rook | Kind::Cannon | Kind::Pawn)
}

/// How many ranks a leap crosses that crosses so many files.
const fn ranks_of_leap(kind: Kind, files: u8) -> Option<i32> {
    match (kind, files) {
        (Kind::Advisor, 1) | (Kind::Horse, 2) => Some(1),
        (Kind::Elephant, 2) | (Kind::Horse, 1) => Some(2),
        _ => None,
    }
}

/// A square's file as a side counts it: 1 at its right hand.
pub(super) fn file_of(square: Square, color: Color) -> u8 {
    let index = square.file().index() as u8;
    match color {
        Color::Red => File::COUNT as u8 - index,
        Color::Black => index + 1,
    }
}

/// A square's rank as a side counts it, from 0 at its own back rank.
pub(super) fn rank_of(square: Square, color: Color) -> i32 {
    square.rank().relative_to(color).index() as i32
}

fn square_of(file: u8, rank: i32, color: Color) -> Option<Square> {
    let (files, ranks) = (File::COUNT as i32, Rank::COUNT as i32);
    match color {
        Color::Red => Square::from_indices(files - i32::from(file), rank),
        Color::Black => Square::from_indices(i32::from(file) - 1, ranks - 1 - rank),
    }
}

/// A digit from 1 to 9 in any of its forms: ASCII, full width, Chinese.
pub(super) fn digit(letter: char) -> Option<u8> {
    let in_order = |first: char| u8::try_from(u32::from(letter).wrapping_sub(u32::from(first))).ok();
    match letter {
        '1'..='9' => in_order('0'),
        '１'..='９' => in_order('０'),
        _ => "一二三四五六七八九".chars().position(|numeral| numeral == letter).map(|index| index as u8 + 1),
    }
}
