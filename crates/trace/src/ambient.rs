//! Which tests an observation concerns that was made outside all tests.
//!
//! Frameworks look at all test classes before the first one runs. Were that everybody's business, each edit of a test
//! class would concern all others. So what is looked at of a test class, or of a class inside or around it, concerns the
//! tests that have the class in their family, and nobody else. What is above them stays everybody's: it may be
//! production code.

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
            // What is above a test class may be production code that others look at, too: that stays everybody's.
            let is_near = |class: &&ClassName| {
                **class == test || class.is_nested_in(&test) || test.is_nested_in(class)
            };
            all.extend(family.iter().filter(is_near).cloned());
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

/// A test class, what is inside and around it, and everything above those.
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
    let mut family = BTreeSet::new();
    while let Some(class) = pending.pop() {
        if family.insert(class.clone()) {
            pending.extend(classes.supertypes(&class));
        }
    }
    // What everything is below tells nothing about the test.
    family.retain(|class| class.as_str() != "java/lang/Object");
    family
}
