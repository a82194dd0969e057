//! UCI, as real front ends speak it, against the real program.

mod harness;

use harness::{Front, MATE_IN_ONE, START, number, position, variation};

#[test]
fn the_greeting() {
    let mut front = Front::silent();
    front.send("uci");
    front.wait("uciok");
    let lines = front.seen().to_vec();
    assert!(lines[0].starts_with("id name ") && lines[1].starts_with("id author "), "{lines:#?}");
    for option in [
        "Hash type spin default 16",
        "Threads type spin default 1",
        "MultiPV type spin default 1",
        "Ponder type check default false",
        "Move Overhead type spin default ",
        "UCI_ShowWDL type check default false",
        "Clear Hash type button",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
    }
    assert!(lines.iter().all(|line| line.len() < 256));
    assert!(front.quit().iter().all(|line| line != "bye"), "UCI has no such word");
}

#[test]
fn a_game_as_front_ends_play_it() {
    let mut front = Front::uci();
    front
        .send("setoption name Hash value 32\nsetoption name Threads value 1\nsetoption name MultiPV value 1");
    front.send("setoption name Repetition Rule value AsianRule\nsetoption name Skill Level value 20");
    front.send("setoption name EvalFile value /no/such/file\nucinewgame");
    let lines = front.ready();
    assert!(lines[0].starts_with("info string the network /no/such/file cannot be read"), "{lines:?}");
    assert_eq!(lines[1..], ["readyok"]);
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..6 {
        front.send(&format!("position startpos moves {}", moves.join(" ")));
        front.send("go wtime 500 btime 500 winc 10 binc 10");
        let played: Vec<_> = moves.iter().map(String::as_str).collect();
        let mv = front.best_move();
        assert!(position(START, &played).is_legal(mv), "{mv} after {played:?}");
        moves.push(mv.to_string());
    }
    front.quit();
}

#[test]
fn the_words_of_cyclone() {
    let mut front = Front::uci();
    front.send("setoption name Hash value 16\nucinewgame");
    front.send(&format!("fen {START} r moves h2e2"));
    front.send("go wtime 300 btime 300 winc 0 binc 0");
    assert!(position(START, &["h2e2"]).is_legal(front.best_move()));
    front.send("startpos\ngo movetime 50");
    assert!(position(START, &[]).is_legal(front.best_move()));
    front.quit();
}

#[test]
fn go_of_every_kind() {
    let mut front = Front::uci();
    for go in [
        "go movetime 50",
        "go depth 3",
        "go depth 0",
        "go nodes 300",
        "go mate 1 movetime 100",
        "go wtime 0 btime 0",
        "go wtime -10 btime -10",
        "go wtime 300 btime 300 movestogo 1",
        "go btime 300 wtime 300 byoyomi 100",
        "go btime 0 wtime 0 byoyomi 100",
        "go",
    ] {
        front.send("position startpos");
        front.send(go);
        assert!(position(START, &[]).is_legal(front.best_move()), "{go}");
    }
    front.send("go searchmoves a0a1 depth 4");
    assert_eq!(front.best_move().to_string(), "a0a1");
    front.quit();
}

#[test]
fn scores_and_lines() {
    let mut front = Front::uci();
    front.send("position startpos\ngo depth 5");
    front.forget();
    let best = front.best_move();
    let lines = front.seen().to_vec();
    let last = lines.iter().rfind(|line| line.starts_with("info ")).expect("a line");
    assert!(number(last, "cp").is_some() && last.contains(" score cp ") && !last.contains(" wdl "), "{last}");
    assert_eq!(variation(last).first(), Some(&best));

    front.send("setoption name UCI_ShowWDL value true\nsetoption name MultiPV value 3");
    front.forget();
    front.send("go depth 5");
    front.best_move();
    assert!(
        front.seen().iter().any(|line| line.contains(" multipv 3 ") && line.contains(" wdl ")),
        "{:#?}",
        front.seen()
    );

    front.send(&format!("position fen {MATE_IN_ONE}\ngo depth 4"));
    front.forget();
    front.best_move();
    assert!(front.seen().iter().any(|line| line.contains(" score mate 1 ")), "{:#?}", front.seen());
    front.quit();
}

#[test]
fn infinite_and_ponder() {
    let mut front = Front::uci();
    for fen in [START, MATE_IN_ONE] {
        front.send(&format!("position fen {fen}\ngo infinite"));
        assert!(front.is_silent_for(300));
        front.send("stop");
        front.best_move();
        front.send("go ponder wtime 500 btime 500");
        assert!(front.is_silent_for(600));
        front.send("ponderhit");
        front.best_move();
        front.send("go wtime 500 btime 500 ponder");
        assert!(front.is_silent_for(100));
        front.send("stop");
        front.best_move();
    }
    front.send("stop");
    assert!(front.is_silent_for(100), "a stop without a search is not answered");
    front.quit();
}

#[test]
fn positions_without_a_move() {
    let mut front = Front::uci();
    for fen in ["foobar", "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1"] {
        front.send(&format!("position fen {fen}"));
        front.forget();
        front.send("go depth 3");
        assert_eq!(front.answer(), "bestmove 0000", "{fen}");
    }
    front.send("position fen foobar");
    assert!(front.ready().iter().any(|line| line.starts_with("info string ")));
    front.send("position startpos\ngo depth 2");
    front.best_move();
    front.quit();
}

#[test]
fn for_people() {
    let mut front = Front::uci();
    front.send("position startpos moves h2e2\nd\neval");
    let text = front.ready().join("\n");
    assert!(text.contains("Black to move") && text.contains("fen rnbakabnr/9/1c5c1/"), "{text}");
    assert!(text.contains("info depth 0 score cp "), "{text}");
    front.send("position startpos\ngo perft 3");
    front.forget();
    front.wait("Nodes");
    assert_eq!(front.seen().iter().filter(|line| line.contains(": ")).count(), 45);
    assert!(front.seen().iter().any(|line| line == "Nodes searched: 79666"), "{:#?}", front.seen());
    front.send("go perft 60\nisready\nstop");
    front.wait("readyok");
    front.wait("info");
    front.quit();
}

#[test]
fn a_prober_that_tries_both_protocols() {
    let mut front = Front::silent();
    front.send("uci");
    front.wait("uciok");
    front.send("ucci");
    front.wait("ucciok");
    front.send("setoption Threads 1\nsetoption Hash 16\nstop");
    assert_eq!(front.answer(), "nobestmove");
    front.send("position startpos\ngo movetime 50");
    front.best_move();
    assert_eq!(front.quit().last().map(String::as_str), Some("bye"));
}

#[test]
fn another_protocol_first() {
    let mut front = Front::silent();
    front.send("xboard\nprotover 2\nuci");
    front.wait("uciok");
    front.quit();
    let mut front = Front::silent();
    front.send("position startpos\ngo depth 3");
    front.best_move();
    front.quit();
}

#[test]
fn the_end_of_the_input() {
    let mut front = Front::uci();
    front.send("position startpos\ngo depth 6");
    front.hang_up();
    let lines = front.leaves();
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")));

    let mut front = Front::uci();
    front.send("go infinite\nquit");
    assert!(front.leaves().last().is_some_and(|line| line.starts_with("bestmove ")));
}

#[test]
fn a_stop_reaches_its_search_past_commands_that_wait() {
    for between in ["setoption name Clear Hash", "ucinewgame", "position startpos"] {
        let mut front = Front::uci();
        front.send(&format!("position startpos\ngo movetime 50\ngo infinite\n{between}\nstop"));
        front.best_move();
        front.best_move();
        front.quit();
    }
}
