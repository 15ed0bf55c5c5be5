//! Attributes (JVMS 4.7): all that the specification defines, decoded by name and place; everything else is kept as
//! bytes.

pub mod annotations;
pub mod code;
pub mod module;
pub mod record;
pub mod stack_map_table;
pub mod tables;
pub mod type_annotations;

use crate::cursor::Cursor;
use crate::error::{Found, ReadError, Result};
use crate::pool::ConstantPool;
use crate::record::Records;

use annotations::{Annotation, ElementValue};
use code::Code;
use module::Module;
use record::RecordComponent;
use stack_map_table::StackMapTable;
use tables::{
    EnclosingMethod, InnerClass, LineNumber, LocalVariable, LocalVariableType, MethodParameter,
};
use type_annotations::TypeAnnotation;

/// An attribute that has not been looked into.
#[derive(Debug, Clone, Copy)]
pub struct RawAttribute<'a> {
    /// Pool index of the name.
    pub name_index: u16,
    /// The contents.
    pub info: &'a [u8],
    body: Cursor<'a>,
}

impl<'a> RawAttribute<'a> {
    /// Offset of the contents in the file.
    pub fn offset(&self) -> usize {
        self.body.offset()
    }

    /// A cursor over the contents.
    #[inline]
    pub(crate) fn cursor(&self) -> Cursor<'a> {
        self.body
    }

    #[inline]
    fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let name_index = cursor.u2()?;
        let length = cursor.u4()? as usize;
        let body = cursor.split(length)?;
        Ok(Self { name_index, info: body.rest(), body })
    }
}

/// The attributes of a class, field, method, code or record component.
#[derive(Debug, Clone, Copy)]
pub struct Attributes<'a> {
    start: Cursor<'a>,
    count: u16,
}

impl<'a> Attributes<'a> {
    #[inline]
    pub(crate) fn read(cursor: &mut Cursor<'a>) -> Result<Self> {
        let count = cursor.u2()?;
        let start = *cursor;
        for _ in 0..count {
            cursor.skip(2)?;
            let length = cursor.u4()? as usize;
            cursor.skip(length)?;
        }
        Ok(Self { start, count })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Offset of the first attribute, just after the count.
    pub fn start(&self) -> usize {
        self.start.offset()
    }

    /// The attributes, in the order of the file.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = RawAttribute<'a>> + use<'a> {
        let mut cursor = self.start;
        // The whole extent was walked when the table was read, so reading cannot fail.
        (0..self.count).map_while(move |_| RawAttribute::read(&mut cursor).ok())
    }
}

/// Where an attribute stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Location {
    Class,
    Field,
    Method,
    Code,
    RecordComponent,
}

/// Places where the JVMS defines an attribute, as a set of [`Location`]s.
const fn places(list: &[Location]) -> u8 {
    let mut set = 0;
    let mut rest = list;
    while let [first, tail @ ..] = rest {
        set |= 1 << *first as u8;
        rest = tail;
    }
    set
}

/// All attributes of the JVMS (table 4.7-C) and the places where they are defined.
pub const DEFINED: &[(&str, u8)] = {
    use Location::{Class, Code, Field, Method, RecordComponent};
    const ANNOTATED: u8 = places(&[Class, Field, Method, RecordComponent]);
    const TYPED: u8 = places(&[Class, Field, Method, Code, RecordComponent]);
    const MEMBERS: u8 = places(&[Class, Field, Method]);
    &[
        ("ConstantValue", places(&[Field])),
        ("Code", places(&[Method])),
        ("StackMapTable", places(&[Code])),
        ("Exceptions", places(&[Method])),
        ("InnerClasses", places(&[Class])),
        ("EnclosingMethod", places(&[Class])),
        ("Synthetic", MEMBERS),
        ("Signature", ANNOTATED),
        ("SourceFile", places(&[Class])),
        ("SourceDebugExtension", places(&[Class])),
        ("LineNumberTable", places(&[Code])),
        ("LocalVariableTable", places(&[Code])),
        ("LocalVariableTypeTable", places(&[Code])),
        ("Deprecated", MEMBERS),
        ("RuntimeVisibleAnnotations", ANNOTATED),
        ("RuntimeInvisibleAnnotations", ANNOTATED),
        ("RuntimeVisibleParameterAnnotations", places(&[Method])),
        ("RuntimeInvisibleParameterAnnotations", places(&[Method])),
        ("RuntimeVisibleTypeAnnotations", TYPED),
        ("RuntimeInvisibleTypeAnnotations", TYPED),
        ("AnnotationDefault", places(&[Method])),
        ("BootstrapMethods", places(&[Class])),
        ("MethodParameters", places(&[Method])),
        ("Module", places(&[Class])),
        ("ModulePackages", places(&[Class])),
        ("ModuleMainClass", places(&[Class])),
        ("NestHost", places(&[Class])),
        ("NestMembers", places(&[Class])),
        ("Record", places(&[Class])),
        ("PermittedSubclasses", places(&[Class])),
    ]
};

