//! Code that ran for a test in an earlier one.
//!
//! What is computed once for each machine and then kept, in a static field, in a field of a shared object or in a map, is
//! computed in the first test that needs it; later ones only pick it up, and enter nothing of the code that made it. Such
//! code belongs to them all the same. It is found from the methods that keep things: those that read and write the same
//! field of a reference type, or that look into a map and put something into it. What such a method, entered by the test,
//! can call counts as entered if anybody in the machine entered it, and so does what that can call in turn.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tamis_facts::resolve::is_subtype;
use tamis_facts::{ClassFacts, ClassIndex, Lookup, MemberFacts, ReferenceKind};
use tamis_vocab::{ClassName, MethodId};

use crate::execution::Execution;

/// The methods that tests of a machine entered, by name and descriptor.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    entered: FxHashMap<(Arc<str>, Arc<str>), BTreeSet<MethodId>>,
    /// What the code of methods says, once it was asked for.
    known: RefCell<FxHashMap<MethodId, Rc<Code>>>,
}

/// What the code of a method says.
#[derive(Debug, Default)]
struct Code {
    keeps: bool,
    calls: Vec<Called>,
}

/// A method as code names it.
type Called = (ClassName, Arc<str>, Arc<str>);

impl Remembered {
    pub(crate) fn of<'e>(executions: impl Iterator<Item = &'e Execution>) -> Self {
        let mut remembered = Self::default();
        for execution in executions {
            for method in &execution.footprint.methods {
                let signature = (method.name.clone(), method.descriptor.clone());
                let entered = remembered.entered.entry(signature).or_default();
                if !entered.contains(method) {
                    entered.insert(method.clone());
                }
            }
        }
        remembered
    }

    /// What was entered in the machine, on behalf of those methods, and not by them.
    pub(crate) fn behind(
        &self,
        entered: &BTreeSet<MethodId>,
        set: &dyn ClassIndex,
    ) -> BTreeSet<MethodId> {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<Called> = Vec::new();
        for method in entered {
            let code = self.code(method, set);
            if code.keeps {
                waiting.extend(code.calls.iter().cloned());
            }
        }
        let mut seen: BTreeSet<Called> = waiting.iter().cloned().collect();
        while let Some((owner, name, descriptor)) = waiting.pop() {
            for candidate in self.entered.get(&(name, descriptor)).into_iter().flatten() {
                let is_known = entered.contains(candidate) || found.contains(candidate);
                if is_known || !are_related(set, &candidate.class, &owner) {
                    continue;
                }
                found.insert(candidate.clone());
                let code = self.code(candidate, set);
                let calls = code.calls.iter().filter(|call| seen.insert((*call).clone()));
                waiting.extend(calls.cloned());
            }
        }
        found
    }

    fn code(&self, method: &MethodId, set: &dyn ClassIndex) -> Rc<Code> {
        if let Some(known) = self.known.borrow().get(method) {
            return known.clone();
        }
        let code = find(set, method).map(|(class, member)| Code {
            keeps: keeps(class, member),
            calls: calls(class, member),
        });
        let code = Rc::new(code.unwrap_or_default());
        self.known.borrow_mut().insert(method.clone(), code.clone());
        code
    }
}

fn find<'w>(
    set: &'w dyn ClassIndex,
    method: &MethodId,
) -> Option<(&'w ClassFacts, &'w MemberFacts)> {
    let Lookup::Found(class) = set.find(method.class.as_str()) else { return None };
    let member = class.methods().find(|member| {
        class.text(member.name) == &*method.name
            && class.text(member.descriptor) == &*method.descriptor
    })?;
    Some((class, member))
}

/// Whether a call that names one class can arrive in the other.
fn are_related(set: &dyn ClassIndex, one: &ClassName, other: &ClassName) -> bool {
    let is_below = |class: &ClassName, above: &ClassName| match set.find(class.as_str()) {
        Lookup::Found(facts) => is_subtype(set, facts, above.as_str()),
        // What cannot be known may be so.
        Lookup::Outside | Lookup::Unreadable => true,
    };
    one == other || is_below(one, other) || is_below(other, one)
}

/// The methods that the code of one names.
fn calls(class: &ClassFacts, member: &MemberFacts) -> Vec<Called> {
    let is_call = |kind: ReferenceKind| !kind.is_class() && !kind.is_field();
    class
        .references(member)
        .filter(|reference| is_call(reference.kind))
        .map(|reference| {
            let text = |text| class.text(text);
            let owner = ClassName::internal(text(reference.owner));
            (owner, text(reference.name).into(), text(reference.descriptor).into())
        })
        .collect()
}

/// Whether a method may keep what it computes, to find it there next time.
fn keeps(class: &ClassFacts, member: &MemberFacts) -> bool {
    use ReferenceKind as Kind;
    let (mut read, mut written) = (Vec::new(), Vec::new());
    let (mut looks, mut puts) = (false, false);
    for reference in class.references(member) {
        let name = class.text(reference.name);
        let descriptor = class.text(reference.descriptor);
        let field = (class.text(reference.owner), name, descriptor);
        let is_reference = descriptor.starts_with(['L', '[']);
        match reference.kind {
            Kind::GetStatic => read.push(field),
            Kind::PutStatic => written.push(field),
            Kind::GetField if is_reference => read.push(field),
            Kind::PutField if is_reference => written.push(field),
            kind if kind.dispatches() => match name {
                "computeIfAbsent" | "compute" | "merge" | "compareAndSet" | "getAndSet" => {
                    return true;
                }
                "get" | "containsKey" | "contains" | "getOrDefault" | "getIfPresent" => {
                    looks = true;
                }
                "put" | "putIfAbsent" | "set" | "add" => puts = true,
                _ => {}
            },
            _ => {}
        }
    }
    (looks && puts) || read.iter().any(|field| written.contains(field))
}
