//! How an engine is started and what it may use, as the command line says it: `cmd=… name=… tc=10+0.1`.

use super::clock::{ParseTimeControlError, TimeControl, parse_time};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The protocol to speak with an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proto {
    /// UCCI if the engine knows it, else UCI.
    #[default]
    Auto,
    /// UCCI 3.0.
    Ucci,
    /// UCI.
    Uci,
}

/// What bounds an engine's moves. Everything that is given holds at once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// A clock for the game.
    pub control: Option<TimeControl>,
    /// A fixed time for each move.
    pub move_time: Option<Duration>,
    /// The depth of each search.
    pub depth: Option<u32>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether nothing bounds the search.
    pub const fn is_unbounded(&self) -> bool {
        self.control.is_none() && self.move_time.is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

impl fmt::Display for Limits {
    /// For people and for PGN's time control: `10+0.1`, `0.5/move`, `depth 8`, `10000 nodes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.control.as_ref().map(ToString::to_string),
            self.move_time.map(|time| format!("{}/move", time.as_secs_f64())),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// What to call it; empty for the name that it gives itself.
    pub name: String,
    /// Its working folder; the runner's if there is none.
    pub dir: Option<PathBuf>,
    /// The protocol.
    pub proto: Proto,
    /// Whether it counts ranks from 1 to 10; `None` if it counts so just when it announces `UCI_Variant`.
    pub ranks_from_one: Option<bool>,
    /// Whether UCCI's clock counts in milliseconds; `None` if the engine's options tell.
    pub milliseconds: Option<bool>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// What bounds its moves.
    pub limits: Limits,
    /// How much longer a move may take than the clock allows.
    pub margin: Duration,
    /// How long to wait for an answer that no clock bounds.
    pub patience: Duration,
    /// How long the engine may take to start, and to get ready.
    pub start_time: Duration,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
    /// Whether it is started anew for every game.
    pub restart: bool,
    /// Where its stderr goes; nowhere if there is none.
    pub stderr: Option<PathBuf>,
}

/// What is wrong with the description of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// A word without `=`.
    #[error("`{0}` is not of the form key=value")]
    NoValue(String),
    /// A key that nobody knows.
    #[error(
        "`{0}` is no key of an engine; there are cmd, arg, name, proto, ranks, dir, option.NAME, tc, st, depth, \
         nodes, timemargin, patience, starttime, ponder, restart, unit, stderr"
    )]
    Key(String),
    /// A value that cannot be used.
    #[error("`{value}` cannot be the value of {key}: {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What would do.
        expected: &'static str,
    },
    /// A time control that is none.
    #[error(transparent)]
    Control(#[from] ParseTimeControlError),
    /// No program.
    #[error("an engine needs cmd=PROGRAM")]
    NoCommand,
    /// Nothing that bounds the search.
    #[error("the engine `{0}` has no limit; give tc=, st=, depth= or nodes=, for all engines after --each")]
    NoLimit(String),
}

impl Default for EngineSpec {
    fn default() -> Self {
        Self {
            program: PathBuf::new(),
            args: Vec::new(),
            name: String::new(),
            dir: None,
            proto: Proto::Auto,
            ranks_from_one: None,
            milliseconds: None,
            options: Vec::new(),
            limits: Limits::default(),
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            start_time: Duration::from_secs(10),
            ponder: false,
            restart: false,
            stderr: None,
        }
    }
}

impl EngineSpec {
    /// Whether words can hold for all engines.
    ///
    /// # Errors
    /// The first word that cannot.
    pub fn check<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<(), SpecError> {
        Self::default().take(words)
    }

