//! Files of games in every format.

use crate::Target;
use encoding_rs::{BIG5, GB18030};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use phao::games::{Format, Game, GameMove, Outcome, ReadOptions, TextEncoding, WriteOptions, Writer, read};
use phao::movegen::legal_moves;
use phao::notation::{Chinese, Notation, Wxf};
use std::io::{Cursor, Read, Write};

/// A file gives no more games than this many for each of its bytes, and a few.
const MOST_GAMES: usize = 1 << 21;

const GAMES: &str = include_str!("../data/games.tsv");
const CBR: &[u8] = include_bytes!("../data/sample.cbr");
const CBL: &[u8] = include_bytes!("../data/sample.cbl.gz");
const XQF: [&[u8]; 4] = [
    include_bytes!("../data/sample-v10.xqf"),
    include_bytes!("../data/sample-v11.xqf"),
    include_bytes!("../data/sample-v12.xqf"),
    include_bytes!("../data/sample-v18.xqf"),
];

fn games_of(bytes: &[u8], format: Option<Format>) -> impl Iterator<Item = Result<Game, String>> {
    let options = ReadOptions { format, ..ReadOptions::default() };
    let reader = read(Cursor::new(bytes.to_vec()), &options).map_err(|error| error.to_string());
    let (games, error) = match reader {
        Ok(reader) => (Some(reader), None),
        Err(error) => (None, Some(Err(error))),
    };
    games.into_iter().flatten().map(|game| game.map_err(|error| error.to_string())).chain(error)
}

/// Every game that is given out is one, and can be written.
fn check(bytes: &[u8], format: Option<Format>) -> Vec<String> {
    let mut outcomes = Vec::new();
    for (number, game) in games_of(bytes, format).enumerate() {
        assert!(number < MOST_GAMES, "there are games without end");
        outcomes.push(match game {
            Ok(game) => {
                check_game(&game);
                // Games of a new length or with another tree are worth keeping.
                let nodes = count(&game.moves).ilog2();
                format!("a game of {}", "x".repeat(nodes as usize))
            }
            Err(error) => {
                assert!(!error.is_empty());
                error
            }
        });
    }
    outcomes
}

/// The moves of all lines, and one.
fn count(moves: &[GameMove]) -> usize {
    1 + moves
        .iter()
        .map(|played| played.variations.iter().map(|line| count(line)).sum::<usize>() + 1)
        .sum::<usize>()
}

fn check_game(game: &Game) {
    let mut position = game.start.clone();
    for mv in game.line() {
        assert!(legal_moves(&position).contains(&mv), "{mv} in {}", position.fen());
        position.make(mv);
    }
    let forms = [
        (Format::Pgn, Notation::Iccs, TextEncoding::Utf8),
        (Format::Pgn, Notation::Chinese(Chinese::SIMPLIFIED), TextEncoding::Gb18030),
        (Format::Pgn, Notation::Wxf(Wxf::STANDARD), TextEncoding::Utf8),
        (Format::Pgn, Notation::Vietnamese, TextEncoding::Utf8),
        (Format::Tsv, Notation::Ucci, TextEncoding::Utf8),
        (Format::DhtmlXq, Notation::Iccs, TextEncoding::Gb18030),
    ];
    // Which one depends on the game alone.
    let (format, notation, encoding) = forms[game.moves.len() % forms.len()];
    let options = WriteOptions { format, notation, encoding };
    let mut writer = Writer::new(Vec::new(), options).expect("a format that is written");
    writer.write(game).unwrap_or_else(|error| panic!("{error}"));
    let text = writer.finish().expect("bytes in memory");
    let again: Vec<_> = games_of(&text, Some(format)).collect();
    let shown = || String::from_utf8_lossy(&text).into_owned();
    let [Ok(again)] = again.as_slice() else { panic!("{again:?} of\n{}", shown()) };
    assert!(again.line().eq(game.line()), "{}", shown());
    assert_eq!((&again.start, again.outcome), (&game.start, game.outcome), "{}", shown());
}

fn unchanged(bytes: Vec<u8>) -> Vec<u8> {
    bytes
}

fn written(games: &[Game], format: Format, notation: Notation, encoding: TextEncoding) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), WriteOptions { format, notation, encoding }).expect("a format");
    for game in games {
        writer.write(game).expect("a game that can be written");
    }
    writer.finish().expect("bytes in memory")
}

/// Two games of masters, and one with comments and variations.
fn some() -> Vec<Game> {
    let table = games_of(GAMES.as_bytes(), Some(Format::Tsv)).take(2);
    let tree = games_of(XQF[0], None);
    let mut games: Vec<_> = table.chain(tree).map(|game| game.expect("a good game")).collect();
    games[1].outcome = Outcome::Draw;
    games
}

