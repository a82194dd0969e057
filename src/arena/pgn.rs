//! Games as PGN: the form of the Chinese programs, with moves in coordinates (`H2-E2`).
//!
//! A comment has no blanks, and a move's number follows it at once (`H2-E2 {+0.17/9,0.103s}1... H9-G7`), also
//! after the last move. Both are sound PGN, and simple readers, which take every word that ends in a point for a
//! number, pass over such comments; Python's `cchess` fails at any other.

use super::reason::Reason;
use super::record::{GameRecord, PlayedMove};
use crate::board::START_FEN;
use crate::core::Color;
use std::fmt::Write;

/// Lines are broken before they get longer than this.
const WIDTH: usize = 90;

/// What a file says of a game beside the game itself.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    /// What the games belong to.
    pub event: &'a str,
    /// Red's and Black's names.
    pub names: [&'a str; Color::COUNT],
    /// Red's and Black's time controls, in words.
    pub controls: [String; Color::COUNT],
    /// Whether moves come with score, depth and time.
    pub comments: bool,
}

/// Writes a game.
pub fn write(record: &GameRecord, tags: &Tags<'_>) -> String {
    let mut text = String::with_capacity(record.moves.len() * 30 + 600);
    let mut tag = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", tag_value(value));
    };
    let (date, time) = date_and_time(record.started);
    tag("Game", "Chinese Chess");
    tag("Event", tags.event);
    tag("Site", "?");
    tag("Date", &date);
    tag("Time", &time);
    tag("Round", &format!("{}.{}", record.round, record.game + 1));
    tag("Red", tags.names[0]);
    tag("Black", tags.names[1]);
    tag("Result", &record.result.to_string());
    if record.fen != START_FEN {
        tag("FEN", &record.fen);
    }
    tag("Opening", &record.opening);
    tag("Format", "ICCS");
    if tags.controls[0] == tags.controls[1] {
        tag("TimeControl", &tags.controls[0]);
    } else {
        tag("RedTimeControl", &tags.controls[0]);
        tag("BlackTimeControl", &tags.controls[1]);
    }
    tag("PlyCount", &record.moves.len().to_string());
    tag("Termination", termination(record.reason));
    tag("Reason", record.reason.text());
    if let Some(article) = record.reason.article() {
        tag("Article", article);
    }
    if !record.detail.is_empty() {
        tag("Detail", &record.detail);
    }
    push_moves(&mut text, record, tags.comments);
    let _ = writeln!(text, "{}\n", record.result);
    text
}

/// A value that cannot break out of its tag, nor confuse a reader that looks for brackets.
pub(super) fn tag_value(text: &str) -> String {
    let harmless = |c: char| match c {
        '[' => '(',
        ']' => ')',
        '"' | '\\' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    text.chars().take(300).map(harmless).collect()
}

/// The word that PGN has for how a game ended.
const fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "time forfeit",
        Reason::IllegalMove | Reason::NoMove => "rules infraction",
        Reason::NoStart | Reason::Crash | Reason::Silence | Reason::Flood => "abandoned",
        Reason::ScoreWin | Reason::ScoreDraw | Reason::Length => "adjudication",
        _ => "normal",
    }
}

fn push_moves(text: &mut String, record: &GameRecord, comments: bool) {
    let first = first_ply(&record.fen);
    let mut width = 0;
    let mut push = |word: &str, glued: bool| {
        if !glued && width > 0 {
            let fits = width + 1 + word.len() <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        text.push_str(word);
        width += word.len();
    };
    for (index, played) in record.moves.iter().enumerate() {
        let ply = index + first;
        let after_comment = comments && index > 0;
        if ply.is_multiple_of(2) {
            push(&format!("{}.", ply / 2 + 1), after_comment);
        } else if index == 0 || after_comment {
            push(&format!("{}...", ply / 2 + 1), after_comment);
        }
        let mv = played.mv.to_string().to_uppercase();
        push(&format!("{}-{}", &mv[..2], &mv[2..]), false);
        if comments {
            push(&comment(played), false);
        }
    }
    if comments && !record.moves.is_empty() {
        // The number of the move that was never made: the word that ends in a point.
        push(&format!("{}.", usize::midpoint(record.moves.len(), first) + 1), true);
    }
    if width > 0 {
        text.push('\n');
    }
}

/// The ply of a game at which a position stands, from 0, by the number of its move.
fn first_ply(fen: &str) -> usize {
    let mut fields = fen.split_whitespace().skip(1);
    let blacks = fields.next() == Some("b");
    let number = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1_usize);
    // No game has more moves than a journal has room for.
    2 * (number.clamp(1, 100_000) - 1) + usize::from(blacks)
}

