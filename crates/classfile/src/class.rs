//! The skeleton of a class file (JVMS 4.1, 4.5, 4.6).

use crate::attributes::code::Code;
use crate::attributes::{Attribute, Attributes, Location, RawAttribute};
use crate::cursor::Cursor;
use crate::error::{Found, ReadError, Result};
use crate::mutf8::MStr;
use crate::pool::{ConstantPool, PoolOffsets};
use crate::record::Records;

/// A class file: its skeleton is checked, its attributes are not looked into.
#[derive(Debug, Clone)]
pub struct ClassFile<'a> {
    bytes: &'a [u8],
    minor: u16,
    major: u16,
    pool: ConstantPool<'a>,
    access_flags: u16,
    this_class: u16,
    super_class: u16,
    interfaces: Records<'a, u16>,
    fields: Members<'a>,
    methods: Members<'a>,
    attributes: Attributes<'a>,
}

impl<'a> ClassFile<'a> {
    /// Checks the skeleton of the class file that `bytes` hold, exactly.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        Self::parse_with(bytes, PoolOffsets::default())
    }

    /// As [`Self::parse`], with memory that [`Self::recycle`] gave back: no allocation for the next class.
    pub fn parse_with(bytes: &'a [u8], offsets: PoolOffsets) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let magic = cursor.u4()?;
        if magic != 0xcafe_babe {
            return Err(ReadError::new(0, "the magic 0xcafebabe", Found::Hex(u64::from(magic))));
        }
        let minor = cursor.u2()?;
        let major = cursor.u2()?;
        if !(45..=crate::NEWEST_MAJOR).contains(&major) {
            return Err(ReadError::new(
                6,
                "a class file version from 45 to 70 (up to Java 26)",
                Found::Value(u64::from(major)),
            ));
        }
        let pool = ConstantPool::read(bytes, &mut cursor, offsets)?;
        let access_flags = cursor.u2()?;
        let this_class = cursor.u2()?;
        let name = pool.class_name(this_class)?;
        let in_class = |error: ReadError| error.in_class(&name.to_text());
        let super_class = cursor.u2().map_err(in_class)?;
        pool.optional_class_name(super_class).map_err(in_class)?;
        let interfaces = cursor.table().map_err(in_class)?;
        let fields = Members::read(&mut cursor).map_err(in_class)?;
        let methods = Members::read(&mut cursor).map_err(in_class)?;
        let attributes = Attributes::read(&mut cursor).map_err(in_class)?;
        cursor.finish("the end of the class file").map_err(in_class)?;
        Ok(Self {
            bytes,
            minor,
            major,
            pool,
            access_flags,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        })
    }

    /// Gives back the memory of the pool's index, for [`Self::parse_with`].
    pub fn recycle(self) -> PoolOffsets {
        self.pool.into_offsets()
    }

    /// The bytes it was read from.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Minor and major version, as the file gives them: minor first.
    pub fn version(&self) -> (u16, u16) {
        (self.minor, self.major)
    }

    /// Whether the class was compiled with preview features of its release (JVMS 4.1).
    pub fn is_preview(&self) -> bool {
        self.minor == 0xffff && self.major >= 56
    }

    /// The constant pool.
    pub fn pool(&self) -> &ConstantPool<'a> {
        &self.pool
    }

    /// The flags of [`crate::flags`].
    pub fn access_flags(&self) -> u16 {
        self.access_flags
    }

    /// Pool index of the class's own name.
    pub fn this_class(&self) -> u16 {
        self.this_class
    }

    /// Pool index of the superclass, 0 for `Object` and modules.
    pub fn super_class(&self) -> u16 {
        self.super_class
    }

    /// The class's internal name, such as `java/lang/Object`.
    pub fn name(&self) -> MStr<'a> {
        // Parsing has checked it.
        self.pool.class_name(self.this_class).unwrap_or(MStr::new(b""))
    }

    /// The superclass's internal name.
    pub fn super_name(&self) -> Option<MStr<'a>> {
        // Parsing has checked it.
        self.pool.optional_class_name(self.super_class).ok().flatten()
    }

    /// Pool indices of the direct superinterfaces.
    pub fn interfaces(&self) -> Records<'a, u16> {
        self.interfaces
    }

    /// Internal names of the direct superinterfaces.
    pub fn interface_names(&self) -> impl Iterator<Item = Result<MStr<'a>>> + '_ {
        self.interfaces
            .iter()
            .map(|index| self.pool.class_name(index).map_err(|error| self.locate(error)))
    }

    /// The fields, in the order of the file.
    pub fn fields(&self) -> Members<'a> {
        self.fields
    }

    /// The methods, in the order of the file.
    pub fn methods(&self) -> Members<'a> {
        self.methods
    }

    /// The attributes of the class itself.
    pub fn attributes(&self) -> Attributes<'a> {
        self.attributes
    }

    /// The name of an attribute.
    #[inline]
    pub fn attribute_name(&self, attribute: &RawAttribute<'a>) -> Result<MStr<'a>> {
        self.pool.utf8(attribute.name_index).map_err(|error| self.locate(error))
    }

    /// Decodes an attribute found at `location`; one that the JVMS does not define there is [`Attribute::Unknown`].
    pub fn decode(
        &self,
        attribute: &RawAttribute<'a>,
        location: Location,
    ) -> Result<Attribute<'a>> {
        Attribute::decode(&self.pool, attribute, location).map_err(|error| self.locate(error))
    }

    /// The first attribute of that name, decoded.
    pub fn find(
        &self,
        attributes: Attributes<'a>,
        location: Location,
        name: &str,
    ) -> Result<Option<Attribute<'a>>> {
        for attribute in attributes.iter() {
            if self.attribute_name(&attribute)? == name {
                return self.decode(&attribute, location).map(Some);
            }
        }
        Ok(None)
    }

    /// An error about this class, for callers that find a flaw in what the attributes say.
    #[cold]
    pub fn malformed(&self, offset: usize, expected: &'static str, found: u64) -> ReadError {
        self.locate(ReadError::new(offset, expected, Found::Value(found)))
    }

    /// The error, naming this class.
    #[cold]
    #[inline(never)]
    pub fn locate(&self, error: ReadError) -> ReadError {
        error.in_class(&self.name().to_text())
    }
}

