//! Texts that are written once and go by number afterwards.

use rustc_hash::FxHashMap;
use tamis_journal::{Name, NameId, Record};

use crate::journal_file::JournalFile;

/// The numbers of texts.
#[derive(Debug, Default)]
pub(crate) struct Names {
    numbers: FxHashMap<Box<[u8]>, NameId>,
}

impl Names {
    /// The number of a text that has one.
    pub(crate) fn known(&self, text: &[u8]) -> Option<NameId> {
        self.numbers.get(text).copied()
    }

    /// The number of a text; a new one is written.
    pub(crate) fn number(&mut self, text: &[u8], journal: &mut JournalFile) -> NameId {
        if let Some(id) = self.numbers.get(text) {
            return *id;
        }
        let id = self.numbers.len() as NameId;
        self.numbers.insert(text.into(), id);
        journal.add(&Record::Name(Name { id, text: text.to_vec() }));
        id
    }
}
