//! What each move of a loop was (article 22), for reports. No verdict depends on what only this file finds.

use super::chase::{self, AttackKind};
use super::repetition::state_before;
use super::{root, threats};
use crate::attacks;
use crate::board::Position;
use crate::core::{Bitboard, Color, Kind, Move, Piece, Square};
use std::fmt;

/// What a move was, by its gravest meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Check (*chiếu*).
    Check,
    /// A threat to capture that counts as a chase (*dọa bắt*).
    Chase,
    /// A threat to mate, next move or by a run of checks (*dọa hết*).
    MateThreat,
    /// A threat to win a piece by a check.
    CheckAndCaptureThreat,
    /// Stepping between to stop a mate threat or a check.
    Block,
    /// An offer to exchange the moved piece, or to be taken by the piece that it attacks.
    ExchangeOffer,
    /// Putting a piece where it can be taken for nothing.
    Sacrifice,
    /// An attack that anyone may make: on a rooted piece, on an uncrossed pawn, by king or pawn.
    Attack,
    /// Any other answer to a check or a mate threat (*nước đỡ*).
    Parry,
    /// None of these (*nước chờ*).
    Idle,
}

impl Action {
    /// The English term.
    pub const fn english(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Chase => "chase",
            Self::MateThreat => "mate threat",
            Self::CheckAndCaptureThreat => "threat to check and capture",
            Self::Block => "block",
            Self::ExchangeOffer => "exchange offer",
            Self::Sacrifice => "sacrifice",
            Self::Attack => "attack, no chase",
            Self::Parry => "parry",
            Self::Idle => "idle",
        }
    }

    /// The Vietnamese term.
    pub const fn vietnamese(self) -> &'static str {
        match self {
            Self::Check => "chiếu",
            Self::Chase => "dọa bắt",
            Self::MateThreat => "dọa hết",
            Self::CheckAndCaptureThreat => "dọa chiếu bắt",
            Self::Block => "chặn",
            Self::ExchangeOffer => "mời đổi",
            Self::Sacrifice => "thí quân",
            Self::Attack => "tấn công được phép",
            Self::Parry => "nước đỡ",
            Self::Idle => "nước chờ",
        }
    }
}

/// A piece of the loop, on the square where it stood after the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occupant {
    /// The piece.
    pub piece: Piece,
    /// Where it stood.
    pub square: Square,
    /// Where it stood when the loop began: its identity (point 5).
    pub origin: Square,
}

/// An attack that a move has created or changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The piece that attacks.
    pub attacker: Occupant,
    /// The piece that is attacked.
    pub victim: Occupant,
    /// What the attack is worth in law.
    pub kind: AttackKind,
    /// Whether the victim seems protected, but by false roots only (article 22: *căn giả*).
    pub has_false_root: bool,
}

impl fmt::Display for Occupant {
    /// Writes `rook b4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.piece.kind(), self.square)
    }
}

impl fmt::Display for Attack {
    /// Says what the attack is and what it is worth.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { attacker, victim, .. } = self;
        match self.kind {
            AttackKind::Chase if self.has_false_root => {
                write!(f, "{attacker} chases {victim}, whose root is false")
            }
            AttackKind::Chase => write!(f, "{attacker} chases {victim}"),
            AttackKind::Illegal => write!(f, "{attacker} faces {victim} but may not take it"),
            AttackKind::ByKingOrPawn => write!(f, "{attacker} attacks {victim}, as kings and pawns may"),
            AttackKind::OnUncrossedPawn => write!(f, "{attacker} attacks {victim}, which has not crossed"),
            AttackKind::Offer => write!(f, "{attacker} attacks {victim}, which could take it"),
            AttackKind::Rooted => write!(f, "{attacker} attacks {victim}, which is rooted"),
        }
    }
}

/// What one move of a loop was.
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The ply, counted from 1 at the set-up position.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// What moved.
    pub mover: Occupant,
    /// What the move was, gravest meaning first; never empty.
    pub actions: Vec<Action>,
    /// The pieces that give check after it.
    pub checkers: Vec<Occupant>,
    /// The attacks that it has created or changed. A check is not looked at further (point 3).
    pub attacks: Vec<Attack>,
    /// The board after it, without history.
    pub(super) board: Position,
}

impl MoveReport {
    /// Whose move it was.
    pub const fn side(&self) -> Color {
        self.mover.piece.color()
    }

    /// Whether that is among its meanings.
    pub fn is(&self, action: Action) -> bool {
        self.actions.contains(&action)
    }

    /// The attacks that count as a chase.
    pub fn chases(&self) -> impl Iterator<Item = &Attack> {
        self.attacks.iter().filter(|attack| attack.kind == AttackKind::Chase)
    }

    /// Whether the moved piece can be taken by an enemy piece of its own kind.
    pub(super) fn is_offered(&self) -> bool {
        is_offered(&self.board, self.mover.square)
    }
}

/// Where every piece stood when the loop began.
#[derive(Clone)]
struct Identities([Square; Square::COUNT]);

impl Identities {
    fn new() -> Self {
        let mut squares = [Square::at(0); Square::COUNT];
        Square::all().for_each(|square| squares[square.index()] = square);
        Self(squares)
    }

    fn follow(&mut self, mv: Move) {
        self.0[mv.to().index()] = self.0[mv.from().index()];
    }

    fn occupant(&self, board: &Position, square: Square) -> Option<Occupant> {
        Some(Occupant { piece: board.piece_on(square)?, square, origin: self.0[square.index()] })
    }
}

