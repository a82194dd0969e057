//! Files of games: every format read and written, whole and damaged.

use phao::board::Position;
use phao::core::Move;
use phao::games::{
    Format, Game, GameError, GameMove, Outcome, ReadOptions, TextEncoding, WriteOptions, Writer, read,
};
use phao::notation::{Chinese, Notation, Wxf};
use std::io::{Cursor, Write};

/// A hundred games of the Chinese Chess Practical Dataset, Yu-Han Tseng and Bo-Nian Chen, 2026, CC BY 4.0.
const GAMES: &str = include_str!("data/games.tsv");

fn games_of(bytes: &[u8], options: ReadOptions) -> Vec<Result<Game, GameError>> {
    read(Cursor::new(bytes.to_vec()), &options).expect("a source that can be read").collect()
}

fn whole(bytes: &[u8], options: ReadOptions) -> Vec<Game> {
    games_of(bytes, options).into_iter().map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn detected(bytes: &[u8]) -> Vec<Game> {
    whole(bytes, ReadOptions::default())
}

fn written(games: &[Game], format: Format, notation: Notation, encoding: TextEncoding) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), WriteOptions { format, notation, encoding })
        .expect("a format that is written");
    for game in games {
        writer.write(game).unwrap_or_else(|error| panic!("{error}"));
    }
    writer.finish().expect("memory does not fail")
}

const SIMPLIFIED: Notation = Notation::Chinese(Chinese::SIMPLIFIED);
const TRADITIONAL: Notation = Notation::Chinese(Chinese::TRADITIONAL);
const WXF: Notation = Notation::Wxf(Wxf::STANDARD);

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

/// What a file with one fault says of it.
fn errors(bytes: &[u8]) -> Vec<String> {
    games_of(bytes, ReadOptions::default())
        .into_iter()
        .filter_map(Result::err)
        .map(|error| error.to_string())
        .collect()
}

#[test]
fn the_sample_goes_through_every_notation_and_back() {
    let games = detected(GAMES.as_bytes());
    assert_eq!(games.len(), 100);
    let mut current = games.clone();
    for (notation, encoding) in [
        (SIMPLIFIED, TextEncoding::Gb18030),
        (Notation::Iccs, TextEncoding::Utf8),
        (WXF, TextEncoding::Utf8),
        (TRADITIONAL, TextEncoding::Big5),
        (Notation::Vietnamese, TextEncoding::Utf8),
        (Notation::Wxf(Wxf::XQBASE), TextEncoding::Gb18030),
    ] {
        let pgn = written(&current, Format::Pgn, notation, encoding);
        current = detected(&pgn);
        assert_eq!(current.len(), games.len(), "{notation}");
    }
    assert_eq!(current, games);
    let table = written(&current, Format::Tsv, Notation::Ucci, TextEncoding::Utf8);
    // Without the remarks, and with a column for positions.
    let rows = GAMES.lines().skip(1).enumerate();
    let rows: Vec<_> =
        rows.map(|(index, row)| format!("{row}\t{}", if index == 0 { "fen" } else { "" })).collect();
    assert_eq!(std::str::from_utf8(&table), Ok((rows.join("\n") + "\n").as_str()));
}

#[test]
fn packed_tables_are_read() {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(GAMES.as_bytes()).expect("memory does not fail");
    let packed = packer.finish().expect("memory does not fail");
    assert_eq!(detected(&packed), detected(GAMES.as_bytes()));
    let cut = games_of(&packed[..packed.len() / 2], ReadOptions::default());
    let (good, bad): (Vec<_>, Vec<_>) = cut.into_iter().partition(Result::is_ok);
    assert!(good.len() > 20 && bad.len() == 1, "{} {}", good.len(), bad.len());
}

/// A game with everything that a game can have.
fn rich_game() -> Game {
    let mut game = Game::new(Position::start());
    game.tags.set("Event", "第一届比赛");
    game.tags.set("Red", "胡荣华");
    game.tags.set("Black", "柳大华");
    game.comment = String::from("开局\n[Event \"not a tag\"]");
    game.outcome = Outcome::RedWins;
    game.moves = ["h2e2", "h9g7", "h0g2", "i9h9"].map(|text| GameMove::new(mv(text))).to_vec();
    game.moves[0].comment = String::from("中炮");
    game.moves[1].comment = String::from("屏风马");
    let mut inner = vec![GameMove::new(mv("b9c7")), GameMove::new(mv("b0c2"))];
    inner[1].variations = vec![vec![GameMove::new(mv("b0a2"))]];
    game.moves[1].variations = vec![inner, vec![GameMove::new(mv("h7e7"))]];
    game
}

