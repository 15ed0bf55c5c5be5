//! Journals that were cut, bent and made up.

use proptest::prelude::*;

use super::*;
use crate::record::{Charge, ClassHits, Name, Observation};

fn records() -> Vec<Record> {
    let charge = Charge {
        hits: vec![ClassHits { class: 3, probes: vec![1, 2, 70_000] }],
        observations: vec![Observation::FileRead(7), Observation::PropertiesRead],
        classes: 4,
    };
    vec![
        Record::Name(Name { id: 0, text: b"p/A".to_vec() }),
        Record::Ambient(charge.clone()),
        Record::End { scope: 1, charge },
        Record::Exit,
    ]
}

fn journal() -> Vec<u8> {
    let mut bytes = HEADER.to_vec();
    for record in records() {
        assert!(append(&record, &mut bytes));
    }
    bytes
}

#[test]
fn what_is_written_is_read() {
    let bytes = journal();
    let read: Result<Vec<_>, _> = frames(&bytes).unwrap().collect();
    assert_eq!(read.unwrap(), records());
}

#[test]
fn each_cut_leaves_the_records_before_it() {
    let bytes = journal();
    for end in HEADER.len()..bytes.len() {
        let read: Vec<_> = frames(&bytes[..end]).unwrap().collect();
        let sound = read.iter().filter(|each| each.is_ok()).count();
        let expected: Vec<_> = records().into_iter().take(sound).map(Ok).collect();
        assert_eq!(read[..sound], expected);
        assert!(read.len() <= sound + 1, "nothing is read behind the damage");
    }
}

#[test]
fn another_version_is_not_read() {
    let mut bytes = journal();
    bytes[7] = 9;
    assert_eq!(frames(&bytes).unwrap_err(), HeaderError::OtherVersion { found: 9 });
    assert!(frames(b"PK\x03\x04aaaaaaa").is_err());
    assert!(frames(b"").is_err());
}

proptest! {
    #[test]
    fn a_changed_byte_is_noticed(position in 0_usize..10_000, change in 1_u8..=255) {
        let mut bytes = journal();
        let body = bytes.len() - HEADER.len();
        let position = HEADER.len() + position % body;
        bytes[position] ^= change;
        let read: Vec<_> = frames(&bytes).unwrap().collect();
        prop_assert!(read.iter().any(Result::is_err));
        for (read, record) in read.iter().zip(records()) {
            if let Ok(read) = read {
                prop_assert_eq!(read, &record);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(tail in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = HEADER.to_vec();
        bytes.extend(tail);
        for record in frames(&bytes).unwrap() {
            let _ = record;
        }
    }
}
