//! One game between two engines.

use super::adjudicate::{Ending, GameRules, ScoreWatch, law_result};
use super::clock::Clock;
use super::guard::Guard;
use super::openings::Opening;
use super::player::{Answer, Fault, Player, Task};
use super::reason::Reason;
use super::record::{GameRecord, PlayedMove};
use super::spec::EngineSpec;
use crate::board::{Position, START_FEN};
use crate::core::{Color, Move};
use crate::law::Rules;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// A game that is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the schedule, from 0.
    pub game: usize,
    /// Its round, from 1.
    pub round: usize,
    /// Red's engine.
    pub red: usize,
    /// Black's engine.
    pub black: usize,
    /// Where it begins.
    pub opening: Opening,
}

/// An engine's place at a board; the engine itself is started when it is needed.
#[derive(Debug)]
pub(super) struct Seat {
    spec: Arc<EngineSpec>,
    guard: Guard,
    player: Option<Player>,
}

impl Seat {
    pub(super) const fn new(spec: Arc<EngineSpec>, guard: Guard) -> Self {
        Self { spec, guard, player: None }
    }

    /// The engine, started if it does not run.
    fn player(&mut self) -> Result<&mut Player, Fault> {
        let player = match self.player.take() {
            Some(player) => player,
            None => Player::start(&self.spec, &self.guard)?,
        };
        Ok(self.player.insert(player))
    }

    /// Gets the engine ready for a game; one that ended after its last game gets another try.
    fn new_game(&mut self) -> Result<(), Fault> {
        if self.player.is_some() && self.player()?.new_game().is_ok() {
            return Ok(());
        }
        self.player = None;
        self.player()?.new_game()
    }

    /// Starts the engine, and asks for its name and for what is doubtful about its options.
    pub(super) fn introduction(&mut self) -> Result<(String, Vec<String>), Fault> {
        let player = self.player()?;
        Ok((player.name().to_owned(), player.doubts().to_vec()))
    }

    /// Lets the engine leave.
    pub(super) fn leave(&mut self) {
        if let Some(player) = self.player.take() {
            player.quit();
        }
    }
}

/// A game under way.
struct Game<'a> {
    position: Position,
    fen: &'a str,
    moves: Vec<Move>,
    played: Vec<PlayedMove>,
    clocks: [Option<Clock>; Color::COUNT],
    watch: ScoreWatch,
    law: Rules,
    /// Whether the last move came with an offer of a draw.
    draw_offered: bool,
}

/// An ending, with what there is to say about it.
type Explained = (Ending, String);

/// Plays a game; Red's seat comes first.
pub(super) fn play(fixture: &Fixture, mut seats: [&mut Seat; Color::COUNT], rules: GameRules) -> GameRecord {
    let started = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let fen = fixture.opening.fen.as_str();
    let mut game = Game {
        // Openings were read as positions when they were loaded.
        position: fen.parse().unwrap_or_else(|_| Position::start()),
        fen: if fen.is_empty() { START_FEN } else { fen },
        moves: Vec::new(),
        played: Vec::new(),
        clocks: [0, 1].map(|side| seats[side].spec.limits.control.as_ref().map(Clock::new)),
        watch: ScoreWatch::new(rules),
        law: rules.law,
        draw_offered: false,
    };
    let ((winner, reason), detail) = game.run(&mut seats);
    for side in Color::ALL {
        let seat = &mut *seats[side.index()];
        if reason.is_fault() && winner != Some(side) {
            // Whatever state it is in, it is not to be relied on.
            seat.player = None;
        } else if seat.spec.restart {
            seat.leave();
        }
    }
    GameRecord {
        game: fixture.game,
        round: fixture.round,
        red: fixture.red,
        black: fixture.black,
        opening: fixture.opening.id.clone(),
        fen: game.fen.to_owned(),
        result: winner.into(),
        reason,
        detail,
        started,
        moves: game.played,
    }
}