#[test]
fn comments_and_variations_are_kept() {
    let game = rich_game();
    for notation in [SIMPLIFIED, WXF, Notation::Iccs, Notation::Vietnamese] {
        let pgn = written(&[game.clone(), game.clone()], Format::Pgn, notation, TextEncoding::Utf8);
        let read = detected(&pgn);
        assert_eq!(read.len(), 2, "{}", String::from_utf8_lossy(&pgn));
        let mut expected = game.clone();
        expected.comment = "开局\n [Event \"not a tag\"]".to_owned();
        assert_eq!((&read[0].comment, &read[0].moves), (&expected.comment, &expected.moves));
        assert_eq!(read[0], expected, "{}", String::from_utf8_lossy(&pgn));
    }
    let text = written(std::slice::from_ref(&game), Format::DhtmlXq, SIMPLIFIED, TextEncoding::Utf8);
    let mut expected = game;
    expected.comment = "开局\n(Event \"not a tag\")".to_owned();
    assert_eq!(detected(&text), [expected], "{}", String::from_utf8_lossy(&text));
}

#[test]
fn pgn_as_the_specification_writes_it() {
    let text = "[Game \"Chinese Chess\"]\r\n[Event \"\"]\r\n[Red \"许银川\"]\r\n[Result \"1-0\"]\r\n\
        {before} 1. 炮二平五 炮８平５\r\n  2. 炮五进四 士４进５\r\n{a\r\nb}\r\n3. ... \r\n 1-0\r\n\r\n\
        [Game \"Chinese Chess\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 r - - 0 1\"]\n[Result \"0-1\"]\n1. 帅五平四\n*\n";
    for bytes in [
        text.as_bytes().to_vec(),
        ["\u{feff}", text].concat().into_bytes(),
        encoding_rs::GB18030.encode(text).0.into_owned(),
    ] {
        let games = detected(&bytes);
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].tags.get("red"), "许银川");
        assert_eq!((games[0].comment.as_str(), games[0].moves[3].comment.as_str()), ("before", "a\nb"));
        let line: Vec<_> = games[0].line().map(|mv| mv.to_string()).collect();
        assert_eq!(line, ["h2e2", "h7e7", "e2e6", "d9e8"]);
        assert_eq!(games[1].outcome, Outcome::BlackWins);
        assert!(!games[1].is_from_start());
    }
    // Results end games that have no tags.
    let games = detected(b"1. C2.5 h8+7 2. H2+3 *\n1. C2=5 H8+7 1-0\n1. h2e2 1/2-1/2");
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!(games[2].outcome, Outcome::Draw);
}

/// Tags and moves may share lines, whole files may be one line.
#[test]
fn tags_end_at_their_brackets() {
    let line = |game: &Game| game.line().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ");
    let told = |text: &str| {
        let games = detected(text.as_bytes());
        let told = games.iter().map(|game| {
            format!("{} {}: {} {}", game.tags.get("Event"), game.tags.get("Red"), line(game), game.outcome)
        });
        told.collect::<Vec<_>>()
    };
    let one = ["a b: h2e2 h9g7 1-0"];
    for text in [
        "[Event \"a\"]\n[Red \"b\"]\n1. h2e2 h9g7 1-0\n",
        "[Event \"a\"]\n[Red \"b\"] 1. h2e2 h9g7 1-0\n",
        "[Event \"a\"][Red \"b\"]1. h2e2\nh9g7 1-0",
        "  [Event \"a\"] [Red b] 1. h2e2 {[Event \"c\"] 1-0} h9g7 1-0",
        "%[Event \"c\"] {\n[Event \"a\"] [Red \"b\"] 1. h2e2 h9g7 ; [Event \"c\"]\n% 1. h2e3\n1-0",
    ] {
        assert_eq!(told(text), one, "{text}");
    }
    let text =
        "[Event \"a\"] [Red \"b\"] 1. h2e2 h9g7 1-0 [Event \"c\"] {of it} 1. c3c4 {x\n} * [Event \"d\"]\n*";
    assert_eq!(told(text), ["a b: h2e2 h9g7 1-0", "c : c3c4 *", "d :  *"]);
    let text = "[Event \"a\"] 1. h2e2 [good move] *\n[Event \"b\"] 1. h2h8 * [Event \"c\"] 1. c3c4 *";
    assert_eq!(
        games_of(text.as_bytes(), ReadOptions::default()).iter().map(Result::is_ok).collect::<Vec<_>>(),
        [false, false, true]
    );
    assert!(errors(text.as_bytes())[1].starts_with("game 2, line 2: move 1: `h2h8` is not legal"));
}

