//! One playing session: the position with its history, the searcher, and the search that may be running.
//!
//! A protocol drives it. Searches run in a thread of their own and speak through a listener; every other
//! call returns at once. The thread's end arrives as [`Event::Done`], which the driver hands back to
//! [`Engine::finish`]; an answer is given there, or later by [`Engine::stop`] or [`Engine::ponder_hit`]
//! when the search ended before it was allowed to answer.

mod memory;
mod opening;
mod worker;

pub use memory::affordable_mib;
pub use worker::{Done, Event, Listener};

use crate::board::{FenError, Position, SetupError};
use crate::book::{BookError, Randomness};
use crate::core::{Color, Move, Score};
use crate::eval;
use crate::eval::nnue::{self, Evaluator, Network, NetworkFileError};
use crate::law::Rules;
use crate::movegen::{has_legal_move, legal_moves};
use crate::search::{Control, Limits, OutOfMemory, Outcome, Probe, Prober, Searcher};
use opening::Opening;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// The size of the table unless it is set, in MiB.
pub const DEFAULT_HASH: usize = 16;

/// The time kept back for pipes and front ends unless it is set.
pub const DEFAULT_OVERHEAD: Duration = Duration::from_millis(30);

/// An offered half point is taken at this score or below, from our view. Better positions are played on,
/// and so are even ones: whoever offers usually fears more than we see.
const ACCEPT_AT_MOST: Score = Score(-20);

/// A search of fewer plies is no ground to end a game on.
const ACCEPT_DEPTH: u32 = 4;

/// What can be set, apart from what belongs to the words of a protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many best lines are looked for.
    pub multi_pv: usize,
    /// Time kept back for pipes and front ends.
    pub overhead: Duration,
    /// The rules games are played by.
    pub rules: Rules,
    /// Whether the opening book is used.
    pub use_book: bool,
    /// How far book moves stray from the best one.
    pub randomness: Randomness,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            overhead: DEFAULT_OVERHEAD,
            rules: Rules::default(),
            use_book: true,
            randomness: Randomness::None,
        }
    }
}

/// When a search may answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// As soon as it is done.
    Normal,
    /// Only after [`Engine::stop`].
    Infinite,
    /// Only after [`Engine::ponder_hit`] or [`Engine::stop`].
    Ponder,
}

/// What a search, or a count, comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move to play.
    Move {
        /// How the search ended; without a best move if there is none.
        outcome: Outcome,
        /// Whether an offered half point is taken.
        accept: bool,
        /// Time since the search was asked for.
        elapsed: Duration,
    },
    /// A move of the opening book, without a search.
    Book {
        /// The move, and the reply that the book expects.
        outcome: Outcome,
        /// What the book knew, in a sentence.
        choice: String,
        /// Time since the move was asked for.
        elapsed: Duration,
    },
    /// The number of leaf nodes; `None` if counting was cut short.
    Count(Option<u64>),
}

/// Why a position was not taken as it was given.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The set-up is none; there is no position until a better one comes.
    #[error("the position cannot be used: {0}")]
    SetUp(#[from] FenError),
    /// The side that is not to move is in check; its king will be taken.
    #[error("the side that is not to move is in check: {0} takes its king")]
    KingToTake(Move),
    /// A move is illegal; the moves before it stand.
    #[error("move {number}, {mv}, is not legal; it is left out with all behind it")]
    Illegal {
        /// The move's number in the list, from 1.
        number: usize,
        /// The move.
        mv: Move,
    },
}

/// A search or a count that was started and not yet answered.
struct Running {
    control: Arc<Control>,
    manner: Manner,
    /// Whether anything but a command ends it.
    bounded: bool,
    /// What it came to, if it has ended.
    done: Option<Done>,
}

impl Running {
    /// Whether the answer must wait for a command.
    fn must_wait(&self) -> bool {
        !self.control.is_stopped()
            && match self.manner {
                Manner::Normal => false,
                Manner::Infinite => true,
                Manner::Ponder => self.control.is_pondering(),
            }
    }
}

