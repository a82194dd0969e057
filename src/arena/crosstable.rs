//! The cross table of a tournament, as text and as a picture.

mod svg;

use super::record::GameRecord;
use super::standings::{Forfeit, Standing};

/// The widest name that is shown whole, in columns.
const MAX_NAME: usize = 28;

/// The figures behind the results: their heads, and what these mean.
const FIGURES: [(&str, &str); 5] = [
    ("MP", "match points"),
    ("GP", "game points"),
    ("DE", "direct encounter"),
    ("HS", "coefficient (hệ số)"),
    ("WB", "wins with Black"),
];

/// The mark behind the name of a player who has withdrawn.
const WITHDRAWN: &str = " †";

/// The mark behind a rank that only the lot decided.
const BY_LOT: &str = "*";

/// The marks behind a result with games that were not played: for who won by it, and for who lost.
const FORFEITS: [&str; 2] = ["+", "−"];

/// What is shown: the standings with the players' names and games.
#[derive(Clone, Debug)]
pub struct CrossTable<'a> {
    /// The title.
    pub title: &'a str,
    /// The names of the players.
    pub names: &'a [String],
    /// The table, best first.
    pub standings: &'a [Standing],
    /// The games.
    pub games: &'a [GameRecord],
    /// The players who have withdrawn.
    pub withdrawn: &'a [usize],
    /// The points for games that were not played.
    pub forfeits: &'a [Forfeit],
}

/// What a player made against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Score {
    half_points: u32,
    games: u32,
    /// One of [`FORFEITS`], or nothing.
    mark: &'static str,
}

/// A player's line.
#[derive(Clone, Debug)]
struct Row {
    rank: usize,
    /// The rank with its mark.
    place: String,
    name: String,
    /// Where it would meet itself: rounds without an opponent.
    byes: String,
    /// Against the others, best first; nothing against itself, and against those that it has not met.
    scores: Vec<Option<Score>>,
    /// In half points.
    figures: [u32; FIGURES.len()],
}

