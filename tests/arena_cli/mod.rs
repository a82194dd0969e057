//! `phao match` and `phao tournament` as people and scripts call them.

mod faults;
mod tournament;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A folder that is gone after the test.
pub struct Place(PathBuf);

impl Place {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(super::mark(name));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    pub fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// The numbers of the games in a journal, in order.
    pub fn journal_games(&self, name: &str) -> Vec<u64> {
        let number = |line: &str| {
            let game: serde_json::Value = serde_json::from_str(line).expect("a game");
            game["game"].as_u64().expect("a number")
        };
        let mut games: Vec<_> = self.text(name).lines().skip(1).map(number).collect();
        games.sort_unstable();
        games
    }

    pub fn command<W: AsRef<str>>(&self, words: &[W]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_phao"));
        command.current_dir(&self.0).args(words.iter().map(AsRef::as_ref));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run<W: AsRef<str>>(&self, words: &[W]) -> Output {
        self.command(words).output().expect("the program runs")
    }

    /// What a command that succeeds prints.
    pub fn stdout<W: AsRef<str>>(&self, words: &[W]) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// What a command that fails says.
    pub fn error<W: AsRef<str>>(&self, words: &[W]) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let message = String::from_utf8(output.stderr).expect("text");
        assert!(!message.contains("panicked"), "{message}");
        message
    }

    /// Starts a command and waits until its journal holds a game.
    pub fn start<W: AsRef<str>>(&self, words: &[W], journal: &str) -> Child {
        let runner = self.command(words).spawn().expect("the runner starts");
        let end = Instant::now() + Duration::from_secs(60);
        while self.text(journal).lines().count() < 2 {
            assert!(Instant::now() < end, "no game was played");
            sleep(Duration::from_millis(5));
        }
        runner
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// `--engine` for Pháo itself, at so many nodes a move.
pub fn engine(name: &str, nodes: u32) -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_phao")).display();
    vec!["--engine".to_owned(), format!("cmd={program}"), format!("name={name}"), format!("nodes={nodes}")]
}

/// Words, some of them in groups.
pub fn words(parts: &[&[String]], rest: &str) -> Vec<String> {
    parts.concat().into_iter().chain(rest.split_whitespace().map(str::to_owned)).collect()
}
