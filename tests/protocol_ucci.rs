//! UCCI, as real front ends and careless users speak it, against the real program.

mod harness;

use harness::{Front, MATE_IN_ONE, START, number, position, variation};
use std::time::{Duration, Instant};

/// No line may hold these, unless it is an answer: front ends search for them anywhere.
const ENDS_A_GAME: [&str; 3] = ["draw", "resign", "bestmove"];

fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove ") || line == "nobestmove"
}

#[test]
fn the_greeting() {
    let mut front = Front::silent();
    front.send("ucci");
    front.wait("ucciok");
    let lines = front.seen().to_vec();
    assert!(lines[0].starts_with("id name "), "{lines:#?}");
    assert!(lines.iter().any(|line| line == "option usemillisec type check default true"), "{lines:#?}");
    for name in ["batch", "ponder", "usebook", "bookfiles", "hashsize", "threads", "newgame", "promotion"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option {name} type "))), "{name}");
    }
    for line in &lines {
        assert!(line.len() < 256 && !ENDS_A_GAME.iter().any(|word| line.contains(word)), "{line}");
    }
    assert_eq!(front.quit().last().map(String::as_str), Some("bye"));
}

#[test]
fn positions_that_are_played_in() {
    let start_with = |fields: &str| format!("position fen {START} {fields}");
    let mut front = Front::ucci();
    for (line, moves) in [
        ("position startpos".to_owned(), vec![]),
        (start_with("w"), vec![]),
        (start_with(""), vec![]),
        (start_with("r - - 0 1"), vec![]),
        (start_with("w - -"), vec![]),
        (start_with("w - - 0 0"), vec![]),
        (start_with("w 0 1"), vec![]),
        (start_with("w -- 0 1  moves h2e2"), vec!["h2e2"]),
        (start_with("w - - 0 1 moves"), vec![]),
        (start_with("w - - moves"), vec![]),
        (start_with("w - - 300 200 moves  h2e2  h9g7 "), vec!["h2e2", "h9g7"]),
        (format!("position fen {START}[] w - - 0 1"), vec![]),
        ("position startpos moves H2-E2 H9G7".to_owned(), vec!["h2e2", "h9g7"]),
        (
            "position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1".to_owned(),
            vec![],
        ),
        (format!("fen {START} r moves h2e2"), vec!["h2e2"]),
        ("startpos".to_owned(), vec![]),
        // What is illegal, or no move, is left out with all behind it.
        ("position startpos moves h2e2 a0a9 h9g7".to_owned(), vec!["h2e2"]),
        ("position startpos moves h2e2 h9g7 go movetime 3000".to_owned(), vec!["h2e2", "h9g7"]),
    ] {
        front.send(&line);
        front.send("go depth 3");
        let mv = front.best_move();
        assert!(position(START, &moves).is_legal(mv), "{mv} after {line}");
    }
    front.quit();
}

#[test]
fn positions_of_real_reports() {
    let mut front = Front::ucci();
    for fen in [
        "4k4/9/9/9/9/9/8r/4B4/4A4/2B1KA3 w -- 0 1",
        "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w 0 1",
        "4P4/9/3k1a3/2N6/2b6/9/9/9/9/4K4 w - - 0 0 moves e0e1",
        "c3k2C1/4anR2/9/3NP4/9/6n2/9/1r1p5/4p4/3K5 w",
        "4k4/9/9/9/9/9/9/9/p8/R2K5 b",
    ] {
        front.send(&format!("position fen {fen}"));
        front.send("go depth 4");
        front.best_move();
    }
    front.send("position fen c3k2C1/4a4/6R2/9/9/9/9/9/9/3K5 w moves g7g9");
    front.send("go depth 4");
    assert_eq!(front.best_move().to_string(), "e8f9", "the only move");
    front.quit();
}

