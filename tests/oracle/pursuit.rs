//! Loops of four plies found by trying them all: a move, a reply, both taken back. Those are kept in
//! which both moves of the first side give check, or reach one and the same man. Whether the law
//! calls that a breach is for the judges to say.

use super::board::{Board, Man, Side, Square, Step};
use super::scatter::Dice;

/// What the two moves of the first side have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Both give check.
    Checks,
    /// One gives check, the other newly reaches a man.
    Mixed,
    /// Both newly reach the same man.
    Fresh,
    /// The same man stands attacked after both, though not newly: its root may come and go.
    Standing,
}

/// Four plies that lead back to where they began.
#[derive(Clone, Debug)]
pub struct Pursuit {
    /// What they are about.
    pub aim: Aim,
    /// The moves.
    pub steps: [Step; 4],
}

/// The enemy men that some man of `side`, no king and no pawn, reaches, as (attacker, victim).
pub fn reached(board: &Board, side: Side) -> Vec<(Man, Man)> {
    let mut pairs = Vec::new();
    for (from, attacker) in board.men(side) {
        if matches!(attacker.letter, 'K' | 'P') {
            continue;
        }
        let prey = board.men(side.other()).filter(|&(sq, man)| man.letter != 'K' && board.attacks(from, sq));
        pairs.extend(prey.map(|(_, victim)| (attacker, victim)));
    }
    pairs
}

/// What one move does: whether it checks, and whom its side then reaches, newly or at all.
#[derive(Debug)]
struct Effect {
    check: bool,
    fresh: Vec<Man>,
    all: Vec<Man>,
}

impl Effect {
    fn of(before: &Board, after: &Board) -> Self {
        let side = before.to_move;
        let old = reached(before, side);
        let now = reached(after, side);
        let fresh = now.iter().filter(|pair| !old.contains(pair)).map(|pair| pair.1).collect();
        let check = !after.king_is_safe(side.other());
        Effect { check, fresh, all: now.into_iter().map(|pair| pair.1).collect() }
    }

    fn is_idle(&self) -> bool {
        !self.check && self.all.is_empty()
    }

    /// What this move and another of the same side have in common, if anything.
    fn aim_with(&self, other: &Effect) -> Option<Aim> {
        let share = |a: &[Man], b: &[Man]| a.iter().any(|man| b.contains(man));
        match (self.check, other.check) {
            (true, true) => Some(Aim::Checks),
            (true, false) => (!other.fresh.is_empty()).then_some(Aim::Mixed),
            (false, true) => (!self.fresh.is_empty()).then_some(Aim::Mixed),
            _ if share(&self.fresh, &other.fresh) => Some(Aim::Fresh),
            _ => share(&self.all, &other.all).then_some(Aim::Standing),
        }
    }
}

/// Every such loop from this position whose first move is among a handful drawn by chance. A move
/// that does nothing is not looked at further.
pub fn pursuits(dice: &mut Dice, start: &Board) -> Vec<Pursuit> {
    let mut found = Vec::new();
    let mut firsts = quiet_moves(start);
    for _ in 0..14 {
        if firsts.is_empty() {
            break;
        }
        let out = firsts.swap_remove(dice.below(firsts.len()));
        let moved = start.after(out);
        let first = Effect::of(start, &moved);
        if !first.is_idle() {
            found.extend(
                quiet_moves(&moved).into_iter().filter_map(|reply| close(&moved, &first, out, reply)),
            );
        }
    }
    found
}

/// The loop of a move already made and this reply, both taken back, if it can be played and has an aim.
fn close(moved: &Board, first: &Effect, out: Step, reply: Step) -> Option<Pursuit> {
    let (back, home) = ((out.1, out.0), (reply.1, reply.0));
    let replied = moved.after(reply);
    if replied.squares[back.1].is_some() || !replied.is_legal(back) {
        return None;
    }
    let returned = replied.after(back);
    let aim = first.aim_with(&Effect::of(&replied, &returned))?;
    let closes = returned.squares[home.1].is_none() && returned.is_legal(home);
    closes.then_some(Pursuit { aim, steps: [out, reply, back, home] })
}

/// The legal moves that capture nothing and can be taken back by the way their man moves.
fn quiet_moves(board: &Board) -> Vec<Step> {
    let quiet = |&(from, to): &(Square, Square)| {
        board.squares[to].is_none() && board.after((from, to)).can_go(to, from)
    };
    board.legal_moves().into_iter().filter(quiet).collect()
}
