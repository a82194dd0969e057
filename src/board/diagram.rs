//! The board drawn for people.

use super::Position;
use crate::core::{Color, File, Piece, Rank, Square};
use std::fmt::Write;

const FILES: &str = "    a   b   c   d   e   f   g   h   i";

/// What lies between two ranks, by the upper one: palaces at both ends, the river in the middle.
const fn between(rank: usize) -> &'static str {
    match rank {
        9 | 2 => "    │   │   │   │ ╲ │ ╱ │   │   │   │",
        8 | 1 => "    │   │   │   │ ╱ │ ╲ │   │   │   │",
        5 => "    │                               │",
        _ => "    │   │   │   │   │   │   │   │   │",
    }
}

impl Position {
    /// The board with Red at the bottom, files and ranks at its edges, and who is to move.
    ///
    /// Pieces are the letters `K A E H R C P`, lower case for Black.
    pub fn diagram(&self) -> String {
        let mut text = format!("{FILES}\n");
        for rank in (0..Rank::COUNT).rev() {
            let points: Vec<_> = (0..File::COUNT).map(|file| self.point(file, rank)).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, " {rank}  {}  {rank}", points.join("───"));
            if rank > 0 {
                let _ = writeln!(text, "{}", between(rank));
            }
        }
        let _ =
            write!(text, "{FILES}\n\n{} to move", if self.side() == Color::Red { "Red" } else { "Black" });
        if self.in_check() {
            text.push_str(", in check");
        }
        text
    }

    /// The piece on a point, or how the lines meet there.
    fn point(&self, file: usize, rank: usize) -> String {
        if let Some(piece) = self.piece_on(Square::at(rank * File::COUNT + file)) {
            return letter(piece).to_string();
        }
        let row = match rank {
            9 => ["┌", "┬", "┐"],
            0 => ["└", "┴", "┘"],
            5 => ["├", "┴", "┤"],
            4 => ["├", "┬", "┤"],
            _ => ["├", "┼", "┤"],
        };
        let column = match file {
            0 => 0,
            8 => 2,
            _ => 1,
        };
        row[column].to_owned()
    }
}

fn letter(piece: Piece) -> char {
    let letter = piece.kind().letter();
    if piece.color() == Color::Red { letter } else { letter.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_its_edges_and_pieces() {
        let text = Position::start().diagram();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], FILES);
        assert_eq!(lines[1], " 9  r───h───e───a───k───a───e───h───r  9");
        assert_eq!(lines[3], " 8  ├───┼───┼───┼───┼───┼───┼───┼───┤  8");
        assert_eq!(lines[19], " 0  R───H───E───A───K───A───E───H───R  0");
        assert_eq!(lines[20], FILES);
        assert_eq!(lines.last(), Some(&"Red to move"));
        let width = |line: &str| line.chars().count();
        assert!(lines[1..20].iter().all(|line| width(line) == 37 || width(line) == 40), "{text}");
    }

    #[test]
    fn a_check_is_told() {
        let position: Position = "3k5/9/9/9/9/9/9/9/9/3RK4 b".parse().unwrap();
        assert!(position.diagram().ends_with("Black to move, in check"));
    }
}
