//! Quiescence: captures, and at first checks too, are played out before the evaluation is believed.

use super::history::Moved;
use super::node::NodeType;
use super::picker::{Context, Picker, Scope};
use super::report::Bound;
use super::tt::{Entry, NO_EVAL};
use super::worker::Worker;
use crate::board::exchange_value;
use crate::core::{MAX_PLY, Score};

impl Worker<'_> {
    /// The score of the position once nothing worth taking is left, within `alpha` and `beta`.
    ///
    /// For the next `checks` plies quiet moves that give check are tried too.
    pub(super) fn quiesce<N: NodeType>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        checks: i32,
    ) -> Score {
        self.enter(ply);
        if self.should_stop() {
            return Score::ZERO;
        }
        if let Some(score) = self.verdict(ply) {
            return score;
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY {
            return if in_check { Score::ZERO } else { self.evaluate() };
        }

        // An entry made without checks says too little where they are looked at.
        let depth = if checks > 0 { 0 } else { -1 };
        let key = self.table_key();
        let hash = self.shared.table.probe(key, ply);
        if let Some(entry) = hash
            && !N::PV
            && entry.depth >= depth
            && cuts(&entry, alpha, beta)
        {
            return entry.score;
        }
        let hash_move = hash.and_then(|entry| entry.mv).filter(|&mv| self.position.is_legal(mv));

        let Standing { raw, eval, mut best } = self.stand_pat(hash, in_check, ply);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);

        let hash_move = hash_move.filter(|mv| in_check || self.position.piece_on(mv.to()).is_some());
        let earlier = self.earlier_moves(ply);
        let context = Context { hash: hash_move, killers: [None; 2], earlier };
        let scope = if checks > 0 { Scope::CapturesAndChecks } else { Scope::Captures };
        let mut picker = Picker::new(&self.position, context, scope);
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(&self.position, self.history) {
            tried += 1;
            let Some(piece) = self.position.piece_on(mv.from()) else { continue };
            if best >= -Score::MAX_EVAL {
                let captured = self.position.piece_on(mv.to());
                if in_check && captured.is_none() {
                    // Out of check and not losing: more quiet evasions bring little.
                    if tried > 2 {
                        break;
                    }
                } else {
                    let gain = captured.map_or(0, |captured| exchange_value(captured.kind()));
                    let hope = eval + gain + self.shared.params.delta_margin;
                    if !in_check && hope <= alpha && !self.position.gives_check(mv) {
                        best = best.max(hope);
                        continue;
                    }
                    if !self.position.exchange_is_at_least(mv, 0) {
                        continue;
                    }
                }
            }
            self.frames[ply].moved = Some(Moved { piece, to: mv.to() });
            self.position.make(mv);
            self.shared.table.prefetch(self.position.key());
            let score = -self.quiesce::<N>(-beta, -alpha, ply + 1, checks - 1);
            self.position.unmake();
            if self.stopped {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.extend_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if !best.is_decisive() || best.is_mate() {
            let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
            let pv = hash.is_some_and(|entry| entry.pv);
            self.shared.table.store(
                key,
                ply,
                Entry { mv: best_move, score: best, eval: raw, depth, bound, pv },
            );
        }
        best
    }

    /// What the side to move has without doing anything: nobody is forced to capture, unless he is in check.
    fn stand_pat(&mut self, hash: Option<Entry>, in_check: bool, ply: usize) -> Standing {
        if in_check {
            let lost = Score::mated_in(ply);
            return Standing { raw: NO_EVAL, eval: lost, best: lost };
        }
        let raw = hash.map(|entry| entry.eval).filter(|&eval| eval != NO_EVAL);
        let raw = raw.unwrap_or_else(|| self.evaluate());
        let eval = self.correct(raw);
        let says_more = |entry: &Entry| !entry.score.is_decisive() && cuts(entry, eval, eval + 1);
        let best = hash.filter(says_more).map_or(eval, |entry| entry.score);
        Standing { raw, eval, best }
    }
}

/// What a position is worth before anything is played out.
struct Standing {
    /// As evaluated.
    raw: Score,
    /// Corrected by what like positions have taught.
    eval: Score,
    /// The table's score where that says more.
    best: Score,
}

/// Whether what the table knows decides against this window.
#[inline]
pub(super) fn cuts(entry: &Entry, alpha: Score, beta: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}
