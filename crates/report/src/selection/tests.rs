//! Words for selections read well, for one and for many.

use std::collections::{BTreeMap, BTreeSet};

use tamis_select::{Reason, Selection, Skip, Verdict};
use tamis_vocab::{ClassName, Entity, MethodId};

use super::{counts, heading, skipped, text};

const NOW: u64 = 1_000_000;

fn skip(facts: u64, seconds: u64) -> Verdict {
    Verdict::Skip(Skip { passed: NOW - 120, revision: None, facts, nanos: seconds * 1_000_000_000 })
}

fn selection(verdicts: Vec<(&str, Verdict)>) -> Selection {
    let named = |(name, verdict)| (ClassName::internal(name), verdict);
    Selection { verdicts: verdicts.into_iter().map(named).collect(), changed: BTreeSet::new() }
}

#[test]
fn a_heading_counts_what_runs_and_what_is_skipped() {
    let new = || Verdict::Run(vec![Reason::New]);
    let one = selection(vec![("p/ATest", new()), ("p/BTest", skip(1, 2))]);
    let expected = "running 1 of 2 test classes: 1 never recorded\n\
                    skipping 1 test class: passed 2 min ago, and what that rests on (1 fact) holds; saves about 2.0 s\n";
    assert_eq!(heading(&one, NOW), expected);
    let failed = Verdict::Run(vec![Reason::Failed { message: "no".to_owned() }]);
    let many = selection(vec![
        ("p/ATest", new()),
        ("p/BTest", failed),
        ("p/CTest", skip(3, 30)),
        ("p/DTest", skip(4, 40)),
    ]);
    let expected = "running 2 of 4 test classes: 1 never recorded, 1 failed last time\n\
                    skipping 2 test classes: passed 2 min ago, and what that rests on (7 facts) holds; \
                    saves about 1 min 10 s\n\
                    run   p.ATest: nothing is known about it yet\n\
                    run   p.BTest: it failed last time: no\n\
                    skip  p.CTest: passed 2 min ago, rests on 3 facts\n\
                    skip  p.DTest: passed 2 min ago, rests on 4 facts\n";
    assert_eq!(text(&many, NOW), expected);
}

#[test]
fn what_a_skip_rests_on_is_counted_by_kind() {
    let skip = Skip { passed: NOW, revision: None, facts: 13, nanos: 0 };
    assert_eq!(
        skipped(&ClassName::internal("p/ATest"), &skip, NOW),
        "p.ATest is skipped: it passed just now, and what that rests on holds (13 facts):\n"
    );
    let kinds = BTreeMap::from([(("file", "files"), 1), (("body", "bodies"), 12)]);
    assert_eq!(counts(&kinds), "    12 bodies\n     1 file\n");
}

#[test]
fn a_changed_resource_is_told_once() {
    let mut selection = selection(Vec::new());
    selection.changed = BTreeSet::from([
        Entity::Resource("shop/shop.properties".into()),
        Entity::File("classes/shop/shop.properties".into()),
        Entity::Probe("classes/shop/shop.properties".into()),
        Entity::File("data/in.csv".into()),
        Entity::Probe("data/in.csv".into()),
    ]);
    let expected = "changed: resource `shop/shop.properties`, file `data/in.csv`\n\
                    running 0 of 0 test classes\n";
    assert_eq!(heading(&selection, NOW), expected);
}

#[test]
fn what_follows_from_an_edit_is_told_for_classes_that_nothing_else_is_told_of() {
    let [a, b] = ["p/A", "p/B"].map(ClassName::internal);
    let method = |class: &ClassName| MethodId {
        class: class.clone(),
        name: "f".into(),
        descriptor: "()V".into(),
    };
    let mut selection = selection(Vec::new());
    selection.changed = BTreeSet::from([
        Entity::Body(method(&a)),
        Entity::Links(method(&a)),
        Entity::Dispatch(method(&a)),
        Entity::Overrides(b.clone()),
        Entity::Touched(b),
    ]);
    let expected = "changed: `p.A.f()`, what `p.B` overrides of the JDK\n\
                    running 0 of 0 test classes\n";
    assert_eq!(heading(&selection, NOW), expected);
}
