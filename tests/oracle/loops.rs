//! Random loops for holding judges against each other. They come from four sources: the figures of the
//! law on slightly changed boards, four plies of pursuit or check, two such pursuits in turn, and
//! longer wanderings of several men. Attacks are told by the bare way men move, not by the judge:
//! loops on both sides of every line the law draws should come out.

use super::board::{Board, Step, step_name, swapped_step};
use super::pursuit::{Aim, Pursuit, pursuits};
use super::scatter::{self, Dice};
use super::wander::wander;

/// A random game that ends in a position standing for the third time: its FEN and its moves, with
/// `None` when this draw of the dice led nowhere. No move of it captures.
pub fn random_loop(dice: &mut Dice) -> Option<(String, Vec<String>)> {
    let (start, steps) = if dice.chance(15) { disturbed(dice) } else { rounds(dice) }?;
    // The figures are mostly about Red's breaches: exchange the colours half the time.
    let swap = dice.chance(50);
    let start = if swap { start.swapped() } else { start };
    let name = |step| step_name(if swap { swapped_step(step) } else { step });
    Some((start.to_fen(), steps.into_iter().map(name).collect()))
}

/// A figure of the law on a slightly changed board, if its moves can still be played there.
fn disturbed(dice: &mut Dice) -> Option<(Board, Vec<Step>)> {
    let (start, steps) = scatter::disturbed_figure(dice);
    if !start.king_is_safe(start.to_move.other()) {
        return None;
    }
    let mut board = start.clone();
    for &step in &steps {
        if board.squares[step.1].is_some() || !board.is_legal(step) {
            return None;
        }
        board = board.after(step);
    }
    Some((start, steps))
}

/// A loop from a random position, of one of three makes, gone round two times or three.
fn rounds(dice: &mut Dice) -> Option<(Board, Vec<Step>)> {
    let start = scatter::position(dice)?;
    let round = match dice.below(10) {
        0..=5 => pursue(dice, &start, 1),
        6..=7 => pursue(dice, &start, 2),
        _ => wander(dice, &start),
    }?;
    // One game in four goes on a little after the last round, so that the judged position is not the
    // first of the game.
    let extra = if dice.chance(25) { dice.below(round.len()) } else { 0 };
    let times = if dice.chance(12) { 3 } else { 2 };
    let length = round.len() * times + extra;
    Some((start, round.into_iter().cycle().take(length).collect()))
}

/// One or several pursuits from the same position, one after the other, so that the victim, the
/// attacker or the breach may change on the way round.
fn pursue(dice: &mut Dice, start: &Board, times: usize) -> Option<Vec<Step>> {
    let found = pursuits(dice, start);
    let mut steps = Vec::new();
    for _ in 0..times {
        // New attacks are preferred to standing ones.
        let aim = [Aim::Fresh, Aim::Standing, Aim::Checks, Aim::Mixed][dice.weighted(&[70, 12, 10, 8])];
        let wanted: Vec<&Pursuit> = found.iter().filter(|pursuit| pursuit.aim == aim).collect();
        match (wanted.is_empty(), found.is_empty()) {
            (false, _) => steps.extend(dice.pick(&wanted).steps),
            (true, false) => steps.extend(found[dice.below(found.len())].steps),
            (true, true) => return None,
        }
    }
    Some(steps)
}
