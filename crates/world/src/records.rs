//! Encoded facts, in memory or in a file, decoded when they are asked for.

use std::borrow::Cow;
use std::fs::File;
use std::os::unix::fs::FileExt;

use tamis_facts::{ClassFacts, encoding};
use xxhash_rust::xxh3::xxh3_64;

/// Where the facts of one class are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Record {
    /// Which block.
    pub(crate) block: u32,
    pub(crate) length: u32,
    pub(crate) offset: u64,
    /// Of the bytes, so that damage is noticed; 0 in memory, where none is looked for.
    pub(crate) checksum: u64,
}

/// A run of encoded facts.
#[derive(Debug)]
pub(crate) enum Block {
    Memory(Vec<u8>),
    /// A segment of a cache.
    File(File),
}

impl Record {
    /// Appends facts to a block in memory.
    pub(crate) fn append(facts: &ClassFacts, block: u32, bytes: &mut Vec<u8>) -> Self {
        let start = bytes.len();
        encoding::encode(facts, bytes);
        Self { block, length: (bytes.len() - start) as u32, offset: start as u64, checksum: 0 }
    }

    /// The encoded bytes, if they are still what they were.
    pub(crate) fn bytes<'b>(&self, blocks: &'b [Block]) -> Option<Cow<'b, [u8]>> {
        let length = self.length as usize;
        match blocks.get(self.block as usize)? {
            Block::Memory(bytes) => {
                let start = usize::try_from(self.offset).ok()?;
                bytes.get(start..start.checked_add(length)?).map(Cow::Borrowed)
            }
            Block::File(file) => {
                // A damaged index must not make us allocate what no record takes.
                if self.offset.checked_add(u64::from(self.length))? > file.metadata().ok()?.len() {
                    return None;
                }
                let mut bytes = vec![0; length];
                file.read_exact_at(&mut bytes, self.offset).ok()?;
                (checksum(&bytes) == self.checksum).then_some(Cow::Owned(bytes))
            }
        }
    }

    /// The facts, if their bytes are still what they were.
    pub(crate) fn decode(&self, blocks: &[Block]) -> Option<ClassFacts> {
        encoding::decode(&self.bytes(blocks)?)
    }
}

/// What a file says of a record's bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}
