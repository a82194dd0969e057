//! Games against engines of every kind of bad behaviour: the right result, the right reason, and nothing
//! left running.

mod arena_cli;
mod engines;

use arena_cli::{Place, engine as engine_line, words};
use phao::arena::{EngineSpec, Fixture, GameRecord, GameRules, Guard, Hall, Opening, Outcome, Reason};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The engine itself: this test program, run again with the name of a behaviour.
#[test]
#[ignore = "an engine that other tests start"]
fn engine() {
    let mode = std::env::args().find_map(|arg| arg.strip_prefix("mode=").map(str::to_owned));
    if let Some(mode) = mode {
        engines::run(&mode);
        std::process::exit(0);
    }
}

/// The words of an engine of that behaviour; the mark tells its processes from others.
fn engine_words(mode: &str, mark: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("the path of this test");
    let mut words = vec![format!("cmd={}", program.display()), format!("name={mode}")];
    let args = ["--ignored", "--exact", "--nocapture", "--quiet", "engine", &format!("mode={mode}"), mark];
    words.extend(args.iter().map(|arg| format!("arg={arg}")));
    words
}

fn spec(mode: &str, mark: &str, limits: &str) -> Arc<EngineSpec> {
    let words = engine_words(mode, mark);
    let each = ["proto=ucci", "timemargin=100", "starttime=3"].into_iter().chain(limits.split_whitespace());
    Arc::new(EngineSpec::parse(each, words.iter().map(String::as_str)).expect("an engine"))
}

fn mark(name: &str) -> String {
    format!("arena-test-{name}-{}", std::process::id())
}

/// How many processes run with that word among their arguments.
fn running(mark: &str) -> usize {
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let cmdline = |path: PathBuf| fs::read(path.join("cmdline")).unwrap_or_default();
    entries
        .flatten()
        .map(|entry| cmdline(entry.path()))
        .filter(|line| line.split(|&byte| byte == 0).any(|arg| arg == mark.as_bytes()))
        .count()
}

/// Waits until none of them runs any more.
fn all_gone(mark: &str) {
    let end = Instant::now() + Duration::from_secs(20);
    while running(mark) > 0 {
        assert!(Instant::now() < end, "{} engines of {mark} still run", running(mark));
        sleep(Duration::from_millis(20));
    }
}

/// Two games of an engine as Red and then as Black, against a well-behaved one.
fn games(mode: &str, limits: &str) -> Vec<GameRecord> {
    let mark = mark(mode);
    let rules = GameRules { max_moves: Some(12), ..GameRules::default() };
    let engines = vec![spec(mode, &mark, limits), spec("sound", &mark, limits)];
    let hall = Hall { engines, rules, concurrency: 1, guard: Guard::none() };
    let opening = Opening { id: "start".to_owned(), fen: phao::board::START_FEN.to_owned() };
    let fixtures =
        (0..2).map(|game| Fixture { game, round: 1, red: game, black: 1 - game, opening: opening.clone() });
    let mut records = Vec::new();
    hall.run(fixtures, &AtomicBool::new(false), |record| {
        records.push(record);
        ControlFlow::Continue(())
    });
    all_gone(&mark);
    records
}

/// The engine loses both games for that reason.
fn loses(mode: &str, limits: &str, reason: Reason) {
    let records = games(mode, limits);
    assert_eq!(records.len(), 2);
    for (record, expected) in records.iter().zip([Outcome::BlackWins, Outcome::RedWins]) {
        assert_eq!((record.result, record.reason), (expected, reason), "{mode}: {record:?}");
    }
}

/// The engine is put up with: the games end by their length.
fn is_fine(mode: &str, limits: &str) {
    for record in games(mode, limits) {
        assert_eq!((record.result, record.reason), (Outcome::Draw, Reason::Length), "{mode}: {record:?}");
        assert_eq!(record.moves.len(), 24);
    }
}

const CLOCK: &str = "tc=20+1";
const MOVE_TIME: &str = "st=0.3";

#[test]
fn sound_engines_play() {
    is_fine("sound", CLOCK);
    is_fine("uci-only", "depth=1 proto=auto");
}

#[test]
fn oddities_are_put_up_with() {
    is_fine("half-lines", CLOCK);
    is_fine("megabyte", CLOCK);
    is_fine("chatty", CLOCK);
    is_fine("stubborn", CLOCK);
}

