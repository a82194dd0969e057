//! The options: how they are announced in either protocol, and how they are read.
//!
//! One table serves both. A name is found under its UCCI name, its UCI name or an alias, whatever the case
//! and the blanks, because front ends send the words of one protocol after the handshake of the other.

use crate::book::Randomness;
use crate::engine::{DEFAULT_HASH, DEFAULT_OVERHEAD};
use crate::law::RuleSet;
use std::time::Duration;
use thiserror::Error;

/// An option that was set, with its new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Whether UCCI's `go` counts in milliseconds instead of seconds.
    Millisec(bool),
    /// Whether commands wait until the search is done, for input from files.
    Batch(bool),
    /// Whether ignored input is mentioned.
    Debug(bool),
    /// Whether the opening book is used.
    UseBook(bool),
    /// Book files, `;` between them; `inside` or nothing for the book inside the program.
    BookFiles(String),
    /// How far book moves stray from the best one.
    Randomness(Randomness),
    /// What determines the choice of book moves; 0 for the clock.
    BookSeed(u64),
    /// A network's file or [name](crate::eval::nnue::by_name); empty for what a session begins with.
    EvalFile(String),
    /// The size of the table, in MiB; 0 for the usual size.
    Hash(usize),
    /// How many threads search; 0 for as many as the machine has.
    Threads(usize),
    /// How many best lines are looked for.
    MultiPv(usize),
    /// Time kept back for pipes and front ends.
    MoveOverhead(Duration),
    /// Whether UCI's lines tell the chances to win, hold and lose.
    ShowWdl(bool),
    /// What repetitions mean.
    Repetition(RuleSet),
    /// After how many moves of each side without a capture the game is drawn; 0 for never.
    NoCaptureMoves(u32),
    /// A new game begins: forget the last one, but not the position.
    NewGame,
    /// Accepted because front ends insist on sending it; it changes nothing.
    NoEffect,
}

/// Why `setoption` set nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No name was given.
    #[error("setoption names no option")]
    Nameless,
    /// There is no such option; front ends send many that are not announced.
    #[error("there is no option `{0}`")]
    Unknown(String),
    /// The value is of the wrong kind.
    #[error("option {name} needs {wanted}")]
    BadValue {
        /// The option.
        name: &'static str,
        /// What would have been right.
        wanted: String,
    },
}

/// A number that an option does not go up or down to, and what it is set to instead.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("option {name} takes numbers from {min} to {max}; {given} becomes {taken}")]
pub struct OutOfRange {
    name: &'static str,
    /// As it was written, as far as a message needs it.
    given: String,
    taken: i64,
    min: i64,
    max: i64,
}

/// What values an option takes, and what setting it means.
enum Kind {
    Check {
        default: bool,
        set: fn(bool) -> Setting,
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
        set: fn(i64) -> Setting,
    },
    /// The first choice is the default: UCI2WB takes it for that, whatever is said.
    Combo {
        choices: &'static [&'static str],
    },
    /// A choice that matters; again the first is the default.
    Choice {
        choices: &'static [&'static str],
        set: fn(&str) -> Option<Setting>,
    },
    Text {
        set: fn(String) -> Setting,
    },
    Button {
        set: fn() -> Setting,
    },
}

/// One option. An empty name is not announced in that protocol.
struct Spec {
    ucci: &'static str,
    uci: &'static str,
    also: &'static [&'static str],
    kind: Kind,
}

const AMOUNTS_FROM_NONE: &[&str] = &["none", "small", "medium", "large"];
const AMOUNTS_FROM_LARGE: &[&str] = &["large", "medium", "small", "none"];

