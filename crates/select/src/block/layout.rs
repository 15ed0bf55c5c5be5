//! Where the parts of a block lie. Numbers are little-endian; rows have a fixed size.

use tamis_vocab::Fingerprint;

use super::Malformed;

/// The version of the layout, and of what its parts mean.
pub(crate) const VERSION: u32 = 2;

/// Bytes of a row of texts: start, length.
pub(crate) const TEXT: usize = 8;
/// Name, canonical name, copies, fingerprint, above, named, prints.
pub(crate) const CLASS: usize = 12 + 16 + 8 * 3;
/// From the start of a class's row to the list of what is above it.
pub(crate) const CLASS_ABOVE: usize = 12 + 16;
/// To the list of what it names.
pub(crate) const CLASS_NAMED: usize = CLASS_ABOVE + 8;
/// To the list of its methods.
pub(crate) const CLASS_PRINTS: usize = CLASS_NAMED + 8;
/// Kind, name, body.
pub(crate) const PRINT: usize = 17;
/// A number.
pub(crate) const NUMBER: usize = 4;
/// Kind, class, detail, fingerprint.
pub(crate) const FACT: usize = 1 + 8 + 16;
/// Name, outcome, message, nanoseconds, facts, after.
pub(crate) const TEST: usize = 4 + 1 + 4 + 8 + 8 + 8;
/// From the start of a test's row to the list of those before it.
pub(crate) const TEST_AFTER: usize = 4 + 1 + 4 + 8 + 8;

/// Rows of one size.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Section {
    pub(crate) start: usize,
    pub(crate) count: u32,
    pub(crate) size: usize,
}

impl Section {
    /// All its bytes.
    pub(crate) fn slice<'b>(&self, bytes: &'b [u8]) -> Option<&'b [u8]> {
        let length = (self.count as usize).checked_mul(self.size)?;
        bytes.get(self.start..self.start.checked_add(length)?)
    }
}

/// Where everything is.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sections {
    pub(crate) time: u64,
    pub(crate) texts: Section,
    pub(crate) text_bytes: Section,
    pub(crate) classes: Section,
    pub(crate) numbers: Section,
    pub(crate) prints: Section,
    pub(crate) facts: Section,
    pub(crate) tests: Section,
    pub(crate) bitmaps: Section,
}

/// Sizes of the rows of the sections, in their order.
pub(crate) const SIZES: [usize; 8] = [TEXT, 1, CLASS, NUMBER, PRINT, FACT, TEST, 1];

/// Bytes in front of the first section: version, time, counts.
pub(crate) const HEADER: usize = 4 + 8 + SIZES.len() * 4;

impl Sections {
    pub(crate) fn of(bytes: &[u8]) -> Result<Self, Malformed> {
        let short = Malformed("it ends too early");
        let mut row = Row { bytes: bytes.get(..HEADER).ok_or(short)? };
        if row.u32() != Some(VERSION) {
            return Err(Malformed("it is of another version"));
        }
        let time = row.u64().ok_or(short)?;
        let mut found = [Section::default(); SIZES.len()];
        let mut start = HEADER;
        for (section, size) in found.iter_mut().zip(SIZES) {
            *section = Section { start, count: row.u32().ok_or(short)?, size };
            start += section.slice(bytes).ok_or(short)?.len();
        }
        if start != bytes.len() {
            return Err(Malformed("there is more behind its end"));
        }
        let [texts, text_bytes, classes, numbers, prints, facts, tests, bitmaps] = found;
        Ok(Self { time, texts, text_bytes, classes, numbers, prints, facts, tests, bitmaps })
    }
}

/// A row, read from its front.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'b> {
    bytes: &'b [u8],
}

impl<'b> Row<'b> {
    /// A row of a section.
    pub(crate) fn of(bytes: &'b [u8], section: Section, number: u32) -> Option<Self> {
        if number >= section.count {
            return None;
        }
        let start = section.start + number as usize * section.size;
        Some(Self { bytes: bytes.get(start..start + section.size)? })
    }

    pub(crate) fn skip(&mut self, bytes: usize) {
        self.bytes = self.bytes.get(bytes..).unwrap_or_default();
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(*first)
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    pub(crate) fn fingerprint(&mut self) -> Option<Fingerprint> {
        self.take().map(Fingerprint::from_bytes)
    }
}
