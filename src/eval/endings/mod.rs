//! What is known of positions with few pieces.
//!
//! A network learns from games, and short searches do not see that a horse cannot break two advisors. Where
//! exact tables ([`tables`]) or the rules of theory (`rules`) know the result, the evaluation is
//! drawn towards it: near zero in drawn endings, clearly above it in won ones. What is left of the
//! evaluation is the gradient by which the search finds its way. The knowledge is in centipawns, never a mate
//! score: tables count repetition as a draw, which the law on perpetual checks and chases does not always.

pub mod layout;
mod material;
mod rules;
pub mod tables;

use crate::board::Position;
use crate::core::{Kind, Score};
use material::Material;
use tables::{Certainty, Verdict};

/// With more pieces than this, the kings among them, nothing is known.
const MAX_PIECES: u32 = 12;
/// With more rooks, cannons and horses than this, of both sides, nothing is known.
const MAX_OFFICERS: u32 = 2;

/// What a won ending is worth at least, in centipawns.
const WON: i32 = 300;
/// What is left of the evaluation of a drawn ending, as a divisor.
const DRAWN_DIVISOR: i32 = 12;
/// What a drawn ending is worth at most, in centipawns.
const DRAWN_MOST: i32 = 40;

/// An evaluation from the view of the side to move, corrected by what is known of the ending.
#[inline]
pub fn adjust(position: &Position, eval: Score) -> Score {
    if has_few_pieces(position) { adjust_known(position, eval) } else { eval }
}

/// Whether the result of a position is known for certain.
#[inline]
pub fn is_known(position: &Position) -> bool {
    has_few_pieces(position)
        && matches!(tables::probe(position, Material::of(position)), Some((_, Certainty::Exact)))
}

#[inline]
fn has_few_pieces(position: &Position) -> bool {
    position.occupied().len() <= MAX_PIECES && officers(position) <= MAX_OFFICERS
}

/// How many rooks, cannons and horses there are.
#[inline]
fn officers(position: &Position) -> u32 {
    let kinds = [Kind::Rook, Kind::Cannon, Kind::Horse].map(|kind| position.of_kind(kind));
    (kinds[0] | kinds[1] | kinds[2]).len()
}

fn adjust_known(position: &Position, eval: Score) -> Score {
    let material = Material::of(position);
    match tables::probe(position, material) {
        Some((Verdict::Draw, Certainty::Exact)) => drawn(eval),
        Some((Verdict::Win(color), Certainty::Exact)) => {
            let sign = if color == position.side() { 1 } else { -1 };
            Score(sign * (sign * eval.0).max(WON + sign * eval.0 / DRAWN_DIVISOR)).clamp_eval()
        }
        Some((Verdict::Draw, Certainty::Likely)) => Score(eval.0 / 4),
        Some((Verdict::Win(_), Certainty::Likely)) => eval,
        None => {
            let strong = if eval.0 > 0 { position.side() } else { position.side().opponent() };
            Score(eval.0 * rules::winning_chances(position, material, strong) / rules::FULL)
        }
    }
}

fn drawn(eval: Score) -> Score {
    Score((eval.0 / DRAWN_DIVISOR).clamp(-DRAWN_MOST, DRAWN_MOST))
}

#[cfg(test)]
mod tests;
