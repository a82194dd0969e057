//! Hostile input: whatever is damaged in a book, a file of games or a line of text, reading it ends well.
//!
//! Each target has good samples and a check that must hold for any bytes at all. A seeded generator damages the
//! samples; inputs that had a new kind of outcome join them, so that later ones go deeper. The same seed makes the
//! same inputs, also in another build.
//!
//! The ordinary run takes a few hundred inputs a target. For longer, and preferably with overflow checks:
//!
//! ```sh
//! export CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true
//! PHAO_FUZZ_SECONDS=600 PHAO_FUZZ_SEED=7 cargo test --release --test fuzz -- --ignored --nocapture long_xqf
//! ```

mod games;
mod mutate;
mod others;

use mutate::Mutator;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// How many inputs a target gets in the ordinary run.
const ROUNDS: u64 = 400;

/// Nothing that is read takes this long on any machine; the longest inputs are a MiB.
const HANG: Duration = Duration::from_secs(120);

/// How many inputs are kept as samples at most.
const POOL: usize = 400;

/// Something that reads bytes of strangers.
pub struct Target {
    /// Its name, as the tests have it.
    name: &'static str,
    /// Good inputs.
    samples: Vec<Vec<u8>>,
    /// What its format is full of.
    words: &'static [&'static str],
    /// Sets right what would hide the damage: checksums, order.
    mend: fn(Vec<u8>) -> Vec<u8>,
    /// Reads an input, panics if anything is not as it must be, and says what kind of outcome it was.
    check: fn(&[u8]) -> Vec<String>,
}

/// The input that is being read, written down if its check panics.
struct Running<'a> {
    target: &'a str,
    seed: u64,
    round: u64,
    input: &'a [u8],
}

impl Running<'_> {
    fn keep(&self) -> PathBuf {
        let path = env::temp_dir().join(format!("phao-fuzz-{}-{}-{}", self.target, self.seed, self.round));
        let _ = fs::write(&path, self.input);
        path
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!(
                "target {}, seed {}, round {}: the input is in {}",
                self.target,
                self.seed,
                self.round,
                self.keep().display()
            );
        }
    }
}

/// An outcome without what differs from input to input.
fn kind(outcome: &str) -> String {
    let mut is_quoted = false;
    let plain = |letter: &char| {
        is_quoted ^= *letter == '`';
        !is_quoted && !letter.is_ascii_digit()
    };
    outcome.chars().filter(plain).collect()
}

/// Gives a target inputs until `is_over` says so of the number of inputs; how many there were.
fn attack(target: &Target, seed: u64, is_over: impl Fn(u64) -> bool, beat: impl Fn(u64, &[u8])) -> u64 {
    let mut mutator = Mutator::new(seed, target.words);
    let mut pool = target.samples.clone();
    let mut known = HashSet::new();
    for sample in &pool {
        known.extend((target.check)(sample).iter().map(|outcome| kind(outcome)));
    }
    let mut round = 0;
    while !is_over(round) {
        let damaged = mutator.damage(&pool);
        let input = if mutator.chance(4) { damaged } else { (target.mend)(damaged) };
        beat(round, &input);
        let running = Running { target: target.name, seed, round, input: &input };
        let outcomes = (target.check)(&input);
        drop(running);
        let is_new = outcomes.iter().fold(false, |is_new, outcome| known.insert(kind(outcome)) | is_new);
        if is_new {
            if pool.len() >= POOL {
                pool.swap_remove(mutator.index(POOL - target.samples.len()) + target.samples.len());
            }
            pool.push(input);
        }
        round += 1;
    }
    round
}

/// Attacks in a thread of its own; if an input takes for ever, the process ends and the input is kept.
fn watched(target: fn() -> Target, seed: u64, is_over: impl Fn(u64) -> bool + Send + 'static) {
    let (sender, receiver) = channel();
    let worker = thread::spawn(move || {
        let target = target();
        let beat = |round: u64, input: &[u8]| {
            let _ = sender.send((round, input.to_vec()));
        };
        (target.name, attack(&target, seed, is_over, beat))
    });
    let mut last = (0, Vec::new());
    loop {
        match receiver.recv_timeout(HANG) {
            Ok(beat) => last = beat,
            Err(RecvTimeoutError::Timeout) => {
                let running = Running { target: "hang", seed, round: last.0, input: &last.1 };
                eprintln!("round {} does not end; its input is in {}", last.0, running.keep().display());
                std::process::abort();
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    match worker.join() {
        Ok((name, rounds)) => println!("{name}: seed {seed}, {rounds} inputs"),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// For a target a short test of a fixed number of inputs, and a long one of `PHAO_FUZZ_SECONDS`.
macro_rules! targets {
    ($($short:ident $long:ident $target:path;)*) => {$(
        #[test]
        fn $short() {
            watched($target, 2026, |round| round >= ROUNDS);
        }

        #[test]
        #[ignore = "as long as PHAO_FUZZ_SECONDS says"]
        fn $long() {
            let end = Instant::now() + Duration::from_secs(setting("PHAO_FUZZ_SECONDS", 10));
            watched($target, setting("PHAO_FUZZ_SEED", 1), move |_| Instant::now() >= end);
        }
    )*};
}

targets! {
    damaged_books long_book others::book;
    damaged_book_dats long_dat others::book_dat;
    damaged_fens long_fen others::fen;
    damaged_commands long_command others::command;
    damaged_pgn long_pgn games::pgn;
    damaged_tables long_tsv games::tsv;
    damaged_dhtmlxq long_dhtmlxq games::dhtmlxq;
    damaged_xqf long_xqf games::xqf;
    damaged_ccbridge long_ccbridge games::ccbridge;
    damaged_gzip long_gzip games::gzip;
}
