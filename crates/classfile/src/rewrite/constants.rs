//! New constants at the end of the pool (JVMS 4.4). Indices of existing entries never change.

use super::refusal::{Refusal, Result};
use crate::pool::Constant;
use crate::{ClassFile, MStr, write};

/// How far back an addition is compared with earlier ones. Equal constants are legal, so the limit costs a few bytes at
/// most and keeps a class with thousands of numbered methods linear.
const LOOK_BACK: usize = 64;

/// Constants to be added to a class. Equal additions share one entry; entries that the class has already are not
/// searched for, which would take longer than writing them again.
#[derive(Debug, Clone, Default)]
pub struct PoolAppender {
    bytes: Vec<u8>,
    /// Where each addition starts in `bytes`.
    starts: Vec<u32>,
    /// Index of the first addition.
    first: u16,
}

impl PoolAppender {
    /// For additions to this class, and to no other.
    pub fn new(class: &ClassFile<'_>) -> Self {
        let mut appender = Self::default();
        appender.reset(class);
        appender
    }

    /// A string, in modified UTF-8.
    pub fn utf8(&mut self, text: MStr<'_>) -> Result<u16> {
        let length = text.as_bytes().len();
        if length > usize::from(u16::MAX) {
            return Err(Refusal::NameTooLong { length });
        }
        self.add(Constant::Utf8(text))
    }

    /// A number for `ldc_w`.
    pub fn integer(&mut self, value: i32) -> Result<u16> {
        self.add(Constant::Integer(value))
    }

    /// A number that was not added before.
    pub(super) fn new_integer(&mut self, value: i32) -> Result<u16> {
        let start = self.bytes.len();
        write::constant(&mut self.bytes, Constant::Integer(value));
        self.keep(start)
    }

    /// A class, by its internal name.
    pub fn class(&mut self, name: MStr<'_>) -> Result<u16> {
        let name = self.utf8(name)?;
        self.add(Constant::Class { name })
    }

    /// A `String` object.
    pub fn string(&mut self, text: MStr<'_>) -> Result<u16> {
        let text = self.utf8(text)?;
        self.add(Constant::String { text })
    }

    /// A name and a descriptor.
    pub fn name_and_type(&mut self, name: MStr<'_>, descriptor: MStr<'_>) -> Result<u16> {
        let name = self.utf8(name)?;
        let descriptor = self.utf8(descriptor)?;
        self.add(Constant::NameAndType { name, descriptor })
    }

    /// A field of a class.
    pub fn field(&mut self, owner: MStr<'_>, name: MStr<'_>, descriptor: MStr<'_>) -> Result<u16> {
        let class = self.class(owner)?;
        let name_and_type = self.name_and_type(name, descriptor)?;
        self.add(Constant::Field { class, name_and_type })
    }

    /// A method of a class that is not an interface.
    pub fn method(&mut self, owner: MStr<'_>, name: MStr<'_>, descriptor: MStr<'_>) -> Result<u16> {
        let class = self.class(owner)?;
        let name_and_type = self.name_and_type(name, descriptor)?;
        self.add(Constant::Method { class, name_and_type })
    }

    /// Any constant that takes one entry; its indices are those of the pool or of earlier additions.
    pub(super) fn add(&mut self, constant: Constant<'_>) -> Result<u16> {
        let start = self.bytes.len();
        write::constant(&mut self.bytes, constant);
        if let Some(index) = self.find(start) {
            self.bytes.truncate(start);
            return Ok(index);
        }
        self.keep(start)
    }

    /// Gives an index to the constant that was just written from `start` on.
    fn keep(&mut self, start: usize) -> Result<u16> {
        let index = self.next_index();
        // The count is one more than the highest index and must fit into two bytes.
        if let Some(index) = index.filter(|&index| index < u16::MAX) {
            self.starts.push(start as u32);
            Ok(index)
        } else {
            self.bytes.truncate(start);
            Err(Refusal::PoolFull)
        }
    }

    pub(super) fn reset(&mut self, class: &ClassFile<'_>) {
        self.bytes.clear();
        self.starts.clear();
        self.first = class.pool().count();
    }

    /// The entries, as they stand in the file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The count of the whole pool, as the file counts.
    pub(super) fn count(&self) -> u16 {
        self.next_index().unwrap_or(u16::MAX)
    }

    fn next_index(&self) -> Option<u16> {
        u16::try_from(self.starts.len()).ok()?.checked_add(self.first)
    }

    /// The index of an addition that equals the one that was just written from `start` on.
    fn find(&self, start: usize) -> Option<u16> {
        let wanted = self.bytes.get(start..)?;
        let skipped = self.starts.len().saturating_sub(LOOK_BACK);
        let mut end = start;
        for (place, &begin) in self.starts.iter().enumerate().skip(skipped).rev() {
            let begin = begin as usize;
            if self.bytes.get(begin..end) == Some(wanted) {
                return u16::try_from(place).ok()?.checked_add(self.first);
            }
            end = begin;
        }
        None
    }
}
