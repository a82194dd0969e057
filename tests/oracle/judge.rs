//! The law of repetition, Điều 23 and 24, decided the slow way: every threat is looked for on copies
//! of the board, move after move of the repeated window. The points named here are those of the
//! decision list that goes with the law; the figures (D1 to D104) are its test.

use super::board::{Board, Man, Side, Square, on_own_half, read_step};

/// What the law says of a game that has come to a position again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Red breaks the law and Black does not, or Red's breach is the graver.
    RedLoses,
    /// The same with the colours exchanged.
    BlackLoses,
    /// Nobody breaks the law, or both break it alike.
    Draw,
    /// The last position does not stand for the third time: nothing to judge.
    None,
}

/// One threat to capture (*dọa bắt*): who could take whom, by identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The man that could take.
    pub attacker: Man,
    /// The man that would be taken.
    pub victim: Man,
}

/// What one move of the window was.
#[derive(Clone, Debug)]
pub struct Ply {
    /// Who made it.
    pub side: Side,
    /// Whether it gave check.
    pub check: bool,
    /// The threats that make it a chase move (point 4); none for a checking move (point 3).
    pub chases: Vec<Threat>,
}

/// How grave a perpetual breach is; point 1's hierarchy is the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Breach {
    Nothing,
    PerpetualChase,
    PerpetualCheck,
}

/// Judges a game at its last position.
///
/// # Panics
/// When the FEN or a move cannot be read, or a move is illegal.
pub fn judge(fen: &str, moves: &[&str]) -> Verdict {
    let Some(plies) = window(fen, moves) else { return Verdict::None };
    let red = breach(Side::Red, &plies);
    let black = breach(Side::Black, &plies);
    // Point 1: check outranks chase, chase outranks the rest, equals are a draw. Whether a side was
    // forced, and (point 13) whose move it now is, does not matter.
    match red.cmp(&black) {
        std::cmp::Ordering::Greater => Verdict::RedLoses,
        std::cmp::Ordering::Less => Verdict::BlackLoses,
        std::cmp::Ordering::Equal => Verdict::Draw,
    }
}

/// Point 6: the moves from the first to the last stand of the final position, each with what it was;
/// `None` when that position does not stand for the third time at least (point 13).
pub fn window(fen: &str, moves: &[&str]) -> Option<Vec<Ply>> {
    let boards = positions(fen, moves);
    let last = boards.last().expect("there is always a first position");
    let stands: Vec<usize> = (0..boards.len()).filter(|&i| boards[i].same_position(last)).collect();
    if stands.len() < 3 {
        return None;
    }
    Some(boards[stands[0]..].windows(2).map(|pair| classify(&pair[0], &pair[1])).collect())
}

/// The first position and the one after each move.
///
/// # Panics
/// When the FEN or a move cannot be read, or a move is illegal.
pub fn positions(fen: &str, moves: &[&str]) -> Vec<Board> {
    let mut boards = vec![Board::from_fen(fen)];
    for text in moves {
        let board = boards.last().expect("it began with one");
        let step = read_step(text);
        assert!(board.is_legal(step), "illegal move {text} in {}", board.to_fen());
        boards.push(board.after(step));
    }
    boards
}

/// What the move that led from one position to the next was.
fn classify(before: &Board, after: &Board) -> Ply {
    let side = before.to_move;
    let check = !after.king_is_safe(side.other());
    // Point 3: a checking move is a check and never also a chase move (D12).
    let chases = if check { Vec::new() } else { new_threats(before, after, side) };
    Ply { side, check, chases }
}

/// Point 4: the threats that stand after the move and did not before it, pair by pair of men. The
/// whole threat must be new, not the bare line of attack: a move that takes away the victim's root, or
/// the mutual capture of equals, makes a threat as well as one that opens the line.
fn new_threats(before: &Board, after: &Board, side: Side) -> Vec<Threat> {
    let old = threats(before, side);
    threats(after, side).into_iter().filter(|threat| !old.contains(threat)).collect()
}

