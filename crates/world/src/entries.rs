//! What one root holds: classes and resources, with enough to know later whether they are still the same.

use tamis_vocab::Fingerprint;

use crate::identity::Identity;
use crate::problem::Problem;
use crate::records::{Block, Record};

/// A class file and its facts.
#[derive(Debug, Clone)]
pub(crate) struct ClassEntry {
    /// Where it is in the root: the class's name and `.class`, behind a prefix for versioned entries of a jar.
    pub(crate) path: Box<str>,
    /// Length of that prefix.
    pub(crate) prefix: u16,
    pub(crate) identity: Identity,
    /// Fingerprint of everything but debug data.
    pub(crate) all: Fingerprint,
    pub(crate) record: Record,
}

/// A file that is no class, or whose name is not that of its class.
#[derive(Debug, Clone)]
pub(crate) struct ResourceEntry {
    pub(crate) path: Box<str>,
    pub(crate) identity: Identity,
    pub(crate) content: Fingerprint,
}

/// A class file that could not be read.
#[derive(Debug, Clone)]
pub(crate) struct UnreadableEntry {
    pub(crate) path: Box<str>,
    pub(crate) prefix: u16,
}

/// A folder of a root that is one.
#[derive(Debug, Clone)]
pub(crate) struct FolderEntry {
    /// Relative to the root, with `/` at the end unless it is the root itself.
    pub(crate) prefix: Box<str>,
    pub(crate) identity: Identity,
}

/// Everything in one root.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    /// Folders in the order of a walk; none for a jar.
    pub(crate) folders: Vec<FolderEntry>,
    pub(crate) classes: Vec<ClassEntry>,
    pub(crate) resources: Vec<ResourceEntry>,
    pub(crate) unreadable: Vec<UnreadableEntry>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) problems: Vec<Problem>,
    /// Whether there may be classes of which not even the names are known.
    pub(crate) is_incomplete: bool,
}

impl ClassEntry {
    /// Internal name of the class.
    pub(crate) fn name(&self) -> &str {
        class_name(&self.path, self.prefix).unwrap_or_default()
    }
}

impl UnreadableEntry {
    /// Internal name of the class that should be there.
    pub(crate) fn name(&self) -> &str {
        class_name(&self.path, self.prefix).unwrap_or_default()
    }
}

/// The class that a file of that path, behind the prefix, has to hold.
pub(crate) fn class_name(path: &str, prefix: u16) -> Option<&str> {
    path.get(usize::from(prefix)..)?.strip_suffix(".class").filter(|name| !name.is_empty())
}

/// A name from a file system or a jar as text; bytes that are not UTF-8 are escaped, so that different names stay
/// different.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    push_escaped(&mut text, bytes);
    text
}

/// Appends such a name.
pub(crate) fn push_escaped(text: &mut String, bytes: &[u8]) {
    // Nearly all names are text as they are.
    if let Ok(plain) = std::str::from_utf8(bytes)
        && !plain.contains('\\')
    {
        text.push_str(plain);
        return;
    }
    for chunk in bytes.utf8_chunks() {
        text.push_str(&chunk.valid().replace('\\', "\\\\"));
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
}
