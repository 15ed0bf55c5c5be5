//! A position in the bytes of a class file; every read is checked, offsets are those of the whole file.

use crate::error::{Found, ReadError, Result};
use crate::record::Record;

/// Reads big-endian numbers up to the end of the enclosing structure.
///
/// The position follows from the end and from what is left, so that a read has one length to check and one slice to move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor<'a> {
    /// What has not been read.
    rest: &'a [u8],
    /// Offset in the file of the end of `rest`.
    end: usize,
}

macro_rules! number {
    ($name:ident, $type:ty, $size:literal) => {
        #[inline]
        pub(crate) fn $name(&mut self) -> Result<$type> {
            match self.rest.split_first_chunk::<$size>() {
                Some((chunk, rest)) => {
                    self.rest = rest;
                    Ok(<$type>::from_be_bytes(*chunk))
                }
                None => Err(self.ended(concat!($size, " bytes"))),
            }
        }
    };
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, end: bytes.len() }
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
        self.end.saturating_sub(self.rest.len())
    }

    /// What has not been read.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    #[inline]
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }

    /// The next bytes, without moving.
    #[inline]
    pub(crate) fn peek<const N: usize>(&self, expected: &'static str) -> Result<[u8; N]> {
        self.rest.first_chunk().copied().ok_or_else(|| self.ended(expected))
    }

    /// The next `count` bytes.
    #[inline]
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        match self.rest.split_at_checked(count) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
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
        let rest = self.take(count)?;
        Ok(Cursor { rest, end: self.offset() })
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
            surplus => Err(ReadError::new(self.offset(), expected, Found::Surplus(surplus))),
        }
    }

    #[cold]
    fn ended(&self, expected: &'static str) -> ReadError {
        ReadError::new(self.offset(), expected, Found::End { left: self.left() })
    }
}
