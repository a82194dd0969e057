//! The cross table as an SVG picture.

use super::{CrossTable, FIGURES, Row, Score, columns, points_parts, shortened};
use crate::arena::report::count_of_games;
use std::fmt::{Display, Write};

/// What is left free around the picture, in pixels as all lengths here.
const MARGIN: usize = 28;
const TITLE_HEIGHT: usize = 74;
const HEAD_HEIGHT: usize = 30;
const ROW_HEIGHT: usize = 36;
const LEGEND_LINE: usize = 20;
const RANK_WIDTH: usize = 44;
/// Where names begin.
const NAME_LEFT: usize = MARGIN + RANK_WIDTH;
const SCORE_WIDTH: usize = 44;
const FIGURE_WIDTH: usize = 54;
/// Between the results and the figures.
const GAP: usize = 12;
/// The narrowest table: a title and a legend have to fit.
const MIN_TABLE_WIDTH: usize = 520;
/// The width of a digit, for every 10 pixels of the font's size; wide enough for common fonts.
const DIGIT_WIDTH: usize = 6;
const FONT_SIZE: usize = 15;
const TITLE_SIZE: usize = 24;
const SMALL_SIZE: usize = 12;

const PAPER: &str = "#fffdf8";
const INK: &str = "#2a211c";
const PALE_INK: &str = "#7d6a5b";
const TITLE_INK: &str = "#7a1f16";
const LINE: &str = "#e6dac8";
const STRIPE: &str = "#faf4e9";
const OWN_SQUARE: &str = "#e9dfd0";
/// Behind results, from lost to won.
const RESULT_FILLS: [&str; 5] = ["#f3c1b5", "#f7dccb", "#f4ebc8", "#dcebc6", "#b9deb4"];
const RESULT_NAMES: [&str; 5] = ["lost", "less than half", "level", "more than half", "won"];
/// Behind the first three ranks.
const MEDALS: [&str; 3] = ["#e8c34a", "#c9ccd1", "#d9a273"];

/// Where the columns are.
struct Layout {
    name_width: usize,
    players: usize,
}

impl Layout {
    fn new(rows: &[Row]) -> Self {
        let longest = rows.iter().map(|row| columns(&row.name)).max().unwrap_or(0).max(6);
        let needed = text_width(longest, FONT_SIZE) + 24;
        let others = RANK_WIDTH + rows.len() * SCORE_WIDTH + GAP + FIGURES.len() * FIGURE_WIDTH;
        Self { name_width: needed.max(MIN_TABLE_WIDTH.saturating_sub(others)), players: rows.len() }
    }

    /// The left edge of the results against an opponent.
    const fn score(&self, opponent: usize) -> usize {
        NAME_LEFT + self.name_width + opponent * SCORE_WIDTH
    }

    /// The left edge of a figure.
    const fn figure(&self, index: usize) -> usize {
        self.score(self.players) + GAP + index * FIGURE_WIDTH
    }

    const fn right(&self) -> usize {
        self.figure(FIGURES.len())
    }
}

/// The top of a row.
const fn row_top(index: usize) -> usize {
    MARGIN + TITLE_HEIGHT + HEAD_HEIGHT + index * ROW_HEIGHT
}

/// About how wide a text is.
const fn text_width(columns: usize, size: usize) -> usize {
    columns * size * DIGIT_WIDTH / 10
}

