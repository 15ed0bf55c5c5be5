//! Commits, and stores that are put together.

use std::collections::BTreeSet;
use std::fs;
use std::thread;

use tamis_select::Outcome::{Failed, Passed};
use tamis_store::{Store, StoreError};

use crate::blocks::{block, contents, files, records};

#[test]
fn what_was_committed_is_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(&folder.path().join(".tamis"));
    let loaded = store.load().unwrap();
    assert_eq!((loaded.blocks.len(), loaded.bytes, loaded.lost_until), (0, 0, 0));
    assert!(!store.folder().exists(), "loading writes nothing");
    let (one, two) = (block(1, &[("p/ATest", Passed)]), block(2, &[("p/ATest", Failed)]));
    assert!(store.commit(&one).unwrap());
    assert!(store.commit(&two).unwrap());
    assert!(!store.commit(&one).unwrap(), "it is there already");
    let expected = [one.bytes().to_vec(), two.bytes().to_vec()].into_iter().collect();
    assert_eq!(contents(&store), expected);
    assert_eq!(records(&store)["p/ATest"], [(1, "passed"), (2, "failed")]);
    assert_eq!(fs::read_to_string(store.folder().join(".gitignore")).unwrap(), "*\n");
}

#[test]
fn commits_at_once_are_all_there() {
    const THREADS: u64 = 8;
    const EACH: u64 = 25;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let store = &store;
            scope.spawn(move || {
                for number in 0..EACH {
                    // Some of them commit the same.
                    let time = (thread / 2) * EACH + number;
                    store.commit(&block(time, &[("p/ATest", Passed)])).unwrap();
                }
            });
        }
    });
    assert_eq!(records(&store)["p/ATest"].len() as u64, THREADS / 2 * EACH);
}

#[test]
fn what_a_writer_left_behind_is_no_block() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    store.commit(&block(1, &[("p/ATest", Passed)])).unwrap();
    fs::write(folder.path().join("evidence/.new-abc"), b"TAMIS-E\nhalf").unwrap();
    fs::write(folder.path().join("evidence/note.txt"), b"mine").unwrap();
    assert_eq!(records(&store)["p/ATest"].len(), 1);
    assert_eq!(store.load().unwrap().lost_until, 0);
}

#[test]
fn stores_are_put_together_as_sets() {
    let folder = tempfile::tempdir().unwrap();
    let stores = ["a", "b", "c"].map(|name| Store::at(&folder.path().join(name)));
    let [a, b, c] = &stores;
    for time in [1, 2] {
        a.commit(&block(time, &[("p/ATest", Passed)])).unwrap();
    }
    for time in [2, 3] {
        b.commit(&block(time, &[("p/ATest", Passed)])).unwrap();
    }
    let both: BTreeSet<Vec<u8>> = contents(a).union(&contents(b)).cloned().collect();
    let file = folder.path().join("a.tamis");
    assert_eq!(a.export(&file).unwrap(), 2);
    // By file, then by folder; the other way round is the same.
    assert_eq!(c.import(&file).unwrap(), 2);
    assert_eq!(c.import(b.folder()).unwrap(), 1);
    assert_eq!(contents(c), both);
    assert_eq!(a.import(b.folder()).unwrap(), 1);
    assert_eq!(contents(a), both);
    // Again and into itself: nothing new.
    assert_eq!(c.import(&file).unwrap(), 0);
    assert_eq!(c.import(c.folder()).unwrap(), 0);
    assert_eq!(contents(c), both);
    let names = |store: &Store| -> Vec<_> {
        files(store.folder()).iter().map(|file| file.file_name().unwrap().to_owned()).collect()
    };
    assert_eq!(names(a), names(c), "equal content has equal names");
}

#[test]
fn nothing_is_imported_from_a_file_that_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (Store::at(&folder.path().join("a")), Store::at(&folder.path().join("b")));
    from.commit(&block(1, &[("p/ATest", Passed)])).unwrap();
    from.commit(&block(2, &[("p/ATest", Passed)])).unwrap();
    let file = folder.path().join("file");
    from.export(&file).unwrap();
    let bytes = fs::read(&file).unwrap();
    // Cut between two blocks it is a smaller export; everywhere else it is none.
    let length = u64::from_le_bytes(bytes[8..16].try_into().unwrap()) as usize;
    for cut in (0..bytes.len()).filter(|cut| ![8, 16 + length].contains(cut)) {
        fs::write(&file, &bytes[..cut]).unwrap();
        assert!(matches!(to.import(&file), Err(StoreError::NoEvidence { .. })), "cut at {cut}");
    }
    for place in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[place] ^= 1;
        fs::write(&file, bytes).unwrap();
        assert!(to.import(&file).is_err(), "flipped at {place}");
    }
    assert!(!to.folder().exists());
    let damaged = &files(from.folder())[0];
    fs::write(damaged, b"no").unwrap();
    assert!(matches!(to.import(from.folder()), Err(StoreError::NoEvidence { .. })));
    assert!(damaged.exists(), "the other store is only read");
}
