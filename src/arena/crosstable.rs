//! The cross table of a tournament, as text and as a picture.

use super::record::GameRecord;
use super::standings::Standing;
use std::fmt::Write;

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
}

/// Half points for people: `1½`.
pub fn points_text(half_points: u32) -> String {
    match (half_points / 2, half_points % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

impl CrossTable<'_> {
    /// What a player made against another, in half points, if they have played.
    fn cell(&self, player: usize, opponent: usize) -> Option<u32> {
        let games = self.games.iter().filter(|game| {
            (game.red, game.black) == (player, opponent) || (game.red, game.black) == (opponent, player)
        });
        games.fold(None, |sum, game| Some(sum.unwrap_or(0) + game.result.half_points(game.side_of(player))))
    }

    /// The heads of the columns and the rows, as texts.
    fn rows(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let mut heads = vec![String::new(), "Engine".to_owned()];
        heads.extend((1..=self.standings.len()).map(|rank| rank.to_string()));
        heads.extend(["MP", "GP", "DE", "HS", "WB"].map(str::to_owned));
        let rows = self.standings.iter().map(|row| {
            let mut cells = vec![row.rank.to_string(), self.names[row.player].clone()];
            cells.extend(self.standings.iter().map(|other| {
                if other.player == row.player {
                    return "·".to_owned();
                }
                self.cell(row.player, other.player).map_or_else(String::new, points_text)
            }));
            cells.extend([
                row.match_points.to_string(),
                points_text(row.half_points),
                row.direct.to_string(),
                points_text(row.coefficient_halves),
                row.black_wins.to_string(),
            ]);
            cells
        });
        (heads, rows.collect())
    }

    /// The table as text.
    pub fn text(&self) -> String {
        let (heads, rows) = self.rows();
        let widths: Vec<_> = (0..heads.len())
            .map(|column| {
                let cells = rows.iter().chain([&heads]).map(|row| row[column].chars().count());
                cells.max().unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for row in [&heads].into_iter().chain(&rows) {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                // Writing to a string cannot fail.
                let _ = if column == 1 {
                    write!(line, "{cell:<width$}  ")
                } else {
                    write!(line, "{cell:>width$}  ")
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push_str(LEGEND);
        text.push('\n');
        text
    }

    /// The table as an SVG picture.
    pub fn svg(&self) -> String {
        const ROW: usize = 34;
        const TOP: usize = 96;
        let (heads, rows) = self.rows();
        let count = self.standings.len();
        let longest = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(8, 40);
        let widths: Vec<_> = (0..heads.len())
            .map(|column| match column {
                0 => 40,
                1 => longest * 9 + 24,
                _ if column < count + 2 => 46,
                _ => 54,
            })
            .collect();
        let width = widths.iter().sum::<usize>() + 48;
        let height = TOP + ROW * count + 64;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, sans-serif\" \
             font-size=\"15\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fdfbf6\"/>\n\
             <text x=\"24\" y=\"40\" font-size=\"22\" font-weight=\"600\" fill=\"#5a1a14\">{}</text>\n",
            escape(self.title)
        );
        push_row(&mut svg, &heads, &widths, TOP - 12, "#8a6d5a", None);
        for (index, row) in rows.iter().enumerate() {
            let y = TOP + ROW * index;
            let fill = if index % 2 == 0 { "#f5ecdf" } else { "#fdfbf6" };
            let _ = writeln!(
                svg,
                "<rect x=\"24\" y=\"{y}\" width=\"{}\" height=\"{ROW}\" fill=\"{fill}\"/>",
                width - 48
            );
            // The player's own square.
            let x = 24 + widths[..index + 2].iter().sum::<usize>();
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{ROW}\" fill=\"#d9c3ab\"/>",
                widths[index + 2]
            );
            push_row(&mut svg, row, &widths, y + 23, "#2b2320", Some(count + 2));
        }
        let _ = writeln!(
            svg,
            "<text x=\"24\" y=\"{}\" font-size=\"12\" fill=\"#8a6d5a\">{}</text>\n</svg>",
            height - 24,
            escape(LEGEND)
        );
        svg
    }
}

/// What the columns are.
const LEGEND: &str =
    "MP match points, GP game points, DE direct encounter, HS coefficient (hệ số), WB wins with Black";

/// Writes the cells of a row; the column `strong` is bold.
fn push_row(
    svg: &mut String,
    cells: &[String],
    widths: &[usize],
    y: usize,
    fill: &str,
    strong: Option<usize>,
) {
    let mut x = 24;
    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
        let (at, anchor) = if column == 1 { (x + 8, "start") } else { (x + width / 2, "middle") };
        let weight = if strong == Some(column) { " font-weight=\"700\"" } else { "" };
        let short: String = cell.chars().take(40).collect();
        if !short.is_empty() && short != "·" {
            let _ = writeln!(
                svg,
                "<text x=\"{at}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"{fill}\"{weight}>{}</text>",
                escape(&short)
            );
        }
        x += width;
    }
}

/// A text that is safe inside XML.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
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
        let names = ["A & <B>".to_owned(), "C".to_owned()];
        let table = standings(2, &met, &[], 0, 1);
        let cross = CrossTable { title: "T", names: &names, standings: &table, games: &games };
        let text = cross.text();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "   Engine   1   2  MP  GP  DE  HS  WB");
        assert_eq!(lines[1], "1  A & <B>  ·  1½   2  1½   0   0   0");
        assert_eq!(lines[2], "2  C        ½   ·   0   ½   0   0   0");
        let svg = cross.svg();
        assert!(svg.contains("A &amp; &lt;B&gt;") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }

    #[test]
    fn halves() {
        assert_eq!([0, 1, 2, 3].map(points_text), ["0", "½", "1", "1½"]);
    }
}
