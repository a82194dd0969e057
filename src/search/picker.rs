//! The order in which moves are tried.
//!
//! The table's move, captures that do not lose material, killers, quiet moves by history, losing captures.
//! Each stage is generated only when the one before it brought no cutoff.

use super::history::{Earlier, History, Moved};
use crate::board::{CheckSquares, Position, exchange_value};
use crate::core::Move;
use crate::movegen::{MAX_MOVES, MoveList, Selection, each_legal, generate};
use arrayvec::ArrayVec;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Hash,
    Captures,
    GoodCaptures,
    Killers,
    Quiets,
    AllQuiets,
    BadCaptures,
    QuietChecks,
    AllQuietChecks,
    Evasions,
    AllEvasions,
}

/// What the order of quiet moves goes by beside the board.
#[derive(Clone, Copy, Default, Debug)]
pub struct Context {
    /// The table's move; must be legal.
    pub hash: Option<Move>,
    /// Quiet moves that cut off at the same ply before.
    pub killers: [Option<Move>; 2],
    /// The moves one, two and four plies ago.
    pub earlier: Earlier,
}

/// Which moves a picker hands out; out of check always all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Every legal move.
    All,
    /// Captures only.
    Captures,
    /// Captures, then quiet moves that give check.
    CapturesAndChecks,
}

/// Hands out the legal moves of a position one by one.
pub struct Picker {
    stage: Stage,
    context: Context,
    scope: Scope,
    /// Set when of the quiet moves only those that give check are wanted.
    checks_only: Option<CheckSquares>,
    scored: ArrayVec<(Move, i32), MAX_MOVES>,
    bad_captures: ArrayVec<Move, MAX_MOVES>,
    next_bad: usize,
    next_killer: usize,
}

impl Picker {
    /// The legal moves of that scope.
    pub fn new(position: &Position, context: Context, scope: Scope) -> Self {
        let stage = match context.hash {
            Some(_) => Stage::Hash,
            None => Self::first_stage(position),
        };
        Self {
            stage,
            context,
            scope,
            checks_only: None,
            scored: ArrayVec::new(),
            bad_captures: ArrayVec::new(),
            next_bad: 0,
            next_killer: 0,
        }
    }

    fn first_stage(position: &Position) -> Stage {
        if position.in_check() { Stage::Evasions } else { Stage::Captures }
    }

    /// Of the quiet moves to come, hands out only those that give check; out of check everything.
    pub fn only_quiet_checks(&mut self, squares: &CheckSquares) {
        self.checks_only = Some(*squares);
    }

