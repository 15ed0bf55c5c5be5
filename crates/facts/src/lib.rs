//! What class files state, as facts: (entity, fingerprint) pairs that hold or do not hold.
//!
//! - [`extract()`] turns the class files of one *family* (a top-level class and everything named after it) into
//!   [`ClassFacts`]: canonical method bodies, the header, the declared members, each with a fingerprint that debug data,
//!   constant pool order, member order and compiler-made numbers do not change.
//! - [`resolve`], [`dispatch`] and [`initialise`] answer, against a set of classes, what a symbolic reference resolves
//!   to (JVMS 5.4.3), which method a call selects for a receiver (JVMS 5.4.6) and which types an initialisation runs
//!   through (JVMS 5.5).
//! - [`changes`] compares two sets of classes in these terms.
//!
//! The table of every class-file element and the fact it enters is `docs/formats/facts.md`. This crate reads no file
//! and no clock: see `world` for that.
#![deny(clippy::disallowed_methods, missing_docs)]

pub mod class_facts;
pub mod fingerprint;
pub mod parts;

mod canonical;
mod constants;
mod family;
mod numbered;
mod reference_table;
mod short_copy;
mod switch_maps;

pub mod extract;

pub mod changes;
pub mod class_set;
pub mod dispatch;
pub mod encoding;
pub mod initialise;
pub mod resolve;
pub mod value;

pub use class_facts::{ClassFacts, MemberFacts, MemberKind, Reference, ReferenceKind, Text};
pub use class_set::{ClassSet, Lookup};
pub use extract::{Extractor, extract};
pub use family::family_name;
pub use fingerprint::{Digest, FORMAT_VERSION};
pub use parts::{FactKind, Part, PartKind};
pub use value::ClassIndex;
