//! Which case of article 24 describes a loop best.
//!
//! The verdict is known before this is asked; the case only says where in the law a reader finds the like.

use super::articles::Case;
use super::chase::AttackKind;
use super::explain::{Action, Attack, MoveReport, Occupant};
use super::repetition::{Breach, perpetual_victims};
use crate::attacks;
use crate::board::Position;
use crate::core::{Color, Kind, Square};
use crate::movegen::legal_moves;

/// The case for a loop at whose end `position` stands; `None` if article 24 has none like it, and a chase is
/// judged by article 23.3 alone.
pub(super) fn case_of(
    position: &Position,
    moves: &[MoveReport],
    breaches: [Breach; Color::COUNT],
) -> Option<Case> {
    let case = match breaches {
        [Breach::Check, Breach::Check] => Case::MutualCheck,
        [Breach::Chase, Breach::Chase] => Case::MutualChase,
        [Breach::Check, _] => case_of_check(moves, Color::Red),
        [_, Breach::Check] => case_of_check(moves, Color::Black),
        [Breach::Chase, _] => return case_of_chase(position, moves, Color::Red),
        [_, Breach::Chase] => return case_of_chase(position, moves, Color::Black),
        [Breach::None, Breach::None] => case_of_draw(moves),
    };
    Some(case)
}

fn of_side(moves: &[MoveReport], side: Color) -> impl Iterator<Item = &MoveReport> + Clone {
    moves.iter().filter(move |report| report.side() == side)
}

fn case_of_check(moves: &[MoveReport], checker: Color) -> Case {
    if of_side(moves, !checker).any(|report| report.is(Action::Check)) {
        Case::TwoChecksOneCounterCheck
    } else {
        Case::PerpetualCheck
    }
}

/// All that bears on the case of a perpetual chase of one piece.
struct Chase<'a> {
    moves: &'a [MoveReport],
    chaser: Color,
    victim: Occupant,
    /// The chases of that piece, move by move.
    attacks: Vec<&'a Attack>,
    /// The origins and kinds of the pieces that chase it.
    attackers: Vec<(Square, Kind)>,
}

fn case_of_chase(position: &Position, moves: &[MoveReport], chaser: Color) -> Option<Case> {
    let victims = perpetual_victims(position, moves.len())[chaser.index()];
    let attacks: Vec<_> = of_side(moves, chaser)
        .flat_map(MoveReport::chases)
        .filter(|attack| Some(attack.victim.origin) == victims.first())
        .collect();
    let victim = attacks.first()?.victim;
    let mut attackers: Vec<_> =
        attacks.iter().map(|attack| (attack.attacker.origin, attack.attacker.piece.kind())).collect();
    attackers.sort_by_key(|(origin, _)| origin.index());
    attackers.dedup();
    Chase { moves, chaser, victim, attacks, attackers }.case()
}

