//! Tables of endings, solved backwards from the mates.

use crate::attacks;
use crate::core::{Bitboard, Color, Kind, Piece, Square};
use crate::eval::endings::layout::{Layout, Men};
use std::collections::HashMap;
use std::sync::Arc;

/// What a position is for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The position cannot be: two pieces share a square, or the side that is not to move is in check.
    Illegal,
    /// The side to move wins.
    Win,
    /// Neither side can force a win; repetition is a draw here.
    Draw,
    /// The side to move loses.
    Loss,
}

/// The marks of solved positions; every other byte is a count of the moves whose result is not yet known to
/// be bad, with [`DRAW_AT_HAND`] if a capture draws.
const ILLEGAL: u8 = 255;
const WIN: u8 = 254;
const LOSS: u8 = 253;
const DRAW_AT_HAND: u8 = 128;

/// The results of all positions of one balance of material.
#[derive(Clone, Debug)]
pub struct Table {
    layout: Layout,
    marks: Vec<u8>,
}

/// The tables that captures lead to, by layout.
pub type Tables = HashMap<Layout, Arc<Table>>;

/// How many positions are won, drawn and lost for the side to move: with Red to move, with Black.
pub type Totals = [[usize; 3]; Color::COUNT];

impl Table {
    /// Solves a balance of material; `None` if a table that a capture leads to is missing.
    pub fn solve(layout: &Layout, tables: &Tables) -> Option<Self> {
        let men = layout.pieces().count();
        let mut after = Vec::new();
        for taken in 0..men {
            let left = without(layout, taken)?;
            after.push(if left.has_no_attackers() { None } else { Some(tables.get(&left)?.clone()) });
        }
        let mut solver = Solver { layout, after, marks: vec![0; 2 * layout.half()], solved: Vec::new() };
        for index in 0..solver.marks.len() {
            solver.begin(index);
        }
        while let Some(index) = solver.solved.pop() {
            solver.spread(index as usize);
        }
        Some(Self { layout: layout.clone(), marks: solver.marks })
    }

    /// What the positions are.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The result of the position of that number.
    pub fn value(&self, index: usize) -> Value {
        match self.marks[index] {
            ILLEGAL => Value::Illegal,
            WIN => Value::Win,
            LOSS => Value::Loss,
            _ => Value::Draw,
        }
    }

    /// Counts all legal positions, mirror images among them.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for index in 0..self.marks.len() {
            let men = self.layout.decode(index);
            let weight = if men.kings[0].file().index() == 3 { 2 } else { 1 };
            let column = match self.value(index) {
                Value::Illegal => continue,
                Value::Win => 0,
                Value::Draw => 1,
                Value::Loss => 2,
            };
            totals[men.side.index()][column] += weight;
        }
        totals
    }

    /// The result after the best capture of the side to move, if there is one.
    pub fn best_capture(&self, men: &Men, tables: &Tables) -> Option<Value> {
        let results = captures(men).into_iter().map(|taken| {
            let left = without(&self.layout, taken.victim);
            left.filter(|left| !left.has_no_attackers())
                .and_then(|left| tables.get(&left))
                .and_then(|table| table.index_value(&taken.after))
                .unwrap_or(Value::Draw)
        });
        let rank = |value: &Value| match value {
            Value::Loss => 2,
            Value::Draw => 1,
            _ => 0,
        };
        results.max_by_key(rank).map(opposite)
    }

    fn index_value(&self, men: &Men) -> Option<Value> {
        self.layout.encode(men).map(|index| self.value(index))
    }
}

/// The same result from the other side.
const fn opposite(value: Value) -> Value {
    match value {
        Value::Win => Value::Loss,
        Value::Loss => Value::Win,
        other => other,
    }
}

/// The layout that a capture of the piece of that place leaves.
fn without(layout: &Layout, taken: usize) -> Option<Layout> {
    let pieces: Vec<_> = layout.pieces().enumerate().filter(|&(place, _)| place != taken).collect();
    Layout::new(&pieces.into_iter().map(|(_, piece)| piece).collect::<Vec<_>>())
}

struct Solver<'a> {
    layout: &'a Layout,
    /// The table after the capture of each piece; none where the law calls a draw.
    after: Vec<Option<Arc<Table>>>,
    marks: Vec<u8>,
    /// Positions whose result is known and has not been carried on.
    solved: Vec<u32>,
}

