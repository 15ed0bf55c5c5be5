//! Frames: how records lie in a file.

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::record::Record;

/// Version of the format. A reader takes its own version only.
pub const VERSION: u8 = 5;

/// The first bytes of every journal: a magic, and [`VERSION`].
pub const HEADER: [u8; 8] = [b't', b'a', b'm', b'i', b's', b'j', 0, VERSION];

/// Length and checksum before each record.
const PREFIX: usize = 8;

/// Longer records are not believed.
const LONGEST: usize = 1 << 28;

/// Appends the frame of a record. A record that cannot be encoded (longer than any reader believes) is not appended, and
/// the answer is false.
#[must_use]
pub fn append(record: &Record, bytes: &mut Vec<u8>) -> bool {
    let start = bytes.len();
    bytes.extend_from_slice(&[0; PREFIX]);
    let Ok(mut encoded) = postcard::to_extend(record, std::mem::take(bytes)) else {
        return false;
    };
    let body_start = start.saturating_add(PREFIX);
    let (length, check) = {
        let body = encoded.get(body_start..).unwrap_or_default();
        (body.len(), xxh3_64(body) as u32)
    };
    if length > LONGEST {
        encoded.truncate(start);
        *bytes = encoded;
        return false;
    }
    if let Some(prefix) = encoded.get_mut(start..).and_then(<[u8]>::first_chunk_mut::<PREFIX>) {
        let [l0, l1, l2, l3] = (length as u32).to_le_bytes();
        let [c0, c1, c2, c3] = check.to_le_bytes();
        *prefix = [l0, l1, l2, l3, c0, c1, c2, c3];
    }
    *bytes = encoded;
    true
}

/// Why the bytes are no journal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// It is something else, or nothing.
    #[error("not a journal: expected its {expected} bytes of header")]
    NotAJournal {
        /// Length of a header.
        expected: usize,
    },
    /// Another version.
    #[error("version {found} of the journal format, this program reads {VERSION}")]
    OtherVersion {
        /// What the file says.
        found: u8,
    },
}

/// Where a journal stops making sense. What comes before is sound; nothing is read behind it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Damage {
    /// The last frame is not all there: the machine was killed while it wrote, or the disk is full.
    #[error("offset {offset}: the last record is cut off")]
    CutOff {
        /// Where the frame starts.
        offset: usize,
    },
    /// The checksum does not fit.
    #[error("offset {offset}: the checksum of the record does not fit")]
    Checksum {
        /// Where the frame starts.
        offset: usize,
    },
    /// Bytes that are no record.
    #[error("offset {offset}: not a record")]
    NotARecord {
        /// Where the frame starts.
        offset: usize,
    },
}

/// The records of a journal, one after the other; ends after the first damage.
#[derive(Debug, Clone)]
pub struct Frames<'a> {
    bytes: &'a [u8],
    offset: usize,
    is_damaged: bool,
}

/// Reads the header.
pub fn frames(bytes: &[u8]) -> Result<Frames<'_>, HeaderError> {
    let not_a_journal = HeaderError::NotAJournal { expected: HEADER.len() };
    let (magic, [found]) = match bytes.first_chunk::<8>() {
        Some([magic @ .., found]) => (magic, [*found]),
        None => return Err(not_a_journal),
    };
    if !HEADER.starts_with(magic) {
        return Err(not_a_journal);
    }
    if found != VERSION {
        return Err(HeaderError::OtherVersion { found });
    }
    Ok(Frames { bytes, offset: HEADER.len(), is_damaged: false })
}

impl Frames<'_> {
    /// Offset of the next frame.
    pub fn offset(&self) -> usize {
        self.offset
    }

    fn frame(&self) -> Result<(Record, usize), Damage> {
        let offset = self.offset;
        let rest = self.bytes.get(offset..).unwrap_or_default();
        let cut_off = Damage::CutOff { offset };
        let Some((prefix, rest)) = rest.split_first_chunk::<PREFIX>() else {
            return Err(cut_off);
        };
        let [l0, l1, l2, l3, c0, c1, c2, c3] = *prefix;
        let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
        if length > LONGEST {
            return Err(Damage::NotARecord { offset });
        }
        let Some(body) = rest.get(..length) else { return Err(cut_off) };
        if xxh3_64(body) as u32 != u32::from_le_bytes([c0, c1, c2, c3]) {
            return Err(Damage::Checksum { offset });
        }
        match postcard::take_from_bytes(body) {
            Ok((record, [])) => Ok((record, offset + PREFIX + length)),
            _ => Err(Damage::NotARecord { offset }),
        }
    }
}

impl Iterator for Frames<'_> {
    type Item = Result<Record, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_damaged || self.offset >= self.bytes.len() {
            return None;
        }
        match self.frame() {
            Ok((record, next)) => {
                self.offset = next;
                Some(Ok(record))
            }
            Err(damage) => {
                self.is_damaged = true;
                Some(Err(damage))
            }
        }
    }
}

#[cfg(test)]
mod tests;
