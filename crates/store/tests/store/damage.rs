//! Damaged files, and files of newer versions.

use std::fs::{self, File, FileTimes};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use proptest::prelude::*;
use tamis_select::Outcome::Passed;
use tamis_store::{Limits, Store, StoreError};
use xxhash_rust::xxh3::xxh3_128_with_seed;

use crate::blocks::{block, files};

fn two_blocks(folder: &Path) -> Store {
    let store = Store::at(folder);
    store.commit(&block(1, &[("p/ATest", Passed)])).unwrap();
    store.commit(&block(2, &[("p/BTest", Passed), ("p/CTest", Passed)])).unwrap();
    store
}

/// One block cannot be read, the other one stays, and nothing is lost from the disk.
fn check_damage(store: &Store, damaged: &Path, bytes: &[u8]) {
    fs::write(damaged, bytes).unwrap();
    let written = UNIX_EPOCH + Duration::from_secs(1_000_000);
    let times = FileTimes::new().set_modified(written);
    File::options().append(true).open(damaged).unwrap().set_times(times).unwrap();
    let loaded = store.load().unwrap();
    assert_eq!((loaded.blocks.len(), loaded.troubles.len()), (1, 1), "{:?}", loaded.troubles);
    assert_eq!(loaded.lost_until, 1_000_000);
    assert_eq!(fs::read(damaged).unwrap(), bytes, "loading writes nothing");
    let loaded = store.load_and_set_aside().unwrap();
    assert_eq!((loaded.blocks.len(), loaded.troubles.len()), (1, 1), "{:?}", loaded.troubles);
    assert!(!damaged.exists());
    let aside = store.folder().join("set-aside").join(damaged.file_name().unwrap());
    assert_eq!(fs::read(&aside).unwrap(), bytes);
    // That something was lost is still known when nothing is damaged any more.
    let loaded = store.load().unwrap();
    assert_eq!((loaded.blocks.len(), loaded.troubles.len()), (1, 0));
    assert_eq!(loaded.lost_until, 1_000_000);
    fs::remove_file(aside).unwrap();
}

#[test]
fn a_file_that_is_cut_anywhere_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let store = two_blocks(folder.path());
    let damaged = files(folder.path()).remove(0);
    let bytes = fs::read(&damaged).unwrap();
    for length in 0..bytes.len() {
        check_damage(&store, &damaged, &bytes[..length]);
    }
    check_damage(&store, &damaged, &[bytes.as_slice(), b"x"].concat());
}

proptest! {
    #[test]
    fn a_file_with_flipped_bits_is_set_aside(
        flips in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..8), 1..4),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let store = two_blocks(folder.path());
        let damaged = files(folder.path()).remove(0);
        let good = fs::read(&damaged).unwrap();
        let mut bytes = good.clone();
        for (place, bit) in flips {
            bytes[place.index(good.len())] ^= 1 << bit;
        }
        prop_assume!(bytes != good);
        check_damage(&store, &damaged, &bytes);
    }
}

/// A file as a later release would write it: another version, other content, the same header.
fn newer_file(version: u32, content: &[u8]) -> Vec<u8> {
    let mut bytes = b"TAMIS-E\n".to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend((content.len() as u64).to_le_bytes());
    bytes.extend(xxh3_128_with_seed(content, u64::from(version)).to_le_bytes());
    bytes.extend(content);
    bytes
}

#[test]
fn a_newer_store_is_refused_and_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let store = two_blocks(folder.path());
    let newer = folder.path().join("evidence/00.block");
    fs::write(&newer, newer_file(99, b"from the future")).unwrap();
    fs::write(folder.path().join("evidence/01.block"), b"damaged").unwrap();
    let before = files(folder.path());
    let other = tempfile::tempdir().unwrap();
    let file = other.path().join("file");
    fs::write(&file, b"TAMIS-X\n").unwrap();
    let is_newer = |error: StoreError| matches!(error, StoreError::Newer { found: 99, .. });
    assert!(is_newer(store.load().unwrap_err()));
    assert!(is_newer(store.load_and_set_aside().unwrap_err()));
    assert!(is_newer(store.collect(&Limits { bytes: 0, ..Limits::default() }).unwrap_err()));
    assert!(is_newer(store.export(&other.path().join("export")).unwrap_err()));
    assert!(is_newer(store.import(&file).unwrap_err()));
    assert!(is_newer(Store::at(other.path()).import(folder.path()).unwrap_err()));
    assert_eq!(files(folder.path()), before);
    assert!(!folder.path().join("set-aside").exists());
    assert_eq!(fs::read(&newer).unwrap(), newer_file(99, b"from the future"));
}

#[test]
fn a_file_that_cannot_be_read_is_told_and_its_evidence_counts_as_lost() {
    let folder = tempfile::tempdir().unwrap();
    let store = two_blocks(folder.path());
    let folder_instead = folder.path().join("evidence/00.block");
    fs::create_dir(&folder_instead).unwrap();
    let loaded = store.load_and_set_aside().unwrap();
    assert_eq!((loaded.blocks.len(), loaded.troubles.len()), (2, 1), "{:?}", loaded.troubles);
    assert!(loaded.lost_until > 0);
    assert!(folder_instead.exists());
}
