//! Evaluating positions one after the other, each from what is known of the one before.

use super::kernel::{CaptureRow, Kernel, MoveRow, OutputSum, SumRows, Tile};
use super::load::Network;
use super::shape::{MAX_PIECES, QA};
use crate::board::{Position, State};
use crate::core::{Color, Kind, Move, Piece, Score, Square};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// How many accumulators are kept, by the number of plies made; more than a search is deep.
const SLOTS: usize = 256;
/// Further back than this no accumulator is looked for: summing all pieces anew costs no more.
const REACH: usize = 6;

/// Evaluates positions with a network.
///
/// It keeps the accumulators of the positions on the path that a search walks. Which those are it reads
/// from the moves and keys that the [`Position`] itself records, and only when it is asked: a move that is
/// made and taken back unevaluated costs nothing. An accumulator depends on the pieces alone, so one that is
/// kept from another path is right whenever its key is.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    kernel: Kernel,
    /// The accumulators: for each slot Red's view, then Black's.
    tiles: Vec<Tile>,
    /// What each slot's pieces add straight to the output, from Red's view.
    straights: Vec<i32>,
    /// The key of the pieces whose accumulator a slot holds.
    keys: Vec<Option<u64>>,
}

/// A move on the path from a known accumulator to the current position.
#[derive(Clone, Copy, Debug)]
struct Step {
    depth: usize,
    mv: Move,
    captured: Option<Piece>,
    key: u64,
}

