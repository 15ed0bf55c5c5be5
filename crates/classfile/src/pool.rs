//! The constant pool (JVMS 4.4). Entries stay where they are; an index of offsets gives random access.

use crate::cursor::Cursor;
use crate::error::{Found, ReadError, Result};
use crate::mutf8::MStr;

/// Tags of constant pool entries.
#[expect(missing_docs, reason = "the names are those of the JVMS table 4.4-A")]
pub mod tag {
    pub const UTF8: u8 = 1;
    pub const INTEGER: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const LONG: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const CLASS: u8 = 7;
    pub const STRING: u8 = 8;
    pub const FIELD: u8 = 9;
    pub const METHOD: u8 = 10;
    pub const INTERFACE_METHOD: u8 = 11;
    pub const NAME_AND_TYPE: u8 = 12;
    pub const METHOD_HANDLE: u8 = 15;
    pub const METHOD_TYPE: u8 = 16;
    pub const DYNAMIC: u8 = 17;
    pub const INVOKE_DYNAMIC: u8 = 18;
    pub const MODULE: u8 = 19;
    pub const PACKAGE: u8 = 20;
}

/// One entry of the constant pool, with indices into the same pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the JVMS, section 4.4")]
pub enum Constant<'a> {
    Utf8(MStr<'a>),
    Integer(i32),
    /// The bits, so that equal means identical.
    Float(u32),
    Long(i64),
    /// The bits, so that equal means identical.
    Double(u64),
    Class {
        name: u16,
    },
    String {
        text: u16,
    },
    Field {
        class: u16,
        name_and_type: u16,
    },
    Method {
        class: u16,
        name_and_type: u16,
    },
    InterfaceMethod {
        class: u16,
        name_and_type: u16,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    MethodType {
        descriptor: u16,
    },
    Dynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    InvokeDynamic {
        bootstrap: u16,
        name_and_type: u16,
    },
    Module {
        name: u16,
    },
    Package {
        name: u16,
    },
}

/// A field or method as other code names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MemberRef<'a> {
    /// Internal name of the class, or an array descriptor.
    pub class: MStr<'a>,
    /// Name of the member.
    pub name: MStr<'a>,
    /// Its descriptor.
    pub descriptor: MStr<'a>,
}

/// The offsets of a pool's entries; kept apart so that a caller who reads many classes can hand the memory on, see
/// [`crate::ClassFile::parse_with`].
#[derive(Debug, Clone, Default)]
pub struct PoolOffsets(Vec<u32>);

/// The constant pool of one class.
#[derive(Debug, Clone)]
pub struct ConstantPool<'a> {
    bytes: &'a [u8],
    /// Offset of the tag of entry `i`; 0 for entry 0 and for the second slot of a long or double, since no entry can
    /// stand at the start of the file.
    offsets: PoolOffsets,
    end: usize,
}

impl<'a> ConstantPool<'a> {
    /// Indexes the pool that starts with its count at the cursor, and moves past it.
    pub(crate) fn read(
        bytes: &'a [u8],
        cursor: &mut Cursor<'a>,
        mut offsets: PoolOffsets,
    ) -> Result<Self> {
        let count_offset = cursor.offset();
        let count = cursor.u2()?;
        if count == 0 {
            return Err(ReadError::new(
                count_offset,
                "a constant pool count of at least 1",
                Found::Value(0),
            ));
        }
        let entries = &mut offsets.0;
        entries.clear();
        // A pool of n entries takes at least 3 bytes each: a count that the file cannot hold must not cost memory.
        entries.reserve(usize::from(count).min(cursor.left()));
        entries.push(0);
        let mut index = 1;
        while index < count {
            let offset = cursor.offset();
            let tag = cursor.u1()?;
            entries.push(offset as u32);
            index = index.saturating_add(1);
            match tag {
                tag::UTF8 => {
                    let length = usize::from(cursor.u2()?);
                    cursor.skip(length)?;
                }
                tag::FIELD
                | tag::METHOD
                | tag::INTERFACE_METHOD
                | tag::NAME_AND_TYPE
                | tag::INTEGER
                | tag::FLOAT
                | tag::DYNAMIC
                | tag::INVOKE_DYNAMIC => cursor.skip(4)?,
                tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => {
                    cursor.skip(2)?;
                }
                tag::LONG | tag::DOUBLE => {
                    cursor.skip(8)?;
                    entries.push(0);
                    index = index.saturating_add(1);
                }
                tag::METHOD_HANDLE => cursor.skip(3)?,
                unknown => {
                    return Err(ReadError::new(
                        offset,
                        "a constant pool tag (1, 3–12, 15–20)",
                        Found::Value(u64::from(unknown)),
                    ));
                }
            }
        }
        if entries.len() != usize::from(count) {
            return Err(ReadError::new(
                count_offset,
                "a constant pool that does not end inside a long or double",
                Found::Value(u64::from(count)),
            ));
        }
        Ok(Self { bytes, offsets, end: cursor.offset() })
    }