    /// The next move.
    pub fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Self::first_stage(position);
                    return self.context.hash;
                }
                Stage::Captures => {
                    self.score(position, Selection::Captures, |mv| capture_score(position, history, mv));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    while let Some(mv) = self.pop_best() {
                        if self.scope != Scope::All || position.exchange_is_at_least(mv, 0) {
                            return Some(mv);
                        }
                        self.bad_captures.push(mv);
                    }
                    self.stage = match self.scope {
                        Scope::All => Stage::Killers,
                        Scope::Captures => return None,
                        Scope::CapturesAndChecks => Stage::QuietChecks,
                    };
                }
                Stage::Killers => match self.next_killer(position) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Quiets,
                },
                Stage::Quiets => {
                    let earlier = self.context.earlier;
                    self.score(position, Selection::Quiets, |mv| quiet_score(position, history, earlier, mv));
                    let killers = self.context.killers;
                    self.scored.retain(|(mv, _)| !killers.contains(&Some(*mv)));
                    self.stage = Stage::AllQuiets;
                }
                Stage::AllQuiets => {
                    let next = match self.checks_only {
                        Some(squares) => self.pop_check(position, &squares),
                        None => self.pop_best(),
                    };
                    match next {
                        Some(mv) => return Some(mv),
                        None => self.stage = Stage::BadCaptures,
                    }
                }
                Stage::BadCaptures => {
                    let mv = self.bad_captures.get(self.next_bad).copied();
                    self.next_bad += 1;
                    return mv;
                }
                Stage::QuietChecks => {
                    self.find_checks(position);
                    self.stage = Stage::AllQuietChecks;
                }
                Stage::AllQuietChecks => return self.scored.pop().map(|(mv, _)| mv),
                Stage::Evasions => {
                    let earlier = self.context.earlier;
                    self.score(position, Selection::All, |mv| evasion_score(position, history, earlier, mv));
                    self.stage = Stage::AllEvasions;
                }
                Stage::AllEvasions => return self.pop_best(),
            }
        }
    }

    fn next_killer(&mut self, position: &Position) -> Option<Move> {
        while self.next_killer < self.context.killers.len() {
            let killer = self.context.killers[self.next_killer];
            self.next_killer += 1;
            let is_new = killer != self.context.hash;
            if let Some(mv) = killer.filter(|_| is_new)
                && position.piece_on(mv.to()).is_none()
                && position.is_legal(mv)
                && self.checks_only.is_none_or(|squares| position.gives_check_by(&squares, mv))
            {
                return Some(mv);
            }
        }
        None
    }

    fn score(&mut self, position: &Position, selection: Selection, score: impl Fn(Move) -> i32) {
        let mut moves = MoveList::new();
        generate(position, selection, &mut moves);
        let hash = self.context.hash;
        self.scored.clear();
        let wanted = moves.iter().filter(|&&mv| Some(mv) != hash);
        self.scored.extend(wanted.map(|&mv| (mv, score(mv))));
    }

    /// Lists the quiet moves that give check, in no order.
    fn find_checks(&mut self, position: &Position) {
        let squares = position.check_squares();
        self.scored.clear();
        each_legal(position, Selection::Quiets, |from, targets| {
            let likely = position.likely_checks(&squares, from, targets);
            let moves = likely.into_iter().map(|to| Move::new(from, to));
            let checks = moves.filter(|&mv| position.gives_check_by(&squares, mv));
            self.scored.extend(checks.map(|mv| (mv, 0)));
        });
    }

    /// Takes any move that gives check out of the list, and those before it.
    fn pop_check(&mut self, position: &Position, squares: &CheckSquares) -> Option<Move> {
        while let Some((mv, _)) = self.scored.pop() {
            if position.gives_check_by(squares, mv) {
                return Some(mv);
            }
        }
        None
    }

    /// Takes the best-scored move out of the list.
    fn pop_best(&mut self) -> Option<Move> {
        let (mut best, mut best_score) = (0, i32::MIN);
        for (index, &(_, score)) in self.scored.iter().enumerate() {
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        self.scored.swap_pop(best).map(|(mv, _)| mv)
    }
}

/// The most valuable victim first, then what has done well.
#[inline]
fn capture_score(position: &Position, history: &History, mv: Move) -> i32 {
    match (position.piece_on(mv.from()), position.piece_on(mv.to())) {
        (Some(piece), Some(captured)) => {
            let moved = Moved { piece, to: mv.to() };
            16 * exchange_value(captured.kind()) + history.capture(moved, captured.kind())
                - exchange_value(piece.kind()) / 8
        }
        _ => 0,
    }
}

/// What the histories together say of a quiet move.
#[inline]
pub fn quiet_score(position: &Position, history: &History, earlier: Earlier, mv: Move) -> i32 {
    let Some(piece) = position.piece_on(mv.from()) else { return 0 };
    let moved = Moved { piece, to: mv.to() };
    let follows = earlier.into_iter().flatten().map(|earlier| history.continuation(earlier, moved));
    history.quiet(position.side(), mv) + follows.sum::<i32>()
}

#[inline]
fn evasion_score(position: &Position, history: &History, earlier: Earlier, mv: Move) -> i32 {
    if position.piece_on(mv.to()).is_some() {
        1_000_000 + capture_score(position, history, mv)
    } else {
        quiet_score(position, history, earlier, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::perft::parse_suite;

    #[test]
    fn every_legal_move_comes_once() {
        let history = History::default();
        for entry in parse_suite(include_str!("../../perft/generated.suite")).unwrap() {
            let position = entry.position;
            let mut expected: Vec<_> = legal_moves(&position).to_vec();
            let context = Context {
                hash: expected.last().copied(),
                killers: [expected.first().copied(), "a0a9".parse().ok()],
                earlier: [None; 3],
            };
            let mut picker = Picker::new(&position, context, Scope::All);
            let mut picked: Vec<_> = std::iter::from_fn(|| picker.next(&position, &history)).collect();
            assert_eq!(picked.first().copied(), context.hash);
            picked.sort();
            expected.sort();
            assert_eq!(picked, expected, "{}", position.fen());
        }
    }
}
