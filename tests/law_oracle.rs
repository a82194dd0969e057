//! The oracle judge against the figures of the law, public cases, and itself: the verdict must not
//! depend on left and right, on the colours, on how often the loop was gone round, nor on where in
//! the loop the game is judged.

mod oracle;

use oracle::board::{Board, Step, mirrored_step, read_step, step_name, swapped_step};
use oracle::judge::{Verdict, judge, positions, window};
use oracle::loops::random_loop;
use oracle::scatter::{Dice, START};

/// Random loops tried by each test that uses them.
const LOOPS: usize = 2000;

/// A game to judge.
#[derive(Clone, Debug)]
struct Game {
    fen: String,
    moves: Vec<String>,
}

impl Game {
    fn new(fen: &str, moves: &str) -> Self {
        Game { fen: fen.to_owned(), moves: moves.split_whitespace().map(str::to_owned).collect() }
    }

    fn texts(&self) -> Vec<&str> {
        self.moves.iter().map(String::as_str).collect()
    }

    fn verdict(&self) -> Verdict {
        judge(&self.fen, &self.texts())
    }

    fn boards(&self) -> Vec<Board> {
        positions(&self.fen, &self.texts())
    }

    /// The game with its board and its moves turned some way.
    fn turned(&self, board: impl Fn(&Board) -> Board, step: impl Fn(Step) -> Step) -> Self {
        Game {
            fen: board(&Board::from_fen(&self.fen)).to_fen(),
            moves: self.moves.iter().map(|text| step_name(step(read_step(text)))).collect(),
        }
    }

    fn mirrored(&self) -> Self {
        self.turned(Board::mirrored, mirrored_step)
    }

    fn swapped(&self) -> Self {
        self.turned(Board::swapped, swapped_step)
    }
}

/// A game taken apart: where the repeated window begins and how many plies one round of it has.
#[derive(Debug)]
struct Anatomy {
    game: Game,
    boards: Vec<Board>,
    first: usize,
    round: usize,
}

impl Anatomy {
    /// The round is the shortest that the moves of the window repeat, or else the whole window.
    fn of(game: &Game) -> Self {
        let (game, boards) = (game.clone(), game.boards());
        let end = boards.len() - 1;
        let first = boards.iter().position(|board| board.same_position(&boards[end])).unwrap_or(end);
        let repeats = |&round: &usize| {
            boards[end - round].same_position(&boards[end])
                && (first..end - round).all(|ply| game.moves[ply] == game.moves[ply + round])
        };
        let round = (2..=(end - first) / 2).step_by(2).find(repeats).unwrap_or(end - first);
        Anatomy { game, boards, first, round }
    }

    /// The game played on for some plies of the loop.
    fn continued(&self, plies: usize) -> Game {
        let mut game = self.game.clone();
        for _ in 0..plies {
            game.moves.push(game.moves[game.moves.len() - self.round].clone());
        }
        game
    }

    /// The game begun some plies later and played on for as many. A window that is itself a single
    /// round shows the new last position only twice; it is then gone through once more.
    fn entered_at(&self, plies: usize) -> Game {
        let window = self.game.moves.len() - self.first;
        let once_more = if self.round == window { window } else { 0 };
        let moves = self.continued(plies + once_more).moves.split_off(plies);
        Game { fen: self.boards[plies].to_fen(), moves }
    }
}

fn exchanged(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::RedLoses => Verdict::BlackLoses,
        Verdict::BlackLoses => Verdict::RedLoses,
        other => other,
    }
}

/// The figures of the law: name, game, verdict.
fn figures() -> Vec<(String, Game, Verdict)> {
    let figure = |row: &str| {
        let fields: Vec<&str> = row.split('\t').collect();
        let verdict = match fields[5] {
            "red loses" => Verdict::RedLoses,
            "black loses" => Verdict::BlackLoses,
            "draw" => Verdict::Draw,
            other => panic!("no verdict: {other}"),
        };
        (format!("{} {}", fields[0], fields[1]), Game::new(fields[3], fields[4]), verdict)
    };
    include_str!("data/law_figures.tsv").lines().skip(1).map(figure).collect()
}

