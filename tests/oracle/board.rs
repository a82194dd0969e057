//! A plain Xiangqi board for the oracle judge: ninety squares, men with an identity, and moves tested
//! by counting what stands between two squares. Nothing here is fast; everything is meant to be obvious.

/// A square: `rank * 9 + file`, ranks 0 (Red's home) to 9, files a to i.
pub type Square = usize;

/// The two sides. Red (Trắng) sits on ranks 0 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Upper-case letters, moves up the board.
    Red,
    /// Lower-case letters, moves down the board.
    Black,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }
}

/// One physical man. Its `id` never changes, so that point 5 ("the same physical victim") can be told
/// from "a man of the same kind on the same square".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// One of `K A E R C H P`, whatever the colour.
    pub letter: char,
    /// Whose man it is.
    pub side: Side,
    /// Its number, given in the order of the FEN.
    pub id: usize,
}

/// A move from one square to another.
pub type Step = (Square, Square);

/// A position: who stands where, and whose move it is.
#[derive(Clone, Debug)]
pub struct Board {
    /// The ninety squares.
    pub squares: [Option<Man>; 90],
    /// The side to move.
    pub to_move: Side,
}

/// The file of a square, 0 to 8.
pub fn file(sq: Square) -> usize {
    sq % 9
}

/// The rank of a square, 0 to 9.
pub fn rank(sq: Square) -> usize {
    sq / 9
}

/// The square as written in moves, `a0` to `i9`.
pub fn square_name(sq: Square) -> String {
    format!("{}{}", char::from(b'a' + file(sq) as u8), rank(sq))
}

/// A move as written in coordinates, such as `h2e2`.
pub fn step_name((from, to): Step) -> String {
    square_name(from) + &square_name(to)
}

/// Reads a move such as `h2e2`.
///
/// # Panics
/// When the text is no such move.
pub fn read_step(text: &str) -> Step {
    let b = text.as_bytes();
    let well_formed = b.len() == 4
        && [b[0], b[2]].iter().all(|f| (b'a'..=b'i').contains(f))
        && [b[1], b[3]].iter().all(u8::is_ascii_digit);
    assert!(well_formed, "not a move: {text:?}");
    let square = |f: u8, r: u8| (r - b'0') as usize * 9 + (f - b'a') as usize;
    (square(b[0], b[1]), square(b[2], b[3]))
}

/// The same move with left and right exchanged.
pub fn mirrored_step((from, to): Step) -> Step {
    let flip = |sq: Square| rank(sq) * 9 + 8 - file(sq);
    (flip(from), flip(to))
}

/// The same move seen from the other side of the board.
pub fn swapped_step((from, to): Step) -> Step {
    let flip = |sq: Square| (9 - rank(sq)) * 9 + file(sq);
    (flip(from), flip(to))
}

/// Whether the square lies on the half of `side`, this side of the river.
pub fn on_own_half(side: Side, sq: Square) -> bool {
    (rank(sq) <= 4) == (side == Side::Red)
}

/// Whether the square lies in the palace of `side`.
pub fn in_palace(side: Side, sq: Square) -> bool {
    (3..=5).contains(&file(sq))
        && match side {
            Side::Red => rank(sq) <= 2,
            Side::Black => rank(sq) >= 7,
        }
}

/// A pawn goes one step forward, and one step sideways once it has crossed the river.
fn pawn_attacks(side: Side, from: Square, to: Square) -> bool {
    let forward = if side == Side::Red { to == from + 9 } else { to + 9 == from };
    let sideways = rank(from) == rank(to) && file(from).abs_diff(file(to)) == 1;
    forward || sideways && !on_own_half(side, from)
}

impl Board {
    /// Reads a FEN: the board and the side to move; whatever follows is not needed.
    ///
    /// # Panics
    /// When the text is no such FEN.
    pub fn from_fen(fen: &str) -> Self {
        let mut fields = fen.split_whitespace();
        let rows = fields.next().expect("a FEN has a board field");
        let to_move = if fields.next() == Some("b") { Side::Black } else { Side::Red };
        let mut board = Board { squares: [None; 90], to_move };
        let mut id = 0;
        for (row, text) in rows.split('/').enumerate() {
            let mut column = 0;
            for c in text.chars() {
                if let Some(gap) = c.to_digit(10) {
                    column += gap as usize;
                    continue;
                }
                let letter = match c.to_ascii_uppercase() {
                    'B' => 'E',
                    'N' => 'H',
                    other => other,
                };
                assert!("KAERCHP".contains(letter) && row < 10 && column < 9, "bad FEN {fen:?}");
                let side = if c.is_ascii_uppercase() { Side::Red } else { Side::Black };
                board.squares[(9 - row) * 9 + column] = Some(Man { letter, side, id });
                id += 1;
                column += 1;
            }
            assert_eq!(column, 9, "a row of {fen:?} does not have nine squares");
        }
        board
    }

    /// Writes the FEN, with the letters `B` and `N` that the figures use.
    pub fn to_fen(&self) -> String {
        let row = |r: usize| {
            let mut text = String::new();
            let mut gap = 0;
            for man in &self.squares[r * 9..r * 9 + 9] {
                let Some(man) = man else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    text += &gap.to_string();
                    gap = 0;
                }
                let letter = match man.letter {
                    'E' => 'B',
                    'H' => 'N',
                    other => other,
                };
                text.push(if man.side == Side::Red { letter } else { letter.to_ascii_lowercase() });
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            text
        };
        let rows: Vec<String> = (0..10).rev().map(row).collect();
        let side = if self.to_move == Side::Red { 'w' } else { 'b' };
        format!("{} {side} - - 0 1", rows.join("/"))
    }