#[test]
fn positions_without_a_move() {
    let mut front = Front::ucci();
    for fen in [
        "foobar",
        "",
        "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "RRRRkRRRR/RRRRRRRRR/9/9/9/9/9/9/9/4K4 b - - 0 1",
        "3k5/4P4/9/9/9/9/9/9/9/3K5 b - - 0 1",
        "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1",
        "3k5/9/9/9/9/9/9/9/3R5/3RK4 b - - 0 1",
        "rnbakabnrr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "draw resign bestmove",
    ] {
        front.forget();
        front.send(&format!("position fen {fen}"));
        front.send("go depth 3");
        assert_eq!(front.answer(), "nobestmove", "{fen}");
        assert!(front.seen().iter().any(|line| line.starts_with("info ")), "{fen}: it says why");
        front.send("position startpos");
        front.send("go depth 2");
        front.best_move();
    }
    front.quit();
}

#[test]
fn a_king_in_check_out_of_turn_is_taken() {
    let mut front = Front::ucci();
    front.send("position fen 3k5/9/9/9/9/9/9/9/3R5/R3K4 w - - 0 1");
    front.send("go infinite");
    assert!(front.is_silent_for(300));
    front.send("stop");
    assert_eq!(front.best_move().to_string(), "d1d9");
    front.quit();
}

#[test]
fn a_search_that_nothing_bounds_is_short() {
    let mut front = Front::ucci();
    for go in ["go", "go draw", "go depth", "go time", "go foo bar", "go ponderhit"] {
        let start = Instant::now();
        front.send("position startpos");
        front.send(go);
        front.best_move();
        assert!(start.elapsed() < Duration::from_secs(5), "{go}");
    }
    front.quit();
}

#[test]
fn bounds_of_every_kind() {
    let mut front = Front::ucci();
    for go in [
        "go depth 3",
        "go depth 3 ",
        "go nodes 500",
        "go time 0 increment 0",
        "go time -5 increment 0",
        "go time 5 increment 0 opptime 0 oppincrement 0",
        "go time 100 increment 10",
        "go time 200 movestogo 1",
        "go time 1000 opptime 60000 oppincrement 1000 increment 10",
        "go draw time 300 increment 0 opptime 300 oppincrement 0",
        "go time 99999999999999999999 depth 3",
        "go depth 99999999999999999999 nodes 300",
        "go nodes -7",
        "go depth -7",
        "go movetime 50",
        "go wtime 300 btime 300 winc 0 binc 0",
        "go mate 1 depth 4",
        "go searchmoves h2e2 depth 3",
        "go depth 99 nodes 300 movetime 5000",
    ] {
        front.send("position startpos");
        front.send(go);
        let mv = front.best_move();
        assert!(position(START, &[]).is_legal(mv), "{mv} after {go}");
    }
    front.quit();
}

#[test]
fn depth_0_is_the_evaluation_alone() {
    let mut front = Front::ucci();
    front.send("position startpos");
    front.forget();
    front.send("go depth 0");
    assert_eq!(front.answer(), "nobestmove");
    assert_eq!(front.seen().len(), 2);
    assert!(number(&front.seen()[0], "score").is_some(), "{:?}", front.seen());
    front.quit();
}

#[test]
fn lines_of_a_search() {
    let mut front = Front::ucci();
    for (setting, fen) in [("", START), ("setoption multipv 4", START), ("setoption multipv 3", MATE_IN_ONE)]
    {
        front.send(setting);
        front.send(&format!("position fen {fen}"));
        front.forget();
        front.send("go depth 6");
        let best = front.best_move();
        let lines: Vec<_> = front.seen().iter().filter(|line| line.starts_with("info ")).cloned().collect();
        let board = position(fen, &[]);
        for line in &lines {
            for word in ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time"] {
                assert!(number(line, word).is_some(), "{word} in {line}");
            }
            let mut board = board.clone();
            let moves = variation(line);
            assert!(!moves.is_empty() && line.len() < 1000, "{line}");
            for mv in moves {
                assert!(board.is_legal(mv), "{mv} in {line}");
                board.make(mv);
            }
        }
        assert_eq!(lines.last().and_then(|line| variation(line).first().copied()), Some(best), "{lines:#?}");
    }
    front.quit();
}

#[test]
fn a_mate_is_a_great_number() {
    let mut front = Front::ucci();
    front.send(&format!("position fen {MATE_IN_ONE}"));
    front.forget();
    front.send("go depth 4");
    front.answer();
    assert!(front.seen().iter().any(|line| number(line, "score") == Some(29_999)), "{:#?}", front.seen());
    front.quit();
}

