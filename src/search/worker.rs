//! One search thread: iterative deepening, and what its nodes share.

use super::correction::Correction;
use super::history::{Earlier, History, Moved};
use super::limits::{Control, Limits};
use super::mate::WORTH_NODES;
use super::node::Root;
use super::params::{self, Params, Reductions};
use super::report::{Bound, Line, Reporter};
use super::time::{Budget, stretch};
use super::tt::{NO_EVAL, Table};
use super::vote::Candidate;
use crate::board::Position;
use crate::core::{MAX_PLY, Move, Score};
use crate::eval;
use crate::eval::nnue::{Evaluator, Network};
use arrayvec::ArrayVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// The deepest iteration.
pub const MAX_DEPTH: i32 = 100;

/// The moves of a principal variation.
pub type Pv = ArrayVec<Move, { MAX_PLY + 1 }>;

/// What all threads of a search see.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a Control,
    pub limits: &'a Limits,
    pub params: &'a Params,
    /// Set when one thread has ended and the others shall.
    pub finished: AtomicBool,
    /// Nodes by thread, brought up to date now and then.
    pub nodes: Box<[AtomicU64]>,
    /// How many iterations were begun by all threads together, the main thread's first one included.
    pub turns: AtomicUsize,
}

/// What a node leaves for its neighbours on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub moved: Option<Moved>,
    pub static_eval: Score,
    pub killers: [Option<Move>; 2],
    pub excluded: Option<Move>,
    /// Double extensions on the path so far.
    pub extensions: u32,
}

const NO_FRAME: Frame =
    Frame { moved: None, static_eval: NO_EVAL, killers: [None; 2], excluded: None, extensions: 0 };

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    pub score: Score,
    /// The score as last reported, for the order among moves that failed low.
    pub previous: Score,
    pub bound: Bound,
    pub sel_depth: usize,
    pub nodes: u64,
    pub pv: Pv,
}

/// What a thread remembers from one search to the next.
pub(super) struct Memory {
    pub history: History,
    pub correction: Correction,
    /// The network's evaluation; the hand-written one if there is none.
    pub evaluator: Option<Evaluator>,
}

impl Memory {
    pub fn new(network: Option<&Arc<Network>>) -> Self {
        let evaluator = network.cloned().map(Evaluator::new);
        let mut memory = Self { history: History::default(), correction: Correction::default(), evaluator };
        // Writes to all pages, so that the system gives them now and not during the first search.
        memory.clear();
        memory
    }

    pub fn clear(&mut self) {
        self.history.clear();
        self.correction.clear();
    }
}

/// One search thread.
pub(super) struct Worker<'a> {
    pub index: usize,
    pub shared: &'a Shared<'a>,
    pub position: Position,
    pub history: &'a mut History,
    pub correction: &'a mut Correction,
    evaluator: &'a mut Option<Evaluator>,
    pub reductions: &'static Reductions,
    pub frames: Vec<Frame>,
    pub nodes: u64,
    pub stopped: bool,
    pub root_moves: Vec<RootMove>,
    /// Which of the best lines is being searched, from 0.
    pub pv_index: usize,
    pub root_depth: i32,
    pub completed_depth: i32,
    /// No null move nearer the root than this, while one is being verified.
    pub null_move_from: usize,
    pvs: Vec<Pv>,
    sel_depth: usize,
    budget: Option<Budget>,
    reporter: &'a mut dyn Reporter,
}

/// Searches with less time for a move do not look for short mates on the side.
const PROOFS_FROM: Duration = Duration::from_millis(400);

/// Root moves are announced only when a search has taken this long.
const ANNOUNCE_AFTER: Duration = Duration::from_secs(2);

