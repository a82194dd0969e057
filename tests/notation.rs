//! Every notation against texts of other programs, and from move to text and back.

use phao::board::Position;
use phao::core::{Color, Kind, Move, Piece, Square};
use phao::movegen::legal_moves;
use phao::notation::{Chinese, Letters, Notation, NotationError, Tandems, Traverse, Wxf};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Moves as `XQBase`, Fairy-Stockfish and cchess write them: FEN, move, then a column a dialect.
const VECTORS: &str = include_str!("data/notation.tsv");

/// The dialects of the columns.
const DIALECTS: [Notation; 4] = [
    Notation::Wxf(Wxf::XQBASE),
    Notation::Chinese(Chinese::SIMPLIFIED),
    Notation::Wxf(Wxf::FAIRY),
    Notation::Chinese(Chinese::CCHESS),
];

fn position(fen: &str) -> Position {
    fen.parse().expect("a FEN")
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

#[test]
fn other_programs_texts_are_written_and_read() {
    let mut ambiguous = 0;
    for row in VECTORS.lines().skip(1) {
        let cells: Vec<_> = row.split('\t').collect();
        let (position, mv) = (position(cells[0]), mv(cells[1]));
        for (dialect, text) in DIALECTS.into_iter().zip(&cells[2..]) {
            assert_eq!(dialect.write(&position, mv), *text, "{row}");
            match dialect.parse(&position, text) {
                Ok(read) => assert_eq!(read, mv, "{row}: {text}"),
                Err(NotationError::Ambiguous { moves, .. }) => {
                    assert_eq!(dialect, Notation::Chinese(Chinese::CCHESS), "{row}");
                    assert!(moves.contains(&mv), "{row}: {text}");
                    ambiguous += 1;
                }
                Err(error) => panic!("{row}: {error}"),
            }
        }
    }
    assert_eq!(ambiguous, 8, "of cchess's texts");
}

/// A dialect's texts are read by every other of its family, unless they can mean two moves.
#[test]
fn other_programs_texts_are_read_in_any_dialect() {
    for row in VECTORS.lines().skip(1) {
        let cells: Vec<_> = row.split('\t').collect();
        let (position, mv) = (position(cells[0]), mv(cells[1]));
        for text in [cells[2], cells[4]] {
            assert_eq!(Notation::Wxf(Wxf::STANDARD).parse(&position, text), Ok(mv), "{row}: {text}");
        }
        for text in [cells[3], cells[5]] {
            let read = Notation::Chinese(Chinese::TRADITIONAL).parse(&position, text);
            let is_refused = matches!(read, Err(NotationError::Ambiguous { .. }));
            assert!(read == Ok(mv) || is_refused && text == cells[5], "{row}: {text}: {read:?}");
        }
    }
}

/// How many moves go from text and back; `PHAO_NOTATION_MOVES` makes it another number.
fn move_count() -> usize {
    std::env::var("PHAO_NOTATION_MOVES").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000)
}

/// Notations whose every text means one move. Every combination of WXF's signs is among them.
fn exact_notations() -> Vec<Notation> {
    let named = Notation::NAMED.map(|(_, notation)| notation);
    let mut all: Vec<_> =
        named.into_iter().filter(|&notation| notation != Notation::Chinese(Chinese::CCHESS)).collect();
    for letters in [Letters::ElephantHorse, Letters::BishopKnight] {
        for traverse in [Traverse::Dot, Traverse::Equals] {
            for tandem in [Tandems::MarkFirst, Tandems::MarkAfter, Tandems::Letters, Tandems::ByReach] {
                all.push(Notation::Wxf(Wxf { letters, traverse, tandem }));
            }
        }
    }
    all
}

