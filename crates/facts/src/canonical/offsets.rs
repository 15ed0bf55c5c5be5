//! Canonical offsets: where an instruction would be if each one had its shortest form.

use crate::fingerprint::Digest;

/// The offsets of the method at hand.
#[derive(Debug, Default)]
pub(super) struct Offsets {
    /// Instructions that are shorter than they stand there, in order. Most methods have none.
    shrunk: Vec<Shrunk>,
    /// Where in the digest an offset stands that was added as it is, and the offset.
    targets: Vec<(usize, i64)>,
}

#[derive(Debug)]
struct Shrunk {
    start: u32,
    end: u32,
    /// How many bytes it and all before it lose.
    lost: u32,
}

/// Marks an offset inside a shrunk instruction; such code does not verify.
const INSIDE: u32 = 1 << 31;

impl Offsets {
    /// The next method begins.
    pub(super) fn clear(&mut self) {
        self.shrunk.clear();
        self.targets.clear();
    }

    /// The instruction from `start` to `end` has another canonical length.
    pub(super) fn note_shrunk(&mut self, start: usize, end: usize, length: usize) {
        let before = self.shrunk.last().map_or(0, |last| last.lost);
        let lost = before.saturating_add(end.saturating_sub(start).saturating_sub(length) as u32);
        self.shrunk.push(Shrunk { start: start as u32, end: end as u32, lost });
    }

    /// An offset is about to be added to the digest, at `place`.
    #[inline]
    pub(super) fn note_target(&mut self, place: usize, offset: i64) {
        self.targets.push((place, offset));
    }

    /// Replaces the offsets that were added as they are.
    pub(super) fn settle(&self, digest: &mut Digest) {
        if !self.shrunk.is_empty() {
            for (place, offset) in &self.targets {
                digest.replace_u32(*place, self.canonical(*offset));
            }
        }
    }

    #[inline]
    pub(super) fn canonical(&self, offset: i64) -> u32 {
        if self.shrunk.is_empty() { plain(offset) } else { self.moved(offset) }
    }

    fn moved(&self, offset: i64) -> u32 {
        let passed = self.shrunk.partition_point(|each| i64::from(each.start) < offset);
        match passed.checked_sub(1).and_then(|last| self.shrunk.get(last)) {
            Some(last) if offset < i64::from(last.end) => INSIDE | plain(offset),
            Some(last) => plain(offset - i64::from(last.lost)),
            None => plain(offset),
        }
    }
}

/// An offset as it is added. Those that do not fit lead out of any method.
#[inline]
pub(super) fn plain(offset: i64) -> u32 {
    (offset as i32).cast_unsigned()
}

#[cfg(test)]
mod tests {
    use super::{INSIDE, Offsets};

    #[test]
    fn offsets_move_past_what_shrinks() {
        let mut offsets = Offsets::default();
        assert_eq!(offsets.canonical(70), 70);
        offsets.note_shrunk(3, 6, 2);
        offsets.note_shrunk(10, 30, 1);
        let check =
            |offset, canonical| assert_eq!(offsets.canonical(offset), canonical, "{offset}");
        check(-1, u32::MAX);
        check(0, 0);
        check(3, 3);
        check(4, INSIDE + 4);
        check(6, 5);
        check(10, 9);
        check(29, INSIDE + 29);
        check(30, 10);
        check(40, 20);
    }
}
