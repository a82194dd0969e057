//! The threads in which searches and counts run.

use crate::board::Position;
use crate::core::Move;
use crate::movegen::legal_moves;
use crate::perft::perft;
use crate::search::{Control, Limits, Line, Outcome, Reporter, Searcher};
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Room for the deepest line and for whatever a debug build puts on the stack.
const STACK_BYTES: usize = 16 << 20;

/// Counts of this depth and below are not interrupted; they take milliseconds.
const COUNT_AT_ONCE: u32 = 3;

/// What a running search or count says.
pub enum Event {
    /// A best line.
    Line(Line),
    /// The search began to look at a root move.
    CurrentMove {
        /// The iteration's depth.
        depth: u32,
        /// The move.
        mv: Move,
        /// Which of the root moves it is, from 1.
        number: usize,
        /// Time since the search was asked for.
        elapsed: Duration,
    },
    /// The leaf nodes behind one root move.
    Count {
        /// The move.
        mv: Move,
        /// The number of leaf nodes.
        nodes: u64,
    },
    /// It has ended; to be handed to [`Engine::finish`](super::Engine::finish).
    Done(Done),
}

/// How a search or a count ended.
pub enum Done {
    /// A search.
    Search {
        /// The searcher comes back, if it was needed.
        searcher: Option<Box<Searcher>>,
        /// What it found.
        outcome: Outcome,
    },
    /// A count: the leaf nodes, or `None` if it was cut short.
    Count(Option<u64>),
}

/// Whoever hears the events; called from the thread of the search.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// Hands the lines of a search on as events.
struct Speaker<'a> {
    listener: &'a Listener,
    control: &'a Control,
}

impl Reporter for Speaker<'_> {
    fn line(&mut self, line: &Line) {
        (self.listener)(Event::Line(line.clone()));
    }

    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        (self.listener)(Event::CurrentMove { depth, mv, number, elapsed: self.control.elapsed() });
    }
}

/// Starts a search in a thread.
pub(super) fn search(
    mut searcher: Box<Searcher>,
    position: Position,
    limits: Limits,
    control: Arc<Control>,
    listener: Listener,
) -> io::Result<()> {
    spawn("search", move || {
        let mut speaker = Speaker { listener: &listener, control: &control };
        let outcome = searcher.search(&position, &limits, &control, &mut speaker);
        listener(Event::Done(Done::Search { searcher: Some(searcher), outcome }));
    })
}

/// Starts a count in a thread.
pub(super) fn count(
    mut position: Position,
    depth: u32,
    control: Arc<Control>,
    listener: Listener,
) -> io::Result<()> {
    spawn("count", move || {
        let total = if depth == 0 { Some(1) } else { divide(&mut position, depth, &control, &listener) };
        listener(Event::Done(Done::Count(total)));
    })
}

/// The leaf nodes, told for every root move; `None` once the count is stopped. The depth is at least 1.
fn divide(position: &mut Position, depth: u32, control: &Control, listener: &Listener) -> Option<u64> {
    let mut total = 0;
    for mv in legal_moves(position) {
        position.make(mv);
        let nodes = count_unless_stopped(position, depth - 1, control);
        position.unmake();
        let nodes = nodes?;
        listener(Event::Count { mv, nodes });
        total += nodes;
    }
    Some(total)
}

/// The leaf nodes, or `None` once the count is stopped.
fn count_unless_stopped(position: &mut Position, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= COUNT_AT_ONCE {
        return Some(perft(position, depth));
    }
    let mut total = 0;
    for mv in legal_moves(position) {
        position.make(mv);
        let nodes = count_unless_stopped(position, depth - 1, control);
        position.unmake();
        total += nodes?;
    }
    Some(total)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES).spawn(work).map(drop)
}
