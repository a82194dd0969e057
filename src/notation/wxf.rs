//! WXF: `C2.5`, `H8+7`, and its dialects.

use super::column::{Claim, Claims, Mark, Spoken, Step, Who, digit};
use crate::board::Position;
use crate::core::{Kind, Move, Square};

/// How a program or a federation writes WXF.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wxf {
    /// Which letters elephants and horses have.
    pub letters: Letters,
    /// The sign of a traverse: `.` or `=`.
    pub traverse: Traverse,
    /// How pieces together on a file are told apart.
    pub tandem: Tandems,
}

/// The letters of elephants and horses; the others are always K, A, R, C and P.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Letters {
    /// E and H.
    ElephantHorse,
    /// B and N, as in FEN.
    BishopKnight,
}

/// The sign of a traverse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Traverse {
    /// `.`
    Dot,
    /// `=`
    Equals,
}

/// How pieces of one kind on one file are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tandems {
    /// The mark before the piece (`+C-1`, `-R.5`); pawns in greater number by order and file (`17+1` is the
    /// first pawn of file 7).
    MarkFirst,
    /// The mark after the piece (`C+-1`); pawns in greater number by order and file.
    MarkAfter,
    /// The mark after the piece; pawns in greater number by a letter (`Pa+1`), through all files on which
    /// they stand together. `XQBase` does so.
    Letters,
    /// The mark after the piece, unless the other one could not go so for want of board; from three pawns
    /// on by order and file. Fairy-Stockfish does so.
    ByReach,
}

impl Wxf {
    /// As WXF files have it: `C2.5`, `+C-1`.
    pub const STANDARD: Self =
        Self { letters: Letters::ElephantHorse, traverse: Traverse::Dot, tandem: Tandems::MarkFirst };
    /// The sheet of the Asian federation: `C2=5`, `C+-1`.
    pub const ASIAN: Self =
        Self { letters: Letters::ElephantHorse, traverse: Traverse::Equals, tandem: Tandems::MarkAfter };
    /// `XQBase` and `ElephantEye`: `N8+7`, `C2.5`, `Pa+1`.
    pub const XQBASE: Self =
        Self { letters: Letters::BishopKnight, traverse: Traverse::Dot, tandem: Tandems::Letters };
    /// Fairy-Stockfish: `H8+7`, `C2=5`, `17+1`.
    pub const FAIRY: Self =
        Self { letters: Letters::ElephantHorse, traverse: Traverse::Equals, tandem: Tandems::ByReach };

    pub(super) fn write(self, position: &Position, mv: Move, spoken: Spoken) -> String {
        let step = match (spoken.step, self.traverse) {
            (Step::Advance, _) => '+',
            (Step::Retreat, _) => '-',
            (Step::Traverse, Traverse::Dot) => '.',
            (Step::Traverse, Traverse::Equals) => '=',
        };
        format!("{}{step}{}", self.who(position, mv, spoken), spoken.target)
    }

    /// The first two characters.
    fn who(self, position: &Position, mv: Move, spoken: Spoken) -> String {
        let Spoken { piece, file, tandem, .. } = spoken;
        let letter = self.letter(piece.kind());
        if tandem.is_plain(piece.kind()) {
            return format!("{letter}{file}");
        }
        let is_numbered = tandem.needs_number() || self.tandem == Tandems::ByReach && tandem.count > 2;
        match self.tandem {
            Tandems::Letters if is_numbered => format!("{letter}{}", char::from(b'a' + tandem.place)),
            _ if is_numbered => format!("{}{file}", tandem.order + 1),
            Tandems::ByReach if !other_could_go(position, mv) => format!("{letter}{file}"),
            Tandems::MarkFirst => format!("{}{letter}", mark_sign(tandem.mark())),
            _ => format!("{letter}{}", mark_sign(tandem.mark())),
        }
    }

    const fn letter(self, kind: Kind) -> char {
        match (kind, self.letters) {
            (Kind::Elephant, Letters::BishopKnight) => 'B',
            (Kind::Horse, Letters::BishopKnight) => 'N',
            _ => kind.letter(),
        }
    }
}

const fn mark_sign(mark: Mark) -> char {
    match mark {
        Mark::Front => '+',
        Mark::Middle => '.',
        _ => '-',
    }
}

/// Whether the other piece of the kind on the file, going the same way, would stay on the board.
fn other_could_go(position: &Position, mv: Move) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = position.piece_on(from) else { return false };
    let rise = to.rank().index() as i32 - from.rank().index() as i32;
    position.pieces(piece.color(), piece.kind()).into_iter().any(|other| {
        let rank = other.rank().index() as i32 + rise;
        other != from
            && other.file() == from.file()
            && Square::from_indices(to.file().index() as i32, rank).is_some()
    })
}

/// What a text can mean, in any dialect: letters of either case and of older books (G advisor, M elephant),
/// marks before or after the piece, digits for pieces (`62.5`).
pub(super) fn read(text: &str) -> Claims {
    let mut claims = Claims::new();
    let letters: Vec<char> = text.chars().take(5).collect();
    let [first, second, step, target] = letters[..] else { return claims };
    let (Some(step), Some(target)) = (step_of(step), digit(target)) else { return claims };
    let mut claim = |kind, who| claims.push(Claim { kind, who, step, target });
    let marked = |mark| Who::Marked { mark, file: None };
    match (kind_of(first), digit(second), mark_of(second)) {
        (Some(kind), Some(file), _) => claim(kind, Who::OnFile(file)),
        (Some(kind), _, Some(mark)) => claim(kind, marked(mark)),
        (Some(Kind::Pawn), ..) => {
            if let 'a'..='e' | 'A'..='E' = second {
                claim(Kind::Pawn, marked(Mark::Number(second.to_ascii_lowercase() as u8 - b'a' + 1)));
            }
        }
        _ => {}
    }
    if let (Some(mark), Some(kind)) = (mark_of(first), kind_of(second)) {
        claim(kind, marked(mark));
    }
    if let Some(number) = digit(first) {
        let kind = Kind::ALL.get(usize::from(number - 1)).copied();
        match (digit(second), mark_of(second), kind) {
            (Some(file), _, kind) => {
                if number <= 5 {
                    claim(Kind::Pawn, Who::Marked { mark: Mark::Number(number), file: Some(file) });
                }
                if let Some(kind) = kind {
                    claim(kind, Who::OnFile(file));
                }
            }
            (_, Some(mark), Some(kind)) => claim(kind, marked(mark)),
            _ => {}
        }
    }
    claims
}

const fn kind_of(letter: char) -> Option<Kind> {
    Some(match letter.to_ascii_uppercase() {
        'K' => Kind::King,
        'A' | 'G' => Kind::Advisor,
        'E' | 'B' | 'M' => Kind::Elephant,
        'H' | 'N' => Kind::Horse,
        'R' => Kind::Rook,
        'C' => Kind::Cannon,
        'P' => Kind::Pawn,
        _ => return None,
    })
}

const fn mark_of(letter: char) -> Option<Mark> {
    Some(match letter {
        '+' => Mark::Front,
        '.' | '=' => Mark::Middle,
        '-' | '–' | '−' => Mark::Rear,
        _ => return None,
    })
}

const fn step_of(letter: char) -> Option<Step> {
    Some(match letter {
        '+' => Step::Advance,
        '-' | '–' | '−' => Step::Retreat,
        '.' | '=' => Step::Traverse,
        _ => return None,
    })
}