#[test]
fn infinite_waits_for_stop() {
    let mut front = Front::ucci();
    for fen in [START, MATE_IN_ONE, "3k5/4P4/9/9/9/9/9/9/9/4K4 b"] {
        front.send(&format!("position fen {fen}"));
        front.send("go infinite");
        assert!(front.is_silent_for(400), "{fen}");
        front.send("isready");
        front.wait("readyok");
        front.send("stop");
        assert_eq!(front.answer() == "nobestmove", fen.ends_with('b'));
        assert!(front.is_silent_for(50), "one answer");
    }
    front.quit();
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut front = Front::ucci();
    for fen in [START, MATE_IN_ONE] {
        for go in ["go ponder time 400 increment 0", "go ponder", "go ponder depth 2"] {
            front.send(&format!("position fen {fen}"));
            front.send(go);
            assert!(front.is_silent_for(500), "{go}");
            front.send("ponderhit");
            front.best_move();
            front.send(go);
            front.send("stop");
            front.best_move();
        }
    }
    front.quit();
}

#[test]
fn stop_and_ponderhit_out_of_place() {
    let mut front = Front::ucci();
    front.send("stop");
    assert_eq!(front.answer(), "nobestmove");
    front.send("ponderhit");
    front.send("ponderhit draw");
    front.send("stop\nposition startpos\ngo depth 3");
    assert_eq!(front.answer(), "nobestmove");
    front.best_move();
    assert!(front.is_silent_for(100));
    front.quit();
}

#[test]
fn seconds_and_milliseconds() {
    let mut front = Front::ucci();
    front.send("position startpos");
    front.send("setoption usemillisec false");
    front.send("go time 300 increment 0");
    assert!(front.is_silent_for(500), "five minutes are not used up");
    front.send("stop");
    front.best_move();
    for on in ["true", "on", "1"] {
        front.send("setoption usemillisec off");
        front.send(&format!("setoption usemillisec {on}"));
        front.send("go time 300 increment 0");
        front.best_move();
    }
    front.quit();
}

#[test]
fn banned_moves() {
    let mut front = Front::ucci();
    let fen = "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1 moves h6i4 i9h9 i4h6 h9i9";
    front.send(&format!("position fen {fen}"));
    front.send("banmoves h6i4");
    front.send("go depth 5");
    assert_ne!(front.best_move().to_string(), "h6i4");

    front.send(&format!("position fen {MATE_IN_ONE}"));
    front.send("banmoves e1d1 nonsense");
    front.send("banmoves a0d0");
    front.send("go depth 4");
    let mv = front.best_move().to_string();
    assert!(mv != "e1d1" && mv != "a0d0", "{mv}");
    front.send(&format!("position fen {MATE_IN_ONE}"));
    front.send("go depth 4");
    let mv = front.best_move().to_string();
    assert!(mv == "e1d1" || mv == "a0d0", "{mv}");

    front.send("position fen c3k2C1/4a4/6R2/9/9/9/9/9/9/3K5 w moves g7g9");
    front.send("banmoves e8f9");
    front.send("go depth 4");
    assert_eq!(front.best_move().to_string(), "e8f9", "the only move, though banned");
    front.quit();
}

#[test]
fn offers() {
    let lost = "3k5/9/9/9/9/9/9/1r7/2r6/4K4 w";
    let won = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w";
    let mut front = Front::ucci();
    for (fen, go, accepted) in [
        (lost, "go draw depth 6", true),
        (lost, "go depth 6", false),
        (won, "go draw depth 6", false),
        (START, "go draw depth 6", false),
    ] {
        front.send(&format!("position fen {fen}"));
        front.send(go);
        assert_eq!(front.answer().ends_with(" draw"), accepted, "{go} in {fen}");
    }
    front.send(&format!("position fen {lost}"));
    front.send("go ponder depth 6");
    front.send("ponderhit draw");
    assert!(front.answer().ends_with(" draw"));
    front.quit();
}

