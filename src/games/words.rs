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

/// The longest move in Latin letters, with room to spare.
const LONGEST: usize = 7;

/// The notation of a game's words, if their letters tell: Vietnamese has a knight, a rook, an elephant and an
/// advisor whose letters WXF does not have, and WXF others that Vietnamese does not have.
pub fn notation_of_words<'a>(words: impl IntoIterator<Item = &'a str>) -> Option<Notation> {
    let mut is_vietnamese = false;
    for word in words {
        let first = word.chars().next().unwrap_or_default().to_ascii_uppercase();
        let is_move = word.len() <= LONGEST
            && word.contains(['.', '-', '/', '+', '='])
            && word.ends_with(|letter: char| letter.is_ascii_digit());
        match first {
            'M' | 'X' | 'T' | 'V' | 'S' if is_move => is_vietnamese = true,
            'R' | 'H' | 'N' | 'A' | 'E' | 'K' if is_move => return None,
            _ => {}
        }
    }
    is_vietnamese.then_some(Notation::Vietnamese)
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
