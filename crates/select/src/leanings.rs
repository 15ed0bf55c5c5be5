//! Which tests lean on the static state that others leave, as far as evidence says.
//!
//! Only runs that compare that state find it, so other runs carry it over. In evidence, such a test is among those that a
//! test comes after, with a mark behind its name; behind that, for each of these tests, is what it left, in words.

use std::collections::{BTreeMap, BTreeSet};

use tamis_vocab::ClassName;

use crate::block::{Block, Outcome};

/// No name of a class ends like this.
const MARK: char = '#';

/// No name of a class has this in it.
const WORDS: char = ';';

/// A test that wrote or left what another one read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leaver {
    /// It.
    pub test: ClassName,
    /// Whether it left static state, so that runs that do not compare it do not find this.
    pub is_carried: bool,
    /// One thing of what it left, in words; empty if that is not known.
    pub what: String,
}

impl Leaver {
    /// How it is written down.
    pub(crate) fn written(&self) -> String {
        let mut written = self.test.as_str().to_owned();
        written.extend(self.is_carried.then_some(MARK));
        if !self.what.is_empty() {
            written.push(WORDS);
            written.push_str(&self.what);
        }
        written
    }

    fn read(written: &str) -> Self {
        let (test, what) = test_and_words(written);
        let is_carried = written.split(WORDS).next().is_some_and(|name| name.ends_with(MARK));
        Self { test: ClassName::internal(test), is_carried, what: what.to_owned() }
    }
}

/// The test that was written down, and what it left.
pub(crate) fn test_and_words(written: &str) -> (&str, &str) {
    let (name, words) = written.split_once(WORDS).unwrap_or((written, ""));
    (name.trim_end_matches(MARK), words)
}

/// The tests whose static state each test leans on, by its newest record and the newest one that passed; those that are not
/// there any more are left out.
pub fn leanings(
    blocks: &[Block],
    is_there: &dyn Fn(&str) -> bool,
) -> BTreeMap<ClassName, BTreeSet<Leaver>> {
    let mut blocks: Vec<&Block> = blocks.iter().collect();
    blocks.sort_by_key(|block| std::cmp::Reverse(block.time()));
    let mut leanings: BTreeMap<ClassName, BTreeSet<Leaver>> = BTreeMap::new();
    let (mut known, mut passed) = (BTreeSet::new(), BTreeSet::new());
    for block in blocks {
        for row in (0..block.test_count()).filter_map(|number| block.test(number)) {
            let test = ClassName::internal(row.test);
            let is_first_pass = row.outcome == Outcome::Passed && passed.insert(test.clone());
            if !known.insert(test.clone()) && !is_first_pass {
                continue;
            }
            let after = row.after.iter().map(|written| Leaver::read(written));
            let after = after.filter(|leaver| leaver.is_carried && is_there(leaver.test.as_str()));
            leanings.entry(test).or_default().extend(after);
        }
    }
    leanings
}
