//! What is said in UCCI.

use super::{NAME, VERSION, options, variation};
use crate::core::{Move, Score};
use crate::search::Line;

/// Identity, options and `ucciok`.
pub(super) fn greeting() -> Vec<String> {
    let mut lines = vec![
        format!("id name {NAME}"),
        format!("id version {VERSION}"),
        format!("id copyright the {NAME} authors, {}", env!("CARGO_PKG_LICENSE")),
        format!("id author the {NAME} authors"),
    ];
    lines.extend(options::ucci_lines());
    lines.push("ucciok".to_owned());
    lines
}

/// A best line. The score is a bare integer (a mate is 30000 less the plies to it); whether it is a bound
/// is left out, because old front ends take the word after the score for the next key.
pub(super) fn line(line: &Line) -> String {
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv{}",
        line.depth,
        line.sel_depth,
        line.multi_pv.max(1),
        line.score.0,
        line.nodes,
        line.nps(),
        line.hash_full,
        line.time.as_millis(),
        variation(&line.pv)
    )
}

/// The evaluation of the position as it stands.
pub(super) fn static_score(score: Score) -> String {
    format!("info depth 0 score {}", score.0)
}

/// The answer to `go`.
pub(super) fn best_move(best: Option<Move>, ponder: Option<Move>, accept: bool) -> String {
    let Some(best) = best else { return "nobestmove".to_owned() };
    let ponder = ponder.map_or_else(String::new, |mv| format!(" ponder {mv}"));
    format!("bestmove {best}{ponder}{}", if accept { " draw" } else { "" })
}

/// The answer to `probe`: the best move and the two bounds as the table has them, with their depths.
pub(super) fn table_entry(
    best: Option<Move>,
    lower: Option<(Score, i32)>,
    upper: Option<(Score, i32)>,
) -> String {
    let best = best.map_or_else(String::new, |mv| format!(" bestmove {mv}"));
    let bound = |word, bound: Option<(Score, i32)>| {
        bound.map_or_else(String::new, |(score, depth)| format!(" {word} {} depth {depth}", score.0))
    };
    format!("pophash{best}{}{}", bound("lowerbound", lower), bound("upperbound", upper))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Bound;
    use std::time::Duration;

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    fn sample(score: Score, moves: usize) -> Line {
        Line {
            depth: 7,
            sel_depth: 12,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: 5000,
            time: Duration::from_millis(10),
            hash_full: 3,
            pv: vec![mv("h2e2"); moves],
        }
    }

    #[test]
    fn a_line_ends_in_its_variation() {
        assert_eq!(
            line(&sample(Score(25), 2)),
            "info depth 7 seldepth 12 multipv 1 score 25 nodes 5000 nps 500000 hashfull 3 time 10 pv h2e2 h2e2"
        );
        assert!(line(&sample(Score::mate_in(3), 1)).contains(" score 29997 "));
        assert!(line(&sample(Score::mated_in(4), 1)).contains(" score -29996 "));
        assert!(line(&sample(Score(0), 500)).len() < 1000);
    }

    #[test]
    fn the_answer_to_go() {
        assert_eq!(best_move(None, None, true), "nobestmove");
        assert_eq!(best_move(Some(mv("h2e2")), None, false), "bestmove h2e2");
        assert_eq!(best_move(Some(mv("h2e2")), Some(mv("h9g7")), true), "bestmove h2e2 ponder h9g7 draw");
    }

    #[test]
    fn the_answer_to_probe() {
        assert_eq!(table_entry(None, None, None), "pophash");
        assert_eq!(
            table_entry(Some(mv("h2e2")), Some((Score(10), 8)), Some((Score(20), 9))),
            "pophash bestmove h2e2 lowerbound 10 depth 8 upperbound 20 depth 9"
        );
    }

    #[test]
    fn the_greeting_is_short_lines_that_end_no_game() {
        let lines = greeting();
        assert_eq!(lines.last().map(String::as_str), Some("ucciok"));
        for line in &lines {
            assert!(line.len() < 256 && line.is_ascii(), "{line}");
            for word in ["draw", "resign", "bestmove", "UCI_Variant"] {
                assert!(!line.contains(word), "{line}");
            }
        }
    }
}
