//! A child process and its pipes.
//!
//! What an engine prints is never trusted. Lines are cut at a length, they wait in a queue of bounded size,
//! and what is printed between two commands is counted. Reading and writing are done by threads of their
//! own, so that an engine that neither reads nor writes blocks nobody.

use super::guard::{Guard, kill_group, own_group};
use super::spec::EngineSpec;
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest part of a line that is kept; the rest is passed over.
const MAX_LINE: usize = 4096;

/// How many lines may wait; then the reader waits, and in the end the engine does.
const MAX_WAITING: usize = 256;

/// How many bytes an engine may print between two commands.
const MAX_BYTES: u64 = 64 << 20;

/// How many of an engine's remarks are kept, and how many letters of each.
const MAX_REMARKS: usize = 20;
const MAX_REMARK: usize = 200;

/// A line that an engine printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// When it was read.
    pub at: Instant,
    /// The line, without its end.
    pub text: String,
    /// The last line with a score that was printed before it; such lines are not handed on one by one.
    pub info: Option<String>,
}

/// What the reader has to say.
enum Event {
    Line(Line),
    Flood,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The time is over.
    Timeout,
    /// The engine has ended or closed its output.
    Ended,
    /// The engine printed too much.
    Flood,
}

/// A running engine. When it is dropped, the process and all of its group are killed.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<SyncSender<Vec<u8>>>,
    output: Receiver<Event>,
    /// How many bytes were printed since the last command.
    printed: Arc<AtomicU64>,
    /// What the engine remarked in lines `info string …`, or `info message …` in UCCI.
    remarks: Arc<Mutex<Vec<String>>>,
    guard: Guard,
}

impl std::fmt::Debug for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("event")
    }
}

