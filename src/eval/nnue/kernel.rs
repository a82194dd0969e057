//! The network's arithmetic, compiled for several kinds of processor and chosen when the program runs.
//!
//! The code is written once and is plain: the compiler makes vector instructions of its loops. Only to call
//! what was compiled for a better processor needs `unsafe`, after a look at the processor.

#![expect(
    clippy::inline_always,
    reason = "what is not inlined into the kernel's function is not compiled for its processor"
)]

use super::shape::{LANES, QA};

/// A group of hidden units, or of their weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Tile(pub [i16; LANES]);

impl Tile {
    /// All zero.
    pub const ZERO: Self = Self([0; LANES]);
}

/// What code is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Runs arithmetic as it is compiled for one kind of processor.
///
/// There is one only for what the running processor was seen to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernel(Level);

/// A piece of arithmetic with what it works on.
pub trait Job {
    /// What comes out.
    type Output;

    /// Does the work. To be compiled for the kernel's processor it has to be `#[inline(always)]`, and so has
    /// everything that it calls.
    fn run(self) -> Self::Output;
}

impl Kernel {
    /// All that the running processor can use, the best last.
    pub fn all() -> Vec<Self> {
        let mut levels = vec![Level::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                levels.push(Level::Avx2);
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
            {
                levels.push(Level::Avx512);
            }
        }
        levels.into_iter().map(Self).collect()
    }

    /// The best for the running processor.
    pub fn best() -> Self {
        Self::all().pop().unwrap_or(Self(Level::Plain))
    }

    /// Does a job.
    #[inline]
    #[expect(unsafe_code, reason = "calls functions compiled for a processor that was found at run time")]
    pub fn run<J: Job>(self, job: J) -> J::Output {
        match self.0 {
            Level::Plain => job.run(),
            // SAFETY: only `Kernel::all` makes this level, and only on a processor with AVX2.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { run_avx2(job) },
            // SAFETY: only `Kernel::all` makes this level, and only on a processor with AVX-512 F, BW and VL.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { run_avx512(job) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<J: Job>(job: J) -> J::Output {
    job.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn run_avx512<J: Job>(job: J) -> J::Output {
    job.run()
}

/// Sums weights: `base` and all of `rows`, into `sum`. All have the same length.
pub(super) struct SumRows<'a> {
    pub sum: &'a mut [Tile],
    pub base: &'a [Tile],
    pub rows: &'a [&'a [Tile]],
}

/// One piece moved: `after` is `before` with one row added and one taken off.
pub(super) struct MoveRow<'a> {
    pub after: &'a mut [Tile],
    pub before: &'a [Tile],
    pub added: &'a [Tile],
    pub removed: &'a [Tile],
}

/// One piece took another: `after` is `before` with one row added and two taken off.
pub(super) struct CaptureRow<'a> {
    pub after: &'a mut [Tile],
    pub before: &'a [Tile],
    pub added: &'a [Tile],
    pub removed: &'a [Tile],
    pub captured: &'a [Tile],
}

/// The sum over the hidden units of both views, clamped and squared, times the output weights: first all of
/// the side to move, then all of the other. In units of `QA * QA` times the
/// network's output unit.
pub(super) struct OutputSum<'a> {
    pub own: &'a [Tile],
    pub other: &'a [Tile],
    pub weights: &'a [Tile],
}

// Sums wrap: a network whose sums leave sixteen bits is useless, but must not stop the program.

impl Job for SumRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (index, (sum, base)) in self.sum.iter_mut().zip(self.base).enumerate() {
            let mut total = *base;
            for row in self.rows {
                for (total, weight) in total.0.iter_mut().zip(&row[index].0) {
                    *total = total.wrapping_add(*weight);
                }
            }
            *sum = total;
        }
    }
}

impl Job for MoveRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let rows = self.before.iter().zip(self.added).zip(self.removed);
        for (after, ((before, added), removed)) in self.after.iter_mut().zip(rows) {
            for lane in 0..LANES {
                after.0[lane] = before.0[lane].wrapping_add(added.0[lane]).wrapping_sub(removed.0[lane]);
            }
        }
    }
}

impl Job for CaptureRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let rows = self.before.iter().zip(self.added).zip(self.removed).zip(self.captured);
        for (after, (((before, added), removed), captured)) in self.after.iter_mut().zip(rows) {
            for lane in 0..LANES {
                let moved = before.0[lane].wrapping_add(added.0[lane]).wrapping_sub(removed.0[lane]);
                after.0[lane] = moved.wrapping_sub(captured.0[lane]);
            }
        }
    }
}

impl Job for OutputSum<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let (own_weights, other_weights) = self.weights.split_at(self.own.len());
        let mut sums = [0; LANES];
        for (units, weights) in [(self.own, own_weights), (self.other, other_weights)] {
            for (units, weights) in units.iter().zip(weights) {
                for ((sum, unit), weight) in sums.iter_mut().zip(units.0).zip(weights.0) {
                    let unit = unit.clamp(0, QA as i16);
                    // At most QA * MAX_OUTPUT_WEIGHT, which sixteen bits hold; the second product needs more.
                    let weighted = unit.wrapping_mul(weight);
                    *sum += i32::from(weighted) * i32::from(unit);
                }
            }
        }
        sums.into_iter().fold(0, i32::wrapping_add)
    }
}