/// Every option, in the order of announcement.
const OPTIONS: &[Spec] = &[
    Spec::new("usemillisec", "", Kind::Check { default: true, set: Setting::Millisec }),
    Spec::new("batch", "", Kind::Check { default: false, set: Setting::Batch }),
    Spec::new("debug", "", Kind::Check { default: false, set: Setting::Debug }),
    // Pondering itself is driven by the front end; the option only says that it may happen.
    Spec::new("ponder", "Ponder", Kind::Check { default: false, set: |_| Setting::NoEffect }),
    // UCI's front ends have books of their own, and expect a search unless they ask for ours.
    Spec::new("usebook", "", Kind::Check { default: true, set: Setting::UseBook }),
    Spec::new("", "OwnBook", Kind::Check { default: false, set: Setting::UseBook }),
    Spec::new("bookfiles", "BookFile", Kind::Text { set: Setting::BookFiles }),
    Spec::new(
        "bookseed",
        "Book Seed",
        Kind::Spin { default: 0, min: 0, max: i32::MAX as i64, set: |seed| Setting::BookSeed(seed as u64) },
    ),
    Spec::new("evalfile", "EvalFile", Kind::Text { set: Setting::EvalFile }),
    Spec::new(
        "hashsize",
        "Hash",
        Kind::Spin {
            default: DEFAULT_HASH as i64,
            min: 0,
            max: 65536,
            set: |mib| Setting::Hash(mib as usize),
        },
    ),
    Spec::new(
        "threads",
        "Threads",
        Kind::Spin { default: 1, min: 0, max: 256, set: |threads| Setting::Threads(threads as usize) },
    ),
    Spec::new(
        "multipv",
        "MultiPV",
        Kind::Spin { default: 1, min: 1, max: 128, set: |lines| Setting::MultiPv(lines as usize) },
    ),
    Spec::new(
        "moveoverhead",
        "Move Overhead",
        Kind::Spin {
            default: DEFAULT_OVERHEAD.as_millis() as i64,
            min: 0,
            max: 5000,
            set: |millis| Setting::MoveOverhead(Duration::from_millis(millis as u64)),
        },
    ),
    Spec::new("idle", "", Kind::Combo { choices: AMOUNTS_FROM_NONE }),
    Spec::new("promotion", "", Kind::Check { default: false, set: |_| Setting::NoEffect }),
    Spec::new("pruning", "", Kind::Combo { choices: AMOUNTS_FROM_LARGE }),
    Spec::new("knowledge", "", Kind::Combo { choices: AMOUNTS_FROM_LARGE }),
    Spec::new(
        "randomness",
        "Book Randomness",
        Kind::Choice {
            choices: &["none", "tiny", "small", "medium", "large", "huge"],
            set: |name| name.parse().ok().map(Setting::Randomness),
        },
    ),
    Spec::new("style", "", Kind::Combo { choices: &["normal", "solid", "risky"] }),
    Spec::new("newgame", "", Kind::Button { set: || Setting::NewGame }),
    Spec::new("", "Clear Hash", Kind::Button { set: || Setting::NewGame }),
    // Not announced in UCCI: front ends that look for the word "draw" in every line would end the game.
    Spec::new(
        "",
        "Repetition",
        Kind::Choice {
            choices: &["chapter5", "asianrule", "checkban", "alwaysdraw"],
            set: |name| name.parse().ok().map(Setting::Repetition),
        },
    )
    .also(&["Repetition Rule"]),
    Spec::new(
        "",
        "Draw Moves",
        Kind::Spin { default: 60, min: 0, max: 1000, set: |moves| Setting::NoCaptureMoves(moves as u32) },
    ),
    Spec::new("", "UCI_ShowWDL", Kind::Check { default: false, set: Setting::ShowWdl }),
];

impl Setting {
    /// Reads what follows `setoption`: UCCI's `NAME [VALUE]` or UCI's `name NAME [value VALUE]`. A number out of
    /// range is the nearest that the option takes, and comes with a remark.
    ///
    /// # Errors
    /// When there is no such option, or the value is not of its kind.
    pub fn parse(text: &str) -> Result<(Self, Option<OutOfRange>), OptionError> {
        let text = text.trim();
        let (first, rest) = split_word(text);
        if first.is_empty() {
            return Err(OptionError::Nameless);
        }
        if first.eq_ignore_ascii_case("name") && !rest.is_empty() {
            let (name, value) = split_at_value(rest);
            return find(name).ok_or_else(|| unknown(name))?.read(value);
        }
        if let Some(spec) = find(first) {
            let (word, behind) = split_word(rest);
            return spec.read(if word.eq_ignore_ascii_case("value") { behind } else { rest });
        }
        // UCCI's form with one of UCI's names of two words.
        let (second, rest) = split_word(rest);
        find(&format!("{first}{second}")).ok_or_else(|| unknown(first))?.read(rest)
    }
}

impl Spec {
    const fn new(ucci: &'static str, uci: &'static str, kind: Kind) -> Self {
        Self { ucci, uci, also: &[], kind }
    }

    const fn also(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }

