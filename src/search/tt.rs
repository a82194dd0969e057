//! The transposition table: what is known of positions that were searched before.
//!
//! Entries are two words written without a lock. The first is the key mixed with the second, so that
//! words of two different writes do not fit together and such an entry is taken for another position's
//! (Hyatt and Mann, 2002). A move read from here is always checked against the board before it is played.

use super::pages;
use super::report::Bound;
use crate::core::{Move, Score};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move of that search, if it found one.
    pub mv: Option<Move>,
    /// The score, mates counted from the position itself.
    pub score: Score,
    /// The static evaluation before corrections; [`NO_EVAL`] if the side to move was in check.
    pub eval: Score,
    /// How deep the search was, in plies.
    pub depth: i32,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Whether the position lay on a principal variation.
    pub pv: bool,
}

/// An evaluation that was not made.
pub const NO_EVAL: Score = Score(i16::MIN as i32);

/// Entries of one cluster: four of sixteen bytes share a cache line.
const WAYS: usize = 4;

/// The bytes of a cluster.
const CLUSTER_BYTES: usize = WAYS * size_of::<Slot>();

const _: () = assert!(CLUSTER_BYTES == 64);

/// An entry: the key mixed with the data, and the data.
type Slot = [AtomicU64; 2];

/// Parts of a table that are cleared at once have at least so many entries: 32 MiB.
const LEAST_PART: usize = (32 << 20) / size_of::<Slot>();

/// How many searches an entry is told apart by.
const AGES: u8 = 32;

/// The table.
pub struct Table {
    /// All entries, cluster by cluster, and a few before the first that fill its cache line.
    slots: Vec<Slot>,
    /// The first entry of the first cluster.
    first: usize,
    /// How many clusters there are.
    clusters: usize,
    age: AtomicU8,
    /// Whether several threads write.
    is_shared: AtomicBool,
}

/// The system did not give the memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is not enough memory for a table of {0} MiB")]
pub struct OutOfMemory(pub usize);

impl Table {
    /// An empty table of that many MiB, at least one.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let clusters = mebibytes.max(1).saturating_mul(1 << 20) / CLUSTER_BYTES;
        // The system gives zeroed pages when they are first touched, so even a huge table is there at once;
        // but only without a wish for alignment, which is therefore met by hand.
        let slots: Vec<Slot> = bytemuck::allocation::try_zeroed_vec((clusters + 1) * WAYS)
            .map_err(|()| OutOfMemory(mebibytes))?;
        pages::ask_for_huge(&slots);
        let misaligned = slots.as_ptr().addr() % CLUSTER_BYTES / size_of::<Slot>();
        Ok(Self {
            slots,
            first: (WAYS - misaligned) % WAYS,
            clusters,
            age: AtomicU8::new(0),
            is_shared: AtomicBool::new(false),
        })
    }

    /// The same for several threads, and the thread that has its memory filled in behind their backs.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn shared(mebibytes: usize) -> Result<(Arc<Self>, Option<JoinHandle<()>>), OutOfMemory> {
        let table = Arc::new(Self::new(mebibytes)?);
        let filling = pages::touch_in_background(&table, |table| &table.slots);
        Ok((table, filling))
    }

    /// How large the table is, in MiB.
    pub fn size_mib(&self) -> usize {
        self.clusters * CLUSTER_BYTES >> 20
    }

    /// Forgets everything; a large table with all cores at once.
    pub fn clear(&self) {
        let clear = |slots: &[Slot]| slots.iter().flatten().for_each(|word| word.store(0, Ordering::Relaxed));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            let mut parts = self.slots.chunks(self.slots.len().div_ceil(cores).max(LEAST_PART));
            let own = parts.next_back();
            for part in parts {
                if thread::Builder::new().spawn_scoped(scope, move || clear(part)).is_err() {
                    clear(part);
                }
            }
            own.into_iter().for_each(clear);
        });
        self.age.store(0, Ordering::Relaxed);
    }

    /// Begins a new search by that many threads: older entries give way to new ones.
    pub fn next_search(&self, threads: usize) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
        self.is_shared.store(threads > 1, Ordering::Relaxed);
    }

    /// How full the table is with entries of the current search, in permille, by a sample.
    pub fn hash_full(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.clusters.min(250) * WAYS;
        let used = self.slots[self.first..self.first + sample]
            .iter()
            .filter(|[_, data]| {
                let data = Data(data.load(Ordering::Relaxed));
                data.bound().is_some() && data.age() == age
            })
            .count();
        (used * 1000 / sample.max(1)) as u32
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot] {
        let index = (u128::from(key) * self.clusters as u128) >> 64;
        let start = self.first + index as usize * WAYS;
        &self.slots[start..start + WAYS]
    }

    /// Has the processor fetch what [`Table::probe`] and [`Table::store`] will need for that key.
    #[inline]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "the instruction takes an address"))]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads and writes nothing that a program could see, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.cluster(key).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position of that key, at `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for [check, data] in self.cluster(key) {
            let data = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ data == key {
                return Data(data).unpack(ply);
            }
        }
        None
    }

    /// Whether an entry takes the place of one for the same position from the same search. A little shallower it
    /// may be, for it answers what is being asked now; but a thread that is an iteration behind another must not
    /// undo that one's work.
    #[inline]
    fn may_replace(&self, depth: i32, entry: &Entry) -> bool {
        if self.is_shared.load(Ordering::Relaxed) {
            return entry.depth >= depth;
        }
        entry.bound == Bound::Exact || entry.depth + 4 + 2 * i32::from(entry.pv) > depth
    }

    /// Keeps what was found, in place of what is worth least: shallow and old entries go first.
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let mut victim = &cluster[0];
        let mut least = i32::MAX;
        for slot in cluster {
            let data = Data(slot[1].load(Ordering::Relaxed));
            if slot[0].load(Ordering::Relaxed) ^ data.0 == key && data.bound().is_some() {
                if entry.mv.is_none() {
                    entry.mv = data.mv();
                }
                if data.age() == age && !self.may_replace(data.depth(), &entry) {
                    return;
                }
                victim = slot;
                break;
            }
            let age_gap = (AGES + age - data.age()) % AGES;
            let worth = if data.bound().is_some() { data.depth() - 8 * i32::from(age_gap) } else { i32::MIN };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = Data::pack(&entry, ply, age).0;
        victim[0].store(key ^ data, Ordering::Relaxed);
        victim[1].store(data, Ordering::Relaxed);
    }
}

