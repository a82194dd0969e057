//! The `[DhtmlXQ]` text of Chinese forums: tags in brackets, squares as two digits, file and rank from the
//! top left corner.

use super::error::{Fault, GameError, Place};
use super::game::{Game, GameMove};
use super::text::Lines;
use super::tree::{Tree, first_side, setup};
use crate::board::Position;
use crate::core::{Color, Kind, Move, Piece, Square};
use std::collections::HashMap;
use std::fmt::Write;
use std::io::BufRead;

/// The text of one game may have so many bytes.
const MAX_GAME: usize = 4 << 20;

/// The pieces in the order in which a start position lists their squares: Red's, then Black's.
pub(super) const ORDER: [Kind; 16] = {
    use Kind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn, Pawn,
        Pawn, Pawn, Pawn,
    ]
};

/// What the format calls our tags.
const NAMES: [(&str, &str); 13] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("redteam", "RedTeam"),
    ("red", "Red"),
    ("blackteam", "BlackTeam"),
    ("black", "Black"),
    ("open", "Opening"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("redname", "Red"),
];

/// More variations than anybody writes.
const MAX_VARIATIONS: usize = 10_000;

const OPEN: &str = "[DhtmlXQ]";
const CLOSE: &str = "[/DhtmlXQ]";

/// Reads games from `DhtmlXQ` texts, which may stand among other text.
pub(super) struct DhtmlXqReader<R> {
    lines: Lines<R>,
    game: u64,
    /// Text that was read, and how much of it was looked at.
    text: String,
    at: usize,
}

impl<R: BufRead> DhtmlXqReader<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        Self { lines, game: 0, text: String::new(), at: 0 }
    }

    /// Reads on until the game ends or the next one begins: where, and whether it is the latter. Nothing at the
    /// end of the file.
    fn find_end(&mut self) -> Result<Option<(usize, bool)>, GameError> {
        let mut from = self.at;
        loop {
            let text = &self.text[from..];
            let next = text.find(OPEN);
            // Not beyond the next game: many that never end would each be looked through to the end of the text.
            if let Some(end) = text[..next.unwrap_or(text.len())].find(CLOSE) {
                return Ok(Some((from + end, false)));
            }
            if let Some(next) = next {
                return Ok(Some((from + next, true)));
            }
            // A tag is never broken by the end of a line.
            from = self.text.len();
            match self.lines.next()? {
                Some(_) if self.text.len() - self.at > MAX_GAME => return Ok(None),
                Some(line) => {
                    self.text.push('\n');
                    self.text.push_str(line);
                }
                None => return Ok(None),
            }
        }
    }

    /// The text between the outer tags.
    fn block(&mut self) -> Result<Option<String>, GameError> {
        if self.at > MAX_GAME {
            self.text.drain(..self.at);
            self.at = 0;
        }
        // Whatever stands before a game is thrown away line by line.
        loop {
            if let Some(found) = self.text[self.at..].find(OPEN) {
                self.at += found + OPEN.len();
                break;
            }
            self.text.clear();
            self.at = 0;
            let Some(line) = self.lines.next()? else { return Ok(None) };
            self.text.push_str(line);
        }
        let begun = self.lines.number();
        let fault = |fault| Err(GameError::new(0, Place::Line(begun), fault));
        match self.find_end()? {
            Some((end, false)) => {
                let block = self.text[self.at..end].to_owned();
                self.at = end + CLOSE.len();
                Ok(Some(block))
            }
            Some((next, true)) => {
                self.at = next;
                fault(Fault::Cut("its tags"))
            }
            None => {
                let is_long = self.text.len() - self.at > MAX_GAME;
                self.at = self.text.len();
                fault(if is_long { Fault::TooLong("this game") } else { Fault::Cut("its tags") })
            }
        }
    }
}

