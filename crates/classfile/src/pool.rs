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

/// Bytes that an entry takes by its tag, without the text of a `CONSTANT_Utf8`; 0 for numbers that are no tag.
const SIZES: [u8; 21] = [0, 3, 0, 5, 5, 9, 9, 3, 3, 5, 5, 5, 5, 0, 0, 4, 3, 5, 5, 3, 3];

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
        entries.resize(usize::from(count), 0);
        if let Some(length) = index_well_formed(cursor.rest(), cursor.offset(), entries) {
            cursor.skip(length)?;
            return Ok(Self { bytes, offsets, end: cursor.offset() });
        }
        // Once more, to tell what is wrong.
        let mut entries = entries.iter_mut().skip(1);
        while let Some(entry) = entries.next() {
            let offset = cursor.offset();
            *entry = offset as u32;
            let [tag, high, low] = cursor.peek("a constant of at least 3 bytes")?;
            let fixed = SIZES.get(usize::from(tag)).copied().unwrap_or_default();
            if fixed == 0 {
                return Err(unknown_tag(offset, tag));
            }
            let text = if tag == tag::UTF8 { u16::from_be_bytes([high, low]) } else { 0 };
            cursor.skip(usize::from(fixed).saturating_add(usize::from(text)))?;
            if matches!(tag, tag::LONG | tag::DOUBLE) && entries.next().is_none() {
                return Err(ReadError::new(
                    count_offset,
                    "a constant pool that does not end inside a long or double",
                    Found::Value(u64::from(count)),
                ));
            }
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
        (0..=u16::MAX)
            .zip(&self.offsets.0)
            .filter(|(_, offset)| **offset != 0)
            .map(|(index, _)| index)
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
            unknown => return Err(unknown_tag(self.offset(index), unknown)),
        })
    }

    /// The string at `index`.
    #[inline]
    pub fn utf8(&self, index: u16) -> Result<MStr<'a>> {
        self.text(index).ok_or_else(|| self.wrong(index, "the index of a Utf8 constant"))
    }

    /// The string at `index`, if there is one. Where there is no entry, the offset leads to the magic of the file, which
    /// is no tag.
    #[inline]
    fn text(&self, index: u16) -> Option<MStr<'a>> {
        let offset = *self.offsets.0.get(usize::from(index))? as usize;
        match self.bytes.get(offset..)?.split_first_chunk()? {
            ([tag::UTF8, high, low], rest) => {
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                rest.get(..length).map(MStr::new)
            }
            _ => None,
        }
    }

    /// The internal name (or array descriptor) of the class constant at `index`.
    #[inline]
    pub fn class_name(&self, index: u16) -> Result<MStr<'a>> {
        self.name_of(index, tag::CLASS, "the index of a Class constant")
    }

    /// The text of the string constant at `index`.
    #[inline]
    pub fn string(&self, index: u16) -> Result<MStr<'a>> {
        self.name_of(index, tag::STRING, "the index of a String constant")
    }

    /// The names behind all class constants, in the order of the pool.
    #[inline]
    pub fn class_names(&self) -> impl Iterator<Item = Result<MStr<'a>>> + '_ {
        self.offsets.0.iter().filter_map(|&offset| match self.bytes.get(offset as usize..)? {
            [tag::CLASS, high, low, ..] => Some(self.utf8(u16::from_be_bytes([*high, *low]))),
            _ => None,
        })
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
    #[inline]
    pub fn name_and_type(&self, index: u16) -> Result<(MStr<'a>, MStr<'a>)> {
        match self.at(index) {
            Some((&tag::NAME_AND_TYPE, [a, b, c, d, ..])) => Ok((
                self.utf8(u16::from_be_bytes([*a, *b]))?,
                self.utf8(u16::from_be_bytes([*c, *d]))?,
            )),
            _ => Err(self.wrong(index, "the index of a NameAndType constant")),
        }
    }

    /// The pool indices of the strings that name the field, method or interface method at `index`: class, name, descriptor.
    #[inline]
    pub fn member_strings(&self, index: u16) -> Result<[u16; 3]> {
        self.strings(index).ok_or_else(|| self.wrong(index, "the index of a field or method"))
    }

    #[inline]
    fn strings(&self, index: u16) -> Option<[u16; 3]> {
        let number = |bytes: [u8; 2]| u16::from_be_bytes(bytes);
        let [tag::FIELD..=tag::INTERFACE_METHOD, a, b, c, d] = *self.start(index)? else {
            return None;
        };
        let (class, name_and_type) = (number([a, b]), number([c, d]));
        let [tag::CLASS, a, b] = *self.start(class)? else { return None };
        let class = number([a, b]);
        let [tag::NAME_AND_TYPE, a, b, c, d] = *self.start(name_and_type)? else { return None };
        Some([class, number([a, b]), number([c, d])])
    }

    /// The field, method or interface method at `index`.
    #[inline]
    pub fn member(&self, index: u16) -> Result<MemberRef<'a>> {
        match self.well_formed_member(index) {
            Some(member) => Ok(member),
            None => self.checked_member(index),
        }
    }

    /// As [`Self::member`], without telling what is wrong.
    #[inline]
    fn well_formed_member(&self, index: u16) -> Option<MemberRef<'a>> {
        let [class, name, descriptor] = self.strings(index)?;
        Some(MemberRef {
            class: self.text(class)?,
            name: self.text(name)?,
            descriptor: self.text(descriptor)?,
        })
    }

    #[cold]
    fn checked_member(&self, index: u16) -> Result<MemberRef<'a>> {
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

    /// The bytes of the number at `index`, as they stand in the file; `None` if it is none.
    #[inline]
    pub fn number_bytes(&self, index: u16) -> Option<&'a [u8]> {
        match self.at(index)? {
            (&(tag::INTEGER | tag::FLOAT), rest) => rest.get(..4),
            (&(tag::LONG | tag::DOUBLE), rest) => rest.get(..8),
            _ => None,
        }
    }

    /// The first bytes of an entry, with its tag. Where there is no entry, those of the file, which start with no tag.
    #[inline]
    fn start<const N: usize>(&self, index: u16) -> Option<&'a [u8; N]> {
        let offset = *self.offsets.0.get(usize::from(index))?;
        self.bytes.get(offset as usize..)?.first_chunk()
    }

    #[inline]
    fn name_of(&self, index: u16, tag: u8, expected: &'static str) -> Result<MStr<'a>> {
        let offset = self.offsets.0.get(usize::from(index)).copied().unwrap_or_default();
        match self.bytes.get(offset as usize..) {
            Some([found, high, low, ..]) if *found == tag => {
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

/// Notes where the entries are, but for the first, and gives back how long they are together. `None` if something is
/// wrong with them.
fn index_well_formed(bytes: &[u8], start: usize, entries: &mut [u32]) -> Option<usize> {
    let mut position = 0;
    let mut entries = entries.get_mut(1..)?.iter_mut();
    while let Some(entry) = entries.next() {
        *entry = start.saturating_add(position) as u32;
        let [tag, high, low] = *bytes.get(position..)?.first_chunk()?;
        let fixed = *SIZES.get(usize::from(tag)).filter(|size| **size != 0)?;
        // No branch: nobody could guess which entries are text.
        let text = if tag == tag::UTF8 { u16::from_be_bytes([high, low]) } else { 0 };
        position = position.saturating_add(usize::from(fixed)).saturating_add(usize::from(text));
        if matches!(tag, tag::LONG | tag::DOUBLE) {
            *entries.next()? = 0;
        }
    }
    (position <= bytes.len()).then_some(position)
}

#[cold]
fn unknown_tag(offset: usize, tag: u8) -> ReadError {
    let expected = "a constant pool tag (1, 3–12, 15–20)";
    ReadError::new(offset, expected, Found::Value(u64::from(tag)))
}

#[cfg(test)]
mod tests {
    use super::{Constant, ConstantPool, PoolOffsets};
    use crate::cursor::Cursor;

    /// The pool after a magic and a version, or the error's text.
    fn read(pool: &[u8], check: impl Fn(&ConstantPool<'_>)) -> Result<(), String> {
        let bytes = [b"\xca\xfe\xba\xbe\0\0\0\x34", pool].concat();
        let mut cursor = Cursor::new(&bytes);
        cursor.skip(8).unwrap();
        let pool = ConstantPool::read(&bytes, &mut cursor, PoolOffsets::default())
            .map_err(|error| error.to_string())?;
        assert_eq!((cursor.offset(), pool.end()), (bytes.len(), bytes.len()));
        check(&pool);
        Ok(())
    }

    #[test]
    fn constants_are_found_by_index() {
        // 1 Utf8 "A", 2 Class #1, 3 and 4 Long 7, 5 Class #2, 6 Class #4.
        let bytes = b"\0\x07\x01\0\x01A\x07\0\x01\x05\0\0\0\0\0\0\0\x07\x07\0\x02\x07\0\x04";
        read(bytes, |pool| {
            assert_eq!(pool.count(), 7);
            assert_eq!(pool.indices().collect::<Vec<_>>(), [1, 2, 3, 5, 6]);
            assert_eq!(pool.get(3), Ok(Constant::Long(7)));
            assert_eq!(pool.class_name(2).unwrap(), "A");
            let names: Vec<_> = pool.class_names().collect();
            assert_eq!(names.len(), 3);
            assert_eq!(names[0].as_ref().unwrap(), &"A");
            assert!(names[1].is_err() && names[2].is_err(), "{names:?}");
            for index in [0, 2, 3, 4, 7, u16::MAX] {
                assert!(pool.utf8(index).is_err(), "{index}");
            }
            for index in [0, 1, 3, 4, 5, 6, 7, u16::MAX] {
                assert!(pool.class_name(index).is_err(), "{index}");
            }
        })
        .unwrap();
    }

    #[test]
    fn broken_pool_is_refused_with_the_place() {
        let check = |pool: &[u8], message: &str| {
            assert_eq!(read(pool, |_| ()).unwrap_err(), message, "{pool:x?}");
        };
        check(b"\0\0", "at byte 0x8: expected a constant pool count of at least 1, found 0");
        check(b"\0\x02", "at byte 0xa: expected a constant of at least 3 bytes, found the end");
        for tag in [0, 2, 13, 14, 21, 255] {
            let message =
                format!("at byte 0xa: expected a constant pool tag (1, 3–12, 15–20), found {tag}");
            check(&[0, 2, tag, 0, 0], &message);
        }
        check(
            b"\0\x02\x01\0\x02A",
            "at byte 0xa: expected as many bytes as the length says, found only 4 bytes before the end",
        );
        check(
            b"\0\x02\x05\0\0\0\0\0\0\0\0",
            "at byte 0x8: expected a constant pool that does not end inside a long or double, found 2",
        );
    }
}
