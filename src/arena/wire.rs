//! The words of UCCI and UCI, from a runner's side: what to send, and what the answers mean.

use super::clock::Clock;
use super::spec::Limits;
use crate::core::{Color, Move, Rank, Score};
use std::fmt::Write;

/// How an engine is spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dialect {
    /// UCCI; else UCI.
    pub ucci: bool,
    /// Ranks from 1 to 10.
    pub ranks_from_one: bool,
    /// UCCI's clock counts in milliseconds, not in seconds.
    pub milliseconds: bool,
}

/// What a `go` says beside the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    /// Think.
    Think,
    /// Think; the opponent offers a draw.
    DrawOffered,
    /// Think in the opponent's time.
    Ponder,
}

/// What an engine's last word on a position was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Best {
    /// The move, if it said one that can be read.
    pub mv: Option<Move>,
    /// The line, cut short.
    pub text: String,
    /// The reply that it expects.
    pub ponder: Option<Move>,
    /// It offers a draw, or accepts one.
    pub draw: bool,
    /// It resigns.
    pub resign: bool,
    /// It says that there is no move.
    pub none: bool,
}

/// What an engine said of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Info {
    /// The score, from the engine's view.
    pub score: Option<Score>,
    /// The depth.
    pub depth: Option<u32>,
    /// The nodes.
    pub nodes: Option<u64>,
}

impl Dialect {
    /// `setoption`.
    pub(super) fn option(self, name: &str, value: &str) -> String {
        if self.ucci {
            format!("setoption {name} {value}\n")
        } else {
            format!("setoption name {name} value {value}\n")
        }
    }

    /// `position`, with all moves since the game began.
    pub(super) fn position(self, fen: &str, moves: &[Move]) -> String {
        let mut text = format!("position fen {fen}");
        if !moves.is_empty() {
            text.push_str(" moves");
        }
        for &mv in moves {
            text.push(' ');
            self.push_move(&mut text, mv);
        }
        text.push('\n');
        text
    }

    fn push_move(self, text: &mut String, mv: Move) {
        let first = u32::from(self.ranks_from_one);
        for square in [mv.from(), mv.to()] {
            let file = char::from(b'a' + square.file().index() as u8);
            // Writing to a string cannot fail.
            let _ = write!(text, "{file}{}", square.rank().index() as u32 + first);
        }
    }

    /// `go`, for the side to move; `clocks` are Red's and Black's.
    pub(super) fn go(self, call: Call, side: Color, limits: &Limits, clocks: [Option<&Clock>; 2]) -> String {
        let mut text = "go".to_owned();
        match call {
            Call::Ponder => text.push_str(" ponder"),
            Call::DrawOffered if self.ucci => text.push_str(" draw"),
            Call::DrawOffered | Call::Think => {}
        }
        if self.ucci {
            self.push_ucci_clock(&mut text, side, limits, clocks);
        } else {
            Self::push_uci_clock(&mut text, side, limits, clocks);
        }
        let mut push = |word: &str, value: Option<u64>| {
            if let Some(value) = value {
                let _ = write!(text, " {word} {value}");
            }
        };
        push("depth", limits.depth.map(u64::from));
        push("nodes", limits.nodes);
        text.push('\n');
        text
    }

    fn push_ucci_clock(self, text: &mut String, side: Color, limits: &Limits, clocks: [Option<&Clock>; 2]) {
        let unit = if self.milliseconds { 1 } else { 1000 };
        let mut push = |word: &str, value: u128| {
            let _ = write!(text, " {word} {value}");
        };
        if let Some(own) = clocks[side.index()] {
            for (clock, prefix) in [(Some(own), ""), (clocks[(!side).index()], "opp")] {
                let Some(clock) = clock else { continue };
                push(&format!("{prefix}time"), clock.left().as_millis() / unit);
                if let Some(moves) = clock.moves_to_go() {
                    push(&format!("{prefix}movestogo"), u128::from(moves));
                }
                if clock.moves_to_go().is_none() || !clock.increment().is_zero() {
                    push(&format!("{prefix}increment"), clock.increment().as_millis() / unit);
                }
            }
        }
        if let Some(time) = limits.move_time {
            // The protocol has no word for a fixed time: all of it is for one move. Those who know UCI's
            // word may use it.
            if clocks[side.index()].is_none() {
                push("time", time.as_millis() / unit);
                push("movestogo", 1);
            }
            push("movetime", time.as_millis());
        }
    }