    /// One more than the highest index, as the file counts.
    pub fn count(&self) -> u16 {
        self.offsets.0.len() as u16
    }

    /// Offset of the first byte after the pool.
    pub fn end(&self) -> usize {
        self.end
    }

    pub(crate) fn into_offsets(self) -> PoolOffsets {
        self.offsets
    }

    /// The indices that hold an entry, in order.
    pub fn indices(&self) -> impl Iterator<Item = u16> + '_ {
        (0u16..).zip(&self.offsets.0).filter(|(_, offset)| **offset != 0).map(|(index, _)| index)
    }

    /// The tag at `index`, or `None` if there is no entry.
    #[inline]
    pub fn tag(&self, index: u16) -> Option<u8> {
        let offset = *self.offsets.0.get(usize::from(index)).filter(|offset| **offset != 0)?;
        self.bytes.get(offset as usize).copied()
    }

    /// Offset of the entry in the file, for error messages; of the pool's end if there is no entry.
    pub fn offset(&self, index: u16) -> usize {
        match self.offsets.0.get(usize::from(index)) {
            Some(&offset) if offset != 0 => offset as usize,
            _ => self.end,
        }
    }

    /// The entry at `index`.
    pub fn get(&self, index: u16) -> Result<Constant<'a>> {
        let mut cursor = self.entry(index)?;
        let tag = cursor.u1()?;
        Ok(match tag {
            tag::UTF8 => {
                let length = usize::from(cursor.u2()?);
                Constant::Utf8(MStr::new(cursor.take(length)?))
            }
            tag::INTEGER => Constant::Integer(cursor.i4()?),
            tag::FLOAT => Constant::Float(cursor.u4()?),
            tag::LONG => Constant::Long(cursor.u8()?.cast_signed()),
            tag::DOUBLE => Constant::Double(cursor.u8()?),
            tag::CLASS => Constant::Class { name: cursor.u2()? },
            tag::STRING => Constant::String { text: cursor.u2()? },
            tag::FIELD => Constant::Field { class: cursor.u2()?, name_and_type: cursor.u2()? },
            tag::METHOD => Constant::Method { class: cursor.u2()?, name_and_type: cursor.u2()? },
            tag::INTERFACE_METHOD => {
                Constant::InterfaceMethod { class: cursor.u2()?, name_and_type: cursor.u2()? }
            }
            tag::NAME_AND_TYPE => {
                Constant::NameAndType { name: cursor.u2()?, descriptor: cursor.u2()? }
            }
            tag::METHOD_HANDLE => {
                Constant::MethodHandle { kind: cursor.u1()?, reference: cursor.u2()? }
            }
            tag::METHOD_TYPE => Constant::MethodType { descriptor: cursor.u2()? },
            tag::DYNAMIC => {
                Constant::Dynamic { bootstrap: cursor.u2()?, name_and_type: cursor.u2()? }
            }
            tag::INVOKE_DYNAMIC => {
                Constant::InvokeDynamic { bootstrap: cursor.u2()?, name_and_type: cursor.u2()? }
            }
            tag::MODULE => Constant::Module { name: cursor.u2()? },
            tag::PACKAGE => Constant::Package { name: cursor.u2()? },
            unknown => {
                return Err(ReadError::new(
                    self.offset(index),
                    "a constant pool tag (1, 3–12, 15–20)",
                    Found::Value(u64::from(unknown)),
                ));
            }
        })
    }

    /// The string at `index`.
    #[inline]
    pub fn utf8(&self, index: u16) -> Result<MStr<'a>> {
        // Every name goes through here: no cursor.
        if let Some((&tag::UTF8, rest)) = self.at(index)
            && let Some((length, text)) = rest.split_first_chunk::<2>()
            && let Some(text) = text.get(..usize::from(u16::from_be_bytes(*length)))
        {
            return Ok(MStr::new(text));
        }
        Err(self.wrong(index, "the index of a Utf8 constant"))
    }

    /// The internal name (or array descriptor) of the class constant at `index`.
    #[inline]
    pub fn class_name(&self, index: u16) -> Result<MStr<'a>> {
        self.name_of(index, tag::CLASS, "the index of a Class constant")
    }

    /// As [`Self::class_name`], with 0 standing for "none", as the superclass of `Object` has it.
    pub fn optional_class_name(&self, index: u16) -> Result<Option<MStr<'a>>> {
        if index == 0 { Ok(None) } else { self.class_name(index).map(Some) }
    }

    /// The name behind the module constant at `index`.
    pub fn module_name(&self, index: u16) -> Result<MStr<'a>> {
        self.name_of(index, tag::MODULE, "the index of a Module constant")
    }

    /// The name behind the package constant at `index`.
    pub fn package_name(&self, index: u16) -> Result<MStr<'a>> {
        self.name_of(index, tag::PACKAGE, "the index of a Package constant")
    }

    /// Name and descriptor at `index`.
    pub fn name_and_type(&self, index: u16) -> Result<(MStr<'a>, MStr<'a>)> {
        match self.at(index) {
            Some((&tag::NAME_AND_TYPE, [a, b, c, d, ..])) => Ok((
                self.utf8(u16::from_be_bytes([*a, *b]))?,
                self.utf8(u16::from_be_bytes([*c, *d]))?,
            )),
            _ => Err(self.wrong(index, "the index of a NameAndType constant")),
        }
    }

    /// The field, method or interface method at `index`.
    pub fn member(&self, index: u16) -> Result<MemberRef<'a>> {
        match self.at(index) {
            Some((&(tag::FIELD | tag::METHOD | tag::INTERFACE_METHOD), [a, b, c, d, ..])) => {
                let (name, descriptor) = self.name_and_type(u16::from_be_bytes([*c, *d]))?;
                Ok(MemberRef {
                    class: self.class_name(u16::from_be_bytes([*a, *b]))?,
                    name,
                    descriptor,
                })
            }
            _ => Err(self.wrong(index, "the index of a field or method")),
        }
    }

    #[inline]
    fn name_of(&self, index: u16, tag: u8, expected: &'static str) -> Result<MStr<'a>> {
        match self.at(index) {
            Some((found, [high, low, ..])) if *found == tag => {
                self.utf8(u16::from_be_bytes([*high, *low]))
            }
            _ => Err(self.wrong(index, expected)),
        }
    }

    /// The tag of an entry and the bytes behind it.
    #[inline]
    fn at(&self, index: u16) -> Option<(&'a u8, &'a [u8])> {
        let offset = *self.offsets.0.get(usize::from(index)).filter(|offset| **offset != 0)?;
        self.bytes.get(offset as usize..)?.split_first()
    }

    /// A cursor at the entry's tag.
    #[inline]
    fn entry(&self, index: u16) -> Result<Cursor<'a>> {
        match self.offsets.0.get(usize::from(index)) {
            Some(&offset) if offset != 0 => {
                let mut cursor = Cursor::new(self.bytes);
                cursor.skip(offset as usize)?;
                Ok(cursor)
            }
            _ => Err(self.wrong(index, "the index of a constant")),
        }
    }

    /// The error for an index that does not lead to what it should.
    #[cold]
    pub(crate) fn wrong(&self, index: u16, expected: &'static str) -> ReadError {
        ReadError::new(self.offset(index), expected, Found::Value(u64::from(index)))
    }
}