/// A field or method.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// The flags of [`crate::flags`].
    pub access_flags: u16,
    /// Pool index of the name.
    pub name_index: u16,
    /// Pool index of the descriptor.
    pub descriptor_index: u16,
    /// Its attributes.
    pub attributes: Attributes<'a>,
    /// Offset of the member in the file.
    pub offset: usize,
}

impl<'a> Member<'a> {
    /// The name.
    #[inline]
    pub fn name(&self, class: &ClassFile<'a>) -> Result<MStr<'a>> {
        class.pool().utf8(self.name_index).map_err(|error| class.locate(error))
    }

    /// The descriptor.
    #[inline]
    pub fn descriptor(&self, class: &ClassFile<'a>) -> Result<MStr<'a>> {
        class.pool().utf8(self.descriptor_index).map_err(|error| class.locate(error))
    }

    /// The body of this method; none if it is abstract or native.
    #[inline]
    pub fn code(&self, class: &ClassFile<'a>) -> Result<Option<Code<'a>>> {
        for attribute in self.attributes.iter() {
            if class.attribute_name(&attribute)? == "Code" {
                return Code::of(&attribute).map(Some).map_err(|error| class.locate(error));
            }
        }
        Ok(None)
    }

    #[inline]
    fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let offset = cursor.offset();
        Ok(Self {
            access_flags: cursor.u2()?,
            name_index: cursor.u2()?,
            descriptor_index: cursor.u2()?,
            attributes: Attributes::read(cursor)?,
            offset,
        })
    }
}

/// The fields or the methods of a class.
#[derive(Debug, Clone, Copy)]
pub struct Members<'a> {
    start: Cursor<'a>,
    count: u16,
    end: usize,
    /// The flags that any of them has.
    flags: u16,
}

impl<'a> Members<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let count = cursor.u2()?;
        let start = *cursor;
        let mut flags = 0;
        for _ in 0..count {
            flags |= Member::read(cursor)?.access_flags;
        }
        Ok(Self { start, count, end: cursor.offset(), flags })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether at least one of them has one of the flags.
    pub fn any_has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    /// Offset of the first byte after the last member.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Offset of the first member, just after the count.
    pub fn start(&self) -> usize {
        self.start.offset()
    }

    /// The members, in the order of the file.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Member<'a>> + use<'a> {
        let mut cursor = self.start;
        // The whole extent was walked when the class was parsed, so reading cannot fail.
        (0..self.count).map_while(move |_| Member::read(&mut cursor).ok())
    }
}