impl Process {
    /// Starts the engine of a spec.
    pub(super) fn start(spec: &EngineSpec, guard: &Guard) -> io::Result<Self> {
        let mut command = Command::new(&spec.program);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match &spec.stderr {
            Some(path) => {
                let file = OpenOptions::new().create(true).append(true).open(path);
                let named = |error: io::Error| {
                    io::Error::new(
                        error.kind(),
                        format!("stderr={} cannot be written: {error}", path.display()),
                    )
                };
                file.map_err(named)?.into()
            }
            None => Stdio::null(),
        });
        if let Some(dir) = &spec.dir {
            if !dir.is_dir() {
                return Err(io::Error::other(format!("dir={} is no folder", dir.display())));
            }
            command.current_dir(dir);
        }
        own_group(&mut command);
        let mut child = command.spawn()?;
        guard.watch(child.id());
        let (printed, remarks) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(Vec::new())));
        let (input, commands) = sync_channel(64);
        let (lines, output) = sync_channel(MAX_WAITING);
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            let (printed, remarks) = (Arc::clone(&printed), Arc::clone(&remarks));
            thread::spawn(move || write_commands(stdin, &commands));
            thread::spawn(move || {
                Reader { lines, printed, remarks, line: Vec::new(), info: None }.run(stdout);
            });
        }
        Ok(Self { child, input: Some(input), output, printed, remarks, guard: guard.clone() })
    }

    /// Sends text, which has its line ends; whether the engine can still be spoken to.
    pub(super) fn send(&self, text: String) -> bool {
        self.printed.store(0, Ordering::Relaxed);
        self.input.as_ref().is_some_and(|input| input.try_send(text.into_bytes()).is_ok())
    }

    /// The next line that is not about a search, until a moment.
    pub(super) fn line(&self, until: Instant) -> Result<Line, Silence> {
        match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Event::Line(line)) => Ok(line),
            Ok(Event::Flood) => Err(Silence::Flood),
            Err(RecvTimeoutError::Timeout) => Err(Silence::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// What the engine has remarked since this was last asked.
    pub(super) fn remarks(&self) -> Vec<String> {
        std::mem::take(&mut *self.remarks.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Throws away what waits to be read.
    pub(super) fn forget(&self) {
        // No more than can wait at once: an engine that prints faster than this would hold us here.
        let _ = self.output.try_iter().take(MAX_WAITING).count();
    }

    /// How the process ended, if it does within a second.
    pub(super) fn exit_status(&mut self) -> Option<String> {
        let end = Instant::now() + Duration::from_secs(1);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Says good-bye and waits a little for the engine to leave by itself.
    pub(super) fn quit(self, farewell: &str, patience: Duration) {
        self.send(format!("{farewell}\n"));
        let until = Instant::now() + patience;
        while self.line(until).is_ok() {}
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        // First the group, while the leader, alive or not, still holds its number.
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.guard.release(self.child.id());
    }
}

/// Hands commands on until the engine or the player is gone.
fn write_commands(mut stdin: ChildStdin, commands: &Receiver<Vec<u8>>) {
    while let Ok(text) = commands.recv() {
        if stdin.write_all(&text).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

struct Reader {
    lines: SyncSender<Event>,
    printed: Arc<AtomicU64>,
    remarks: Arc<Mutex<Vec<String>>>,
    line: Vec<u8>,
    info: Option<String>,
}

impl Reader {
    /// Reads until the engine closes its output or nobody listens.
    fn run(mut self, mut stdout: impl Read) {
        let mut buffer = vec![0; 1 << 14];
        loop {
            let count = match stdout.read(&mut buffer) {
                Ok(0) => return,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => return,
            };
            let at = Instant::now();
            if self.printed.fetch_add(count as u64, Ordering::Relaxed) > MAX_BYTES {
                let _ = self.lines.send(Event::Flood);
                return;
            }
            for part in buffer[..count].split_inclusive(|&byte| byte == b'\n') {
                let text = part.strip_suffix(b"\n").unwrap_or(part);
                self.line.extend(text.iter().take(MAX_LINE - self.line.len().min(MAX_LINE)));
                if text.len() < part.len() && !self.end_line(at) {
                    return;
                }
            }
        }
    }

    /// A line is complete; whether anybody still listens.
    fn end_line(&mut self, at: Instant) -> bool {
        let text = String::from_utf8_lossy(&self.line);
        let text = text.trim();
        let mut listens = true;
        if text.starts_with("info ") {
            let remark =
                ["info string ", "info message "].iter().find_map(|prefix| text.strip_prefix(prefix));
            if let Some(remark) = remark {
                let mut remarks = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
                if remarks.len() < MAX_REMARKS {
                    remarks.push(remark.chars().take(MAX_REMARK).collect());
                }
            } else if is_best_line(text) {
                self.info = Some(text.to_owned());
            }
        } else if !text.is_empty() {
            let line = Line { at, text: text.to_owned(), info: self.info.take() };
            listens = self.lines.send(Event::Line(line)).is_ok();
        }
        self.line.clear();
        listens
    }
}

/// Whether a line of a search has a score of its best variation.
fn is_best_line(text: &str) -> bool {
    let first = text.split_once(" multipv ").is_none_or(|(_, rest)| rest.split(' ').next() == Some("1"));
    first && text.contains(" score ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Line> {
        let (lines, output) = sync_channel(1000);
        Reader { lines, printed: Arc::default(), remarks: Arc::default(), line: Vec::new(), info: None }
            .run(bytes);
        output
            .into_iter()
            .map(|event| match event {
                Event::Line(line) => line,
                Event::Flood => Line { at: Instant::now(), text: "FLOOD".to_owned(), info: None },
            })
            .collect()
    }

    #[test]
    fn lines_of_a_search_are_folded() {
        let lines = read(
            b"info depth 1 score 5 pv a0a1\ninfo depth 1 multipv 2 score 3\r\ninfo currmove h2e2\n\nbestmove h2e2\r\nx\n",
        );
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].text, "bestmove h2e2");
        assert_eq!(lines[0].info.as_deref(), Some("info depth 1 score 5 pv a0a1"));
        assert_eq!((lines[1].text.as_str(), &lines[1].info), ("x", &None));
    }

    #[test]
    fn long_and_half_lines() {
        let mut bytes = vec![b'x'; 1 << 20];
        bytes.extend(b"\nbestmove \xff\nhalf");
        let lines = read(&bytes);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].text.len(), MAX_LINE);
        assert!(lines[1].text.starts_with("bestmove"));
    }

    #[test]
    fn a_flood_is_cut_off() {
        struct Flood;
        impl Read for Flood {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                buffer.fill(b'x');
                Ok(buffer.len())
            }
        }
        let (lines, output) = sync_channel(10);
        Reader { lines, printed: Arc::default(), remarks: Arc::default(), line: Vec::new(), info: None }
            .run(Flood);
        assert!(matches!(output.recv(), Ok(Event::Flood)) && output.recv().is_err());
    }
}
