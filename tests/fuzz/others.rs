//! Books, positions, moves and commands.

use crate::Target;
use phao::board::{Position, START_FEN};
use phao::book::{Book, BookFault, Randomness, choose, embedded};
use phao::games::{parse_move, without_number};
use phao::movegen::legal_moves;
use phao::notation::Notation;
use phao::protocol::{Command, Go};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Where the sum over a book's bytes stands, and where it ends.
const SUM: std::ops::Range<usize> = 32..40;

/// How many plies books are followed.
const PLIES: usize = 8;

/// The sum over everything but its own place (FNV-1a), as `book/README.md` describes it.
fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.iter_mut().zip(b"PHAOBOOK").for_each(|(byte, &magic)| *byte = magic);
    if bytes.len() >= SUM.end {
        let summed = bytes[..SUM.start].iter().chain(&bytes[SUM.end..]);
        let sum = summed.fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        bytes[SUM].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

/// Whole records in ascending order; every other one is for the start of a game.
fn in_order(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() / 8 * 8);
    let (records, _) = bytes.as_chunks_mut::<8>();
    for record in records.iter_mut().step_by(2) {
        record[..4].copy_from_slice(&0x0526_56d5_u32.to_le_bytes());
    }
    records.sort_by_key(|&[a, b, c, d, ..]| u32::from_le_bytes([a, b, c, d]));
    bytes
}