/// PGN in every notation and encoding.
pub fn pgn() -> Target {
    let games = some();
    // Big5 lacks the simplified characters of the third game.
    let in_form = |notation, encoding| {
        let count = if encoding == TextEncoding::Big5 { 2 } else { games.len() };
        written(&games[..count], Format::Pgn, notation, encoding)
    };
    let [simplified, traditional] = [Chinese::SIMPLIFIED, Chinese::TRADITIONAL].map(Notation::Chinese);
    let mut samples = vec![
        in_form(simplified, TextEncoding::Utf8),
        in_form(simplified, TextEncoding::Gb18030),
        in_form(traditional, TextEncoding::Big5),
        in_form(Notation::Iccs, TextEncoding::Utf8),
        in_form(Notation::Wxf(Wxf::STANDARD), TextEncoding::Utf8),
        in_form(Notation::Vietnamese, TextEncoding::Utf8),
    ];
    for text in [
        "\u{feff}[Game \"Chinese Chess\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1\"]\n{x}1. 帅五平四 (1. 帅五平六 {y} *) 将４进１ 1-0\n",
        "[Event \"x\"]\n1. C2.5 h8+7 {a} (1... n2+3 2. N2+3) 2. H2+3 $1 *\n[Event \"y\"]\n1. h2e2 ; c\n1/2-1/2\n",
    ] {
        samples.push(text.as_bytes().to_vec());
        samples.push(GB18030.encode(text).0.into_owned());
        samples.push(BIG5.encode(text).0.into_owned());
    }
    let words = &[
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        "%",
        "$1",
        "\n",
        "\r\n",
        "\"",
        "\t",
        "1-0",
        "*",
        "1...",
        "1.",
        "[Event \"z\"]\n",
        "[FEN \"",
        "[Format \"WXF\"]\n",
        "[Result \"1-0\"]\n",
        "炮二平五",
        "前炮退一",
        "马８进７",
        "h2e2",
        "H2-E2",
        "C2.5",
        "h8+7",
        "P2-5",
        "c+.5",
        "\u{feff}",
        "…",
        "２",
        "中兵进一",
    ];
    Target { name: "pgn", samples, words, mend: unchanged, check: |bytes| check(bytes, None) }
}

/// Tables.
pub fn tsv() -> Target {
    let samples = vec![
        GAMES.lines().take(5).collect::<Vec<_>>().join("\n").into_bytes(),
        b"result\tecco\tmoves\tfen\n1-0\tA00\th2e2 h9g7\t\n*\t\tk5=4\t3k5/9/9/9/9/9/9/9/9/4K4 w\n".to_vec(),
        b"Red\tmoves\tresult\nx\th2e2\t1-0\n".to_vec(),
    ];
    let words =
        &["\t", "\n", "moves", "fen", "result", "1-0", "*", "h2e2", "C2.5", "#", "3k5/9/9/9/9/9/9/9/9/4K4 w"];
    Target { name: "tsv", samples, words, mend: unchanged, check: |bytes| check(bytes, None) }
}

/// Texts of forums.
pub fn dhtmlxq() -> Target {
    let mut samples = vec![written(&some(), Format::DhtmlXq, Notation::Iccs, TextEncoding::Utf8)];
    let text = "[DhtmlXQ][DhtmlXQ_title]题[/DhtmlXQ_title][DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\
        [DhtmlXQ_comment1]中||炮[/DhtmlXQ_comment1][DhtmlXQ_move_0_2_1]72421927[/DhtmlXQ_move_0_2_1]\
        [DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2][/DhtmlXQ]";
    samples.push(text.as_bytes().to_vec());
    samples.push(GB18030.encode(text).0.into_owned());
    let words = &[
        "[DhtmlXQ]",
        "[/DhtmlXQ]",
        "[DhtmlXQ_",
        "[/DhtmlXQ_",
        "]",
        "_",
        "0",
        "7747",
        "\n",
        "[DhtmlXQ_binit]",
        "[DhtmlXQ_move_0_1_3]7242[/DhtmlXQ_move_0_1_3]",
        "99",
        "18446744073709551615",
        "||",
    ];
    let check = |bytes: &[u8]| {
        let mut outcomes = check(bytes, None);
        outcomes.extend(check(bytes, Some(Format::DhtmlXq)));
        outcomes
    };
    Target { name: "dhtmlxq", samples, words, mend: unchanged, check }
}

/// Games of `XQStudio`, plain and with keys.
pub fn xqf() -> Target {
    let mend = |mut bytes: Vec<u8>| {
        bytes.iter_mut().zip(b"XQ").for_each(|(byte, &magic)| *byte = magic);
        bytes
    };
    let words = &["XQ", "\u{1}", "\u{7f}", "\u{0}\u{0}\u{0}\u{0}"];
    let check = |bytes: &[u8]| check(bytes, Some(Format::Xqf));
    Target { name: "xqf", samples: XQF.map(<[u8]>::to_vec).to_vec(), words, mend, check }
}

/// Games and libraries of `CCBridge`.
pub fn ccbridge() -> Target {
    let mut library = Vec::new();
    GzDecoder::new(CBL).read_to_end(&mut library).expect("a packed file");
    // Without most of the index, which is passed over.
    library.drain(600..101_952);
    library.truncate(20_000);
    let words = &["CCBridge Record\0", "CCBridgeLibrary\0", "\u{0}\u{0}\u{0}\u{0}", "\u{4}"];
    let check = |bytes: &[u8]| {
        let mut outcomes = check(bytes, Some(Format::Cbl));
        outcomes.extend(check(bytes, Some(Format::Cbr)));
        outcomes
    };
    Target { name: "ccbridge", samples: vec![CBR.to_vec(), library], words, mend: unchanged, check }
}

/// Packed files of any format.
pub fn gzip() -> Target {
    let packed = |bytes: &[u8]| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("bytes in memory");
        encoder.finish().expect("bytes in memory")
    };
    let table: String = GAMES.lines().take(4).collect::<Vec<_>>().join("\n");
    let samples = vec![packed(table.as_bytes()), packed(XQF[3]), packed(CBR)];
    let words = &["\u{1f}", "\u{8}\u{0}"];
    Target { name: "gzip", samples, words, mend: unchanged, check: |bytes| check(bytes, None) }
}
