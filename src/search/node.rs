//! One node of the principal variation search.

use super::history::{self, Moved};
use super::params;
use super::picker::{Context, Picker, Scope, quiet_score};
use super::quiesce::cuts;
use super::report::Bound;
use super::tt::{Entry, NO_EVAL};
use super::worker::Worker;
use crate::core::{MAX_PLY, Move, Score};
use arrayvec::ArrayVec;

/// What kind of node a search function is compiled for.
pub(super) trait NodeType {
    /// Whether the node may lie on the principal variation: its window is open.
    const PV: bool;
    /// Whether the node is the root.
    const ROOT: bool;
}

/// The root.
pub(super) struct Root;
/// A node with an open window.
pub(super) struct Pv;
/// A node with a window of one point.
pub(super) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// More moves than this are not remembered for punishment when a later one cuts off.
const MAX_TRIED: usize = 48;

impl Worker<'_> {
    /// The score of the position within `alpha` and `beta`, searched `depth` plies deep.
    ///
    /// `cut_node` says that a cutoff is expected here, as at every second node off the principal variation.
    #[expect(clippy::too_many_lines, reason = "the steps of a node read best in one piece, in their order")]
    pub(super) fn search<N: NodeType>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        // 1. At the horizon captures and checks are played out.
        if depth <= 0 {
            return self.quiesce::<N>(alpha, beta, ply, params::QUIESCENCE_CHECKS);
        }
        self.enter(ply);
        if self.should_stop() {
            return Score::ZERO;
        }
        let p = self.shared.params;
        let in_check = self.position.in_check();
        let excluded = self.frames[ply].excluded;

        if !N::ROOT {
            // 2. Verdicts of the law: repetitions, no attackers left, no capture for too long.
            if let Some(score) = self.verdict(ply) {
                return score;
            }
            if ply >= MAX_PLY {
                return if in_check { Score::ZERO } else { self.evaluate() };
            }
            // 3. Mate distance: no line from here is better than a mate already found nearer the root.
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 4. The transposition table. Not while a move is excluded: the entry speaks of all moves.
        let key = self.table_key();
        let hash = if excluded.is_none() { self.shared.table.probe(key, ply) } else { None };
        if let Some(entry) = hash
            && !N::PV
            && entry.depth >= depth
            && cuts(&entry, alpha, beta)
            && !self.is_limit_near()
        {
            return entry.score;
        }
        let hash_move = hash.and_then(|entry| entry.mv).filter(|&mv| self.position.is_legal(mv));
        let hash_is_capture = hash_move.is_some_and(|mv| self.position.piece_on(mv.to()).is_some());
        let was_pv = N::PV || hash.is_some_and(|entry| entry.pv);

        // 5. Static evaluation, corrected by what searches of like positions found, and by the table's
        //    bound where that says more.
        let (raw, static_eval) = if in_check {
            (NO_EVAL, NO_EVAL)
        } else if excluded.is_some() {
            (NO_EVAL, self.frames[ply].static_eval)
        } else {
            let raw = hash.map(|entry| entry.eval).filter(|&eval| eval != NO_EVAL);
            let raw = raw.unwrap_or_else(|| self.evaluate());
            (raw, self.correct(raw))
        };
        self.frames[ply].static_eval = static_eval;
        let eval = match hash {
            Some(entry)
                if !in_check && !entry.score.is_decisive() && cuts(&entry, static_eval, static_eval + 1) =>
            {
                entry.score
            }
            _ => static_eval,
        };
        // Whether the side to move stands better than at its last turn.
        let improving = !in_check
            && [2, 4]
                .into_iter()
                .filter_map(|plies| ply.checked_sub(plies))
                .map(|earlier| self.frames[earlier].static_eval)
                .find(|&earlier| earlier != NO_EVAL)
                .is_some_and(|earlier| static_eval > earlier);
        if let Some(frame) = self.frames.get_mut(ply + 2) {
            frame.killers = [None; 2];
        }

        if !N::PV && !in_check && excluded.is_none() && !beta.is_decisive() {
            // 6. Razoring: far below alpha only a capture could help, so look at captures alone.
            if depth <= params::RAZOR_DEPTH && eval + p.razor_margin * depth <= alpha {
                let score = self.quiesce::<NonPv>(alpha, alpha + 1, ply, params::QUIESCENCE_CHECKS);
                if score <= alpha {
                    return score;
                }
            }
            // 7. Reverse futility: so far above beta that a few plies will not undo it.
            let margin = p.reverse_futility_margin * (depth - i32::from(improving));
            if !was_pv
                && depth <= params::REVERSE_FUTILITY_DEPTH
                && eval - margin >= beta
                && !eval.is_decisive()
            {
                return Score(i32::midpoint(eval.0, beta.0));
            }
            // 8. Null move: if passing the turn still fails high, a real move will too.
            if depth >= params::NULL_DEPTH
                && eval >= beta
                && static_eval + p.null_depth_margin * depth + p.null_margin >= beta
                && ply >= self.null_move_from
                && ply.checked_sub(1).is_some_and(|ply| self.frames[ply].moved.is_some())
                && self.position.has_attackers(self.position.side())
            {
                let reduction = params::NULL_REDUCTION
                    + depth / params::NULL_DEPTH_DIVISOR
                    + ((eval - beta).0 / p.null_eval_divisor).min(3);
                self.frames[ply].moved = None;
                self.position.make_null();
                self.shared.table.prefetch(self.position.key());
                let score = -self.search::<NonPv>(-beta, -beta + 1, depth - reduction, ply + 1, !cut_node);
                self.position.unmake_null();
                if self.stopped {
                    return Score::ZERO;
                }
                if score >= beta {
                    // A mate seen after a null move is not proven.
                    let score = if score.is_decisive() { beta } else { score };
                    if depth < params::NULL_VERIFY_DEPTH || self.null_move_from > 0 {
                        return score;
                    }
                    // Deep cutoffs are verified without null moves: in bare endings passing can be best.
                    self.null_move_from = ply + 3 * (depth - reduction).max(0) as usize / 4;
                    let verified = self.search::<NonPv>(beta - 1, beta, depth - reduction, ply, false);
                    self.null_move_from = 0;
                    if verified >= beta {
                        return score;
                    }
                }
            }
        }

        // 9. Internal reduction: without a move from the table the order is poor and the node not worth
        //    its full depth; the next iteration comes with a move.
        let mut depth = depth;
        if depth >= params::INTERNAL_REDUCTION_DEPTH
            && (N::PV || cut_node)
            && hash_move.is_none()
            && excluded.is_none()
        {
            depth -= 1;
        }

        // 10. Probcut: a capture that beats beta by a margin in a shallow search will beat beta.
        let probcut_beta = beta + p.probcut_margin;
        if !N::PV
            && !in_check
            && excluded.is_none()
            && depth >= params::PROBCUT_DEPTH
            && !beta.is_decisive()
            && hash.is_none_or(|entry| entry.depth < depth - 3 || entry.score >= probcut_beta)
            && let Some(score) = self.probcut(probcut_beta, depth, ply, cut_node, static_eval, raw)
        {
            return score;
        }

        // 11. The same where the table already knows of so good a result, from a search not much shallower.
        let table_beta = beta + p.table_probcut_margin;
        if !N::PV
            && !in_check
            && excluded.is_none()
            && !beta.is_decisive()
            && let Some(entry) = hash
            && entry.bound != Bound::Upper
            && entry.depth >= depth - 4
            && entry.score >= table_beta
            && !entry.score.is_decisive()
        {
            return table_beta;
        }

        // 12. The moves.
        let earlier = self.earlier_moves(ply);
        let context = Context { hash: hash_move, killers: self.frames[ply].killers, earlier };
        let mut picker = Picker::new(&self.position, context, Scope::All);
        let check_squares = self.position.check_squares();
        let old_alpha = alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut move_count = 0;
        let mut tried_quiets: ArrayVec<Move, MAX_TRIED> = ArrayVec::new();
        let mut tried_captures: ArrayVec<Move, MAX_TRIED> = ArrayVec::new();

        while let Some(mv) = picker.next(&self.position, self.history) {
            if Some(mv) == excluded || N::ROOT && !self.is_root_move(mv) {
                continue;
            }
            let Some(piece) = self.position.piece_on(mv.from()) else { continue };
            move_count += 1;
            let moved = Moved { piece, to: mv.to() };
            let captured = self.position.piece_on(mv.to());
            let is_quiet = captured.is_none();
            if N::ROOT {
                self.report_current_move(depth, mv, move_count);
            }
            let move_history = match captured {
                None => quiet_score(&self.position, self.history, earlier, mv),
                Some(captured) => self.history.capture(moved, captured.kind()),
            };
            let gives_check = self.position.gives_check_by(&check_squares, mv);
            let mut reduction = self.reductions.get(p, depth, move_count);

            // 13. Pruning at shallow depths, once there is a move that does not lose.
            if !N::ROOT && best >= -Score::MAX_EVAL && self.position.has_attackers(piece.color()) {
                let reduced_depth = (depth - reduction / 1024).max(0);
                if is_quiet {
                    // Late moves: the order puts what works first. Quiet checks are looked at all the same:
                    // here as below, a mate may hang on one.
                    if move_count > (3 + depth as usize * depth as usize) / (2 - usize::from(improving)) {
                        picker.only_quiet_checks(&check_squares);
                    }
                    // Futility: a quiet move will not make up for so much.
                    let hope = static_eval + p.futility_base + p.futility_margin * reduced_depth;
                    if !in_check
                        && reduced_depth <= params::FUTILITY_DEPTH
                        && hope <= alpha
                        && !alpha.is_decisive()
                        && !gives_check
                    {
                        picker.only_quiet_checks(&check_squares);
                        continue;
                    }
                    // History: moves that have always failed.
                    if !gives_check
                        && reduced_depth <= params::HISTORY_PRUNE_DEPTH
                        && move_history < p.history_prune_margin * depth
                    {
                        continue;
                    }
                    // Exchanges: what the move may lose. A check may cost anything, for it may be mate.
                    if !gives_check
                        && reduced_depth <= params::EXCHANGE_PRUNE_DEPTH
                        && !self
                            .position
                            .exchange_is_at_least(mv, p.exchange_quiet_margin * reduced_depth * reduced_depth)
                    {
                        continue;
                    }
                } else if depth <= params::EXCHANGE_PRUNE_DEPTH
                    && !self
                        .position
                        .exchange_is_at_least(mv, p.exchange_capture_margin * depth - move_history / 32)
                {
                    continue;
                }
            }

            // 14. Extensions: a table move that no other move comes near is worth looking at deeper.
            let mut extension = 0;
            if !N::ROOT
                && depth >= params::SINGULAR_DEPTH
                && Some(mv) == hash_move
                && excluded.is_none()
                && ply < 2 * self.root_depth as usize
                && let Some(entry) = hash
                && entry.depth >= depth - 3
                && entry.bound != Bound::Upper
                && !entry.score.is_decisive()
            {
                let singular_beta = entry.score - p.singular_margin * depth / 16;
                self.frames[ply].excluded = Some(mv);
                let score =
                    self.search::<NonPv>(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
                self.frames[ply].excluded = None;
                if self.stopped {
                    return Score::ZERO;
                }
                if score < singular_beta {
                    let far = !N::PV && score < singular_beta - p.double_margin;
                    extension = if far && self.frames[ply].extensions < params::DOUBLE_LIMIT { 2 } else { 1 };
                } else if singular_beta >= beta {
                    // Multicut: another move beats beta as well.
                    return singular_beta;
                } else if entry.score >= beta {
                    extension = -2;
                } else if cut_node {
                    extension = -1;
                }
            }

            // A check among the first moves is followed a ply further where that is cheap or matters most.
            if gives_check
                && extension == 0
                && (N::PV || depth <= params::CHECK_EXTENSION_DEPTH)
                && move_count <= params::CHECK_EXTENSION_MOVES
            {
                extension = 1;
            }

            let nodes_before = self.nodes;
            let gave_extensions = self.frames[ply].extensions + u32::from(extension > 1);
            self.frames[ply].moved = Some(moved);
            self.position.make(mv);
            self.shared.table.prefetch(self.position.key());
            if let Some(frame) = self.frames.get_mut(ply + 1) {
                frame.extensions = gave_extensions;
            }
            let new_depth = depth - 1 + extension;

            // 15. Late moves are searched less deep, and again in full if they turn out well.
            let mut score = -Score::INFINITE;
            let mut full_search = !N::PV || move_count > 1;
            if depth >= params::REDUCTION_DEPTH && move_count > 1 + usize::from(N::ROOT) {
                reduction -= p.reduction_pv * i32::from(was_pv);
                reduction += p.reduction_cut * i32::from(cut_node);
                reduction += p.reduction_worsening * i32::from(!improving && !in_check);
                reduction += p.reduction_hash_capture * i32::from(hash_is_capture && is_quiet);
                reduction -= p.reduction_check * i32::from(gives_check);
                let is_killer = is_quiet && self.frames[ply].killers.contains(&Some(mv));
                reduction -= p.reduction_killer * i32::from(is_killer);
                reduction -= p.reduction_capture * i32::from(!is_quiet);
                reduction -= move_history * p.reduction_history / history::LIMIT;
                let reduced_depth = (new_depth - (reduction >> 10)).clamp(1.min(new_depth), new_depth);
                score = -self.search::<NonPv>(-alpha - 1, -alpha, reduced_depth, ply + 1, true);
                full_search = score > alpha && reduced_depth < new_depth;
                if full_search && !self.stopped {
                    let deeper = i32::from(score > best + p.deeper_margin + 2 * new_depth);
                    let shallower = i32::from(score < best + new_depth);
                    let again = new_depth + deeper - shallower;
                    full_search = again > reduced_depth;
                    if full_search {
                        score = -self.search::<NonPv>(-alpha - 1, -alpha, again, ply + 1, !cut_node);
                        full_search = false;
                    }
                }
            }
            if full_search && !self.stopped {
                score = -self.search::<NonPv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
            }
            if N::PV && (move_count == 1 || score > alpha) && !self.stopped {
                score = -self.search::<Pv>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.position.unmake();
            if self.stopped {
                return Score::ZERO;
            }
            if N::ROOT {
                self.note_root_move(mv, score, alpha, beta, move_count == 1, self.nodes - nodes_before);
            }

            // 16. What the move was worth.
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV && !N::ROOT {
                        self.extend_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            let tried = if is_quiet { &mut tried_quiets } else { &mut tried_captures };
            // A full list simply forgets the latest ones.
            let _ = tried.try_push(mv);
        }

        // 17. No legal move is a loss, checked or not (Điều 7.1.a, b).
        if move_count == 0 {
            return if excluded.is_some() { alpha } else { Score::mated_in(ply) };
        }
        if N::ROOT && best == -Score::INFINITE {
            return alpha;
        }

        // 18. Learn from a cutoff which moves work.
        if best >= beta
            && let Some(mv) = best_move
        {
            self.learn_cutoff(mv, depth, ply, earlier, &tried_quiets, &tried_captures);
        }

        // Nothing refuted the last move: that speaks for it.
        if best <= old_alpha && !N::ROOT && excluded.is_none() {
            self.learn_unrefuted(depth, ply);
        }

        // 19. Keep the result. Scores that hang on a verdict belong to the path, not to the position, and
        //     are not kept.
        let is_verdict = best.is_decisive() && !best.is_mate();
        if excluded.is_none() && !is_verdict && !(N::ROOT && self.pv_index > 0) {
            let bound = if best >= beta {
                Bound::Lower
            } else if N::PV && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.shared.table.store(
                key,
                ply,
                Entry { mv: best_move, score: best, eval: raw, depth, bound, pv: was_pv },
            );
            let quiet_best = best_move.is_none_or(|mv| self.position.piece_on(mv.to()).is_none());
            let says_more = match bound {
                Bound::Exact => true,
                Bound::Lower => best > static_eval,
                Bound::Upper => best < static_eval,
            };
            if !in_check && quiet_best && says_more && !best.is_decisive() {
                self.correction.update(&self.position, depth, best, static_eval);
            }
        }
        best
    }

    /// Tries captures against a raised beta at reduced depth.
    fn probcut(
        &mut self,
        probcut_beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
        static_eval: Score,
        raw: Score,
    ) -> Option<Score> {
        let context = Context { earlier: self.earlier_moves(ply), ..Context::default() };
        let mut picker = Picker::new(&self.position, context, Scope::Captures);
        let needed = (probcut_beta - static_eval).0;
        while let Some(mv) = picker.next(&self.position, self.history) {
            let Some(piece) = self.position.piece_on(mv.from()) else { continue };
            if !self.position.exchange_is_at_least(mv, needed) {
                continue;
            }
            self.frames[ply].moved = Some(Moved { piece, to: mv.to() });
            self.position.make(mv);
            self.shared.table.prefetch(self.position.key());
            let mut score = -self.quiesce::<NonPv>(-probcut_beta, -probcut_beta + 1, ply + 1, 0);
            if score >= probcut_beta && !self.stopped {
                score =
                    -self.search::<NonPv>(-probcut_beta, -probcut_beta + 1, depth - 4, ply + 1, !cut_node);
            }
            self.position.unmake();
            if self.stopped {
                return Some(Score::ZERO);
            }
            if score >= probcut_beta && !score.is_decisive() {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: raw,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: false,
                };
                self.shared.table.store(self.table_key(), ply, entry);
                return Some(score);
            }
        }
        None
    }
}
