//! What an attribute is, by its name: each name of a class is compared once, then known by its pool index.

use super::refusal::Result;
use crate::ClassFile;

/// The attributes that a rewrite cares for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Code,
    StackMapTable,
    LineNumberTable,
    /// `LocalVariableTable` and `LocalVariableTypeTable`, which have rows of one shape.
    LocalVariables,
    TypeAnnotations,
    /// Of CLDC; not in the JVMS.
    StackMap,
    /// Of `javac -Xjcov`; not in the JVMS.
    CharacterRangeTable,
    /// Copied as it is. In code, that is an attribute nobody defines: it may hold offsets that are then wrong, but it
    /// "may not affect the semantics of the class file" (JVMS 4.7.1), and no virtual machine hands it out.
    Other,
}

/// The names seen so far in one class.
#[derive(Debug, Default)]
pub(super) struct Names {
    seen: Vec<(u16, Kind)>,
}

impl Names {
    pub(super) fn clear(&mut self) {
        self.seen.clear();
    }

    #[inline]
    pub(super) fn kind(&mut self, class: &ClassFile<'_>, name_index: u16) -> Result<Kind> {
        // A class has a dozen attribute names at most; a search in order is the fastest.
        match self.seen.iter().find(|(index, _)| *index == name_index) {
            Some((_, kind)) => Ok(*kind),
            None => self.learn(class, name_index),
        }
    }

    fn learn(&mut self, class: &ClassFile<'_>, name_index: u16) -> Result<Kind> {
        let name = class.pool().utf8(name_index).map_err(|error| class.locate(error))?;
        let kind = match name.as_bytes() {
            b"Code" => Kind::Code,
            b"StackMapTable" => Kind::StackMapTable,
            b"LineNumberTable" => Kind::LineNumberTable,
            b"LocalVariableTable" | b"LocalVariableTypeTable" => Kind::LocalVariables,
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                Kind::TypeAnnotations
            }
            b"StackMap" => Kind::StackMap,
            b"CharacterRangeTable" => Kind::CharacterRangeTable,
            _ => Kind::Other,
        };
        // A file made to be slow could have a name per attribute; past this many, each is compared again.
        if self.seen.len() < 32 {
            self.seen.push((name_index, kind));
        }
        Ok(kind)
    }
}
