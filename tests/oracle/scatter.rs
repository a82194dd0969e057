//! Random positions for the loop generator: a few men thrown on the board so that they meet on lines
//! and block each other's legs, or a game from the start played on by chance.

use super::board::{Board, Man, Side, Square, Step, file, in_palace, on_own_half, rank, read_step};

/// The start of the game.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The kinds of men that are thrown on the board, the more useful ones more often.
const LETTERS: [char; 13] = ['R', 'R', 'R', 'C', 'C', 'C', 'H', 'H', 'H', 'P', 'P', 'A', 'E'];

/// A small seeded generator (`SplitMix64`): the same seed gives the same positions everywhere.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Self {
        Dice(seed)
    }

    /// The next 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// True `percent` times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the given things.
    pub fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// An index, each with a chance in proportion to its weight; the weights must not all be zero.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (index, &weight) in weights.iter().enumerate() {
            if left < weight {
                return index;
            }
            left -= weight;
        }
        unreachable!("the draw is below the sum of the weights")
    }
}

/// A random legal position with legal moves: mostly few men (three to eight), some with more, some
/// near a figure of the law, some from the opening and the middlegame.
pub fn position(dice: &mut Dice) -> Option<Board> {
    let board = match dice.below(10) {
        0..=4 => scattered(dice, 1, 6),
        5..=6 => scattered(dice, 6, 16),
        7..=8 => Some(disturbed_figure(dice).0),
        _ => played(dice),
    }?;
    let alive = board.king_is_safe(board.to_move.other()) && !board.legal_moves().is_empty();
    alive.then_some(board)
}

/// The figures of the law: source, figure, article, FEN, moves, verdict, reason.
const FIGURES: &str = include_str!("../data/law_figures.tsv");

/// A figure of the law with one to three men taken off, put down, exchanged or pushed aside, and its
/// moves. Whether they can still be played is for the caller to see.
pub fn disturbed_figure(dice: &mut Dice) -> (Board, Vec<Step>) {
    let rows: Vec<&str> = FIGURES.lines().skip(1).collect();
    let fields: Vec<&str> = dice.pick(&rows).split('\t').collect();
    let mut board = Board::from_fen(fields[3]);
    for _ in 0..=dice.below(3) {
        disturb(dice, &mut board);
    }
    // Read back, so that the identities are those of the FEN.
    (Board::from_fen(&board.to_fen()), fields[4].split_whitespace().map(read_step).collect())
}

/// One small change to the board; the kings stay.
fn disturb(dice: &mut Dice, board: &mut Board) {
    let side = any_side(dice);
    let men: Vec<(Square, Man)> = board.men(side).filter(|(_, man)| man.letter != 'K').collect();
    let letter = dice.pick(&LETTERS);
    let room = has_room(board, letter, side);
    let what = dice.below(4);
    if what == 0 || men.is_empty() {
        if let Some(sq) = place(dice, board, letter, side).filter(|_| room) {
            board.squares[sq] = Some(Man { letter, side, id: 0 });
        }
        return;
    }
    let (sq, man) = dice.pick(&men);
    match what {
        1 => board.squares[sq] = None,
        2 if room && may_stand(letter, side, sq) => board.squares[sq] = Some(Man { letter, ..man }),
        _ => {
            let near = |&to: &Square| {
                file(to).abs_diff(file(sq)) <= 2
                    && rank(to).abs_diff(rank(sq)) <= 2
                    && board.squares[to].is_none()
                    && may_stand(man.letter, side, to)
            };
            let places: Vec<Square> = (0..90).filter(near).collect();
            if !places.is_empty() {
                board.squares[dice.pick(&places)] = board.squares[sq].take();
            }
        }
    }
}

/// A position reached by random play from the start; captures are taken gladly, to clear the board.
fn played(dice: &mut Dice) -> Option<Board> {
    let mut board = Board::from_fen(START);
    for _ in 0..10 + dice.below(80) {
        let moves = board.legal_moves();
        let captures: Vec<_> = moves.iter().copied().filter(|&(_, to)| board.squares[to].is_some()).collect();
        let choice = if !captures.is_empty() && dice.chance(40) { &captures } else { &moves };
        if choice.is_empty() {
            return None;
        }
        board = board.after(dice.pick(choice));
    }
    Some(board)
}

/// Two kings and at least `least`, less than `least + spread` other men.
fn scattered(dice: &mut Dice, least: usize, spread: usize) -> Option<Board> {
    let to_move = dice.pick(&[Side::Red, Side::Black]);
    let mut board = Board { squares: [None; 90], to_move };
    let count = 2 + least + dice.below(spread);
    for id in 0..count {
        let (letter, side) = match id {
            0 => ('K', Side::Red),
            1 => ('K', Side::Black),
            _ => (dice.pick(&LETTERS), any_side(dice)),
        };
        if id > 1 && !has_room(&board, letter, side) {
            continue;
        }
        if let Some(sq) = place(dice, &board, letter, side) {
            board.squares[sq] = Some(Man { letter, side, id });
        }
    }
    // Read back, so that the identities are those of the FEN.
    Some(Board::from_fen(&board.to_fen())).filter(|board| board.men(to_move).count() > 1)
}

/// Whether the side may have one more man of this kind.
fn has_room(board: &Board, letter: char, side: Side) -> bool {
    let most = if letter == 'P' { 5 } else { 2 };
    board.men(side).filter(|(_, man)| man.letter == letter).count() < most
}

fn any_side(dice: &mut Dice) -> Side {
    dice.pick(&[Side::Red, Side::Black])
}

/// An empty square where such a man may stand: half the time near another man or on its line, where
/// pins, screens, blocked legs and attacks come about.
fn place(dice: &mut Dice, board: &Board, letter: char, side: Side) -> Option<Square> {
    let taken: Vec<Square> = (0..90).filter(|&sq| board.squares[sq].is_some()).collect();
    let friend = if taken.is_empty() || dice.chance(40) { None } else { Some(dice.pick(&taken)) };
    let near = |sq: Square| {
        let Some(other) = friend else { return true };
        let (across, along) = (file(sq).abs_diff(file(other)), rank(sq).abs_diff(rank(other)));
        across == 0 || along == 0 || across.max(along) <= 2
    };
    let open = |&sq: &Square| board.squares[sq].is_none() && may_stand(letter, side, sq) && near(sq);
    let squares: Vec<Square> = (0..90).filter(open).collect();
    if squares.is_empty() { None } else { Some(dice.pick(&squares)) }
}

/// Whether a man of this kind can ever stand there in a game.
fn may_stand(letter: char, side: Side, sq: Square) -> bool {
    // Seen from the man's own side, so that both colours read alike.
    let (file, rank) = (file(sq), if side == Side::Red { rank(sq) } else { 9 - rank(sq) });
    match letter {
        'K' => in_palace(side, sq),
        'A' => in_palace(side, sq) && (file + rank) % 2 == 1,
        'E' => rank <= 4 && rank % 2 == 0 && file % 2 == 0 && (file + rank) % 4 == 2,
        'P' => !on_own_half(side, sq) || rank >= 3 && file % 2 == 0,
        _ => true,
    }
}
