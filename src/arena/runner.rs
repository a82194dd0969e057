//! Plays a schedule, several games at a time.

use super::adjudicate::GameRules;
use super::game::{Fixture, Seat, play};
use super::guard::Guard;
use super::record::GameRecord;
use super::spec::EngineSpec;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Who plays, and how.
#[derive(Clone, Debug)]
pub struct Hall {
    /// The engines; fixtures name them by their place here.
    pub engines: Vec<Arc<EngineSpec>>,
    /// How games end beside the law.
    pub rules: GameRules,
    /// How many games at a time.
    pub concurrency: usize,
    /// Ends the engines if the runner is killed.
    pub guard: Guard,
}

/// An engine that cannot be used at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoProgram(String);

impl Hall {
    /// Starts every engine once and takes over the names that they give themselves; names that occur twice
    /// get a number. An engine that starts but does not behave keeps its place: it will lose its games. What is
    /// doubtful about the options is handed back, a sentence each.
    ///
    /// # Errors
    /// When a program is not there, or cannot be run.
    pub fn introduce(&mut self) -> Result<Vec<String>, NoProgram> {
        let mut doubts = Vec::new();
        for (index, spec) in self.engines.iter_mut().enumerate() {
            let mut seat = Seat::new(Arc::clone(spec), self.guard.clone());
            let introduction = seat.introduction();
            seat.leave();
            if let Err(fault) = &introduction
                && fault.is_missing
            {
                return Err(NoProgram(fault.detail.clone()));
            }
            let (name, own_doubts) = introduction.unwrap_or_default();
            if spec.name.is_empty() {
                let file = || {
                    let name = spec.program.file_name().unwrap_or_default().to_string_lossy();
                    name.replace(char::is_control, "")
                };
                let name = if name.is_empty() { file() } else { name };
                Arc::make_mut(spec).name = name;
            }
            doubts.extend(own_doubts.into_iter().map(|doubt| (index, doubt)));
        }
        self.number_names();
        let sentence = |(index, doubt): (usize, String)| format!("{}: {doubt}", self.engines[index].name);
        Ok(doubts.into_iter().map(sentence).collect())
    }

    fn number_names(&mut self) {
        for index in 1..self.engines.len() {
            let name = self.engines[index].name.clone();
            let mut number = 1;
            let mut unique = name.clone();
            while self.engines[..index].iter().any(|other| other.name == unique) {
                number += 1;
                unique = format!("{name} ({number})");
            }
            if unique != name {
                Arc::make_mut(&mut self.engines[index]).name = unique;
            }
        }
    }

    /// Plays the fixtures in their order, and hands every finished game to `on_game`, which may end it all.
    ///
    /// When `stop` is set no further game is begun; the games under way are played out.
    pub fn run(
        &self,
        fixtures: impl Iterator<Item = Fixture> + Send,
        stop: &AtomicBool,
        mut on_game: impl FnMut(GameRecord) -> ControlFlow<()>,
    ) {
        let fixtures = Mutex::new(fixtures);
        let (sender, games) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                scope.spawn(|| {
                    let sender = sender;
                    let mut table = Table { hall: self, seats: Vec::new() };
                    while !stop.load(Ordering::Relaxed) {
                        let next = fixtures.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some(fixture) = next else { break };
                        if sender.send(table.play(&fixture)).is_err() {
                            break;
                        }
                    }
                    table.clear();
                });
            }
            drop(sender);
            for game in games {
                if on_game(game).is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
    }
}

/// Where one game at a time is played; engines stay seated for the next one.
struct Table<'a> {
    hall: &'a Hall,
    seats: Vec<(usize, Seat)>,
}

impl Table<'_> {
    fn play(&mut self, fixture: &Fixture) -> GameRecord {
        let mut red = self.seat(fixture.red);
        let mut black = self.seat(fixture.black);
        // Whoever does not play now leaves: a tournament may have more engines than the machine has memory.
        self.clear();
        let record = play(fixture, [&mut red, &mut black], self.hall.rules);
        self.seats = vec![(fixture.red, red), (fixture.black, black)];
        record
    }

    fn seat(&mut self, engine: usize) -> Seat {
        match self.seats.iter().position(|&(other, _)| other == engine) {
            Some(at) => self.seats.swap_remove(at).1,
            None => Seat::new(Arc::clone(&self.hall.engines[engine]), self.hall.guard.clone()),
        }
    }

    fn clear(&mut self) {
        for (_, mut seat) in self.seats.drain(..) {
            seat.leave();
        }
    }
}
