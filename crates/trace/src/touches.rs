//! When there can be objects of a class.

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_facts::{ClassIndex, Lookup};
use tamis_vocab::{ClassName, MethodId};

use crate::execution::Execution;
use crate::remembered::find;

/// The steps of the journal at which classes were first touched by a test, or named by code that one entered: such code can
/// make objects of them, also in ways that pass no probe of theirs. A class that nobody has touched has no objects, though a
/// framework that looks for tests may have had it loaded.
pub(crate) fn first_touches(
    executions: &[&Execution],
    set: &dyn ClassIndex,
) -> FxHashMap<ClassName, usize> {
    let mut touches = Touches { steps: FxHashMap::default(), set };
    let mut seen: FxHashSet<&MethodId> = FxHashSet::default();
    let mut executions = executions.to_vec();
    executions.sort_by_key(|execution| execution.began);
    for execution in executions {
        let (footprint, step) = (&execution.footprint, execution.began);
        for class in footprint.classes.keys().chain(footprint.whole.keys()) {
            touches.add(class.as_str(), step);
        }
        for method in footprint.methods.iter().chain(&footprint.assumed) {
            if !seen.insert(method) {
                continue;
            }
            let Some((class, member)) = find(set, method) else { continue };
            for reference in class.references(member) {
                touches.add(class.text(reference.owner), step);
            }
        }
    }
    touches.steps
}

struct Touches<'s> {
    steps: FxHashMap<ClassName, usize>,
    set: &'s dyn ClassIndex,
}

impl<'s> Touches<'s> {
    /// An object of a class is one of all above it, too.
    fn add(&mut self, class: &str, step: usize) {
        let mut pending: Vec<&'s str> = self.touch(class, step);
        while let Some(class) = pending.pop() {
            pending.extend(self.touch(class, step));
        }
    }

    /// What is directly above a class, if it was not touched before.
    fn touch(&mut self, class: &str, step: usize) -> Vec<&'s str> {
        let name = ClassName::internal(class);
        if self.steps.contains_key(&name) {
            return Vec::new();
        }
        self.steps.insert(name, step);
        match self.set.find(class) {
            Lookup::Found(facts) => {
                facts.superclass().into_iter().chain(facts.interfaces()).collect()
            }
            Lookup::Outside | Lookup::Unreadable => Vec::new(),
        }
    }
}
