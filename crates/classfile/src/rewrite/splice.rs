//! Copying the original up to a point, and writing something else there.

/// The original, how much of it has been dealt with, and what has been written.
pub(super) struct Splice<'a, 'o> {
    source: &'a [u8],
    copied: usize,
    out: &'o mut Vec<u8>,
}

/// A state to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    copied: usize,
    written: usize,
}

impl<'a, 'o> Splice<'a, 'o> {
    pub(super) fn new(source: &'a [u8], out: &'o mut Vec<u8>) -> Self {
        out.clear();
        Self { source, copied: 0, out }
    }

    /// Forgets everything that was written.
    pub(super) fn restart(&mut self) {
        self.out.clear();
        self.copied = 0;
    }

    /// Makes room for the original and a probe in each of so many methods.
    pub(super) fn reserve(&mut self, length: usize, methods: usize) {
        // Eight bytes for the probe, two for a frame that takes its long form; the constants are less than 200.
        self.out.reserve(length.saturating_add(methods.saturating_mul(10)).saturating_add(200));
    }

    /// Copies the original from where it was left up to `offset`.
    #[inline]
    pub(super) fn copy_to(&mut self, offset: usize) {
        self.out.extend_from_slice(self.source.get(self.copied..offset).unwrap_or_default());
        self.skip_to(offset);
    }

    /// Leaves out the original up to `offset`.
    #[inline]
    pub(super) fn skip_to(&mut self, offset: usize) {
        self.copied = self.copied.max(offset);
    }

    /// Writes something new.
    #[inline]
    pub(super) fn write(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
    }

    /// Goes on from `offset`, which may lie before what has been dealt with.
    pub(super) fn seek(&mut self, offset: usize) {
        self.copied = offset;
    }

    /// Copies up to `offset` and writes `bytes` instead of the next `length` bytes.
    #[inline]
    pub(super) fn replace(&mut self, offset: usize, length: usize, bytes: &[u8]) {
        self.copy_to(offset);
        self.write(bytes);
        self.skip_to(offset.saturating_add(length));
    }

    /// Writes a two-byte number instead of the one at `offset`.
    #[inline]
    pub(super) fn replace_u2(&mut self, offset: usize, value: u16) {
        self.replace(offset, 2, &value.to_be_bytes());
    }

    /// How much has been written.
    pub(super) fn written(&self) -> usize {
        self.out.len()
    }

    /// What has been written from `position` on.
    #[inline]
    pub(super) fn written_from(&mut self, position: usize) -> &mut [u8] {
        self.out.get_mut(position..).unwrap_or_default()
    }

    /// Overwrites what was written at `position`.
    #[inline]
    pub(super) fn patch<const N: usize>(&mut self, position: usize, bytes: [u8; N]) {
        if let Some(place) = self.written_from(position).first_chunk_mut() {
            *place = bytes;
        }
    }

    /// Overwrites the four-byte length at `position` with the number of bytes written after it.
    pub(super) fn patch_length(&mut self, position: usize) {
        let length = self.out.len().saturating_sub(position).saturating_sub(4);
        self.patch(position, (length as u32).to_be_bytes());
    }

    /// Writes `bytes` between what was written before and after `position`.
    pub(super) fn insert(&mut self, position: usize, bytes: &[u8]) {
        self.out.splice(position..position, bytes.iter().copied());
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { copied: self.copied, written: self.out.len() }
    }

    pub(super) fn reset(&mut self, mark: Mark) {
        self.copied = mark.copied;
        self.out.truncate(mark.written);
    }
}