impl CrossTable<'_> {
    /// The table as an SVG picture.
    pub fn svg(&self) -> String {
        let rows = self.rows();
        let layout = Layout::new(&rows);
        let legend = self.legend_lines(layout.right() - MARGIN);
        let legend_top = row_top(rows.len()) + 26;
        let height = legend_top + (legend.len() + 1) * LEGEND_LINE + MARGIN - 8;
        let mut picture = Picture::new(layout.right() + MARGIN, height, self.title);
        self.draw_title(&mut picture, &layout);
        draw_heads(&mut picture, &layout);
        for (index, row) in rows.iter().enumerate() {
            draw_row(&mut picture, &layout, index, row);
        }
        draw_scale(&mut picture, legend_top);
        for (index, line) in legend.iter().enumerate() {
            let y = legend_top + (index + 1) * LEGEND_LINE + 4;
            picture.text(MARGIN, y, line, &Style { size: SMALL_SIZE, fill: PALE_INK, ..Style::default() });
        }
        picture.finish()
    }

    fn draw_title(&self, picture: &mut Picture, layout: &Layout) {
        // A bold title is wider than its digits.
        let room = (layout.right() - MARGIN) / text_width(11, TITLE_SIZE).max(1) * 10;
        let title = shortened(self.title, room);
        let style = Style { size: TITLE_SIZE, weight: 700, fill: TITLE_INK, ..Style::default() };
        picture.text(MARGIN, MARGIN + 22, &title, &style);
        let (players, games) = (self.standings.len(), self.games.len());
        let subtitle = format!("{players} engines, {}", count_of_games(games as u64));
        let style = Style { size: SMALL_SIZE + 1, fill: PALE_INK, ..Style::default() };
        picture.text(MARGIN, MARGIN + 46, &subtitle, &style);
    }

    /// The meanings of the columns, in lines of no more than this width.
    fn legend_lines(&self, width: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for part in self.legend() {
            match lines.last_mut() {
                Some(line) if text_width(columns(line) + columns(&part) + 3, SMALL_SIZE) < width => {
                    line.push_str("   ");
                    line.push_str(&part);
                }
                _ => lines.push(part),
            }
        }
        lines
    }
}

fn draw_heads(picture: &mut Picture, layout: &Layout) {
    let style = Style { size: SMALL_SIZE + 1, weight: 600, fill: PALE_INK, ..Style::default() };
    let y = row_top(0) - 10;
    picture.text(NAME_LEFT, y, "Engine", &style);
    let middle = Style { anchor: "middle", ..style };
    for opponent in 0..layout.players {
        picture.text(layout.score(opponent) + SCORE_WIDTH / 2, y, &(opponent + 1).to_string(), &middle);
    }
    for (index, (head, _)) in FIGURES.iter().enumerate() {
        picture.text(layout.figure(index) + FIGURE_WIDTH / 2, y, head, &middle);
    }
    picture.rect([MARGIN, row_top(0) - 1, layout.right() - MARGIN, 1], LINE, 0);
}

fn draw_row(picture: &mut Picture, layout: &Layout, index: usize, row: &Row) {
    let (top, baseline) = (row_top(index), row_top(index) + ROW_HEIGHT / 2 + 5);
    if index % 2 == 1 {
        picture.rect([MARGIN, top, layout.right() - MARGIN, ROW_HEIGHT], STRIPE, 0);
    }
    if let Some(medal) = MEDALS.get(index).filter(|_| layout.players > index + 1) {
        picture.circle(MARGIN + RANK_WIDTH / 2 - 4, top + ROW_HEIGHT / 2, 12, medal);
    }
    let plain = Style::default();
    let middle = Style { anchor: "middle", ..plain };
    let bold = Style { weight: 700, ..plain };
    picture.text(MARGIN + RANK_WIDTH / 2 - 4, baseline, &row.place, &middle);
    picture.text(NAME_LEFT, baseline, &row.name, if index == 0 { &bold } else { &plain });
    for (opponent, score) in row.scores.iter().enumerate() {
        let x = layout.score(opponent);
        let square = [x + 2, top + 2, SCORE_WIDTH - 4, ROW_HEIGHT - 4];
        match score {
            _ if opponent == index => {
                picture.rect(square, OWN_SQUARE, 4);
                let style = Style { size: SMALL_SIZE, fill: PALE_INK, ..middle };
                picture.text(x + SCORE_WIDTH / 2, baseline, &row.byes, &style);
            }
            Some(score) => {
                picture.rect(square, RESULT_FILLS[shade(*score)], 4);
                picture.text(x + SCORE_WIDTH / 2, baseline, &score.text(), &middle);
            }
            None => {}
        }
    }
    for (at, &half_points) in row.figures.iter().enumerate() {
        // Numbers end, and halves begin, at the same place in all rows.
        let x = layout.figure(at) + FIGURE_WIDTH / 2 + 6;
        let (whole, is_half) = points_parts(half_points);
        let style = if at == 0 { bold } else { plain };
        if !whole.is_empty() {
            picture.text(x, baseline, &whole, &Style { anchor: "end", ..style });
        }
        if is_half {
            picture.text(x, baseline, "½", &style);
        }
    }
    picture.rect([MARGIN, top + ROW_HEIGHT - 1, layout.right() - MARGIN, 1], LINE, 0);
}

