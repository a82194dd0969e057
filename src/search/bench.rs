//! The benchmark: fixed positions at a fixed depth, by one thread.
//!
//! Its node count is the signature of search and evaluation: it changes with every change of either, and
//! with nothing else.

use super::{Control, Limits, Searcher, Silent};
use crate::board::Position;
use crate::law::Rules;
use std::time::{Duration, Instant};

/// The depth of the signature.
pub const BENCH_DEPTH: u32 = 12;

/// What a benchmark took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl BenchResult {
    /// Positions visited a second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Openings, middlegames and endings, quiet and sharp, and one with little to move.
const POSITIONS: [&str; 16] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn4c1/p1p1p1p1p/5n3/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5",
    "r2akab1r/9/1cn1b2cn/p3p1p1p/2p6/6P2/P1P1P3P/NC2B1NC1/9/R1BAKA2R w - - 0 5",
    "2bak4/2c1a3c/4b1n2/1nN1pR3/p5p1p/7r1/P2R2P1P/B3C1N2/1r2C4/3AKAB2 w - - 0 1",
    "2bakn3/c3a4/1rn1bc3/p2RCN2p/6P2/9/P1p1P1r1P/4C1N2/3R5/2BAKAB2 w - - 0 1",
    "1Cb2a3/3ka4/b3c4/P1P1R3p/6r2/2P3N2/3r4P/4B4/4Anp2/2BAK2R1 b - - 0 1",
    "2Rak1br1/1R2a4/4c1n2/p3p3p/1n4rc1/9/P3P3P/2NCC1N2/4A4/2B1KAB2 w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "2b1ka3/4a4/4b3n/p3N3p/2P3p2/9/P3P1P1P/4B4/4A4/2BAK4 w - - 0 1",
    "3ak4/4a4/4b4/2p3p2/4n4/P1P6/6P2/4B1N2/4A4/2BAK4 b - - 0 1",
    "3k5/4a4/4ba3/9/9/9/4P4/4B4/2C1A4/3AK1B2 w - - 0 1",
    "2bak4/4a4/4b4/9/2r6/9/9/R3B4/4A4/2BAK4 w - - 0 1",
    "4k4/4a4/3a5/9/6N2/9/9/3A5/4A4/4K4 w - - 0 1",
    "3a1k3/4a4/8b/9/2b3P2/4R4/6r2/3AB4/4A4/4K1B2 b - - 0 1",
];

/// Searches the fixed positions to `depth`, each with a fresh table, by the given rules.
///
/// # Panics
/// When there is no memory for a table of 16 MiB.
pub fn bench(depth: u32, rules: Rules) -> BenchResult {
    let mut searcher = Searcher::new(16, 1).expect("memory for the benchmark's table");
    let limits = Limits { depth: Some(depth), rules, ..Limits::default() };
    let start = Instant::now();
    let mut nodes = 0;
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap_or_else(|error| unreachable!("{fen}: {error}"));
        searcher.clear();
        nodes += searcher.search(&position, &limits, &Control::new(false), &mut Silent).nodes;
    }
    BenchResult { nodes, time: start.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_benchmark_repeats() {
        let nodes = || bench(5, Rules::default()).nodes;
        assert_eq!(nodes(), nodes());
    }
}