impl Solver<'_> {
    /// Marks a position by its captures and the number of its quiet moves.
    fn begin(&mut self, index: usize) {
        let men = self.layout.decode(index);
        let occupied = men.occupied();
        if occupied.len() as usize != men.men.len() + 2 || is_in_check(&men, !men.side, occupied) {
            self.marks[index] = ILLEGAL;
            return;
        }
        let mut count = quiet_moves(&men, occupied);
        let mut loses = count == 0;
        for capture in captures(&men) {
            let table = self.after[capture.victim].as_ref();
            match table.and_then(|table| table.index_value(&capture.after)) {
                Some(Value::Loss) => return self.solve(index, WIN),
                Some(Value::Win) => {}
                _ => {
                    count |= DRAW_AT_HAND;
                    loses = false;
                }
            }
        }
        if loses { self.solve(index, LOSS) } else { self.marks[index] = count }
    }

    fn solve(&mut self, index: usize, mark: u8) {
        self.marks[index] = mark;
        self.solved.push(index as u32);
    }

    /// Carries a result on to the positions before it.
    fn spread(&mut self, index: usize) {
        let result = self.marks[index];
        let men = self.layout.decode(index);
        let occupied = men.occupied();
        let mover = !men.side;
        let king = men.kings[mover.index()];
        let central = men.kings[0].file().index() == 4;
        for from in attacks::king(king) - occupied {
            // A move off the central file stands for its mirror image too.
            let file = from.file().index();
            if mover == Color::Red && central && file == 5 {
                continue;
            }
            let mut before = men.clone();
            before.side = mover;
            before.kings[mover.index()] = from;
            self.retract(&before, result);
            if mover == Color::Red && !central && file == 4 {
                self.retract(&before.mirror(), result);
            }
        }
        for place in 0..men.men.len() {
            let (piece, square) = men.men[place];
            if piece.color() != mover {
                continue;
            }
            for from in sources(piece, square, occupied) - occupied {
                let mut before = men.clone();
                before.side = mover;
                before.men[place].1 = from;
                self.retract(&before, result);
            }
        }
    }

    /// Notes that a move from `before` leads to a position with that result.
    fn retract(&mut self, before: &Men, result: u8) {
        let Some(index) = self.layout.encode(before) else { return };
        match (self.marks[index], result) {
            (WIN | LOSS | ILLEGAL, _) => {}
            (_, LOSS) => self.solve(index, WIN),
            (1, _) => self.solve(index, LOSS),
            (mark, _) => self.marks[index] = mark - 1,
        }
    }
}

/// Whether a side's king is attacked, or faces the other.
pub(super) fn is_in_check(men: &Men, color: Color, occupied: Bitboard) -> bool {
    let king = men.kings[color.index()];
    let lines = attacks::lines(king, occupied);
    lines.rook.contains(men.kings[(!color).index()])
        || men.men.iter().filter(|(piece, _)| piece.color() != color).any(|&(piece, square)| {
            let set = match piece.kind() {
                Kind::Rook => lines.rook,
                Kind::Cannon => lines.cannon,
                Kind::Horse => attacks::horse_sources(king, occupied),
                Kind::Pawn => attacks::pawn_sources(piece.color(), king),
                Kind::King | Kind::Advisor | Kind::Elephant => Bitboard::EMPTY,
            };
            set.contains(square)
        })
}

/// From where a piece may have come without a capture, occupied squares among them.
fn sources(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind() {
        Kind::Horse => attacks::horse_sources(square, occupied),
        Kind::Pawn => attacks::pawn_sources(piece.color(), square),
        _ => attacks::targets(piece, square, occupied),
    }
}

/// How many legal moves without a capture the side to move has.
fn quiet_moves(men: &Men, occupied: Bitboard) -> u8 {
    let mut count = 0;
    let side = men.side;
    let mut after = men.clone();
    let king = men.kings[side.index()];
    for to in attacks::king(king) - occupied {
        after.kings[side.index()] = to;
        count += u8::from(!is_in_check(&after, side, occupied ^ king.bb() ^ to.bb()));
    }
    after.kings = men.kings;
    for (place, &(piece, from)) in men.men.iter().enumerate() {
        if piece.color() != side {
            continue;
        }
        for to in attacks::targets(piece, from, occupied) - occupied {
            after.men[place].1 = to;
            count += u8::from(!is_in_check(&after, side, occupied ^ from.bb() ^ to.bb()));
        }
        after.men[place].1 = from;
    }
    count
}

/// A legal capture.
struct Capture {
    /// The place of the piece that is taken.
    victim: usize,
    after: Men,
}

fn captures(men: &Men) -> Vec<Capture> {
    let side = men.side;
    let occupied = men.occupied();
    let king = (Piece::new(side, Kind::King), men.kings[side.index()]);
    let own = men.men.iter().copied().filter(|(piece, _)| piece.color() == side).chain([king]);
    let mut found = Vec::new();
    for (piece, from) in own {
        let reach = attacks::targets(piece, from, occupied);
        for (victim, &(enemy, to)) in men.men.iter().enumerate() {
            if enemy.color() == side || !reach.contains(to) {
                continue;
            }
            let mut after = men.clone();
            after.side = !side;
            if piece.kind() == Kind::King {
                after.kings[side.index()] = to;
            }
            for man in &mut after.men {
                if *man == (piece, from) {
                    man.1 = to;
                }
            }
            after.men.remove(victim);
            if !is_in_check(&after, side, occupied.without(from)) {
                found.push(Capture { victim, after });
            }
        }
    }
    found
}