    fn push_uci_clock(text: &mut String, side: Color, limits: &Limits, clocks: [Option<&Clock>; 2]) {
        let mut push = |word: &str, value: u128| {
            let _ = write!(text, " {word} {value}");
        };
        if let Some(own) = clocks[side.index()] {
            let [red, black] = clocks.map(|clock| clock.unwrap_or(own));
            push("wtime", red.left().as_millis());
            push("btime", black.left().as_millis());
            push("winc", red.increment().as_millis());
            push("binc", black.increment().as_millis());
            if let Some(moves) = own.moves_to_go() {
                push("movestogo", u128::from(moves));
            }
        }
        if let Some(time) = limits.move_time {
            push("movetime", time.as_millis());
        }
    }

    /// The answer in a line, if it is one.
    pub(super) fn best(self, line: &str) -> Option<Best> {
        let mut words = line.split_whitespace();
        let none = match words.next()? {
            "bestmove" => false,
            "nobestmove" => true,
            _ => return None,
        };
        let text: String = line.chars().take(80).collect();
        let rest: Vec<_> = words.take(8).collect();
        let word = if none { None } else { rest.first().copied() };
        let ponder = rest.iter().position(|&word| word == "ponder").and_then(|at| rest.get(at + 1));
        Some(Best {
            mv: word.and_then(|word| self.read_move(word)),
            text,
            ponder: ponder.and_then(|word| self.read_move(word)),
            draw: rest.contains(&"draw"),
            resign: rest.contains(&"resign"),
            none: none || matches!(word, Some("(none)" | "0000" | "null" | "none")),
        })
    }

    fn read_move(self, word: &str) -> Option<Move> {
        if !self.ranks_from_one {
            return word.parse().ok();
        }
        let mut text = String::with_capacity(4);
        let mut rest = word;
        for _ in 0..2 {
            let digits = rest.get(1..)?;
            let length = digits.bytes().take_while(u8::is_ascii_digit).count();
            let rank: usize = digits.get(..length)?.parse().ok()?;
            text.push_str(rest.get(..1)?);
            // Ranks 1 to 10 become 0 to 9.
            let _ = write!(text, "{}", rank.checked_sub(1).filter(|&rank| rank < Rank::COUNT)?);
            rest = digits.get(length..)?;
        }
        if rest.is_empty() { text.parse().ok() } else { None }
    }
}

impl Info {
    /// Reads a line of a search.
    pub(super) fn read(line: &str) -> Self {
        let words: Vec<_> = line.split_whitespace().take_while(|&word| word != "pv").take(64).collect();
        let after = |word: &str| words.iter().position(|&other| other == word).map(|at| &words[at + 1..]);
        let number = |word: &str| after(word).and_then(|rest| rest.first()?.parse::<u64>().ok());
        Self {
            score: after("score").and_then(read_score),
            depth: number("depth").and_then(|depth| depth.try_into().ok()),
            nodes: number("nodes"),
        }
    }
}

