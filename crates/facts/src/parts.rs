//! The parts of a class, field or method that are compared one by one, and the facts each of them enters.

use tamis_vocab::Fingerprint;

use crate::class_facts::Text;

/// A kind of fact about a class file. See `docs/formats/facts.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactKind {
    /// One method: flags and canonical code.
    Method,
    /// What a symbolic reference resolves to.
    Link,
    /// The method a call selects for a receiver class.
    Dispatch,
    /// What a class is and extends.
    Header,
    /// Everything that reflection shows of a class, but for the order of its members.
    Members,
    /// The order in which members are declared.
    Order,
    /// The types an initialisation runs through.
    Initialisation,
    /// Everything but debug data.
    Class,
    /// That a class is not there.
    Absent,
}

/// What a part is. The order is the order in which parts of one element are fingerprinted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PartKind {
    /// Class file version, with the preview bit.
    Version = 0,
    /// Access flags of a class, field or method.
    Flags,
    /// The direct superclass.
    Superclass,
    /// One direct superinterface, in order.
    Interface,
    /// The host of the nest.
    NestHost,
    /// A class of the nest that is a member or top-level class.
    NestMember,
    /// A class of the nest that the compiler numbers.
    NestNumbered,
    /// A permitted subclass, in order.
    PermittedSubclass,
    /// A record component: name and descriptor, in order.
    RecordComponent,
    /// The class and method around a local or anonymous class.
    Enclosing,
    /// What the class says of itself as an inner class: outer class, simple name, flags in source.
    InnerSelf,
    /// A member class.
    MemberClass,
    /// The module declaration, and what else a module descriptor holds.
    Module,
    /// A generic signature.
    Signature,
    /// The value of a constant field.
    ConstantValue,
    /// The declared exceptions.
    Exceptions,
    /// The names and flags of the parameters.
    MethodParameters,
    /// The default value of an annotation element.
    AnnotationDefault,
    /// An annotation that reflection shows.
    Annotation,
    /// The annotations of parameters that reflection shows.
    ParameterAnnotations,
    /// A type annotation that reflection shows.
    TypeAnnotation,
    /// An annotation that only the class file holds.
    InvisibleAnnotation,
    /// Parameter annotations that only the class file holds.
    InvisibleParameterAnnotations,
    /// A type annotation that only the class file holds, or that stands on code.
    InvisibleTypeAnnotation,
    /// The `Deprecated` attribute (not the annotation).
    Deprecated,
    /// The `Synthetic` attribute (not the flag).
    Synthetic,
    /// An attribute that the JVMS does not define.
    Unknown,
}

/// All kinds of parts.
pub const PART_KINDS: [PartKind; 27] = {
    use PartKind::{
        Annotation, AnnotationDefault, ConstantValue, Deprecated, Enclosing, Exceptions, Flags,
        InnerSelf, Interface, InvisibleAnnotation, InvisibleParameterAnnotations,
        InvisibleTypeAnnotation, MemberClass, MethodParameters, Module, NestHost, NestMember,
        NestNumbered, ParameterAnnotations, PermittedSubclass, RecordComponent, Signature,
        Superclass, Synthetic, TypeAnnotation, Unknown, Version,
    };
    [
        Version,
        Flags,
        Superclass,
        Interface,
        NestHost,
        NestMember,
        NestNumbered,
        PermittedSubclass,
        RecordComponent,
        Enclosing,
        InnerSelf,
        MemberClass,
        Module,
        Signature,
        ConstantValue,
        Exceptions,
        MethodParameters,
        AnnotationDefault,
        Annotation,
        ParameterAnnotations,
        TypeAnnotation,
        InvisibleAnnotation,
        InvisibleParameterAnnotations,
        InvisibleTypeAnnotation,
        Deprecated,
        Synthetic,
        Unknown,
    ]
};

impl PartKind {
    /// The narrowest fact that a part of a *class* enters; everything in `Header` or `Members` is in `Class` too. Parts
    /// of fields and methods are in `Members` unless they are of kind `Class` here.
    pub const fn fact(self) -> FactKind {
        match self {
            Self::Version
            | Self::Flags
            | Self::Superclass
            | Self::Interface
            | Self::NestHost
            | Self::NestMember
            | Self::PermittedSubclass
            | Self::RecordComponent
            | Self::Enclosing
            | Self::InnerSelf
            | Self::Module => FactKind::Header,
            Self::NestNumbered
            | Self::MemberClass
            | Self::Signature
            | Self::ConstantValue
            | Self::Exceptions
            | Self::MethodParameters
            | Self::AnnotationDefault
            | Self::Annotation
            | Self::ParameterAnnotations
            | Self::TypeAnnotation
            // `isSynthetic()` shows it.
            | Self::Synthetic => FactKind::Members,
            Self::InvisibleAnnotation
            | Self::InvisibleParameterAnnotations
            | Self::InvisibleTypeAnnotation
            | Self::Deprecated
            | Self::Unknown => FactKind::Class,
        }
    }

    /// From the number it is stored as.
    pub fn from_u8(number: u8) -> Option<Self> {
        PART_KINDS.get(usize::from(number)).copied().filter(|kind| *kind as u8 == number)
    }
}

/// One part: what it is, a word for people, and the fingerprint of its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// What people call it: an annotation's type, an interface, a record component, a flag list.
    pub label: Text,
    /// Its content.
    pub fingerprint: Fingerprint,
}

#[cfg(test)]
mod tests {
    use super::{PART_KINDS, PartKind};

    #[test]
    fn every_kind_stands_at_its_number() {
        for (number, kind) in PART_KINDS.iter().enumerate() {
            assert_eq!(*kind as usize, number);
            assert_eq!(PartKind::from_u8(number as u8), Some(*kind));
        }
        assert_eq!(PartKind::from_u8(PART_KINDS.len() as u8), None);
    }
}
