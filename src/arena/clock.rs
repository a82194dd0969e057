//! Time controls and clocks, without any clock of the machine's: they are told how long a move took.
//!
//! Article 10.1.2: a game has periods, each a number of moves in a time (60 minutes for 25 moves, then 15
//! minutes for every 10); unused time and surplus moves are carried over from one period to the next. So a
//! period's time is added as soon as the moves of the one before it are made, and nothing is ever taken away.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A number of moves in a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// How many moves; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// The time that is added when the period begins.
    pub time: Duration,
}

/// The periods of a game, the last of them repeated, with a time that is added after every move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TimeControl {
    /// At least one.
    periods: Vec<Period>,
    increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{0}` is no time control; write seconds (or minutes:seconds) like 10+0.1, with moves like 40/60+0.5, \
     with periods like 25/60:00,10/15:00"
)]
pub struct ParseTimeControlError(pub String);

/// The longest time that can be given: about four months.
const LONGEST: f64 = 1e7;

impl TimeControl {
    /// What is added after every move.
    pub const fn increment(&self) -> Duration {
        self.increment
    }

    fn period(&self, index: usize) -> Period {
        self.periods[index.min(self.periods.len() - 1)]
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseTimeControlError(text.chars().take(60).collect());
        let (periods, increment) = match text.split_once('+') {
            Some((periods, increment)) => (periods, parse_time(increment).ok_or_else(error)?),
            None => (text, Duration::ZERO),
        };
        let periods: Vec<_> =
            periods.split(',').map(parse_period).collect::<Option<_>>().ok_or_else(error)?;
        let (last, earlier) = periods.split_last().ok_or_else(error)?;
        // Only the last period may go on for the rest of the game; there has to be some time at all.
        let is_sound = earlier.iter().all(|period| period.moves.is_some())
            && (last.moves.is_none() || !last.time.is_zero() || !increment.is_zero())
            && (periods[0].time + increment) > Duration::ZERO;
        if is_sound { Ok(Self { periods, increment }) } else { Err(error()) }
    }
}

fn parse_period(text: &str) -> Option<Period> {
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(moves.trim().parse().ok().filter(|&moves| moves > 0)?), time),
        None => (None, text),
    };
    Some(Period { moves, time: parse_time(time)? })
}

/// Seconds, or minutes and seconds, or hours, minutes and seconds, with colons between.
pub(super) fn parse_time(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.trim().split(':') {
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let value: f64 = part.parse().ok().filter(|_| is_number)?;
        seconds = seconds * 60.0 + value;
    }
    (seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    /// Writes it so that it can be read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, period) in self.periods.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "," })?;
            if let Some(moves) = period.moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}", period.time.as_secs_f64())?;
        }
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseTimeControlError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// The flag of a clock has fallen (articles 7.1.d and 10.2.4): the side loses, even if its move mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the move took {:.3} s more than was left", over.as_secs_f64())]
pub struct FlagFall {
    /// How much more time the move took than there was.
    pub over: Duration,
}

/// One side's clock.
#[derive(Clone, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    period: usize,
    /// Moves still to be made in the period.
    moves_to_go: Option<u32>,
}

impl Clock {
    /// The clock at the start of a game.
    pub fn new(control: &TimeControl) -> Self {
        let first = control.period(0);
        // As on every chess server, the increment is there from the first move on.
        let left = if first.time.is_zero() { control.increment } else { first.time };
        Self { control: control.clone(), left, period: 0, moves_to_go: first.moves }
    }

    /// The time that is left.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// The moves to be made before time is added; `None` for the rest of the game.
    pub const fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// What is added after every move.
    pub const fn increment(&self) -> Duration {
        self.control.increment()
    }

    /// Takes the time of a move; `margin` is forgiven, for pipes and a busy machine.
    ///
    /// # Errors
    /// When there was not so much time.
    pub fn spend(&mut self, elapsed: Duration, margin: Duration) -> Result<(), FlagFall> {
        if elapsed > self.left + margin {
            return Err(FlagFall { over: elapsed.saturating_sub(self.left) });
        }
        self.left = self.left.saturating_sub(elapsed) + self.control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.period += 1;
                let next = self.control.period(self.period);
                self.left += next.time;
                self.moves_to_go = next.moves;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn clock(text: &str) -> Clock {
        Clock::new(&text.parse().unwrap())
    }

    #[test]
    fn controls_are_read_and_written() {
        for text in ["10+0.1", "40/60+0.5", "25/3600,10/900", "300", "0+1", "1/5", "40/60,20/30,10"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("25/60:00,10/15:00".parse::<TimeControl>().unwrap().to_string(), "25/3600,10/900");
        assert_eq!("1:00:00".parse::<TimeControl>().unwrap().to_string(), "3600");
        for text in
            ["", "+", "x", "10+x", "0", "0/5", "-5", "10,5", "1e9", "nan", "inf", "10/0", "99999999999"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn increments_are_added_after_the_move() {
        let mut clock = clock("10+0.5");
        clock.spend(secs(2.0), Duration::ZERO).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (secs(8.5), None));
        // The increment of a move cannot pay for that move itself.
        assert_eq!(clock.spend(secs(8.75), Duration::ZERO), Err(FlagFall { over: secs(0.25) }));
        clock.spend(secs(8.75), secs(0.3)).unwrap();
        assert_eq!(clock.left(), secs(0.5));
    }

    #[test]
    fn unused_time_is_carried_over() {
        // 25 moves in 60 minutes, made in 50: the next 10 moves have 25 minutes.
        let mut clock = clock("25/60:00,10/15:00");
        for _ in 0..25 {
            clock.spend(secs(120.0), Duration::ZERO).unwrap();
        }
        assert_eq!((clock.left(), clock.moves_to_go()), (secs(1500.0), Some(10)));
        for _ in 0..10 {
            clock.spend(secs(150.0), Duration::ZERO).unwrap();
        }
        assert_eq!((clock.left(), clock.moves_to_go()), (secs(900.0), Some(10)));
    }

    #[test]
    fn surplus_moves_are_carried_over() {
        // 31 moves in the first hour: until the 75th minute only 4 of the next 10 are to be made.
        let mut clock = clock("25/60:00,10/15:00");
        for _ in 0..30 {
            clock.spend(secs(118.0), Duration::ZERO).unwrap();
        }
        clock.spend(secs(60.0), Duration::ZERO).unwrap();
        assert_eq!((clock.left(), clock.moves_to_go()), (secs(900.0), Some(4)));
        assert!(clock.clone().spend(secs(901.0), Duration::ZERO).is_err());
        for _ in 0..4 {
            clock.spend(secs(225.0), Duration::ZERO).unwrap();
        }
        assert_eq!((clock.left(), clock.moves_to_go()), (secs(900.0), Some(10)));
    }

    #[test]
    fn too_few_moves_lose() {
        let mut clock = clock("25/60:00,10/15:00");
        for _ in 0..24 {
            clock.spend(secs(150.0), Duration::ZERO).unwrap();
        }
        assert!(clock.left().is_zero());
        assert!(clock.spend(secs(0.1), Duration::ZERO).is_err());
    }

    #[test]
    fn the_last_period_may_be_the_rest_of_the_game() {
        let mut clock = clock("2/10,5");
        for _ in 0..2 {
            clock.spend(secs(1.0), Duration::ZERO).unwrap();
        }
        assert_eq!((clock.left(), clock.moves_to_go()), (secs(13.0), None));
    }
}
