//! What is said in UCI.

use super::{NAME, VERSION, options, variation};
use crate::core::{Move, Score};
use crate::search::{Bound, Line};

/// Identity, options and `uciok`.
pub(super) fn greeting() -> Vec<String> {
    let mut lines = vec![format!("id name {NAME} {VERSION}"), format!("id author the {NAME} authors")];
    lines.extend(options::uci_lines());
    lines.push("uciok".to_owned());
    lines
}

/// A best line, with `score cp` or `score mate`, and the bound if it is one.
pub(super) fn line(line: &Line, show_wdl: bool) -> String {
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = if show_wdl { chances(line.score) } else { String::new() };
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {} hashfull {} time {} pv{}",
        line.depth,
        line.sel_depth,
        line.multi_pv.max(1),
        score(line.score),
        line.nodes,
        line.nps(),
        line.hash_full,
        line.time.as_millis(),
        variation(&line.pv)
    )
}

/// The evaluation of the position as it stands.
pub(super) fn static_score(value: Score) -> String {
    format!("info depth 0 score {}", score(value))
}

/// The answer to `go`; `0000` is UCI's word for no move.
pub(super) fn best_move(best: Option<Move>, ponder: Option<Move>) -> String {
    let Some(best) = best else { return "bestmove 0000".to_owned() };
    let ponder = ponder.map_or_else(String::new, |mv| format!(" ponder {mv}"));
    format!("bestmove {best}{ponder}")
}

/// `cp N`, or `mate N` in moves, negative when the side to move is mated.
fn score(score: Score) -> String {
    match score.mate_plies() {
        Some(plies) => format!("mate {}", plies.signum() * ((plies.abs() + 1) / 2)),
        None => format!("cp {}", score.0),
    }
}

/// The chances to win, hold and lose, in permille.
///
/// A logistic curve, fitted to the scores of 600 games at 1 s + 10 ms as `phao net data count` fits those of
/// self-play.
fn chances(score: Score) -> String {
    /// The score, in centipawns, at which half the games are won.
    const EVEN_WIN: f64 = 200.0;
    /// How many centipawns multiply the odds by e.
    const SLOPE: f64 = 170.0;
    let win = |cp: i32| (1000.0 / (1.0 + ((EVEN_WIN - f64::from(cp)) / SLOPE).exp())).round() as i32;
    let (wins, losses) = (win(score.0), win(-score.0));
    format!(" wdl {wins} {} {losses}", 1000 - wins - losses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn scores_are_told_as_uci_does() {
        assert_eq!(score(Score(-17)), "cp -17");
        assert_eq!(score(Score::mate_in(1)), "mate 1");
        assert_eq!(score(Score::mate_in(4)), "mate 2");
        assert_eq!(score(Score::mated_in(2)), "mate -1");
        assert_eq!(score(Score::mated_in(0)), "mate 0");
    }

    #[test]
    fn chances_add_up_and_mirror() {
        assert_eq!(chances(Score(0)), " wdl 236 528 236");
        assert_eq!(chances(Score(250)), " wdl 573 361 66");
        assert_eq!(chances(Score::mate_in(3)), " wdl 1000 0 0");
        assert_eq!(chances(Score::mated_in(3)), " wdl 0 0 1000");
    }

    #[test]
    fn a_line_names_its_bound() {
        let sample = Line {
            depth: 3,
            sel_depth: 4,
            multi_pv: 2,
            score: Score(9),
            bound: Bound::Lower,
            nodes: 100,
            time: Duration::from_millis(1),
            hash_full: 0,
            pv: vec!["h2e2".parse().expect("a move")],
        };
        assert_eq!(
            line(&sample, false),
            "info depth 3 seldepth 4 multipv 2 score cp 9 lowerbound nodes 100 nps 100000 hashfull 0 time 1 pv h2e2"
        );
        assert!(line(&sample, true).contains(" lowerbound wdl "));
    }

    #[test]
    fn no_move_is_four_zeros() {
        assert_eq!(best_move(None, None), "bestmove 0000");
    }
}