impl CrossTable<'_> {
    fn rows(&self) -> Vec<Row> {
        let row = |row: &Standing| Row {
            rank: row.rank,
            place: row.rank.to_string() + if row.by_lot { BY_LOT } else { "" },
            byes: match row.byes {
                0 => String::new(),
                1 => "bye".to_owned(),
                count => format!("bye×{count}"),
            },
            name: self.name(row.player),
            scores: self.standings.iter().map(|other| self.score(row.player, other.player)).collect(),
            figures: [
                2 * row.match_points,
                row.half_points,
                2 * row.direct,
                row.coefficient_halves,
                2 * row.black_wins,
            ],
        };
        self.standings.iter().map(row).collect()
    }

    fn name(&self, player: usize) -> String {
        let name = shortened(&self.names[player], MAX_NAME);
        if self.withdrawn.contains(&player) { name + WITHDRAWN } else { name }
    }

    fn score(&self, player: usize, opponent: usize) -> Option<Score> {
        let games = self.games.iter().filter(|game| {
            (game.red, game.black) == (player, opponent) || (game.red, game.black) == (opponent, player)
        });
        let played = games.fold(None, |sum: Option<Score>, game| {
            let Score { half_points, games, mark } = sum.unwrap_or_default();
            let more = game.result.half_points(game.side_of(player));
            Some(Score { half_points: half_points + more, games: games + 1, mark })
        });
        let forfeits = self.forfeits.iter().filter_map(|forfeit| {
            let is_won = (forfeit.winner, forfeit.loser) == (player, opponent);
            let is_lost = (forfeit.loser, forfeit.winner) == (player, opponent);
            (is_won || is_lost).then_some((is_won, forfeit.half_points))
        });
        forfeits.fold(played, |sum, (is_won, more)| {
            let Score { half_points, games, .. } = sum.unwrap_or_default();
            Some(Score {
                half_points: half_points + if is_won { more } else { 0 },
                games: games + more / 2,
                mark: FORFEITS[usize::from(!is_won)],
            })
        })
    }

    /// What the columns mean.
    fn legend(&self) -> Vec<String> {
        let mut legend: Vec<_> = FIGURES.iter().map(|(head, meaning)| format!("{head} {meaning}")).collect();
        if !self.withdrawn.is_empty() {
            legend.push(format!("{} withdrawn", WITHDRAWN.trim()));
        }
        if !self.forfeits.is_empty() {
            legend.push(format!("{} games not played", FORFEITS.join(" ")));
        }
        if self.standings.iter().any(|row| row.byes > 0) {
            legend.push("bye without an opponent".to_owned());
        }
        if self.standings.iter().any(|row| row.by_lot) {
            legend.push(format!("{BY_LOT} by the lot"));
        }
        legend
    }

    /// The table as text.
    pub fn text(&self) -> String {
        let rows = self.rows();
        let column = |head: String, cells: Vec<Cell>| Column { head, cells };
        let mut columns = vec![
            column(String::new(), rows.iter().map(|row| Cell::text(row.place.clone())).collect()),
            column("Engine".to_owned(), rows.iter().map(|row| Cell::text(row.name.clone())).collect()),
        ];
        columns.extend(rows.iter().enumerate().map(|(at, other)| {
            let cell = |(own, row): (usize, &Row)| match row.scores[at] {
                _ if own == at && row.byes.is_empty() => Cell::text("·".to_owned()),
                _ if own == at => Cell::text(row.byes.clone()),
                Some(Score { half_points, mark: "", .. }) => Cell::points(half_points),
                Some(score) => Cell::text(score.text()),
                None => Cell::text(String::new()),
            };
            column(other.rank.to_string(), rows.iter().enumerate().map(cell).collect())
        }));
        columns.extend(FIGURES.iter().enumerate().map(|(at, (head, _))| {
            column((*head).to_owned(), rows.iter().map(|row| Cell::points(row.figures[at])).collect())
        }));
        let columns: Vec<_> =
            columns.iter().enumerate().map(|(index, column)| column.lines(index == 1)).collect();
        let lines = (0..=rows.len()).map(|line| {
            let cells: Vec<_> = columns.iter().map(|column| column[line].as_str()).collect();
            cells.join("  ").trim_end().to_owned() + "\n"
        });
        lines.chain([self.legend().join(", ") + "\n"]).collect()
    }
}

impl Score {
    fn text(self) -> String {
        let (whole, is_half) = points_parts(self.half_points);
        whole + if is_half { "½" } else { "" } + self.mark
    }
}

/// A cell of the text table: halves stand in a column of their own, behind the numbers.
#[derive(Clone, Debug)]
struct Cell {
    text: String,
    is_half: bool,
}

impl Cell {
    const fn text(text: String) -> Self {
        Self { text, is_half: false }
    }

    fn points(half_points: u32) -> Self {
        let (text, is_half) = points_parts(half_points);
        Self { text, is_half }
    }
}

struct Column {
    head: String,
    cells: Vec<Cell>,
}

impl Column {
    /// Its lines, all as wide: the head, then the cells, numbers on the right.
    fn lines(&self, is_name: bool) -> Vec<String> {
        let has_halves = self.cells.iter().any(|cell| cell.is_half);
        let half = |cell: &Cell| if cell.is_half { "½" } else { " " };
        let texts: Vec<_> = self
            .cells
            .iter()
            .map(|cell| if has_halves { cell.text.clone() + half(cell) } else { cell.text.clone() })
            .collect();
        // The head stands over the whole numbers, if there is room.
        let widest = texts.iter().map(|text| columns(text)).max().unwrap_or(0);
        let is_shifted = has_halves && columns(&self.head) < widest;
        let head = if is_shifted { self.head.clone() + " " } else { self.head.clone() };
        let all = || [&head].into_iter().chain(&texts);
        let width = all().map(|text| columns(text)).max().unwrap_or(0);
        all()
            .map(|text| {
                let blanks = " ".repeat(width - columns(text));
                if is_name { text.clone() + &blanks } else { blanks + text }
            })
            .collect()
    }
}

/// Whole points, and whether there is half a point more; half a point alone has no 0 before it.
fn points_parts(half_points: u32) -> (String, bool) {
    match (half_points / 2, half_points % 2 == 1) {
        (0, true) => (String::new(), true),
        (whole, is_half) => (whole.to_string(), is_half),
    }
}