    /// The name for messages.
    fn name(&self) -> &'static str {
        if self.ucci.is_empty() { self.uci } else { self.ucci }
    }

    /// Whether the name, already folded, is one of this option's.
    fn is_called(&self, folded: &str) -> bool {
        [self.ucci, self.uci].iter().chain(self.also).any(|name| fold(name) == folded)
    }

    /// The setting that the value means, with a remark if it is not quite what was asked for.
    fn read(&self, value: &str) -> Result<(Setting, Option<OutOfRange>), OptionError> {
        let value = value.trim();
        let bad = |wanted: String| OptionError::BadValue { name: self.name(), wanted };
        let setting = match &self.kind {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
                "on" | "true" | "1" | "yes" => set(true),
                "off" | "false" | "0" | "no" => set(false),
                _ => return Err(bad("true or false".to_owned())),
            },
            &Kind::Spin { min, max, set, .. } => {
                let wanted = || bad(format!("a number from {min} to {max}"));
                let number = saturating(value).ok_or_else(wanted)?;
                let taken = number.clamp(min, max);
                let (name, given) = (self.name(), excerpt(value));
                let remark = (taken != number).then_some(OutOfRange { name, given, taken, min, max });
                return Ok((set(taken), remark));
            }
            Kind::Combo { .. } => Setting::NoEffect,
            Kind::Choice { choices, set } => {
                set(value).ok_or_else(|| bad(format!("one of {}", choices.join(", "))))?
            }
            Kind::Text { set } => set(if value == "<empty>" { String::new() } else { value.to_owned() }),
            Kind::Button { set } => set(),
        };
        Ok((setting, None))
    }
}

/// The announcements in UCCI's form: one-word names, the default last.
pub(super) fn ucci_lines() -> impl Iterator<Item = String> {
    OPTIONS.iter().filter(|spec| !spec.ucci.is_empty()).map(|spec| {
        let name = spec.ucci;
        match &spec.kind {
            Kind::Check { default, .. } => format!("option {name} type check default {default}"),
            Kind::Spin { default, min, max, .. } => {
                format!("option {name} type spin min {min} max {max} default {default}")
            }
            Kind::Combo { choices } | Kind::Choice { choices, .. } => {
                format!("option {name} type combo{} default {}", vars(choices), choices[0])
            }
            Kind::Text { .. } => format!("option {name} type string default"),
            Kind::Button { .. } => format!("option {name} type button"),
        }
    })
}

/// The announcements in UCI's form.
pub(super) fn uci_lines() -> impl Iterator<Item = String> {
    OPTIONS.iter().filter(|spec| !spec.uci.is_empty()).map(|spec| {
        let name = spec.uci;
        match &spec.kind {
            Kind::Check { default, .. } => format!("option name {name} type check default {default}"),
            Kind::Spin { default, min, max, .. } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Combo { choices } | Kind::Choice { choices, .. } => {
                format!("option name {name} type combo default {}{}", choices[0], vars(choices))
            }
            Kind::Text { .. } => format!("option name {name} type string default <empty>"),
            Kind::Button { .. } => format!("option name {name} type button"),
        }
    })
}

/// The choices of a combo.
fn vars(choices: &[&str]) -> String {
    choices.iter().flat_map(|choice| [" var ", choice]).collect()
}

/// The option of that name.
fn find(name: &str) -> Option<&'static Spec> {
    let folded = fold(name);
    OPTIONS.iter().find(|spec| !folded.is_empty() && spec.is_called(&folded))
}

