//! Which tests lean on the static state that others leave, as far as evidence says.
//!
//! Only runs that compare that state find it, so other runs carry it over. In evidence, such a test is among those that a
//! test comes after, with a mark behind its name.

use std::collections::{BTreeMap, BTreeSet};

use tamis_vocab::ClassName;

use crate::block::{Block, Outcome};

/// No name of a class ends like this.
const MARK: char = '#';

/// How a test is written down that another one leans on.
pub fn marked(test: &ClassName) -> ClassName {
    ClassName::internal(&format!("{test}{MARK}", test = test.as_str()))
}

/// The test that was written down, marked or not.
pub(crate) fn unmarked(written: &str) -> &str {
    written.trim_end_matches(MARK)
}

/// The tests whose static state each test leans on, by its newest record and the newest one that passed; those that are not
/// there any more are left out.
pub fn leanings(
    blocks: &[Block],
    is_there: &dyn Fn(&str) -> bool,
) -> BTreeMap<ClassName, BTreeSet<ClassName>> {
    let mut blocks: Vec<&Block> = blocks.iter().collect();
    blocks.sort_by_key(|block| std::cmp::Reverse(block.time()));
    let mut leanings: BTreeMap<ClassName, BTreeSet<ClassName>> = BTreeMap::new();
    let (mut known, mut passed) = (BTreeSet::new(), BTreeSet::new());
    for block in blocks {
        for row in (0..block.test_count()).filter_map(|number| block.test(number)) {
            let test = ClassName::internal(row.test);
            let is_first_pass = row.outcome == Outcome::Passed && passed.insert(test.clone());
            if !known.insert(test.clone()) && !is_first_pass {
                continue;
            }
            let after = row.after.iter().filter_map(|written| written.strip_suffix(MARK));
            let after = after.filter(|test| is_there(test)).map(ClassName::internal);
            leanings.entry(test).or_default().extend(after);
        }
    }
    leanings
}