impl<R: BufRead> Iterator for DhtmlXqReader<R> {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let block = self.block().transpose()?;
        self.game += 1;
        let line = Place::Line(self.lines.number());
        let game = block.and_then(|text| read_block(&text).map_err(|fault| GameError::new(0, line, fault)));
        Some(game.map_err(|error| GameError { game: self.game, ..error }))
    }
}

/// The inner tags: name without `DhtmlXQ_`, value.
fn inner_tags(text: &str) -> Result<HashMap<&str, &str>, Fault> {
    let mut tags = HashMap::new();
    let mut rest = text;
    while let Some((_, tail)) = rest.split_once("[DhtmlXQ_") {
        let Some((name, value)) = tail.split_once(']') else { break };
        let close = format!("[/DhtmlXQ_{name}]");
        let end = value.find(&close).ok_or(Fault::Cut("one of its tags"))?;
        tags.insert(name, value[..end].trim());
        rest = &value[end + close.len()..];
    }
    Ok(tags)
}

fn read_block(text: &str) -> Result<Game, Fault> {
    let tags = inner_tags(text)?;
    let tag = |name: &str| tags.get(name).copied().unwrap_or_default();
    let pieces = match tag("binit") {
        "" => None,
        squares => Some(pieces_of(squares)?),
    };
    let main = moves_of(tag("movelist"))?;
    let start = match pieces {
        Some(pieces) => setup(&pieces, first_side(&pieces, main.first().copied()))?,
        None => Position::start(),
    };
    let mut game = Game::new(start);
    for (name, ours) in NAMES {
        if !tag(name).is_empty() {
            game.tags.set(ours, tag(name));
        }
    }
    game.outcome = tag("result").parse().unwrap_or_default();
    game.comment = unescaped(tag("comment0"));
    let comment = |ply: usize| unescaped(tag(&format!("comment{ply}")));
    let mut tree = Tree::new(game.start.clone());
    for (index, &(from, to)) in main.iter().enumerate() {
        tree.add(from, to, comment(index + 1))?;
    }
    add_variations(&mut tree, &tags)?;
    game.moves = tree.into_moves();
    Ok(game)
}

/// A variation is `move_PARENT_PLY_NUMBER`; the main line has number 0, and parents come before children.
fn add_variations(tree: &mut Tree, tags: &HashMap<&str, &str>) -> Result<(), Fault> {
    let mut variations: Vec<(usize, usize, usize, &str)> = tags
        .iter()
        .filter_map(|(name, &value)| {
            let mut numbers = name.strip_prefix("move_")?.split('_').map(str::parse::<usize>);
            let mut number = || numbers.next()?.ok();
            let (parent, ply, own) = (number()?, number()?, number()?);
            Some((own, parent, ply, value))
        })
        .collect();
    variations.sort_unstable();
    if variations.len() > MAX_VARIATIONS {
        return Err(Fault::TooLong("the list of variations"));
    }
    let mut lines = HashMap::from([(0, Tree::MAIN)]);
    for (own, parent, ply, value) in variations {
        let line = lines.get(&parent).and_then(|&parent| tree.branch(parent, ply.checked_sub(1)?));
        let Some(line) = line else { continue };
        lines.insert(own, line);
        for (index, (from, to)) in moves_of(value)?.into_iter().enumerate() {
            let comment = tags.get(format!("comment{own}_{}", ply + index).as_str());
            tree.add(from, to, unescaped(comment.copied().unwrap_or_default()))?;
        }
    }
    Ok(())
}

fn unescaped(text: &str) -> String {
    text.replace("||", "\n")
}

fn square_of(file: u8, rank: u8) -> Option<Square> {
    Square::from_indices(i32::from(file) - i32::from(b'0'), 9 - (i32::from(rank) - i32::from(b'0')))
}

