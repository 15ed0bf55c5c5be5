//! What the methods of a class refer to: each reference once, and for each method which ones it uses.

use crate::class_facts::ReferenceKind;

/// A reference: how, and the index of a class or member in the pool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PoolReference {
    pub(crate) kind: ReferenceKind,
    pub(crate) index: u16,
    /// One more than the position of the reference before it to the same index; 0 for none.
    before: u32,
    /// The method that used it last.
    user: u32,
}

/// A class's references, each once, and what the method at hand uses of them.
#[derive(Debug, Default)]
pub(crate) struct ReferenceTable {
    pub(crate) all: Vec<PoolReference>,
    /// For each pool index, one more than the position of the last reference to it; 0 for none.
    last_to: Vec<u32>,
    method: u32,
    /// Positions in `all`, of the method at hand.
    pub(crate) used: Vec<u32>,
}

impl ReferenceTable {
    pub(crate) fn clear(&mut self, pool_count: u16) {
        self.all.clear();
        self.last_to.clear();
        self.last_to.resize(usize::from(pool_count), 0);
        self.method = 0;
        self.used.clear();
    }

    /// The next method begins: it has used nothing yet.
    pub(crate) fn next_method(&mut self) {
        self.method += 1;
        self.used.clear();
    }

    /// The method at hand uses this.
    #[inline]
    pub(crate) fn add(&mut self, kind: ReferenceKind, index: u16) {
        let first = self.last_to.get(usize::from(index)).copied().unwrap_or_default();
        let mut link = first;
        while let Some(position) = link.checked_sub(1) {
            let Some(known) = self.all.get_mut(position as usize) else { break };
            if known.kind == kind {
                if known.user != self.method {
                    known.user = self.method;
                    self.used.push(position);
                }
                return;
            }
            link = known.before;
        }
        self.insert(kind, index, first);
    }

    fn insert(&mut self, kind: ReferenceKind, index: u16, before: u32) {
        let position = self.all.len() as u32;
        self.all.push(PoolReference { kind, index, before, user: self.method });
        if let Some(last) = self.last_to.get_mut(usize::from(index)) {
            *last = position + 1;
        }
        self.used.push(position);
    }
}
