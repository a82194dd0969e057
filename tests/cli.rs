//! The commands, as people and scripts call them.

use serde_json::Value;
use std::process::{Command, Output, Stdio};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn phao(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_phao"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// What a command that succeeds prints.
fn stdout(args: &[&str]) -> String {
    let output = phao(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// What a command that fails says, in one line.
fn error(args: &[&str]) -> String {
    let output = phao(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// A file that is gone after the test.
struct TempFile(std::path::PathBuf);

impl TempFile {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("phao-test-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a path in UTF-8")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn perft_counts() {
    for args in [&["perft", "3"][..], &["perft", "--threads", "2", "3"], &["perft", "--hash", "1", "3"]] {
        let text = stdout(args);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "nodes 79666");
        assert!(lines[1].starts_with("time ") && lines[1].contains(" nps "), "{text}");
    }
    assert!(stdout(&["perft", "0"]).starts_with("nodes 1\n"));
    let only_move = ["perft", "--fen", "c3k2C1/4a4/6R2/9/9/9/9/9/9/3K5 w", "--moves", "g7g9", "1"];
    assert!(stdout(&only_move).starts_with("nodes 1\n"));
    let text = stdout(&["perft", "--divide", "2"]);
    assert_eq!(text.lines().filter(|line| line.len() == "h2e2 43".len()).count(), 44, "{text}");
    assert!(text.contains("\nnodes 1920\n"));
}

#[test]
fn perft_checks_suites() {
    let good = TempFile::new("good.suite", &format!("# the start\n{START} ;D1 44 ;D2 1920 ;D5 133312995\n"));
    let text = stdout(&["perft", "--suite", good.path(), "--max-nodes", "10000"]);
    assert!(
        text.lines().last().is_some_and(|line| line.starts_with("2 counts, 0 wrong, 1964 nodes")),
        "{text}"
    );

    let wrong = TempFile::new("wrong.suite", &format!("{START} ;D1 45\n"));
    let output = phao(&["perft", "--suite", wrong.path()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("(expected 45)"));

    let bad = TempFile::new("bad.suite", "foo ;D1 45\n");
    assert!(error(&["perft", "--suite", bad.path()]).contains("line 1"));
    assert!(error(&["perft", "--suite", "/no/such/file"]).contains("/no/such/file"));
}

#[test]
fn bench_ends_in_its_signature() {
    let text = stdout(&["bench", "--depth", "3"]);
    let words: Vec<_> = text.trim_end().lines().last().unwrap_or_default().split(' ').collect();
    assert!(
        matches!(words[..], [nodes, "nodes", nps, "nps"] if nodes.parse::<u64>().is_ok() && nps.parse::<u64>().is_ok())
    );
    assert_eq!(stdout(&["bench", "--depth", "3"]).split(' ').next(), Some(words[0]), "it repeats");
}

#[test]
fn analyse_for_people() {
    let text = stdout(&["analyse", "--depth", "4"]);
    assert!(text.contains("Red to move") && text.contains("depth ") && text.contains("Best move "), "{text}");
    assert!(!text.contains('\x1b'), "no colours in a pipe");
    let text =
        stdout(&["analyse", START, "--moves", "h2e2", "--nodes", "500", "--multipv", "3", "--threads", "2"]);
    assert!(text.contains("Black to move") && text.contains("rank"), "{text}");
    let fields: Vec<_> =
        ["analyse"].into_iter().chain(START.split(' ')).chain(["--movetime", "30"]).collect();
    assert!(stdout(&fields).contains("Best move "), "a FEN without quotes");
    assert!(stdout(&["analyse", "3k5/4P4/9/9/9/9/9/9/9/4K4 b"]).contains("black has lost"));
}

#[test]
fn analyse_for_programs() {
    let text = stdout(&["analyse", "--json", "--depth", "5", "--multipv", "2", "--hash", "1"]);
    assert_eq!(text.lines().count(), 1);
    let report: Value = serde_json::from_str(&text).expect("one JSON object");
    assert_eq!(report["fen"], START);
    assert_eq!((&report["side"], &report["loser"]), (&Value::from("red"), &Value::Null));
    let lines = report["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["rank"], 1);
    assert_eq!(lines[0]["moves"][0], report["best_move"]);
    assert_eq!(lines[0]["mate_plies"], Value::Null);
    assert!(lines[0]["score"].is_i64() && report["nodes"].is_u64());

    let mate = stdout(&["analyse", "--json", "--depth", "4", "3k5/9/9/9/9/9/9/9/4R4/R3K4 w"]);
    let report: Value = serde_json::from_str(&mate).expect("one JSON object");
    assert_eq!(report["lines"][0]["mate_plies"], 1);

    let lost = stdout(&["analyse", "--json", "3k5/4P4/9/9/9/9/9/9/9/4K4 b"]);
    let report: Value = serde_json::from_str(&lost).expect("one JSON object");
    assert_eq!((&report["best_move"], &report["lines"]), (&Value::Null, &Value::Array(Vec::new())));
    assert_eq!(report["loser"], "black");
}

#[test]
fn errors_name_what_was_wrong() {
    let text = error(&["analyse", "foo"]);
    assert!(text.starts_with("phao: the FEN `foo` cannot be used: ") && text.lines().count() == 1, "{text}");
    assert!(error(&["perft", "--moves", "h2e2 x", "2"]).contains("move 2: `x`"));
    assert!(error(&["analyse", "--moves", "a0a9"]).contains("move 1, a0a9, is not legal"));
    assert!(error(&["analyse", "--depth", "0"]).contains("--depth"));
    assert!(error(&["nonsense"]).contains("nonsense"));
}

#[test]
fn help_and_version() {
    assert!(stdout(&["--help"]).contains("analyse"));
    assert!(stdout(&["--version"]).starts_with("phao "));
    assert_eq!(stdout(&[]), "", "without input there is nothing to say");
}
