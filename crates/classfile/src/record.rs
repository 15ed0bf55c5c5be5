//! Tables of fixed-size records inside attributes.

use std::fmt;
use std::marker::PhantomData;

use crate::cursor::Cursor;
use crate::error::Result;

/// Something that takes a fixed number of bytes in a class file.
pub(crate) trait Record: Copy {
    /// Bytes a record takes.
    const SIZE: usize;
    /// Reads one.
    fn read(cursor: &mut Cursor<'_>) -> Result<Self>;
    /// Writes one.
    fn write(self, out: &mut Vec<u8>);
}

/// A table of fixed-size records, read as it is iterated.
#[derive(Clone, Copy)]
pub struct Records<'a, T> {
    cursor: Cursor<'a>,
    count: usize,
    record: PhantomData<T>,
}

impl<'a, T> Records<'a, T> {
    pub(crate) fn new(cursor: Cursor<'a>, count: usize) -> Self {
        Self { cursor, count, record: PhantomData }
    }
}

#[expect(private_bounds, reason = "the record types are ours; nobody else adds one")]
impl<'a, T: Record> Records<'a, T> {
    /// How many records there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The records, in order.
    pub fn iter(&self) -> impl Iterator<Item = T> + use<'a, T> {
        let mut cursor = self.cursor;
        // The whole extent was checked when the table was made, so reading cannot fail before `count` records.
        (0..self.count).map_while(move |_| T::read(&mut cursor).ok())
    }

    /// The record at `index`, if there is one.
    pub fn get(&self, index: usize) -> Option<T> {
        if index >= self.count {
            return None;
        }
        let mut cursor = self.cursor;
        cursor.skip(index.checked_mul(T::SIZE)?).ok()?;
        T::read(&mut cursor).ok()
    }
}

impl<T: Record + fmt::Debug> fmt::Debug for Records<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Record for u16 {
    const SIZE: usize = 2;
    #[inline]
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        cursor.u2()
    }
    fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_be_bytes());
    }
}

impl Record for i32 {
    const SIZE: usize = 4;
    #[inline]
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        cursor.i4()
    }
    fn write(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_be_bytes());
    }
}

/// Declares a struct of `u16` fields that is a [`Record`].
macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: u16,)+
        }
        impl crate::record::Record for $name {
            const SIZE: usize = 2 * [$(stringify!($field)),+].len();
            #[inline]
            fn read(cursor: &mut crate::cursor::Cursor<'_>) -> crate::error::Result<Self> {
                Ok(Self { $($field: cursor.u2()?),+ })
            }
            fn write(self, out: &mut Vec<u8>) {
                $(out.extend_from_slice(&self.$field.to_be_bytes());)+
            }
        }
    };
}
pub(crate) use record;
