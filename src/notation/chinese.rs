//! The Chinese notation by columns: 炮二平五, 马８进７.

use super::column::{Claim, Claims, Mark, Spoken, Step, Who, digit};
use crate::core::{Color, Kind, Piece};

/// How a program writes the Chinese notation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chinese {
    /// The characters.
    pub script: Script,
    /// Black's digits; Red's are always 一 to 九.
    pub black: Digits,
    /// How more pawns on a file than two are told apart.
    pub pawns: Pawns,
}

/// The characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Script {
    /// As on the mainland: 车马进.
    Simplified,
    /// As in Taiwan and Hong Kong: 車馬進.
    Traditional,
}

/// Black's digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Digits {
    /// １ to ９, as wide as the characters.
    FullWidth,
    /// 1 to 9.
    HalfWidth,
    /// 一 to 九, as Red has them.
    Numerals,
}

/// How more pawns on a file than two are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pawns {
    /// Three by 前, 中 and 后; in greater number 一 to 五 through all files on which they stand together, the
    /// right one first, as `XQBase` does and the specification of PGN says.
    Through,
    /// File by file: 前, 中, 后 for three, 前, 二, 三, 后 for four. Other files are not looked at, so some
    /// texts are ambiguous. The Python library cchess does so.
    FileByFile,
}

impl Chinese {
    /// Simplified characters, as `XQBase` writes them.
    pub const SIMPLIFIED: Self =
        Self { script: Script::Simplified, black: Digits::FullWidth, pawns: Pawns::Through };
    /// Traditional characters.
    pub const TRADITIONAL: Self =
        Self { script: Script::Traditional, black: Digits::FullWidth, pawns: Pawns::Through };
    /// As the Python library cchess writes it.
    pub const CCHESS: Self =
        Self { script: Script::Simplified, black: Digits::FullWidth, pawns: Pawns::FileByFile };

    pub(super) fn write(self, spoken: Spoken) -> String {
        let Spoken { piece, file, tandem, step, target } = spoken;
        let mut text = String::with_capacity(12);
        let name = self.name(piece);
        if tandem.is_plain(piece.kind()) {
            text.push(name);
            text.push(self.digit(piece.color(), file));
        } else {
            let number = |number: u8| NUMERALS[usize::from(number)];
            text.push(match self.pawns {
                Pawns::Through if tandem.needs_number() => number(tandem.place + 1),
                Pawns::FileByFile
                    if tandem.count > 3 && tandem.order > 0 && tandem.order + 1 < tandem.count =>
                {
                    number(tandem.order + 1)
                }
                _ => self.mark(tandem.mark()),
            });
            text.push(name);
        }
        text.push(self.step(step));
        text.push(self.digit(piece.color(), target));
        text
    }

    const fn name(self, piece: Piece) -> char {
        let names = match self.script {
            Script::Simplified => {
                ['帅', '仕', '相', '马', '车', '炮', '兵', '将', '士', '象', '马', '车', '炮', '卒']
            }
            Script::Traditional => {
                ['帥', '仕', '相', '馬', '車', '炮', '兵', '將', '士', '象', '馬', '車', '砲', '卒']
            }
        };
        names[piece.index()]
    }

    const fn mark(self, mark: Mark) -> char {
        match (mark, self.script) {
            (Mark::Front, _) => '前',
            (Mark::Middle, _) => '中',
            (_, Script::Simplified) => '后',
            (_, Script::Traditional) => '後',
        }
    }

    const fn step(self, step: Step) -> char {
        match (step, self.script) {
            (Step::Advance, Script::Simplified) => '进',
            (Step::Advance, Script::Traditional) => '進',
            (Step::Retreat, _) => '退',
            (Step::Traverse, _) => '平',
        }
    }

    fn digit(self, color: Color, digit: u8) -> char {
        match (color, self.black) {
            (Color::Red, _) | (_, Digits::Numerals) => NUMERALS[usize::from(digit)],
            (_, Digits::FullWidth) => char::from_u32(u32::from('０') + u32::from(digit)).unwrap_or('？'),
            (_, Digits::HalfWidth) => char::from(b'0' + digit),
        }
    }
}

const NUMERALS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A character of a move.
#[derive(Clone, Copy)]
enum Sign {
    Piece(Kind),
    Digit(u8),
    Mark(Mark),
    Step(Step),
}

/// What a text can mean, in either script, with digits of any form and blanks anywhere. Beside our own forms:
/// 前兵四平五 (with the file), 前七进一 (without the piece, which then is a pawn), 车前进一.
pub(super) fn read(text: &str) -> Claims {
    use Sign::{Digit, Mark as M, Piece, Step as S};
    let mut claims = Claims::new();
    let mut signs = Vec::with_capacity(5);
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        match sign_of(letter) {
            Some(sign) if signs.len() < 5 => signs.push(sign),
            _ => return claims,
        }
    }
    let marked = |mark, file| Who::Marked { mark, file };
    let (kind, who, step, target) = match signs[..] {
        [Piece(kind), Digit(file), S(step), Digit(target)] => (kind, Who::OnFile(file), step, target),
        [M(mark), Piece(kind), S(step), Digit(target)] | [Piece(kind), M(mark), S(step), Digit(target)] => {
            (kind, marked(mark, None), step, target)
        }
        [Digit(number), Piece(Kind::Pawn), S(step), Digit(target)] => {
            (Kind::Pawn, marked(Mark::Number(number), None), step, target)
        }
        [M(mark), Piece(kind), Digit(file), S(step), Digit(target)] => {
            (kind, marked(mark, Some(file)), step, target)
        }
        [Digit(number), Piece(Kind::Pawn), Digit(file), S(step), Digit(target)] => {
            (Kind::Pawn, marked(Mark::Number(number), Some(file)), step, target)
        }
        [M(mark), Digit(file), S(step), Digit(target)] => {
            (Kind::Pawn, marked(mark, Some(file)), step, target)
        }
        _ => return claims,
    };
    claims.push(Claim { kind, who, step, target });
    claims
}

fn sign_of(letter: char) -> Option<Sign> {
    Some(match letter {
        '帅' | '帥' | '将' | '將' => Sign::Piece(Kind::King),
        '仕' | '士' => Sign::Piece(Kind::Advisor),
        '相' | '象' => Sign::Piece(Kind::Elephant),
        '马' | '馬' | '傌' => Sign::Piece(Kind::Horse),
        '车' | '車' | '俥' => Sign::Piece(Kind::Rook),
        '炮' | '砲' | '包' => Sign::Piece(Kind::Cannon),
        '兵' | '卒' => Sign::Piece(Kind::Pawn),
        '前' => Sign::Mark(Mark::Front),
        '中' => Sign::Mark(Mark::Middle),
        '后' | '後' => Sign::Mark(Mark::Rear),
        '进' | '進' | '上' => Sign::Step(Step::Advance),
        '退' | '下' => Sign::Step(Step::Retreat),
        '平' => Sign::Step(Step::Traverse),
        _ => Sign::Digit(digit(letter)?),
    })
}
