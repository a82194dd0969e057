//! Exactly known endings: short searches see who wins, and that nobody does.

use phao::board::Position;
use phao::search::{Control, Limits, Searcher, Silent};

/// Verdicts for the side to move, by tables that an independent solver made.
const ENDINGS: &[(&str, &str)] = &[
    ("4kab2/4a4/4b4/9/9/9/9/9/9/R3K4 w", "draw"),
    ("3k1a3/9/3ab4/1R7/6b2/9/9/9/3K5/9 b", "draw"),
    ("3k1a3/9/b2a5/4R4/2b6/9/9/9/9/3K5 w", "win"),
    ("4k4/9/4b4/9/9/9/4N4/9/9/3K5 w", "draw"),
    ("3k5/4a4/5a3/9/9/4N4/9/9/9/4K4 w", "draw"),
    ("9/9/3k5/9/9/4p4/2N6/9/4K4/9 b", "draw"),
    ("7P1/4a4/3k1a3/9/9/9/9/4K4/C8/9 w", "draw"),
    ("2b2k3/9/5P3/9/6b2/6C2/9/9/9/3K5 b", "draw"),
    ("4ka3/4a4/9/9/9/9/9/3C5/4A4/3K5 w", "win"),
    ("3k5/9/b7b/9/9/9/9/5C3/5K3/3A1A3 w", "draw"),
    ("2P6/6P2/5k3/9/9/9/9/3K5/9/5n3 w", "draw"),
    ("9/9/5k3/9/3P5/8n/2P6/3K5/9/9 b", "loss"),
    ("2b1k4/9/7n1/9/6b2/9/9/8R/9/3K5 w", "draw"),
    ("3k5/9/4b4/2R6/6b2/9/9/5K3/1n7/9 w", "win"),
];

/// Scores of drawn endings are nearer to zero than this, others are not, in centipawns.
const CLEAR: i32 = 100;

#[test]
fn short_searches_know_the_result() {
    let mut searcher = Searcher::new(16, 1).unwrap();
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    for (fen, verdict) in ENDINGS {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        for position in [position.swap_colors(), position.mirror(), position] {
            searcher.clear();
            let score = searcher.search(&position, &limits, &Control::new(false), &mut Silent).score.0;
            let seen = match score {
                CLEAR.. => "win",
                _ if score <= -CLEAR => "loss",
                _ => "draw",
            };
            assert_eq!(seen, *verdict, "{}: {score}", position.fen());
        }
    }
}