impl Game<'_> {
    fn run(&mut self, seats: &mut [&mut Seat; Color::COUNT]) -> Explained {
        for side in Color::ALL {
            if let Err(fault) = seats[side.index()].new_game() {
                return lost(side, fault);
            }
        }
        if let Some(ending) = law_result(&self.position, &self.law) {
            return (ending, String::new());
        }
        loop {
            let side = self.position.side();
            let seat = &mut *seats[side.index()];
            let task = Task {
                fen: self.fen,
                moves: &self.moves,
                side,
                clocks: self.clocks.each_ref().map(Option::as_ref),
                draw_offered: self.draw_offered,
            };
            let answer = match seat.player().and_then(|player| player.think(&task)) {
                Ok(answer) => answer,
                Err(fault) => return lost(side, fault),
            };
            if let Some(ending) = self.take(side, &answer, &seat.spec) {
                return ending;
            }
            if seat.spec.ponder {
                self.ponder(side, answer.ponder, seat);
            }
        }
    }

    /// Takes an answer; the ending, if the game ends with it.
    fn take(&mut self, side: Color, answer: &Answer, spec: &EngineSpec) -> Option<Explained> {
        let loses = |reason, detail: String| Some(((Some(!side), reason), detail));
        // The flag is looked at first: it counts even if the move mates (10.2.4).
        if let Some(over) = self.overstepped(side, answer.elapsed, spec) {
            return loses(Reason::Time, format!("{:.0} ms over", over.as_secs_f64() * 1000.0));
        }
        if answer.resign {
            return loses(Reason::Resignation, String::new());
        }
        if answer.none {
            return loses(Reason::NoMove, answer.text.clone());
        }
        let Some(mv) = answer.mv.filter(|&mv| self.position.is_legal(mv)) else {
            return loses(Reason::IllegalMove, format!("`{}` in {}", answer.text, self.position.fen()));
        };
        self.position.make(mv);
        self.moves.push(mv);
        self.played.push(PlayedMove {
            mv,
            millis: answer.elapsed.as_millis().try_into().unwrap_or(u32::MAX),
            score: answer.info.score,
            depth: answer.info.depth,
        });
        // The board is looked at first: nobody who is being mated can agree to a draw (7.2.f).
        if let Some(ending) = law_result(&self.position, &self.law) {
            return Some((ending, String::new()));
        }
        if answer.draw && self.draw_offered {
            return Some(((None, Reason::Agreement), String::new()));
        }
        self.draw_offered = answer.draw;
        self.watch.see(side, answer.info.score, self.moves.len()).map(|ending| (ending, String::new()))
    }

    /// By how much a move took too long, if it did.
    fn overstepped(&mut self, side: Color, elapsed: Duration, spec: &EngineSpec) -> Option<Duration> {
        let fixed = spec.limits.move_time.filter(|&time| elapsed > time + spec.margin);
        let flag =
            self.clocks[side.index()].as_mut().and_then(|clock| clock.spend(elapsed, spec.margin).err());
        let unbounded = spec.limits.move_time.is_none() && spec.limits.control.is_none();
        let waited = Some(spec.patience).filter(|&patience| unbounded && elapsed > patience + spec.margin);
        flag.map(|flag| flag.over).or(fixed.or(waited).map(|time| elapsed.saturating_sub(time)))
    }

    /// Lets an engine go on thinking, about the reply that it expects.
    fn ponder(&self, side: Color, reply: Option<Move>, seat: &mut Seat) {
        let Some(reply) = reply.filter(|&mv| self.position.is_legal(mv)) else { return };
        let mut moves = self.moves.clone();
        moves.push(reply);
        let clocks = self.clocks.each_ref().map(Option::as_ref);
        if let Some(player) = &mut seat.player {
            player.ponder(&Task { fen: self.fen, moves: &moves, side, clocks, draw_offered: false });
        }
    }
}

fn lost(side: Color, fault: Fault) -> Explained {
    ((Some(!side), fault.reason), fault.detail)
}