/// The places where the JVMS defines an attribute; none for a name it does not know. Says the same as [`DEFINED`], for
/// the one who decodes every attribute of every class.
#[inline]
fn defined_at(name: &[u8]) -> u8 {
    use Location::{Class, Code, Field, Method, RecordComponent};
    match name {
        b"Code"
        | b"Exceptions"
        | b"AnnotationDefault"
        | b"MethodParameters"
        | b"RuntimeVisibleParameterAnnotations"
        | b"RuntimeInvisibleParameterAnnotations" => places(&[Method]),
        b"LineNumberTable"
        | b"StackMapTable"
        | b"LocalVariableTable"
        | b"LocalVariableTypeTable" => places(&[Code]),
        b"ConstantValue" => places(&[Field]),
        b"Signature" | b"RuntimeVisibleAnnotations" | b"RuntimeInvisibleAnnotations" => {
            places(&[Class, Field, Method, RecordComponent])
        }
        b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
            places(&[Class, Field, Method, Code, RecordComponent])
        }
        b"Synthetic" | b"Deprecated" => places(&[Class, Field, Method]),
        b"InnerClasses"
        | b"EnclosingMethod"
        | b"SourceFile"
        | b"SourceDebugExtension"
        | b"BootstrapMethods"
        | b"Module"
        | b"ModulePackages"
        | b"ModuleMainClass"
        | b"NestHost"
        | b"NestMembers"
        | b"Record"
        | b"PermittedSubclasses" => places(&[Class]),
        _ => 0,
    }
}

/// A bootstrap method and its static arguments (JVMS 4.7.23).
#[derive(Debug, Clone, Copy)]
pub struct BootstrapMethod<'a> {
    /// Pool index of the method handle.
    pub method: u16,
    /// Pool indices of the static arguments.
    pub arguments: Records<'a, u16>,
}

