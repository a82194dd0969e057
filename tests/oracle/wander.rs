//! Longer loops, grown move by move: each side has a temper (it gives check, hunts one man, runs
//! away, or dawdles) and must be home again when its moves run out, so that the position comes back.
//! Triangles, several men going out and back, and men of one kind changing places come about.

use super::board::{Board, Man, Side, Square, Step};
use super::pursuit::reached;
use super::scatter::Dice;

/// How a side chooses its moves in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Temper {
    /// Gives check whenever it can.
    Checker,
    /// Attacks one man whenever it can; which one is settled by its first attack.
    Hunter,
    /// Moves what is attacked, or attacks back.
    Runner,
    /// Moves by chance.
    Dawdler,
}

/// One side's part in a loop that is being grown.
#[derive(Clone, Debug)]
struct Plan {
    side: Side,
    temper: Temper,
    /// The man that a hunter is after.
    prey: Option<Man>,
    /// How its men stood at the start.
    home: [Option<char>; 90],
    /// Moves settled beforehand, the next one last; a side that has none chooses as it goes.
    script: Vec<Step>,
}

/// A round grown move by move: the most stinging of a few attempts.
pub fn wander(dice: &mut Dice, start: &Board) -> Option<Vec<Step>> {
    let mut best: Option<(usize, Vec<Step>)> = None;
    for _ in 0..6 {
        let Some(steps) = attempt(dice, start) else { continue };
        let score = sting(start, &steps);
        if best.as_ref().is_none_or(|(top, _)| score > *top) {
            best = Some((score, steps));
        }
    }
    let (score, steps) = best?;
    // Most loops in which nobody is ever attacked are thrown away.
    (score > 0 || dice.chance(10)).then_some(steps)
}

/// One try at a loop: the number of moves of each side, the tempers, then move after move.
fn attempt(dice: &mut Dice, start: &Board) -> Option<Vec<Step>> {
    let trade = if dice.chance(30) { trade(dice, start) } else { None };
    let each = if trade.is_some() { 4 } else { [2, 3, 4, 5][dice.weighted(&[10, 40, 40, 10])] };
    let us = dice.weighted(&[25, 50, 10, 15]);
    let them = dice.weighted(&[10, 20, 55, 15]);
    let tempers = [Temper::Checker, Temper::Hunter, Temper::Runner, Temper::Dawdler];
    let (us, them) = if dice.chance(50) { (us, them) } else { (them, us) };
    let mut plans = [
        Plan::new(start, start.to_move, tempers[us]),
        Plan::new(start, start.to_move.other(), tempers[them]),
    ];
    if let Some((side, script)) = trade {
        plans[usize::from(side != start.to_move)].script = script.to_vec();
    }
    let mut board = start.clone();
    let mut steps = Vec::new();
    for ply in 0..2 * each {
        let left = each - ply / 2 - 1;
        let step = plans[ply % 2].choose(dice, &board, left)?;
        board = board.after(step);
        steps.push(step);
    }
    debug_assert!(board.same_position(start), "every side is home when its moves run out");
    Some(steps)
}

/// Four moves, the first one last, by which two men of one kind change places: a judge that follows
/// squares and not men takes the one for the other from then on.
fn trade(dice: &mut Dice, start: &Board) -> Option<(Side, [Step; 4])> {
    let side = dice.pick(&[Side::Red, Side::Black]);
    let men: Vec<(Square, Man)> = start.men(side).collect();
    let mut trades = Vec::new();
    for &(one, man) in &men {
        for &(two, _) in men.iter().filter(|(sq, other)| *sq != one && other.letter == man.letter) {
            let asides = (0..90).filter(|&sq| playable(start, &[(one, sq)]));
            for (aside, by) in asides.flat_map(|aside| (0..90).map(move |by| (aside, by))) {
                // Either the second man goes straight and the first makes two stops, or each makes one.
                trades.push([(one, aside), (two, one), (aside, by), (by, two)]);
                trades.push([(one, aside), (two, by), (by, one), (aside, two)]);
            }
        }
    }
    trades.retain(|trade| playable(start, trade));
    if trades.is_empty() {
        return None;
    }
    let mut trade = dice.pick(&trades);
    trade.reverse();
    Some((side, trade))
}

