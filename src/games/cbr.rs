//! Games and libraries of `CCBridge` (象棋桥).

use super::binary::{Blocks, MAX_FILE};
use super::error::{Fault, GameError, Place};
use super::game::{Game, Outcome};
use super::nodes::{Node, build};
use super::tree::setup;
use crate::core::{Color, Kind, Piece, Square};
use encoding_rs::UTF_16LE;
use std::io::Read;

/// What a game begins with.
pub(super) const MAGIC: &[u8; 16] = b"CCBridge Record\0";

/// Where the board is, row by row from the top left corner.
const BOARD: std::ops::Range<usize> = 2120..2210;

/// Where the comment before the moves and the moves begin.
const MOVES: usize = 2214;

/// The texts of the header: where they begin, how many bytes they have, and our tag.
const TEXTS: [(usize, usize, &str); 4] =
    [(180, 128, "Title"), (692, 64, "Event"), (1076, 64, "Red"), (1300, 64, "Black")];

/// The game of a file, or of a library's record.
pub(super) fn read(bytes: &[u8]) -> Result<Game, Fault> {
    let header = bytes.get(..MOVES).ok_or(Fault::Cut("the header"))?;
    let side = if header[2116] == 1 { Color::Red } else { Color::Black };
    let board = header[BOARD].iter().enumerate();
    let pieces: Vec<_> =
        board.filter_map(|(index, &code)| Some((piece_of(code)?, square_of(index as u8)?))).collect();
    let mut game = Game::new(setup(&pieces, side)?);
    game.outcome = match header[2076] {
        1 => Outcome::RedWins,
        2 => Outcome::BlackWins,
        3 | 4 => Outcome::Draw,
        _ => Outcome::Unknown,
    };
    for (at, length, name) in TEXTS {
        game.tags.set(name, utf16(&header[at..at + length]));
    }
    let mut nodes = Nodes { bytes, at: MOVES };
    if nodes.number()? != 0 {
        game.comment = nodes.comment()?;
    }
    game.moves = build(game.start.clone(), || nodes.node())?;
    Ok(game)
}

fn utf16(bytes: &[u8]) -> String {
    let end = bytes.chunks_exact(2).position(|unit| unit == [0, 0]).map_or(bytes.len(), |units| 2 * units);
    UTF_16LE.decode_without_bom_handling(&bytes[..end]).0.trim().replace("\r\n", "\n")
}

fn square_of(number: u8) -> Option<Square> {
    Square::from_indices(i32::from(number % 9), 9 - i32::from(number / 9))
}

fn piece_of(code: u8) -> Option<Piece> {
    use Kind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    let color = match code >> 4 {
        1 => Color::Red,
        2 => Color::Black,
        _ => return None,
    };
    let kinds = [Rook, Horse, Elephant, Advisor, King, Cannon, Pawn];
    let kind = kinds.get(usize::from(code & 15).checked_sub(1)?)?;
    Some(Piece::new(color, *kind))
}

struct Nodes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Nodes<'_> {
    fn take(&mut self, count: usize, what: &'static str) -> Result<&[u8], Fault> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let taken = rest.get(..count).ok_or(Fault::Cut(what))?;
        self.at += count;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, Fault> {
        let bytes = self.take(4, "the moves")?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn comment(&mut self) -> Result<String, Fault> {
        let length = self.number()?;
        Ok(utf16(self.take(length as usize, "a comment")?))
    }

    fn node(&mut self) -> Result<Option<Node>, Fault> {
        // Some files end without the mark of their end.
        if self.bytes.len() <= self.at + 1 {
            return Ok(None);
        }
        let [flags, unused, from, to] = self.number()?.to_le_bytes();
        if [flags, unused, from, to] == [0; 4] {
            return Ok(None);
        }
        let comment = if flags & 4 == 0 { String::new() } else { self.comment()? };
        Ok(Some(Node {
            from: square_of(from),
            to: square_of(to),
            has_next: flags & 1 == 0,
            has_sibling: flags & 2 != 0,
            comment,
        }))
    }
}

/// Reads games from a library: its records begin on blocks of 4096 bytes behind an index.
pub(super) struct CblReader<R> {
    blocks: Blocks<R>,
    game: u64,
}

impl<R: Read> CblReader<R> {
    pub(super) fn new(source: R) -> Self {
        Self { blocks: Blocks::new(source, MAGIC), game: 0 }
    }
}

impl<R: Read> Iterator for CblReader<R> {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let block = self.blocks.next().transpose()?;
        self.game += 1;
        let error = |place, fault: Fault| GameError::new(self.game, place, fault);
        Some(match block {
            Ok((offset, bytes)) if bytes.len() >= MAX_FILE => {
                Err(error(Place::Offset(offset), Fault::TooLong("this game")))
            }
            Ok((offset, bytes)) => read(&bytes).map_err(|fault| error(Place::Offset(offset), fault)),
            Err(failure) => Err(error(Place::Nowhere, failure.into())),
        })
    }
}
