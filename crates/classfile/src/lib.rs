//! Reads, writes and rewrites Java class files, up to Java 26 (JVMS chapter 4).
//!
//! - [`ClassFile::parse`] checks the skeleton of a class file once (constant pool, members, attribute lengths) and keeps
//!   references into the given bytes. Everything inside an attribute is decoded on demand, without copying where the
//!   format allows it.
//! - [`write::reencode`] writes a class from its decoded parts; the result is byte-identical for every well-formed file.
//! - [`rewrite`] splices probes and wrappers into a class without decoding what it does not touch.
//!
//! No input makes this crate panic: bad bytes come back as a [`ReadError`] that names the class, the offset and what was
//! expected; a class that cannot be rewritten comes back as a typed [`rewrite::Refusal`].
//!
//! The crate does no I/O and does not interpret what it reads: names are not resolved, descriptors are not checked
//! beyond what a caller asks for. See `facts` for meaning. Why it is our own code is told in
//! `docs/design/0001-own-class-file-reader.md`.
#![deny(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::arithmetic_side_effects,
    missing_docs
)]

mod cursor;
mod error;
mod mutf8;
mod record;

pub mod attributes;
pub mod class;
pub mod descriptor;
pub mod flags;
pub mod instruction;
pub mod opcode;
pub mod pool;
pub mod rewrite;
pub mod write;

pub use attributes::{Attribute, Attributes, Location, RawAttribute};
pub use class::{ClassFile, Member, Members};
pub use error::{Found, ReadError};
pub use mutf8::MStr;
pub use pool::{Constant, ConstantPool};
pub use record::Records;

/// The newest class file version this crate knows: Java 26.
pub const NEWEST_MAJOR: u16 = 70;