/// Sixty-four bits: move 16, score 16, evaluation 16, depth 8, age 5, principal variation 1, bound 2.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn pack(entry: &Entry, ply: usize, age: u8) -> Self {
        let mv = entry.mv.map_or(0, Move::bits);
        let score = to_table(entry.score, ply).0 as i16 as u16;
        let eval = entry.eval.0 as i16 as u16;
        let depth = entry.depth.clamp(-1, 254) as u8;
        let bound = match entry.bound {
            Bound::Exact => 3,
            Bound::Lower => 2,
            Bound::Upper => 1,
        };
        Self(
            u64::from(mv)
                | u64::from(score) << 16
                | u64::from(eval) << 32
                | u64::from(depth.wrapping_add(1)) << 48
                | u64::from(age) << 56
                | u64::from(entry.pv) << 61
                | bound << 62,
        )
    }

    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as u8) - 1
    }

    fn age(self) -> u8 {
        (self.0 >> 56) as u8 % AGES
    }

    fn bound(self) -> Option<Bound> {
        match self.0 >> 62 {
            3 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            1 => Some(Bound::Upper),
            _ => None,
        }
    }

    fn unpack(self, ply: usize) -> Option<Entry> {
        Some(Entry {
            mv: self.mv(),
            score: from_table(Score(i32::from((self.0 >> 16) as i16)), ply),
            eval: Score(i32::from((self.0 >> 32) as i16)),
            depth: self.depth(),
            bound: self.bound()?,
            pv: self.0 >> 61 & 1 != 0,
        })
    }
}

/// Mates are counted from the root in the search and from the position in the table.
fn to_table(score: Score, ply: usize) -> Score {
    if score.is_win() {
        score + ply as i32
    } else if score.is_loss() {
        score - ply as i32
    } else {
        score
    }
}

fn from_table(score: Score, ply: usize) -> Score {
    if score.is_win() {
        score - ply as i32
    } else if score.is_loss() {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, score: Score) -> Entry {
        let mv = "h2e2".parse().ok();
        Entry { mv, score, eval: Score(-77), depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = Table::new(1).unwrap();
        for (key, score) in
            [(1 << 60, Score(-123)), (7 << 50, Score::mate_in(9)), (9 << 40, Score::mated_in(12))]
        {
            let entry = entry(17, score);
            table.store(key, 3, entry);
            assert_eq!(table.probe(key, 3), Some(entry));
        }
        assert_eq!(table.probe(7 << 50, 5).unwrap().score, Score::mate_in(11));
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn a_new_result_keeps_the_old_move_and_old_entries_give_way() {
        let table = Table::new(1).unwrap();
        table.store(42, 0, entry(5, Score(10)));
        table.store(42, 0, Entry { mv: None, ..entry(9, Score(20)) });
        assert_eq!(table.probe(42, 0).unwrap().mv, "h2e2".parse().ok());
        assert_eq!(table.probe(42, 0).unwrap().score, Score(20));
        table.store(42, 0, entry(1, Score(30)));
        assert_eq!(table.probe(42, 0).unwrap().depth, 9, "much shallower, same search");
        table.next_search(1);
        table.store(42, 0, entry(1, Score(30)));
        assert_eq!(table.probe(42, 0).unwrap().depth, 1);
    }

    #[test]
    fn a_thread_that_is_behind_does_not_undo_what_another_found() {
        let table = Table::new(1).unwrap();
        for (threads, kept) in [(1, 8), (2, 9)] {
            table.next_search(threads);
            table.store(42, 0, entry(9, Score(20)));
            table.store(42, 0, Entry { bound: Bound::Exact, ..entry(8, Score(30)) });
            assert_eq!(table.probe(42, 0).unwrap().depth, kept, "{threads} threads");
            table.store(42, 0, entry(9, Score(40)));
            assert_eq!(table.probe(42, 0).unwrap().score, Score(40), "as deep");
        }
    }

    #[test]
    fn clearing_forgets() {
        let table = Table::new(0).unwrap();
        table.store(u64::MAX, 0, entry(-1, Score::ZERO));
        assert_eq!(table.probe(u64::MAX, 0).unwrap().depth, -1);
        table.clear();
        assert_eq!(table.probe(u64::MAX, 0), None);
        assert_eq!(table.hash_full(), 0);
        assert!(Table::new(usize::MAX).is_err());
    }
}
