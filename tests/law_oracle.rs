//! The oracle judge against the figures of the law, public cases, and itself: the verdict must not
//! depend on left and right, on the colours, on how often the loop was gone round, nor on where in
//! the loop the game is judged.

mod oracle;

use oracle::board::{Board, Step, mirrored_step, read_step, step_name, swapped_step};
use oracle::judge::{Verdict, judge, positions};
use oracle::loops::random_loop;
use oracle::scatter::{Dice, START};

/// How many random loops are tried.
const LOOPS: usize = 3000;

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
fn public_cases_get_their_verdicts() {
    let cases = [
        // Perpetual check, and check against check.
        ("9/9/3k5/9/9/9/4R4/3A5/4K4/8r b", "i0i1 e1e0 i1i0 e0e1", Verdict::BlackLoses),
        ("9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w", "d6e6 e4d4 e6d6 d4e4", Verdict::BlackLoses),
        ("9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w", "e3d3 d6e6 d3e3 e6d6", Verdict::Draw),
        // Check outranks chase.
        ("3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w", "f1e1 f2e2 e1f1 e2f2", Verdict::BlackLoses),
        // Plain, screened and discovered chases.
        // A rook between two cannons: neither protects the other, for the rook that takes one is gone as screen.
        ("5k3/9/9/9/9/1C7/1r7/9/1C7/4K4 w", "b4c4 b3c3 c4b4 c3b3", Verdict::BlackLoses),
        ("4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w", "f8f6 f9e8 f6f8 e8f9", Verdict::Draw),
        ("3k5/9/9/9/9/9/3r5/9/9/3NK4 w", "d0c2 d3c3 c2d0 c3d3", Verdict::BlackLoses),
        ("3k5/4P4/4b4/3C5/4c4/9/9/9/9/5K3 w", "d6e6 e7g5 e6d6 g5e7", Verdict::BlackLoses),
        ("4k4/9/4b4/2c2nR2/9/9/9/9/9/3K5 w", "g6g5 f6g8 g5g6 g8f6", Verdict::BlackLoses),
        ("5k3/9/9/9/9/9/9/9/9/3NK1cr1 w", "d0c2 h0h2 c2d0 h2h0", Verdict::BlackLoses),
        ("3k4n/9/9/9/9/9/9/9/9/4K2R1 w", "h0i0 i9h7 i0h0 h7i9", Verdict::RedLoses),
        // An elephant uncovers a rook that another rook protects: no chase (point 11).
        ("4k4/9/9/9/9/r1r6/3C5/4B4/9/5K3 w", "d3f3 c4g4 f3d3 g4c4", Verdict::Draw),
        // The root destroyed by a pin, again and again (point 4).
        ("4k4/4a4/4bn3/9/5R3/5C3/9/9/9/4K4 w", "f4e4 e9f9 e4f4 f9e9", Verdict::RedLoses),
        // A pinned rook's attack on the horse that pins it is no chase (24.15).
        ("5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w", "e1f0 h3h1 f0e1 h1h3", Verdict::BlackLoses),
        // The first position of the game counts as its first stand.
        (START, "h0g2 h9g7 g2h0 g7h9", Verdict::Draw),
    ];
    for (fen, round, verdict) in cases {
        assert_eq!(Game::new(fen, round).verdict(), Verdict::None, "{fen} stands only twice");
        let game = Game::new(fen, &[round, round].join(" "));
        assert_eq!(game.verdict(), verdict, "{fen} {round}");
        check_invariance(fen, &game, verdict);
    }
}

#[test]
fn random_loops_are_judged_alike_from_every_side() {
    let mut lost = [0; 2];
    for game in random_games(1) {
        let verdict = game.verdict();
        match verdict {
            Verdict::RedLoses => lost[0] += 1,
            Verdict::BlackLoses => lost[1] += 1,
            Verdict::Draw => {}
            Verdict::None => panic!("a loop that does not come back: {game:?}"),
        }
        check_invariance("random", &game, verdict);
    }
    // The loops are worth judging: enough of them are lost by either side.
    assert!(lost.iter().all(|&count| count > LOOPS * 15 / 200), "{lost:?} of {LOOPS}");
}
