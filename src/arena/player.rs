//! An engine that plays: handshake, options, searches, pondering.

use super::clock::Clock;
use super::guard::Guard;
use super::process::{Line, Process, Silence};
use super::reason::Reason;
use super::spec::{EngineSpec, Limits, Proto};
use super::wire::{Call, Dialect, Info};
use crate::core::{Color, Move};
use std::time::{Duration, Instant};

/// How long an engine may take to obey `stop`.
const OBEDIENCE: Duration = Duration::from_secs(2);

/// How many options are remembered: no engine has so many.
const MAX_OPTIONS: usize = 2000;

/// How many lines are remembered that come while an engine gets ready.
const MAX_SAID: usize = 20;

/// What engines say when they do not like an option; other remarks, such as how many processors there are, are
/// nobody's concern.
const COMPLAINTS: [&str; 11] = [
    "error",
    "unknown",
    "unrecogni",
    "invalid",
    "no such",
    "not found",
    "cannot",
    "can't",
    "could not",
    "fail",
    "unable",
];

/// Why an engine cannot go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    /// What it comes to.
    pub reason: Reason,
    /// What happened, for people.
    pub detail: String,
    /// The program is not there, or cannot be run at all.
    pub is_missing: bool,
}

/// What an engine is to think about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    /// Where the game began.
    pub fen: &'a str,
    /// All moves since.
    pub moves: &'a [Move],
    /// The side to move.
    pub side: Color,
    /// Red's and Black's clock.
    pub clocks: [Option<&'a Clock>; 2],
    /// The opponent offers a draw.
    pub draw_offered: bool,
}

/// What an engine came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    /// The move, if it could be read.
    pub mv: Option<Move>,
    /// What it said.
    pub text: String,
    /// How long it took.
    pub elapsed: Duration,
    /// The reply that it expects.
    pub ponder: Option<Move>,
    /// It offers a draw.
    pub draw: bool,
    /// It resigns.
    pub resign: bool,
    /// It says that it has no move.
    pub none: bool,
    /// What it said of its search.
    pub info: Info,
}

/// A running engine.
#[derive(Debug)]
pub(super) struct Player {
    process: Process,
    dialect: Dialect,
    limits: Limits,
    margin: Duration,
    patience: Duration,
    start_time: Duration,
    /// The name that it gave itself.
    name: String,
    /// The options that it announced.
    options: Vec<String>,
    /// What is doubtful about the options that it was given.
    doubts: Vec<String>,
    /// The move that it thinks will come, while it ponders.
    pondering: Option<Move>,
}

impl Player {
    /// Starts an engine and sets its options.
    pub(super) fn start(spec: &EngineSpec, guard: &Guard) -> Result<Self, Fault> {
        let first_ucci = spec.proto != Proto::Uci;
        let mut player = match Self::open(spec, guard, first_ucci) {
            // Some engines leave, and some keep silent, when the first word is not their own.
            Err(_) if spec.proto == Proto::Auto => Self::open(spec, guard, false)?,
            other => other?,
        };
        player.process.remarks();
        player.set_options(spec);
        player.settle(spec)?;
        Ok(player)
    }

    /// What is doubtful about the options that the engine was given: those that it does not announce, and what it
    /// said of them itself.
    pub(super) fn doubts(&self) -> &[String] {
        &self.doubts
    }

    /// Waits until the options are set, and notes what is doubtful about them.
    fn settle(&mut self, spec: &EngineSpec) -> Result<(), Fault> {
        let other_lines = self.ready()?;
        let said = self.process.remarks().into_iter().chain(other_lines);
        let names: Vec<_> = spec.options.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
        let is_about_options = |line: &String| {
            let line = line.to_ascii_lowercase();
            COMPLAINTS.iter().any(|word| line.contains(word)) || names.iter().any(|name| line.contains(name))
        };
        let unknown = names.iter().zip(&spec.options).filter(|(name, _)| self.known(name).is_none());
        let mut doubts: Vec<_> = unknown
            .map(|(_, (name, _))| format!("the option {name} is not among those that it announces"))
            .collect();
        doubts.extend(said.filter(is_about_options).map(|line| format!("it says: {line}")));
        self.doubts = doubts;
        Ok(())
    }

