//! The loop between a front end's pipes and an engine.
//!
//! Lines are read in a thread of their own and arrive, together with what the search says, in one channel:
//! so a single thread writes, in a fixed order, and `stop` is heard while a search runs. What makes no
//! sense during a search waits until it has answered.

use super::info::Filter;
use super::{Command, CommandError, Dialect, Go, PositionText, Setting, input, ucci};
use crate::core::Color;
use crate::engine::{Answer, Engine, Event, Manner};
use crate::search::Outcome;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

const MILLISECOND: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

/// What arrives in the channel.
enum Message {
    /// A line from the front end.
    Line(String),
    /// The front end says no more.
    InputEnded,
    /// The running search says something.
    Engine(Event),
}

/// Whether the session goes on.
type Flow = ControlFlow<()>;

/// Obeys a front end until it says `quit`, or its input ends and there is nothing left to answer.
///
/// # Errors
/// When the output cannot be written: the front end is gone.
pub fn run(input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, messages) = channel();
    let from_engine = sender.clone();
    let engine = Engine::new(Arc::new(move |event| {
        // The session may be over while its last search still winds down.
        let _ = from_engine.send(Message::Engine(event));
    }));
    let mut session = Session::new(engine, output);
    thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &sender))?;
    for message in messages {
        if session.receive(message)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Hands every line to the session.
fn read(input: impl Read, sender: &Sender<Message>) {
    input::read_lines(input, |line| sender.send(Message::Line(line)).is_ok());
    let _ = sender.send(Message::InputEnded);
}

/// What is set of the conversation itself.
struct Habits {
    /// What UCCI's clocks count in.
    unit: Duration,
    batch: bool,
    debug: bool,
    show_wdl: bool,
    /// Whether the book is used, if the front end has said so.
    use_book: Option<bool>,
}

/// The state of the conversation.
struct Session<W> {
    engine: Engine,
    output: W,
    /// `None` until a front end has introduced itself; until then a person may be typing.
    dialect: Option<Dialect>,
    habits: Habits,
    filter: Filter,
    /// What was said during a search and makes sense only after it.
    waiting: VecDeque<Command>,
    /// `quit` was said while a search ran.
    leaving: bool,
    /// There will be no more commands.
    input_ended: bool,
}

impl<W: Write> Session<W> {
    fn new(engine: Engine, output: W) -> Self {
        Self {
            engine,
            output,
            dialect: None,
            habits: Habits { unit: MILLISECOND, batch: false, debug: false, show_wdl: false, use_book: None },
            filter: Filter::default(),
            waiting: VecDeque::new(),
            leaving: false,
            input_ended: false,
        }
    }

    /// What the front end speaks.
    fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }

    /// Takes one message, then whatever waited and may be done now.
    fn receive(&mut self, message: Message) -> io::Result<Flow> {
        let flow = match message {
            Message::Engine(event) => self.hear(event)?,
            Message::InputEnded => {
                self.input_ended = true;
                Flow::Continue(())
            }
            Message::Line(line) => {
                log::debug!("< {}", line.chars().take(200).collect::<String>());
                match Command::parse(&line) {
                    Ok(command) => self.take(command)?,
                    Err(error) => self.complain(&error)?,
                }
            }
        };
        if flow.is_break() { Ok(flow) } else { self.work_off() }
    }

    /// Obeys a new command, or lets it wait behind the search and what waits already.
    fn take(&mut self, command: Command) -> io::Result<Flow> {
        if !self.is_urgent(&command) {
            self.waiting.push_back(command);
            return Ok(Flow::Continue(()));
        }
        // A front end that does not wait for answers means its last `go` with this, which may still wait.
        if matches!(command, Command::Stop | Command::PonderHit { .. })
            && self.waiting.iter().any(|waiting| matches!(waiting, Command::Go(_)))
        {
            self.waiting.push_back(command.clone());
        }
        self.obey(command)
    }

    /// Whether a command is obeyed while a search runs, before everything that waits.
    fn is_urgent(&self, command: &Command) -> bool {
        let during_search = matches!(
            command,
            Command::Stop | Command::PonderHit { .. } | Command::IsReady | Command::Probe(_) | Command::Quit
        );
        self.engine.is_thinking() && during_search && !(self.habits.batch && self.engine.is_bounded())
    }

    /// Does what has waited, as long as no search stands in the way, and leaves when nothing is left to do.
    fn work_off(&mut self) -> io::Result<Flow> {
        while let Some(command) = self.next_command() {
            if self.obey(command)?.is_break() {
                return Ok(Flow::Break(()));
            }
        }
        if !self.input_ended {
            return Ok(Flow::Continue(()));
        }
        if !self.engine.is_thinking() {
            return Ok(Flow::Break(()));
        }
        if self.engine.is_bounded() {
            return Ok(Flow::Continue(()));
        }
        // Nobody is left to say `stop`.
        self.stop()
    }

    /// The first command that need not wait any longer. What was said behind the next `go` is not for this search.
    fn next_command(&mut self) -> Option<Command> {
        if !self.engine.is_thinking() {
            return self.waiting.pop_front();
        }
        let mut for_this_search =
            self.waiting.iter().take_while(|command| !matches!(command, Command::Go(_)));
        let urgent = for_this_search.position(|command| self.is_urgent(command))?;
        self.waiting.remove(urgent)
    }

    fn obey(&mut self, command: Command) -> io::Result<Flow> {
        match command {
            Command::Handshake(dialect) => {
                self.dialect = Some(dialect);
                let use_book = self.habits.use_book.unwrap_or(dialect.uses_book());
                self.engine.settings_mut().use_book = use_book;
                self.say(&dialect.greeting().join("\n"))?;
            }
            Command::IsReady => {
                self.engine.wait_until_ready();
                self.say("readyok")?;
            }
            Command::Set(setting, remark) => {
                if let Some(remark) = remark {
                    self.tell(&remark.to_string())?;
                }
                self.set(setting)?;
            }
            Command::Position(position) => self.set_position(&position)?,
            Command::BanMoves(moves) => self.engine.ban(&moves),
            Command::Go(go) => return self.go(&go),
            Command::PonderHit { draw } => {
                if draw {
                    self.engine.note_offer();
                }
                let answer = self.engine.ponder_hit();
                return self.reply(answer);
            }
            Command::Stop => return self.stop(),
            Command::Probe(position) => self.probe(&position)?,
            Command::NewGame => self.engine.new_game(),
            // UCCI asks that words it does not have are passed over; people are served in the other cases.
            Command::Show | Command::Evaluate if self.dialect == Some(Dialect::Ucci) => {}
            Command::Show => self.say(&self.engine.describe())?,
            Command::Evaluate => self.say_static_score()?,
            Command::Quit => return self.quit(),
        }
        Ok(Flow::Continue(()))
    }

    fn set(&mut self, setting: Setting) -> io::Result<()> {
        match setting {
            Setting::Millisec(on) => self.habits.unit = if on { MILLISECOND } else { SECOND },
            Setting::Batch(on) => self.habits.batch = on,
            Setting::Debug(on) => self.habits.debug = on,
            Setting::ShowWdl(on) => self.habits.show_wdl = on,
            Setting::UseBook(on) => {
                self.habits.use_book = Some(on);
                self.engine.settings_mut().use_book = on;
            }
            Setting::BookFiles(files) => {
                for error in self.engine.set_book_files(&files) {
                    self.tell(&error.to_string())?;
                }
            }
            Setting::Randomness(randomness) => self.engine.settings_mut().randomness = randomness,
            Setting::BookSeed(seed) => self.engine.set_book_seed(seed),
            Setting::MultiPv(lines) => self.engine.settings_mut().multi_pv = lines,
            Setting::MoveOverhead(time) => self.engine.settings_mut().overhead = time,
            Setting::Threads(threads) => {
                let got = self.engine.set_threads(threads);
                if got < threads {
                    self.tell(&format!(
                        "the machine has no more cores: {got} threads search, not {threads}"
                    ))?;
                }
            }
            Setting::Repetition(set) => self.engine.settings_mut().rules.set = set,
            Setting::NoCaptureMoves(moves) => {
                self.engine.settings_mut().rules.no_capture_moves = Some(moves).filter(|&moves| moves > 0);
            }
            Setting::NewGame => self.engine.new_game(),
            Setting::NoEffect => {}
            Setting::EvalFile(name) => {
                if let Err(error) = self.engine.set_network_file(&name) {
                    self.tell(&error.to_string())?;
                }
            }
            Setting::Hash(mib) => match self.engine.set_hash(mib) {
                Ok(got) if got < mib => {
                    self.tell(&format!("memory is short: the table has {got} MiB, not {mib}"))?;
                }
                Ok(_) => {}
                Err(error) => self.tell(&error.to_string())?,
            },
        }
        Ok(())
    }

    fn set_position(&mut self, text: &PositionText) -> io::Result<()> {
        if let Err(error) = self.engine.set_position(text.fen.as_deref(), &text.moves) {
            return self.tell(&error.to_string());
        }
        match &text.unread {
            Some(word) => self.tell(&format!("`{word}` is not a move; it is left out with all behind it")),
            None => Ok(()),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<Flow> {
        if go.draw {
            self.engine.note_offer();
        }
        self.filter = Filter::default();
        if let Some(word) = &go.without_number {
            self.tell(&format!("`{word}` came without a number; it is passed over"))?;
        }
        if let Some(depth) = go.perft() {
            let answer = self.engine.count(depth);
            return self.reply(answer);
        }
        if self.dialect() == Dialect::Ucci && go.is_static() {
            self.say_static_score()?;
            self.say(&self.dialect().best_move(None, None, false))?;
            return Ok(Flow::Continue(()));
        }
        let manner = if go.infinite {
            Manner::Infinite
        } else if go.ponder {
            Manner::Ponder
        } else {
            Manner::Normal
        };
        // Without a position there is nothing to search, and the clock does not matter.
        let side = self.engine.side().unwrap_or(Color::Red);
        let answer = self.engine.think(go.limits(side, self.habits.unit), manner);
        self.reply(answer)
    }

    /// Ends the search. Without one, UCCI wants an answer all the same, lest the front end waits for it.
    fn stop(&mut self) -> io::Result<Flow> {
        if self.engine.is_thinking() {
            let answer = self.engine.stop();
            return self.reply(answer);
        }
        if self.dialect() == Dialect::Ucci {
            self.say(&self.dialect().best_move(None, None, false))?;
        }
        Ok(Flow::Continue(()))
    }

    /// Leaves; a search that runs is stopped and answers first.
    fn quit(&mut self) -> io::Result<Flow> {
        self.leaving = true;
        if self.engine.is_thinking() {
            let answer = self.engine.stop();
            return self.reply(answer);
        }
        self.leave()
    }

    fn leave(&mut self) -> io::Result<Flow> {
        if self.dialect() == Dialect::Ucci {
            self.say("bye")?;
        }
        Ok(Flow::Break(()))
    }

    fn probe(&mut self, text: &PositionText) -> io::Result<()> {
        match self.engine.probe(text.fen.as_deref(), &text.moves) {
            Ok(Some(entry)) => self.say(&ucci::table_entry(entry.best, entry.lower, entry.upper)),
            Ok(None) => self.say(&ucci::table_entry(None, None, None)),
            Err(error) => {
                self.tell(&error.to_string())?;
                self.say(&ucci::table_entry(None, None, None))
            }
        }
    }

    /// Passes on what the search says.
    fn hear(&mut self, event: Event) -> io::Result<Flow> {
        match event {
            Event::Line(line) => {
                if self.filter.line(&line) {
                    self.say(&self.dialect().line(&line, self.habits.show_wdl))?;
                }
            }
            Event::CurrentMove { depth, mv, number, elapsed } => {
                if self.filter.current_move(elapsed) {
                    self.say(&self.dialect().current_move(depth, mv, number))?;
                }
            }
            Event::Count { mv, nodes } => self.say(&format!("{mv}: {nodes}"))?,
            Event::Done(done) => {
                let answer = self.engine.finish(done);
                return self.reply(answer);
            }
        }
        Ok(Flow::Continue(()))
    }

    /// Gives the answer of a search, if there is one yet.
    fn reply(&mut self, answer: Option<Answer>) -> io::Result<Flow> {
        match answer {
            None => return Ok(Flow::Continue(())),
            Some(Answer::Count(Some(nodes))) => self.say(&format!("\nNodes searched: {nodes}"))?,
            Some(Answer::Count(None)) => self.tell("the count was cut short")?,
            Some(Answer::Book { outcome, choice, elapsed }) => {
                self.tell(&choice)?;
                self.say_move(&outcome, false, elapsed)?;
            }
            Some(Answer::Move { outcome, accept, elapsed }) => {
                if outcome.best.is_none() && self.engine.side().is_some() {
                    self.say(&self.dialect().static_score(outcome.score))?;
                }
                self.say_move(&outcome, accept, elapsed)?;
            }
        }
        if self.leaving { self.leave() } else { Ok(Flow::Continue(())) }
    }

    /// Says the lines that are still to be told, and the move.
    fn say_move(&mut self, outcome: &Outcome, accept: bool, elapsed: Duration) -> io::Result<()> {
        for line in self.filter.finish(outcome, elapsed) {
            self.say(&self.dialect().line(&line, self.habits.show_wdl))?;
        }
        self.say(&self.dialect().best_move(outcome.best, outcome.ponder, accept))
    }

    fn say_static_score(&mut self) -> io::Result<()> {
        match self.engine.evaluate() {
            Some(score) => self.say(&self.dialect().static_score(score)),
            None => self.tell("there is no position"),
        }
    }

    /// Mentions a line that could not be understood, if that may be of use to anyone.
    fn complain(&mut self, error: &CommandError) -> io::Result<Flow> {
        let useful = match error {
            CommandError::Empty => false,
            CommandError::Unknown(_) | CommandError::Option(super::OptionError::Unknown(_)) => {
                self.habits.debug
            }
            CommandError::Incomplete(..) | CommandError::Option(_) => true,
        };
        if useful {
            self.tell(&error.to_string())?;
        }
        Ok(Flow::Continue(()))
    }

    fn tell(&mut self, text: &str) -> io::Result<()> {
        self.say(&self.dialect().message(text))
    }

    /// Writes a line, or several, at once and without delay.
    fn say(&mut self, text: &str) -> io::Result<()> {
        log::debug!("> {text}");
        self.output.write_all(format!("{text}\n").as_bytes())?;
        self.output.flush()
    }
}
