//! What people get wrong, and what goes wrong: a clear message each time, and no game lost.

use super::{Place, engine, words};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A short match, journal `j`.
fn short_match(rest: &str) -> Vec<String> {
    let start = ["match".to_owned()];
    words(&[&start, &engine("a", 50), &engine("b", 50)], &format!("--maxmoves 6 --journal j {rest}"))
}

#[test]
fn command_lines_that_make_no_sense() {
    let place = Place::new("nonsense");
    for (rest, expected) in [
        ("--concurrency 0", "0 is not in 1..=1024"),
        ("--games 1 --repeat", "both colours"),
        ("--games 0", "2 or more"),
        ("--games x", "2 or more"),
        ("--maxmoves 0", "maxmoves"),
        ("--sprt elo0=5 elo1=5", "elo0 below elo1"),
        ("--sprt elo0=5 elo1=0", "elo0 below elo1"),
        ("--sprt elo1", "--sprt: `elo1`"),
        ("--shard 3/2", "a part is written like"),
        ("--each tc=x", "--each: "),
        ("--each dir=nodir", "dir=nodir is no folder"),
        ("--each stderr=.", "stderr=. cannot be written"),
        ("--resign score=-5", "--resign: `score=-5`"),
        ("--each st", "key=value"),
        ("--openings order=x", "--openings: `order=x`"),
        ("--openings file=nowhere", "nowhere"),
        ("--openings file=.", "cannot be read"),
        ("--openings file=odd.pgn", "odd.pgn: game 1, line 2: move 1: `车五进一`"),
        ("--openings file=bytes", "bytes, line 1"),
        ("--openings file=empty", "no opening in empty"),
        ("--pgnout .", "."),
        ("--json .", ". cannot be written"),
        ("--json no/such/folder", "no/such/folder cannot be written"),
        ("--merge j", "cannot be used with"),
        ("--edition 2020", "2020"),
    ] {
        fs::write(place.path("odd.pgn"), "[Event \"x\"]\n1. 车五进一 *\n").expect("a file");
        fs::write(place.path("bytes"), [0xff, 0, 0x9f, b'\n']).expect("a file");
        fs::write(place.path("empty"), "").expect("a file");
        let message = place.error(&short_match(rest));
        assert!(message.contains(expected), "{rest}: {message}");
        assert!(place.text("j").lines().count() < 2, "{rest}: a game was played");
        let _ = fs::remove_file(place.path("j"));
    }
    for (line, expected) in [
        ("match", "exactly two engines"),
        ("match --engine cmd=a depth=1", "exactly two engines"),
        ("match --engine cmd=a --engine cmd=b", "has no limit"),
        ("match --engine name=a --engine cmd=b --each depth=1", "needs cmd=PROGRAM"),
        ("match --engine cmd=no/such/engine --engine cmd=b --each depth=1", "no/such/engine"),
        ("match --merge nothing", "nothing"),
        ("match --merge .", "plain file"),
        ("tournament --engine cmd=a --each depth=1", "two engines or more"),
        ("tournament --games 0", "games"),
        ("tournament --format x", "swiss"),
    ] {
        let message = place.error(&words(&[], line));
        assert!(message.contains(expected), "{line}: {message}");
    }
}

#[test]
fn other_peoples_files_are_left_alone() {
    let place = Place::new("other-files");
    fs::write(place.path("letter"), "Dear reader").expect("a file");
    let line = words(&[&short_match("--games 2")], "");
    let other: Vec<_> = line.iter().map(|word| if word == "j" { "letter" } else { word.as_str() }).collect();
    assert!(place.error(&other).contains("letter is no journal"));
    assert!(place.error(&["match", "--merge", "letter"]).contains("letter is no journal"));
    assert_eq!(place.text("letter"), "Dear reader");
    // A PGN file that came later than the journal is not ours from its beginning on.
    place.stdout(&line);
    let message = place.error(&short_match("--games 2 --resume --pgnout letter"));
    assert!(message.contains("another --pgnout FILE"), "{message}");
    assert_eq!(place.text("letter"), "Dear reader");
    place.stdout(&short_match("--games 2 --resume --pgnout new.pgn"));
    assert_eq!(place.text("new.pgn").matches("[Game ").count(), 2);
    // The journal of something else.
    let message = place.error(&short_match("--games 2 --resume --edition 2004"));
    assert!(message.contains("another match"), "{message}");
}

#[test]
fn nothing_is_written_before_all_is_known_to_work() {
    let place = Place::new("nothing-written");
    for rest in ["--pgnout .", "--pgnout no/folder/g.pgn", "--engine cmd=/no/such/program nodes=1"] {
        let line = short_match(rest);
        // The third engine takes the second one's place.
        let line = if rest.starts_with("--engine") { [&line[..1], &line[5..]].concat() } else { line };
        place.error(&line);
        assert!(!place.path("j").exists(), "{rest}");
    }
}

#[test]
fn a_journal_that_lost_its_last_line_goes_on_with_its_pgn() {
    let place = Place::new("lost-line");
    place.stdout(&short_match("--games 4 --pgnout g.pgn"));
    let whole = place.text("j");
    let end = whole.trim_end().rfind('\n').expect("lines") + 1;
    fs::write(place.path("j"), &whole[..end]).expect("a file");
    place.stdout(&short_match("--games 4 --pgnout g.pgn --resume"));
    assert_eq!(place.text("g.pgn").matches("[Game ").count(), 4);
    assert_eq!(place.journal_games("j"), [0, 1, 2, 3]);
}

