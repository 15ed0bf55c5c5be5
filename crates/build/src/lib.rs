//! What runs the tests of a project. Today that is a plain class path ([`plain`]); build tools come later.
//!
//! Which tests there are and which framework each belongs to is decided here, from class files, so that no class is
//! loaded in the machine before its test begins.
#![deny(clippy::indexing_slicing, clippy::expect_used, missing_docs)]

mod archive;
mod class_files;
pub mod plain;

pub use class_files::{ClassFiles, ClassFilesError};
