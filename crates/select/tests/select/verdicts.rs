//! A verdict for each kind of record.

use tamis_select::Outcome::{Failed, Incomplete, Opaque, Passed};
use tamis_select::{
    Block, Leaver, Outcome, Reason, Request, TestRecord, Verdict, leanings, select,
};
use tamis_vocab::{ClassName, Entity};

use crate::world::{World, block, left_by, record, request, words};

fn file(name: &str) -> Entity {
    Entity::File(name.into())
}

/// A record of `p/T` that rests on the file `a`.
fn one(world: &World, outcome: Outcome) -> TestRecord {
    record(world, "p/T", outcome, [file("a")])
}

#[track_caller]
fn check(blocks: &[Block], now: &World, expected: &str) {
    let selection = select(blocks, &request(&["p/T"], "hybrid"), now);
    assert_eq!(words(&selection), [expected]);
}

#[test]
fn the_newest_record_that_holds_decides() {
    let (one_, two) = (World::files(&[("a", 1)]), World::files(&[("a", 2)]));
    let at = |world: &World, time, outcome| block(world, time, vec![one(world, outcome)]);
    check(&[], &one_, "New");
    check(&[at(&one_, 1, Passed)], &one_, "skip");
    check(&[at(&one_, 1, Passed)], &two, "FactChanged");
    check(&[at(&one_, 1, Failed)], &one_, "Failed");
    check(&[at(&one_, 1, Incomplete)], &one_, "Incomplete");
    check(&[at(&one_, 1, Opaque)], &one_, "Opaque");
    // It stays selected until it passes, also when something else changes meanwhile.
    check(&[at(&one_, 1, Passed), at(&two, 2, Failed)], &two, "Failed");
    check(&[at(&one_, 1, Failed), at(&one_, 2, Failed)], &two, "Failed FactChanged");
    check(&[at(&one_, 1, Failed), at(&one_, 2, Passed)], &one_, "skip");
    check(&[at(&one_, 2, Passed), at(&one_, 1, Failed)], &one_, "skip");
    // What happened in another state of the world does not matter after switching back.
    check(&[at(&one_, 1, Passed), at(&two, 2, Failed)], &one_, "skip");
    check(&[at(&one_, 1, Passed), at(&two, 2, Opaque)], &one_, "skip");
    check(&[at(&one_, 1, Failed), at(&two, 2, Passed)], &one_, "Failed");
    // Passed and failed with the same facts: whatever the order of blocks, the failure counts.
    check(&[at(&one_, 1, Passed), at(&one_, 2, Failed)], &one_, "Failed");
    check(&[at(&one_, 1, Passed), at(&one_, 1, Failed)], &one_, "Failed");
    check(&[at(&one_, 1, Failed), at(&one_, 1, Passed)], &one_, "Failed");
}

/// A failure that says nothing against what a pass rests on says something against the pass.
#[test]
fn a_failure_in_no_other_world_makes_an_older_pass_void() {
    let old = World::files(&[("a", 1), ("b", 1)]);
    let now = World::files(&[("a", 1), ("b", 2)]);
    let pass = block(&old, 1, vec![one(&old, Passed)]);
    for (outcome, expected) in [(Failed, "Failed"), (Incomplete, "Incomplete"), (Opaque, "Opaque")]
    {
        let other = block(&old, 2, vec![record(&old, "p/T", outcome, [file("b")])]);
        check(&[pass.clone(), other], &now, expected);
    }
    let nothing = block(&old, 2, vec![record(&old, "p/T", Incomplete, [])]);
    check(&[pass.clone(), nothing], &now, "Incomplete");
    // Until it passes again.
    let failure = block(&old, 2, vec![record(&old, "p/T", Failed, [file("b")])]);
    let again = block(&now, 3, vec![one(&now, Passed)]);
    check(&[pass, failure, again], &now, "skip");
}

#[test]
fn what_cannot_be_known_runs() {
    let world = World::files(&[("a", 1)]);
    let blocks = [block(&world, 1, vec![one(&world, Passed)])];
    let mut now = World::files(&[("a", 1)]);
    now.unknown.insert(file("a"));
    check(&blocks, &now, "Unknown");
    let selection = select(&blocks, &request(&["p/T"], "hybrid"), &now);
    let (_, Verdict::Run(reasons)) = &selection.verdicts[0] else { unreachable!() };
    assert_eq!(*reasons, [Reason::Unknown { about: "file `a`".to_owned() }]);
}

