//! The components of a record class (JVMS 4.7.30).

use super::Attributes;
use crate::cursor::Cursor;
use crate::error::Result;

/// One component.
#[derive(Debug, Clone, Copy)]
pub struct RecordComponent<'a> {
    /// Pool index of the name.
    pub name: u16,
    /// Pool index of the descriptor.
    pub descriptor: u16,
    /// Its attributes.
    pub attributes: Attributes<'a>,
}

impl<'a> RecordComponent<'a> {
    pub(crate) fn read_all(cursor: &mut Cursor<'a>) -> Result<Vec<Self>> {
        let count = cursor.u2()?;
        (0..count)
            .map(|_| {
                Ok(Self {
                    name: cursor.u2()?,
                    descriptor: cursor.u2()?,
                    attributes: Attributes::read(cursor)?,
                })
            })
            .collect()
    }
}