#[test]
fn traditional_big5_is_told_from_gbk() {
    let text = "[Game \"Chinese Chess\"]\n[Red \"王先生\"]\n[Format \"Chinese\"]\n1. 炮二平五 馬８進７\n2. 馬二進三 車９平８\n";
    let (bytes, _, failed) = encoding_rs::BIG5.encode(text);
    assert!(!failed);
    let games = detected(&bytes);
    assert_eq!((games[0].tags.get("Red"), games[0].moves.len()), ("王先生", 4));
    let game = detected(GAMES.as_bytes()).swap_remove(0);
    let options = WriteOptions { format: Format::Pgn, notation: SIMPLIFIED, encoding: TextEncoding::Big5 };
    let mut writer = Writer::new(Vec::new(), options).expect("a format that is written");
    assert!(writer.write(&game).expect_err("an error").to_string().ends_with("cannot be written in Big5"));
    assert!(Writer::new(Vec::new(), WriteOptions { format: Format::Xqf, ..options }).is_err());
}

#[test]
fn damaged_games_are_named_and_the_others_come() {
    let good = "[Event \"x\"]\n1. h2e2 h9g7 *\n\n";
    let rows: &[(&str, &str)] = &[
        ("[Event \"x\"]\n1. h2e2 h2e2 *\n\n", "game 2, line 5: move 2: `h2e2` is not legal in `rnba"),
        ("[Event \"x\"]\n1. foo *\n\n", "game 2, line 5: move 1: `foo` is not a move in the notation wxf"),
        ("[Event \"x\"]\n1. h2e2 {never closed\n\n", "game 2, line 5: the game breaks off in a comment"),
        ("[Event \"x\"]\n1. h2e2 (1. b2e2\n\n", "game 2, line 5: the game breaks off in a variation"),
        ("[Event \"x\"]\n1. h2e2 )\n\n", "game 2, line 5: `)` closes no variation"),
        ("[Event \"x\"]\n(1. h2e2)\n\n", "game 2, line 5: a variation comes before any move"),
        ("[Event \"x\"]\n[FEN \"foo\"]\n*\n\n", "game 2, line 5: the position `foo` cannot be used"),
    ];
    for (bad, message) in rows {
        let file = [good, bad, good, good].concat();
        let games = games_of(file.as_bytes(), ReadOptions::default());
        assert_eq!(games.iter().filter(|game| game.is_ok()).count(), 3, "{bad}");
        let errors = errors(file.as_bytes());
        assert!(errors.len() == 1 && errors[0].starts_with(message), "{bad}: {errors:?}");
    }
    let table = "result\tecco\tmoves\n1-0\tA00\th2e2\n2-0\tA00\th2e2\n*\tA00\th2e3\n*\t\th2e2\n";
    assert_eq!(errors(table.as_bytes()).len(), 2);
    assert!(errors(table.as_bytes())[0].starts_with("game 2, line 3: `2-0` is not a result"));
}

/// One damaged byte must not make a whole file be taken for another encoding.
#[test]
fn a_damaged_byte_costs_one_game() {
    let games = detected(GAMES.as_bytes());
    for (notation, encoding) in [
        (SIMPLIFIED, TextEncoding::Utf8),
        (SIMPLIFIED, TextEncoding::Gb18030),
        (TRADITIONAL, TextEncoding::Big5),
    ] {
        let mut pgn = written(&games, Format::Pgn, notation, encoding);
        let at = pgn.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()).nth(500).expect("characters").0;
        pgn[at] = 0xFF;
        let read = games_of(&pgn, ReadOptions::default());
        assert_eq!(read.len(), 100);
        assert_eq!(read.iter().filter(|game| game.is_err()).count(), 1);
    }
}

