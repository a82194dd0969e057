//! Short mates, proved by looking at every move.
//!
//! The main search prunes quiet moves that look like nothing, and among them are first moves of short
//! mates: it may need many iterations to see a mate in two. This search prunes nothing. It stays small
//! because one refutation is enough against each attacking move, and the last attacking move must be a check
//! or leave no move at all.

use super::worker::{Pv, Worker};
use crate::board::Position;
use crate::core::{Color, Move};
use crate::movegen::{has_legal_move, legal_moves};

/// The longest mate looked for, in moves of the mating side.
const MAX_MOVES: usize = 3;
/// Positions that may be visited; more than nearly every position needs.
const MAX_NODES: u64 = 1_000_000;
/// Searches that may not take at least this many nodes have no time for it.
pub(super) const WORTH_NODES: u64 = 3_000_000;

/// One search for a mate.
struct Solver<'a> {
    position: Position,
    /// Whether the law ends the game at a position otherwise than by mate.
    is_over: &'a dyn Fn(&Position, usize) -> bool,
    nodes: u64,
    /// The reply that refuted the last attacking move, by ply.
    refutations: [Option<Move>; 2 * MAX_MOVES],
}

impl Worker<'_> {
    /// The shortest forced mate of the side to move, if there is one of at most three moves; its line.
    pub(super) fn find_short_mate(&self) -> Option<Pv> {
        // A side that has nothing to cross the river with mates nobody.
        let side: Color = self.position.side();
        if !self.position.has_attackers(side)
            && self.position.pieces(side, crate::core::Kind::Pawn).is_empty()
        {
            return None;
        }
        let is_over = |position: &Position, ply: usize| self.verdict_at(position, ply).is_some();
        let mut solver = Solver {
            position: self.position.clone(),
            is_over: &is_over,
            nodes: 0,
            refutations: [None; 2 * MAX_MOVES],
        };
        (1..=MAX_MOVES).find_map(|moves| {
            let roots = self.root_moves.iter().map(|root_move| root_move.mv);
            roots.into_iter().find_map(|mv| solver.attack(mv, moves, 0))
        })
    }
}

impl Solver<'_> {
    /// The line by which the attacking move mates within `moves` moves, if it does.
    fn attack(&mut self, mv: Move, moves: usize, ply: usize) -> Option<Pv> {
        if self.nodes >= MAX_NODES || moves == 1 && !self.may_end(mv) {
            return None;
        }
        self.nodes += 1;
        self.position.make(mv);
        let line = self.defend(moves, ply + 1);
        self.position.unmake();
        line.map(|mut line| {
            line.insert(0, mv);
            line
        })
    }

    /// Whether the move gives check, or might leave a side with little to move without a move.
    fn may_end(&self, mv: Move) -> bool {
        self.position.gives_check(mv) || self.position.of_color(!self.position.side()).len() <= 4
    }

    /// The longest line of the defender if every reply is mated within `moves - 1` more moves.
    fn defend(&mut self, moves: usize, ply: usize) -> Option<Pv> {
        if !has_legal_move(&self.position) {
            return Some(Pv::new());
        }
        if moves == 1 || (self.is_over)(&self.position, ply) {
            return None;
        }
        let mut replies = legal_moves(&self.position);
        let refutation = self.refutations[ply].and_then(|mv| replies.iter().position(|&reply| reply == mv));
        replies.swap(0, refutation.unwrap_or(0));
        let mut longest = Pv::new();
        for reply in replies {
            self.nodes += 1;
            self.position.make(reply);
            let line =
                if (self.is_over)(&self.position, ply + 1) { None } else { self.continue_attack(moves, ply) };
            self.position.unmake();
            let Some(line) = line else {
                self.refutations[ply] = Some(reply);
                return None;
            };
            if line.len() + 1 > longest.len() {
                longest.clear();
                longest.push(reply);
                longest.extend(line);
            }
        }
        Some(longest)
    }

    /// The attacker's shortest mate within `moves - 1` moves: checks first, for most mates are made of them.
    fn continue_attack(&mut self, moves: usize, ply: usize) -> Option<Pv> {
        let mut attacks = legal_moves(&self.position);
        attacks.sort_by_key(|&mv| !self.position.gives_check(mv));
        (1..moves).find_map(|moves| attacks.iter().find_map(|&mv| self.attack(mv, moves, ply + 1)))
    }
}