/// One playing session.
pub struct Engine {
    settings: Settings,
    /// `None` after a set-up that could not be used.
    position: Option<Position>,
    /// The move that takes a king, where a set-up allows that: it is no position, but there is no doubt
    /// what to play.
    king_capture: Option<Move>,
    banned: Vec<Move>,
    /// Whether the opponent has offered a half point that is not answered yet.
    offered: bool,
    /// Away while a search has it; missing for good only where there is no memory for one.
    searcher: Option<Box<Searcher>>,
    /// A view of the searcher's table while it is away.
    prober: Option<Prober>,
    running: Option<Running>,
    listener: Listener,
    /// `None` for the hand-written evaluation.
    network: Option<Arc<Network>>,
    opening: Opening,
}

impl Engine {
    /// A session at the start of a game, whose searches speak to that listener.
    pub fn new(listener: Listener) -> Self {
        Self {
            settings: Settings::default(),
            position: Some(Position::start()),
            king_capture: None,
            banned: Vec::new(),
            offered: false,
            searcher: new_searcher(),
            prober: None,
            running: None,
            listener,
            network: nnue::preferred(),
            opening: Opening::new(),
        }
    }

    /// What is set.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Gives the table another size, in MiB, 0 for the usual one; returns the size that it gets, which is
    /// less where memory is short. Not while thinking.
    ///
    /// # Errors
    /// When even that cannot be had; the old size then stays.
    pub fn set_hash(&mut self, mib: usize) -> Result<usize, OutOfMemory> {
        let wanted = affordable_mib(if mib == 0 { DEFAULT_HASH } else { mib });
        match &mut self.searcher {
            Some(searcher) => searcher.set_hash(wanted)?,
            None => self.searcher = Some(Box::new(Searcher::new(wanted, 1)?)),
        }
        Ok(wanted)
    }