impl Chase<'_> {
    /// The special circumstances before the general ones.
    fn case(&self) -> Option<Case> {
        let several = self.attackers.len() > 1;
        let is_rook = self.victim.piece.kind() == Kind::Rook;
        let with = |kind| self.attackers.iter().any(|&(_, attacker)| attacker == kind);
        if self.victim_is_held() && !self.is_through_screen() {
            Some(Case::ImmobileVictim)
        } else if is_rook && (with(Kind::Horse) || with(Kind::Cannon)) && self.victim_holds_rook() {
            Some(Case::HoldingRook)
        } else if several && self.moved_by(|kind| matches!(kind, Kind::King | Kind::Pawn)) {
            Some(Case::KingOrPawnLetsOthers)
        } else if self.offers_exchange() {
            Some(Case::ChaseWithOffer)
        } else if with(Kind::Horse) && with(Kind::Cannon) && self.victim.piece.kind() != Kind::Pawn {
            Some(Case::CannonAndHorse)
        } else if is_rook {
            Some(self.case_of_rook())
        } else if several {
            Some(Case::SeveralChasers)
        } else if self.attacks.iter().any(|attack| attack.has_false_root) {
            Some(Case::FalseRoot)
        } else {
            self.case_of_single()
        }
    }

    fn case_of_rook(&self) -> Case {
        let all = |kind| self.attackers.iter().all(|&(_, attacker)| attacker == kind);
        if all(Kind::Cannon) {
            if self.moved_by(|kind| kind != Kind::Cannon) {
                Case::CannonThroughScreenRook
            } else {
                Case::CannonChasesRook
            }
        } else if all(Kind::Horse) {
            Case::HorseChasesRook
        } else if all(Kind::Rook) {
            if self.victim_is_confined() { Case::ConfinedRook } else { Case::SameKind }
        } else {
            Case::SeveralChasers
        }
    }

    fn case_of_single(&self) -> Option<Case> {
        match (self.attackers.first().map(|&(_, kind)| kind), self.victim.piece.kind()) {
            (Some(attacker), victim) if attacker == victim => Some(Case::SameKind),
            (Some(Kind::Rook), Kind::Cannon) => Some(Case::RookChasesCannon),
            (Some(Kind::Rook), Kind::Horse) => Some(Case::RookChasesHorse),
            (Some(Kind::Rook), Kind::Pawn) => Some(Case::RookChasesPawn),
            _ if self.is_through_screen() => Some(Case::CannonThroughScreen),
            _ => None,
        }
    }

    /// Whether cannons chase another piece than a rook, but only other pieces move (24.21).
    fn is_through_screen(&self) -> bool {
        self.victim.piece.kind() != Kind::Rook
            && self.attackers.iter().all(|&(_, kind)| kind == Kind::Cannon)
            && self.moved_by(|kind| kind != Kind::Cannon)
    }

    /// Whether all moves of the chaser are made by such pieces.
    fn moved_by(&self, is_such: impl Fn(Kind) -> bool) -> bool {
        of_side(self.moves, self.chaser).all(|report| is_such(report.mover.piece.kind()))
    }

    /// The reports after which the victim's side, or the chaser, is to move, each with the victim's square.
    fn boards(&self, to_move: Color) -> impl Iterator<Item = (&Position, Square)> {
        let mut square = self.victim.origin;
        self.moves.iter().filter_map(move |report| {
            if report.mover.origin == self.victim.origin {
                square = report.mover.square;
            }
            (report.side() != to_move).then_some((&report.board, square))
        })
    }

    /// Whether the victim is pinned where it stands, without a quiet move, whenever it could flee (24.15).
    fn victim_is_held(&self) -> bool {
        self.boards(!self.chaser).all(|(board, square)| {
            is_pinned(board, square)
                && !legal_moves(board)
                    .into_iter()
                    .any(|mv| mv.from() == square && board.piece_on(mv.to()).is_none())
        })
    }

    /// Whether the victim is pinned to its line whenever it could leave it (24.23).
    fn victim_is_confined(&self) -> bool {
        self.boards(!self.chaser).all(|(board, square)| is_pinned(board, square))
    }

    /// Whether the victim always attacks a pinned rook of the chaser (24.33).
    fn victim_holds_rook(&self) -> bool {
        self.boards(self.chaser).all(|(board, square)| {
            let rooks = board.pieces(self.chaser, Kind::Rook);
            let mut attacked = (attacks::rook(square, board.occupied()) & rooks).into_iter();
            attacked.any(|rook| is_pinned(board, rook))
        })
    }

    /// Whether the chaser's side offers an exchange with the chase: it could be taken by a like piece every
    /// time, or faces one with another piece (24.32).
    fn offers_exchange(&self) -> bool {
        let mut moves = of_side(self.moves, self.chaser);
        moves.clone().all(MoveReport::is_offered)
            || moves.any(|report| {
                report.attacks.iter().any(|attack| {
                    attack.kind == AttackKind::Offer && attack.victim.origin == self.victim.origin
                })
            })
    }
}

/// Whether the piece of the side to move on that square shields its king.
fn is_pinned(board: &Position, square: Square) -> bool {
    board.state().safety.pinned.contains(square)
}

fn some(moves: &[MoveReport], side: Color, action: Action) -> bool {
    of_side(moves, side).any(|report| report.is(action))
}

fn all(moves: &[MoveReport], side: Color, action: Action) -> bool {
    of_side(moves, side).all(|report| report.is(action))
}

/// The case of a loop in which nobody breaks a prohibition: offers, then checks, chases and attacks, then
/// threats, then nothing.
fn case_of_draw(moves: &[MoveReport]) -> Case {
    let sides = || Color::ALL.into_iter();
    let forces = |report: &MoveReport| report.is(Action::MateThreat) || report.is(Action::Check);
    let offers = |report: &MoveReport| report.is(Action::ExchangeOffer) || report.is(Action::Sacrifice);
    if sides().any(|side| case_of_attacks(moves, side) == Some(Case::SameKind)) {
        Case::SameKind
    } else if sides().any(|side| of_side(moves, side).all(offers)) {
        Case::Offer
    } else if sides().all(|side| of_side(moves, side).all(forces)) {
        Case::MutualMateThreat
    } else if let Some(checker) = sides().find(|&side| some(moves, side, Action::Check)) {
        case_of_some_checks(moves, checker)
    } else if let Some(chaser) = sides().find(|&side| all(moves, side, Action::Chase)) {
        case_of_many_victims(moves, chaser)
    } else {
        let mut attackers = sides().filter(|&side| !all(moves, side, Action::CheckAndCaptureThreat));
        let attack = attackers.find_map(|side| case_of_attacks(moves, side));
        attack.unwrap_or_else(|| case_of_threats(moves))
    }
}

