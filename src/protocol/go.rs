//! The `go` command, the same parser for both protocols: front ends mix their words.

use crate::core::{Color, Move};
use crate::search::{Clock, Limits};
use std::time::Duration;

/// No count ends that goes deeper; counting calls itself once a ply.
const MAX_PERFT: i64 = 64;

/// The time for a move when `go` says nothing that bounds the search.
const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(900);

/// The longest time that is believed, in milliseconds (about three years): beyond it, sums might overflow.
const MAX_MILLIS: i64 = 100_000_000_000;

/// The words of a `go` command. Numbers stand as they were sent, whatever their sign.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// Think on the opponent's time: the clock stands until `ponderhit`.
    pub ponder: bool,
    /// The opponent offers a half point.
    pub draw: bool,
    /// Answer only after `stop`.
    pub infinite: bool,
    /// Look at these root moves only; empty for all.
    pub search_moves: Vec<Move>,
    /// A word that wants a number and came without one; the last, if there are several.
    pub without_number: Option<String>,
    perft: Option<i64>,
    depth: Option<i64>,
    nodes: Option<i64>,
    move_time: Option<i64>,
    mate: Option<i64>,
    movestogo: Option<i64>,
    /// UCCI's own clock, in the unit that `usemillisec` says.
    time: Option<i64>,
    increment: Option<i64>,
    /// UCI's clocks, Red's and Black's, in milliseconds.
    times: [Option<i64>; 2],
    increments: [Option<i64>; 2],
    /// Shogi's time for each move once the clock has run out, in milliseconds; some front ends send it.
    byoyomi: Option<i64>,
}

impl Go {
    /// Reads the words after `go`, in any order. Words that are not known (the opponent's clock among them)
    /// are passed over, as are those whose number is none.
    pub fn parse(text: &str) -> Self {
        let mut go = Self::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "ponder" => go.ponder = true,
                "draw" => go.draw = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|word| word.parse().ok()) {
                        go.search_moves.push(mv);
                        words.next();
                    }
                }
                word => {
                    if let Some(slot) = go.slot(word) {
                        match words.peek().and_then(|next| number(next)) {
                            Some(value) => {
                                *slot = Some(value);
                                words.next();
                            }
                            None => go.without_number = Some(word.to_owned()),
                        }
                    }
                }
            }
        }
        go
    }

    /// Where the number of a word belongs; `None` for words that have none.
    fn slot(&mut self, word: &str) -> Option<&mut Option<i64>> {
        Some(match word {
            "perft" => &mut self.perft,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "movetime" => &mut self.move_time,
            "mate" => &mut self.mate,
            "movestogo" => &mut self.movestogo,
            "time" => &mut self.time,
            "increment" => &mut self.increment,
            "wtime" => &mut self.times[Color::Red.index()],
            "btime" => &mut self.times[Color::Black.index()],
            "winc" => &mut self.increments[Color::Red.index()],
            "binc" => &mut self.increments[Color::Black.index()],
            "byoyomi" => &mut self.byoyomi,
            _ => return None,
        })
    }

    /// How deep to count leaf nodes instead of searching.
    pub fn perft(&self) -> Option<u32> {
        self.perft.map(|depth| depth.clamp(0, MAX_PERFT) as u32)
    }

    /// Whether only the evaluation is asked for: `go depth 0`.
    pub fn is_static(&self) -> bool {
        self.depth == Some(0)
    }

    /// The bounds of the search for that side; UCCI's clock counts in units of `unit`.
    ///
    /// Everything that was given holds at once. If nothing bounds the search, it gets a short time, because
    /// some front ends send a bare `go draw` and wait for the answer.
    pub fn limits(&self, side: Color, unit: Duration) -> Limits {
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.clamp(1, i64::from(u16::MAX)) as u32),
            nodes: self.nodes.map(|nodes| nodes.max(1) as u64),
            mate: self.mate.filter(|&mate| mate > 0).map(|mate| mate.min(i64::from(u16::MAX)) as u32),
            search_moves: self.search_moves.clone(),
            ..Limits::default()
        };
        if self.infinite {
            return limits;
        }
        limits.move_time = self.move_time.map(|time| duration(time, Duration::from_millis(1)));
        limits.clock = self.clock(side, unit);
        if let (Some(clock), Some(byoyomi)) = (limits.clock, self.byoyomi)
            && clock.time.is_zero()
            && byoyomi > 0
        {
            limits.clock = None;
            limits.move_time = Some(duration(byoyomi, Duration::from_millis(1)));
        }
        let bounded = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.move_time.is_some()
            || limits.clock.is_some();
        if !bounded {
            limits.move_time = Some(DEFAULT_MOVE_TIME);
        }
        limits
    }

    /// The clock of the side to move. UCCI's word counts before UCI's, and where a front end sends only one
    /// of UCI's two clocks, that one is ours. Without an increment or a number of moves, the time is for
    /// the rest of the game.
    fn clock(&self, side: Color, unit: Duration) -> Option<Clock> {
        let milli = Duration::from_millis(1);
        let own = |both: [Option<i64>; 2]| both[side.index()].or(both[side.opponent().index()]);
        let (time, increment) = if let Some(time) = self.time {
            (duration(time, unit), self.increment.map_or(Duration::ZERO, |inc| duration(inc, unit)))
        } else {
            (
                duration(own(self.times)?, milli),
                own(self.increments).map_or(Duration::ZERO, |inc| duration(inc, milli)),
            )
        };
        let moves_to_go =
            self.movestogo.filter(|&moves| moves > 0).map(|moves| moves.min(i64::from(u16::MAX)) as u32);
        Some(Clock { time, increment, moves_to_go })
    }
}