impl Evaluator {
    /// An evaluator for a network, with the best arithmetic that the processor has.
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_kernel(network, Kernel::best())
    }

    /// An evaluator with that arithmetic.
    pub fn with_kernel(network: Arc<Network>, kernel: Kernel) -> Self {
        let tiles = vec![Tile::ZERO; SLOTS * Color::COUNT * network.tiles()];
        Self { network, kernel, tiles, straights: vec![0; SLOTS], keys: vec![None; SLOTS] }
    }

    /// The network.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// What a position is worth in centipawns, from the view of the side to move; never a mate score.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        let slot = self.bring_up_to_date(position);
        let bucket = self.network.shape().bucket(position.occupied().len() as usize);
        let (weights, bias) = self.network.output(bucket);
        let [own, other] =
            [position.side(), !position.side()].map(|view| &self.tiles[self.view_range(slot, view)]);
        let straight = self.straights[slot];
        let straight = if position.side() == Color::Red { straight } else { straight.wrapping_neg() };
        let hidden = self.kernel.run(OutputSum { own, other, weights }) / QA;
        let sum = hidden.wrapping_add(bias).wrapping_add(straight);
        let unit = i64::from(QA * self.network.output_unit());
        Score((i64::from(sum) * i64::from(self.network.scale()) / unit) as i32).clamp_eval()
    }

    /// Where the tiles of a slot are for one view.
    fn view_range(&self, slot: usize, view: Color) -> std::ops::Range<usize> {
        let start = (Color::COUNT * slot + view.index()) * self.network.tiles();
        start..start + self.network.tiles()
    }

    /// Makes sure that the accumulator of the position is known; its slot.
    fn bring_up_to_date(&mut self, position: &Position) -> usize {
        let history = position.history();
        let mut steps: ArrayVec<Step, REACH> = ArrayVec::new();
        let mut depth = history.len();
        loop {
            let state = history.get(depth).unwrap_or_else(|| position.state());
            let key = pieces_key(state);
            if self.keys[depth % SLOTS] == Some(key) {
                break;
            }
            match state.last_move {
                // A null move leaves the pieces where they are.
                None if depth > 0 => depth -= 1,
                Some(mv) if depth > 0 && !steps.is_full() => {
                    steps.push(Step { depth, mv, captured: state.captured, key });
                    depth -= 1;
                }
                _ => return self.refresh(position),
            }
        }
        let mut pieces: ArrayVec<Piece, REACH> = ArrayVec::new();
        for (index, step) in steps.iter().enumerate() {
            match piece_after(position, &steps[..index], step.mv) {
                Some(piece) => pieces.push(piece),
                None => return self.refresh(position),
            }
        }
        // Where a king moved, its side sees everything anew.
        let moved_kings = Color::ALL.map(|view| {
            let king = Piece::new(view, Kind::King);
            self.network.shape().tells_kings_apart() && pieces.contains(&king)
        });
        let is_partial = moved_kings.contains(&true);
        let mut slot = depth % SLOTS;
        // The steps go backwards from the current position; they are taken forwards.
        for (step, piece) in steps.iter().zip(&pieces).rev() {
            let next = step.depth % SLOTS;
            for view in Color::ALL.into_iter().filter(|view| !moved_kings[view.index()]) {
                self.advance(view, position.king(view), (slot, next), *step, *piece);
            }
            self.advance_straight((slot, next), *step, *piece);
            self.keys[next] = (!is_partial).then_some(step.key);
            slot = next;
        }
        if is_partial {
            for view in Color::ALL.into_iter().filter(|view| moved_kings[view.index()]) {
                self.refresh_view(position, view, slot);
            }
            self.keys[slot] = Some(pieces_key(position.state()));
        }
        slot
    }

    /// Sums all pieces of the position anew.
    fn refresh(&mut self, position: &Position) -> usize {
        let slot = position.history().len() % SLOTS;
        for view in Color::ALL {
            self.refresh_view(position, view, slot);
        }
        let network = &self.network;
        let pieces =
            position.occupied().into_iter().filter_map(|square| Some((position.piece_on(square)?, square)));
        self.straights[slot] =
            pieces.fold(0, |sum, (piece, square)| network.straight(piece, square).wrapping_add(sum));
        self.keys[slot] = Some(pieces_key(position.state()));
        slot
    }

    /// Sums all pieces of the position anew for one view.
    fn refresh_view(&mut self, position: &Position, view: Color, slot: usize) {
        let range = self.view_range(slot, view);
        let network = &self.network;
        let king_view = network.shape().king_view(view, position.king(view));
        let mut rows: ArrayVec<&[Tile], MAX_PIECES> = ArrayVec::new();
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                rows.push(network.row(king_view.input(view, piece, square)));
            }
        }
        self.kernel.run(SumRows { sum: &mut self.tiles[range], base: network.bias(), rows: &rows });
    }

    /// Computes a view's accumulator after a step from the one before; its king stands there all the while.
    fn advance(
        &mut self,
        view: Color,
        king: Square,
        (before, after): (usize, usize),
        step: Step,
        piece: Piece,
    ) {
        let (before, range) = (self.view_range(before, view), self.view_range(after, view));
        let network = &self.network;
        // Slots that follow each other lie side by side, or at the two ends.
        let (before, after) = if before.start < range.start {
            let (low, high) = self.tiles.split_at_mut(range.start);
            (&low[before], &mut high[..range.len()])
        } else {
            let (low, high) = self.tiles.split_at_mut(before.start);
            (&high[..before.len()], &mut low[range])
        };
        let king_view = network.shape().king_view(view, king);
        let added = network.row(king_view.input(view, piece, step.mv.to()));
        let removed = network.row(king_view.input(view, piece, step.mv.from()));
        match step.captured {
            None => self.kernel.run(MoveRow { after, before, added, removed }),
            Some(captured) => {
                let captured = network.row(king_view.input(view, captured, step.mv.to()));
                self.kernel.run(CaptureRow { after, before, added, removed, captured });
            }
        }
    }

    /// Computes what the pieces add straight to the output after a step.
    fn advance_straight(&mut self, (before, after): (usize, usize), step: Step, piece: Piece) {
        let network = &self.network;
        let (from, to) = (step.mv.from(), step.mv.to());
        let moved = network.straight(piece, to).wrapping_sub(network.straight(piece, from));
        let taken = step.captured.map_or(0, |captured| network.straight(captured, to));
        self.straights[after] = self.straights[before].wrapping_add(moved).wrapping_sub(taken);
    }
}

/// The key of the pieces, whoever is to move.
#[inline]
fn pieces_key(state: &State) -> u64 {
    state.pawn_key ^ state.piece_keys[0] ^ state.piece_keys[1]
}

/// Which piece stood on a move's target after it, seen from the current position: `later` are the moves since,
/// the latest first.
fn piece_after(position: &Position, later: &[Step], mv: Move) -> Option<Piece> {
    let mut square = mv.to();
    for step in later.iter().rev() {
        if step.mv.to() == square {
            return step.captured;
        }
        if step.mv.from() == square {
            // Here the piece moves on.
            square = step.mv.to();
        }
    }
    position.piece_on(square)
}
