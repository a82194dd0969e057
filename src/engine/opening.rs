//! The opening book at work in a session.

use crate::board::Position;
use crate::book::{BookError, BookMove, Randomness, Shelf, choose, keeps_the_law};
use crate::core::{Move, Score};
use crate::law::Rules;
use crate::search::{Limits, Outcome};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// How many moves of the book are told.
const MOVES_TOLD: usize = 6;

/// The books and the dice.
pub(super) struct Opening {
    /// `None` until the book inside the program is needed.
    shelf: Option<Shelf>,
    seed: u64,
    random: Xoshiro256PlusPlus,
}

impl Opening {
    /// The book inside the program, and dice that the clock has shaken.
    pub(super) fn new() -> Self {
        let mut opening = Self { shelf: None, seed: 0, random: Xoshiro256PlusPlus::seed_from_u64(0) };
        opening.set_seed(0);
        opening
    }

    /// Replaces the books by those of a list; returns what was wrong with those left out.
    pub(super) fn set_files(&mut self, names: &str) -> Vec<BookError> {
        let (shelf, errors) = Shelf::open(names);
        self.shelf = Some(shelf);
        errors
    }

    /// Begins the row of random numbers of a seed; for 0, of one that nobody chose.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.seed = if seed == 0 { u64::from(rand::random::<u32>()) } else { seed };
        self.random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
    }

    /// A book move, if there is one that may be played: neither banned nor outside the moves asked for, and
    /// no step into a repetition that the law ends. With it a sentence on what the book knew.
    pub(super) fn play(
        &mut self,
        position: &Position,
        limits: &Limits,
        randomness: Randomness,
    ) -> Option<(Outcome, String)> {
        let wanted = |mv: Move| limits.search_moves.is_empty() || limits.search_moves.contains(&mv);
        let mut moves = self.known(position, &limits.rules);
        moves.retain(|known| wanted(known.mv) && !limits.ban_moves.contains(&known.mv));
        let best = choose(&moves, randomness, &mut self.random)?;
        let mut after = position.clone();
        after.make(best);
        let ponder = self.known(&after, &limits.rules).first().map(|known| known.mv);
        let known = describe(&moves);
        let choice =
            if randomness == Randomness::None { known } else { format!("{known}, seed {}", self.seed) };
        let outcome = Outcome { best: Some(best), ponder, score: Score::ZERO, depth: 0, nodes: 0 };
        Some((outcome, choice))
    }

    /// The moves that the books know, heaviest first, without those that the law forbids.
    fn known(&mut self, position: &Position, rules: &Rules) -> Vec<BookMove> {
        let mut moves = self.shelf.get_or_insert_with(Shelf::built_in).probe(position);
        moves.retain(|known| keeps_the_law(position, known.mv, rules));
        moves
    }
}

/// The heaviest moves with their shares of the weight.
fn describe(moves: &[BookMove]) -> String {
    let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    let share = |known: &BookMove| (100 * u64::from(known.weight)).div_ceil(total.max(1));
    let told: Vec<_> =
        moves.iter().take(MOVES_TOLD).map(|known| format!("{} {}%", known.mv, share(known))).collect();
    let more = moves.len().saturating_sub(MOVES_TOLD);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("book: {}{rest}", told.join(" "))
}
