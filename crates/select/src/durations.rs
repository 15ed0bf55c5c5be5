//! How long tests take, as far as evidence says.

use std::collections::BTreeMap;
use std::time::Duration;

use tamis_vocab::ClassName;

use crate::block::Block;

/// How long these tests took together, each when it last ran; nothing if that is not known of all of them.
pub fn took<'t>(
    blocks: &[Block],
    tests: impl IntoIterator<Item = &'t ClassName>,
) -> Option<Duration> {
    let mut blocks: Vec<&Block> = blocks.iter().collect();
    blocks.sort_by_key(|block| block.time());
    let rows = blocks
        .iter()
        .flat_map(|block| (0..block.test_count()).filter_map(|number| block.test(number)));
    // The last one stays.
    let known: BTreeMap<&str, u64> = rows.map(|row| (row.test, row.nanos)).collect();
    let mut nanos = tests.into_iter().map(|test| known.get(test.as_str()).copied());
    let together = nanos.try_fold(0_u64, |sum, nanos| Some(sum.saturating_add(nanos?)));
    together.map(Duration::from_nanos)
}
