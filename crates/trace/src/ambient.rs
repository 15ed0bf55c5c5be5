//! Which tests an observation concerns that was made outside all tests.
//!
//! Frameworks look at all test classes before the first one runs. Were that everybody's business, each edit of a test
//! class would concern all others. So what is looked at of a test class, of a class inside or around it, or of test code
//! above those, concerns the tests that have the class in that family, and nobody else. Other classes above them can be
//! production code, which somebody may have looked at for a reason of their own: those concern all.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tamis_journal::Observation;
use tamis_vocab::ClassName;

use crate::classes::Classes;
use crate::machine::Machine;
use crate::names::{self, Named};

/// The families of the test classes of a machine.
pub(crate) struct Introspection {
    families: FxHashMap<ClassName, BTreeSet<ClassName>>,
    all: BTreeSet<ClassName>,
}

impl Introspection {
    pub(crate) fn of(machine: &Machine<'_>, classes: &Classes<'_>) -> Self {
        let mut known: BTreeSet<ClassName> = classes.names().into_iter().cloned().collect();
        for stretch in &machine.ambient {
            let looked_at = stretch.charge.observations.iter().filter_map(|each| {
                let (Observation::Introspected(id) | Observation::ClassLookedUp(id)) = each else {
                    return None;
                };
                Some(*id)
            });
            known.extend(looked_at.filter_map(|id| match names::class(machine.recorded, id)? {
                Named::Class(name) => Some(name),
                Named::NoClass => None,
            }));
        }
        let mut tests: BTreeSet<ClassName> = machine.scoped.clone();
        tests.extend(machine.tests.iter().map(|test| test.name.clone()));
        let mut all = BTreeSet::new();
        let mut families = FxHashMap::default();
        for test in tests {
            let family = family(&test, &known, classes);
            all.extend(family.iter().cloned());
            families.insert(test, family);
        }
        Self { families, all }
    }

    /// Whether an ambient look at a class concerns a test.
    pub(crate) fn concerns(&self, test: &ClassName, class: &ClassName) -> bool {
        let is_own = self.families.get(test).is_some_and(|family| family.contains(class));
        is_own || !self.all.contains(class)
    }
}

/// A test class, what is inside and around it, and the test code above those.
fn family(
    test: &ClassName,
    known: &BTreeSet<ClassName>,
    classes: &Classes<'_>,
) -> BTreeSet<ClassName> {
    let mut pending: Vec<ClassName> = vec![test.clone()];
    pending.extend(test.enclosing());
    // Names that begin with the test's are next to each other.
    let from = known.range(test.clone()..);
    let inside = from.take_while(|name| name.as_str().starts_with(test.as_str()));
    pending.extend(inside.filter(|name| name.is_nested_in(test)).cloned());
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