/// One side checks, but not with every move.
fn case_of_some_checks(moves: &[MoveReport], checker: Color) -> Case {
    if some(moves, checker, Action::MateThreat) {
        Case::CheckAndMateThreat
    } else if some(moves, checker, Action::Chase) {
        Case::CheckAndChase
    } else {
        Case::CheckAndIdle
    }
}

/// Nobody checks, and nobody attacks with every move.
fn case_of_threats(moves: &[MoveReport]) -> Case {
    let perpetual = |action| Color::ALL.into_iter().any(|side| all(moves, side, action));
    if perpetual(Action::MateThreat) {
        Case::MateThreat
    } else if perpetual(Action::CheckAndCaptureThreat) {
        Case::CheckAndCaptureThreat
    } else if perpetual(Action::Block) {
        Case::Block
    } else if Color::ALL.into_iter().any(|side| some(moves, side, Action::Chase)) {
        Case::ChaseAndThreat
    } else {
        Case::NoBreach
    }
}

/// One side chases with every move, but not one piece.
fn case_of_many_victims(moves: &[MoveReport], chaser: Color) -> Case {
    let is_cannon_on_rook = |attack: &Attack| {
        (attack.attacker.piece.kind(), attack.victim.piece.kind()) == (Kind::Cannon, Kind::Rook)
    };
    if of_side(moves, chaser).all(|report| report.chases().any(is_cannon_on_rook)) {
        Case::CannonsChaseTwoRooks
    } else {
        Case::SeveralVictims
    }
}

/// The case if a side attacks one piece with every move, in ways that are no chase at least once.
fn case_of_attacks(moves: &[MoveReport], side: Color) -> Option<Case> {
    let first = of_side(moves, side).next()?;
    first.attacks.iter().find_map(|attack| {
        let victim = attack.victim.origin;
        let of_victim = |report: &MoveReport| report.attacks.iter().any(|a| a.victim.origin == victim);
        of_side(moves, side).all(of_victim).then(|| case_of_attacks_on(moves, side, attack.victim)).flatten()
    })
}

fn case_of_attacks_on(moves: &[MoveReport], side: Color, victim: Occupant) -> Option<Case> {
    let reports = || of_side(moves, side).flat_map(|report| report.attacks.iter().map(move |a| (report, a)));
    let attacks = || reports().filter(|(_, attack)| attack.victim.origin == victim.origin);
    let some = |kind| attacks().any(|(_, attack)| attack.kind == kind);
    let some_by = |kind| attacks().any(|(_, attack)| attack.attacker.piece.kind() == kind);
    let all_by = |kind| attacks().all(|(_, attack)| attack.attacker.piece.kind() == kind);
    let kind = victim.piece.kind();
    if attacks().all(|(_, attack)| attack.kind == AttackKind::Illegal) {
        return (some_by(Kind::Rook) && kind == Kind::Cannon).then_some(Case::ConfinedRook);
    }
    if some_by(Kind::King) {
        Some(Case::KingChases)
    } else if some_by(Kind::Pawn) {
        Some(Case::PawnChases)
    } else if kind == Kind::Pawn {
        some(AttackKind::OnUncrossedPawn).then_some(Case::CannonThroughScreen)
    } else if all_by(kind) {
        let confined = attacks().all(|(report, attack)| is_pinned(&report.board, attack.victim.square));
        Some(if kind == Kind::Rook && confined { Case::ConfinedRook } else { Case::SameKind })
    } else if attacks().any(|(report, attack)| has_several_attackers(&report.board, attack.victim.square)) {
        Some(Case::JointAttack)
    } else {
        (kind == Kind::Cannon && all_by(Kind::Rook)).then_some(Case::RookAgainstRootedCannon)
    }
}

/// Whether two or more pieces of the side that has just moved attack a square.
fn has_several_attackers(board: &Position, square: Square) -> bool {
    (board.attackers_to(square, board.occupied()) & board.of_color(!board.side())).has_many()
}
