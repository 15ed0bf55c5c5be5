//! Blocks to put into stores.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use tamis_facts::{ClassIndex, ClassSet, Lookup};
use tamis_select::{Block, Builder, Outcome, TestRecord};
use tamis_store::Store;
use tamis_vocab::{ClassName, Entity, Fingerprint};

/// A class path without classes.
struct Nothing;

impl ClassSet for Nothing {
    fn find(&self, _: &str) -> Lookup<'_> {
        Lookup::Outside
    }
}

impl ClassIndex for Nothing {
    fn find_canonical(&self, _: &str) -> Lookup<'_> {
        Lookup::Outside
    }
}

/// A test that rests on one file with that content.
pub(crate) fn record(test: &str, outcome: Outcome, content: u128) -> TestRecord {
    let file = Entity::File(format!("{test}.txt").into());
    TestRecord {
        test: ClassName::internal(test),
        outcome,
        message: if outcome == Outcome::Passed { String::new() } else { "why".to_owned() },
        nanos: 1,
        facts: vec![(file, Fingerprint::from_u128(content))],
        after: BTreeSet::new(),
    }
}

pub(crate) fn block_of(time: u64, records: Vec<TestRecord>) -> Block {
    let mut builder = Builder::default();
    records.into_iter().for_each(|record| builder.add(record));
    builder.finish(time, &Nothing, &|_| 0).unwrap()
}

/// A block of tests that ended like this; what they rest on is the time.
pub(crate) fn block(time: u64, tests: &[(&str, Outcome)]) -> Block {
    let records =
        tests.iter().map(|(test, outcome)| record(test, *outcome, u128::from(time))).collect();
    block_of(time, records)
}

/// Tests of a store with the times of their records, newest last, and how they ended.
pub(crate) fn records(store: &Store) -> BTreeMap<String, Vec<(u64, &'static str)>> {
    let loaded = store.load().unwrap();
    assert_eq!(loaded.troubles, Vec::<String>::new());
    let mut records: BTreeMap<String, Vec<(u64, &'static str)>> = BTreeMap::new();
    for block in &loaded.blocks {
        for (test, outcome) in block.outcomes() {
            let list = records.entry(test.to_owned()).or_default();
            list.push((block.time(), outcome.word()));
        }
    }
    records.values_mut().for_each(|list| list.sort_unstable());
    records
}

/// The content of a store, as a set.
pub(crate) fn contents(store: &Store) -> BTreeSet<Vec<u8>> {
    let loaded = store.load().unwrap();
    assert_eq!(loaded.troubles, Vec::<String>::new());
    loaded.blocks.iter().map(|block| block.bytes().to_vec()).collect()
}

/// The files of blocks in a store, by name.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("evidence")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "block")).collect();
    files.sort();
    files
}
