//! Plays a front end against the real program.
//!
//! Nothing here depends on exact times: waits have generous limits and end as soon as what they wait for
//! comes.

#![expect(dead_code, reason = "each test file uses its own part of the harness")]

use phao::board::Position;
use phao::core::Move;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes, even on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// The start of a game, without the fields after the board.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/// Red mates with e1d1 or a0d0.
pub const MATE_IN_ONE: &str = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1";

/// A front end and the program that it started.
pub struct Front {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Front {
    /// Starts the program and says nothing.
    pub fn silent() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_phao"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let output = child.stdout.take().expect("a pipe");
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines, seen: Vec::new() }
    }

    /// Starts the program and introduces itself in UCCI.
    pub fn ucci() -> Self {
        let mut front = Self::silent();
        front.send("ucci");
        front.wait("ucciok");
        front.send("setoption usebook false");
        front
    }

    /// Starts the program and introduces itself in UCI.
    pub fn uci() -> Self {
        let mut front = Self::silent();
        front.send("uci");
        front.wait("uciok");
        front
    }

    /// Sends lines.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        // The program may have left already; the test then fails at what it waits for.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// Closes the pipe to the program.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// The next line that begins with one of the words; those before it are passed over.
    pub fn wait_any(&mut self, words: &[&str]) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.seen.push(line.clone());
                    if words.iter().any(|word| line.split_whitespace().next() == Some(word)) {
                        return line;
                    }
                }
                Err(error) => panic!("{error} while waiting for {words:?} after {:#?}", self.seen),
            }
        }
    }

    /// The next line that begins with the word.
    pub fn wait(&mut self, word: &str) -> String {
        self.wait_any(&[word])
    }

    /// The next answer to `go`.
    pub fn answer(&mut self) -> String {
        self.wait_any(&["bestmove", "nobestmove"])
    }

    /// The move of the next answer.
    pub fn best_move(&mut self) -> Move {
        let answer = self.answer();
        let word = answer.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next());
        word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{answer} after {:#?}", self.seen))
    }

    /// Asks whether the program is there, and returns what it said before it said yes.
    pub fn ready(&mut self) -> Vec<String> {
        self.forget();
        self.send("isready");
        self.wait("readyok");
        self.seen.clone()
    }

    /// Whether no answer comes within that time; lines of the search may.
    pub fn is_silent_for(&mut self, millis: u64) -> bool {
        let end = Instant::now() + Duration::from_millis(millis);
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let is_answer = line.contains("bestmove");
                    self.seen.push(line);
                    if is_answer {
                        return false;
                    }
                }
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => panic!("the program left after {:#?}", self.seen),
            }
        }
    }

    /// The lines since the last [`Front::forget`].
    pub fn seen(&self) -> &[String] {
        &self.seen
    }

    /// Begins a new record.
    pub fn forget(&mut self) {
        self.seen.clear();
    }

    /// Waits until the program leaves by itself with status 0, having left stderr empty, and returns all
    /// lines since the last [`Front::forget`].
    pub fn leaves(mut self) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            self.seen.push(line);
        }
        self.input = None;
        let status = loop {
            match self.child.try_wait().expect("the program can be asked") {
                Some(status) => break status,
                None if Instant::now() < end => thread::sleep(Duration::from_millis(5)),
                None => panic!("the program does not leave after {:#?}", self.seen),
            }
        };
        assert!(status.success(), "{status} after {:#?}", self.seen);
        let mut errors = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        assert_eq!(errors, "", "stderr stays empty");
        std::mem::take(&mut self.seen)
    }

    /// Says `quit`, and [leaves](Front::leaves).
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.leaves()
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        // A failed test must not leave the program behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The position of a FEN after moves.
pub fn position(fen: &str, moves: &[&str]) -> Position {
    let mut position: Position = fen.parse().expect("a position");
    for mv in moves {
        let mv = mv.parse().expect("a move");
        assert!(position.is_legal(mv), "{mv} in {}", position.fen());
        position.make(mv);
    }
    position
}

/// The moves behind `pv` in a line of a search.
pub fn variation(line: &str) -> Vec<Move> {
    let Some((_, pv)) = line.split_once(" pv ") else { return Vec::new() };
    pv.split(' ').map(|mv| mv.parse().expect("a move")).collect()
}

/// The number behind a word in a line.
pub fn number(line: &str, word: &str) -> Option<i64> {
    let mut words = line.split(' ').skip_while(|&other| other != word);
    words.nth(1)?.parse().ok()
}
