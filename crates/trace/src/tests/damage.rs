//! Journals that were cut, that contradict themselves, or that name what is not there.

use proptest::prelude::*;
use tamis_journal::{Name, Observation, Outcome, Phase, Probing, Record, Unprobed};

use super::bundle::{Events, Journal, probed, unprobed};
use super::class_files::{Memory, Source};
use crate::{Break, Degraded, Incomplete, Recorded, executions};

fn sample() -> (Journal, Memory) {
    let source = Source::new("p/A").method("f", &["p/A"]);
    let mut journal = Journal::new();
    let class = journal.probed("p/A", &source);
    let file = journal.name("data.txt");
    journal.ambient(Events::none());
    for test in ["p.ATest", "p.BTest"] {
        let scope = journal.begin(test, Phase::Run, None);
        journal.result(test, "a", Outcome::Passed);
        journal.initialised(class, Events::none().see(Observation::FileRead(file)));
        journal.end(scope, Events::none().hit(class, &[0]));
    }
    journal.push(&Record::Exit);
    (journal, Memory::of(&[source]))
}

#[test]
fn each_cut_leaves_complete_what_had_ended() {
    let (journal, memory) = sample();
    let whole = journal.executions(&memory);
    let mut counts = Vec::new();
    for end in 8..=journal.bytes.len() {
        let recorded = Recorded::read(&journal.bytes[..end]).unwrap();
        assert_eq!(recorded.is_ended(), end == journal.bytes.len());
        let found = executions(&[recorded], &memory);
        let complete: Vec<_> = found.iter().filter(|each| each.is_complete()).collect();
        for execution in &complete {
            let same = whole.iter().find(|each| each.test == execution.test).unwrap();
            assert_eq!(execution.footprint, same.footprint);
        }
        counts.push(complete.len());
    }
    counts.dedup();
    assert_eq!(counts, [0, 1, 2]);
}

#[test]
fn a_damaged_journal_is_told() {
    let (journal, _) = sample();
    let cut = Recorded::read(&journal.bytes[..journal.bytes.len() - 1]).unwrap();
    assert!(matches!(cut.broken(), Some(Break::Damage(_))));
    assert_eq!(Degraded::of(&[cut]).broken.len(), 1);
    assert!(Degraded::of(&[journal.recorded()]).is_nothing());
    assert!(Recorded::read(b"no journal").is_err());
}

#[test]
fn a_number_with_two_meanings_ends_the_reading() {
    let mut journal = Journal::new();
    journal.run("p.ATest", Events::none());
    journal.push(&Record::Name(Name { id: 0, text: b"p.BTest".to_vec() }));
    journal.run("p.CTest", Events::none());
    let recorded = journal.recorded();
    assert_eq!(recorded.broken(), Some(&Break::Twice { what: "name", number: 0 }));
    assert_eq!(executions(&[recorded], &Memory::default()).len(), 1);
}

#[test]
fn numbers_that_nothing_defines_make_a_test_incomplete() {
    let dangling = |what, number| Incomplete::Dangling { what, number };
    let table = [
        (Events::none().hit(77, &[0]), dangling("class", 77)),
        (Events::none().see(Observation::FileRead(78)), dangling("name", 78)),
        (Events::none().see(Observation::Introspected(79)), dangling("name", 79)),
        (Events::none().see(Observation::PropertyRead(80)), dangling("name", 80)),
        (Events::none().see(Observation::OnStack(81)), dangling("method", 81)),
        (Events::none().see(Observation::HiddenDefined(82)), dangling("class", 82)),
    ];
    for (events, reason) in table {
        let mut journal = Journal::new();
        journal.run("p.ATest", events);
        let execution = journal.execution("p.ATest", &Memory::default());
        assert_eq!(execution.incomplete, [reason]);
    }
}

#[test]
fn a_probe_that_the_class_does_not_have_makes_a_test_incomplete() {
    let source = Source::new("p/A").method("f", &[]);
    let mut journal = Journal::new();
    let class = journal.probed("p/A", &source);
    journal.run("p.ATest", Events::none().hit(class, &[0, 9]));
    let execution = journal.execution("p.ATest", &Memory::of(&[source]));
    assert_eq!(execution.incomplete, [Incomplete::Dangling { what: "probe", number: 9 }]);
}

#[test]
fn a_charge_without_owner_belongs_to_all() {
    let source = Source::new("p/A").method("f", &[]);
    let mut journal = Journal::new();
    let class = journal.probed("p/A", &source);
    journal.run("p.ATest", Events::none());
    journal.end(99, Events::none().hit(class, &[0]));
    let execution = journal.execution("p.ATest", &Memory::of(&[source]));
    assert_eq!(execution.footprint.methods.len(), 1);
}

#[test]
fn a_class_that_cannot_be_read_makes_a_test_incomplete() {
    let source = Source::new("p/A").method("f", &[]);
    let mut journal = Journal::new();
    let class = journal.probed("p/A", &source);
    journal.run("p.ATest", Events::none().hit(class, &[0]));
    let mut memory = Memory::default();
    memory.files.insert("p/A".to_owned(), vec![b"junk".as_slice().into()]);
    let execution = journal.execution("p.ATest", &memory);
    assert!(matches!(execution.incomplete[..], [Incomplete::Unreadable { .. }]));
}

#[test]
fn what_is_coarser_is_counted() {
    let mut journal = Journal::new();
    journal.class("p/A", b"a", unprobed(Unprobed::Unreadable));
    journal.class("p/B", b"b", unprobed(Unprobed::Framework));
    let refused = vec![1, 2];
    journal.class(
        "p/C",
        b"c",
        Probing::Probed { refused, is_guarded: true, without_inner: vec![3] },
    );
    journal.class("p/D", b"d", probed());
    let degraded = Degraded::of(&[journal.recorded()]);
    assert_eq!(degraded.unprobed.into_iter().collect::<Vec<_>>(), [(Unprobed::Unreadable, 1)]);
    assert_eq!((degraded.refused_methods, degraded.without_inner), (2, 1));
}

proptest! {
    #[test]
    fn a_bent_journal_is_read_without_a_panic(at in 0_usize..10_000, change in 1_u8..=255) {
        let (journal, memory) = sample();
        let mut bytes = journal.bytes;
        let at = 8 + at % (bytes.len() - 8);
        bytes[at] ^= change;
        let recorded = Recorded::read(&bytes).unwrap();
        prop_assert!(recorded.broken().is_some());
        executions(&[recorded], &memory);
    }
}
