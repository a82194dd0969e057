//! The `key=value` words that follow the flags of `match` and `tournament`, as runners of other games have
//! them.

use clap::{ArgAction, ArgMatches, Command, FromArgMatches};
use phao::arena::duel::Shard;
use phao::arena::openings::{self, OpeningsError};
use phao::arena::sprt::{Model, Sprt};
use phao::arena::{DrawRule, EngineSpec, Guard, Opening, Order, ResignRule, SpecError};
use std::path::PathBuf;
use std::process;
use std::str::FromStr;
use thiserror::Error;

/// A group of words that cannot be used.
#[derive(Debug, Error)]
pub(super) enum WordError {
    /// An engine.
    #[error("--engine: {0}")]
    Engine(#[from] SpecError),
    /// What holds for all engines.
    #[error("--each: {0}")]
    Each(SpecError),
    /// The openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// Too few engines, or too many.
    #[error("{0}; each is given by --engine cmd=PROGRAM …")]
    Engines(&'static str),
    /// A word of another flag.
    #[error("{flag}: `{word}` is not understood; it takes {expected}")]
    Word {
        /// The flag.
        flag: &'static str,
        /// The word.
        word: String,
        /// What the flag takes.
        expected: &'static str,
    },
}

/// The words behind every `--engine`.
#[derive(Debug)]
pub(super) struct EngineWords(Vec<Vec<String>>);

impl clap::Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        command.arg(
            clap::Arg::new("engine")
                .long("engine")
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .help("An engine: cmd=PROGRAM, and any of the keys below; once for every engine"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let groups = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Self(groups.map(|words| words.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl EngineWords {
    /// The engines; `each` holds for all of them.
    pub(super) fn specs(&self, each: &[String]) -> Result<Vec<EngineSpec>, WordError> {
        EngineSpec::check(each.iter().map(String::as_str)).map_err(WordError::Each)?;
        let parse = |own: &Vec<String>| {
            EngineSpec::parse(each.iter().map(String::as_str), own.iter().map(String::as_str))
        };
        self.0.iter().map(|own| Ok(parse(own)?)).collect()
    }
}

/// Reads words of a flag one by one.
struct Reader<'a> {
    flag: &'static str,
    expected: &'static str,
    word: &'a str,
    value: &'a str,
}

impl Reader<'_> {
    fn error(&self) -> WordError {
        WordError::Word { flag: self.flag, word: self.word.to_owned(), expected: self.expected }
    }

    fn number<T: FromStr>(&self) -> Result<T, WordError> {
        self.value.parse().map_err(|_| self.error())
    }

    /// A number that is no less than another.
    fn at_least<T: FromStr + PartialOrd + Copy>(&self, least: T) -> Result<T, WordError> {
        self.number().and_then(|number| if number < least { Err(self.error()) } else { Ok(number) })
    }
}

/// Hands the words of a flag to `take`, which says whether it knows the key.
fn each_word(
    flag: &'static str,
    expected: &'static str,
    words: &[String],
    mut take: impl FnMut(&str, &Reader<'_>) -> Result<bool, WordError>,
) -> Result<(), WordError> {
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let reader = Reader { flag, expected, word, value };
        if !take(key, &reader)? {
            return Err(reader.error());
        }
    }
    Ok(())
}

/// Where games begin.
pub(super) struct Openings {
    /// The openings, in the order in which they are used.
    pub(super) list: Vec<Opening>,
    /// How they were put in order, in words.
    pub(super) source: String,
}

/// Reads `file=… order=random|sequential seed=… start=…`.
pub(super) fn openings(words: &[String]) -> Result<Openings, WordError> {
    let (mut file, mut order, mut seed, mut start) = (None, Order::Random, 1, 1_usize);
    each_word(
        "--openings",
        "file=FILE order=random|sequential seed=NUMBER start=NUMBER",
        words,
        |key, word| {
            match key {
                "file" => file = Some(PathBuf::from(word.value)),
                "order" => {
                    order = match word.value {
                        "random" => Order::Random,
                        "sequential" => Order::Sequential,
                        _ => return Err(word.error()),
                    }
                }
                "seed" => seed = word.number()?,
                "start" => start = word.number()?,
                // The format is seen from the file itself.
                "format" => {}
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    let mut list = match &file {
        Some(path) => openings::load(path)?,
        None => openings::default_openings()?,
    };
    openings::arrange(&mut list, order, seed);
    let first = start.saturating_sub(1) % list.len();
    list.rotate_left(first);
    let name = file.map_or_else(|| "built-in".to_owned(), |path| path.display().to_string());
    let order = match order {
        Order::Random => format!("in random order, seed {seed}"),
        Order::Sequential => "in their order".to_owned(),
    };
    Ok(Openings { source: format!("{} {name} openings {order}", list.len()), list })
}

/// Reads `elo0=… elo1=… alpha=… beta=… model=…`.
pub(super) fn sprt(words: &[String]) -> Result<Option<Sprt>, WordError> {
    const EXPECTED: &str =
        "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalised|logistic, with elo0 below elo1";
    if words.is_empty() {
        return Ok(None);
    }
    let mut test = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::default() };
    each_word("--sprt", EXPECTED, words, |key, word| {
        match key {
            "elo0" => test.elo0 = word.number()?,
            "elo1" => test.elo1 = word.number()?,
            "alpha" => test.alpha = word.number()?,
            "beta" => test.beta = word.number()?,
            "model" => {
                test.model = match word.value {
                    "normalised" | "normalized" => Model::Normalised,
                    "logistic" => Model::Logistic,
                    _ => return Err(word.error()),
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
    let is_sound = test.elo0 < test.elo1 && test.elo0.abs() + test.elo1.abs() < 2000.0;
    if is_sound && is_risk(test.alpha) && is_risk(test.beta) {
        Ok(Some(test))
    } else {
        Err(WordError::Word { flag: "--sprt", word: words.join(" "), expected: EXPECTED })
    }
}

/// Reads `movecount=… score=… twosided=…`.
pub(super) fn resign(words: &[String]) -> Result<Option<ResignRule>, WordError> {
    let mut rule = ResignRule { move_count: 3, score: 1000, two_sided: false };
    each_word("--resign", "movecount=3 score=1000 twosided=true|false", words, |key, word| {
        match key {
            "movecount" => rule.move_count = word.at_least(1)?,
            "score" => rule.score = word.at_least(1)?,
            "twosided" => rule.two_sided = word.number()?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok((!words.is_empty()).then_some(rule))
}

/// Reads `movenumber=… movecount=… score=…`.
pub(super) fn draw(words: &[String]) -> Result<Option<DrawRule>, WordError> {
    let mut rule = DrawRule { move_number: 40, move_count: 8, score: 10 };
    each_word("--draw", "movenumber=40 movecount=8 score=10", words, |key, word| {
        match key {
            "movenumber" => rule.move_number = word.number()?,
            "movecount" => rule.move_count = word.at_least(1)?,
            "score" => rule.score = word.at_least(0)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok((!words.is_empty()).then_some(rule))
}

/// Reads a file, given bare or as `file=…`, and `min=true`: the path, and whether moves have comments.
pub(super) fn pgn(words: &[String]) -> Result<Option<(PathBuf, bool)>, WordError> {
    let (mut path, mut comments) = (None, true);
    for (index, word) in words.iter().enumerate() {
        match word.split_once('=') {
            Some(("file", value)) => path = Some(PathBuf::from(value)),
            Some(("min", value @ ("true" | "false"))) => comments = value == "false",
            _ if index == 0 => path = Some(PathBuf::from(word)),
            _ => {
                return Err(WordError::Word {
                    flag: "--pgnout",
                    word: word.clone(),
                    expected: "FILE, or file=FILE min=true|false",
                });
            }
        }
    }
    Ok(path.map(|path| (path, comments)))
}

/// Reads `I/N`, a part of a match, counted from 1.
pub(super) fn shard(text: &str) -> Result<Shard, String> {
    let parts =
        text.split_once('/').and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
    match parts {
        Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index: index - 1, count }),
        _ => Err("a part is written like 2/5".to_owned()),
    }
}

/// Reads a number of games that are played in pairs.
pub(super) fn even_games(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(games) if games > 0 && games % 2 == 0 => Ok(games),
        Ok(games) if games % 2 == 1 => {
            Err("every opening is played with both colours, so that their number has to be even".to_owned())
        }
        _ => Err("a number of games is needed, 2 or more".to_owned()),
    }
}

/// The hidden command that a [`Guard`] is.
pub(super) const GUARD_COMMAND: &str = "arena-guard";

/// Starts the guard that ends the engines when this process is killed.
pub(super) fn start_guard() -> Guard {
    let guard = std::env::current_exe().and_then(|program| {
        let mut command = process::Command::new(program);
        command.arg(GUARD_COMMAND);
        Guard::start(command)
    });
    guard.unwrap_or_else(|error| {
        log::warn!("no guard could be started: {error}");
        Guard::none()
    })
}

/// A result as JSON.
pub(super) fn json(value: &impl serde::Serialize) -> String {
    // Texts and numbers always have a form in JSON.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn groups_are_read() {
        let test = sprt(&words("elo0=-1 elo1=4 alpha=0.1 model=logistic")).unwrap().unwrap();
        assert_eq!((test.elo0, test.elo1, test.alpha, test.model), (-1.0, 4.0, 0.1, Model::Logistic));
        assert!(
            sprt(&[]).unwrap().is_none() && resign(&[]).unwrap().is_none() && draw(&[]).unwrap().is_none()
        );
        assert!(resign(&words("movecount=5 score=700 twosided=true")).unwrap().unwrap().two_sided);
        assert_eq!(draw(&words("score=5")).unwrap().unwrap().score, 5);
        assert_eq!(pgn(&words("x.pgn min=true")).unwrap(), Some(("x.pgn".into(), false)));
        assert_eq!(pgn(&words("file=a=b")).unwrap(), Some(("a=b".into(), true)));
        assert_eq!(even_games("2"), Ok(2));
        assert_eq!(shard("2/5"), Ok(Shard { index: 1, count: 5 }));
        assert!(openings(&words("order=sequential start=3")).unwrap().list.len() > 100);
    }

    #[test]
    fn faults_are_named() {
        for text in ["elo0=5 elo1=0", "alpha=0", "beta=x", "foo=1", "model=x", "elo0=nan"] {
            assert!(sprt(&words(text)).is_err(), "{text}");
        }
        assert!(resign(&words("count=3")).unwrap_err().to_string().contains("movecount=3"));
        for text in ["score=-5", "score=0", "movecount=0", "movecount=-1"] {
            assert!(resign(&words(text)).is_err(), "{text}");
        }
        assert!(draw(&words("score=-1")).is_err() && draw(&words("movecount=0")).is_err());
        assert!(draw(&words("movecount")).is_err() && pgn(&words("a b")).is_err());
        assert!(openings(&words("order=x")).is_err() && openings(&words("file=/does/not/exist")).is_err());
        for text in ["0", "1", "7", "-2", "x", ""] {
            assert!(even_games(text).is_err(), "{text}");
        }
        for text in ["0/5", "6/5", "x", "1", "-1/2"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