/// Pieces set at random, most of them pawns on one or two files, some of a kind on one file.
fn crowded(rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut mailbox = [None; Square::COUNT];
    let mut put = |file: i32, rank: i32, color, kind| {
        if let Some(square) =
            Square::from_indices(file, rank).filter(|square| mailbox[square.index()].is_none())
        {
            mailbox[square.index()] = Some(Piece::new(color, kind));
        }
    };
    put(rng.random_range(3..6), rng.random_range(0..3), Color::Red, Kind::King);
    put(rng.random_range(3..6), rng.random_range(7..10), Color::Black, Kind::King);
    for color in Color::ALL {
        let files = [rng.random_range(0..9), rng.random_range(0..9)];
        for _ in 0..5 {
            let file = if rng.random_bool(0.9) {
                files[usize::from(rng.random_bool(0.5))]
            } else {
                rng.random_range(0..9)
            };
            put(file, rng.random_range(0..10), color, Kind::Pawn);
        }
        for kind in [Kind::Rook, Kind::Cannon, Kind::Horse] {
            let file = rng.random_range(0..9);
            for _ in 0..rng.random_range(0..3) {
                put(file, rng.random_range(0..10), color, kind);
            }
        }
        let home = |rank| if color == Color::Red { rank } else { 9 - rank };
        for (kind, file, rank) in
            [(Kind::Advisor, 3, 0), (Kind::Advisor, 3, 2), (Kind::Elephant, 2, 0), (Kind::Elephant, 2, 4)]
        {
            if rng.random_bool(0.3) {
                put(file, home(rank), color, kind);
            }
        }
    }
    let side = if rng.random_bool(0.5) { Color::Red } else { Color::Black };
    Position::from_mailbox(mailbox, side, 0, 0).ok()
}

#[test]
fn every_legal_move_survives_text_in_every_notation() {
    let notations = exact_notations();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2026);
    let mut left = move_count();
    let mut game = Position::start();
    while left > 0 {
        let moves = legal_moves(&game);
        match moves.choose(&mut rng) {
            Some(&mv) if game.game_ply() < 200 => game.make(mv),
            _ => game = Position::start(),
        }
        let crowd = crowded(&mut rng);
        for position in [Some(&game), crowd.as_ref()].into_iter().flatten() {
            for mv in legal_moves(position) {
                left = left.saturating_sub(1);
                for notation in &notations {
                    let text = notation.write(position, mv);
                    assert_eq!(notation.parse(position, &text), Ok(mv), "{text} in {}", position.fen());
                }
                let dialect = Notation::Chinese(Chinese::CCHESS);
                match dialect.parse(position, &dialect.write(position, mv)) {
                    Ok(read) => assert_eq!(read, mv),
                    Err(NotationError::Ambiguous { moves, .. }) => assert!(moves.contains(&mv)),
                    Err(error) => panic!("{error} in {}", position.fen()),
                }
            }
        }
    }
}

#[test]
fn people_are_understood() {
    let start = Position::start();
    let rows: &[(&str, &[&str], &str)] = &[
        ("iccs", &["H2-E2", "h2e2", "H2E2", " h2-e2 "], "h2e2"),
        ("wxf", &["C2.5", "c2=5", "62.5", "C2=5"], "h2e2"),
        ("wxf", &["N2+3", "h2+3", "42+3"], "h0g2"),
        ("wxf", &["G4+5", "A4+5"], "f0e1"),
        ("wxf", &["M3+5", "E3+5", "b3+5"], "g0e2"),
        ("vietnamese", &["P2-5", "p2-5", "P2–5"], "h2e2"),
        ("vietnamese", &["M2.3"], "h0g2"),
        ("vietnamese", &["T3.5", "V3.5", "v3.5"], "g0e2"),
        ("vietnamese", &["B7.1", "C7.1"], "c3c4"),
        ("vietnamese", &["Tg5.1", "TG5.1"], "e0e1"),
        ("chinese", &["炮二平五", "砲二平五", "包2平5", "炮２平５", "炮 二 平 五"], "h2e2"),
        ("chinese", &["马二进三", "馬二進三", "傌二上三"], "h0g2"),
        ("traditional", &["俥一进1", "车一上一"], "i0i1"),
    ];
    for (notation, texts, expected) in rows {
        let notation: Notation = notation.parse().expect("a notation");
        for text in *texts {
            assert_eq!(notation.parse(&start, text), Ok(mv(expected)), "{text}");
        }
    }
    let pawns = position("3k5/2P3P2/9/2P3P2/9/9/9/9/9/4K4 w");
    for text in ["前兵七平八", "前七平八", "三兵平八", "前七平8"] {
        assert_eq!(Notation::Chinese(Chinese::SIMPLIFIED).parse(&pawns, text), Ok(mv("c8b8")), "{text}");
    }
    assert_eq!(Notation::Vietnamese.write(&pawns, mv("c8c9")), "Bt7.1");
    assert_eq!(Notation::Wxf(Wxf::STANDARD).write(&pawns, mv("c8c9")), "17+1");
}

