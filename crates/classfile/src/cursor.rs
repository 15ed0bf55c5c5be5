//! A position in the bytes of a class file; every read is checked, offsets are those of the whole file.

use crate::error::{Found, ReadError, Result};
use crate::record::Record;

/// Reads big-endian numbers from `bytes`, which end where the enclosing structure ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'a> {
    /// The file from its first byte up to the end of the structure being read.
    bytes: &'a [u8],
    position: usize,
}

macro_rules! number {
    ($name:ident, $type:ty, $size:literal) => {
        #[inline]
        pub(crate) fn $name(&mut self) -> Result<$type> {
            let rest = self.bytes.get(self.position..).unwrap_or_default();
            match rest.first_chunk::<$size>() {
                Some(chunk) => {
                    self.position = self.position.saturating_add($size);
                    Ok(<$type>::from_be_bytes(*chunk))
                }
                None => Err(self.ended(concat!($size, " bytes"))),
            }
        }
    };
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    number!(u1, u8, 1);
    number!(u2, u16, 2);
    number!(u4, u32, 4);
    number!(u8, u64, 8);
    number!(i1, i8, 1);
    number!(i2, i16, 2);
    number!(i4, i32, 4);

    /// Offset from the start of the file.
    #[inline]
    pub(crate) fn offset(&self) -> usize {
        self.position
    }

    #[inline]
    pub(crate) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    /// The next `count` bytes.
    #[inline]
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let end = self.position.saturating_add(count);
        match self.bytes.get(self.position..end) {
            Some(slice) => {
                self.position = end;
                Ok(slice)
            }
            None => Err(self.ended("as many bytes as the length says")),
        }
    }

    #[inline]
    pub(crate) fn skip(&mut self, count: usize) -> Result<()> {
        self.take(count).map(|_| ())
    }

    /// A cursor over the next `count` bytes only; this one moves past them.
    #[inline]
    pub(crate) fn split(&mut self, count: usize) -> Result<Cursor<'a>> {
        let position = self.position;
        self.skip(count)?;
        Ok(Cursor { bytes: self.bytes.get(..self.position).unwrap_or_default(), position })
    }

    /// A two-byte count and that many fixed-size records.
    pub(crate) fn table<T: Record>(&mut self) -> Result<crate::Records<'a, T>> {
        let count = usize::from(self.u2()?);
        self.records(count)
    }

    /// `count` fixed-size records.
    pub(crate) fn records<T: Record>(&mut self, count: usize) -> Result<crate::Records<'a, T>> {
        let cursor = self.split(count.saturating_mul(T::SIZE))?;
        Ok(crate::Records::new(cursor, count))
    }

    /// Fails unless everything has been read.
    pub(crate) fn finish(&self, expected: &'static str) -> Result<()> {
        match self.left() {
            0 => Ok(()),
            surplus => Err(ReadError::new(self.position, expected, Found::Surplus(surplus))),
        }
    }

    #[cold]
    fn ended(&self, expected: &'static str) -> ReadError {
        ReadError::new(self.position, expected, Found::End { left: self.left() })
    }
}
