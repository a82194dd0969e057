//! Moves as words of a text whose notation may not be known.

use crate::board::Position;
use crate::core::Move;
use crate::notation::{Chinese, Notation, NotationError, Wxf};

/// The legal move that a word of a text means whose notation may not be known. Its look tells coordinates, Chinese and the rest apart; the rest is what was
/// announced, Vietnamese or WXF, because their texts look alike; WXF if nothing was.
///
/// # Errors
/// When it is no legal move, or can mean several.
pub fn parse_move(
    position: &Position,
    word: &str,
    announced: Option<Notation>,
) -> Result<Move, NotationError> {
    look_of(word, announced).parse(position, word)
}

fn look_of(word: &str, announced: Option<Notation>) -> Notation {
    let is_chinese = word.chars().any(|letter| ('\u{4E00}'..='\u{9FFF}').contains(&letter));
    match announced {
        Some(notation @ Notation::Chinese(_)) if is_chinese => notation,
        _ if is_chinese => Notation::Chinese(Chinese::SIMPLIFIED),
        _ if word.parse::<Move>().is_ok() => Notation::Iccs,
        Some(notation @ (Notation::Wxf(_) | Notation::Vietnamese)) => notation,
        Some(notation @ (Notation::Iccs | Notation::Ucci)) if word.is_ascii() => notation,
        _ => Notation::Wxf(Wxf::STANDARD),
    }
}