/// `cp N`, `mate N` (in moves), or UCCI's bare `N`, where a mate is a number near [`Score::MATE`].
fn read_score(words: &[&str]) -> Option<Score> {
    let value = |at: usize| words.get(at)?.parse::<i32>().ok();
    let moves = |moves: i32| {
        let moves = moves.clamp(-400, 400);
        if moves > 0 { Score(Score::MATE.0 - (2 * moves - 1)) } else { Score(-Score::MATE.0 - 2 * moves) }
    };
    let centipawns = |value: i32| Score(value.clamp(-Score::MATE.0, Score::MATE.0));
    match *words.first()? {
        "mate" => value(1).map(moves),
        "cp" => value(1).map(centipawns),
        _ => value(0).map(centipawns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const UCCI: Dialect = Dialect { ucci: true, ranks_from_one: false, milliseconds: true };
    const UCI: Dialect = Dialect { ucci: false, ranks_from_one: false, milliseconds: true };
    const UCI10: Dialect = Dialect { ranks_from_one: true, ..UCI };

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn commands() {
        assert_eq!(UCCI.option("hashsize", "64"), "setoption hashsize 64\n");
        assert_eq!(UCI.option("Hash", "64"), "setoption name Hash value 64\n");
        assert_eq!(UCCI.position("F", &[]), "position fen F\n");
        assert_eq!(UCI10.position("F", &[mv("h2e2"), mv("a9a8")]), "position fen F moves h3e3 a10a9\n");
    }

    #[test]
    fn clocks_in_both_protocols() {
        let red = Clock::new(&"10+0.5".parse().unwrap());
        let black = Clock::new(&"40/20".parse().unwrap());
        let clocks = [Some(&red), Some(&black)];
        let limits = Limits { depth: Some(7), ..Limits::default() };
        assert_eq!(
            UCCI.go(Call::DrawOffered, Color::Red, &limits, clocks),
            "go draw time 10000 increment 500 opptime 20000 oppmovestogo 40 depth 7\n"
        );
        let seconds = Dialect { milliseconds: false, ..UCCI };
        assert_eq!(
            seconds.go(Call::Ponder, Color::Black, &limits, clocks),
            "go ponder time 20 movestogo 40 opptime 10 oppincrement 0 depth 7\n"
        );
        assert_eq!(
            UCI.go(Call::DrawOffered, Color::Black, &Limits::default(), clocks),
            "go wtime 10000 btime 20000 winc 500 binc 0 movestogo 40\n"
        );
    }

    #[test]
    fn a_fixed_time_and_nodes() {
        let limits = Limits { move_time: Some(Duration::from_millis(250)), ..Limits::default() };
        let call = Call::Think;
        assert_eq!(UCCI.go(call, Color::Red, &limits, [None; 2]), "go time 250 movestogo 1 movetime 250\n");
        assert_eq!(UCI.go(call, Color::Red, &limits, [None; 2]), "go movetime 250\n");
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        assert_eq!(UCI.go(call, Color::Black, &limits, [None; 2]), "go nodes 1000\n");
    }

    #[test]
    fn answers() {
        let best = UCCI.best("bestmove h2e2 ponder h9g7 draw").unwrap();
        assert_eq!(
            (best.mv, best.ponder, best.draw, best.resign),
            (Some(mv("h2e2")), Some(mv("h9g7")), true, false)
        );
        assert!(UCCI.best("bestmove h2e2 resign").unwrap().resign);
        assert!(UCCI.best("nobestmove").unwrap().none && UCI.best("bestmove (none)").unwrap().none);
        assert_eq!(UCI10.best("bestmove a10a9").unwrap().mv, Some(mv("a9a8")));
        assert_eq!(UCI10.best("bestmove h3e3 ponder h10g8").unwrap().ponder, Some(mv("h9g7")));
        for line in ["", "info x", "bestmov h2e2", " ", "xbestmove h2e2"] {
            assert_eq!(UCCI.best(line), None, "{line}");
        }
        for line in ["bestmove", "bestmove x", "bestmove 漢字漢字", "bestmove é2e2", "bestmove h2e2q"] {
            let best = UCI10.best(line).unwrap();
            assert_eq!((best.mv, best.none), (None, false), "{line}");
            assert_eq!(UCCI.best(line).unwrap().mv, None);
        }
        for line in ["bestmove a0a1", "bestmove a11a1", "bestmove a99999999999999999999a1", "bestmove a1"] {
            assert_eq!(UCI10.best(line).unwrap().mv, None, "{line}");
        }
    }

    #[test]
    fn scores_of_every_kind() {
        let score = |text: &str| Info::read(text).score.map(|score| score.0);
        assert_eq!(score("info depth 3 score 17 nodes 49 pv g3g4"), Some(17));
        assert_eq!(score("info depth 3 score cp -17 upperbound"), Some(-17));
        assert_eq!(score("info score mate 2"), Some(29_997));
        assert_eq!(score("info score mate -1"), Some(-29_998));
        assert_eq!(score("info score 29997"), Some(29_997));
        assert_eq!(score("info score 99999999"), Some(30_000));
        assert_eq!(score("info pv score 5"), None);
        for text in ["info score", "info score cp", "info score x", "info score 9999999999999"] {
            assert_eq!(score(text), None, "{text}");
        }
        let info = Info::read("info depth 12 seldepth 20 score 5 nodes 12345 nps 1 pv a0a1");
        assert_eq!((info.depth, info.nodes), (Some(12), Some(12_345)));
    }
}