    /// Waits until a table that was just made is ready for use; at once while thinking.
    pub fn wait_until_ready(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.wait_for_memory();
        }
    }

    /// Lets that many threads search, but no more than the machine has cores, and as many for 0; returns how many
    /// those are. Not while thinking.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        // More threads than cores only keep each other waiting, and then the clock.
        let machine = std::thread::available_parallelism().map_or(1, usize::from);
        let granted = if threads == 0 { machine } else { threads.min(machine) };
        if let Some(searcher) = &mut self.searcher {
            searcher.set_threads(granted);
        }
        granted
    }

    /// Evaluates by the network of a file or [name](nnue::by_name) from now on; by what a session begins with if
    /// the name is empty. Not while thinking.
    ///
    /// # Errors
    /// When the file cannot be read or is no network for this program; the old one then stays.
    pub fn set_network_file(&mut self, name: &str) -> Result<(), NetworkFileError> {
        self.network = match name {
            "" => nnue::preferred(),
            _ => nnue::by_name(name)?,
        };
        if let Some(searcher) = &mut self.searcher {
            searcher.set_network(self.network.clone());
        }
        Ok(())
    }

    /// Uses other opening books from now on: files with `;` between them, `inside` or nothing for the book
    /// inside the program. Returns what was wrong with those that are left out.
    pub fn set_book_files(&mut self, names: &str) -> Vec<BookError> {
        self.opening.set_files(names)
    }

    /// Determines which book moves are chosen; 0 leaves it to chance.
    pub fn set_book_seed(&mut self, seed: u64) {
        self.opening.set_seed(seed);
    }

    /// Forgets what was learnt in the last game; the position stays. Not while thinking.
    pub fn new_game(&mut self) {
        self.offered = false;
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    /// Sets the position up from a FEN (`None` for the start of a game) and the moves made since.
    ///
    /// # Errors
    /// When the FEN is no position: then there is none until the next call. When a move is illegal: then
    /// the moves before it stand.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[Move]) -> Result<(), PositionError> {
        self.banned.clear();
        self.position = None;
        self.king_capture = None;
        match replay(fen, moves) {
            Ok((position, result)) => {
                self.position = Some(position);
                result
            }
            Err(FenError::Setup(SetupError::OpponentInCheck { capture, .. })) if moves.is_empty() => {
                self.king_capture = Some(capture);
                Err(PositionError::KingToTake(capture))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Forbids root moves until the next position; several calls add up.
    pub fn ban(&mut self, moves: &[Move]) {
        self.banned.extend_from_slice(moves);
    }

    /// The side to move, if there is a position.
    pub fn side(&self) -> Option<Color> {
        self.position.as_ref().map(Position::side)
    }

    /// The evaluation of the position, without a search, from the side to move.
    pub fn evaluate(&self) -> Option<Score> {
        let position = self.position.as_ref()?;
        if !has_legal_move(position) {
            return Some(Score::mated_in(0));
        }
        let evaluator = self.network.clone().map(Evaluator::new);
        let eval = evaluator.map_or_else(|| eval::evaluate(position), |mut it| it.evaluate(position));
        Some(eval::endings::adjust(position, eval))
    }

    /// The board, its FEN and its key, for people.
    pub fn describe(&self) -> String {
        let Some(position) = &self.position else { return "no position".to_owned() };
        let mut text = position.diagram();
        // Writing to a string cannot fail.
        let _ = write!(text, "\nfen {}\nkey {:016x}", position.fen(), position.key());
        text
    }

    /// What the table knows of a position, also while a search fills it.
    ///
    /// # Errors
    /// When the FEN is no position.
    pub fn probe(&self, fen: Option<&str>, moves: &[Move]) -> Result<Option<Probe>, PositionError> {
        let (position, _) = replay(fen, moves)?;
        let prober = self.searcher.as_ref().map(|searcher| searcher.prober()).or_else(|| self.prober.clone());
        Ok(prober.and_then(|prober| prober.probe(&position)))
    }

    /// The opponent offers a half point; the next answer says whether it is taken.
    pub fn note_offer(&mut self) {
        self.offered = true;
    }

    /// Whether a search or a count has been started and not yet answered.
    pub fn is_thinking(&self) -> bool {
        self.running.is_some()
    }

    /// Whether what is running ends by itself and may then answer.
    pub fn is_bounded(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.bounded && !running.must_wait())
    }

    /// Starts a search. An answer comes at once only if there is nothing to search, and nothing to wait for,
    /// or if the opening book has one.
    pub fn think(&mut self, mut limits: Limits, manner: Manner) -> Option<Answer> {
        limits.overhead = self.settings.overhead;
        limits.multi_pv = self.settings.multi_pv;
        limits.rules = self.settings.rules;
        limits.ban_moves.clone_from(&self.banned);
        let control = Arc::new(Control::new(manner == Manner::Ponder));
        if let Some((outcome, choice)) = self.book_move(&limits, manner) {
            // Where theory still holds, nobody is so much worse that an offer should be taken.
            self.offered = false;
            return Some(Answer::Book { outcome, choice, elapsed: control.elapsed() });
        }
        let bounded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.move_time.is_some()
            || limits.clock.is_some();
        let done = self.start_search(limits, &control);
        self.running = Some(Running { control, manner, bounded, done });
        self.release()
    }

    /// A move of the opening book, where a game is played: a clock or a time for the move is given and
    /// nothing else. Whoever asks for a depth, nodes, a mate, several lines or an endless search wants to
    /// see a search.
    fn book_move(&mut self, limits: &Limits, manner: Manner) -> Option<(Outcome, String)> {
        let is_timed = limits.clock.is_some() || limits.move_time.is_some();
        let is_study = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.multi_pv > 1
            || manner != Manner::Normal;
        if !self.settings.use_book || !is_timed || is_study {
            return None;
        }
        let position = self.position.as_ref()?;
        self.opening.play(position, limits, self.settings.randomness)
    }

    /// Starts the search's thread; returns what it comes to if there is nothing to search.
    fn start_search(&mut self, mut limits: Limits, control: &Arc<Control>) -> Option<Done> {
        let known = |outcome| Some(Done::Search { searcher: None, outcome });
        let Some(position) = self.position.clone() else {
            return known(self.king_capture.map_or_else(no_move, king_taken));
        };
        let Some(&any) = legal_moves(&position).first() else { return known(no_move()) };
        limits.search_moves.retain(|&mv| position.is_legal(mv));
        let Some(searcher) = self.searcher.take() else { return known(unsearched(any)) };
        self.prober = Some(searcher.prober());
        let started =
            worker::search(searcher, position, limits, Arc::clone(control), Arc::clone(&self.listener));
        if let Err(error) = started {
            log::error!("no thread can be started to search in: {error}");
            self.searcher = new_searcher();
            return known(unsearched(any));
        }
        None
    }

    /// Counts the leaf nodes at a depth, move by move.
    pub fn count(&mut self, depth: u32) -> Option<Answer> {
        let Some(position) = self.position.clone() else { return Some(Answer::Count(None)) };
        let control = Arc::new(Control::new(false));
        let started = worker::count(position, depth, Arc::clone(&control), Arc::clone(&self.listener));
        let done = started.err().map(|error| {
            log::error!("no thread can be started to count in: {error}");
            Done::Count(None)
        });
        self.running = Some(Running { control, manner: Manner::Normal, bounded: true, done });
        self.release()
    }

    /// Ends the search. If it had ended by itself, its answer is returned; else it comes by [`Event::Done`].
    pub fn stop(&mut self) -> Option<Answer> {
        self.running.as_ref()?.control.stop();
        self.release()
    }

    /// The expected move was played: the clock runs from now on. If the search had ended by itself, its
    /// answer is returned.
    pub fn ponder_hit(&mut self) -> Option<Answer> {
        let running = self.running.as_ref()?;
        if running.manner == Manner::Ponder && running.control.is_pondering() {
            running.control.ponder_hit();
        }
        self.release()
    }

    /// Takes what an [`Event::Done`] brought; returns the answer if it need not wait for a command.
    pub fn finish(&mut self, done: Done) -> Option<Answer> {
        self.running.as_mut()?.done = Some(done);
        self.release()
    }

    /// The answer of a search that has ended and may answer.
    fn release(&mut self) -> Option<Answer> {
        let running = self.running.take_if(|running| running.done.is_some() && !running.must_wait())?;
        let elapsed = running.control.elapsed();
        match running.done? {
            Done::Count(nodes) => Some(Answer::Count(nodes)),
            Done::Search { searcher, outcome } => {
                self.searcher = searcher.or(self.searcher.take());
                self.prober = None;
                Some(self.answer(outcome, elapsed))
            }
        }
    }

    /// The outcome with the reply to an offer, which is settled by it.
    fn answer(&mut self, outcome: Outcome, elapsed: Duration) -> Answer {
        let offered = std::mem::take(&mut self.offered);
        let accept = offered && outcome.depth >= ACCEPT_DEPTH && outcome.score <= ACCEPT_AT_MOST;
        Answer::Move { outcome, accept, elapsed }
    }
}

/// A searcher as sessions begin with; none if there is no memory even for that.
fn new_searcher() -> Option<Box<Searcher>> {
    let smaller = |_| Searcher::new(1, 1);
    Searcher::new(DEFAULT_HASH, 1)
        .or_else(smaller)
        .inspect_err(|error| log::error!("{error}"))
        .ok()
        .map(Box::new)
}

/// A king is taken: more cannot be won.
fn king_taken(capture: Move) -> Outcome {
    Outcome { best: Some(capture), ponder: None, score: Score::mate_in(1), depth: 1, nodes: 1 }
}

/// Where no search can be made, any legal move is better than none.
fn unsearched(any: Move) -> Outcome {
    Outcome { best: Some(any), ponder: None, score: Score::ZERO, depth: 0, nodes: 0 }
}

/// A position without a legal move, or none at all.
fn no_move() -> Outcome {
    Outcome { best: None, ponder: None, score: Score::mated_in(0), depth: 0, nodes: 0 }
}

/// The position after those moves, as far as they are legal, and whether they all are.
fn replay(fen: Option<&str>, moves: &[Move]) -> Result<(Position, Result<(), PositionError>), FenError> {
    let mut position = fen.map_or_else(|| Ok(Position::start()), str::parse)?;
    for (index, &mv) in moves.iter().enumerate() {
        if !position.is_legal(mv) {
            return Ok((position, Err(PositionError::Illegal { number: index + 1, mv })));
        }
        position.make(mv);
    }
    Ok((position, Ok(())))
}

#[cfg(test)]
mod tests;
