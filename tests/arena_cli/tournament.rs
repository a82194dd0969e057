//! Whole tournaments: round robin, gauntlet, Swiss.

use super::{Place, engine, words};
use serde_json::Value;
use std::thread::sleep;
use std::time::Duration;

fn tournament(engines: &[Vec<String>], rest: &str) -> Vec<String> {
    let start = ["tournament".to_owned()];
    let parts: Vec<_> = [start.as_slice()].into_iter().chain(engines.iter().map(Vec::as_slice)).collect();
    words(&parts, rest)
}

/// The sum of a figure over the table.
fn total(report: &Value, figure: &str) -> u64 {
    let rows = report["standings"].as_array().expect("a table");
    rows.iter().map(|row| row[figure].as_u64().expect("a number")).sum()
}

#[test]
fn round_robin() {
    let place = Place::new("round-robin");
    let engines = [engine("a", 100), engine("b", 200), engine("c", 400)];
    let line = tournament(
        &engines,
        "--games 2 --maxmoves 25 --concurrency 2 --journal j --json r.json --svg t.svg --pgnout g.pgn --event Cup",
    );
    let said = place.stdout(&line);
    for head in ["Engine", "MP", "GP", "DE", "HS", "WB", "coefficient (hệ số)"] {
        assert!(said.contains(head), "{said}");
    }
    let report = place.json("r.json");
    assert_eq!((report["event"].as_str(), report["games"].as_u64()), (Some("Cup"), Some(6)));
    assert_eq!((total(&report, "match_points"), total(&report, "half_points")), (6, 12));
    assert_eq!(place.journal_games("j"), (0..6).collect::<Vec<_>>());
    assert_eq!(place.text("g.pgn").matches("[Event \"Cup\"]").count(), 6);
    let svg = place.text("t.svg");
    assert!(svg.starts_with("<svg") && svg.contains("3 engines, 6 games") && svg.ends_with("</svg>\n"));
    // What is over stays over, and its files are not written to again.
    let pgn = place.text("g.pgn");
    let table = |said: &str| said.lines().skip_while(|line| !line.contains("Engine")).collect::<String>();
    let again = place.stdout(&words(&[&line], "--resume"));
    assert_eq!(table(&again), table(&said));
    assert_eq!(place.text("g.pgn"), pgn);
    assert!(place.error(&line).contains("--resume"));
}

#[test]
fn a_gauntlet_with_an_engine_that_misbehaves() {
    let place = Place::new("gauntlet");
    let mark = super::super::mark("gauntlet-engine");
    let mut faulty = vec!["--engine".to_owned(), "nodes=1".to_owned(), "proto=ucci".to_owned()];
    faulty.extend(super::super::engine_words("illegal", &mark));
    let engines = [engine("first", 200), faulty, engine("third", 100)];
    let line = tournament(&engines, "--format gauntlet --games 2 --maxmoves 15 --journal j --json r.json");
    let said = place.stdout(&line);
    assert_eq!(said.matches("illegal move (7.1.l)").count(), 2, "{said}");
    let report = place.json("r.json");
    assert_eq!(report["games"], 4);
    let last = &report["standings"][2];
    assert_eq!(
        (last["player"].as_u64(), last["match_points"].as_u64(), last["matches"].as_u64()),
        (Some(1), Some(0), Some(1))
    );
    super::super::all_gone(&mark);
}

#[test]
fn a_swiss_tournament_survives_being_killed_at_any_moment() {
    let place = Place::new("swiss");
    let engines: Vec<_> = (1..=5).map(|number| engine(&format!("e{number}"), 60 * number)).collect();
    let line = tournament(
        &engines,
        "--format swiss --rounds 3 --games 2 --maxmoves 20 --journal j --json r.json --pgnout g.pgn --resume",
    );
    for kill in 1..=8_u64 {
        let mut runner = place.command(&line).spawn().expect("the runner starts");
        sleep(Duration::from_millis(41 * kill));
        runner.kill().expect("it can be killed");
        runner.wait().expect("it ends");
    }
    let said = place.stdout(&line);
    // Two encounters of two games in every round, and one engine without an opponent.
    assert_eq!(place.journal_games("j"), (0..12).collect::<Vec<_>>());
    let report = place.json("r.json");
    // In every round three times two match points, one of them for the engine without an opponent.
    assert_eq!(total(&report, "match_points"), 18, "{said}");
    assert_eq!(total(&report, "half_points"), 24 + 3 * 4);
    let pgn = place.text("g.pgn");
    for game in 0..12 {
        assert_eq!(pgn.matches(&format!("[Round \"{}.{}\"]", game / 4 + 1, game + 1)).count(), 1);
    }
}

#[test]
fn who_withdraws_plays_no_more() {
    let place = Place::new("withdraw");
    let engines = [engine("a", 100), engine("b", 100), engine("c", 100)];
    let line = tournament(&engines, "--games 2 --rounds 40 --maxmoves 20 --journal j");
    let mut runner = place.start(&line, "j");
    runner.kill().expect("it can be killed");
    runner.wait().expect("it ends");
    let rest = "--resume --withdraw c --withdraw a --json r.json --svg t.svg";
    let said = place.stdout(&words(&[&line], rest));
    assert!(said.contains("c †") && said.contains("† withdrawn"), "{said}");
    assert!(place.text("t.svg").contains("a †"));
    assert!(place.json("r.json")["games"].as_u64() < Some(240));
    // The journal remembers who has left.
    let again = place.stdout(&words(&[&line], "--resume"));
    assert!(again.contains("c †") && again.contains("a †"), "{again}");
    let message = place.error(&words(&[&line], "--resume --withdraw d"));
    assert!(message.contains("--withdraw: `d`"), "{message}");
}
