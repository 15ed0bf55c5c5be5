//! What runs the tests of a project: a plain class path ([`plain`]), or Maven ([`maven`]).
//!
//! Which tests there are and which framework each belongs to is decided here, from class files, so that no class is
//! loaded in the machine before its test begins.
#![deny(clippy::indexing_slicing, clippy::expect_used, missing_docs)]

mod archive;
mod class_files;
pub mod maven;
pub mod plain;

pub use class_files::{ClassFiles, ClassFilesError};
