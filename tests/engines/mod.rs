//! Engines that misbehave, each in its own way, and one that does not.
//!
//! They speak UCCI and play random legal moves until their fault shows.

use phao::arena::Rng;
use phao::board::Position;
use phao::core::Move;
use phao::movegen::legal_moves;
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// At which `go` faults show.
const FAULTY_GO: u32 = 3;

/// Plays until the input ends.
pub fn run(mode: &str) {
    match mode {
        "crash-at-start" => exit(3),
        "mute" => drain(),
        "flood-at-start" => flood(),
        // The test harness may have begun a line.
        _ => say("\n"),
    }
    let mut position = Position::start();
    let mut rng = Rng::new(mode.len() as u64);
    let mut count = 0;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<_> = line.split_whitespace().collect();
        match *words.first().unwrap_or(&"") {
            "ucci" if mode == "uci-only" => {}
            "ucci" => say(&format!("id name {mode}\noption usemillisec type check default true\nucciok\n")),
            "uci" if mode == "uci-only" => say("id name uci-only\nuciok\n"),
            "isready" => say("readyok\n"),
            "position" => position = read_position(&words),
            "go" => {
                count += 1;
                let moves = legal_moves(&position);
                let mv = moves[rng.below(moves.len())];
                think(mode, count, mv, line.starts_with("go draw"));
            }
            "quit" if mode != "stubborn" => exit(0),
            _ => {}
        }
    }
    if mode == "stubborn" {
        // Not even the end of the input moves it.
        sleep(Duration::from_secs(600));
    }
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

fn drain() {
    for _ in io::stdin().lock().lines().map_while(Result::ok) {}
    exit(0);
}

fn flood() {
    let text = "x".repeat(1 << 16);
    loop {
        say(&text);
    }
}

fn read_position(words: &[&str]) -> Position {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let mut position: Position = words[2..at].join(" ").parse().expect("the runner sends sound positions");
    for word in words.iter().skip(at + 1) {
        let mv = word.parse().expect("a move");
        assert!(position.is_legal(mv), "the runner sends legal moves");
        position.make(mv);
    }
    position
}

fn think(mode: &str, count: u32, mv: Move, draw_offered: bool) {
    let play = || say(&format!("info depth 1 score {} pv {mv}\nbestmove {mv}\n", count % 7));
    match mode {
        // Things that a runner has to put up with.
        "half-lines" => {
            let text = mv.to_string();
            for part in ["best", "move ", &text[..1], &text[1..], "\r", "\n"] {
                say(part);
                sleep(Duration::from_millis(1));
            }
        }
        "megabyte" => {
            say(&"x".repeat(1 << 20));
            say("\n");
            play();
        }
        "chatty" => {
            say("\u{0}\u{1b}[31m漢字 bestmove? nobest\n\n\n   \ninfo\ninfo score\nbestmoves a0a1\n");
            play();
            say("bestmove");
        }
        _ if count < FAULTY_GO => play(),
        // Things that lose the game.
        "crash-on-go" => exit(1),
        "crash-in-line" => {
            say(&format!("info depth 1 score 5\nbestmove {}", &mv.to_string()[..2]));
            exit(0);
        }
        "illegal" => say("bestmove a0a9\n"),
        "other-position" => say("bestmove e0e9 ponder h9g7\n"),
        "garbage" => say("bestmove \u{fffd}\u{0}♜♜♜ resig\n"),
        "no-move" => say("nobestmove\n"),
        "resigns" => say(&format!("bestmove {mv} resign\n")),
        "silent" => {}
        "deaf" => sleep(Duration::from_secs(600)),
        "late" => {
            sleep(Duration::from_millis(700));
            play();
        }
        "flood" => flood(),
        "drawish" => {
            let _ = draw_offered;
            say(&format!("bestmove {mv} draw\n"));
        }
        _ => play(),
    }
}
