//! Makes fingerprints: XXH3 with 128 bits over an unambiguous sequence of tagged values.
//!
//! XXH3 is fast and not cryptographic: a fingerprint tells content apart that came about by honest work, not content
//! that was forged to collide. Evidence that crosses a trust boundary needs a keyed or cryptographic hash on top.

use tamis_vocab::Fingerprint;
use xxhash_rust::xxh3::{Xxh3, xxh3_128_with_seed};

use crate::short_copy;

/// The version of everything that decides what a fingerprint is made from. It seeds the hash: fingerprints of
/// different versions never match, so a newer release runs tests again instead of comparing unlike things.
pub const FORMAT_VERSION: u64 = 2;

/// What a fingerprint is of. Part of the hash, so that equal bytes of different meaning differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Domain {
    Content = 1,
    Constant,
    Body,
    Part,
    Header,
    Members,
    Order,
    Class,
    Link,
    Dispatch,
    Initialisation,
    Closed,
    Deep,
    Overrides,
    Identities,
    Absent,
    Links,
    /// Of the machine that runs tests.
    Surroundings,
}

/// Collects values and hashes them at the end. The buffer is kept for the next fingerprint.
#[derive(Debug, Default)]
pub struct Digest {
    buffer: Vec<u8>,
}

impl Digest {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a byte.
    #[inline]
    pub fn u8(&mut self, value: u8) {
        self.buffer.push(value);
    }

    /// Adds two bytes.
    #[inline]
    pub fn u16(&mut self, value: u16) {
        self.buffer.extend_from_slice(&value.to_le_bytes());
    }

    /// Adds four bytes.
    #[inline]
    pub fn u32(&mut self, value: u32) {
        self.buffer.extend_from_slice(&value.to_le_bytes());
    }

    /// Adds eight bytes.
    #[inline]
    pub fn u64(&mut self, value: u64) {
        self.buffer.extend_from_slice(&value.to_le_bytes());
    }

    /// Adds bytes with their length in front, so that neighbours cannot trade bytes.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.buffer.extend_from_slice(bytes);
    }

    /// As [`Self::bytes`], for text that is a part of `file`.
    #[inline]
    pub(crate) fn bytes_of(&mut self, text: &[u8], file: &[u8]) {
        self.u32(text.len() as u32);
        self.raw_of(text, file);
    }

    /// As [`Self::raw`], for text that is a part of `file`.
    #[inline]
    pub(crate) fn raw_of(&mut self, text: &[u8], file: &[u8]) {
        short_copy::append(&mut self.buffer, text, file);
    }

    /// Adds bytes as they are. Only for those whose length can be told from what comes before or from themselves, as that
    /// of instructions can.
    #[inline]
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Adds the first `length` of `bytes` as they are, see [`Self::raw`]: the short runs between instructions that need a
    /// look.
    #[inline]
    pub(crate) fn run(&mut self, bytes: &[u8], length: usize) {
        short_copy::append_run(&mut self.buffer, bytes, length);
    }

    /// How many bytes were added since the last fingerprint.
    pub(crate) fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Puts another number where four bytes were added; `place` is what [`Self::len`] was before.
    pub(crate) fn replace_u32(&mut self, place: usize, value: u32) {
        if let Some(number) = self.buffer.get_mut(place..).and_then(<[u8]>::first_chunk_mut) {
            *number = value.to_le_bytes();
        }
    }

    /// Adds text with its length in front.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Adds a fingerprint.
    #[inline]
    pub fn fingerprint(&mut self, fingerprint: Fingerprint) {
        self.buffer.extend_from_slice(&fingerprint.to_bytes());
    }

    /// Adds whether there is one, and the fingerprint if there is.
    pub fn optional(&mut self, fingerprint: Option<Fingerprint>) {
        match fingerprint {
            Some(fingerprint) => {
                self.u8(1);
                self.fingerprint(fingerprint);
            }
            None => self.u8(0),
        }
    }

    /// Forgets everything added since the last fingerprint.
    pub fn clear(&mut self) {
        self.buffer.clear();
    }

    /// The fingerprint of everything added since the last one.
    // Once in the program: the code of the hash is long, and many copies of it push each other out of the cache.
    #[inline(never)]
    pub fn finish(&mut self, domain: Domain) -> Fingerprint {
        self.buffer.push(domain as u8);
        let hash = xxh3_128_with_seed(&self.buffer, FORMAT_VERSION);
        self.buffer.clear();
        Fingerprint::from_u128(hash)
    }
}

/// The fingerprint of a file's bytes.
pub fn of_content(bytes: &[u8]) -> Fingerprint {
    Fingerprint::from_u128(xxh3_128_with_seed(bytes, FORMAT_VERSION << 8 | Domain::Content as u64))
}

/// As [`of_content`], for content that comes in pieces.
pub struct ContentDigest(Xxh3);

impl ContentDigest {
    /// An empty one.
    pub fn new() -> Self {
        Self(Xxh3::with_seed(FORMAT_VERSION << 8 | Domain::Content as u64))
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The fingerprint of everything added.
    pub fn finish(&self) -> Fingerprint {
        Fingerprint::from_u128(self.0.digest128())
    }
}

impl Default for ContentDigest {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{ContentDigest, Digest, Domain, of_content};

    #[test]
    fn content_in_pieces_is_the_same_content() {
        let content: Vec<u8> = (0..5000_u32).map(|number| number as u8).collect();
        let mut digest = ContentDigest::new();
        content.chunks(77).for_each(|piece| digest.update(piece));
        assert_eq!(digest.finish(), of_content(&content));
    }

    #[test]
    fn neighbours_and_domains_do_not_mix() {
        let mut digest = Digest::new();
        let mut of = |parts: &[&str], domain| {
            parts.iter().for_each(|part| digest.text(part));
            digest.finish(domain)
        };
        let one = of(&["ab", "c"], Domain::Part);
        assert_ne!(one, of(&["a", "bc"], Domain::Part));
        assert_ne!(one, of(&["ab", "c"], Domain::Body));
        assert_eq!(one, of(&["ab", "c"], Domain::Part));
    }

    /// Fingerprints are stored and shared: these values may only change together with `FORMAT_VERSION`.
    #[test]
    fn fingerprints_are_the_same_everywhere() {
        assert_eq!(of_content(b"").to_string(), "4e60edfecd723f6bf1806e490a5d6299");
        assert_eq!(of_content(b"tamis").to_string(), "0aee42334503dd5bc92dec63d8805b9a");
    }
}
