//! The perft suites, as deep as a test may take.

use phao::board::Position;
use phao::perft::{parse_suite, perft};

/// Deeper counts of the files are checked by `phao perft --suite`.
const MAX_NODES: u64 = 3_500_000;

fn check(name: &str, text: &str) {
    let suite = parse_suite(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(suite.len() > 10, "{name} is nearly empty");
    for entry in suite {
        let mut position = entry.position;
        for (depth, nodes) in entry.counts.into_iter().filter(|&(_, nodes)| nodes <= MAX_NODES) {
            assert_eq!(perft(&mut position, depth), nodes, "{name}: {} at depth {depth}", position.fen());
        }
    }
}

#[test]
fn published_counts() {
    check("published", include_str!("../perft/published.suite"));
}

#[test]
fn generated_counts() {
    check("generated", include_str!("../perft/generated.suite"));
}

#[test]
fn counts_do_not_change_in_a_mirror_or_with_colours_exchanged() {
    for entry in parse_suite(include_str!("../perft/generated.suite")).unwrap() {
        let shallow = entry.counts.iter().filter(|&&(_, nodes)| nodes <= 20_000);
        let Some(&(depth, nodes)) = shallow.max_by_key(|(depth, _)| depth) else { continue };
        let position = entry.position;
        for mut image in [position.mirror(), position.swap_colors()] {
            assert_eq!(perft(&mut image, depth), nodes, "{}", image.fen());
        }
        assert_eq!(position.mirror().mirror(), position);
        assert_eq!(position.swap_colors().swap_colors(), position);
    }
}

#[test]
fn a_new_position_needs_no_history() {
    assert!(Position::start().history().is_empty());
}