    /// The position with left and right exchanged.
    pub fn mirrored(&self) -> Board {
        let squares = std::array::from_fn(|sq| self.squares[mirrored_step((sq, sq)).0]);
        Board { squares, to_move: self.to_move }
    }

    /// The position with the colours exchanged and the board turned upside down.
    pub fn swapped(&self) -> Board {
        let other = |man: Man| Man { side: man.side.other(), ..man };
        let squares = std::array::from_fn(|sq| self.squares[swapped_step((sq, sq)).0].map(other));
        Board { squares, to_move: self.to_move.other() }
    }

    /// The men of one side with their squares.
    pub fn men(&self, side: Side) -> impl Iterator<Item = (Square, Man)> + '_ {
        let on_square = |(sq, man): (Square, &Option<Man>)| man.map(|man| (sq, man));
        self.squares.iter().enumerate().filter_map(on_square).filter(move |(_, man)| man.side == side)
    }

    /// Whether the same kinds of men stand on the same squares with the same side to move. Identities
    /// do not matter: two horses that have changed places still make the same position.
    pub fn same_position(&self, other: &Board) -> bool {
        let look = |man: &Option<Man>| man.map(|man| (man.letter, man.side));
        self.to_move == other.to_move && self.squares.iter().map(look).eq(other.squares.iter().map(look))
    }

    /// How many men stand strictly between two squares of one file or rank; `None` when they do not
    /// share a line.
    pub fn men_between(&self, a: Square, b: Square) -> Option<usize> {
        let (low, high) = (a.min(b), a.max(b));
        let stride = if a == b {
            return None;
        } else if file(a) == file(b) {
            9
        } else if rank(a) == rank(b) {
            1
        } else {
            return None;
        };
        Some((low + stride..high).step_by(stride).filter(|&sq| self.squares[sq].is_some()).count())
    }

    /// Whether the man on `from` reaches `to` as it would when capturing there, whatever stands on
    /// `to`: an enemy, a friend it protects, or nothing. Kings facing each other are not counted here.
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let Some(man) = self.squares[from] else { return false };
        let across = file(from).abs_diff(file(to));
        let along = rank(from).abs_diff(rank(to));
        // The square half-way of an elephant's move; the leg of a horse's, one step along its long arm.
        let half_way = from.midpoint(to);
        let leg = || match (across, to > from) {
            (2, _) if file(to) > file(from) => from + 1,
            (2, _) => from - 1,
            (_, true) => from + 9,
            (_, false) => from - 9,
        };
        match man.letter {
            'K' => across + along == 1 && in_palace(man.side, to),
            'A' => across == 1 && along == 1 && in_palace(man.side, to),
            'E' => across == 2 && along == 2 && on_own_half(man.side, to) && self.squares[half_way].is_none(),
            'H' => across.min(along) == 1 && across.max(along) == 2 && self.squares[leg()].is_none(),
            'R' => self.men_between(from, to) == Some(0),
            'C' => self.men_between(from, to) == Some(1),
            _ => pawn_attacks(man.side, from, to),
        }
    }

    /// Whether the man on `from` can go to `to` by the way it moves, its own king's safety left aside.
    pub fn can_go(&self, from: Square, to: Square) -> bool {
        let Some(man) = self.squares[from] else { return false };
        match self.squares[to] {
            Some(other) => other.side != man.side && self.attacks(from, to),
            None if man.letter == 'C' => self.men_between(from, to) == Some(0),
            None => self.attacks(from, to),
        }
    }

    /// The board after a man has gone from one square to another, taking what stands there; the other
    /// side is then to move.
    pub fn after(&self, (from, to): Step) -> Board {
        let mut board = self.clone();
        board.squares[to] = board.squares[from].take();
        board.to_move = self.to_move.other();
        board
    }

    /// Where the king of `side` stands; `None` when it has been taken.
    pub fn king(&self, side: Side) -> Option<Square> {
        self.men(side).find(|(_, man)| man.letter == 'K').map(|(sq, _)| sq)
    }

    /// The enemy men that could take the king of `side` now, the enemy king down an open file included.
    pub fn men_attacking_king(&self, side: Side) -> Vec<Man> {
        let Some(king) = self.king(side) else { return Vec::new() };
        let takes_king = |&(sq, man): &(Square, Man)| {
            let facing = man.letter == 'K' && file(sq) == file(king) && self.men_between(sq, king) == Some(0);
            facing || self.attacks(sq, king)
        };
        self.men(side.other()).filter(takes_king).map(|(_, man)| man).collect()
    }

    /// Whether nothing could take the king of `side` now.
    pub fn king_is_safe(&self, side: Side) -> bool {
        self.men_attacking_king(side).is_empty()
    }

    /// Whether a move of either side obeys the way its man moves and leaves its own king safe. The turn
    /// is not looked at: threats are moves out of turn.
    pub fn is_safe_move(&self, step: Step) -> bool {
        let Some(man) = self.squares[step.0] else { return false };
        self.can_go(step.0, step.1) && self.after(step).king_is_safe(man.side)
    }

    /// Whether the side to move may play this move.
    pub fn is_legal(&self, step: Step) -> bool {
        self.squares[step.0].is_some_and(|man| man.side == self.to_move) && self.is_safe_move(step)
    }

    /// Every legal move of the side to move.
    pub fn legal_moves(&self) -> Vec<Step> {
        let steps = self.men(self.to_move).flat_map(|(from, _)| (0..90).map(move |to| (from, to)));
        steps.filter(|&step| self.is_legal(step)).collect()
    }
}