impl<'a> Worker<'a> {
    pub fn new(
        index: usize,
        shared: &'a Shared<'a>,
        position: &Position,
        root_moves: &[Move],
        memory: &'a mut Memory,
        reporter: &'a mut dyn Reporter,
    ) -> Self {
        let root_move = |&mv: &Move| RootMove {
            mv,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            bound: Bound::Exact,
            sel_depth: 0,
            nodes: 0,
            pv: Pv::from_iter([mv]),
        };
        Self {
            index,
            shared,
            position: position.clone(),
            history: &mut memory.history,
            correction: &mut memory.correction,
            evaluator: &mut memory.evaluator,
            reductions: Reductions::shared(),
            frames: vec![NO_FRAME; MAX_PLY + 3],
            nodes: 0,
            stopped: false,
            root_moves: root_moves.iter().map(root_move).collect(),
            pv_index: 0,
            root_depth: 0,
            completed_depth: 0,
            null_move_from: 0,
            pvs: vec![Pv::new(); MAX_PLY + 2],
            sel_depth: 0,
            budget: if index == 0 { Budget::new(shared.limits) } else { None },
            reporter,
        }
    }

    /// Searches deeper and deeper until a limit or the end of the control strings.
    pub fn iterate(&mut self) {
        let last_depth =
            self.shared.limits.depth.map_or(MAX_DEPTH, |depth| (depth as i32).clamp(1, MAX_DEPTH));
        let lines = self.lines();
        let mut stable_iterations = 0;
        let mut last_best = None;
        let mut last_score = Score::ZERO;
        let mut last_lines = Vec::new();
        let short_mate = if self.has_time_for_proofs() { self.find_short_mate() } else { None };
        while let Some(depth) = self.next_depth(last_depth) {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                self.sel_depth = 0;
                self.aspirate(depth);
                if self.stopped {
                    break;
                }
                if let Some(line) = short_mate.as_ref().filter(|_| pv_index == 0) {
                    self.prefer_mate(line);
                }
                // Lines found later must not stand above better ones.
                self.root_moves[..=pv_index].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            }
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if lines > 1 {
                last_lines.clone_from(&self.root_moves);
            }
            if self.index > 0 {
                // Whichever thread is first as deep as was asked for has the answer.
                if depth == last_depth && !self.answers_alone() {
                    self.shared.finished.store(true, Ordering::Relaxed);
                }
                continue;
            }
            self.report(lines);
            let best = &self.root_moves[0];
            stable_iterations = if last_best == Some(best.mv) { stable_iterations + 1 } else { 0 };
            let drop = if depth > 1 { (last_score - best.score).0 } else { 0 };
            (last_best, last_score) = (Some(best.mv), best.score);
            let is_proved = short_mate.is_some() && self.is_answer_awaited() && lines == 1;
            let is_enough = self.shared.limits.soft_nodes.is_some_and(|nodes| self.total_nodes() >= nodes);
            if self.is_time_for_a_move(stable_iterations, drop)
                || self.is_mate_enough()
                || is_proved
                || is_enough
            {
                break;
            }
        }
        // Of several lines those of a broken-off iteration do not compare with those of the one before.
        if self.stopped && !last_lines.is_empty() {
            self.root_moves = last_lines;
        }
        // An iteration that was broken off may have left another move in front.
        if let Some(line) = &short_mate {
            self.prefer_mate(line);
        }
    }

    /// How many best lines are looked for.
    fn lines(&self) -> usize {
        self.shared.limits.multi_pv.clamp(1, self.root_moves.len().max(1))
    }

    /// Whether the main thread's answer counts, whatever the others have: they do not rank several lines as it does,
    /// and it is the one that sees whether a mate is as short as was asked for.
    pub fn answers_alone(&self) -> bool {
        self.lines() > 1 || self.shared.limits.mate.is_some()
    }

    /// The iteration that this thread searches next. Not all threads search all of them, for with the table filled
    /// by a search of the same depth an iteration would still cost most of its nodes again and find little new.
    fn next_depth(&self, last_depth: i32) -> Option<i32> {
        let depth = self.root_depth;
        if depth >= last_depth {
            return None;
        }
        let threads = self.shared.nodes.len();
        let next = if threads == 1 || (self.index == 0 && depth == 0) {
            depth + 1
        } else if self.shared.limits.depth.is_some() {
            // Only the last iteration counts: each one on the way is begun by half of the threads.
            let rounds = || self.shared.turns.fetch_add(1, Ordering::Relaxed) / threads.div_ceil(2);
            std::iter::repeat_with(rounds).map(|round| 1 + round as i32).find(|&next| next > depth)?
        } else if self.index.is_multiple_of(2) {
            // The main thread among them: after each iteration it sees whether the time is enough for one more.
            depth + 1
        } else {
            depth + 2 - depth % 2
        };
        Some(next.min(last_depth))
    }

    /// Whether the search is long enough for a proof of short mates beside it; only the main thread tries.
    fn has_time_for_proofs(&self) -> bool {
        let limits = self.shared.limits;
        self.index == 0
            && self.budget.is_none_or(|budget| budget.soft >= PROOFS_FROM)
            && limits.nodes.is_none_or(|nodes| nodes >= WORTH_NODES)
            && limits.depth.is_none()
    }

    /// Puts a proved mate first, unless the search has found one as short.
    fn prefer_mate(&mut self, line: &Pv) {
        let score = Score::mate_in(line.len());
        let Some(&first) = line.first() else { return };
        if self.root_moves[0].score >= score {
            return;
        }
        if let Some(index) = self.root_moves.iter().position(|root_move| root_move.mv == first) {
            let mut root_move = self.root_moves.remove(index);
            root_move.score = score;
            root_move.bound = Bound::Exact;
            root_move.pv.clone_from(line);
            self.root_moves.insert(0, root_move);
        }
    }

    /// Whether the soft budget is used up, stretched by how the search goes.
    fn is_time_for_a_move(&self, stable_iterations: u32, score_drop: i32) -> bool {
        let Some(budget) = self.budget else { return false };
        if self.shared.control.is_pondering() {
            return false;
        }
        let elapsed = self.shared.control.clock_elapsed();
        if budget.soft == budget.hard {
            return elapsed >= budget.soft;
        }
        if self.root_moves.len() == 1 {
            return true;
        }
        let effort = self.root_moves[0].nodes as f64 / self.nodes.max(1) as f64;
        let factor = stretch(stable_iterations, score_drop, effort);
        elapsed.as_secs_f64() >= (budget.soft.as_secs_f64() * factor).min(budget.hard.as_secs_f64())
    }

    /// Whether a mate is found that satisfies the limits, or that more depth cannot shorten.
    fn is_mate_enough(&self) -> bool {
        let Some(plies) = self.root_moves[0].score.mate_plies() else { return false };
        if let Some(wanted) = self.shared.limits.mate
            && plies > 0
            && plies as u32 <= 2 * wanted
        {
            return true;
        }
        // Only where the clock decides: who gave a depth or a node count wants it searched.
        self.is_answer_awaited() && self.root_depth > 2 * plies.abs() + 6
    }

    /// Whether somebody waits for a move while a clock runs.
    fn is_answer_awaited(&self) -> bool {
        self.budget.is_some() && !self.shared.control.is_pondering()
    }

    /// Searches with a narrow window around the last score, and widens it until the score is inside.
    fn aspirate(&mut self, depth: i32) {
        let previous = self.root_moves[self.pv_index].previous;
        let mut window = self.shared.params.aspiration_window;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= params::ASPIRATION_DEPTH && !previous.is_decisive() {
            alpha = previous - window;
            beta = previous + window;
        }
        let mut reduction = 0;
        loop {
            let score = self.search::<Root>(alpha, beta, (depth - reduction).max(1), 0, false);
            // Stable: moves that were not improved keep the order of the last iteration.
            self.root_moves[self.pv_index..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            if self.stopped {
                return;
            }
            window += window / 2;
            if score <= alpha {
                beta = Score(i32::midpoint(alpha.0, beta.0));
                alpha = if score.is_decisive() {
                    -Score::INFINITE
                } else {
                    (score - window).max(-Score::INFINITE)
                };
                reduction = 0;
            } else if score >= beta {
                beta =
                    if score.is_decisive() { Score::INFINITE } else { (score + window).min(Score::INFINITE) };
                reduction = (reduction + 1).min(3);
            } else {
                return;
            }
        }
    }

    /// What this thread would play.
    pub fn candidate(&self) -> Candidate {
        let best = &self.root_moves[0];
        Candidate {
            mv: best.mv,
            score: best.score,
            depth: self.completed_depth,
            sel_depth: best.sel_depth,
            pv: best.pv.clone(),
        }
    }

    /// Reports another thread's choice as the best line.
    pub fn adopt(&mut self, candidate: &Candidate) {
        if let Some(index) = self.root_moves.iter().position(|root_move| root_move.mv == candidate.mv) {
            let mut root_move = self.root_moves.remove(index);
            (root_move.score, root_move.bound) = (candidate.score, Bound::Exact);
            root_move.sel_depth = candidate.sel_depth;
            root_move.pv.clone_from(&candidate.pv);
            self.root_moves.insert(0, root_move);
            self.root_depth = candidate.depth;
            self.report(1);
        }
    }

    fn report(&mut self, lines: usize) {
        let nodes = self.total_nodes();
        let time = self.shared.control.elapsed();
        let hash_full = self.shared.table.hash_full();
        for (index, root_move) in self.root_moves[..lines].iter().enumerate() {
            self.reporter.line(&Line {
                depth: self.root_depth as u32,
                sel_depth: root_move.sel_depth as u32,
                multi_pv: index + 1,
                score: root_move.score,
                bound: root_move.bound,
                nodes,
                time,
                hash_full,
                pv: root_move.pv.to_vec(),
            });
        }
    }

    /// Positions visited by all threads.
    pub fn total_nodes(&self) -> u64 {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        self.shared.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Counts a node and begins its variation.
    #[inline]
    pub fn enter(&mut self, ply: usize) {
        self.nodes += 1;
        self.sel_depth = self.sel_depth.max(ply);
        if let Some(pv) = self.pvs.get_mut(ply) {
            pv.clear();
        }
    }

    /// Whether the search has to end; looks at the clock only now and then.
    #[inline]
    pub fn should_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.index > 0 {
            if self.nodes.is_multiple_of(512) {
                self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
                self.stopped =
                    self.shared.finished.load(Ordering::Relaxed) || self.shared.control.is_stopped();
            }
            return self.stopped;
        }
        // The first iteration always ends: a move must come, whatever the clock or the front end says.
        let is_first = self.completed_depth == 0;
        if let Some(limit) = self.shared.limits.nodes
            && !is_first
            && (self.shared.nodes.len() == 1 || self.nodes.is_multiple_of(64))
        {
            let nodes = if self.shared.nodes.len() == 1 { self.nodes } else { self.total_nodes() };
            self.stopped |= nodes >= limit;
        }
        if self.nodes.is_multiple_of(512) {
            let control = self.shared.control;
            let out_of_time = self
                .budget
                .is_some_and(|budget| !control.is_pondering() && control.clock_elapsed() >= budget.hard);
            let is_finished = control.is_stopped() || self.shared.finished.load(Ordering::Relaxed);
            self.stopped |= (is_finished || out_of_time) && !is_first;
        }
        self.stopped
    }

    /// The static evaluation for the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        let eval = match self.evaluator {
            Some(evaluator) => evaluator.evaluate(&self.position),
            None => eval::evaluate(&self.position),
        };
        eval::endings::adjust(&self.position, eval)
    }

    /// A static evaluation with what like positions have taught, faded towards the no-capture limit. What is
    /// known for certain needs no lessons.
    #[inline]
    pub fn correct(&self, raw: Score) -> Score {
        let is_known = eval::endings::is_known(&self.position);
        let correction = if is_known { 0 } else { self.correction.value(&self.position) };
        (self.fade(raw) + correction).clamp_eval()
    }

    /// The moves one, two and four plies ago.
    #[inline]
    pub fn earlier_moves(&self, ply: usize) -> Earlier {
        [1, 2, 4].map(|plies| ply.checked_sub(plies).and_then(|ply| self.frames[ply].moved))
    }

    /// Puts a move before the variation of the node it leads to.
    pub fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.pvs.split_at_mut(ply + 1);
        if let (Some(pv), Some(tail)) = (before.last_mut(), after.first()) {
            pv.clear();
            pv.push(mv);
            pv.extend(tail.iter().copied().take(MAX_PLY));
        }
    }

    /// Whether the move is to be looked at in the line that is being searched.
    pub fn is_root_move(&self, mv: Move) -> bool {
        self.root_moves[self.pv_index..].iter().any(|root_move| root_move.mv == mv)
    }

    pub fn report_current_move(&mut self, depth: i32, mv: Move, number: usize) {
        if self.index == 0 && self.shared.control.elapsed() >= ANNOUNCE_AFTER {
            self.reporter.current_move(depth as u32, mv, number + self.pv_index);
        }
    }

    /// Notes the score of a root move; only the first move and those that improve on it get one.
    pub fn note_root_move(
        &mut self,
        mv: Move,
        score: Score,
        alpha: Score,
        beta: Score,
        first: bool,
        nodes: u64,
    ) {
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.mv == mv) else { return };
        root_move.nodes += nodes;
        if first || score > alpha {
            root_move.score = score;
            root_move.bound = if score >= beta {
                Bound::Lower
            } else if score <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            root_move.sel_depth = self.sel_depth;
            root_move.pv.truncate(0);
            root_move.pv.push(mv);
            root_move.pv.extend(self.pvs[1].iter().copied().take(MAX_PLY));
        } else {
            root_move.score = -Score::INFINITE;
        }
    }

    /// Rewards the move that cut off and punishes those tried before it.
    pub fn learn_cutoff(
        &mut self,
        best: Move,
        depth: i32,
        ply: usize,
        earlier: Earlier,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let (bonus, malus) = (self.bonus(depth), self.malus(depth));
        if self.position.piece_on(best.to()).is_none() {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.update_quiet(best, earlier, bonus);
            for &mv in quiets {
                self.update_quiet(mv, earlier, -malus);
            }
        } else {
            self.update_capture(best, bonus);
        }
        for &mv in captures {
            self.update_capture(mv, -malus);
        }
    }

    /// Rewards the quiet move that led here, since nothing was found against it.
    pub fn learn_unrefuted(&mut self, depth: i32, ply: usize) {
        let state = self.position.state();
        let (Some(mv), None) = (state.last_move, state.captured) else { return };
        let bonus = self.bonus(depth) / 2;
        self.history.update_quiet(!self.position.side(), mv, bonus);
        let [moved, before] =
            [1, 2].map(|plies| ply.checked_sub(plies).and_then(|ply| self.frames[ply].moved));
        if let (Some(moved), Some(before)) = (moved, before) {
            self.history.update_continuation(before, moved, bonus);
        }
    }

    fn bonus(&self, depth: i32) -> i32 {
        let p = self.shared.params;
        (p.bonus_factor * depth - p.bonus_base).min(p.bonus_max)
    }

    fn malus(&self, depth: i32) -> i32 {
        let p = self.shared.params;
        (p.malus_factor * depth - p.malus_base).min(p.malus_max)
    }

    fn update_quiet(&mut self, mv: Move, earlier: Earlier, bonus: i32) {
        let Some(piece) = self.position.piece_on(mv.from()) else { return };
        let moved = Moved { piece, to: mv.to() };
        self.history.update_quiet(self.position.side(), mv, bonus);
        for earlier in earlier.into_iter().flatten() {
            self.history.update_continuation(earlier, moved, bonus);
        }
    }

    fn update_capture(&mut self, mv: Move, bonus: i32) {
        if let (Some(piece), Some(captured)) =
            (self.position.piece_on(mv.from()), self.position.piece_on(mv.to()))
        {
            self.history.update_capture(Moved { piece, to: mv.to() }, captured.kind(), bonus);
        }
    }
}