    fn take<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) -> Result<(), SpecError> {
        for word in words {
            let (key, value) = word.split_once('=').ok_or_else(|| SpecError::NoValue(word.to_owned()))?;
            self.set(key, value)?;
        }
        Ok(())
    }

    /// The engine of the words that hold for all engines and those that are its own; later words count.
    ///
    /// # Errors
    /// [`SpecError`] tells all.
    pub fn parse<'a>(
        each: impl IntoIterator<Item = &'a str>,
        own: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        spec.take(each.into_iter().chain(own))?;
        if spec.program.as_os_str().is_empty() {
            return Err(SpecError::NoCommand);
        }
        if spec.limits.is_unbounded() {
            let name = if spec.name.is_empty() { spec.program.display().to_string() } else { spec.name };
            return Err(SpecError::NoLimit(name));
        }
        spec.find_program();
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let wrong = |expected| wrong_value(key, value, expected);
        match key {
            "cmd" => self.set_command(value),
            "arg" => self.args.push(value.to_owned()),
            // Names go to terminals.
            "name" => self.name = value.chars().filter(|letter| !letter.is_control()).collect(),
            "dir" => self.dir = Some(value.into()),
            "stderr" => self.stderr = Some(value.into()),
            "ponder" => self.ponder = parse_switch(value).ok_or_else(|| wrong("on or off"))?,
            "restart" => self.restart = parse_switch(value).ok_or_else(|| wrong("on or off"))?,
            "proto" | "ranks" | "unit" => self.set_protocol(key, value)?,
            "tc" | "st" | "depth" | "nodes" | "timemargin" | "patience" | "starttime" => {
                self.set_limit(key, value)?;
            }
            _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => self.set_option(name, value),
                None => return Err(SpecError::Key(key.to_owned())),
            },
        }
        Ok(())
    }

    /// Sets how to speak with the engine.
    fn set_protocol(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match (key, value) {
            ("proto", "ucci") => self.proto = Proto::Ucci,
            ("proto", "uci") => self.proto = Proto::Uci,
            ("proto", "auto") => self.proto = Proto::Auto,
            ("proto", "uci10") => (self.proto, self.ranks_from_one) = (Proto::Uci, Some(true)),
            ("proto", _) => return Err(wrong_value(key, value, "ucci, uci, uci10 or auto")),
            ("ranks", "0-9" | "0") => self.ranks_from_one = Some(false),
            ("ranks", "1-10" | "1") => self.ranks_from_one = Some(true),
            ("ranks", _) => return Err(wrong_value(key, value, "0-9 or 1-10")),
            (_, "ms") => self.milliseconds = Some(true),
            (_, "s") => self.milliseconds = Some(false),
            _ => return Err(wrong_value(key, value, "ms or s")),
        }
        Ok(())
    }

    /// Sets what bounds the engine's moves, and how long it is waited for.
    fn set_limit(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let wrong = |expected| wrong_value(key, value, expected);
        let seconds = || parse_time(value).ok_or_else(|| wrong("a number of seconds is needed"));
        let positive = |expected| value.parse().ok().filter(|&n: &u64| n > 0).ok_or_else(|| wrong(expected));
        match key {
            "tc" if value == "inf" => self.limits.control = None,
            "tc" => self.limits.control = Some(value.parse()?),
            "st" => self.limits.move_time = Some(seconds()?).filter(|time| !time.is_zero()),
            "depth" => {
                let depth = positive("a depth in plies")?.try_into();
                self.limits.depth = Some(depth.map_err(|_| wrong("a depth in plies"))?);
            }
            "nodes" => self.limits.nodes = Some(positive("a number of nodes")?),
            "timemargin" => {
                self.margin = Duration::from_millis(value.parse().map_err(|_| wrong("milliseconds"))?);
            }
            "patience" => self.patience = seconds()?,
            _ => self.start_time = seconds()?,
        }
        Ok(())
    }

    /// The program and its arguments; a file of that very name is taken whole, blanks and all.
    fn set_command(&mut self, text: &str) {
        let mut words = if Path::new(text).is_file() { vec![text.to_owned()] } else { split_words(text) };
        if !words.is_empty() {
            self.program = words.remove(0).into();
            self.args = words;
        }
    }

    /// Sets an option; a later value takes the place of an earlier one.
    fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }

    /// A path with folders is looked up from the runner's folder, then from the engine's own: which of the
    /// two a system takes when a program is started elsewhere differs.
    fn find_program(&mut self) {
        if self.program.components().count() < 2 && !self.program.starts_with(".") {
            return;
        }
        let in_dir = self.dir.as_ref().map(|dir| dir.join(&self.program));
        let found = [Some(self.program.clone()), in_dir].into_iter().flatten().find(|path| path.is_file());
        if let Some(path) = found.and_then(|path| std::path::absolute(path).ok()) {
            self.program = path;
        }
    }
}

fn wrong_value(key: &str, value: &str, expected: &'static str) -> SpecError {
    SpecError::Value { key: key.to_owned(), value: value.chars().take(60).collect(), expected }
}

fn parse_switch(text: &str) -> Option<bool> {
    match text {
        "on" | "true" | "yes" | "1" => Some(true),
        "off" | "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// Words with blanks between, quotes around those that hold blanks themselves.
fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(end), _) if letter == end => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(each: &str, own: &[&str]) -> Result<EngineSpec, SpecError> {
        EngineSpec::parse(each.split_whitespace(), own.iter().copied())
    }

    #[test]
    fn own_words_count_more_than_common_ones() {
        let own =
            ["cmd=engine --quiet 'a b'", "name=x", "depth=5", "option.hash=16", "ponder=on", "proto=uci10"];
        let spec = parse("tc=10+0.1 option.Hash=64 depth=3 option.A=b timemargin=7", &own).unwrap();
        assert_eq!(spec.program, Path::new("engine"));
        assert_eq!(spec.args, ["--quiet", "a b"]);
        assert_eq!((spec.limits.depth, spec.margin), (Some(5), Duration::from_millis(7)));
        let options: Vec<_> = spec.options.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(options, [("A", "b"), ("hash", "16")]);
        assert_eq!((spec.proto, spec.ranks_from_one), (Proto::Uci, Some(true)));
        assert!(spec.ponder && spec.limits.control.is_some());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let message = |word: &str| parse("depth=1", &["cmd=x", word]).unwrap_err().to_string();
        assert!(message("foo").contains("key=value"));
        assert!(message("foo=1").contains("there are cmd, arg"));
        assert!(message("tc=abc").contains("no time control"));
        assert!(message("nodes=-1").contains("a number of nodes"));
        assert!(message("proto=usi").contains("ucci"));
        assert!(message("option.=1").contains("no key"));
        assert_eq!(parse("depth=1", &[]), Err(SpecError::NoCommand));
        assert_eq!(parse("", &["cmd=x"]), Err(SpecError::NoLimit("x".to_owned())));
    }

    #[test]
    fn a_spec_survives_its_record() {
        let spec = parse("tc=25/60:00,10/15:00+1", &["cmd=a b", "option.X=1"]).unwrap();
        let json = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<EngineSpec>(&json).unwrap(), spec);
    }
}