/// Whatever a book says, what comes out of it are legal moves.
fn check_book(bytes: &[u8]) -> Vec<String> {
    let book = match Book::from_bytes(bytes.to_vec()) {
        Ok(book) => book,
        // The number of the entry is no outcome of its own.
        Err(BookFault::Entry(_)) => return vec!["an entry".to_owned()],
        Err(fault) => return vec![fault.to_string()],
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found = 0;
    for level in Randomness::ALL {
        let mut position = Position::start();
        for _ in 0..PLIES {
            let moves = book.probe(&position);
            let legal = legal_moves(&position);
            assert!(moves.iter().all(|known| legal.contains(&known.mv)), "{moves:?}");
            assert!(moves.is_sorted_by_key(|known| std::cmp::Reverse(known.weight)), "{moves:?}");
            let _games: u64 = moves.iter().map(|known| known.tally.games()).fold(0, u64::wrapping_add);
            found += moves.len();
            let Some(mv) = choose(&moves, level, &mut random) else { break };
            position.make(mv);
        }
    }
    let about = match &book {
        Book::Folded(book) => book.note().chars().count() + book.len() + book.moves(),
        Book::Elephant(book) => book.len(),
    };
    vec![format!("{} {}", "f".repeat(bits(found)), "a".repeat(bits(about)))]
}

fn bits(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

/// A book of the first positions of the one inside.
fn small_book() -> Vec<u8> {
    let inside = embedded().expect("the book inside");
    let mut waiting = vec![Position::start()];
    let mut entries = Vec::new();
    while let Some(position) = waiting.pop().filter(|_| entries.len() < 60) {
        let (key, mirror) = (position.key(), position.mirror().key());
        let known = inside.probe(&position);
        for known in &known {
            let mut after = position.clone();
            after.make(known.mv);
            waiting.insert(0, after);
        }
        let turned = known.into_iter().map(|mut known| {
            known.mv = if mirror < key { known.mv.mirror() } else { known.mv };
            known
        });
        entries.push(phao::book::Entry { key: key.min(mirror), moves: turned.collect() });
    }
    phao::book::encode(entries, "A few positions.")
}

/// Books of our own format.
pub fn book() -> Target {
    let samples = vec![small_book(), phao::book::encode(Vec::new(), "")];
    let words = &["PHAOBOOK", "\u{0}\u{0}\u{0}\u{0}", "\u{7f}", "\u{1}"];
    Target { name: "book", samples, words, mend: resealed, check: check_book }
}

/// Books of `ElephantEye`.
pub fn book_dat() -> Target {
    let record = |from: u8, to: u8, weight: u8| [0xD5, 0x56, 0x26, 0x05, from, to, weight, 0];
    let sample = [record(0xA4, 0xA7, 5), record(0xAA, 0xA7, 7), record(0xC4, 0xA5, 9), record(0xC4, 0xA3, 1)];
    let samples = vec![sample.concat(), [[1, 0, 0, 0, 0xA4, 0xA7, 1, 0]; 40].concat()];
    Target { name: "dat", samples, words: &["\u{0}", "SQLite format 3\0"], mend: in_order, check: check_book }
}

fn unchanged(bytes: Vec<u8>) -> Vec<u8> {
    bytes
}

/// A position that is read is written and read again; moves that are read are legal.
fn check_fen(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let (fen, words) = text.split_once('\n').unwrap_or((&text, ""));
    let position: Position = match fen.parse() {
        Ok(position) => position,
        Err(error) => return vec![error.to_string()],
    };
    let again: Position = position.fen().parse().expect("what was written is read");
    assert_eq!(again, position);
    let legal = legal_moves(&position);
    let mut outcomes = vec![format!("a position {}", "x".repeat(bits(legal.len())))];
    for word in words.split_whitespace().take(50) {
        for (name, notation) in Notation::NAMED {
            match notation.parse(&position, word) {
                Ok(mv) => assert!(legal.contains(&mv), "{word} in {name} of {fen}"),
                Err(error) => outcomes.push(error.to_string()),
            }
        }
        let _ = parse_move(&position, without_number(word), None);
    }
    outcomes
}

/// Positions and moves of every notation.
pub fn fen() -> Target {
    let samples = [
        START_FEN,
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\nh2e2 C2.5 炮二平五 P2-5 H2+3",
        "3k5/4P4/9/9/9/9/9/9/9/4K4 b\nk4=5 将４平５ T4-5",
        "2bakab2/9/2n1c1n2/p1p1p1p1p/9/2P6/P3P1P1P/2N1C1N2/9/R1BAKAB1R r 12 40 3\n前炮退一 +C.5 C+=5",
        "4k4/2P1P1P2/9/2P6/6P2/9/9/9/9/3K5 w\n前兵平四 一兵平四 1P=5 Pf1=e Bt/1 中兵进一 P3.4",
    ];
    let words = &[
        "/",
        " ",
        "9",
        "k",
        "K",
        "w",
        "b",
        "-",
        "\n",
        "前",
        "后",
        "中",
        "一",
        "１",
        "平",
        "炮",
        "C",
        "+",
        "=",
        ".",
        "h2e2",
        "moves ",
        "99999999999",
        "[]",
    ];
    let samples = samples.map(|text| text.as_bytes().to_vec()).to_vec();
    Target { name: "fen", samples, words, mend: unchanged, check: check_fen }
}

/// Lines of either protocol are read, or are not.
fn check_command(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    text.lines()
        .take(200)
        .map(|line| match Command::parse(line) {
            Ok(Command::Go(go)) => {
                let red = go.limits(phao::core::Color::Red, std::time::Duration::from_secs(1));
                format!("go {} {:?}", go.is_static(), red.clock.is_some())
            }
            Ok(Command::Position(text)) => format!("position {:?}", text.fen.is_some()),
            Ok(command) => format!("{command:?}").chars().take_while(char::is_ascii_alphabetic).collect(),
            Err(error) => {
                let _ = Go::parse(line);
                error.to_string()
            }
        })
        .collect()
}

/// Commands of UCCI and UCI.
pub fn command() -> Target {
    let samples = [
        "ucci\nsetoption hashsize 16\nsetoption randomness large\nposition startpos moves h2e2 h9g7\ngo time 1000 increment 5\n",
        "uci\nsetoption name Hash value 16\nposition fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0e1\ngo wtime 100 btime 5 movestogo 4\nquit\n",
        "banmoves h2e2\ngo depth 5 nodes 7 searchmoves h2e2 b2e2\nponderhit draw\nprobe startpos moves h2e2\nstop\ngo mate 3 infinite\n",
    ];
    let words = &[
        "setoption ",
        "name ",
        "value ",
        "go ",
        "position ",
        "fen ",
        "moves ",
        "time ",
        "opptime ",
        "-1",
        "99999999999999999999",
        "\n",
        "draw",
        "depth ",
        "infinite",
        "movestogo ",
        "true",
        "1e9",
        "0x10",
        "\u{0}",
    ];
    let samples = samples.map(|text| text.as_bytes().to_vec()).to_vec();
    Target { name: "command", samples, words, mend: unchanged, check: check_command }
}
