//! From executions to entities.

use std::collections::BTreeMap;
use std::path::Path;

use tamis_facts::{ClassFacts, ClassIndex, ClassSet, Extractor, Lookup};
use tamis_journal::Unprobed;
use tamis_testkit::ClassBuilder;
use tamis_vocab::{ClassName, Entity, MethodId};

use super::bundle::{Journal, probed, unprobed};
use crate::{
    Execution, FileName, FileUse, Footprint, Grounds, Incomplete, Observed, Receivers, Whole, Why,
    rests_on,
};

const PUBLIC: u16 = 1;

/// Classes by name; all of them are there once.
pub(super) struct Set(BTreeMap<String, ClassFacts>);

impl Set {
    pub(super) fn of(classes: &[(&str, ClassBuilder)]) -> Self {
        let mut extractor = Extractor::default();
        let mut set = BTreeMap::new();
        for (name, class) in classes {
            let bytes = class.clone().bytes();
            let facts = extractor.family(&[&bytes]).remove(0).unwrap();
            set.insert((*name).to_owned(), facts);
        }
        Self(set)
    }

    /// All classes but those with nothing to say were given to the machine, in the order of their names.
    fn receivers(&self) -> Receivers {
        let mut journal = Journal::new();
        for name in self.0.keys() {
            let is_framework = name.starts_with("org/junit/");
            let probing = if is_framework { unprobed(Unprobed::Framework) } else { probed() };
            journal.class(name, b"", probing);
        }
        Receivers::of(&journal.recorded(), std::iter::empty(), self).unwrap()
    }

    fn rests_on(&self, footprint: Footprint) -> Result<Vec<String>, Incomplete> {
        let mut execution = Execution::unrecorded(class("p/T"), Vec::new());
        execution.footprint = footprint;
        let copies = |name: &str| if name == "p/Twice" { 2 } else { 1 };
        let file = |path: &Path| match path.to_str() {
            Some("/jdk") => FileName::Ignored,
            Some("/odd") => FileName::Unnameable,
            _ => FileName::Named("named".to_owned()),
        };
        let grounds = Grounds { set: self, copies: &copies, file: &file };
        let receivers = self.receivers();
        let entities = rests_on(&execution, &receivers, &grounds)?.entities;
        let always = [Entity::Environment, Entity::Frameworks];
        assert!(always.iter().all(|entity| entities.contains(entity)));
        let rest = entities.iter().filter(|entity| !always.contains(entity));
        let rest = rest.filter(|entity| !matches!(entity, Entity::Overrides(_)));
        let rest: std::collections::BTreeSet<&Entity> = rest.collect();
        Ok(rest.into_iter().map(|entity| format!("{:?} {entity}", entity.kind())).collect())
    }
}

impl ClassSet for Set {
    fn find(&self, name: &str) -> Lookup<'_> {
        self.0.get(name).map_or(Lookup::Outside, Lookup::Found)
    }
}

impl ClassIndex for Set {
    fn find_canonical(&self, name: &str) -> Lookup<'_> {
        self.find(name)
    }
}

pub(super) fn class(name: &str) -> ClassName {
    ClassName::internal(name)
}

pub(super) fn method(owner: &str, name: &str) -> MethodId {
    MethodId { class: class(owner), name: name.into(), descriptor: "()V".into() }
}

/// `p/Base` with `f`, which `p/Sub` inherits; numbers 0 and 1.
fn base_and_sub() -> Set {
    let base = ClassBuilder::class("p/Base", "java/lang/Object");
    let base = base.method_with_flags(PUBLIC, "f", "()V", &[0xb1]);
    Set::of(&[("p/Base", base), ("p/Sub", ClassBuilder::class("p/Sub", "p/Base"))])
}

const ARRIVES: &str = "Dispatch where `f()` arrives on a `p.Sub`";

#[test]
fn a_method_that_was_entered_counts_with_the_calls_that_arrive_there() {
    let set = base_and_sub();
    let footprint = |loaded| {
        let methods = [method("p/Base", "f")].into_iter().collect();
        Footprint { methods, loaded, ..Footprint::default() }
    };
    let own = ["Body `p.Base.f()`", "Links what `p.Base.f()` refers to"];
    let base = "Dispatch where `f()` arrives on a `p.Base`";
    assert_eq!(set.rests_on(footprint(2)).unwrap(), [own[0], own[1], base, ARRIVES]);
    // Objects of classes that come later are none of its business.
    assert_eq!(set.rests_on(footprint(1)).unwrap(), [own[0], own[1], base]);
    let nothing = Footprint { loaded: 2, ..Footprint::default() };
    assert_eq!(set.rests_on(nothing).unwrap(), [""; 0]);
}