/// An integer of any size, saturating; a fraction is cut off.
fn number(text: &str) -> Option<i64> {
    text.parse().ok().or_else(|| {
        let value: f64 = text.parse().ok()?;
        // The cast saturates, which is what is wanted of an absurd number; `nan` and `inf` are words.
        (value.is_finite() && text.ends_with(|c: char| c.is_ascii_digit())).then_some(value as i64)
    })
}

/// A number of units as a time that can be added up without care; negative is none left.
fn duration(value: i64, unit: Duration) -> Duration {
    let millis = value.max(0).saturating_mul(unit.as_millis() as i64);
    Duration::from_millis(millis.min(MAX_MILLIS) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: Duration = Duration::from_millis(1);
    const SECOND: Duration = Duration::from_secs(1);

    fn limits(text: &str) -> Limits {
        Go::parse(text).limits(Color::Red, MILLI)
    }

    fn clock(text: &str, side: Color, unit: Duration) -> (u128, u128, Option<u32>) {
        let clock = Go::parse(text).limits(side, unit).clock.expect("a clock");
        (clock.time.as_millis(), clock.increment.as_millis(), clock.moves_to_go)
    }

    #[test]
    fn words_come_in_any_order() {
        let text = "time 60998 opptime 60000 oppincrement 7000 increment 1000";
        assert_eq!(clock(text, Color::Red, MILLI), (60998, 1000, None));
        let text = "draw time 5 movestogo 10 opptime 9 oppmovestogo 3 depth 8";
        assert_eq!(clock(text, Color::Black, SECOND), (5000, 0, Some(10)));
        let go = Go::parse(text);
        assert!(go.draw && !go.ponder);
        assert_eq!(go.limits(Color::Red, SECOND).depth, Some(8));
    }

    #[test]
    fn the_words_of_uci() {
        let text = "wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 ponder";
        assert_eq!(clock(text, Color::Red, SECOND), (1000, 10, Some(5)));
        assert_eq!(clock(text, Color::Black, SECOND), (2000, 20, Some(5)));
        assert!(Go::parse(text).ponder);
        assert_eq!(clock("wtime 700", Color::Black, MILLI), (700, 0, None));
        assert_eq!(limits("movetime 250").move_time, Some(Duration::from_millis(250)));
        assert_eq!(limits("mate 3").mate, Some(3));
        assert_eq!(Go::parse("perft 5").perft(), Some(5));
        assert_eq!(limits("searchmoves h2e2 H0-G2 depth 3").search_moves.len(), 2);
        assert_eq!(limits("searchmoves h2e2 H0-G2 depth 3").depth, Some(3));
        let byoyomi = limits("btime 0 wtime 0 byoyomi 500");
        assert_eq!((byoyomi.move_time, byoyomi.clock), (Some(Duration::from_millis(500)), None));
    }

    #[test]
    fn without_bounds_the_time_is_short() {
        for text in
            ["", "draw", "ponder", "foo bar", "depth", "depth x", "movetime", "searchmoves", "time abc"]
        {
            assert_eq!(limits(text).move_time, Some(DEFAULT_MOVE_TIME), "{text}");
        }
        for (text, word) in [("depth x", Some("depth")), ("PERFT", Some("perft")), ("depth 3 foo", None)] {
            assert_eq!(Go::parse(text).without_number.as_deref(), word, "{text}");
        }
        assert_eq!(limits("infinite"), Limits::default());
        assert_eq!(limits("infinite wtime 5 btime 5"), Limits::default());
        assert_eq!(limits("mate 2").move_time, None);
    }

    #[test]
    fn absurd_numbers_are_tamed() {
        assert_eq!(clock("time -5 increment -3", Color::Red, SECOND), (0, 0, None));
        assert_eq!(clock("time 0 increment 0 movestogo 0", Color::Red, MILLI), (0, 0, None));
        let endless = clock("time 99999999999999999999999 increment 9e99", Color::Red, SECOND);
        assert_eq!(endless, (MAX_MILLIS as u128, MAX_MILLIS as u128, None));
        assert_eq!(clock("time 1.9", Color::Red, SECOND).0, 1000);
        assert_eq!(limits("nodes -1").nodes, Some(1));
        assert_eq!(limits("depth -4").depth, Some(1));
        assert!(Go::parse("depth 0").is_static() && !Go::parse("depth -1").is_static());
        assert_eq!(limits("depth 99999999999").depth, Some(u32::from(u16::MAX)));
        for text in ["time nan", "time inf", "time infinity", "time infinite"] {
            assert_eq!(limits(text).clock, None, "{text}");
        }
        assert!(Go::parse("time infinite").infinite);
    }
}