    /// The name that the engine gave itself.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Starts the process and goes through the handshake.
    fn open(spec: &EngineSpec, guard: &Guard, ucci: bool) -> Result<Self, Fault> {
        let process = Process::start(spec, guard).map_err(|error| Fault {
            reason: Reason::NoStart,
            detail: format!("{} cannot be started: {error}", spec.program.display()),
            is_missing: true,
        })?;
        let mut player = Self {
            process,
            dialect: Dialect { ucci, ranks_from_one: false, milliseconds: true },
            limits: spec.limits.clone(),
            margin: spec.margin,
            patience: spec.patience,
            start_time: spec.start_time,
            name: String::new(),
            options: Vec::new(),
            doubts: Vec::new(),
            pondering: None,
        };
        let mut lines = Vec::new();
        let is_open = player.shake_hands(ucci, spec.proto == Proto::Auto, &mut lines);
        let is_open =
            if is_open == Ok(false) { player.shake_hands(false, false, &mut lines) } else { is_open };
        match is_open {
            Ok(_) => {}
            Err(silence) => {
                let word = if ucci { "ucciok" } else { "uciok" };
                let fault = player.fault(silence, word, player.start_time);
                return Err(Fault { reason: Reason::NoStart, ..fault });
            }
        }
        player.learn(&lines, spec);
        Ok(player)
    }

    /// Says who we are, and collects what the engine says of itself. `Ok(false)` if it is there, but does not
    /// know UCCI: then it answers a question that it understands first.
    fn shake_hands(&mut self, ucci: bool, probe: bool, lines: &mut Vec<String>) -> Result<bool, Silence> {
        let (hello, ok) = if ucci { ("ucci", "ucciok") } else { ("uci", "uciok") };
        self.dialect.ucci = ucci;
        let question = if probe { "isready\n" } else { "" };
        self.process.send(format!("{hello}\n{question}"));
        let until = Instant::now() + self.start_time;
        let mut greeted = false;
        loop {
            let line = self.process.line(until)?.text;
            let word = line.split_whitespace().next().unwrap_or_default();
            greeted |= word == ok;
            if greeted && (!probe || word == "readyok") {
                return Ok(true);
            }
            if probe && word == "readyok" {
                return Ok(false);
            }
            if lines.len() < MAX_OPTIONS {
                lines.push(line);
            }
        }
    }

