//! How the memory of a large table comes from the system.
//!
//! A table is read and written at random, so nearly every access needs another page. Pages of two MiB in place
//! of four KiB let the processor keep the addresses of them all. And a page that is first written during a search
//! interrupts every other thread of it, since all of them have to forget the empty page that stood there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

/// The smallest page that systems use, in bytes.
const PAGE_BYTES: usize = 4096;

/// Asks the system for huge pages under a table; it is free not to give them.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the system call speaks of addresses; it reads and writes nothing")]
pub(super) fn ask_for_huge<T>(memory: &[T]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;

    // Advice is for whole pages: the ends that share theirs with others are left out.
    let start = memory.as_ptr().addr().next_multiple_of(PAGE_BYTES);
    let end = memory.as_ptr_range().end.addr() / PAGE_BYTES * PAGE_BYTES;
    let Some(length) = end.checked_sub(start).filter(|&length| length > 0) else { return };
    let Some(pointer) = NonNull::new(memory.as_ptr().with_addr(start).cast_mut()) else { return };
    // SAFETY: the pages from `start` to `end` are part of `memory`, which is borrowed for as long as the call
    // takes, and this advice leaves what they hold as it is.
    if let Err(error) = unsafe { madvise(pointer.cast(), length, MmapAdvise::MADV_HUGEPAGE) } {
        log::debug!("no huge pages: {error}");
    }
}

/// Elsewhere there is nothing to ask.
#[cfg(not(target_os = "linux"))]
pub(super) const fn ask_for_huge<T>(_: &[T]) {}

/// Has every page of a table's memory given by the system, on a thread of its own; ends early when nobody else
/// holds the table any more. `None` where the system has no thread to give: then pages come when they are needed.
pub(super) fn touch_in_background<T: Send + Sync + 'static>(
    table: &Arc<T>,
    words: fn(&T) -> &[[AtomicU64; 2]],
) -> Option<JoinHandle<()>> {
    let table = Arc::clone(table);
    let touch = move || {
        for page in words(&table).chunks(PAGE_BYTES / size_of::<[AtomicU64; 2]>()) {
            if Arc::strong_count(&table) == 1 {
                break;
            }
            // A write that changes nothing, whoever else writes there meanwhile. It must be one that the
            // compiler does not see through: of `fetch_or(0)` it leaves only the reading.
            let _ = page[0][0].compare_exchange(0, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    };
    let thread = std::thread::Builder::new().name("pages".into()).spawn(touch);
    thread.inspect_err(|error| log::debug!("{error}")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_touched_stays_as_it_was() {
        let table: Vec<[AtomicU64; 2]> =
            (0..10_000).map(|number| [AtomicU64::new(number), AtomicU64::new(!number)]).collect();
        ask_for_huge(&table);
        let table = Arc::new(table);
        let touching = touch_in_background(&table, Vec::as_slice);
        table[0][0].fetch_add(7, Ordering::Relaxed);
        touching.expect("a thread").join().expect("no fault");
        assert_eq!(table[0][0].load(Ordering::Relaxed), 7);
        for (number, slot) in table.iter().enumerate().skip(1) {
            let values = slot.each_ref().map(|word| word.load(Ordering::Relaxed));
            assert_eq!(values, [number as u64, !number as u64]);
        }
    }

    #[test]
    fn advice_for_next_to_nothing_is_no_advice() {
        ask_for_huge::<u8>(&[]);
        ask_for_huge(&[1_u8; 5]);
    }
}