#[test]
fn an_engine_that_never_starts_ends_the_match() {
    let place = Place::new("absent");
    let absent = ["--engine", "cmd=/bin/true", "name=nobody", "nodes=1"].map(str::to_owned);
    let line = words(&[&["match".to_owned()], &engine("a", 50), &absent], "--games 1000 --journal j");
    let message = place.error(&line);
    assert!(message.contains("nobody did not start for 10 games in a row"), "{message}");
    assert!(message.contains("before ucciok") || message.contains("before uciok"), "{message}");
    // A game that has already begun when the tenth is written down may still end.
    let games = place.journal_games("j").len();
    assert!((10..=12).contains(&games), "{games}");
}

#[test]
fn options_that_an_engine_does_not_have_are_doubted() {
    let place = Place::new("options");
    let output =
        place.run(&short_match("--games 2 --each option.nosuch=1 option.HASH=16 option.EvalFile=/no/net"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("phao: warning: a: the option nosuch is not among"), "{said}");
    assert_eq!(said.matches("nosuch is not among").count(), 2, "{said}");
    assert!(said.contains("phao: warning: b: it says: the network /no/net cannot be read"), "{said}");
    assert!(!said.to_lowercase().contains("hash"), "{said}");
}

#[test]
fn parts_are_put_together_once() {
    let place = Place::new("merge");
    for part in 1..=2 {
        let line = short_match(&format!("--games 8 --shard {part}/2"));
        let line: Vec<_> =
            line.iter().map(|word| if word == "j" { format!("part{part}") } else { word.clone() }).collect();
        place.stdout(&line);
    }
    for _ in 0..2 {
        let output = place.run(&words(&[], "match --merge part1 part2 --pgnout all.pgn"));
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        assert_eq!(place.text("all.pgn").matches("[Game ").count(), 8);
    }
    let output = place.run(&words(&[], "match --merge part2"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("part 1/2 is missing; of the games up to 8, 1-2, 5-6 are"), "{said}");
}

#[test]
fn an_engine_in_a_folder_with_blanks() {
    let place = Place::new("a folder with blanks");
    let program = place.path("an engine");
    fs::copy(env!("CARGO_BIN_EXE_phao"), &program).expect("a copy");
    let cmd = format!("cmd={}", program.display());
    let quoted = format!("cmd='{}'", program.display());
    let line = ["match", "--engine", &cmd, "--engine", &quoted, "--each", "nodes=50", "--games", "2"];
    let said = place.stdout(&[&line[..], &["--maxmoves", "5"]].concat());
    assert!(said.contains("2 games"), "{said}");
}

#[test]
fn a_journal_that_was_cut_off_is_gone_on_with() {
    let place = Place::new("cut");
    place.stdout(&short_match("--games 4"));
    let whole = place.text("j");
    fs::write(place.path("j"), &whole[..whole.len() - 20]).expect("a file");
    let said = place.stdout(&short_match("--games 4 --resume"));
    assert!(said.contains("3 games were played before") && said.contains("4 games, "), "{said}");
    assert_eq!(place.journal_games("j"), [0, 1, 2, 3]);
    // Damage in the middle is not guessed at.
    fs::write(place.path("j"), whole.replacen("\"game\"", "\"gone\"", 1)).expect("a file");
    let message = place.error(&short_match("--games 4 --resume"));
    assert!(message.contains("j, line 2: "), "{message}");
}

#[test]
fn two_runners_do_not_share_a_journal() {
    let place = Place::new("shared");
    let line = short_match("--games 100000");
    let mut runner = place.start(&line, "j");
    let message = place.error(&words(&[&line], "--resume"));
    runner.kill().expect("it can be killed");
    runner.wait().expect("it ends");
    assert!(message.contains("j is in use by another runner"), "{message}");
}

#[test]
fn a_full_disk_ends_the_match_with_its_result() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let place = Place::new("full");
    let output = place.run(&short_match("--games 10 --pgnout /dev/full"));
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(message.contains("/dev/full: No space left"), "{message}");
    // The games that could not be written as PGN are in the journal, and nothing is played twice.
    let count = place.journal_games("j").len();
    assert!((1..10).contains(&count), "{count} games");
    // How many games end before the first failure is seen is a matter of luck.
    let said = if count == 1 { "1 game, ".to_owned() } else { format!("{count} games, ") };
    assert!(String::from_utf8_lossy(&output.stdout).contains(&said), "{output:?}");
    place.stdout(&short_match("--games 10 --resume --pgnout g.pgn"));
    assert_eq!(place.journal_games("j"), (0..10).collect::<Vec<_>>());
    assert_eq!(place.text("g.pgn").matches("[Game ").count(), 10);
    assert!(place.error(&short_match("--games 10 --json /dev/full --resume")).contains("No space left"));
    assert!(Path::new("/dev/full").exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_go_on() {
    let place = Place::new("interrupt");
    let runner = place.start(&short_match("--games 100000"), "j");
    let status = Command::new("kill").args(["-INT", &runner.id().to_string()]).status();
    assert!(status.expect("kill runs").success());
    let output = runner.wait_with_output().expect("it ends");
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{errors}");
    assert!(said.contains("Result of a against b: "), "{said}");
    assert!(errors.contains("of 100000 games, which are in j; the same command with --resume"), "{errors}");
    assert!(!place.journal_games("j").is_empty());
}
