//! What goes into a graph: the classes of a class path, and where their bytes come from.

use tamis_vocab::Fingerprint;
use xxhash_rust::xxh3::xxh3_128;

/// Where a class belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The code under test, and the tests.
    Project,
    /// A library on the class path.
    Library,
    /// The JDK.
    Platform,
}

/// A set of [`Part`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Parts(u8);

impl Parts {
    /// No part.
    pub const NONE: Self = Self(0);
    /// The JDK.
    pub const PLATFORM: Self = Self::NONE.and(Part::Platform);
    /// The JDK and the libraries.
    pub const PLATFORM_AND_LIBRARIES: Self = Self::PLATFORM.and(Part::Library);

    /// The set with one part more.
    #[must_use]
    pub const fn and(self, part: Part) -> Self {
        Self(self.0 | 1 << part as u8)
    }

    /// Whether the part is in the set.
    pub const fn contains(self, part: Part) -> bool {
        self.0 & 1 << part as u8 != 0
    }
}

/// A class of the class path.
#[derive(Debug, Clone, Copy)]
pub struct ClassEntry<'a> {
    /// The internal name under which a class loader looks for it, such as `p/A`; with its path, not its bytes, as the
    /// source.
    pub name: &'a str,
    /// Where it belongs.
    pub part: Part,
    /// What identifies its bytes.
    pub content: Fingerprint,
}

/// Where the bytes of classes come from.
pub trait ClassSource: Sync {
    /// The bytes of the class at that position of the list of entries. They can be put into the buffer, whose contents
    /// mean nothing. What cannot be read is told in words.
    fn read<'b>(&'b self, position: usize, buffer: &'b mut Vec<u8>) -> Result<&'b [u8], String>;
}

impl<B: AsRef<[u8]> + Sync> ClassSource for [B] {
    fn read<'b>(&'b self, position: usize, _: &'b mut Vec<u8>) -> Result<&'b [u8], String> {
        self.get(position).map(AsRef::as_ref).ok_or_else(|| format!("there is no file {position}"))
    }
}

/// What identifies bytes, for those who have nothing better.
pub fn content_of(bytes: &[u8]) -> Fingerprint {
    Fingerprint::from_u128(xxh3_128(bytes))
}