#[test]
fn evidence_can_be_too_old_lost_or_not_wanted() {
    let world = World::files(&[("a", 1)]);
    let blocks = [block(&world, 10, vec![one(&world, Passed)])];
    let ask = |change: &dyn Fn(&mut Request)| {
        let mut request = request(&["p/T"], "hybrid");
        change(&mut request);
        words(&select(&blocks, &request, &world)).join("")
    };
    assert_eq!(ask(&|request| request.not_before = 10), "skip");
    assert_eq!(ask(&|request| request.not_before = 11), "TooOld");
    assert_eq!(ask(&|request| request.lost_until = 9), "skip");
    assert_eq!(ask(&|request| request.lost_until = 10), "Unknown");
    assert_eq!(ask(&|request| request.is_forced = true), "Forced");
    assert_eq!(ask(&|request| request.technique = "all".parse().unwrap()), "Forced");
}

#[test]
fn an_environment_that_changed_is_told_as_such() {
    let mut old = World::default();
    old.others.insert(Entity::Environment, 1);
    let blocks = [block(&old, 1, vec![record(&old, "p/T", Passed, [Entity::Environment])])];
    check(&blocks, &old, "skip");
    check(&blocks, &World::default(), "EnvironmentChanged");
}

#[test]
fn a_skip_says_what_it_rests_on() {
    let world = World::files(&[("a", 1), ("b", 2)]);
    let record = record(&world, "p/T", Passed, [file("a"), file("b")]);
    let selection = select(&[block(&world, 7, vec![record])], &request(&["p/T"], "hybrid"), &world);
    let (_, Verdict::Skip(skip)) = &selection.verdicts[0] else { unreachable!() };
    assert_eq!((skip.passed, skip.facts, skip.nanos), (7, 2, 5));
}

/// Readers of a file run if the writer is affected, and the writer runs with each reader, through any number of others; but
/// a writer that only runs for a reader is no reason for the other readers.
/// Whoever runs with another one says what they share, as whoever leaves it and as whoever finds it.
#[test]
fn what_is_shared_is_told() {
    let old = World::files(&[("a", 1), ("b", 1), ("c", 1)]);
    let tests = ["p/A", "p/B", "p/C"].into_iter().zip(["a", "b", "c"]);
    let mut records: Vec<TestRecord> =
        tests.map(|(test, name)| record(&old, test, Passed, [file(name)])).collect();
    let what = "static field `p.S.x;y#`".to_owned();
    records[1].after.insert(Leaver { is_carried: true, what: what.clone(), ..left_by("p/A") });
    records[2].after.insert(left_by("p/B"));
    let blocks = [block(&old, 1, records)];
    let now = World::files(&[("a", 1), ("b", 2), ("c", 1)]);
    let selection = select(&blocks, &request(&["p/A", "p/B", "p/C"], "hybrid"), &now);
    let reasons = selection.verdicts.iter().map(|(_, verdict)| match verdict {
        Verdict::Run(reasons) => reasons.first().cloned(),
        Verdict::Skip(_) => None,
    });
    let together = |what| Some(Reason::Together { with: ClassName::internal("p/B"), what });
    let reasons: Vec<Option<Reason>> = reasons.collect();
    assert_eq!(reasons[0], together(what));
    assert_eq!(reasons[2], together(String::new()));
    let carried = leanings(&blocks, &|_| true);
    let leaver =
        Leaver { is_carried: true, what: "static field `p.S.x;y#`".into(), ..left_by("p/A") };
    assert_eq!(carried[&ClassName::internal("p/B")], [leaver].into());
}

#[test]
fn tests_that_share_files_run_together() {
    const TESTS: [&str; 5] = ["p/A", "p/B", "p/C", "p/D", "p/E"];
    // C reads what B wrote, B and E what A wrote; D is for itself.
    let old = World::files(&[("p/A", 1), ("p/B", 1), ("p/C", 1), ("p/D", 1), ("p/E", 1)]);
    let mut records: Vec<TestRecord> =
        TESTS.iter().map(|test| record(&old, test, Passed, [file(test)])).collect();
    records[1].after.insert(left_by("p/A"));
    records[2].after.insert(left_by("p/B"));
    records[4].after.insert(left_by("p/A"));
    let blocks = [block(&old, 1, records)];
    let running = |changed: &str, tests: &[&str]| {
        let mut now = World::default();
        now.others.clone_from(&old.others);
        now.others.insert(file(changed), 2);
        words(&select(&blocks, &request(tests, "hybrid"), &now))
    };
    let t = "Together";
    assert_eq!(running("p/X", &TESTS), ["skip"; 5]);
    assert_eq!(running("p/A", &TESTS), ["FactChanged", t, t, "skip", t]);
    assert_eq!(running("p/B", &TESTS), [t, "FactChanged", t, "skip", "skip"]);
    assert_eq!(running("p/C", &TESTS), [t, t, "FactChanged", "skip", "skip"]);
    assert_eq!(running("p/D", &TESTS), ["skip", "skip", "skip", "FactChanged", "skip"]);
    assert_eq!(running("p/E", &TESTS), [t, "skip", "skip", "skip", "FactChanged"]);
    // Without the one that wrote it, nobody knows; without the reader, nothing is missing.
    assert_eq!(running("p/X", &["p/B", "p/C"]), ["Unknown", t]);
    assert_eq!(running("p/X", &["p/A"]), ["skip"]);
}

