//! The nouns that all other crates share: fingerprints, names, and how Java developers write them.
//!
//! Plain values only: no I/O, no clock, no knowledge of class files.
#![deny(clippy::disallowed_methods, missing_docs)]

mod display;
mod entity;
mod fingerprint;
mod name;
mod no_text;

pub use display::{class_name, field_type, method_signature, simple_class_name};
pub use entity::{Entity, EntityKind};
pub use fingerprint::{Fingerprint, ParseFingerprintError};
pub use name::{ClassName, MethodId};
pub use no_text::{NO_TEXT, as_no_text, content_of_no_text};
