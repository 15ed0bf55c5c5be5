//! What is kept if there is too much.

use std::fs::{self, File, FileTimes};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use tamis_select::Outcome::{self, Failed, Incomplete, Passed};
use tamis_store::{Limits, Store};

use crate::blocks::{block, block_of, contents, files, record, records};

const fn limits(records: usize) -> Limits {
    Limits { records, not_before: 0, bytes: u64::MAX }
}

#[test]
fn the_newest_records_of_each_test_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    for time in 1..=5 {
        let mut tests = vec![("p/ATest", Passed)];
        if time <= 2 {
            tests.push(("p/BTest", Passed));
        }
        store.commit(&block(time, &tests)).unwrap();
    }
    let done = store.collect(&limits(2)).unwrap();
    assert_eq!((done.files_before, done.files_after), (5, 4));
    assert!(done.bytes_after < done.bytes_before);
    let kept = records(&store);
    assert_eq!(kept["p/ATest"], [(4, "passed"), (5, "passed")]);
    assert_eq!(kept["p/BTest"], [(1, "passed"), (2, "passed")]);
    let before = contents(&store);
    store.collect(&limits(2)).unwrap();
    assert_eq!(contents(&store), before, "once is enough");
}

#[test]
fn the_newest_pass_stays_with_all_that_came_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    for (time, outcome) in [(1, Passed), (2, Passed), (3, Failed), (4, Incomplete), (5, Failed)] {
        store.commit(&block(time, &[("p/ATest", outcome)])).unwrap();
    }
    // As before, only later: it says nothing more.
    store.commit(&block_of(6, vec![record("p/ATest", Failed, 5)])).unwrap();
    store.collect(&limits(1)).unwrap();
    let expected = [(2, "passed"), (3, "failed"), (4, "incomplete"), (6, "failed")];
    assert_eq!(records(&store)["p/ATest"], expected);
}

#[test]
fn a_failure_at_the_moment_of_a_pass_is_not_dropped_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    for (content, outcome) in [(1, Passed), (2, Failed), (3, Passed)] {
        store.commit(&block_of(7, vec![record("p/ATest", outcome, content)])).unwrap();
    }
    store.collect(&limits(1)).unwrap();
    assert!(records(&store)["p/ATest"].contains(&(7, "failed")));
}

#[test]
fn age_and_size_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    for time in 1..=6 {
        store.commit(&block(time, &[("p/ATest", Passed)])).unwrap();
    }
    store.collect(&Limits { not_before: 3, ..limits(9) }).unwrap();
    assert_eq!(records(&store)["p/ATest"].first(), Some(&(3, "passed")));
    let one = block(6, &[("p/ATest", Passed)]).bytes().len() as u64;
    store.collect(&Limits { bytes: 2 * one, ..limits(9) }).unwrap();
    assert_eq!(records(&store)["p/ATest"], [(5, "passed"), (6, "passed")]);
}

#[test]
fn what_writers_left_behind_goes_after_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    store.commit(&block(1, &[("p/ATest", Passed)])).unwrap();
    let (old, young) = ([".new-old", ".new-young"])
        .map(|name| {
            let path = folder.path().join("evidence").join(name);
            fs::write(&path, b"half").unwrap();
            path
        })
        .into();
    let times = FileTimes::new().set_modified(SystemTime::now() - Duration::from_hours(25));
    File::options().append(true).open(&old).unwrap().set_times(times).unwrap();
    store.collect(&limits(1)).unwrap();
    assert!(!old.exists() && young.exists());
}

/// A collection that was killed leaves a block and what was to replace it.
#[test]
fn a_collection_that_did_not_end_counts_no_record_twice() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    for time in 1..=4 {
        let whole = block(time, &[("p/ATest", Passed), ("p/BTest", Passed)]);
        store.commit(&whole).unwrap();
        store.commit(&whole.keeping(&|test| test == "p/ATest").unwrap()).unwrap();
    }
    store.collect(&limits(3)).unwrap();
    let kept = records(&store);
    assert_eq!(kept["p/ATest"], [(2, "passed"), (3, "passed"), (4, "passed")]);
    assert_eq!(kept["p/BTest"], kept["p/ATest"]);
}

#[test]
fn who_loads_while_others_collect_sees_the_newest_records() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    store.commit(&block(1, &[("p/ATest", Passed), ("p/BTest", Passed)])).unwrap();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    store.collect(&limits(2)).unwrap();
                }
            });
        }
        for time in 2..60 {
            store.commit(&block(time, &[("p/ATest", Passed)])).unwrap();
            let kept = records(&store);
            assert_eq!(kept["p/ATest"].last(), Some(&(time, "passed")));
            assert_eq!(kept["p/BTest"].last(), Some(&(1, "passed")));
        }
        is_done.store(true, Ordering::Relaxed);
    });
    store.collect(&limits(2)).unwrap();
    assert_eq!(files(folder.path()).len(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// For any history: the newest are there, the newest pass is there, and nothing that is no pass was dropped in front of a
    /// pass that was kept.
    #[test]
    fn no_pass_outlives_what_came_after_it(
        history in prop::collection::vec((1_u64..9, 0_u8..3, 0_u8..3), 1..14),
        most in 1_usize..4,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path());
        let outcome = |number: u8| -> Option<Outcome> {
            [None, Some(Passed), Some(Failed)].into_iter().nth(number.into()).flatten()
        };
        for (number, (time, a, b)) in (0_u128..).zip(&history) {
            let tests = [("p/ATest", outcome(*a)), ("p/BTest", outcome(*b))];
            let tests = tests.into_iter().filter_map(|(test, outcome)| Some((test, outcome?)));
            let tests: Vec<_> =
                tests.map(|(test, outcome)| record(test, outcome, number)).collect();
            if !tests.is_empty() {
                store.commit(&block_of(*time, tests)).unwrap();
            }
        }
        let before = records(&store);
        store.collect(&limits(most)).unwrap();
        let after = records(&store);
        for (test, all) in &before {
            let kept = after.get(test).map(Vec::as_slice).unwrap_or_default();
            prop_assert!(kept.len() >= all.len().min(most));
            prop_assert_eq!(kept.last().map(|(time, _)| *time), all.last().map(|(time, _)| *time));
            let passes = |list: &[(u64, &'static str)]| -> Vec<u64> {
                list.iter().filter(|(_, word)| *word == "passed").map(|(time, _)| *time).collect()
            };
            prop_assert_eq!(passes(kept).last().copied(), passes(all).last().copied());
            if let Some(oldest) = passes(kept).first() {
                let since = |list: &[(u64, &'static str)]| {
                    list.iter().filter(|(time, word)| time >= oldest && *word != "passed").count()
                };
                prop_assert_eq!(since(kept), since(all));
            }
        }
    }
}