/// The writer changed and passed, and the reader did not get to run: what it read is not what is written now.
#[test]
fn a_reader_that_did_not_run_since_the_writer_changed_runs() {
    let (old, new) = (World::files(&[("a", 1), ("b", 1)]), World::files(&[("a", 2), ("b", 1)]));
    let writer = |world: &World| record(world, "p/A", Passed, [file("a")]);
    let mut reader = record(&old, "p/B", Passed, [file("b")]);
    reader.after.insert(left_by("p/A"));
    let first = block(&old, 1, vec![writer(&old), reader]);
    let request = request(&["p/A", "p/B"], "hybrid");
    assert_eq!(words(&select(std::slice::from_ref(&first), &request, &old)), ["skip", "skip"]);
    let blocks = [first, block(&new, 2, vec![writer(&new)])];
    assert_eq!(words(&select(&blocks, &request, &new)), ["Together", "Unknown"]);
    // As it was before, both are as they were.
    assert_eq!(words(&select(&blocks, &request, &old)), ["skip", "skip"]);
}

/// What a run that does not look for it carries over: what the newest records say, about tests that are there.
#[test]
fn tests_lean_on_those_of_the_newest_records_that_are_still_there() {
    let world = World::files(&[("a", 1)]);
    let class = ClassName::internal;
    let leaning = |time, outcome, after: &[&str]| {
        let mut record = one(&world, outcome);
        record.after =
            after.iter().map(|test| Leaver { is_carried: true, ..left_by(test) }).collect();
        // Tests that share files find that themselves.
        record.after.insert(left_by("p/Writer"));
        block(&world, time, vec![record])
    };
    let check = |blocks: &[Block], expected: &[&str]| {
        let found = leanings(blocks, &|test| test != "p/Gone");
        let found: Vec<&str> = found[&class("p/T")].iter().map(|it| it.test.as_str()).collect();
        assert_eq!(found, expected);
        let selection = select(blocks, &request(&["p/T", "p/A", "p/Writer"], "hybrid"), &world);
        assert_eq!(words(&selection)[1..], ["New", "New"]);
    };
    let passed = |time, after: &[&str]| leaning(time, Passed, after);
    check(&[passed(2, &["p/A", "p/Gone"]), passed(1, &["p/B"])], &["p/A"]);
    check(&[passed(1, &["p/A"]), passed(2, &[])], &[]);
    // One that did not end tells nothing new.
    check(&[passed(1, &["p/A"]), leaning(2, Incomplete, &[])], &["p/A"]);
    check(&[passed(1, &["p/A"]), leaning(2, Failed, &["p/B"])], &["p/A", "p/B"]);
}

#[test]
fn verdicts_come_in_the_order_of_the_request_each_once() {
    let world = World::files(&[("a", 1)]);
    let blocks = [block(&world, 1, vec![one(&world, Passed)])];
    let selection = select(&blocks, &request(&["q/New", "p/T"], "hybrid"), &world);
    assert_eq!(words(&selection), ["New", "skip"]);
    assert_eq!(selection.running().map(ToString::to_string).collect::<Vec<_>>(), ["q.New"]);
}

/// A class that is looked up by a name that compilers give to anonymous classes.
#[test]
fn a_numbered_class_that_appears_is_noticed_by_who_looked_it_up() {
    let entity = || Entity::Presence(ClassName::internal("p/A$1"));
    let old = World::default();
    let blocks = [block(&old, 1, vec![record(&old, "p/T", Passed, [entity()])])];
    check(&blocks, &old, "skip");
    let mut builder = tamis_testkit::ClassBuilder::class("p/A$1", "java/lang/Object");
    let outer = builder.class_constant("p/A");
    let this = builder.class_constant("p/A$1");
    let builder = builder.attribute("EnclosingMethod", &[outer, 0]);
    let builder = builder.attribute("InnerClasses", &[1, this, 0, 0, 0]);
    let now = World::of(&[("p/A$1".to_owned(), builder.bytes())]);
    let is_renamed = |name: &str| name != "p/A$1";
    assert!(now.classes().all(|class| is_renamed(class.canonical_name())));
    check(&blocks, &now, "FactChanged");
    // And the other way round.
    let blocks = [block(&now, 1, vec![record(&now, "p/T", Passed, [entity()])])];
    check(&blocks, &now, "skip");
    check(&blocks, &old, "FactChanged");
}