/// `{+0.17/9,0.103s}`: score, depth, time.
fn comment(played: &PlayedMove) -> String {
    let score = match played.score {
        Some(score) => match score.mate_plies() {
            Some(plies) => format!("{}M{}", if plies > 0 { '+' } else { '-' }, (plies.abs() + 1) / 2),
            None => format!("{:+.2}", f64::from(score.0) / 100.0),
        },
        None => "?".to_owned(),
    };
    let depth = played.depth.map_or_else(|| "?".to_owned(), |depth| depth.to_string());
    format!("{{{score}/{depth},{:.3}s}}", f64::from(played.millis) / 1000.0)
}

/// Date and time of day, UTC, of a number of seconds since 1970, by the proleptic Gregorian calendar.
fn date_and_time(seconds: u64) -> (String, String) {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Eras of 400 years that begin on the first of March, so that a leap day is the last of its year.
    let day_of_era = (days + 719_468) % 146_097;
    let era = (days + 719_468) / 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (
        format!("{year:04}.{month:02}.{day:02}"),
        format!("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60),
    )
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample;
    use super::super::record::{GameRecord, Outcome};
    use super::*;
    use crate::games::{self, ReadOptions};
    use std::io::Cursor;

    fn text(record: &GameRecord, comments: bool) -> String {
        let controls = ["10+0.1".to_owned(), "10+0.1".to_owned()];
        write(record, &Tags { event: "a [test] of \"quotes\"", names: ["A", "B"], controls, comments })
    }

    #[test]
    fn a_game_with_and_without_comments() {
        let record = sample(0, Outcome::RedWins);
        let plain = text(&record, false);
        assert!(plain.starts_with("[Game \"Chinese Chess\"]\n[Event \"a (test) of 'quotes'\"]\n"), "{plain}");
        assert!(plain.contains("[Date \"2023.11.14\"]\n[Time \"22:13:20\"]\n"), "{plain}");
        assert!(plain.contains("[Article \"7.1.k\"]\n1. H2-E2 H9-G7 2. H0-G2\n1-0\n\n"), "{plain}");
        let full = text(&record, true);
        let moves = "1. H2-E2 {+0.17/9,0.103s}1... H9-G7 {-0.17/9,0.103s}2. H0-G2 {+M2/9,0.103s}2.\n1-0\n";
        assert!(full.contains(moves), "{full}");
        assert!(full.lines().all(|line| line.len() <= WIDTH + 30));
    }

    #[test]
    fn black_may_begin() {
        let mut record = sample(0, Outcome::Draw);
        record.fen = record.fen.replace(" w ", " b ");
        assert!(text(&record, false).contains("1... H2-E2 2. H9-G7 H0-G2\n1/2-1/2\n"));
        record.fen = record.fen.replace(" 0 1", " 0 7");
        assert!(text(&record, false).contains("7... H2-E2 8. H9-G7 H0-G2\n1/2-1/2\n"), "{}", record.fen);
    }

    #[test]
    fn what_was_written_is_read() {
        let record = sample(0, Outcome::RedWins);
        for comments in [false, true] {
            let written = text(&record, comments).repeat(2).into_bytes();
            let games = games::read(Cursor::new(written), &ReadOptions::default()).expect("a source");
            let games: Vec<_> = games.map(|game| game.expect("a game")).collect();
            assert_eq!(games.len(), 2);
            for game in games {
                assert!(game.line().eq(record.moves.iter().map(|played| played.mv)));
                assert_eq!(game.outcome, games::Outcome::RedWins);
            }
        }
    }

    #[test]
    fn dates() {
        assert_eq!(date_and_time(0), ("1970.01.01".to_owned(), "00:00:00".to_owned()));
        assert_eq!(date_and_time(951_782_400).0, "2000.02.29");
        assert_eq!(date_and_time(4_107_542_399), ("2100.02.28".to_owned(), "23:59:59".to_owned()));
    }
}
