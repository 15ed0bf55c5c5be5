//! What the methods of a class refer to: each reference once, and for each method which ones it uses.

use crate::class_facts::ReferenceKind;

/// What a method refers to: how, and the index of a class or member in the pool.
pub(crate) type PoolReference = (ReferenceKind, u16);

/// A class's references, each once, and what the method at hand uses of them.
#[derive(Debug, Default)]
pub(crate) struct ReferenceTable {
    pub(crate) all: Vec<PoolReference>,
    /// For each pool index, one more than the position of the last reference to it; 0 for none.
    last_to: Vec<u32>,
    /// For each reference, the same for the one before it to the same index, and the method that used it last.
    chain: Vec<(u32, u32)>,
    method: u32,
    /// Positions in `all`, of the method at hand.
    pub(crate) used: Vec<u32>,
}

impl ReferenceTable {
    pub(crate) fn clear(&mut self, pool_count: u16) {
        self.all.clear();
        self.chain.clear();
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
            let Some((before, user)) = self.chain.get_mut(position as usize) else { break };
            if self.all.get(position as usize) == Some(&(kind, index)) {
                if *user != self.method {
                    *user = self.method;
                    self.used.push(position);
                }
                return;
            }
            link = *before;
        }
        let position = self.all.len() as u32;
        self.all.push((kind, index));
        self.chain.push((first, self.method));
        if let Some(last) = self.last_to.get_mut(usize::from(index)) {
            *last = position + 1;
        }
        self.used.push(position);
    }
}
