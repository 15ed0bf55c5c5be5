//! Which tests lean on which, as far as evidence says.

use std::collections::{BTreeMap, BTreeSet};

use tamis_vocab::ClassName;

use crate::block::Block;

/// The tests after which each of these tests passed, by its newest record; those that are not among them any more are left
/// out. For runs that do not look for it themselves.
pub fn leanings(
    blocks: &[Block],
    tests: &BTreeSet<ClassName>,
) -> BTreeMap<ClassName, BTreeSet<ClassName>> {
    let mut blocks: Vec<&Block> = blocks.iter().collect();
    blocks.sort_by_key(|block| block.time());
    let mut leanings = BTreeMap::new();
    for block in blocks {
        for row in (0..block.test_count()).filter_map(|number| block.test(number)) {
            let test = ClassName::internal(row.test);
            if tests.contains(&test) {
                let after = row.after.iter().map(|test| ClassName::internal(test));
                leanings.insert(test, after.filter(|test| tests.contains(test)).collect());
            }
        }
    }
    leanings
}