/// Every threat to capture that `side` has on this board, whoever is to move.
fn threats(board: &Board, side: Side) -> Vec<Threat> {
    let mut found = Vec::new();
    for (from, attacker) in board.men(side) {
        for (to, victim) in board.men(side.other()) {
            if board.attacks(from, to) && is_threat(board, from, to) {
                found.push(Threat { attacker, victim });
            }
        }
    }
    found
}

/// Whether the man on `from`, which reaches the enemy on `to`, threatens to capture it in the sense of
/// the law: principles 3, 6, 7 and 9 and their exceptions.
fn is_threat(board: &Board, from: Square, to: Square) -> bool {
    let (Some(attacker), Some(victim)) = (board.squares[from], board.squares[to]) else { return false };
    // Principle 9: kings and pawns may chase. With one other man attacking by turns that makes a draw of
    // itself, since no threat of the king's or the pawn's own ever counts (D68, D70). Where their moves
    // only open the attacks of others, the others chase, be they two (D71 to D73) or one (D56).
    let free_to_chase = matches!(attacker.letter, 'K' | 'P');
    // Principle 3: a pawn that has not crossed the river is fair game; a king is checked, not chased.
    let fair_game = victim.letter == 'K' || victim.letter == 'P' && on_own_half(victim.side, to);
    if free_to_chase || fair_game || !may_capture(board, from, to) {
        return false;
    }
    // Point 10: between men of one kind it is an offer if the victim could take instead, right now.
    if attacker.letter == victim.letter && board.is_safe_move((to, from)) {
        return false;
    }
    // Principle 6: a root saves the victim, except a rook from a horse or a cannon.
    let rook_by_lesser = victim.letter == 'R' && matches!(attacker.letter, 'H' | 'C');
    rook_by_lesser || !has_real_root(board, from, to)
}

/// Point 9: a capture that leaves the capturer's king to be taken is no threat. Point 4: a check that
/// stands already is set aside, so only men that were not yet attacking the king make it illegal.
/// (After a legal move no check stands against the mover, and this is the plain rule.)
fn may_capture(board: &Board, from: Square, to: Square) -> bool {
    let Some(attacker) = board.squares[from] else { return false };
    let standing = board.men_attacking_king(attacker.side);
    board.after((from, to)).men_attacking_king(attacker.side).iter().all(|man| standing.contains(man))
}

/// Points 7 and 8: whether the man on `to` has a protector that could really take back from the man on
/// `from`. It must be able to on the board as the capture leaves it; rooks and cannons already while the
/// capturer still stands on its square as blocker or screen (D39 to D41 and D61 turn on this). So a
/// cannon whose only screen was the capturer protects nothing, which article 22 says in plain words and
/// a public case of a rook between two cannons turns on. The recapture must then leave the protector's
/// king safe: that rules out the pinned protector, and the king that may not step there.
fn has_real_root(board: &Board, from: Square, to: Square) -> bool {
    let Some(victim) = board.squares[to] else { return false };
    let taken = board.after((from, to));
    taken.men(victim.side).any(|(sq, protector)| {
        let already = !matches!(protector.letter, 'R' | 'C') || board.attacks(sq, to);
        already && taken.attacks(sq, to) && taken.after((sq, to)).king_is_safe(victim.side)
    })
}

/// The breach of one side over the window. Point 2: every one of its moves must break the same
/// prohibition, and point 5: a chase must fall on the same man each time; who attacks it may change.
fn breach(side: Side, plies: &[Ply]) -> Breach {
    let own: Vec<&Ply> = plies.iter().filter(|ply| ply.side == side).collect();
    let Some(first) = own.first() else { return Breach::Nothing };
    if own.iter().all(|ply| ply.check) {
        return Breach::PerpetualCheck;
    }
    let chased = |ply: &Ply, victim: Man| ply.chases.iter().any(|threat| threat.victim == victim);
    let always = |threat: &Threat| own.iter().all(|ply| chased(ply, threat.victim));
    if first.chases.iter().any(always) { Breach::PerpetualChase } else { Breach::Nothing }
}
