//! Binary files: a whole one, or the records of a library.

use super::Format;
use super::error::{Fault, GameError, Place};
use super::game::Game;
use super::{cbr, xqf};
use std::io::{self, Read};

/// No game needs as many bytes.
pub(super) const MAX_FILE: usize = 8 << 20;

/// A library's records begin at multiples of this from the first.
const BLOCK: usize = 4096;

/// The game of a file that has one.
pub(super) fn read_one(source: impl Read, format: Format) -> Result<Game, GameError> {
    let mut bytes = Vec::new();
    let failure = source.take(MAX_FILE as u64).read_to_end(&mut bytes);
    let error = |fault: Fault| GameError::new(1, Place::Nowhere, fault);
    failure.map_err(|failure| error(failure.into()))?;
    if bytes.len() == MAX_FILE {
        return Err(error(Fault::TooLong("this file")));
    }
    let game = match format {
        Format::Cbr if bytes.starts_with(cbr::MAGIC) => cbr::read(&bytes),
        Format::Xqf if bytes.starts_with(b"XQ") => xqf::read(&bytes),
        _ => Err(Fault::NotThis(format)),
    };
    game.map_err(error)
}

/// The records of a library.
pub(super) struct Blocks<R> {
    source: R,
    magic: &'static [u8],
    /// The bytes that were read and belong to no record that was given out.
    pending: Vec<u8>,
    /// The first bytes of the next block, where they were read with what stands before it.
    carried: Vec<u8>,
    /// Where in the file they begin.
    offset: u64,
    is_over: bool,
    has_begun: bool,
}

impl<R: Read> Blocks<R> {
    pub(super) const fn new(source: R, magic: &'static [u8]) -> Self {
        Self {
            source,
            magic,
            pending: Vec::new(),
            carried: Vec::new(),
            offset: 0,
            is_over: false,
            has_begun: false,
        }
    }

    /// The next record and where it begins; at most [`MAX_FILE`] bytes of it.
    pub(super) fn next(&mut self) -> io::Result<Option<(u64, Vec<u8>)>> {
        if !self.has_begun {
            self.find_first()?;
        }
        if self.pending.is_empty() {
            return Ok(None);
        }
        let (offset, mut record) = (self.offset, std::mem::take(&mut self.pending));
        self.offset += record.len() as u64;
        loop {
            let block = self.block()?;
            if block.is_empty() || block.starts_with(self.magic) {
                self.pending = block;
                return Ok(Some((offset, record)));
            }
            self.offset += block.len() as u64;
            if record.len() < MAX_FILE {
                record.extend_from_slice(&block);
            }
        }
    }

    /// Passes over the index: whatever stands before the first record.
    fn find_first(&mut self) -> io::Result<()> {
        self.has_begun = true;
        loop {
            let magic = self.magic;
            if let Some(at) = self.pending.windows(magic.len()).position(|window| window == magic) {
                self.pending.drain(..at);
                self.offset += at as u64;
                // Exactly the first block, so that the others begin where blocks begin.
                self.carried = self.pending.split_off(self.pending.len().min(BLOCK));
                let missing = BLOCK - self.pending.len();
                self.source.by_ref().take(missing as u64).read_to_end(&mut self.pending)?;
                return Ok(());
            }
            let kept = self.pending.len().min(magic.len() - 1);
            let passed = self.pending.len() - kept;
            self.pending.drain(..passed);
            self.offset += passed as u64;
            let block = self.block()?;
            if block.is_empty() {
                self.pending.clear();
                return Ok(());
            }
            self.pending.extend_from_slice(&block);
        }
    }

    /// The next block; the last may be shorter, and behind it comes an empty one.
    fn block(&mut self) -> io::Result<Vec<u8>> {
        let mut block = std::mem::take(&mut self.carried);
        if !self.is_over {
            self.source.by_ref().take((BLOCK - block.len()) as u64).read_to_end(&mut block)?;
            self.is_over = block.len() < BLOCK;
        }
        Ok(block)
    }
}
