//! Annotations and their element values (JVMS 4.7.16).

use super::unknown_kind;
use crate::cursor::Cursor;
use crate::error::{Found, ReadError, Result};

/// Element values nest; a file that nests deeper than this is refused instead of exhausting the stack. The Java
/// compiler's own limit on nested annotations in source is far lower.
const DEEPEST: u8 = 128;

/// An annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Annotation {
    /// Pool index of the annotation interface's field descriptor.
    pub type_index: u16,
    /// Element names (pool indices) and values, in the order of the file.
    pub elements: Vec<(u16, ElementValue)>,
}

/// The value of an annotation element.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the JVMS, table 4.7.16.1-A")]
pub enum ElementValue {
    /// A primitive or string: its tag (`B C D F I J S Z s`) and the pool index of the constant.
    Constant {
        tag: u8,
        index: u16,
    },
    Enum {
        type_name: u16,
        constant_name: u16,
    },
    /// Pool index of a return descriptor.
    Class(u16),
    Annotation(Annotation),
    Array(Vec<ElementValue>),
}

impl Annotation {
    pub(crate) fn read_all(cursor: &mut Cursor<'_>) -> Result<Vec<Self>> {
        let count = cursor.u2()?;
        (0..count).map(|_| Self::read(cursor)).collect()
    }

    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Self::read_at(cursor, 0)
    }

    fn read_at(cursor: &mut Cursor<'_>, depth: u8) -> Result<Self> {
        let type_index = cursor.u2()?;
        let count = cursor.u2()?;
        let elements = (0..count)
            .map(|_| Ok((cursor.u2()?, ElementValue::read_at(cursor, depth)?)))
            .collect::<Result<Vec<_>>>()?;
        Ok(Self { type_index, elements })
    }
}

impl ElementValue {
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Self::read_at(cursor, 0)
    }

    fn read_at(cursor: &mut Cursor<'_>, depth: u8) -> Result<Self> {
        let offset = cursor.offset();
        if depth >= DEEPEST {
            return Err(ReadError::new(
                offset,
                "annotation values nested at most 128 deep",
                Found::Value(u64::from(depth)),
            ));
        }
        let inner = depth.saturating_add(1);
        Ok(match cursor.u1()? {
            tag @ (b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's') => {
                Self::Constant { tag, index: cursor.u2()? }
            }
            b'e' => Self::Enum { type_name: cursor.u2()?, constant_name: cursor.u2()? },
            b'c' => Self::Class(cursor.u2()?),
            b'@' => Self::Annotation(Annotation::read_at(cursor, inner)?),
            b'[' => {
                let count = cursor.u2()?;
                Self::Array(
                    (0..count).map(|_| Self::read_at(cursor, inner)).collect::<Result<Vec<_>>>()?,
                )
            }
            unknown => {
                return Err(unknown_kind(
                    offset,
                    "an element value tag (B C D F I J S Z s e c @ [)",
                    unknown,
                ));
            }
        })
    }
}
