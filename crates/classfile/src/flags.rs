//! Access flags (JVMS tables 4.1-B, 4.5-A, 4.6-A, 4.7.6-A). One bit can mean different things on classes, fields and
//! methods, hence the repeated values.

/// Visible everywhere.
pub const PUBLIC: u16 = 0x0001;
/// Visible in the nest.
pub const PRIVATE: u16 = 0x0002;
/// Visible in the package and in subclasses.
pub const PROTECTED: u16 = 0x0004;
/// No instance.
pub const STATIC: u16 = 0x0008;
/// Not overridden, extended or assigned again.
pub const FINAL: u16 = 0x0010;
/// Method: locks its object.
pub const SYNCHRONIZED: u16 = 0x0020;
/// Class: how `invokespecial` selects; set on all classes since Java 1.0.2.
pub const SUPER: u16 = 0x0020;
/// Field: read and written in memory order.
pub const VOLATILE: u16 = 0x0040;
/// Method: made by the compiler for an erased signature.
pub const BRIDGE: u16 = 0x0040;
/// Field: left out by serialisation.
pub const TRANSIENT: u16 = 0x0080;
/// Method: takes a variable number of arguments in source.
pub const VARARGS: u16 = 0x0080;
/// Method: implemented outside the class file.
pub const NATIVE: u16 = 0x0100;
/// Class: an interface.
pub const INTERFACE: u16 = 0x0200;
/// No implementation, no instance of exactly this class.
pub const ABSTRACT: u16 = 0x0400;
/// Method: strict floating point, before Java 17.
pub const STRICT: u16 = 0x0800;
/// Not in the source.
pub const SYNTHETIC: u16 = 0x1000;
/// Class: an annotation interface.
pub const ANNOTATION: u16 = 0x2000;
/// Class or field: of an enumeration.
pub const ENUM: u16 = 0x4000;
/// Class: not a class but a module.
pub const MODULE: u16 = 0x8000;
