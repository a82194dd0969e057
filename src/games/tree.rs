//! The tree of a game's moves as binary files and forums store it: a line, then the lines that branch off it.

use super::error::Fault;
use super::game::GameMove;
use crate::board::{Position, SetupError};
use crate::core::{Color, Move, Piece, Square};

/// Variations in variations, deeper than anybody writes them.
pub(super) const MAX_DEPTH: usize = 64;

/// Far more plies than any game has.
pub(super) const MAX_PLIES: usize = 4000;

/// A line of the tree.
struct Line {
    /// The line off which it branches, and at which of that line's moves.
    parent: Option<(usize, usize)>,
    depth: usize,
    /// The plies before its first move.
    first: usize,
    moves: Vec<GameMove>,
    /// Whether a move of it was not legal; what follows in it is passed over.
    is_dead: bool,
}

/// A tree that grows move by move at the end of its current line.
pub(super) struct Tree {
    /// Behind the last move of the current line.
    position: Position,
    /// The moves that led there.
    played: Vec<Move>,
    lines: Vec<Line>,
    current: usize,
}

impl Tree {
    /// A tree without moves.
    pub(super) fn new(position: Position) -> Self {
        let main = Line { parent: None, depth: 0, first: 0, moves: Vec::new(), is_dead: false };
        Self { position, played: Vec::new(), lines: vec![main], current: 0 }
    }

    /// The main line's number.
    pub(super) const MAIN: usize = 0;

    /// The current line and the number of moves in it.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.current, self.lines[self.current].moves.len())
    }

    /// Appends a move to the current line.
    ///
    /// # Errors
    /// When it is not legal and belongs to the main line; variations end before such a move.
    pub(super) fn add(&mut self, from: Square, to: Square, comment: String) -> Result<(), Fault> {
        let line = &mut self.lines[self.current];
        if line.is_dead {
            return Ok(());
        }
        if self.played.len() >= MAX_PLIES {
            return Err(Fault::TooLong("a line of moves"));
        }
        let mv = (from != to).then(|| Move::new(from, to)).filter(|&mv| self.position.is_legal(mv));
        match mv {
            Some(mv) => {
                line.moves.push(GameMove { mv, comment, variations: Vec::new() });
                self.position.make(mv);
                self.played.push(mv);
                Ok(())
            }
            None if line.parent.is_none() => Err(Fault::Illegal {
                ply: line.moves.len() + 1,
                mv: format!("{from}{to}"),
                fen: self.position.fen(),
            }),
            None => {
                line.is_dead = true;
                Ok(())
            }
        }
    }

    /// The ply of the game, from 0, of a line's move.
    pub(super) fn ply(&self, line: usize, index: usize) -> usize {
        self.lines[line].first + index
    }

    /// Begins a line in place of a line's move, which is told by its ply in the game, from 0, and makes it the
    /// current one. Nothing if there is no such move.
    pub(super) fn branch(&mut self, parent: usize, ply: usize) -> Option<usize> {
        let first = self.lines[parent].first;
        let mut index = ply.checked_sub(first).filter(|&index| index < self.lines[parent].moves.len())?;
        let mut parent = parent;
        // What replaces a variation's first move replaces the move that the variation replaces.
        while let Some((line, replaced)) = self.lines[parent].parent.filter(|_| index == 0) {
            (parent, index) = (line, replaced);
        }
        let depth = self.lines[parent].depth;
        let is_dead = depth >= MAX_DEPTH;
        self.lines.push(Line {
            parent: Some((parent, index)),
            depth: depth + 1,
            first: ply,
            moves: Vec::new(),
            is_dead,
        });
        self.current = self.lines.len() - 1;
        self.go_to(parent, index);
        Some(self.current)
    }

    /// A line whose moves are passed over, for what branches off a move that was itself passed over.
    pub(super) fn dead_branch(&mut self) {
        self.lines.push(Line { parent: Some((0, 0)), depth: 1, first: 0, moves: Vec::new(), is_dead: true });
        self.current = self.lines.len() - 1;
    }

    /// Sets the position before a move of a line up.
    fn go_to(&mut self, line: usize, index: usize) {
        let mut path = Vec::new();
        let (mut line, mut count) = (line, index);
        loop {
            path.extend(self.lines[line].moves[..count].iter().rev().map(|game_move| game_move.mv));
            match self.lines[line].parent {
                Some((parent, index)) => (line, count) = (parent, index),
                None => break,
            }
        }
        path.reverse();
        let is_same = |(played, wanted): &(&Move, &Move)| played == wanted;
        let common = self.played.iter().zip(&path).take_while(is_same).count();
        for _ in common..self.played.len() {
            self.position.unmake();
        }
        for &mv in &path[common..] {
            self.position.make(mv);
        }
        self.played = path;
    }

    /// The main line with everything that branches off it.
    pub(super) fn into_moves(mut self) -> Vec<GameMove> {
        // Lines come after those that they branch off, so the last never has any left that branch off it.
        while self.lines.len() > 1 {
            let Some(Line { parent: Some((parent, index)), moves, .. }) = self.lines.pop() else { break };
            if let Some(game_move) = self.lines[parent].moves.get_mut(index).filter(|_| !moves.is_empty()) {
                game_move.variations.insert(0, moves);
            }
        }
        self.lines.pop().map(|main| main.moves).unwrap_or_default()
    }
}

/// Who moves first: the owner of the piece that the first move moves; Red if there is none.
pub(super) fn first_side(pieces: &[(Piece, Square)], first: Option<(Square, Square)>) -> Color {
    let mover = first.and_then(|(from, _)| pieces.iter().find(|(_, square)| *square == from));
    mover.map_or(Color::Red, |(piece, _)| piece.color())
}

/// The position of pieces on squares.
pub(super) fn setup(pieces: &[(Piece, Square)], side: Color) -> Result<Position, SetupError> {
    let mut mailbox = [None; Square::COUNT];
    for &(piece, square) in pieces {
        mailbox[square.index()] = Some(piece);
    }
    Position::from_mailbox(mailbox, side, 0, u32::from(side == Color::Black))
}