/// Whether the men can go that way one after the other, with nothing captured.
fn playable(start: &Board, steps: &[Step]) -> bool {
    let Some((&step, rest)) = steps.split_first() else { return true };
    start.squares[step.1].is_none() && start.can_go(step.0, step.1) && playable(&start.after(step), rest)
}

impl Plan {
    fn new(start: &Board, side: Side, temper: Temper) -> Self {
        let mut home = [None; 90];
        for (sq, man) in start.men(side) {
            home[sq] = Some(man.letter);
        }
        Plan { side, temper, prey: None, home, script: Vec::new() }
    }

    /// The next move, after which the side has `left` more moves to be home again.
    fn choose(&mut self, dice: &mut Dice, board: &Board, left: usize) -> Option<Step> {
        if let Some(step) = self.script.pop() {
            return (board.squares[step.1].is_none() && board.is_legal(step)).then_some(step);
        }
        let mut steps = Vec::new();
        let mut weights = Vec::new();
        for step in board.legal_moves() {
            let after = board.after(step);
            if board.squares[step.1].is_none() && self.can_be_home(&after, left) {
                steps.push(step);
                weights.push(self.weight(board, &after, step));
            }
        }
        if steps.is_empty() {
            return None;
        }
        let step = steps[dice.weighted(&weights)];
        if self.prey.is_none() && self.temper == Temper::Hunter {
            self.prey = attacked(&board.after(step), self.side).into_iter().next();
        }
        Some(step)
    }

    /// Whether `left` moves may suffice to bring every man home. Men of one kind may take each
    /// other's place. With as many strays as moves, each must have a man that can step there now.
    fn can_be_home(&self, board: &Board, left: usize) -> bool {
        let own = |sq: Square| board.squares[sq].filter(|man| man.side == self.side);
        let left_empty =
            |&sq: &Square| self.home[sq].is_some() && own(sq).map(|man| man.letter) != self.home[sq];
        let empty_homes: Vec<Square> = (0..90).filter(left_empty).collect();
        let reached = |&home: &Square| {
            let fits = |from, man: Man| Some(man.letter) == self.home[home] && board.can_go(from, home);
            board.men(self.side).any(|(from, man)| fits(from, man))
        };
        empty_homes.len() < left || empty_homes.len() == left && empty_homes.iter().all(reached)
    }

    /// How much the side likes a move.
    fn weight(&self, board: &Board, after: &Board, (from, to): Step) -> usize {
        let enemy = self.side.other();
        let liked = match self.temper {
            Temper::Checker => !after.king_is_safe(enemy),
            Temper::Hunter => {
                let now = attacked(after, self.side);
                match self.prey {
                    Some(prey) => now.contains(&prey),
                    None => now.iter().any(|man| !attacked(board, self.side).contains(man)),
                }
            }
            Temper::Runner => {
                let was_attacked = board.men(enemy).any(|(sq, _)| board.attacks(sq, from));
                let attacks = after.men(enemy).any(|(sq, man)| man.letter != 'P' && after.attacks(to, sq));
                was_attacked || attacks
            }
            Temper::Dawdler => false,
        };
        if liked { 60 } else { 1 }
    }
}

/// The enemy men that some man of `side`, no king and no pawn, reaches.
fn attacked(board: &Board, side: Side) -> Vec<Man> {
    reached(board, side).into_iter().map(|(_, victim)| victim).collect()
}

/// How much a loop is worth judging: for each side, whether every one of its moves gives check or
/// attacks one and the same man, and how many of its moves do so.
fn sting(start: &Board, steps: &[Step]) -> usize {
    let mut board = start.clone();
    let mut worth = 0;
    let mut always: [Option<Vec<Man>>; 2] = [None, None];
    let mut checks = [true; 2];
    for &step in steps {
        let side = board.to_move;
        let before = attacked(&board, side);
        board = board.after(step);
        let check = !board.king_is_safe(side.other());
        let now = attacked(&board, side);
        worth += usize::from(check || now.iter().any(|man| !before.contains(man)));
        checks[side as usize] &= check;
        let kept = always[side as usize].take().unwrap_or_else(|| now.clone());
        always[side as usize] = Some(kept.into_iter().filter(|man| !check && now.contains(man)).collect());
    }
    let steady = |side: usize| checks[side] || always[side].as_ref().is_some_and(|men| !men.is_empty());
    worth + [0, 1].into_iter().filter(|&side| steady(side)).count() * steps.len()
}