/// A name without case, blanks and marks.
fn fold(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

fn unknown(name: &str) -> OptionError {
    OptionError::Unknown(excerpt(name))
}

/// As much of a word as a message needs.
fn excerpt(word: &str) -> String {
    word.chars().take(40).collect()
}

/// The first word, and the rest without blanks around it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// What stands before and behind the word `value`.
fn split_at_value(text: &str) -> (&str, &str) {
    let mut from = 0;
    for word in text.split_whitespace() {
        let at = from + text[from..].find(word).unwrap_or(0);
        from = at + word.len();
        if word.eq_ignore_ascii_case("value") {
            return (&text[..at], &text[from..]);
        }
    }
    (text, "")
}

/// An integer of any size, the greatest or the least there is if it does not fit.
fn saturating(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Setting {
        Setting::parse(text).unwrap_or_else(|error| panic!("{text}: {error}")).0
    }

    fn remark(text: &str) -> Option<String> {
        Setting::parse(text).expect("a number").1.map(|remark| remark.to_string())
    }

    #[test]
    fn both_forms_and_all_names() {
        for text in
            ["hashsize 32", "Hash 32", "name hashsize value 32", "name Hash value 32", "hash value 32"]
        {
            assert_eq!(set(text), Setting::Hash(32), "{text}");
        }
        let overhead = Setting::MoveOverhead(Duration::from_millis(5));
        for text in
            ["name Move Overhead value 5", "Move Overhead 5", "moveoverhead  5 ", "NAME MoveOverhead VALUE 5"]
        {
            assert_eq!(set(text), overhead, "{text}");
        }
        assert_eq!(set("randomness Large"), Setting::Randomness(Randomness::Large));
        assert_eq!(set("name Book Randomness value tiny"), Setting::Randomness(Randomness::Tiny));
        assert_eq!(set("name OwnBook value true"), Setting::UseBook(true));
        assert_eq!(set("usebook off"), Setting::UseBook(false));
        assert_eq!(set("name Book Seed value 7"), Setting::BookSeed(7));
        assert_eq!(set("name Clear Hash"), Setting::NewGame);
        assert_eq!(set("newgame"), Setting::NewGame);
        assert_eq!(set("pruning  large"), Setting::NoEffect);
        assert_eq!(set("name UCI_ShowWDL value true"), Setting::ShowWdl(true));
        assert_eq!(
            set("bookfiles /some dir/象棋 库/开局.dat"),
            Setting::BookFiles("/some dir/象棋 库/开局.dat".into())
        );
        assert_eq!(set("bookfiles"), Setting::BookFiles(String::new()));
    }

    #[test]
    fn checks_read_every_word_for_yes_and_no() {
        for (text, value) in
            [("on", true), ("TRUE", true), ("1", true), ("off", false), ("False", false), ("0", false)]
        {
            assert_eq!(set(&format!("usemillisec {text}")), Setting::Millisec(value), "{text}");
        }
        assert!(Setting::parse("batch maybe").is_err());
        assert!(Setting::parse("batch").is_err());
    }

    #[test]
    fn numbers_are_clamped() {
        assert_eq!(set("hashsize 99999999999999999999"), Setting::Hash(65536));
        assert_eq!(set("hashsize -5"), Setting::Hash(0));
        assert_eq!(set("threads -99999999999999999999"), Setting::Threads(0));
        assert_eq!(set("multipv 0"), Setting::MultiPv(1));
        for text in ["name Threads value 9999", "threads 9999"] {
            let told = remark(text);
            assert_eq!(
                told.as_deref(),
                Some("option threads takes numbers from 0 to 256; 9999 becomes 256"),
                "{text}"
            );
        }
        assert!(remark("hashsize -5").is_some_and(|told| told.ends_with("-5 becomes 0")));
        assert!(remark(&format!("hashsize {}", "9".repeat(100_000))).is_some_and(|told| told.len() < 150));
        for text in ["threads 256", "threads 0", "multipv +1", "moveoverhead 5000", "usebook true"] {
            assert_eq!(remark(text), None, "{text}");
        }
        for text in
            ["hashsize 0setoption threads 0setoption idle none", "hashsize", "hashsize x", "hashsize -"]
        {
            assert!(matches!(Setting::parse(text), Err(OptionError::BadValue { .. })), "{text}");
        }
    }

    #[test]
    fn rules_are_chosen_by_old_and_new_names_but_old_front_ends_never_read_of_draws() {
        for text in
            ["repetition checkban", "name Repetition value CheckBan", "name Repetition Rule value checkban"]
        {
            assert_eq!(set(text), Setting::Repetition(RuleSet::CheckBan), "{text}");
        }
        for text in ["drawmoves 50", "name Draw Moves value 50"] {
            assert_eq!(set(text), Setting::NoCaptureMoves(50), "{text}");
        }
        let bad = Setting::parse("repetition skyrule").expect_err("no such rules").to_string();
        assert_eq!(bad, "option Repetition needs one of chapter5, asianrule, checkban, alwaysdraw");
        assert!(ucci_lines().all(|line| !line.contains("draw") && !line.contains("repetition")));
    }

    #[test]
    fn unknown_options_are_named() {
        for text in ["selectivity large", "name Skill Level value 3", "loadbook", "name", "_ 5"] {
            assert!(matches!(Setting::parse(text), Err(OptionError::Unknown(_))), "{text}");
        }
        assert_eq!(Setting::parse("  "), Err(OptionError::Nameless));
        let long = Setting::parse(&"x".repeat(100_000)).expect_err("no such option");
        assert!(long.to_string().len() < 100);
    }

    #[test]
    fn announcements_suit_old_front_ends() {
        let lines: Vec<_> = ucci_lines().collect();
        assert!(lines.contains(&"option usemillisec type check default true".to_owned()));
        assert!(lines.contains(&"option hashsize type spin min 0 max 65536 default 16".to_owned()));
        for line in lines.iter().filter(|line| line.contains(" combo ")) {
            let first = line.split(" var ").nth(1).expect("a choice");
            assert!(line.ends_with(&format!(" default {first}")), "{line}");
        }
        let lines: Vec<_> = uci_lines().collect();
        assert!(lines.contains(&"option name Move Overhead type spin default 30 min 0 max 5000".to_owned()));
        assert!(lines.contains(&"option name Clear Hash type button".to_owned()));
    }

    #[test]
    fn no_name_means_two_options() {
        for (index, spec) in OPTIONS.iter().enumerate() {
            for name in [spec.ucci, spec.uci].iter().chain(spec.also).filter(|name| !name.is_empty()) {
                let owners = OPTIONS.iter().filter(|other| other.is_called(&fold(name))).count();
                assert_eq!(owners, 1, "{name} of option {index}");
            }
        }
    }
}
