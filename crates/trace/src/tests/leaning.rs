//! Tests that lean on what earlier ones left behind.

use tamis_journal::{Observation, Phase, Record, StaticField};
use tamis_testkit::ClassBuilder;

use super::bundle::{Events, Journal};
use super::class_files::Memory;
use super::rests::Set;
use crate::{Execution, Footprint, Incomplete, Leaning, Left, Leftover, Observed, Whole, connect};

/// `p/Cache` with `entries`, `p/More` below it, and `p/User` with a method that reads the field by either name and one that
/// writes it.
fn set() -> Set {
    let cache = ClassBuilder::class("p/Cache", "java/lang/Object").field(9, "entries", "I");
    let more = ClassBuilder::class("p/More", "p/Cache");
    let mut user = ClassBuilder::class("p/User", "java/lang/Object");
    let code = |opcode: u8, index: u16| {
        let [high, low] = index.to_be_bytes();
        match opcode {
            0xb2 => vec![opcode, high, low, 0x57, 0xb1],
            _ => vec![0x03, opcode, high, low, 0xb1],
        }
    };
    let own = user.field_reference("p/Cache", "entries", "I");
    let below = user.field_reference("p/More", "entries", "I");
    let other = user.field_reference("p/Other", "entries", "I");
    let user = user
        .method_with_flags(9, "reads", "()V", &code(0xb2, own))
        .method_with_flags(9, "readsBelow", "()V", &code(0xb2, below))
        .method_with_flags(9, "readsOther", "()V", &code(0xb2, other))
        .method_with_flags(9, "writes", "()V", &code(0xb3, own));
    let other = ClassBuilder::class("p/Other", "java/lang/Object").field(9, "entries", "I");
    Set::of(&[("p/Cache", cache), ("p/More", more), ("p/Other", other), ("p/User", user)])
}

fn entries() -> Leftover {
    let class = super::rests::class("p/Cache");
    Leftover::Field { class, name: "entries".into(), descriptor: "I".into() }
}

/// A test that has ended at a step.
fn execution(test: &str, ended: usize, footprint: Footprint) -> Execution {
    let mut execution = Execution::unrecorded(super::rests::class(test), Vec::new());
    execution.incomplete.clear();
    (execution.ended, execution.footprint) = (ended, footprint);
    execution
}

fn entering(method: &str) -> Footprint {
    let methods = [super::rests::method("p/User", method)].into_iter().collect();
    Footprint { methods, ..Footprint::default() }
}

/// The first test, which leaves the field between steps 0 and 1.
fn polluter() -> Execution {
    let mut polluter = execution("p/ATest", 1, Footprint::default());
    polluter.left.push(Left { what: entries(), since: 0 });
    polluter
}

