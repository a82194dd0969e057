//! Binary files of other programs, and hostile input in every format.

use phao::core::Move;
use phao::games::{Format, Game, GameError, Outcome, ReadOptions, read};
use phao::movegen::legal_moves;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::io::{Cursor, Read};

/// Written by `tests/clients/cchess_games.py` and read by cchess: one game, with comments and variations.
const XQF: [&[u8]; 4] = [
    include_bytes!("data/sample-v10.xqf"),
    include_bytes!("data/sample-v11.xqf"),
    include_bytes!("data/sample-v12.xqf"),
    include_bytes!("data/sample-v18.xqf"),
];
const CBR: &[u8] = include_bytes!("data/sample.cbr");
/// The same game three times, the second with comments longer than a block.
const CBL: &[u8] = include_bytes!("data/sample.cbl.gz");
const GAMES: &str = include_str!("data/games.tsv");

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut whole).expect("a packed file");
    whole
}

fn games_of(bytes: &[u8], format: Option<Format>) -> Vec<Result<Game, GameError>> {
    let options = ReadOptions { format, ..ReadOptions::default() };
    read(Cursor::new(bytes.to_vec()), &options).expect("a source that can be read").collect()
}

fn check_sample(game: &Game, comment: &str) {
    let line = |moves: &[phao::games::GameMove]| {
        moves.iter().map(|game_move| game_move.mv.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert!(game.is_from_start());
    assert_eq!(
        (game.tags.get("Red"), game.tags.get("Black"), game.tags.get("Title")),
        ("胡荣华", "柳大华", "示例")
    );
    assert_eq!((game.comment.as_str(), game.outcome), ("开局说明", Outcome::RedWins));
    assert_eq!(line(&game.moves), "h2e2 h9g7 h0g2 i9h9 i0h0");
    assert_eq!(game.moves[0].comment, comment);
    let second = &game.moves[1].variations;
    assert_eq!(second.len(), 2);
    assert_eq!((line(&second[0]), line(&second[1])), ("h7e7 h0g2".to_owned(), "b9c7".to_owned()));
    assert_eq!(line(&second[0][1].variations[0]), "b0c2");
    assert_eq!(line(&game.moves[4].variations[0]), "c3c4 c6c5");
}

#[test]
fn games_of_other_programs() {
    for file in XQF {
        let games = games_of(file, None);
        assert_eq!(games.len(), 1);
        check_sample(games[0].as_ref().expect("a game"), "中炮");
    }
    check_sample(games_of(CBR, None)[0].as_ref().expect("a game"), "中炮");
    let games = games_of(CBL, None);
    assert_eq!(games.len(), 3);
    for (game, count) in games.iter().zip([1, 900, 1]) {
        check_sample(game.as_ref().expect("a game"), &"中炮".repeat(count));
    }
}

#[test]
fn damaged_files_are_named() {
    let message = |bytes: &[u8], format| {
        let games = games_of(bytes, format);
        games.into_iter().find_map(Result::err).expect("an error").to_string()
    };
    assert_eq!(message(&XQF[3][..0x300], None), "game 1: the game breaks off in the header");
    assert_eq!(message(&XQF[3][..XQF[3].len() - 3], None), "game 1: the game breaks off in the moves");
    assert_eq!(message(b"foo", Some(Format::Xqf)), "game 1: this is not a file in the format xqf");
    assert_eq!(message(&CBR[..2000], None), "game 1: the game breaks off in the header");
    let mut library = unpacked(CBL);
    let second = library.windows(16).enumerate().filter(|(_, bytes)| *bytes == b"CCBridge Record\0").nth(1);
    let offset = second.expect("three records").0;
    // An impossible board in the second of the three.
    library[offset + 2120] = 0x15;
    let games = games_of(&library, None);
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let error = games[1].as_ref().expect_err("an error").to_string();
    assert!(
        error.starts_with(&format!("game 2, byte {offset}: the game begins in an impossible")),
        "{error}"
    );
}

/// Good files of every format.
fn samples() -> Vec<Vec<u8>> {
    let mut samples: Vec<Vec<u8>> = XQF.iter().chain([&CBR]).map(|file| file.to_vec()).collect();
    let library = unpacked(CBL);
    samples.push(library[101_952 - 40..].to_vec());
    samples.push(CBL.to_vec());
    samples.push(GAMES.lines().take(4).collect::<Vec<_>>().join("\n").into_bytes());
    for text in [
        "\u{feff}[Game \"Chinese Chess\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1\"]\n{x}1. 帅五平四 (1. 帅五平六 {y} *) 将４进１ 1-0\n",
        "[Event \"x\"]\n1. C2.5 h8+7 {a} (1... n2+3 2. N2+3) 2. H2+3 $1 *\n[Event \"y\"]\n1. h2e2 ; c\n1/2-1/2\n",
        "[Event \"x\"][Red \"y\"] 1. h2e2 {a} h9g7 * [Event \"z\"] 1. c3c4 1-0\n",
        "[DhtmlXQ][DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist][DhtmlXQ_comment1]z[/DhtmlXQ_comment1][DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1][/DhtmlXQ]",
    ] {
        samples.push(text.as_bytes().to_vec());
        samples.push(encoding_rs::GB18030.encode(text).0.into_owned());
    }
    samples
}

/// Every game that is given out is one.
fn check_games(games: Vec<Result<Game, GameError>>) {
    for game in games {
        match game {
            Ok(game) => {
                let mut position = game.start.clone();
                for mv in game.line() {
                    assert!(legal_moves(&position).contains(&mv), "{mv}");
                    position.make(mv);
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// A change to a file.
#[derive(Clone, Debug)]
enum Damage {
    Cut(prop::sample::Index),
    Set(prop::sample::Index, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Repeat(prop::sample::Index, prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    use prop::sample::Index;
    prop_oneof![
        any::<Index>().prop_map(Damage::Cut),
        any::<(Index, u8)>().prop_map(|(at, byte)| Damage::Set(at, byte)),
        (any::<Index>(), prop::collection::vec(any::<u8>(), 0..40))
            .prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        (
            any::<Index>(),
            prop::sample::select(vec![
                "(",
                ")",
                "{",
                "}",
                "[",
                "]",
                "\n",
                "\"",
                "\t",
                "1-0",
                "[Event \"z\"]\n"
            ])
        )
            .prop_map(|(at, text)| Damage::Insert(at, text.as_bytes().to_vec())),
        any::<(Index, Index)>().prop_map(|(from, to)| Damage::Repeat(from, to)),
    ]
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let at = |index: &prop::sample::Index, bytes: &[u8]| index.index(bytes.len() + 1);
        match self {
            Self::Cut(index) => bytes.truncate(at(index, bytes)),
            Self::Set(index, byte) => {
                let at = at(index, bytes);
                if let Some(place) = bytes.get_mut(at) {
                    *place = *byte;
                }
            }
            Self::Insert(index, inserted) => {
                let at = at(index, bytes);
                bytes.splice(at..at, inserted.iter().copied());
            }
            Self::Repeat(from, to) => {
                let (from, to) = (at(from, bytes), at(to, bytes));
                let copy = bytes[from.min(to)..from.max(to)].to_vec();
                bytes.splice(from..from, copy);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_neither_panic_nor_give_illegal_games(
        sample in any::<prop::sample::Index>(),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let mut bytes = sample.get(&samples()).clone();
        for damage in &damages {
            damage.apply(&mut bytes);
            bytes.truncate(200_000);
        }
        check_games(games_of(&bytes, None));
    }

    #[test]
    fn random_bytes_are_no_games(bytes in prop::collection::vec(any::<u8>(), 0..3000), format in 0..7_usize) {
        check_games(games_of(&bytes, Format::ALL.get(format).copied()));
    }

    #[test]
    fn random_texts_are_no_moves(text in "[A-Za-z1-9+.=/炮车马兵一二三四五前中后进退平-]{0,6}") {
        let start = phao::board::Position::start();
        for (_, notation) in phao::notation::Notation::NAMED {
            if let Ok(mv) = notation.parse(&start, &text) {
                prop_assert!(legal_moves(&start).contains(&mv));
            }
        }
        let _: Result<Move, _> = phao::games::parse_move(&start, phao::games::without_number(&text), None);
    }
}
