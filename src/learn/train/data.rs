//! The positions to train on.

use crate::board::Position;
use crate::core::Color;
use crate::learn::records::{Game, PackedPosition, Ply, Reader, RecordError, Tail};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A position to train on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub position: PackedPosition,
    /// What a search found, in centipawns from the view of the side to move.
    pub score: i16,
    /// Half points that the game brought the side to move: 0, 1 or 2.
    pub half_points: u8,
}

/// Which positions are fit to train on: quiet ones whose game is not decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Positions before that ply of the game are left out.
    pub min_ply: u32,
    /// Positions with a greater score, for either side, are left out; mates always are.
    pub max_score: i32,
    /// Positions with fewer pieces are left out.
    pub min_pieces: u32,
    /// Whether the move that was played may capture something.
    pub captures: bool,
    /// Whether a position may come twice.
    pub repeats: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Self { min_ply: 8, max_score: 2_000, min_pieces: 4, captures: false, repeats: false }
    }
}

/// The positions to train on, and those to measure by. A game is in one part with all its positions.
#[derive(Clone, Default, Debug)]
pub struct Data {
    /// Trained on.
    pub training: Vec<Sample>,
    /// Measured by.
    pub validation: Vec<Sample>,
    /// Games read.
    pub games: u64,
    /// Positions read, those that the filter left out included.
    pub positions: u64,
}

/// Why data cannot be read.
#[derive(Debug, Error)]
pub enum DataError {
    /// A file of games.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A text.
    #[error("{}: {error}", path.display())]
    Text {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A line of a text.
    #[error("{}:{line}: a line must be `FEN;score;result`", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
    },
}

/// One game of so many is kept for validation.
const VALIDATION_SHARE: u64 = 20;
/// Lines of a text that count as a game.
const LINES_A_GAME: usize = 1000;

/// Reads files of games and, if their names end in `.txt`, texts with a line `FEN;score;result` for every
/// position that is fit to train on: the score from the side to move's view, the result Red's points.
///
/// A cut-off or damaged tail is passed over with a warning in the log.
///
/// # Errors
/// When a file cannot be read or is something else.
pub fn load(paths: &[PathBuf], filter: &Filter) -> Result<Data, DataError> {
    let mut loader = Loader { filter: *filter, data: Data::default(), seen: HashSet::new() };
    for path in paths {
        if path.extension().is_some_and(|extension| extension == "txt") {
            loader.read_text(path)?;
        } else {
            loader.read_games(path)?;
        }
    }
    Ok(loader.data)
}

struct Loader {
    filter: Filter,
    data: Data,
    seen: HashSet<u64>,
}

impl Loader {
    fn read_games(&mut self, path: &Path) -> Result<(), DataError> {
        let mut reader = Reader::open(path)?;
        let seed = reader.header().seed;
        while let Some(game) = reader.next_game()? {
            let for_validation = is_for_validation(seed ^ u64::from(game.number));
            self.add_game(&game, for_validation);
        }
        if reader.tail() != Tail::Whole {
            log::warn!("{}: {:?}", path.display(), reader.tail());
        }
        Ok(())
    }

    fn add_game(&mut self, game: &Game, for_validation: bool) {
        self.data.games += 1;
        let replayed = game.replay(|position, ply| {
            self.data.positions += 1;
            if self.is_fit(position, ply) {
                let half_points = (2.0 * game.outcome.points(position.side())) as u8;
                self.add(position, ply.score, half_points, for_validation);
            }
        });
        if let Err(error) = replayed {
            log::warn!("game {} ends early: {error}", game.number);
        }
    }

    fn is_fit(&self, position: &Position, ply: Ply) -> bool {
        let filter = &self.filter;
        !position.in_check()
            && i32::from(ply.score).abs() <= filter.max_score
            && position.game_ply() >= filter.min_ply
            && position.occupied().len() >= filter.min_pieces
            && (filter.captures || position.piece_on(ply.mv.to()).is_none())
    }

    fn add(&mut self, position: &Position, score: i16, half_points: u8, for_validation: bool) {
        if !self.filter.repeats && !self.seen.insert(position.key()) {
            return;
        }
        let sample = Sample { position: PackedPosition::pack(position), score, half_points };
        let part = if for_validation { &mut self.data.validation } else { &mut self.data.training };
        part.push(sample);
    }

    fn read_text(&mut self, path: &Path) -> Result<(), DataError> {
        let text_error = |error| DataError::Text { path: path.to_owned(), error };
        let file = BufReader::new(File::open(path).map_err(text_error)?);
        for (index, line) in file.lines().enumerate() {
            let line = line.map_err(text_error)?;
            let (position, score, red) = parse_line(&line)
                .ok_or_else(|| DataError::Line { path: path.to_owned(), line: index + 1 })?;
            self.data.positions += 1;
            self.data.games += u64::from(index % LINES_A_GAME == 0);
            let own = if position.side() == Color::Red { red } else { 1.0 - red };
            if i32::from(score).abs() <= self.filter.max_score && !position.in_check() {
                let for_validation = is_for_validation((index / LINES_A_GAME) as u64);
                self.add(&position, score, (2.0 * own) as u8, for_validation);
            }
        }
        Ok(())
    }
}

fn parse_line(line: &str) -> Option<(Position, i16, f32)> {
    let mut fields = line.trim().split(';');
    let position = fields.next()?.parse().ok()?;
    let score: i32 = fields.next()?.trim().parse().ok()?;
    let red = fields.next()?.trim().parse().ok().filter(|points| (0.0..=1.0).contains(points))?;
    let limits = i32::from(i16::MIN)..=i32::from(i16::MAX);
    Some((position, score.clamp(*limits.start(), *limits.end()) as i16, red))
}

/// Whether a game is kept for validation, by a hash of what it is known by.
fn is_for_validation(game: u64) -> bool {
    let mixed = (game ^ game >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32).is_multiple_of(VALIDATION_SHARE)
}
