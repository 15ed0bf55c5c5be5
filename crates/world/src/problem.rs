//! What could not be read, and where.

use std::fmt;
use std::path::PathBuf;

/// A file, or an entry of a jar, that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file in the file system.
    pub file: PathBuf,
    /// The entry inside it, if it is a jar.
    pub entry: Option<String>,
    /// Where in the file or entry, in bytes, if that is known.
    pub offset: Option<u64>,
    /// What is wrong.
    pub message: String,
}

impl Problem {
    pub(crate) fn new(file: impl Into<PathBuf>, message: impl fmt::Display) -> Self {
        Self { file: file.into(), entry: None, offset: None, message: message.to_string() }
    }

    pub(crate) fn in_entry(mut self, entry: &str) -> Self {
        self.entry = Some(entry.to_owned());
        self
    }

    pub(crate) fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read ")?;
        if let Some(entry) = &self.entry {
            write!(f, "`{entry}` in ")?;
        }
        write!(f, "`{}`: {}", self.file.display(), self.message)
    }
}

impl std::error::Error for Problem {}
