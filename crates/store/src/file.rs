//! A file around a block: who it is, of which version, and a checksum. This header stays as it is in all versions, so that
//! a newer file can be told from a damaged one.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use tamis_select::Block;
use xxhash_rust::xxh3::{xxh3_128, xxh3_128_with_seed};

/// The version of the files: that of the blocks in them.
pub(crate) const VERSION: u32 = Block::VERSION;

const MAGIC: &[u8; 8] = b"TAMIS-E\n";
/// Magic, version, length, checksum.
const HEADER: usize = 8 + 4 + 8 + 16;

/// Why a file is no block.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unframed {
    /// It is of this newer version.
    Newer(u32),
    /// It is damaged.
    Damaged(String),
}

/// A block with everything around it.
pub(crate) fn frame(block: &Block) -> Vec<u8> {
    let content = block.bytes();
    let mut bytes = Vec::with_capacity(HEADER + content.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(content.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&checksum(VERSION, content).to_le_bytes());
    bytes.extend_from_slice(content);
    bytes
}

/// The name of a file with that content.
pub(crate) fn name(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

/// The version counts as well: if one of its bits flips, the file is damaged and not newer.
fn checksum(version: u32, content: &[u8]) -> u128 {
    xxh3_128_with_seed(content, u64::from(version))
}

/// Reads a file: the block in it, and how long the file is.
pub(crate) fn read(path: &Path) -> io::Result<(Result<Block, Unframed>, u64)> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut header = Vec::with_capacity(HEADER);
    file.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
    // Apart from the header, so that what is read in place need not be moved.
    let rest = usize::try_from(length).unwrap_or_default().saturating_sub(HEADER);
    let mut content = Vec::with_capacity(rest);
    file.read_to_end(&mut content)?;
    Ok((unframe(&header, content), length))
}

/// The block in the bytes of a file.
pub(crate) fn unframe_all(bytes: &[u8]) -> Result<Block, Unframed> {
    let (header, content) = bytes.split_at_checked(HEADER).unwrap_or((bytes, &[]));
    unframe(header, content.to_vec())
}

fn unframe(header: &[u8], content: Vec<u8>) -> Result<Block, Unframed> {
    let damaged = |message: &str| Unframed::Damaged(message.to_owned());
    let short = || damaged("it ends too early");
    let rest = header.strip_prefix(MAGIC).ok_or_else(|| damaged("it does not begin as one"))?;
    let (version, rest) = rest.split_first_chunk().ok_or_else(short)?;
    let version = u32::from_le_bytes(*version);
    let (length, rest) = rest.split_first_chunk().ok_or_else(short)?;
    let (sum, _) = rest.split_first_chunk().ok_or_else(short)?;
    if u64::from_le_bytes(*length) != content.len() as u64 {
        return Err(damaged("its length is not what it says"));
    }
    if u128::from_le_bytes(*sum) != checksum(version, &content) {
        return Err(damaged("its checksum is wrong"));
    }
    if version > VERSION {
        return Err(Unframed::Newer(version));
    }
    Block::read(content).map_err(|error| Unframed::Damaged(error.to_string()))
}
