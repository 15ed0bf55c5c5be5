//! The one error of reading: where, in which class, what was expected, what was there.

use std::fmt;

/// What stood where something else was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// The bytes ended: so many were left.
    End {
        /// Bytes that were left.
        left: usize,
    },
    /// A number in the file, printed in decimal.
    Value(u64),
    /// A number that people know in base sixteen, such as the magic.
    Hex(u64),
    /// So many bytes after the end of a structure.
    Surplus(usize),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End { left: 0 } => write!(f, "the end"),
            Self::End { left } => write!(f, "only {left} bytes before the end"),
            Self::Value(value) => write!(f, "{value}"),
            Self::Hex(value) => write!(f, "{value:#x}"),
            Self::Surplus(count) => write!(f, "{count} more bytes"),
        }
    }
}

/// A class file that is not well-formed, or that this release does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError(Box<Detail>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Detail {
    class: Option<Box<str>>,
    offset: usize,
    expected: &'static str,
    found: Found,
}

impl ReadError {
    #[cold]
    pub(crate) fn new(offset: usize, expected: &'static str, found: Found) -> Self {
        Self(Box::new(Detail { class: None, offset, expected, found }))
    }

    /// The same error, naming the class, unless one is named already.
    #[must_use]
    #[cold]
    pub(crate) fn in_class(mut self, name: &str) -> Self {
        if self.0.class.is_none() {
            self.0.class = Some(name.replace('/', ".").into());
        }
        self
    }

    /// The class, if the reader got far enough to know its name; with dots.
    pub fn class(&self) -> Option<&str> {
        self.0.class.as_deref()
    }

    /// Offset from the start of the class file, in bytes.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// What the format demands at that offset.
    pub fn expected(&self) -> &'static str {
        self.0.expected
    }

    /// What is there instead.
    pub fn found(&self) -> Found {
        self.0.found
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Detail { class, offset, expected, found } = &*self.0;
        if let Some(class) = class {
            write!(f, "class `{class}`: ")?;
        }
        write!(f, "at byte {offset:#x}: expected {expected}, found {found}")
    }
}

impl std::error::Error for ReadError {}

pub(crate) type Result<T> = std::result::Result<T, ReadError>;