/// Reports every move of the last `plies` plies, which must be a loop.
pub(super) fn explain(position: &Position, plies: usize) -> Vec<MoveReport> {
    let moves: Vec<_> = (0..plies).rev().filter_map(|ago| state_before(position, ago).last_move).collect();
    let mut board = position.clone();
    for _ in 0..plies {
        board.unmake();
    }
    let first_ply = board.history().len() + 1;
    // Without their histories, for these are copied at every move.
    let mut before = board.bare();
    let mut identities = Identities::new();
    let mut reports = Vec::with_capacity(plies);
    for (ply, mv) in (first_ply..).zip(moves) {
        let mut after = before.clone();
        after.make(mv);
        identities.follow(mv);
        reports.extend(report(ply, &before, &after, mv, &identities));
        before = after.bare();
    }
    reports
}

fn report(
    ply: usize,
    before: &Position,
    after: &Position,
    mv: Move,
    identities: &Identities,
) -> Option<MoveReport> {
    let attacks = if after.in_check() { Vec::new() } else { new_attacks(before, after, mv, identities) };
    Some(MoveReport {
        ply,
        mv,
        mover: identities.occupant(after, mv.to())?,
        actions: actions(before, after, mv, &attacks),
        checkers: after
            .checkers()
            .into_iter()
            .filter_map(|square| identities.occupant(after, square))
            .collect(),
        attacks,
        board: after.bare(),
    })
}

/// The attacks that exist after the move and were not the same before it.
fn new_attacks(before: &Position, after: &Position, mv: Move, identities: &Identities) -> Vec<Attack> {
    let side = before.side();
    let victims = after.of_color(!side) - after.of_kind(Kind::King);
    let mut found = Vec::new();
    for victim in victims {
        for attacker in after.attackers_to(victim, after.occupied()) & after.of_color(side) {
            let kind = chase::weigh(after, attacker, victim, Bitboard::EMPTY);
            let origin = if attacker == mv.to() { mv.from() } else { attacker };
            let stood = chase::attacks(before, origin, victim)
                && chase::weigh(before, origin, victim, before.checkers()) == kind;
            if stood {
                continue;
            }
            let occupants = identities.occupant(after, attacker).zip(identities.occupant(after, victim));
            found.extend(occupants.map(|(chaser, chased)| Attack {
                attacker: chaser,
                victim: chased,
                kind,
                has_false_root: kind == AttackKind::Chase
                    && !root::has_real_root(after, attacker, victim, !side)
                    && root::protectors(after, attacker, victim, !side).any(),
            }));
        }
    }
    found
}

/// What a move means, gravest first.
fn actions(before: &Position, after: &Position, mv: Move, attacks: &[Attack]) -> Vec<Action> {
    if after.in_check() {
        return vec![Action::Check];
    }
    let has = |kind| attacks.iter().any(|attack| attack.kind == kind);
    let allowed = [AttackKind::ByKingOrPawn, AttackKind::OnUncrossedPawn, AttackKind::Rooted];
    let parries = parries(before, after);
    let blocks = parries && blocks(before, mv);
    let offer = offer(after, mv.to(), attacks);
    // A mate threat is nearly always a threat to check and capture too; that says nothing more.
    let mates = threats::threatens_mate(after);
    let meanings = [
        has(AttackKind::Chase).then_some(Action::Chase),
        mates.then_some(Action::MateThreat),
        (!mates && newly_threatens_check_and_capture(before, after)).then_some(Action::CheckAndCaptureThreat),
        blocks.then_some(Action::Block),
        offer,
        allowed.into_iter().any(has).then_some(Action::Attack),
        (parries && !blocks).then_some(Action::Parry),
    ];
    let mut actions: Vec<_> = meanings.into_iter().flatten().collect();
    if actions.is_empty() {
        actions.push(Action::Idle);
    }
    actions
}

fn newly_threatens_check_and_capture(before: &Position, after: &Position) -> bool {
    let mut again = after.clone();
    again.make_null();
    threats::can_check_and_capture(&mut again)
        && (before.in_check() || !threats::can_check_and_capture(&mut before.clone()))
}

/// Whether the move answered a check or a mate threat.
fn parries(before: &Position, after: &Position) -> bool {
    before.in_check() || threats::threatens_mate(before) && !threats::can_mate(&mut after.clone())
}

/// Whether a move that parries did so by stepping onto a line of an enemy rook or cannon.
fn blocks(before: &Position, mv: Move) -> bool {
    let side = before.side();
    let sliders = before.of_kind(Kind::Rook) | before.of_kind(Kind::Cannon);
    let is_king = before.king(side) == mv.from();
    !is_king
        && (sliders & before.of_color(!side))
            .into_iter()
            .any(|slider| attacks::lines(slider, before.occupied()).rook.contains(mv.to()))
}

/// The pieces that could legally take the piece that has just moved.
fn takers(after: &Position, moved: Square) -> impl Iterator<Item = Square> {
    let side = after.side();
    let takers = after.attackers_to(moved, after.occupied()) & after.of_color(side);
    takers
        .into_iter()
        .filter(move |&taker| chase::capture_is_legal(after, taker, moved, side, Bitboard::EMPTY))
}

fn is_offered(after: &Position, moved: Square) -> bool {
    let kind_on = |square| after.piece_on(square).map(Piece::kind);
    takers(after, moved).any(|taker| kind_on(taker) == kind_on(moved))
}

/// Whether the moved piece is offered: for an exchange, or for nothing.
fn offer(after: &Position, moved: Square, attacks: &[Attack]) -> Option<Action> {
    if attacks.iter().any(|attack| attack.kind == AttackKind::Offer) || is_offered(after, moved) {
        return Some(Action::ExchangeOffer);
    }
    let is_lost = takers(after, moved).any(|taker| !root::has_real_root(after, taker, moved, !after.side()));
    is_lost.then_some(Action::Sacrifice)
}
