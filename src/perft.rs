//! Perft: counting the leaves of the game tree, the proof of a move generator.
//!
//! The counts know no draw and no repetition: a leaf is a sequence of legal moves.

use crate::board::{FenError, Position};
use crate::core::Move;
use crate::movegen::{count_legal, legal_moves};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use thiserror::Error;

/// How many sequences of `depth` legal moves there are.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_legal(position) as u64,
        _ => legal_moves(position)
            .into_iter()
            .map(|mv| {
                position.make(mv);
                let nodes = perft(position, depth - 1);
                position.unmake();
                nodes
            })
            .sum(),
    }
}

/// Counts of sub-trees that were met before, shared by all threads.
///
/// An entry is two words: the key mixed with the count, and the count with its depth. Words of two
/// entries that were written at once do not fit together, and the entry is then not believed.
pub struct Cache {
    entries: Vec<[AtomicU64; 2]>,
}

/// The system did not give the memory for a cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is not enough memory for a cache of {0} MiB")]
pub struct CacheTooLarge(pub usize);

impl Cache {
    /// A cache of that many MiB, or none for 0.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Option<Self>, CacheTooLarge> {
        let count =
            mebibytes.checked_mul(1 << 20).ok_or(CacheTooLarge(mebibytes))? / size_of::<[AtomicU64; 2]>();
        if count == 0 {
            return Ok(None);
        }
        let entries = bytemuck::allocation::try_zeroed_vec(count).map_err(|()| CacheTooLarge(mebibytes))?;
        Ok(Some(Self { entries }))
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        &self.entries[index as usize]
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let [check, data] = self.slot(key).each_ref().map(|word| word.load(Ordering::Relaxed));
        (check ^ data == key && data >> 56 == u64::from(depth)).then_some(data & ((1 << 56) - 1))
    }

    fn put(&self, key: u64, depth: u32, nodes: u64) {
        if nodes < 1 << 56 {
            let data = u64::from(depth) << 56 | nodes;
            let [check, slot] = self.slot(key);
            check.store(key ^ data, Ordering::Relaxed);
            slot.store(data, Ordering::Relaxed);
        }
    }
}

fn cached_perft(position: &mut Position, depth: u32, cache: &Cache) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    if let Some(nodes) = cache.get(position.key(), depth) {
        return nodes;
    }
    let mut nodes = 0;
    for mv in legal_moves(position) {
        position.make(mv);
        nodes += cached_perft(position, depth - 1, cache);
        position.unmake();
    }
    cache.put(position.key(), depth, nodes);
    nodes
}

/// The count below each legal move, in generation order; their sum is the perft of `depth`.
///
/// Root moves are shared out among `threads` threads. `depth` counts from the given position; 0 divides
/// into nothing.
pub fn divide(position: &Position, depth: u32, threads: usize, cache: Option<&Cache>) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = legal_moves(position);
    let counts: Vec<_> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut position = position.clone();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = moves.get(index) else { break };
            position.make(mv);
            let nodes = match cache {
                Some(cache) => cached_perft(&mut position, depth - 1, cache),
                None => perft(&mut position, depth - 1),
            };
            position.unmake();
            counts[index].store(nodes, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(moves.len()) {
            scope.spawn(work);
        }
        work();
    });
    moves.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}

/// One position of a suite with its known counts.
#[derive(Clone, Debug)]
pub struct SuiteEntry {
    /// The position.
    pub position: Position,
    /// Depth and leaves, as they stand in the file.
    pub counts: Vec<(u32, u64)>,
}

/// What is wrong with a line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {defect}")]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub defect: SuiteDefect,
}

/// A defect of one line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SuiteDefect {
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A field is not `Dn count`.
    #[error("`{0}` is not a depth with its count, like `D4 3290240`")]
    Count(String),
}

/// Reads a suite: a line a position, `FEN ;D1 n ;D2 n …`; empty lines and lines that begin with `#` are
/// passed over.
///
/// # Errors
/// At the first line that is neither.
pub fn parse_suite(text: &str) -> Result<Vec<SuiteEntry>, SuiteError> {
    let is_entry = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| is_entry(line));
    lines
        .map(|(index, line)| parse_entry(line).map_err(|defect| SuiteError { line: index + 1, defect }))
        .collect()
}

fn parse_entry(line: &str) -> Result<SuiteEntry, SuiteDefect> {
    let mut fields = line.split(';');
    let position = fields.next().unwrap_or_default().parse::<Position>()?;
    let counts = fields
        .map(|field| {
            parse_count(field).ok_or_else(|| SuiteDefect::Count(field.trim().chars().take(40).collect()))
        })
        .collect::<Result<_, _>>()?;
    Ok(SuiteEntry { position, counts })
}

fn parse_count(field: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = field.trim().split_once(char::is_whitespace)?;
    Some((depth.strip_prefix(['D', 'd'])?.parse().ok()?, nodes.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_and_cache_change_nothing() {
        let start = Position::start();
        let cache = Cache::new(1).unwrap().unwrap();
        assert!(Cache::new(usize::MAX).is_err() && Cache::new(0).unwrap().is_none());
        for (threads, cache) in [(1, None), (3, None), (2, Some(&cache)), (1, Some(&cache))] {
            let counts = divide(&start, 4, threads, cache);
            assert_eq!(counts.len(), 44);
            assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 3_290_240);
        }
        assert!(divide(&start, 0, 1, None).is_empty());
    }

    #[test]
    fn suites_are_read_and_defects_named() {
        let text = "# start\n\n4k4/9/9/9/9/9/9/9/9/3K5 w ;D1 3 ;D2 9\n";
        let suite = parse_suite(text).unwrap();
        assert_eq!(suite[0].counts, [(1, 3), (2, 9)]);
        let error = parse_suite("4k4/9/9/9/9/9/9/9/9/3K5 w ;D1\n").unwrap_err();
        assert_eq!(error.to_string(), "line 1: `D1` is not a depth with its count, like `D4 3290240`");
        assert!(
            parse_suite("# x\nfoo ;D1 3")
                .unwrap_err()
                .to_string()
                .starts_with("line 2: a board has 10 ranks")
        );
    }
}
