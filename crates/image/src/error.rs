//! What can be wrong with an image.

use std::io;
use std::path::Path;

/// Bytes that are no image, or a file in one that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// It cannot be opened.
    #[error("cannot read `{path}`: {cause}")]
    Closed {
        /// Where it should be.
        path: String,
        /// What the system says.
        cause: String,
    },
    /// A part of it cannot be read.
    #[error("at byte {offset:#x}: cannot be read: {cause}")]
    Unreadable {
        /// Where that is.
        offset: u64,
        /// What the system says.
        cause: String,
    },
    /// It begins with something else.
    #[error("at byte 0: expected the magic 0xcafedada of a JDK image, found {found:#x}")]
    Magic {
        /// What is there.
        found: u32,
    },
    /// It ends too early.
    #[error("at byte {offset:#x}: expected {expected}, found the end after {length} bytes")]
    End {
        /// Where something should be.
        offset: u64,
        /// What should be there.
        expected: &'static str,
        /// How long the image is.
        length: u64,
    },
    /// An attribute of a location is of a kind that is not known.
    #[error("at byte {offset:#x}: expected the kind of an attribute (0–7), found {found}")]
    Attribute {
        /// Where it is.
        offset: usize,
        /// Its kind.
        found: u8,
    },
    /// A string is not text.
    #[error("at byte {offset:#x}: expected UTF-8")]
    Text {
        /// Where it is.
        offset: usize,
    },
    /// A file is compressed.
    #[error("`{path}` is compressed: only images that store classes as they are can be read")]
    Compressed {
        /// Its path in the image.
        path: String,
    },
}

impl ImageError {
    pub(crate) fn io(path: &Path, error: &io::Error) -> Self {
        Self::Closed { path: path.display().to_string(), cause: error.to_string() }
    }
}
