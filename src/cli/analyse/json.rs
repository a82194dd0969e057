//! An analysis as one JSON object.

use super::Analysis;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Report {
    fen: String,
    side: String,
    /// `None` if the side to move has no legal move.
    best_move: Option<String>,
    /// The side that has no legal move and so has lost; `None` while the game goes on.
    loser: Option<String>,
    ponder: Option<String>,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    lines: Vec<LineReport>,
}

#[derive(Serialize)]
struct LineReport {
    rank: usize,
    depth: u32,
    seldepth: u32,
    /// Centipawns from the side to move; a mate is 30000 less the plies to it.
    score: i32,
    /// Plies to mate, negative when the side to move is mated.
    mate_plies: Option<i32>,
    moves: Vec<String>,
}

/// Writes the object and a line end.
pub(super) fn write(analysis: &Analysis, mut out: impl Write) -> io::Result<()> {
    let name = |mv| analysis.notation.write(&analysis.position, &[mv]).concat();
    let outcome = &analysis.outcome;
    // The expected reply is written where it would be played: as the second move of a line.
    let ponder = outcome.best.zip(outcome.ponder).map(|(best, reply)| [best, reply]);
    let report = Report {
        fen: analysis.position.fen(),
        side: analysis.position.side().to_string(),
        best_move: outcome.best.map(name),
        loser: outcome.best.is_none().then(|| analysis.position.side().to_string()),
        ponder: ponder.and_then(|line| analysis.notation.write(&analysis.position, &line).pop()),
        depth: outcome.depth,
        nodes: outcome.nodes,
        time_ms: analysis.time.as_millis() as u64,
        nps: (outcome.nodes as f64 / analysis.time.as_secs_f64().max(1e-6)) as u64,
        lines: analysis
            .lines
            .iter()
            .map(|line| LineReport {
                rank: line.multi_pv,
                depth: line.depth,
                seldepth: line.sel_depth,
                score: line.score.0,
                mate_plies: line.score.mate_plies(),
                moves: analysis.notation.write(&analysis.position, &line.pv),
            })
            .collect(),
    };
    serde_json::to_writer(&mut out, &report)?;
    writeln!(out)
}