/// How many columns of a terminal, or widths of a digit, a text takes: Chinese and the like take two a letter.
fn columns(text: &str) -> usize {
    text.chars().map(letter_columns).sum()
}

const fn letter_columns(letter: char) -> usize {
    match letter as u32 {
        // Combining marks.
        0x300..=0x36f => 0,
        // Hangul Jamo; CJK with its marks, Kana and Hangul; compatibility and full-width forms; the planes of
        // rare characters and of emoji.
        0x1100..=0x115f
        | 0x2e80..=0xd7ff
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0x1f300..=0x1faff
        | 0x2_0000..=0x3_ffff => 2,
        _ => 1,
    }
}

/// A text that is no wider than so many columns, and has nothing that would upset a terminal.
fn shortened(text: &str, width: usize) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if columns(&text) <= width {
        return text;
    }
    let mut room = width - 1;
    let kept: String = text
        .chars()
        .take_while(|&letter| {
            let fits = letter_columns(letter) <= room;
            room = room.saturating_sub(letter_columns(letter));
            fits
        })
        .collect();
    kept.trim_end().to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use super::super::record::Outcome;
    use super::super::record::tests::sample;
    use super::super::standings::{Encounter, standings};
    use super::*;

    #[test]
    fn a_table_for_people() {
        let games = [sample(0, Outcome::RedWins), sample(1, Outcome::Draw)];
        let met = [Encounter { round: 1, players: [0, 1], half_points: [3, 1], black_wins: [0; 2] }];
        let names = ["A & <B>".to_owned(), "象棋".to_owned()];
        let table = standings(2, &met, &[], 0, 1);
        let cross = CrossTable {
            title: "T & U",
            names: &names,
            standings: &table,
            games: &games,
            withdrawn: &[1],
            forfeits: &[],
        };
        assert_eq!(
            cross.text(),
            "   Engine   1   2   MP  GP  DE  HS  WB\n\
             1  A & <B>  ·   1½   2  1½   0   0   0\n\
             2  象棋 †    ½  ·    0   ½   0   0   0\n\
             MP match points, GP game points, DE direct encounter, HS coefficient (hệ số), WB wins with Black, \
             † withdrawn\n"
        );
        let svg = cross.svg();
        assert!(svg.contains("A &amp; &lt;B&gt;") && svg.contains("T &amp; U") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }

    #[test]
    fn what_was_not_played_is_shown() {
        let games = [sample(0, Outcome::Draw)];
        let met = [Encounter { round: 1, players: [0, 1], half_points: [3, 1], black_wins: [0; 2] }];
        let names = ["A", "B", "C", "D"].map(str::to_owned);
        let table = standings(4, &met, &[2, 3], 4, 1);
        let forfeits = [Forfeit { winner: 0, loser: 1, half_points: 2 }];
        let cross = CrossTable {
            title: "",
            names: &names,
            standings: &table,
            games: &games,
            withdrawn: &[],
            forfeits: &forfeits,
        };
        for shown in [cross.text(), cross.svg()] {
            for part in ["1½+", "½−", "bye", "1*", "2*", "+ − games not played", "* by the lot"] {
                assert!(shown.contains(part), "{part}: {shown}");
            }
            assert!(!shown.contains("3*"), "{shown}");
        }
    }

    #[test]
    fn halves_stand_behind_the_numbers() {
        assert_eq!(points_parts(0), ("0".to_owned(), false));
        assert_eq!(points_parts(1), (String::new(), true));
        assert_eq!(points_parts(21), ("10".to_owned(), true));
        let cells = [20, 1, 3].map(Cell::points).to_vec();
        assert_eq!(Column { head: "GP".to_owned(), cells }.lines(false), ["GP ", "10 ", "  ½", " 1½"]);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("short", 8), "short");
        assert_eq!(shortened("a rather long name", 9), "a rather…");
        assert_eq!(shortened("象棋引擎", 6), "象棋…");
        assert_eq!(shortened("a\u{1b}[31m", 10), "a [31m");
        assert_eq!(columns("hệ số"), 5);
    }
}