#[test]
fn a_new_game_keeps_the_position_and_the_first_position_is_the_start() {
    let mut front = Front::ucci();
    front.send("go depth 2");
    assert!(position(START, &[]).is_legal(front.best_move()));
    front.send("position fen c3k2C1/4a4/6R2/9/9/9/9/9/9/3K5 w moves g7g9");
    front.send("setoption newgame");
    front.send("uccinewgame");
    front.send("go depth 2");
    assert_eq!(front.best_move().to_string(), "e8f9");
    front.quit();
}

#[test]
fn the_table_can_be_asked() {
    let mut front = Front::ucci();
    front.send("probe startpos");
    assert_eq!(front.wait("pophash"), "pophash");
    front.send("position startpos");
    front.send("go depth 6");
    front.best_move();
    front.send("probe startpos");
    let entry = front.wait("pophash");
    assert!(entry.contains(" depth ") && entry.contains("bound "), "{entry}");
    front.send("probe fen nonsense");
    assert_eq!(front.wait("pophash"), "pophash");
    front.send("go infinite");
    front.send("probe startpos moves h2e2");
    front.wait("pophash");
    front.send("stop");
    front.best_move();
    front.quit();
}

#[test]
fn options_of_every_kind() {
    let mut front = Front::ucci();
    for option in [
        "hashsize 0",
        "hashsize -4",
        "hashsize 1024",
        "hashsize 32",
        "hashsize 0setoption threads 0setoption idle none",
        "name hashsize value 32",
        "Hash 16",
        "Threads 2",
        "threads 0",
        "threads 1",
        "name MultiPV value 1",
        "pruning  large",
        "knowledge none",
        "randomness large",
        "style risky",
        "idle large",
        "promotion false",
        "usebook true",
        "ponder 1",
        "ponder 0",
        "selectivity large",
        "repetition asianrule",
        "drawmoves 60",
        "loadbook",
        "newgame",
        "name",
        "",
        "bookfiles /some dir/象棋 库/开局.dat",
    ] {
        front.send(&format!("setoption {option}"));
        for line in front.ready() {
            assert!(line == "readyok" || line.starts_with("info message "), "{line} after {option}");
        }
    }
    front.send("position startpos\ngo depth 4");
    front.best_move();
    front.quit();
}

#[test]
fn lines_of_every_kind() {
    let mut front = Front::ucci();
    front.send("");
    front.send("#comment\n   \nfoo bar\nd\neval\ncxboard\ndebug on\nfoo\ndebug off\nucinewgame\nnewgame");
    front.send_bytes(b"setoption bookfiles /\xcf\xf3\xc6\xe5/\xbf\xaa\xbe\xd6.dat\r\n");
    front.send_bytes(b"\xff\xfe\x00\x01\r\nposition fen \xcf\xf3\r\nbanmoves \xff\r\ngo depth \xff\xff\r\n");
    front.answer();
    for command in [
        "setoption bookfiles ",
        "position fen ",
        "position startpos moves ",
        "go ",
        "banmoves ",
        "probe fen ",
        "",
    ] {
        front.send(&format!("{command}{}", "x".repeat(100_000)));
        if command == "go " {
            front.answer();
        }
    }
    front.send("UCCI");
    front.wait("ucciok");
    for line in front.seen() {
        assert!(is_answer(line) || !ENDS_A_GAME.iter().any(|word| line.contains(word)), "{line}");
        assert!(line.len() < 1000, "{line}");
    }
    front.send("position startpos");
    front.send_bytes(b"go depth 3 \r\n");
    front.best_move();
    front.quit();
}

#[test]
fn games_of_any_length() {
    let shuffle = ["h0g2", "h9g7", "g2h0", "g7h9"];
    let mut front = Front::ucci();
    for plies in [200, 5000] {
        let moves: Vec<_> = shuffle.into_iter().cycle().take(plies).collect();
        front.send(&format!("position startpos moves {}", moves.join(" ")));
        front.send("go depth 3");
        assert!(position(START, &[]).is_legal(front.best_move()), "though the game may be over by rule");
    }
    front.quit();
}

#[test]
fn a_front_end_that_does_not_wait() {
    let mut front = Front::silent();
    front.send(
        "ucci\nsetoption newgame\nsetoption idle large\nsetoption style risky\nsetoption knowledge none\n\
         setoption pruning  large\nsetoption randomness large\nsetoption usebook true\n\
         position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w -- 0 1 \ngo depth 4 \n",
    );
    front.wait("ucciok");
    front.best_move();
    front.quit();
}