/// What a test with that footprint leans on, after the first one.
fn leanings(footprint: Footprint) -> Vec<String> {
    let mut executions = [polluter(), execution("p/BTest", 3, footprint)];
    connect(&mut executions, &set());
    let [_, reader] = executions;
    let after: Vec<String> = reader.footprint.after.keys().map(ToString::to_string).collect();
    let left_by = reader.leans_on.iter().map(|leaning| leaning.left_by.to_string());
    let mut left_by: Vec<String> = left_by.collect();
    left_by.dedup();
    assert_eq!(after, left_by, "who leans on a test runs together with it");
    reader.leans_on.iter().map(|leaning| leaning.what.to_string()).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn who_enters_code_that_reads_a_field_leans_on_who_left_it() {
    assert_eq!(leanings(entering("reads")), ["p.Cache.entries"]);
    assert_eq!(leanings(entering("readsBelow")), ["p.Cache.entries"], "by another name");
    assert_eq!(leanings(entering("readsOther")), NONE, "a field that was not left");
    assert_eq!(leanings(entering("writes")), NONE, "what is written is not read");
    assert_eq!(leanings(Footprint::default()), NONE);
}

#[test]
fn who_looks_at_the_class_by_reflection_leans_on_who_left_a_field_of_it() {
    let seen = |observed| {
        let observations = [observed].into_iter().collect();
        leanings(Footprint { observations, ..Footprint::default() })
    };
    let class = super::rests::class;
    assert_eq!(seen(Observed::Introspected(class("p/Cache"))), ["p.Cache.entries"]);
    assert_eq!(seen(Observed::Serialised(class("p/Cache"))), ["p.Cache.entries"]);
    assert_eq!(seen(Observed::Introspected(class("p/Other"))), NONE);
}

#[test]
fn code_that_is_not_known_reads_what_is_touched() {
    let with = |unknown: &str, touched: &str| {
        let class = super::rests::class;
        let whole = Whole::OtherBytes { is_on_class_path: false };
        let whole = [(class(unknown), whole)].into_iter().collect();
        let classes = [(class(touched), crate::Why::Reflected)].into_iter().collect();
        leanings(Footprint { classes, whole, ..Footprint::default() })
    };
    assert_eq!(with("p/Made", "p/Cache"), ["p.Cache.entries"]);
    assert_eq!(with("p/Made", "p/Other"), NONE);
    // All of its methods may have been entered.
    assert_eq!(with("p/User", "p/Other"), ["p.Cache.entries"]);
}

#[test]
fn only_later_tests_of_the_same_machine_lean_on_a_test() {
    let ended_before = execution("p/BTest", 0, entering("reads"));
    let mut elsewhere = execution("p/CTest", 9, entering("reads"));
    elsewhere.machine = 1;
    let mut itself = polluter();
    itself.footprint = entering("reads");
    let mut executions = [ended_before, itself, elsewhere];
    connect(&mut executions, &set());
    assert!(executions.iter().all(|execution| execution.leans_on.is_empty()));
}

#[test]
fn a_default_counts_if_it_was_left_and_is_read() {
    let with = |is_left: bool, which: &str, read: &str| {
        let of = |observed| [observed].into_iter().collect();
        let observations = of(Observed::DefaultSet(which.to_owned()));
        let footprint = Footprint { observations, ..Footprint::default() };
        let mut writer = execution("p/ATest", 1, footprint);
        let class = super::rests::class("java/util/Locale");
        let (name, descriptor) = ("defaultLocale".into(), "Ljava/util/Locale;".into());
        if is_left {
            let what = Leftover::Field { class, name, descriptor };
            writer.left.push(Left { what, since: 0 });
        }
        let observations = of(Observed::DefaultRead(read.to_owned()));
        let footprint = Footprint { observations, ..Footprint::default() };
        let mut executions = [writer, execution("p/BTest", 3, footprint)];
        connect(&mut executions, &set());
        let [_, reader] = executions;
        reader.leans_on.into_iter().map(|leaning| leaning.what.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(with(true, "locale", "locale"), ["the default locale"]);
    assert_eq!(with(false, "locale", "locale"), NONE, "set back");
    assert_eq!(with(true, "locale", "time-zone"), NONE);
    assert_eq!(with(true, "time-zone", "time-zone"), NONE, "another one was left");
}

#[test]
fn a_property_that_is_set_and_read_joins_tests() {
    let of = |observed| Footprint {
        observations: [observed].into_iter().collect(),
        ..Footprint::default()
    };
    let writer = execution("p/ATest", 1, of(Observed::PropertySet("k".to_owned())));
    let reader = execution("p/BTest", 3, of(Observed::PropertyRead("k".to_owned())));
    let mut executions = [reader.clone(), writer, reader];
    connect(&mut executions, &set());
    let [before, _, after] = executions;
    assert!(before.leans_on.is_empty());
    let what = Leftover::Property("k".to_owned());
    let left_by = super::rests::class("p/ATest");
    assert_eq!(after.leans_on.into_iter().collect::<Vec<_>>(), [Leaning { what, left_by }]);
}

fn left(journal: &mut Journal, scope: u32) {
    let class = journal.name("p/Cache");
    let (name, descriptor) = (journal.name("entries"), journal.name("I"));
    let fields = vec![StaticField { class, name, descriptor }];
    journal.push(&Record::Left { scope, fields });
}

#[test]
fn what_a_scope_leaves_belongs_to_the_test_around_it() {
    let mut journal = Journal::new();
    let suite = journal.begin("p.SuiteTest", Phase::Run, None);
    let part = journal.begin("p.PartTest", Phase::Run, Some(suite));
    left(&mut journal, part);
    journal.end(part, Events::none());
    journal.end(suite, Events::none());
    let memory = Memory::of(&[]);
    let suite = journal.execution("p.SuiteTest", &memory);
    assert_eq!(suite.left, [Left { what: entries(), since: 0 }]);
    assert!(suite.is_complete());
}

#[test]
fn what_was_left_without_a_name_makes_a_test_incomplete() {
    let mut journal = Journal::new();
    let scope = journal.begin("p.ATest", Phase::Run, None);
    let fields = vec![StaticField { class: 70, name: 71, descriptor: 72 }];
    journal.push(&Record::Left { scope, fields });
    journal.end(scope, Events::none());
    let execution = journal.execution("p.ATest", &Memory::of(&[]));
    assert_eq!(execution.incomplete, [Incomplete::Dangling { what: "name", number: 70 }]);
}

#[test]
fn a_test_whose_leftovers_could_not_be_compared_is_opaque() {
    let mut journal = Journal::new();
    journal.run("p.ATest", Events::none().see(Observation::StaticsUnseen));
    journal.run("p.BTest", Events::none());
    let memory = Memory::of(&[]);
    assert!(journal.execution("p.ATest", &memory).footprint.is_opaque());
    assert!(!journal.execution("p.BTest", &memory).footprint.is_opaque());
}
