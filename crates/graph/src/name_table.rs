//! Names, each stored once, with numbers for them.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

/// Names by number and numbers by name. Numbers are given in the order in which names come.
#[derive(Debug, Clone)]
pub(crate) struct NameTable {
    text: Vec<u8>,
    /// Where each name ends in `text`; it starts where the one before ends.
    ends: Vec<u32>,
    hashes: Vec<u32>,
    /// Open addressing: a number plus one below its hash, or 0. At most half of it is used.
    slots: Vec<u64>,
}

impl Default for NameTable {
    fn default() -> Self {
        Self { text: Vec::new(), ends: Vec::new(), hashes: Vec::new(), slots: vec![0; 1024] }
    }
}

impl NameTable {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name with that number; empty if there is none.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = match number.checked_sub(1) {
            Some(before) => self.ends.get(before).copied().unwrap_or(u32::MAX) as usize,
            None => 0,
        };
        let end = self.ends.get(number).copied().unwrap_or_default() as usize;
        self.text.get(start..end).unwrap_or_default()
    }

    /// The number of a name, if it has one.
    pub(crate) fn find(&self, name: &[u8]) -> Option<u32> {
        self.slot(name, hash(name)).1
    }

    /// The number of a name; the next one if it has none yet.
    #[inline]
    pub(crate) fn intern(&mut self, name: &[u8]) -> u32 {
        self.intern_hashed(name, hash(name))
    }

    #[inline]
    fn intern_hashed(&mut self, name: &[u8], hash: u32) -> u32 {
        match self.slot(name, hash) {
            (_, Some(number)) => number,
            (slot, None) => self.add(name, hash, slot),
        }
    }

    /// The numbers that all names of the other table have here.
    pub(crate) fn intern_all(&mut self, other: &Self) -> Vec<u32> {
        let names = (0..other.len() as u32).zip(&other.hashes);
        names.map(|(number, hash)| self.intern_hashed(other.get(number), *hash)).collect()
    }

    /// All names behind each other, and where each ends.
    pub(crate) fn parts(&self) -> (&[u8], &[u32]) {
        (&self.text, &self.ends)
    }

    /// From what [`Self::parts`] gave; `None` if it did not.
    pub(crate) fn of_parts(text: &[u8], ends: &[u32]) -> Option<Self> {
        let mut table = Self::default();
        let mut start = 0;
        for (number, end) in (0..).zip(ends) {
            let name = text.get(start..*end as usize)?;
            start = *end as usize;
            // Twice the same name, or a first one that is not the empty one: not ours.
            if table.intern(name) != number || name.is_empty() != (number == 0) {
                return None;
            }
        }
        (start == text.len() && !ends.is_empty()).then_some(table)
    }

    /// Forgets all names and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.hashes.clear();
        self.slots.fill(0);
    }

    fn add(&mut self, name: &[u8], hash: u32, slot: usize) -> u32 {
        let number = self.ends.len() as u32;
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len() as u32);
        self.hashes.push(hash);
        if let Some(entry) = self.slots.get_mut(slot) {
            *entry = packed(number, hash);
        }
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let length = self.slots.len() * 2;
        let mut slots = vec![0; length];
        for (number, hash) in (0..).zip(&self.hashes) {
            let mut place = *hash as usize & (length - 1);
            while slots.get(place).is_some_and(|slot| *slot != 0) {
                place = (place + 1) & (length - 1);
            }
            if let Some(slot) = slots.get_mut(place) {
                *slot = packed(number, *hash);
            }
        }
        self.slots = slots;
    }

    /// The slot of a name or, if it has none, the one where it belongs.
    #[inline]
    fn slot(&self, name: &[u8], hash: u32) -> (usize, Option<u32>) {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            match self.slots.get(place) {
                None | Some(0) => return (place, None),
                Some(entry) => {
                    let number = (*entry as u32).wrapping_sub(1);
                    if (*entry >> 32) as u32 == hash && self.get(number) == name {
                        return (place, Some(number));
                    }
                }
            }
            place = (place + 1) & mask;
        }
    }
}

/// A slot that is in use.
#[inline]
fn packed(number: u32, hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(number + 1)
}

#[inline]
fn hash(name: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    // Its best bits are the high ones.
    (hasher.finish() >> 32) as u32 ^ hasher.finish() as u32
}

/// A name as class files write it: characters past the basic plane are two surrogates (JVMS 4.4.7).
pub(crate) fn modified_utf8(name: &str) -> std::borrow::Cow<'_, [u8]> {
    // Nearly all names are ASCII, which is seen many bytes at a time.
    if name.is_ascii() && !name.as_bytes().contains(&0)
        || name.bytes().all(|byte| byte != 0 && byte < 0xf0)
    {
        return name.as_bytes().into();
    }
    let mut bytes = Vec::with_capacity(name.len() + 8);
    for unit in name.encode_utf16() {
        match unit {
            0x01..=0x7f => bytes.push(unit as u8),
            0 | 0x80..=0x7ff => bytes.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 63) as u8]),
            _ => bytes.extend([
                0xe0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 63) as u8,
                0x80 | (unit & 63) as u8,
            ]),
        }
    }
    bytes.into()
}

#[cfg(test)]
mod tests {
    use super::{NameTable, modified_utf8};
    use tamis_classfile::MStr;

    #[test]
    fn a_name_keeps_its_number_while_the_table_grows() {
        let mut table = NameTable::default();
        let name = |number: u32| format!("p/Class{number}").into_bytes();
        for number in 0..5000 {
            assert_eq!(table.intern(&name(number)), number);
        }
        for number in 0..5000 {
            assert_eq!(table.find(&name(number)), Some(number));
            assert_eq!(table.get(number), name(number));
        }
        assert_eq!(table.find(b"p/Class5000"), None);
        assert_eq!(table.get(5000), b"");
    }

    #[test]
    fn tables_are_merged_by_name() {
        let (mut table, mut other) = (NameTable::default(), NameTable::default());
        table.intern(b"a");
        table.intern(b"b");
        other.intern(b"b");
        other.intern(b"c");
        assert_eq!(table.intern_all(&other), [1, 2]);
        other.clear();
        assert_eq!((other.find(b"b"), other.len()), (None, 0));
    }

    #[test]
    fn names_are_written_as_class_files_do() {
        for name in ["p/A", "p/Été€", "😀", "a\0"] {
            assert_eq!(MStr::new(&modified_utf8(name)).to_text(), name);
        }
    }
}