/// Which of the fills shows a result: lost altogether, less than half, half, more, won altogether.
fn shade(score: Score) -> usize {
    let (made, all) = (score.half_points, 2 * score.games);
    match made {
        0 => 0,
        made if made == all => 4,
        made if 2 * made == all => 2,
        made if 2 * made < all => 1,
        _ => 3,
    }
}

/// What the colours mean.
fn draw_scale(picture: &mut Picture, top: usize) {
    let style = Style { size: SMALL_SIZE, fill: PALE_INK, ..Style::default() };
    let mut x = MARGIN;
    for (fill, name) in RESULT_FILLS.iter().zip(RESULT_NAMES) {
        picture.rect([x, top - 10, 14, 14], fill, 3);
        picture.text(x + 20, top + 1, name, &style);
        x += 20 + text_width(columns(name), SMALL_SIZE) + 18;
    }
}

/// How a text looks.
#[derive(Clone, Copy)]
struct Style {
    size: usize,
    weight: usize,
    fill: &'static str,
    anchor: &'static str,
}

impl Default for Style {
    fn default() -> Self {
        Self { size: FONT_SIZE, weight: 400, fill: INK, anchor: "start" }
    }
}

/// A picture being drawn.
struct Picture(String);

impl Picture {
    fn new(width: usize, height: usize, title: &str) -> Self {
        let mut picture = Self(String::new());
        picture.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', 'Microsoft YaHei', \
             'PingFang SC', 'Noto Sans CJK SC', sans-serif\">"
        ));
        picture.line(format_args!("<title>{}</title>", escape(title)));
        picture.rect([0, 0, width, height], PAPER, 0);
        picture
    }

    fn line(&mut self, line: impl Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    /// A rectangle: x, y, width, height.
    fn rect(&mut self, [x, y, width, height]: [usize; 4], fill: &str, radius: usize) {
        self.line(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" fill=\"{fill}\"/>"
        ));
    }

    fn circle(&mut self, x: usize, y: usize, radius: usize, fill: &str) {
        self.line(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>"));
    }

    fn text(&mut self, x: usize, y: usize, text: &str, style: &Style) {
        let Style { size, weight, fill, anchor } = style;
        self.line(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{fill}\" \
             text-anchor=\"{anchor}\" xml:space=\"preserve\">{}</text>",
            escape(text)
        ));
    }

    fn finish(mut self) -> String {
        self.line("</svg>");
        self.0
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
            // Neither is allowed in XML, whatever the escape.
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_by_the_share_of_the_points() {
        let shades = |games| {
            (0..=2 * games)
                .map(move |half_points| shade(Score { half_points, games, mark: "" }))
                .collect::<Vec<_>>()
        };
        assert_eq!(shades(1), [0, 2, 4]);
        assert_eq!(shades(2), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn texts_are_safe() {
        assert_eq!(escape("<a b=\"&\">\u{0}\u{ffff}"), "&lt;a b=&quot;&amp;&quot;&gt; \u{fffd}");
    }
}