/// A decoded attribute. Indices are into the constant pool of the class.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the names are those of the JVMS, section 4.7")]
pub enum Attribute<'a> {
    ConstantValue(u16),
    Code(Code<'a>),
    StackMapTable(StackMapTable<'a>),
    Exceptions(Records<'a, u16>),
    InnerClasses(Records<'a, InnerClass>),
    EnclosingMethod(EnclosingMethod),
    Synthetic,
    Signature(u16),
    SourceFile(u16),
    SourceDebugExtension(&'a [u8]),
    LineNumberTable(Records<'a, LineNumber>),
    LocalVariableTable(Records<'a, LocalVariable>),
    LocalVariableTypeTable(Records<'a, LocalVariableType>),
    Deprecated,
    /// `RuntimeVisibleAnnotations` and `RuntimeInvisibleAnnotations`.
    Annotations {
        visible: bool,
        annotations: Vec<Annotation>,
    },
    /// `RuntimeVisibleParameterAnnotations` and `RuntimeInvisibleParameterAnnotations`.
    ParameterAnnotations {
        visible: bool,
        parameters: Vec<Vec<Annotation>>,
    },
    /// `RuntimeVisibleTypeAnnotations` and `RuntimeInvisibleTypeAnnotations`.
    TypeAnnotations {
        visible: bool,
        annotations: Vec<TypeAnnotation>,
    },
    AnnotationDefault(ElementValue),
    BootstrapMethods(Vec<BootstrapMethod<'a>>),
    MethodParameters(Records<'a, MethodParameter>),
    Module(Module<'a>),
    ModulePackages(Records<'a, u16>),
    ModuleMainClass(u16),
    NestHost(u16),
    NestMembers(Records<'a, u16>),
    Record(Vec<RecordComponent<'a>>),
    PermittedSubclasses(Records<'a, u16>),
    /// Not of the JVMS, or not defined at this place.
    Unknown(&'a [u8]),
}

impl<'a> Attribute<'a> {
    pub(crate) fn decode(
        pool: &ConstantPool<'a>,
        raw: &RawAttribute<'a>,
        location: Location,
    ) -> Result<Self> {
        let name = pool.utf8(raw.name_index)?;
        let here = places(&[location]);
        if defined_at(name.as_bytes()) & here == 0 {
            return Ok(Self::Unknown(raw.info));
        }
        let mut cursor = raw.body;
        let cursor = &mut cursor;
        let attribute = match name.as_bytes() {
            b"ConstantValue" => Self::ConstantValue(cursor.u2()?),
            b"Code" => return Code::of(raw).map(Self::Code),
            b"StackMapTable" => return StackMapTable::read(*cursor).map(Self::StackMapTable),
            b"Exceptions" => Self::Exceptions(cursor.table()?),
            b"InnerClasses" => Self::InnerClasses(cursor.table()?),
            b"EnclosingMethod" => Self::EnclosingMethod(crate::record::Record::read(cursor)?),
            b"Synthetic" => Self::Synthetic,
            b"Signature" => Self::Signature(cursor.u2()?),
            b"SourceFile" => Self::SourceFile(cursor.u2()?),
            b"SourceDebugExtension" => return Ok(Self::SourceDebugExtension(raw.info)),
            b"LineNumberTable" => Self::LineNumberTable(cursor.table()?),
            b"LocalVariableTable" => Self::LocalVariableTable(cursor.table()?),
            b"LocalVariableTypeTable" => Self::LocalVariableTypeTable(cursor.table()?),
            b"Deprecated" => Self::Deprecated,
            b"RuntimeVisibleAnnotations" => annotated(true, cursor)?,
            b"RuntimeInvisibleAnnotations" => annotated(false, cursor)?,
            b"RuntimeVisibleParameterAnnotations" => parameters(true, cursor)?,
            b"RuntimeInvisibleParameterAnnotations" => parameters(false, cursor)?,
            b"RuntimeVisibleTypeAnnotations" => typed(true, cursor)?,
            b"RuntimeInvisibleTypeAnnotations" => typed(false, cursor)?,
            b"AnnotationDefault" => Self::AnnotationDefault(ElementValue::read(cursor)?),
            b"BootstrapMethods" => Self::BootstrapMethods(bootstrap_methods(cursor)?),
            b"MethodParameters" => {
                let count = usize::from(cursor.u1()?);
                Self::MethodParameters(cursor.records(count)?)
            }
            b"Module" => Self::Module(Module::read(cursor)?),
            b"ModulePackages" => Self::ModulePackages(cursor.table()?),
            b"ModuleMainClass" => Self::ModuleMainClass(cursor.u2()?),
            b"NestHost" => Self::NestHost(cursor.u2()?),
            b"NestMembers" => Self::NestMembers(cursor.table()?),
            b"Record" => Self::Record(RecordComponent::read_all(cursor)?),
            b"PermittedSubclasses" => Self::PermittedSubclasses(cursor.table()?),
            _ => return Ok(Self::Unknown(raw.info)),
        };
        cursor.finish("the end of the attribute")?;
        Ok(attribute)
    }
}

fn annotated<'a>(visible: bool, cursor: &mut Cursor<'a>) -> Result<Attribute<'a>> {
    Ok(Attribute::Annotations { visible, annotations: Annotation::read_all(cursor)? })
}

fn parameters<'a>(visible: bool, cursor: &mut Cursor<'a>) -> Result<Attribute<'a>> {
    let count = cursor.u1()?;
    let parameters =
        (0..count).map(|_| Annotation::read_all(cursor)).collect::<Result<Vec<_>>>()?;
    Ok(Attribute::ParameterAnnotations { visible, parameters })
}

fn typed<'a>(visible: bool, cursor: &mut Cursor<'a>) -> Result<Attribute<'a>> {
    let count = cursor.u2()?;
    let annotations =
        (0..count).map(|_| TypeAnnotation::read(cursor)).collect::<Result<Vec<_>>>()?;
    Ok(Attribute::TypeAnnotations { visible, annotations })
}

fn bootstrap_methods<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<BootstrapMethod<'a>>> {
    let count = cursor.u2()?;
    (0..count)
        .map(|_| Ok(BootstrapMethod { method: cursor.u2()?, arguments: cursor.table()? }))
        .collect()
}

/// The error for a byte that selects among structures and selects none.
#[cold]
pub(crate) fn unknown_kind(offset: usize, expected: &'static str, kind: u8) -> ReadError {
    ReadError::new(offset, expected, Found::Value(u64::from(kind)))
}

#[cfg(test)]
mod tests {
    use super::{DEFINED, defined_at};

    #[test]
    fn the_quick_answer_is_the_one_of_the_table() {
        for (name, places) in DEFINED {
            assert_eq!(defined_at(name.as_bytes()), *places, "{name}");
        }
        assert_eq!(defined_at(b"Coda"), 0);
    }
}
