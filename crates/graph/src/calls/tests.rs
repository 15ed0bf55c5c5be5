//! Calls that are kept and read again.

use tamis_testkit::ClassBuilder;

use super::{Calls, PreviousCalls};
use crate::{ClassEntry, DecodeError, Graph, Part, content_of};

fn class(name: &str, called: &[(&str, &str)]) -> (String, Vec<u8>) {
    let mut class =
        ClassBuilder::class(name, "java/lang/Object").method_with_flags(1, "own", "()V", &[0xb1]);
    for (target, method) in called {
        class.method_reference(target, method, "()V");
    }
    (name.to_owned(), class.bytes())
}

/// Entries, graph and bytes.
fn graph(classes: &[(String, Vec<u8>)]) -> (Vec<ClassEntry<'_>>, Graph, Vec<&[u8]>) {
    let entries: Vec<ClassEntry<'_>> = classes
        .iter()
        .map(|(name, bytes)| ClassEntry { name, part: Part::Project, content: content_of(bytes) })
        .collect();
    let bytes: Vec<&[u8]> = classes.iter().map(|(_, bytes)| bytes.as_slice()).collect();
    let graph = Graph::build(&entries, bytes.as_slice());
    (entries, graph, bytes)
}

/// What each class calls and declares, in words.
fn words(graph: &Graph, calls: &Calls) -> Vec<String> {
    let mut words = Vec::new();
    for node in graph.classes() {
        for called in calls.of(node) {
            let method = calls.text(called.selector);
            words.push(format!("{} {} {method}", graph.name(node), graph.name(called.class)));
        }
        for (selector, name, _) in calls.selectors() {
            if calls.declares(node, selector) {
                words.push(format!("{} {}", graph.name(node), String::from_utf8_lossy(name)));
            }
        }
    }
    words.sort();
    words
}

#[test]
fn unchanged_classes_are_taken_over_and_others_are_read() {
    let before =
        [class("A", &[("B", "m")]), class("B", &[("C", "n"), ("A", "m")]), class("C", &[])];
    let (entries, old, bytes) = graph(&before);
    let kept = Calls::read(&old, &entries, bytes.as_slice()).encode(&old);
    // Another order, a class that changed, one that is new, and one that is gone.
    let after = [
        class("D", &[("B", "m")]),
        class("B", &[("C", "n"), ("A", "m")]),
        class("A", &[("D", "o")]),
    ];
    let (entries, new, bytes) = graph(&after);
    let fresh = Calls::read(&new, &entries, bytes.as_slice());
    let previous = PreviousCalls::decode(&kept).unwrap();
    let updated = Calls::update(&previous, &new, &entries, bytes.as_slice());
    assert_eq!(words(&new, &updated), words(&new, &fresh));
    // If all are known, no bytes are needed.
    let kept = updated.encode(&new);
    let previous = PreviousCalls::decode(&kept).unwrap();
    let nothing: [&[u8]; 3] = [b"", b"", b""];
    let again = Calls::update(&previous, &new, &entries, nothing.as_slice());
    assert_eq!(words(&new, &again), words(&new, &fresh));
    assert_eq!(again.encode(&new), kept);
}

#[test]
fn damage_is_found() {
    let classes = [class("A", &[("B", "m")]), class("B", &[])];
    let (entries, graph, bytes) = graph(&classes);
    let kept = Calls::read(&graph, &entries, bytes.as_slice()).encode(&graph);
    for place in 0..kept.len() {
        let mut damaged = kept.clone();
        damaged[place] ^= 1;
        assert!(PreviousCalls::decode(&damaged).is_err(), "{place}");
        let cut = kept.get(..place).unwrap();
        assert!(PreviousCalls::decode(cut).is_err(), "{place}");
    }
    let empty = PreviousCalls::decode(b"").unwrap_err();
    assert_eq!(empty, DecodeError::End { length: 0 });
}