fn random_games(seed: u64) -> impl Iterator<Item = Game> {
    let mut dice = Dice::new(seed);
    std::iter::from_fn(move || Some(random_loop(&mut dice)))
        .flatten()
        .map(|(fen, moves)| Game { fen, moves })
        .take(LOOPS)
}

/// The verdict holds for the mirrored game, for the game with colours exchanged, for a further round
/// and for every entry point.
fn check_invariance(name: &str, game: &Game, verdict: Verdict) {
    assert_eq!(game.mirrored().verdict(), verdict, "{name}, mirrored: {game:?}");
    assert_eq!(game.swapped().verdict(), exchanged(verdict), "{name}, colours exchanged: {game:?}");
    let anatomy = Anatomy::of(game);
    let further = anatomy.continued(anatomy.round);
    assert_eq!(further.verdict(), verdict, "{name}, another round: {game:?}");
    for plies in 1..anatomy.first + anatomy.round {
        let entered = anatomy.entered_at(plies);
        assert_eq!(entered.verdict(), verdict, "{name}, entered at ply {plies}: {game:?}");
    }
}

#[test]
fn the_oracle_board_counts_the_opening() {
    fn count(board: &Board, depth: usize) -> usize {
        let moves = board.legal_moves();
        if depth == 1 {
            return moves.len();
        }
        moves.into_iter().map(|step| count(&board.after(step), depth - 1)).sum()
    }
    let start = Board::from_fen(START);
    assert_eq!(start.to_fen(), START);
    assert_eq!([1, 2, 3].map(|depth| count(&start, depth)), [44, 1920, 79_666]);
}

#[test]
fn every_figure_gets_its_verdict() {
    let figures = figures();
    assert_eq!(figures.len(), 106);
    for (name, game, verdict) in figures {
        assert_eq!(game.verdict(), verdict, "{name}");
    }
}

#[test]
fn figures_are_judged_alike_from_every_side() {
    for (name, game, verdict) in figures() {
        check_invariance(&name, &game, verdict);
    }
}

#[test]
fn random_loops_are_judged_alike_from_every_side() {
    for game in random_games(1) {
        let verdict = game.verdict();
        assert_ne!(verdict, Verdict::None, "a loop that does not come back: {game:?}");
        check_invariance("random", &game, verdict);
    }
}

#[test]
fn random_loops_are_often_lost_and_never_capture() {
    let mut lost = [0; 2];
    for game in random_games(2) {
        match game.verdict() {
            Verdict::RedLoses => lost[0] += 1,
            Verdict::BlackLoses => lost[1] += 1,
            _ => {}
        }
        let boards = game.boards();
        let men = |board: &Board| board.squares.iter().flatten().count();
        assert!(boards.iter().all(|board| men(board) == men(&boards[0])), "{game:?}");
    }
    assert!(lost.iter().all(|&count| count > LOOPS * 15 / 200), "{lost:?} of {LOOPS}");
}

#[test]
fn zz_shares() {
    use oracle::board::Side;
    let t = std::time::Instant::now();
    let mut n = [0; 4]; let mut swaps = 0;
    let mut lens = std::collections::BTreeMap::new();
    let mut by = std::collections::BTreeMap::new();
    for g in random_games(3) {
        let v = g.verdict();
        n[v as usize] += 1;
        *lens.entry(g.moves.len()).or_insert(0) += 1;
        let b = g.boards(); let a = Anatomy::of(&g);
        if b[a.first].squares != b[a.first+a.round].squares { swaps += 1; }
        let w = window(&g.fen, &g.texts()).unwrap();
        for s in [Side::Red, Side::Black] {
          let own: Vec<_> = w.iter().filter(|p| p.side == s).collect();
          if own.iter().all(|p| p.check) { *by.entry("check".to_string()).or_insert(0) += 1; continue; }
          let mut pairs: Vec<String> = own[0].chases.iter().filter(|t| own.iter().all(|p| p.chases.iter().any(|u| u.victim == t.victim))).map(|t| format!("{}x{}", t.attacker.letter, t.victim.letter)).collect();
          pairs.dedup();
          if !pairs.is_empty() { *by.entry(pairs[0].clone()).or_insert(0) += 1; }
        }
    }
    println!("{n:?} swaps {swaps} {:?}\n{lens:?}\n{by:?}", t.elapsed());
}
