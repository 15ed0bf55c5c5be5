//! Type annotations (JVMS 4.7.20): an annotation, what it stands on, and where inside that type.

use super::annotations::Annotation;
use super::tables::LocalVariableTarget;
use super::unknown_kind;
use crate::cursor::Cursor;
use crate::error::Result;

/// What a type annotation stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the JVMS, section 4.7.20.1")]
pub enum Target {
    TypeParameter(u8),
    Supertype(u16),
    TypeParameterBound {
        parameter: u8,
        bound: u8,
    },
    /// A field's type, a method's result or its receiver.
    Empty,
    FormalParameter(u8),
    Throws(u16),
    LocalVariable(Vec<LocalVariableTarget>),
    /// Index into the exception table.
    Catch(u16),
    /// Offset of an `instanceof`, `new` or method reference.
    Offset(u16),
    /// Offset of a cast, invocation or method reference, and which type argument.
    TypeArgument {
        offset: u16,
        argument: u8,
    },
}

/// A type annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeAnnotation {
    /// The byte that says what it stands on (JVMS tables 4.7.20-A and B).
    pub target_type: u8,
    /// What it stands on.
    pub target: Target,
    /// Steps into the type: kind and type argument index.
    pub path: Vec<(u8, u8)>,
    /// The annotation itself.
    pub annotation: Annotation,
}

impl TypeAnnotation {
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let offset = cursor.offset();
        let target_type = cursor.u1()?;
        let target = match target_type {
            0x00 | 0x01 => Target::TypeParameter(cursor.u1()?),
            0x10 => Target::Supertype(cursor.u2()?),
            0x11 | 0x12 => {
                Target::TypeParameterBound { parameter: cursor.u1()?, bound: cursor.u1()? }
            }
            0x13..=0x15 => Target::Empty,
            0x16 => Target::FormalParameter(cursor.u1()?),
            0x17 => Target::Throws(cursor.u2()?),
            0x40 | 0x41 => {
                Target::LocalVariable(cursor.table::<LocalVariableTarget>()?.iter().collect())
            }
            0x42 => Target::Catch(cursor.u2()?),
            0x43..=0x46 => Target::Offset(cursor.u2()?),
            0x47..=0x4b => Target::TypeArgument { offset: cursor.u2()?, argument: cursor.u1()? },
            unknown => {
                return Err(unknown_kind(
                    offset,
                    "a type annotation target (0–1, 16–23, 64–75)",
                    unknown,
                ));
            }
        };
        let length = cursor.u1()?;
        let path =
            (0..length).map(|_| Ok((cursor.u1()?, cursor.u1()?))).collect::<Result<Vec<_>>>()?;
        let annotation = Annotation::read(cursor)?;
        Ok(Self { target_type, target, path, annotation })
    }
}
