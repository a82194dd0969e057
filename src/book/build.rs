//! Building a book from games.

use super::fold::{Folded, Side};
use super::{BookMove, Entry, Tally, sort};
use crate::board::Position;
use crate::core::{Color, Move};
use std::collections::HashMap;
use thiserror::Error;

/// One, where weights fade with the years.
const UNIT: u64 = 1 << 10;

/// What goes into a book, and what weighs how much.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// How many plies of a game are looked at.
    pub plies: usize,
    /// In how many games a move must have been played.
    pub min_count: u32,
    /// What a game weighs whose mover won, drew or lost it. A game of unknown result weighs like a draw.
    pub points: [u32; 3],
    /// After how many years a game weighs half; `None` if all years weigh the same. Games without a year
    /// weigh like the newest.
    pub half_life: Option<u32>,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { plies: 24, min_count: 3, points: [3, 2, 1], half_life: None }
    }
}

/// A game with a move that cannot be made; nothing of it is taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number}, {mv}, is not legal")]
pub struct BadGame {
    /// The move's number, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
}

/// Collects games.
#[derive(Debug)]
pub struct Builder {
    recipe: Recipe,
    starts: Vec<Position>,
    /// Where each start stands among `starts`, by its key.
    numbers: HashMap<u64, usize>,
    games: Vec<Game>,
}

/// The beginning of a game.
#[derive(Debug)]
struct Game {
    /// Its start among `starts`.
    start: usize,
    moves: Box<[Move]>,
    result: Option<GameEnd>,
    year: Option<u16>,
}

/// How a game ended: who won it, `None` for a draw.
type GameEnd = Option<Color>;

/// A position of a book that is being built.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its key in the book.
    pub key: u64,
    /// The position of that key, without a history.
    pub position: Position,
    /// Its moves, heaviest first.
    pub moves: Vec<BookMove>,
}

/// A book that is being built.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Where its games begin.
    pub starts: Vec<Position>,
    /// The positions, keys ascending.
    pub nodes: Vec<Node>,
}

impl Draft {
    /// The entries to write.
    pub fn entries(&self) -> Vec<Entry> {
        self.nodes.iter().map(|node| Entry { key: node.key, moves: node.moves.clone() }).collect()
    }

    /// How many moves all positions have together.
    pub fn moves(&self) -> usize {
        self.nodes.iter().map(|node| node.moves.len()).sum()
    }
}

/// What is known of a position while the games are counted.
struct Count {
    /// The first game that came there, and after how many plies.
    seen: (usize, usize),
    moves: Vec<MoveCount>,
}

struct MoveCount {
    mv: Move,
    games: u32,
    /// In parts of [`UNIT`].
    weight: u64,
    tally: Tally,
}

impl MoveCount {
    fn add(&mut self, other: &Self) {
        self.games = self.games.saturating_add(other.games);
        self.weight += other.weight;
        self.tally = self.tally.plus(other.tally);
    }
}

impl Builder {
    /// A builder without games.
    pub fn new(recipe: Recipe) -> Self {
        Self { recipe, starts: Vec::new(), numbers: HashMap::new(), games: Vec::new() }
    }

    /// Takes the beginning of a game: its start, its moves, who won (`Some(None)` for a draw, `None` if
    /// nobody knows) and the year.
    ///
    /// # Errors
    /// When one of the moves that would be taken is not legal.
    pub fn add(
        &mut self,
        start: &Position,
        moves: &[Move],
        result: Option<GameEnd>,
        year: Option<u16>,
    ) -> Result<(), BadGame> {
        let moves = &moves[..moves.len().min(self.recipe.plies)];
        let mut position = start.clone();
        for (index, &mv) in moves.iter().enumerate() {
            if !position.is_legal(mv) {
                return Err(BadGame { number: index + 1, mv });
            }
            position.make(mv);
        }
        let start = self.number_of(start);
        self.games.push(Game { start, moves: moves.into(), result, year });
        Ok(())
    }

    /// How many games were taken.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Whether the year of any game is known.
    pub fn has_years(&self) -> bool {
        self.games.iter().any(|game| game.year.is_some())
    }

    /// A start's number.
    fn number_of(&mut self, start: &Position) -> usize {
        *self.numbers.entry(start.key()).or_insert_with(|| {
            self.starts.push(start.clone());
            self.starts.len() - 1
        })
    }