#[test]
fn engines_that_do_not_start_lose() {
    loses("crash-at-start", CLOCK, Reason::NoStart);
    loses("mute", CLOCK, Reason::NoStart);
    loses("flood-at-start", CLOCK, Reason::NoStart);
}

#[test]
fn engines_that_end_lose() {
    loses("crash-on-go", CLOCK, Reason::Crash);
    loses("crash-in-line", CLOCK, Reason::Crash);
}

#[test]
fn moves_that_are_none_lose() {
    loses("illegal", CLOCK, Reason::IllegalMove);
    loses("other-position", CLOCK, Reason::IllegalMove);
    loses("garbage", CLOCK, Reason::IllegalMove);
    loses("no-move", CLOCK, Reason::NoMove);
    loses("resigns", CLOCK, Reason::Resignation);
}

#[test]
fn engines_that_do_not_answer_in_time_lose() {
    loses("late", MOVE_TIME, Reason::Time);
    loses("late", "tc=0.3+0.01", Reason::Time);
    loses("silent", MOVE_TIME, Reason::Silence);
    loses("deaf", MOVE_TIME, Reason::Silence);
    loses("silent", "nodes=1 patience=0.3", Reason::Silence);
}

#[test]
fn a_flood_loses() {
    loses("flood", CLOCK, Reason::Flood);
}

#[test]
fn a_draw_is_agreed_when_both_offer_it() {
    let mark = mark("drawish");
    let engines = vec![spec("drawish", &mark, CLOCK), spec("drawish", &mark, CLOCK)];
    let hall = Hall { engines, rules: GameRules::default(), concurrency: 1, guard: Guard::none() };
    let opening = Opening { id: "start".to_owned(), fen: phao::board::START_FEN.to_owned() };
    let fixture = Fixture { game: 0, round: 1, red: 0, black: 1, opening };
    hall.run([fixture].into_iter(), &AtomicBool::new(false), |record| {
        assert_eq!((record.result, record.reason, record.moves.len()), (Outcome::Draw, Reason::Agreement, 6));
        ControlFlow::Continue(())
    });
    all_gone(&mark);
    // An offer that is not taken is none.
    let records = games("drawish", CLOCK);
    assert!(records.iter().all(|record| record.reason == Reason::Length), "{records:?}");
}

#[test]
fn a_killed_runner_leaves_no_engine_behind() {
    let place = Place::new("guard");
    let mark = mark("stubborn-engines");
    let engine = |limits: &str| {
        let mut line = vec!["--engine".to_owned(), limits.to_owned()];
        line.extend(engine_words("stubborn", &mark));
        line
    };
    let line = words(&[&["match".to_owned()], &engine("depth=1"), &engine("depth=2")], "--games 100000");
    let mut runner = place.command(&line).spawn().expect("the runner starts");
    let end = Instant::now() + Duration::from_secs(60);
    while running(&mark) < 2 && Path::new("/proc").exists() {
        assert!(Instant::now() < end, "no engine was started");
        sleep(Duration::from_millis(10));
    }
    // Long enough for games to be under way.
    sleep(Duration::from_millis(500));
    runner.kill().expect("it can be killed");
    runner.wait().expect("it ends");
    all_gone(&mark);
}

#[test]
fn a_match_survives_being_killed_at_any_moment() {
    let place = Place::new("resume");
    let options = "--games 60 --concurrency 2 --maxmoves 30 --pgnout games.pgn --journal j --resume";
    let line = words(&[&["match".to_owned()], &engine_line("a", 300), &engine_line("b", 100)], options);
    for kill in 1..=10_u64 {
        let mut runner = place.command(&line).spawn().expect("the runner starts");
        // Longer and longer, by steps that fall on all parts of a game.
        sleep(Duration::from_millis(53 * kill));
        runner.kill().expect("it can be killed");
        runner.wait().expect("it ends");
    }
    let said = place.stdout(&line);
    assert!(said.contains("60 games"), "{said}");
    assert_eq!(place.journal_games("j"), (0..60).collect::<Vec<_>>());
    let pgn = place.text("games.pgn");
    for game in 0..60 {
        let round = format!("[Round \"{}.{}\"]", game / 2 + 1, game + 1);
        assert_eq!(pgn.matches(&round).count(), 1, "game {game}");
    }
}