#[test]
fn commands_that_must_wait_are_done_in_order() {
    let mut front = Front::ucci();
    front.send("position startpos\ngo infinite");
    front.send(&format!("position fen {MATE_IN_ONE}\ngo depth 4"));
    assert!(front.is_silent_for(100));
    front.send("stop");
    assert!(position(START, &[]).is_legal(front.best_move()));
    assert!(position(MATE_IN_ONE, &[]).is_legal(front.best_move()));
    front.send("position startpos\ngo infinite\nposition startpos\ngo infinite\nstop");
    front.best_move();
    front.best_move();
    front.quit();
}

#[test]
fn a_batch_is_done_in_order() {
    let mut front = Front::silent();
    front.send(
        "ucci\nsetoption batch true\nposition startpos\ngo depth 5\nposition startpos moves h2e2\ngo nodes 3000\n\
         isready\ngo time 200\nquit",
    );
    let lines = front.leaves();
    let replies: Vec<_> = lines
        .iter()
        .skip_while(|line| *line != "ucciok")
        .filter(|line| !line.starts_with("info "))
        .map(|line| line.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(replies, ["ucciok", "bestmove", "bestmove", "readyok", "bestmove", "bye"]);
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")), "depth 5 was reached");
}

#[test]
fn a_batch_does_not_wait_for_ever() {
    let mut front = Front::ucci();
    front.send("setoption batch true\nposition startpos\ngo infinite");
    assert!(front.is_silent_for(100));
    front.send("stop");
    front.best_move();
    front.send("go infinite");
    front.quit();
}

#[test]
fn quit_during_a_search() {
    for go in ["go infinite", "go ponder time 1000 increment 0", "go depth 60", "go time 600000 increment 0"]
    {
        let mut front = Front::ucci();
        front.send("position startpos");
        front.send(go);
        let lines = front.quit();
        assert_eq!(lines.last().map(String::as_str), Some("bye"), "{go}");
        assert_eq!(lines.iter().filter(|line| is_answer(line)).count(), 1, "{go}");
    }
}

#[test]
fn the_end_of_the_input() {
    let front = {
        let mut front = Front::ucci();
        front.hang_up();
        front
    };
    assert!(front.leaves().iter().all(|line| !is_answer(line)));

    let mut front = Front::ucci();
    front.send("position startpos\ngo depth 6");
    front.hang_up();
    let lines = front.leaves();
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")), "the search is finished: {lines:#?}");
    assert!(lines.iter().any(|line| is_answer(line)));

    for go in ["go infinite", "go ponder"] {
        let mut front = Front::ucci();
        front.send("position startpos");
        front.send(go);
        assert!(front.is_silent_for(50));
        front.hang_up();
        assert!(front.leaves().iter().any(|line| is_answer(line)), "{go}");
    }

    let mut front = Front::silent();
    front.send_bytes(b"position startpos\ngo depth 3");
    front.hang_up();
    assert!(front.leaves().iter().any(|line| is_answer(line)), "a last line without an end");
}

#[test]
fn stop_is_answered_at_once() {
    let mut front = Front::ucci();
    front.send("setoption threads 2\nposition startpos");
    let mut times = Vec::new();
    for _ in 0..10 {
        front.send("go infinite");
        assert!(front.is_silent_for(60));
        let start = Instant::now();
        front.send("stop");
        front.best_move();
        times.push(start.elapsed());
    }
    times.sort();
    // The median, because the machine may be busy with other things now and then.
    assert!(times[5] < Duration::from_millis(100), "{times:?}");
    front.quit();
}

#[test]
fn short_clocks_are_kept() {
    let mut front = Front::ucci();
    let mut late = 0;
    for _ in 0..30 {
        let start = Instant::now();
        front.send("position startpos moves h2e2 h9g7\ngo time 100 increment 10 opptime 100 oppincrement 10");
        front.best_move();
        late += u32::from(start.elapsed() > Duration::from_millis(250));
    }
    assert!(late <= 3, "{late} of 30 moves came late");
    front.quit();
}