    /// Counts the games.
    pub fn finish(self) -> Draft {
        let newest = self.games.iter().filter_map(|game| game.year).max().unwrap_or(0);
        let mut counts = HashMap::new();
        for (number, game) in self.games.iter().enumerate() {
            let age = u32::from(newest - game.year.unwrap_or(newest));
            self.count(number, game, fading(age, self.recipe.half_life), &mut counts);
        }
        let mut nodes: Vec<_> = counts.into_iter().filter_map(|(key, count)| self.node(key, count)).collect();
        nodes.sort_by_key(|node| node.key);
        Draft { starts: self.starts, nodes }
    }

    fn count(&self, number: usize, game: &Game, unit: u64, counts: &mut HashMap<u64, Count>) {
        let mut position = self.starts[game.start].clone();
        for (ply, &mv) in game.moves.iter().enumerate() {
            let folded = Folded::of(&position);
            let count = counts.entry(folded.key).or_insert(Count { seen: (number, ply), moves: Vec::new() });
            let (points, tally) = self.worth(game.result, position.side());
            let played = MoveCount { mv: folded.turn(mv), games: 1, weight: unit * u64::from(points), tally };
            match count.moves.iter_mut().find(|known| known.mv == played.mv) {
                Some(known) => known.add(&played),
                None => count.moves.push(played),
            }
            position.make(mv);
        }
    }

    /// What a game weighs for a side, and how it counts.
    fn worth(&self, result: Option<GameEnd>, side: Color) -> (u32, Tally) {
        let [win, draw, loss] = self.recipe.points;
        match result {
            None => (draw, Tally::default()),
            Some(None) => (draw, Tally { draws: 1, ..Tally::default() }),
            Some(Some(winner)) if winner == side => (win, Tally { wins: 1, ..Tally::default() }),
            Some(Some(_)) => (loss, Tally { losses: 1, ..Tally::default() }),
        }
    }

    /// What becomes of a position; `None` if no move was played often enough.
    fn node(&self, key: u64, mut count: Count) -> Option<Node> {
        let (game, plies) = count.seen;
        let game = &self.games[game];
        let mut position = self.starts[game.start].clone();
        game.moves[..plies].iter().for_each(|&mv| position.make(mv));
        let folded = Folded::of(&position);
        // Mirrored twice, a position keeps nothing but itself.
        let mirrored = position.mirror();
        let position = if folded.side == Side::Mirrored { mirrored } else { mirrored.mirror() };
        if folded.side == Side::Symmetric {
            merge_mirror_images(&mut count.moves);
        }
        let enough = |played: &&MoveCount| played.games >= self.recipe.min_count && played.weight > 0;
        let mut moves: Vec<_> = count
            .moves
            .iter()
            .filter(enough)
            .map(|played| BookMove {
                mv: played.mv,
                weight: u32::try_from(played.weight.div_ceil(UNIT)).unwrap_or(u32::MAX),
                tally: played.tally,
            })
            .collect();
        sort(&mut moves);
        (!moves.is_empty()).then_some(Node { key, position, moves })
    }
}

/// In a position that is its own mirror image a move and its mirror image are one; it is kept as it was
/// played more often.
fn merge_mirror_images(moves: &mut Vec<MoveCount>) {
    moves.sort_by_key(|played| (std::cmp::Reverse(played.games), std::cmp::Reverse(played.mv)));
    let mut merged: Vec<MoveCount> = Vec::with_capacity(moves.len());
    for played in moves.drain(..) {
        match merged.iter_mut().find(|known| known.mv == played.mv.mirror()) {
            Some(known) => known.add(&played),
            None => merged.push(played),
        }
    }
    *moves = merged;
}

