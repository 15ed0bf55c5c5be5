//! Which tests an observation concerns that was made outside all tests.
//!
//! Frameworks look at all test classes before the first one runs. Were that everybody's business, each edit of a test
//! class would concern all others. So what is looked at of a test class concerns the tests that have the class in their
//! family, and nobody else. How far a family goes depends on who looked:
//! - If nothing but the framework ran meanwhile, as no probe was passed, it looked for tests: at classes inside and around
//!   test classes, at all above those, and at their annotations.
//! - If other code ran, that may have looked at production code for a reason of its own, although a test is below it. Then
//!   of what is above test classes only test code belongs to the family.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tamis_journal::{Observation, Probing, Unprobed};
use tamis_vocab::ClassName;

use crate::classes::Classes;
use crate::machine::{Machine, Stretch};
use crate::names::{self, Named};

/// The families of the test classes of a machine.
pub(crate) struct Introspection {
    narrow: Families,
    wide: Families,
    /// Classes that others than frameworks may have looked at.
    by_others: BTreeSet<ClassName>,
}

#[derive(Default)]
struct Families {
    of: FxHashMap<ClassName, BTreeSet<ClassName>>,
    all: BTreeSet<ClassName>,
}

impl Families {
    fn insert(&mut self, test: ClassName, family: BTreeSet<ClassName>) {
        self.all.extend(family.iter().cloned());
        self.of.insert(test, family);
    }

    fn concerns(&self, test: &ClassName, class: &ClassName) -> bool {
        let is_own = self.of.get(test).is_some_and(|family| family.contains(class));
        is_own || !self.all.contains(class)
    }
}

impl Introspection {
    pub(crate) fn of(machine: &Machine<'_>, classes: &Classes<'_>) -> Self {
        let mut known: BTreeSet<ClassName> = classes.names().into_iter().cloned().collect();
        let mut by_others = BTreeSet::new();
        let is_blind = machine.recorded.classes().iter().any(
            |class| matches!(&class.probing, Probing::Unprobed(reason) if !is_harmless(*reason)),
        );
        for stretch in &machine.ambient {
            let looked_at = looked_at(machine, stretch);
            if is_blind || !is_quiet(stretch) {
                by_others.extend(looked_at.iter().cloned());
            }
            known.extend(looked_at);
        }
        let mut tests: BTreeSet<ClassName> = machine.scoped.clone();
        tests.extend(machine.tests.iter().map(|test| test.name.clone()));
        let (mut narrow, mut wide) = (Families::default(), Families::default());
        for test in tests {
            narrow.insert(test.clone(), family(&test, &known, classes));
            wide.insert(test.clone(), wide_family(&test, &known, classes));
        }
        Self { narrow, wide, by_others }
    }

    /// Whether an ambient look at a class concerns a test.
    pub(crate) fn concerns(&self, test: &ClassName, class: &ClassName) -> bool {
        let is_by_others = self.by_others.contains(class);
        let families = if is_by_others { &self.narrow } else { &self.wide };
        families.concerns(test, class)
    }
}

/// Whether code of a class without probes is that of a framework, or is called by code that has some.
fn is_harmless(reason: Unprobed) -> bool {
    matches!(reason, Unprobed::Framework | Unprobed::Hidden)
}

/// Whether nothing but the JDK and frameworks ran.
fn is_quiet(stretch: &Stretch<'_>) -> bool {
    let is_on_stack =
        |each: &Observation| matches!(each, Observation::OnStack(_) | Observation::StackUnseen);
    stretch.charge.hits.is_empty() && !stretch.charge.observations.iter().any(is_on_stack)
}

/// The classes that were looked at in a stretch.
fn looked_at(machine: &Machine<'_>, stretch: &Stretch<'_>) -> Vec<ClassName> {
    let looked_at = stretch.charge.observations.iter().filter_map(|each| {
        let (Observation::Introspected(id) | Observation::ClassLookedUp(id)) = each else {
            return None;
        };
        match names::class(machine.recorded, *id)? {
            Named::Class(name) => Some(name),
            Named::NoClass => None,
        }
    });
    looked_at.collect()
}

/// The known classes inside a class.
fn inside<'k>(
    class: &'k ClassName,
    known: &'k BTreeSet<ClassName>,
) -> impl Iterator<Item = &'k ClassName> {
    // Names that begin with the same are next to each other.
    let from = known.range(class.clone()..);
    let from = from.take_while(|name| name.as_str().starts_with(class.as_str()));
    from.filter(|name| name.is_nested_in(class))
}

/// A test class, what is inside and around it, above it and on it, and so on for those.
fn wide_family(
    test: &ClassName,
    known: &BTreeSet<ClassName>,
    classes: &Classes<'_>,
) -> BTreeSet<ClassName> {
    let mut family = BTreeSet::new();
    let mut pending: Vec<ClassName> = vec![test.clone()];
    while let Some(class) = pending.pop() {
        if !family.insert(class.clone()) {
            continue;
        }
        pending.extend(class.enclosing());
        pending.extend(inside(&class, known).cloned());
        pending.extend(classes.supertypes(&class));
        if let Ok(mirror) = classes.mirror(&class) {
            pending.extend(mirror.annotations.iter().cloned());
        }
    }
    family
}

/// A test class, what is inside and around it, and the test code above those.
fn family(
    test: &ClassName,
    known: &BTreeSet<ClassName>,
    classes: &Classes<'_>,
) -> BTreeSet<ClassName> {
    let mut pending: Vec<ClassName> = vec![test.clone()];
    pending.extend(test.enclosing());
    pending.extend(inside(test, known).cloned());
    let mut family: BTreeSet<ClassName> = pending.iter().cloned().collect();
    let mut seen = BTreeSet::new();
    while let Some(class) = pending.pop() {
        if seen.insert(class.clone()) {
            if is_test_code(&class, classes) {
                family.insert(class.clone());
            }
            pending.extend(classes.supertypes(&class));
        }
    }
    family
}

/// Whether a class is certainly written for a test framework, or part of one.
fn is_test_code(class: &ClassName, classes: &Classes<'_>) -> bool {
    let is_test_case = |class: &ClassName| class.as_str() == "junit/framework/TestCase";
    names::is_framework_name(class)
        || classes.supertypes(class).iter().any(is_test_case)
        || classes.mirror(class).is_ok_and(|mirror| mirror.is_test_code)
}