/// The pieces of a start position: 64 digits, `99` for one that is not on the board.
fn pieces_of(text: &str) -> Result<Vec<(Piece, Square)>, Fault> {
    let malformed =
        || Fault::Malformed("the start position (binit) is not 32 squares of two digits".to_owned());
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    if digits.len() != 64 {
        return Err(malformed());
    }
    let mut pieces = Vec::new();
    for (index, pair) in digits.chunks_exact(2).enumerate() {
        if pair == b"99" {
            continue;
        }
        let square = square_of(pair[0], pair[1]).ok_or_else(malformed)?;
        pieces.push((Piece::new(Color::ALL[index / 16], ORDER[index % 16]), square));
    }
    Ok(pieces)
}

/// The squares of moves: four digits each.
fn moves_of(text: &str) -> Result<Vec<(Square, Square)>, Fault> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let whole = digits.chunks_exact(4);
    if !whole.remainder().is_empty() {
        return Err(Fault::Cut("the digits of a move"));
    }
    let squares =
        whole.map(|digits| Some((square_of(digits[0], digits[1])?, square_of(digits[2], digits[3])?)));
    squares
        .collect::<Option<_>>()
        .ok_or_else(|| Fault::Malformed("the moves are not squares of two digits".to_owned()))
}

/// A game's text, with an empty line behind it.
pub(super) fn text(game: &Game) -> String {
    let mut text = String::from("[DhtmlXQ]\n");
    let mut push = |name: &str, value: &str| {
        // A bracket could close the tag, and control characters are no text; the format has no escape for them.
        let harmless = |letter: char| match letter {
            '[' => '(',
            ']' => ')',
            letter if letter.is_control() => ' ',
            letter => letter,
        };
        let lines: Vec<String> = value.split('\n').map(|line| line.chars().map(harmless).collect()).collect();
        let value = lines.join("||");
        let _ = writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    };
    for (name, ours) in
        NAMES.iter().filter(|(name, ours)| *name != "redname" && !game.tags.get(ours).is_empty())
    {
        push(name, game.tags.get(ours));
    }
    push("result", &game.outcome.to_string());
    push("binit", &squares_of(&game.start));
    push("movelist", &digits(game.line()));
    push("comment0", &game.comment);
    for (index, game_move) in
        game.moves.iter().enumerate().filter(|(_, game_move)| !game_move.comment.is_empty())
    {
        push(&format!("comment{}", index + 1), &game_move.comment);
    }
    let mut next = 1;
    push_variations(&mut push, &game.moves, 0, 1, &mut next);
    text.push_str("[/DhtmlXQ]\n\n");
    text
}

/// Writes the variations of a line that begins at a ply, and those in them.
fn push_variations(
    push: &mut impl FnMut(&str, &str),
    moves: &[GameMove],
    parent: usize,
    first_ply: usize,
    next: &mut usize,
) {
    for (ply, game_move) in (first_ply..).zip(moves) {
        for variation in &game_move.variations {
            let own = *next;
            *next += 1;
            push(&format!("move_{parent}_{ply}_{own}"), &digits(variation.iter().map(|played| played.mv)));
            for (ply, played) in (ply..).zip(variation).filter(|(_, played)| !played.comment.is_empty()) {
                push(&format!("comment{own}_{ply}"), &played.comment);
            }
            push_variations(push, variation, own, ply, next);
        }
    }
}

fn square_digits(square: Square) -> String {
    format!("{}{}", square.file().index(), 9 - square.rank().index())
}

fn digits(moves: impl Iterator<Item = Move>) -> String {
    moves.map(|mv| square_digits(mv.from()) + &square_digits(mv.to())).collect()
}

fn squares_of(position: &Position) -> String {
    let mut text = String::with_capacity(64);
    for color in Color::ALL {
        let mut left = Kind::ALL.map(|kind| position.pieces(color, kind).into_iter().collect::<Vec<_>>());
        for kind in ORDER {
            // Pieces come from the right, as the order has them for Red.
            match left[kind.index()].pop() {
                Some(square) => text.push_str(&square_digits(square)),
                None => text.push_str("99"),
            }
        }
    }
    text
}
