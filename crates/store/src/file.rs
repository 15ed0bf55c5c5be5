//! A file around a block: who it is, of which version, and a checksum.

use tamis_select::Block;
use xxhash_rust::xxh3::xxh3_128;

/// The version of the files.
pub(crate) const VERSION: u32 = 1;

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
    bytes.extend_from_slice(&xxh3_128(content).to_le_bytes());
    bytes.extend_from_slice(content);
    bytes
}

/// The name of a file with that content.
pub(crate) fn name(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

/// The block in a file.
pub(crate) fn unframe(mut bytes: Vec<u8>) -> Result<Block, Unframed> {
    let damaged = |message: &str| Unframed::Damaged(message.to_owned());
    let short = || damaged("it ends too early");
    let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| damaged("it does not begin as one"))?;
    let (version, rest) = rest.split_first_chunk().ok_or_else(short)?;
    let version = u32::from_le_bytes(*version);
    if version > VERSION {
        return Err(Unframed::Newer(version));
    }
    let (length, rest) = rest.split_first_chunk().ok_or_else(short)?;
    let (checksum, content) = rest.split_first_chunk().ok_or_else(short)?;
    if u64::from_le_bytes(*length) != content.len() as u64 {
        return Err(damaged("its length is not what it says"));
    }
    if u128::from_le_bytes(*checksum) != xxh3_128(content) {
        return Err(damaged("its checksum is wrong"));
    }
    bytes.drain(..HEADER);
    Block::read(bytes).map_err(|error| Unframed::Damaged(error.to_string()))
}
