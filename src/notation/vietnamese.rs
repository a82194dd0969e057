//! The Vietnamese record of Điều 11.2: `P2-5`, `M8.7`, `Xs/2`.
//!
//! A point is an advance, a slash a retreat and a hyphen a traverse, so texts in this notation and in WXF can
//! look alike and mean different moves; neither is ever read for the other.

use super::column::{Claim, Claims, Mark, Spoken, Step, Who, digit};
use crate::core::Kind;

/// Writes a move.
///
/// The law has marks for up to three pieces on a file: `t` (*trước*, front), `g` (*giữa*, middle) and `s`
/// (*sau*, rear). Where pawns stand together in greater number we go on in the same way: the file follows the
/// mark if there are two such files (`Bt7.1`), and of four or five pawns the second is `gt` and the last but
/// one `gs`.
pub(super) fn write(spoken: Spoken) -> String {
    let Spoken { piece, file, tandem, step, target } = spoken;
    let name = name(piece.kind());
    let step = match step {
        Step::Advance => '.',
        Step::Retreat => '/',
        Step::Traverse => '-',
    };
    if tandem.is_plain(piece.kind()) {
        return format!("{name}{file}{step}{target}");
    }
    let mark = match (tandem.order, tandem.count) {
        (0, _) => "t",
        (order, count) if order + 1 == count => "s",
        (order, count) if count % 2 == 1 && order == count / 2 => "g",
        (1, _) => "gt",
        _ => "gs",
    };
    let file = if tandem.files > 1 { file.to_string() } else { String::new() };
    format!("{name}{mark}{file}{step}{target}")
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "Tg",
        Kind::Advisor => "S",
        Kind::Elephant => "T",
        Kind::Horse => "M",
        Kind::Rook => "X",
        Kind::Cannon => "P",
        Kind::Pawn => "B",
    }
}

/// What a text can mean. `V` (*voi*) is an elephant too, `C` (*chốt*) a pawn.
pub(super) fn read(text: &str) -> Claims {
    let mut claims = Claims::new();
    let text = text.to_ascii_lowercase();
    let named = |prefix: &str, kind| text.strip_prefix(prefix).map(|rest| (kind, rest));
    let piece = named("tg", Kind::King)
        .or_else(|| named("t", Kind::Elephant))
        .or_else(|| named("v", Kind::Elephant))
        .or_else(|| named("s", Kind::Advisor))
        .or_else(|| named("m", Kind::Horse))
        .or_else(|| named("x", Kind::Rook))
        .or_else(|| named("p", Kind::Cannon))
        .or_else(|| named("b", Kind::Pawn))
        .or_else(|| named("c", Kind::Pawn));
    if let Some(claim) = piece.and_then(|(kind, rest)| read_rest(kind, rest)) {
        claims.push(claim);
    }
    claims
}

/// What follows the piece.
fn read_rest(kind: Kind, rest: &str) -> Option<Claim> {
    let marks = [
        ("gt", Mark::MiddleFront),
        ("gs", Mark::MiddleRear),
        ("t", Mark::Front),
        ("g", Mark::Middle),
        ("s", Mark::Rear),
    ];
    let marked = marks.into_iter().find_map(|(sign, mark)| Some((mark, rest.strip_prefix(sign)?)));
    let mut letters = marked.map_or(rest, |(_, rest)| rest).chars();
    let first = letters.next()?;
    let (file, step) = match digit(first) {
        Some(file) => (Some(file), letters.next()?),
        None => (None, first),
    };
    let target = letters.next().and_then(digit)?;
    let who = match marked {
        Some((mark, _)) => Who::Marked { mark, file },
        None => Who::OnFile(file?),
    };
    let claim = Claim { kind, who, step: step_of(step)?, target };
    letters.next().is_none().then_some(claim)
}

const fn step_of(letter: char) -> Option<Step> {
    Some(match letter {
        '.' => Step::Advance,
        '/' => Step::Retreat,
        '-' | '–' | '−' => Step::Traverse,
        _ => return None,
    })
}
