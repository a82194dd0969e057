//! An analysis for people: the board, the lines as they deepen, and a table of them in the end.

use super::{Analysis, Notation};
use phao::board::Position;
use phao::search::Line;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// How many moves of a line are shown while it deepens, so that it fits on a row.
const MOVES_ON_A_ROW: usize = 9;

/// The escape codes of a terminal, or nothing where there is none.
struct Colors {
    red: &'static str,
    black: &'static str,
    faint: &'static str,
    bold: &'static str,
    plain: &'static str,
}

impl Colors {
    const NONE: Self = Self { red: "", black: "", faint: "", bold: "", plain: "" };
    const ANSI: Self =
        Self { red: "\x1b[1;31m", black: "\x1b[1;36m", faint: "\x1b[2m", bold: "\x1b[1m", plain: "\x1b[0m" };

    /// Colours only where a person sees them and has not asked for none.
    fn of_stdout() -> Self {
        let wanted =
            io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        if wanted { Self::ANSI } else { Self::NONE }
    }
}

/// Where it is shown.
pub(super) struct Screen<W> {
    out: W,
    colors: Colors,
    has_header: bool,
}

impl<W: Write> Screen<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, colors: Colors::of_stdout(), has_header: false }
    }

    /// The board.
    pub(super) fn show_position(&mut self, position: &Position) -> io::Result<()> {
        let diagram = position.diagram();
        for line in diagram.lines() {
            let line = if line.contains('─') { self.paint(line) } else { line.to_owned() };
            writeln!(self.out, "{line}")?;
        }
        let Colors { faint, plain, .. } = self.colors;
        writeln!(self.out, "{faint}{}{plain}\n", position.fen())
    }

    /// A rank of the board with its pieces in their colours.
    fn paint(&self, rank: &str) -> String {
        let Colors { red, black, plain, .. } = self.colors;
        let mut painted = String::new();
        for c in rank.chars() {
            let color = match c {
                'A'..='Z' => red,
                'a'..='z' => black,
                _ => {
                    painted.push(c);
                    continue;
                }
            };
            painted.push_str(color);
            painted.push(c);
            painted.push_str(plain);
        }
        painted
    }

    /// The best line of an iteration.
    pub(super) fn show_progress(
        &mut self,
        position: &Position,
        line: &Line,
        notation: Notation,
    ) -> io::Result<()> {
        if line.multi_pv > 1 {
            return Ok(());
        }
        if !self.has_header {
            self.has_header = true;
            let Colors { faint, plain, .. } = self.colors;
            writeln!(self.out, "{faint}depth        score     nodes     time  line{plain}")?;
        }
        let moves = notation.write(position, &line.pv[..line.pv.len().min(MOVES_ON_A_ROW)]).join(" ");
        let more = if line.pv.len() > MOVES_ON_A_ROW { " …" } else { "" };
        writeln!(
            self.out,
            "{:>5}  {:>11}  {:>8}  {:>7}  {moves}{more}",
            line.depth,
            line.score.to_string(),
            round(line.nodes as f64),
            seconds(line.time)
        )?;
        self.out.flush()
    }

    /// The lines in their order, and the move to play.
    pub(super) fn show_result(&mut self, analysis: &Analysis) -> io::Result<()> {
        let Colors { faint, bold, plain, .. } = self.colors;
        let side = analysis.position.side();
        let Some(best) = analysis.outcome.best else {
            return writeln!(self.out, "{bold}There is no legal move: {side} has lost.{plain}");
        };
        if analysis.lines.len() > 1 {
            writeln!(self.out, "\n{faint} rank  depth        score  line{plain}")?;
            for line in &analysis.lines {
                let moves = analysis.notation.write(&analysis.position, &line.pv).join(" ");
                let score = line.score.to_string();
                writeln!(self.out, "{:>5}  {:>5}  {score:>11}  {moves}", line.multi_pv, line.depth)?;
            }
        }
        let played: Vec<_> = [Some(best), analysis.outcome.ponder].into_iter().flatten().collect();
        let played = analysis.notation.write(&analysis.position, &played).join(", expecting ");
        let score = analysis.outcome.score;
        write!(self.out, "\n{bold}Best move {played}{plain}; {score} for {side}")?;
        let nps = analysis.outcome.nodes as f64 / analysis.time.as_secs_f64().max(1e-6);
        writeln!(
            self.out,
            "\n{faint}{} nodes in {}, {} nodes a second{plain}",
            round(analysis.outcome.nodes as f64),
            seconds(analysis.time),
            round(nps)
        )
    }
}

/// A count in at most four digits and a letter.
fn round(count: f64) -> String {
    match count {
        ..1e4 => format!("{count:.0}"),
        1e4..1e6 => format!("{:.0} k", count / 1e3),
        1e6..1e9 => format!("{:.1} M", count / 1e6),
        _ => format!("{:.1} G", count / 1e9),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_short() {
        for (count, text) in [
            (0.0, "0"),
            (9999.0, "9999"),
            (12_345.0, "12 k"),
            (2_340_000.0, "2.3 M"),
            (5e9, "5.0 G"),
            (5e12, "5000.0 G"),
        ] {
            assert_eq!(round(count), text);
        }
    }

    #[test]
    fn pieces_are_painted_and_nothing_else() {
        let screen = Screen { out: io::sink(), colors: Colors::ANSI, has_header: false };
        assert_eq!(screen.paint(" 9  r───┬───R  9"), " 9  \x1b[1;36mr\x1b[0m───┬───\x1b[1;31mR\x1b[0m  9");
        let screen = Screen { out: io::sink(), colors: Colors::NONE, has_header: false };
        assert_eq!(screen.paint(" 9  r───R"), " 9  r───R");
    }
}
