//! What is wrong with a class.

use std::sync::Arc;

use tamis_classfile::ReadError;

/// A class of the class path that could not be read. It counts as reaching every type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot tell what class `{name}` uses: {cause}")]
pub struct Damage {
    /// The name it has on the class path, with dots.
    pub name: String,
    /// Why.
    #[source]
    pub cause: Cause,
}

/// Why a class could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// Its bytes could not be had.
    #[error("cannot read its bytes: {0}")]
    Unreadable(Arc<str>),
    /// Its bytes are no class file that this release knows.
    #[error(transparent)]
    Malformed(#[from] ReadError),
    /// Its bytes are those of another class, which no class loader accepts.
    #[error("its class file is that of `{0}`")]
    Misplaced(Arc<str>),
}
