//! When a file or jar entry counts as unchanged without being read.

use std::time::{SystemTime, UNIX_EPOCH};

/// What a file system says of a file. If all of it is as it was, and the times are not too young, the content is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    /// Bytes in the file; for a jar entry, uncompressed.
    pub(crate) size: u64,
    /// Modification time in nanoseconds; for a jar entry, the low half of the fingerprint of its compressed bytes.
    pub(crate) modified: u64,
    /// Time of the last change of the inode in nanoseconds, which no program can set back; for a jar entry, the high
    /// half of that fingerprint.
    pub(crate) changed: u64,
    /// Inode; for a jar entry, the compression method.
    pub(crate) inode: u64,
    /// Device; 0 for a jar entry.
    pub(crate) device: u64,
}

/// Times of file systems are as coarse as two seconds. A file that was touched so shortly before we read it could have
/// been touched again without its times changing, so what was read of it is not trusted the next time.
const COARSE: u64 = 2_000_000_000;

/// Nanoseconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
}

impl Identity {
    pub(crate) fn of_stat(stat: &rustix::fs::Stat) -> Self {
        // The fields have other types on other systems, all of which an `i128` can hold.
        let number = |number: i128| (number as i64).cast_unsigned();
        let time = |seconds: i128, part: i128| number(seconds * 1_000_000_000 + part);
        Self {
            size: number(stat.st_size.into()),
            modified: time(stat.st_mtime.into(), stat.st_mtime_nsec.into()),
            changed: time(stat.st_ctime.into(), stat.st_ctime_nsec.into()),
            inode: number(stat.st_ino.into()),
            device: number(stat.st_dev.into()),
        }
    }

    /// Of a jar entry: its compressed bytes say all.
    pub(crate) fn of_compressed(fingerprint: u128, method: u16, size: u64) -> Self {
        Self {
            size,
            modified: fingerprint as u64,
            changed: (fingerprint >> 64) as u64,
            inode: u64::from(method),
            device: 0,
        }
    }

    /// Whether the file was touched too shortly before `now` (or after it) for its times to prove anything.
    pub(crate) fn is_racy(&self, now: u64) -> bool {
        let settled = now.saturating_sub(COARSE);
        self.modified >= settled || self.changed >= settled
    }

    pub(crate) fn to_bytes(self) -> [u8; 40] {
        let mut bytes = [0; 40];
        let numbers = [self.size, self.modified, self.changed, self.inode, self.device];
        for (chunk, number) in bytes.chunks_exact_mut(8).zip(numbers) {
            chunk.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; 40]) -> Self {
        let number = |at: usize| {
            bytes
                .get(at..at + 8)
                .and_then(|slice| slice.first_chunk())
                .map_or(0, |chunk| u64::from_le_bytes(*chunk))
        };
        Self {
            size: number(0),
            modified: number(8),
            changed: number(16),
            inode: number(24),
            device: number(32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{COARSE, Identity};

    #[test]
    fn a_file_touched_just_before_or_after_now_is_racy() {
        let at = |modified, changed| Identity { size: 1, modified, changed, inode: 1, device: 1 };
        let now = 10 * COARSE;
        assert!(!at(now - 2 * COARSE, now - 2 * COARSE).is_racy(now));
        assert!(at(now - COARSE / 2, now - 2 * COARSE).is_racy(now));
        assert!(at(now - 2 * COARSE, now - COARSE / 2).is_racy(now));
        assert!(at(now + 1, now - 2 * COARSE).is_racy(now));
    }

    #[test]
    fn bytes_come_back() {
        let identity = Identity { size: 1, modified: 2, changed: 3, inode: 4, device: 5 };
        assert_eq!(Identity::from_bytes(&identity.to_bytes()), identity);
    }
}
