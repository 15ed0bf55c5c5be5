//! Graphs that are written and read again, whole and damaged.

use tamis_testkit::ClassBuilder;
use xxhash_rust::xxh3::xxh3_128;

use super::{DecodeError, Previous};
use crate::{ClassEntry, ClassSource, Graph, Part, content_of};

fn using(name: &str, other: &str) -> Vec<u8> {
    let mut class = ClassBuilder::class(name, "java/lang/Object");
    class.class_constant(other);
    class.bytes()
}

const NAMES: [&str; 3] = ["p/A", "p/B", "p/Damaged"];

fn files() -> [Vec<u8>; 3] {
    [using("p/A", "p/B"), using("p/B", "q/C"), vec![0xca, 0xfe]]
}

fn entries(files: &[Vec<u8>; 3]) -> Vec<ClassEntry<'static>> {
    let parts = [Part::Project, Part::Library, Part::Platform];
    let classes = NAMES.iter().zip(parts).zip(files);
    classes
        .map(|((name, part), bytes)| ClassEntry { name, part, content: content_of(bytes) })
        .collect()
}

/// Class files of which only the last may be read.
struct Last([Vec<u8>; 3]);

impl ClassSource for Last {
    fn read<'b>(&'b self, position: usize, _: &'b mut Vec<u8>) -> Result<&'b [u8], String> {
        assert_eq!(position, 2, "nothing else has changed");
        Ok(&self.0[position])
    }
}

fn listing(graph: &Graph) -> Vec<String> {
    let mut lines = Vec::new();
    for node in graph.nodes() {
        let state = graph.state(node);
        lines.extend(graph.edges(node).map(|edge| {
            format!("{} {state:?} {:?} {}", graph.name(node), edge.kind, graph.name(edge.target))
        }));
    }
    lines.sort();
    lines
}

#[test]
fn a_graph_comes_back_and_only_what_could_not_be_read_is_read_again() {
    let graph = Graph::build(&entries(&files()), files().as_slice());
    let previous = Previous::decode(&graph.encode()).unwrap();
    let again = previous.update(&entries(&files()), &Last(files()));
    assert_eq!(listing(&again), listing(&graph));
    assert_eq!(again.damages().collect::<Vec<_>>(), graph.damages().collect::<Vec<_>>());
    assert_eq!(again.damages().count(), 1);
    assert_eq!(again.encode(), graph.encode());
    assert!(Previous::decode(&Graph::default().encode()).is_ok());
}

#[test]
fn every_cut_and_every_flipped_byte_is_noticed() {
    let bytes = Graph::build(&entries(&files()), files().as_slice()).encode();
    for end in 0..bytes.len() {
        assert!(Previous::decode(&bytes[..end]).is_err(), "cut at {end}");
    }
    for place in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[place] ^= 0x10;
        assert!(Previous::decode(&bytes).is_err(), "byte {place}");
    }
}

#[test]
fn numbers_that_lead_nowhere_are_refused_though_the_checksum_is_right() {
    let graph = Graph::build(&entries(&files()), files().as_slice());
    let good = graph.encode();
    let end = good.len() - super::CHECKSUM;
    let mut accepted = 0;
    for place in 24..end {
        let mut bytes = good[..end].to_vec();
        bytes[place] ^= 0x80;
        bytes.extend(xxh3_128(&bytes).to_le_bytes());
        // Some bytes are content: a letter of a name, a fingerprint. What is accepted can be used.
        if let Ok(previous) = Previous::decode(&bytes) {
            accepted += 1;
            let again = previous.update(&entries(&files()), files().as_slice());
            assert_eq!(again.classes().count(), 3);
        }
    }
    assert!(accepted > 0);
    let mut other = good.clone();
    other[8] = 2;
    let error = DecodeError::Other { magic: *b"TAMISGRF", version: 2 };
    assert_eq!(Previous::decode(&other).unwrap_err(), error);
}