/// Files made to be slow to read.
#[test]
fn long_and_deep_texts_end_soon() {
    let dead =
        |text: String| assert!(games_of(text.as_bytes(), ReadOptions::default()).iter().any(Result::is_err));
    dead("[Event \"x\"]\n1. h2e2 ".to_owned() + &"(".repeat(100_000));
    dead("1. h2e2 h9g7 ".repeat(100_000) + "x");
    dead("[DhtmlXQ]\n".to_owned() + &"[DhtmlXQ_a]\n".repeat(100_000));
    dead("[DhtmlXQ]".repeat(300_000));
    let tags: Vec<_> = (0..100_000).map(|number| format!("[T{number} \"x\"]\n")).collect();
    dead(tags.concat());
    dead(tags.concat().replace('\n', ""));
    for open in ["[", "[a", "[a ", "[a \"", "[a \"]", "[a \\\"] "] {
        dead("[Event \"x\"] 1. h2e2 ".to_owned() + &open.repeat(500_000));
    }
    dead("x".repeat(5 << 20) + "\n1. h2e2\n");
    let there_and_back = "h2e2 h9g7 e2h2 g7h9 ".repeat(900);
    let text = "[Event \"x\"]\n".to_owned() + &there_and_back + "a3a4 " + &"(b0c2) ".repeat(50_000);
    assert_eq!(
        games_of(text.as_bytes(), ReadOptions::default()).iter().filter(|game| game.is_ok()).count(),
        1
    );
}

/// What publishers put behind their games is no game; a damaged one without tags still is.
#[test]
fn prose_behind_games_is_passed_over() {
    let games = "[Event \"x\"]\n1. h2e2 *\n\n====\n 欢迎访问 ...\nhttp://www.example.net/\n\n[Event \"y\"]\n1. c3c4 *\nBye\n";
    assert_eq!(detected(games.as_bytes()).len(), 2);
    for bad in ["1. h2h8 *", "1.h2e3 *"] {
        let read = games_of(format!("1. h2e2 *\n\n{bad}\n").as_bytes(), ReadOptions::default());
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false], "{bad}");
    }
    assert!(games_of(b"What is this?\n", ReadOptions::default())[0].is_err());
}

/// A variation that cannot be read is no reason to lose the game, nor is it lost itself.
#[test]
fn unreadable_variations_become_comments() {
    let games = detected(b"1. h2e2 (1. or so (or not) b2e2) h9g7 (1... 2) *\n");
    assert_eq!(games[0].moves.len(), 2);
    assert!(games[0].moves[0].comment.starts_with("(1. or so"), "{:?}", games[0].moves[0]);
}

#[test]
fn dhtmlxq_with_variations() {
    let text = "some page [DhtmlXQ][DhtmlXQ_title]题[/DhtmlXQ_title]\n[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\
        [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[DhtmlXQ_result]红胜[/DhtmlXQ_result][DhtmlXQ_comment1]中||炮[/DhtmlXQ_comment1]\
        [DhtmlXQ_move_0_2_1]72421927[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1_3]y[/DhtmlXQ_comment1_3][DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2]\
        [/DhtmlXQ] more [DhtmlXQ] [DhtmlXQ_movelist]7747[/DhtmlXQ_movelist] [/DhtmlXQ]\n[DhtmlXQ][DhtmlXQ_movelist]77";
    let games = games_of(text.as_bytes(), ReadOptions::default());
    assert_eq!(games.len(), 3);
    let game = games[0].as_ref().expect("a game");
    assert_eq!((game.tags.get("Title"), game.outcome), ("题", Outcome::RedWins));
    assert!(game.is_from_start());
    assert_eq!(game.line().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["h2e2", "h9g7", "h0g2"]);
    assert_eq!(game.moves[0].comment, "中\n炮");
    let variation = &game.moves[1].variations[0];
    assert_eq!((variation[0].mv, variation[1].mv), (mv("h7e7"), mv("b0c2")));
    assert_eq!(variation[1].comment, "y");
    assert_eq!(variation[1].variations[0][0].mv, mv("h0g2"));
    assert!(games[2].as_ref().expect_err("an error").to_string().contains("breaks off in its tags"));
}