#[test]
fn a_method_that_is_gone_makes_an_execution_incomplete() {
    let methods = [method("p/Base", "gone")].into_iter().collect();
    let footprint = Footprint { methods, ..Footprint::default() };
    let found = base_and_sub().rests_on(footprint);
    assert!(matches!(found, Err(Incomplete::Unreadable { .. })), "{found:?}");
}

/// Nobody saw which of its methods were entered.
#[test]
fn calls_that_arrive_at_a_class_without_probes_count() {
    let whole = Whole::Unprobed(Unprobed::NumbersExhausted);
    let whole = [(class("p/Base"), whole)].into_iter().collect();
    let footprint = Footprint { whole, loaded: 2, ..Footprint::default() };
    let found = base_and_sub().rests_on(footprint).unwrap();
    for expected in [ARRIVES, "Whole class `p.Base`", "Links what `p.Base.f()` refers to"] {
        assert!(found.iter().any(|each| each == expected), "no {expected} in {found:?}");
    }
}

/// A rule of a test gets another method that the framework calls.
#[test]
fn calls_that_arrive_at_a_framework_count() {
    let rule = ClassBuilder::class("org/junit/rules/ExternalResource", "java/lang/Object");
    let rule = rule.method_with_flags(PUBLIC, "after", "()V", &[0xb1]);
    let own = ClassBuilder::class("p/Rule", "org/junit/rules/ExternalResource");
    let set = Set::of(&[("org/junit/rules/ExternalResource", rule), ("p/Rule", own)]);
    let found = set.rests_on(Footprint { loaded: 2, ..Footprint::default() }).unwrap();
    assert_eq!(found, ["Dispatch where `after()` arrives on a `p.Rule`"]);
}

#[test]
fn a_class_that_was_used_counts_by_what_it_is_and_how_often_it_is_there() {
    let class_of = |name| ClassBuilder::class(name, "java/lang/Object");
    let set = Set::of(&[("p/Once", class_of("p/Once")), ("p/Twice", class_of("p/Twice"))]);
    let classes = ["p/Once", "p/Twice", "p/Elsewhere"].map(|name| (class(name), Why::Entered));
    let footprint = Footprint { classes: classes.into_iter().collect(), ..Footprint::default() };
    let expected = [
        "Header what `p.Once` is and extends",
        "Header what `p.Twice` is and extends",
        "Initialisation what initialising `p.Once` runs",
        "Initialisation what initialising `p.Twice` runs",
        "Touched class `p.Once`",
        "Touched class `p.Twice`",
        "Copies the copies of `p.Twice`",
    ];
    assert_eq!(set.rests_on(footprint).unwrap(), expected);
}

#[test]
fn what_was_looked_at_counts_by_name() {
    let set = base_and_sub();
    let looked_up = ["p/Base", "p/Gone$1", "java/lang/String", "org/junit/Test"];
    let looked_up = looked_up.map(|name| Observed::ClassLookedUp(class(name)));
    let introspected = ["p/Sub", "p/Lost"].map(|name| Observed::Introspected(class(name)));
    let observations = looked_up.into_iter().chain(introspected).collect();
    let footprint = Footprint { observations, ..Footprint::default() };
    let expected = [
        "Header what `p.Sub` is and extends",
        "Members the members of `p.Sub`",
        "Presence whether there is a class `p.Base`",
        "Presence whether there is a class `p.Gone$1`",
        "Presence whether there is a class `p.Lost`",
    ];
    assert_eq!(set.rests_on(footprint).unwrap(), expected);
}

#[test]
fn files_count_by_how_they_were_used() {
    let set = base_and_sub();
    let files = |files: Vec<FileUse>| Footprint {
        files: files.into_iter().collect(),
        ..Footprint::default()
    };
    let used = vec![
        FileUse::Read("/a".into()),
        FileUse::Probed("/a".into()),
        FileUse::Listed("/a".into()),
        FileUse::Read("/jdk".into()),
    ];
    let expected = ["File file `named`", "Probe state of file `named`", "Listing folder `named`"];
    assert_eq!(set.rests_on(files(used)).unwrap(), expected);
    let odd = set.rests_on(files(vec![FileUse::Read("/odd".into())]));
    assert!(matches!(odd, Err(Incomplete::Unnameable { .. })), "{odd:?}");
}