/// What a game of that age weighs, in parts of [`UNIT`]: half after each half-life, along a straight line in
/// between, in whole numbers so that every machine builds the same book.
fn fading(age: u32, half_life: Option<u32>) -> u64 {
    let Some(half_life) = half_life.filter(|&years| years > 0) else { return UNIT };
    let (halves, rest) = (age / half_life, u64::from(age % half_life));
    let whole = UNIT.checked_shr(halves).unwrap_or(0);
    whole - whole * rest / (2 * u64::from(half_life))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{FoldedBook, encode};

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(mv).collect()
    }

    fn builder(recipe: Recipe, games: &[(&str, Option<GameEnd>, Option<u16>)]) -> Builder {
        let mut builder = Builder::new(recipe);
        for (text, result, year) in games {
            builder.add(&Position::start(), &moves(text), *result, *year).expect("legal moves");
        }
        builder
    }

    fn loose() -> Recipe {
        Recipe { min_count: 1, ..Recipe::default() }
    }

    fn probe(draft: &Draft, text: &str) -> Vec<BookMove> {
        let book = FoldedBook::from_bytes(encode(draft.entries(), "")).expect("a book");
        let mut position = Position::start();
        for mv in moves(text) {
            position.make(mv);
        }
        book.probe(&position)
    }

    const RED: Option<GameEnd> = Some(Some(Color::Red));
    const BLACK: Option<GameEnd> = Some(Some(Color::Black));
    const DRAW: Option<GameEnd> = Some(None);

    #[test]
    fn results_count_for_the_side_that_moves() {
        let games = [("h2e2 h9g7", RED, None), ("h2e2 h9g7", BLACK, None), ("h2e2 h7e7", BLACK, None)];
        let draft = builder(loose(), &games).finish();
        let first = probe(&draft, "")[0];
        assert_eq!((first.mv, first.weight), (mv("h2e2"), 3 + 1 + 1));
        assert_eq!(first.tally, Tally { wins: 1, draws: 0, losses: 2 });
        let replies = probe(&draft, "h2e2");
        assert_eq!(replies.iter().map(|known| known.weight).collect::<Vec<_>>(), [1 + 3, 3]);
        assert_eq!(replies[0].tally, Tally { wins: 1, draws: 0, losses: 1 });
    }

    #[test]
    fn mirror_images_are_one_game() {
        let games = [("h2e2 h9g7", RED, None), ("b2e2 b9c7", RED, None), ("h2e2 h9g7", DRAW, None)];
        let draft = builder(loose(), &games).finish();
        assert_eq!(draft.nodes.len(), 2);
        assert_eq!(probe(&draft, "").iter().map(|known| known.mv).collect::<Vec<_>>(), [mv("h2e2")]);
        assert_eq!(probe(&draft, "h2e2")[0].mv, mv("h9g7"));
        assert_eq!(probe(&draft, "b2e2")[0].mv, mv("b9c7"));
        assert_eq!(probe(&draft, "b2e2")[0].tally.games(), 3);
    }

    #[test]
    fn rare_moves_and_late_plies_are_left_out() {
        let games = [("h2e2 h9g7 h0g2", DRAW, None), ("h2e2 h9g7 b0c2", DRAW, None), ("c3c4", DRAW, None)];
        let draft = builder(Recipe { plies: 2, min_count: 2, ..Recipe::default() }, &games).finish();
        assert_eq!((draft.nodes.len(), draft.moves()), (2, 2));
        assert!(probe(&draft, "h2e2 h9g7").is_empty());
    }

    #[test]
    fn unknown_results_weigh_like_draws_and_are_not_counted() {
        let draft = builder(loose(), &[("h2e2", None, None)]).finish();
        assert_eq!(probe(&draft, "")[0].weight, 2);
        assert_eq!(probe(&draft, "")[0].tally, Tally::default());
    }

    #[test]
    fn old_games_weigh_less() {
        assert_eq!([0, 5, 10, 20, 640, 6400].map(|age| fading(age, Some(10))), [1024, 768, 512, 256, 0, 0]);
        assert_eq!([fading(50, None), fading(50, Some(0))], [UNIT; 2]);
        let recipe = Recipe { points: [10, 10, 10], half_life: Some(10), ..loose() };
        let games = [("h2e2", DRAW, Some(1990)), ("g3g4", DRAW, Some(2010)), ("b0c2", DRAW, None)];
        let weights: Vec<_> = probe(&builder(recipe, &games).finish(), "")
            .iter()
            .map(|known| format!("{} {}", known.mv, known.weight))
            .collect();
        assert_eq!(weights, ["b0c2 10", "g3g4 10", "h2e2 3"]);
    }

    #[test]
    fn the_same_games_make_the_same_bytes() {
        let games =
            [("h2e2 h9g7 h0g2 i9h9", RED, None), ("b2e2 b9c7 g3g4", BLACK, None), ("g3g4", DRAW, None)];
        let bytes = || encode(builder(loose(), &games).finish().entries(), "a note");
        assert_eq!(bytes(), bytes());
    }

    #[test]
    fn bad_games_are_named_and_left_out() {
        let mut builder = Builder::new(loose());
        let error = builder.add(&Position::start(), &moves("h2e2 h2e2"), DRAW, None).expect_err("illegal");
        assert_eq!(error.to_string(), "move 2, h2e2, is not legal");
        assert_eq!(builder.games(), 0);
    }
}