    /// Reads name and options out of the greeting.
    fn learn(&mut self, lines: &[String], spec: &EngineSpec) {
        for line in lines {
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().chars().filter(|c| !c.is_control()).take(80).collect();
            } else if let Some(option) = line.strip_prefix("option ") {
                let option = option.strip_prefix("name ").unwrap_or(option);
                let end = option.find(" type ").unwrap_or(option.len());
                self.options.push(option[..end].trim().to_owned());
            }
        }
        let has_variants = self.announced("UCI_Variant").is_some();
        self.dialect.ranks_from_one = spec.ranks_from_one.unwrap_or(has_variants && !self.dialect.ucci);
        // Without the option, UCCI's unit is the second; but Fairy-Stockfish reads milliseconds all the same.
        let tells_unit = self.announced("usemillisec").is_some() || has_variants;
        self.dialect.milliseconds = spec.milliseconds.unwrap_or(tells_unit || !self.dialect.ucci);
    }

    /// An option as the engine writes it.
    fn announced(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|option| option.eq_ignore_ascii_case(name)).map(String::as_str)
    }

    fn set_options(&mut self, spec: &EngineSpec) {
        let mut text = String::new();
        if let Some(name) = self.announced("UCI_Variant") {
            // Needed in UCCI too: without it Fairy-Stockfish 11 plays with another game's values.
            text.push_str(&self.dialect.option(name, "xiangqi"));
        }
        if self.dialect.ucci && self.announced("usemillisec").is_some() {
            text.push_str(&self.dialect.option("usemillisec", &self.dialect.milliseconds.to_string()));
        }
        if spec.ponder
            && let Some(name) = self.announced("ponder")
        {
            text.push_str(&self.dialect.option(name, "true"));
        }
        for (name, value) in &spec.options {
            text.push_str(&self.dialect.option(self.spelling(name), value));
        }
        self.process.send(text);
    }

    /// An option's name as the engine has it; UCCI's own names stand for UCI's.
    fn spelling<'a>(&'a self, name: &'a str) -> &'a str {
        self.known(name).unwrap_or(name)
    }

    /// An option's name as the engine has it, if it has it.
    fn known(&self, name: &str) -> Option<&str> {
        let other = match name.to_ascii_lowercase().as_str() {
            "hash" => "hashsize",
            "hashsize" => "hash",
            _ => name,
        };
        self.announced(name).or_else(|| self.announced(other))
    }

    /// Waits until the engine has done everything it was told; what it says in the meantime.
    fn ready(&mut self) -> Result<Vec<String>, Fault> {
        self.process.send("isready\n".to_owned());
        let until = Instant::now() + self.start_time;
        let mut said = Vec::new();
        loop {
            match self.process.line(until) {
                Ok(line) if line.text == "readyok" => return Ok(said),
                Ok(line) if said.len() < MAX_SAID => said.push(line.text.chars().take(200).collect()),
                Ok(_) => {}
                Err(silence) => return Err(self.fault(silence, "readyok", self.start_time)),
            }
        }
    }

    /// Tells the engine that a new game begins, and waits until it is ready for it.
    pub(super) fn new_game(&mut self) -> Result<(), Fault> {
        self.stop_pondering()?;
        if !self.dialect.ucci {
            self.process.send("ucinewgame\n".to_owned());
        } else if self.announced("newgame").is_some() {
            self.process.send("setoption newgame\n".to_owned());
        }
        self.ready().map(drop)
    }

    /// Lets the engine find a move. An answer may come too late: its time tells.
    pub(super) fn think(&mut self, task: &Task<'_>) -> Result<Answer, Fault> {
        let is_hit = self.pondering.is_some() && self.pondering == task.moves.last().copied();
        let call = if task.draw_offered { Call::DrawOffered } else { Call::Think };
        let command = if is_hit {
            self.pondering = None;
            let draw = if self.dialect.ucci && task.draw_offered { " draw" } else { "" };
            format!("ponderhit{draw}\n")
        } else {
            self.stop_pondering()?;
            self.process.forget();
            self.dialect.position(task.fen, task.moves)
                + &self.dialect.go(call, task.side, &self.limits, task.clocks)
        };
        let start = Instant::now();
        if !self.process.send(command) {
            return Err(self.fault(Silence::Ended, "a command could be sent", Duration::ZERO));
        }
        let allowed = self.allowed(task);
        self.answer(start, start + allowed + self.margin)
            .or_else(|silence| self.answer_to_stop(start, silence, allowed))
    }

    /// How long the engine may think.
    fn allowed(&self, task: &Task<'_>) -> Duration {
        let left = task.clocks[task.side.index()].map(Clock::left);
        let times = [left, self.limits.move_time];
        times.into_iter().flatten().min().unwrap_or(self.patience)
    }

    /// An engine whose time is over may still answer, so that it need not be ended.
    fn answer_to_stop(
        &mut self,
        start: Instant,
        silence: Silence,
        allowed: Duration,
    ) -> Result<Answer, Fault> {
        if silence != Silence::Timeout {
            return Err(self.fault(silence, "bestmove", allowed));
        }
        self.process.send("stop\n".to_owned());
        self.answer(start, Instant::now() + OBEDIENCE)
            .map_err(|silence| self.fault(silence, "bestmove", start.elapsed()))
    }

    fn answer(&self, start: Instant, until: Instant) -> Result<Answer, Silence> {
        loop {
            let Line { at, text, info } = self.process.line(until)?;
            if let Some(best) = self.dialect.best(&text) {
                return Ok(Answer {
                    mv: best.mv,
                    text: best.text,
                    elapsed: at.saturating_duration_since(start),
                    ponder: best.ponder,
                    draw: best.draw,
                    resign: best.resign,
                    none: best.none,
                    info: info.map(|info| Info::read(&info)).unwrap_or_default(),
                });
            }
        }
    }

    /// Lets the engine think in its opponent's time; the last move of the task is the one that it expects.
    pub(super) fn ponder(&mut self, task: &Task<'_>) {
        self.process.forget();
        let text = self.dialect.position(task.fen, task.moves)
            + &self.dialect.go(Call::Ponder, task.side, &self.limits, task.clocks);
        if self.process.send(text) {
            self.pondering = task.moves.last().copied();
        }
    }

    fn stop_pondering(&mut self) -> Result<(), Fault> {
        if self.pondering.take().is_some() {
            self.process.send("stop\n".to_owned());
            let now = Instant::now();
            self.answer(now, now + OBEDIENCE)
                .map_err(|silence| self.fault(silence, "bestmove after stop", OBEDIENCE))?;
        }
        Ok(())
    }

    fn fault(&mut self, silence: Silence, awaited: &str, time: Duration) -> Fault {
        let (reason, detail) = match silence {
            Silence::Timeout => (Reason::Silence, format!("no {awaited} within {:.2} s", time.as_secs_f64())),
            Silence::Flood => (Reason::Flood, format!("too much output before {awaited}")),
            Silence::Ended => {
                let status = self.process.exit_status().unwrap_or_else(|| "output closed".to_owned());
                (Reason::Crash, format!("{status} before {awaited}"))
            }
        };
        Fault { reason, detail, is_missing: false }
    }

    /// Lets the engine leave.
    pub(super) fn quit(self) {
        self.process.quit("quit", OBEDIENCE);
    }
}
