//! Damage to bytes, by a seed.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

/// Most inputs are no longer than this.
const LONG: usize = 64 << 10;

/// One in so many is blown up, to at most [`HUGE`] bytes.
const SELDOM: usize = 200;
const HUGE: usize = 1 << 20;

/// Numbers at which lengths and offsets break.
const NUMBERS: [u64; 14] = [
    0,
    1,
    2,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x7FFF,
    0xFFFF,
    0x1_0000,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    u64::MAX,
];

/// Damages inputs.
pub struct Mutator {
    random: Xoshiro256PlusPlus,
    words: &'static [&'static str],
}

impl Mutator {
    pub fn new(seed: u64, words: &'static [&'static str]) -> Self {
        Self { random: Xoshiro256PlusPlus::seed_from_u64(seed), words }
    }

    /// A number below a bound, which may be 0.
    pub fn index(&mut self, bound: usize) -> usize {
        self.random.random_range(0..bound.max(1))
    }

    /// True once in so many times.
    pub fn chance(&mut self, times: usize) -> bool {
        self.index(times) == 0
    }

    /// One of the inputs, damaged in one place or several.
    pub fn damage(&mut self, pool: &[Vec<u8>]) -> Vec<u8> {
        if self.chance(40) {
            let length = self.index(3000);
            return self.bytes(length);
        }
        let sample = |mutator: &mut Self| pool[mutator.index(pool.len())].clone();
        let mut bytes = sample(self);
        loop {
            let other = sample(self);
            self.damage_once(&mut bytes, &other);
            if self.chance(3) {
                break;
            }
        }
        bytes.truncate(LONG);
        if self.chance(SELDOM) {
            self.blow_up(&mut bytes);
        }
        bytes
    }

    fn damage_once(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let at = self.place(bytes.len());
        let (from, to) = self.range(bytes.len());
        match self.index(13) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << self.random.random_range(0..8);
                }
            }
            1 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = self.random.random();
                }
            }
            2 | 3 => self.set_number(&mut bytes[at..]),
            4 => bytes.truncate(from),
            5 => drop(bytes.drain(from..to)),
            6 => {
                let copy = bytes[from..to].to_vec();
                bytes.splice(at..at, copy);
            }
            7 => {
                let length = self.index(40);
                let inserted = self.bytes(length);
                bytes.splice(at..at, inserted);
            }
            8 | 9 => {
                let word = self.word();
                let end = if self.chance(2) { at } else { (at + word.len()).min(bytes.len()) };
                bytes.splice(at..end, word);
            }
            10 => {
                let (start, end) = self.range(other.len());
                bytes.splice(from..to, other[start..end].iter().copied());
            }
            11 => {
                let start = self.place(other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[start..]);
            }
            _ => {
                let times = 1 << self.index(10);
                let end = to.min(from + 64);
                let copies = bytes[from..end].repeat(times);
                bytes.splice(from..end, copies);
            }
        }
    }

    /// A place in so many bytes, rather often near the beginning, where headers are.
    fn place(&mut self, length: usize) -> usize {
        let bound = if self.chance(3) { length.min(64) } else { length };
        self.index(bound + 1)
    }

    fn range(&mut self, length: usize) -> (usize, usize) {
        let (one, other) = (self.place(length), self.place(length));
        let short = if self.chance(2) { 16 } else { length };
        (one.min(other), one.max(other).min(one.min(other) + short))
    }

    /// Overwrites a number of 8 to 64 bits, as most formats store them.
    fn set_number(&mut self, bytes: &mut [u8]) {
        let width = [1, 2, 4, 8][self.index(4)].min(bytes.len());
        let old = bytes[..width].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let new = match self.index(4) {
            0 => old.wrapping_add(self.random.random_range(0..32)).wrapping_sub(16),
            1 => self.random.random(),
            _ => NUMBERS[self.index(NUMBERS.len())],
        };
        bytes[..width].copy_from_slice(&new.to_le_bytes()[..width]);
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.random.fill_bytes(&mut bytes);
        bytes
    }

    fn word(&mut self) -> Vec<u8> {
        self.words.get(self.index(self.words.len())).map_or_else(Vec::new, |word| word.as_bytes().to_vec())
    }

    /// Repeats a part until the input is very long.
    fn blow_up(&mut self, bytes: &mut Vec<u8>) {
        let (from, to) = self.range(bytes.len());
        let part = bytes[from..to].to_vec();
        if let Some(times) = (HUGE - bytes.len()).checked_div(part.len()) {
            bytes.splice(to..to, part.repeat(times));
        }
    }
}
