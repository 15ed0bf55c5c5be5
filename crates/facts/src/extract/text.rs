//! The strings of one class, each stored once.

use tamis_classfile::{ClassFile, Constant, MStr, ReadError};

use crate::class_facts::Text;
use crate::short_copy;

pub(super) struct TextTable<'c, 'a> {
    class: &'c ClassFile<'a>,
    check: Check,
    text: Vec<u8>,
    /// Strings of the pool that are in the text already; [`UNKNOWN`] for those that are not.
    known: Vec<Text>,
}

/// When strings are checked for what UTF-8 cannot say. Hardly a class has any such, so they are checked all at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    /// At the end; if there is one, the text is of no use.
    Whole,
    /// One by one, and escaped.
    Each,
}

const UNKNOWN: Text = Text { start: u32::MAX, length: 0 };

impl<'c, 'a> TextTable<'c, 'a> {
    /// With memory that was used before.
    pub(super) fn new(
        class: &'c ClassFile<'a>,
        check: Check,
        mut text: Vec<u8>,
        mut known: Vec<Text>,
    ) -> Self {
        text.clear();
        known.clear();
        known.resize(usize::from(class.pool().count()), UNKNOWN);
        Self { class, check, text, known }
    }

    /// Whether all strings are UTF-8, and no two different ones are the same text.
    pub(super) fn is_sound(&self) -> bool {
        self.check == Check::Each || !is_odd(&self.text)
    }

    /// The text, and the rest of the memory.
    pub(super) fn finish(self) -> (Vec<u8>, Vec<Text>) {
        (self.text, self.known)
    }

    /// The string at `index` of the pool.
    pub(super) fn utf8(&mut self, index: u16) -> Result<Text, ReadError> {
        if let Some(known) = self.known.get(usize::from(index))
            && *known != UNKNOWN
        {
            return Ok(*known);
        }
        let text = self.add(self.class.pool().utf8(index)?);
        if let Some(slot) = self.known.get_mut(usize::from(index)) {
            *slot = text;
        }
        Ok(text)
    }

    /// The name of the class constant at `index`.
    pub(super) fn class(&mut self, index: u16) -> Result<Text, ReadError> {
        if let Constant::Class { name } = self.class.pool().get(index)? {
            self.utf8(name)
        } else {
            let offset = self.class.pool().offset(index);
            Err(self.class.malformed(offset, "the index of a Class constant", index.into()))
        }
    }

    /// Class, name and descriptor of the field or method constant at `index`.
    pub(super) fn member(&mut self, index: u16) -> Result<(Text, Text, Text), ReadError> {
        let [class, name, descriptor] = self.class.pool().member_strings(index)?;
        Ok((self.utf8(class)?, self.utf8(name)?, self.utf8(descriptor)?))
    }

    /// Any string. What modified UTF-8 can say and UTF-8 cannot is escaped, so that different strings stay different.
    pub(super) fn add(&mut self, string: MStr<'_>) -> Text {
        let start = self.text.len() as u32;
        if self.check == Check::Each && is_odd(string.as_bytes()) {
            self.text.extend_from_slice(string.to_unique_text().as_bytes());
        } else {
            short_copy::append(&mut self.text, string.as_bytes(), self.class.bytes());
        }
        Text { start, length: self.text.len() as u32 - start }
    }

    pub(super) fn add_str(&mut self, string: &str) -> Text {
        let start = self.text.len() as u32;
        self.text.extend_from_slice(string.as_bytes());
        Text { start, length: string.len() as u32 }
    }

    /// A string that is in the text already.
    pub(super) fn get(&self, text: Text) -> &str {
        let start = text.start as usize;
        let bytes = self.text.get(start..start + text.length as usize).unwrap_or_default();
        // Only UTF-8 is ever put in.
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

/// Whether a string may have to be escaped.
fn is_odd(bytes: &[u8]) -> bool {
    // Folded, not searched: looking at every byte is what lets the compiler look at many at once.
    let odd = |byte: u8| (byte & 0x80) | u8::from(byte == b'\\');
    bytes.iter().fold(0, |any, byte| any | odd(*byte)) != 0
}