/// The dot is an advance in Vietnamese and a traverse in WXF, and C is a pawn and a cannon.
#[test]
fn vietnamese_and_wxf_are_never_mixed() {
    let position = position("3k5/9/9/9/9/9/2P6/2C6/9/4K4 w");
    let read = |notation: Notation, text| notation.parse(&position, text).map(|mv| mv.to_string());
    assert_eq!(read(Notation::Vietnamese, "C7.1").as_deref(), Ok("c3c4"));
    assert_eq!(read(Notation::Wxf(Wxf::STANDARD), "C7.1").as_deref(), Ok("c2i2"));
    assert_eq!(read(Notation::Vietnamese, "P7-5").as_deref(), Ok("c2e2"));
    assert_eq!(read(Notation::Wxf(Wxf::STANDARD), "C7-1").as_deref(), Ok("c2c1"));
}

#[test]
fn marks_of_the_law() {
    let rooks = position("3k5/9/9/2R6/9/2R6/9/9/9/4K4 w");
    let pawns = position("3k5/9/9/2P6/2P6/2P6/9/9/9/4K4 w");
    let write = |position, text| Notation::Vietnamese.write(position, mv(text));
    assert_eq!(write(&rooks, "c6b6"), "Xt-8");
    assert_eq!(write(&rooks, "c4c2"), "Xs/2");
    assert_eq!(write(&pawns, "c5d5"), "Bg-6");
    assert_eq!(Notation::Wxf(Wxf::STANDARD).write(&rooks, mv("c4c3")), "-R-1");
    assert_eq!(Notation::Wxf(Wxf::ASIAN).write(&rooks, mv("c6b6")), "R+=8");
}

#[test]
fn what_is_wrong_is_named() {
    let start = Position::start();
    let message = |notation: &str, text: &str| {
        let notation: Notation = notation.parse().expect("a notation");
        notation.parse(&start, text).expect_err("an error").to_string()
    };
    assert_eq!(
        message("wxf", "foo"),
        "`foo` is not a move in the notation wxf, which writes moves like C2.5"
    );
    assert!(message("chinese", "炮二").contains("writes moves like 炮二平五"));
    assert_eq!(message("vietnamese", "P3-5"), "`P3-5`: no red cannon is there");
    assert_eq!(message("wxf", "+C-1"), "`+C-1`: no red cannon is there");
    assert!(
        message("wxf", "C2+5").is_empty()
            || message("wxf", "C2+8").starts_with("`C2+8` is not legal in `rnba")
    );
    assert!(message("iccs", "H2-H9x").starts_with("`H2-H9x` is not a move in the notation iccs"));
    assert!(message("iccs", "a0a9").starts_with("`a0a9` is not legal in"));
    let pawns = position("3k5/2P3P2/9/2P3P2/9/9/9/9/9/4K4 w");
    let error = Notation::Chinese(Chinese::SIMPLIFIED).parse(&pawns, "前兵进一").expect_err("an error");
    assert_eq!(error.to_string(), "`前兵进一` can mean c8c9 or g8g9");
    assert!("klingon".parse::<Notation>().expect_err("an error").to_string().contains("vietnamese, chinese"));
    for text in ["", "P", "１２３４５", "炮炮炮炮炮炮", "+++++", "a0", "\u{0}", "前前前前", "999999"]
    {
        for (_, notation) in Notation::NAMED {
            assert!(notation.parse(&start, text).is_err(), "{text}");
        }
    }
}
