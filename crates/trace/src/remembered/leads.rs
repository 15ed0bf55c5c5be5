//! Where a method leads: to whom it calls, from whom it gets what, and who hands it something.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tamis_classfile::MStr;
use tamis_classfile::descriptor::{class_names, parameters};
use tamis_classfile::flags;
use tamis_facts::{ClassIndex, Lookup};
use tamis_vocab::ClassName;

use super::code::Called;
use super::hierarchy::can_override;
use super::{Caller, Method, Number, Pick, Remembered, Signature, Writer, Writing};

/// What everything is, and what carries no code.
const OBJECT: &str = "java/lang/Object";

impl Remembered {
    fn writers(&self) -> &FxHashMap<Signature, Vec<Writer>> {
        self.writers.get_or_init(|| {
            let mut writers: FxHashMap<Signature, Vec<Writer>> = FxHashMap::default();
            for (number, method) in (0..).zip(&self.methods) {
                // What a static initialiser runs is known exactly, and inherited by whoever reads a field.
                if &*method.id.name == "<clinit>" {
                    continue;
                }
                let code = &method.code;
                for (fields, how) in [
                    (&code.writes, Writing::Given),
                    (&code.fills, Writing::Own),
                    (&code.counts, Writing::Count),
                ] {
                    for (owner, name, descriptor) in fields {
                        let writer = Writer { owner: owner.clone(), method: number, how };
                        writers.entry((name.clone(), descriptor.clone())).or_default().push(writer);
                    }
                }
            }
            writers
        })
    }

    /// Who hands things to methods that were entered.
    fn callers(&self) -> &FxHashMap<Signature, Vec<Caller>> {
        self.callers.get_or_init(|| {
            let mut callers: FxHashMap<Signature, Vec<Caller>> = FxHashMap::default();
            for (number, method) in (0..).zip(&self.methods) {
                for (owner, name, descriptor) in &method.code.calls {
                    let signature = (name.clone(), descriptor.clone());
                    if !descriptor.starts_with("()") && self.by_signature.contains_key(&signature) {
                        let caller = Caller { owner: owner.clone(), method: number };
                        callers.entry(signature).or_default().push(caller);
                    }
                }
            }
            callers
        })
    }

    /// Who writes what a method reads.
    pub(super) fn picks<'r>(&'r self, method: &'r Method, set: &dyn ClassIndex) -> &'r [Pick] {
        method.picks.get_or_init(|| {
            let mut picks = Vec::new();
            for (owner, name, descriptor) in &method.code.reads {
                let field = (name.clone(), descriptor.clone());
                let writers = self.writers().get(&field).into_iter().flatten();
                let related =
                    |writer: &&Writer| self.hierarchy.share_fields(owner, &writer.owner, set);
                let pick = |each: &Writer| Pick { writer: each.method, how: each.how };
                picks.extend(writers.filter(related).map(pick));
            }
            picks
        })
    }

    /// Whom a method can call, also through the JDK.
    pub(super) fn targets<'r>(&'r self, method: &'r Method, set: &dyn ClassIndex) -> &'r [Number] {
        method.targets.get_or_init(|| {
            let mut targets = BTreeSet::new();
            for call in &method.code.calls {
                self.called(call, set, &mut targets);
            }
            for class in &method.code.names {
                let lineage = self.hierarchy.lineage(class, set);
                let members = lineage.names.iter().filter_map(|name| self.by_class.get(name));
                let is_initialiser = |number: &&Number| {
                    self.method(**number).is_some_and(|method| &*method.id.name == "<clinit>")
                };
                targets.extend(members.flatten().filter(is_initialiser));
                targets.extend(self.callbacks_near(class, set).iter());
            }
            targets.into_iter().collect()
        })
    }

    /// The methods at which a call can arrive.
    fn called(
        &self,
        (owner, name, descriptor): &Called,
        set: &dyn ClassIndex,
        found: &mut BTreeSet<Number>,
    ) {
        let is_outside = matches!(set.find(owner.as_str()), Lookup::Outside);
        let candidates = self.by_signature.get(&(name.clone(), descriptor.clone()));
        for number in candidates.into_iter().flatten() {
            let Some(candidate) = self.method(*number) else { continue };
            let class = &candidate.id.class;
            // Constructors are not inherited.
            let is_target = if &**name == "<init>" {
                class == owner
            } else {
                self.hierarchy.are_related(class, owner, set)
                    || self.are_joined(class, owner, set)
                    || (is_outside && self.callbacks(set).binary_search(number).is_ok())
            };
            if is_target {
                found.insert(*number);
            }
        }
        if is_outside {
            for given in class_names(MStr::new(descriptor.as_bytes())) {
                let Ok(given) = std::str::from_utf8(given) else { continue };
                found.extend(self.callbacks_of(given, set).iter());
            }
        }
    }

    /// Whether a class is below both: what one of them declares can be what is called by the name of the other.
    fn are_joined(&self, one: &ClassName, other: &ClassName, set: &dyn ClassIndex) -> bool {
        let (one, other) = (self.below(one, set), self.below(other, set));
        one.iter().any(|class| other.binary_search(class).is_ok())
    }

    /// The classes of methods that were entered which are below a class, sorted.
    fn below(&self, class: &ClassName, set: &dyn ClassIndex) -> Rc<[ClassName]> {
        if let Some(known) = self.below.borrow().get(class) {
            return known.clone();
        }
        let is_below = |below: &&ClassName| self.hierarchy.lineage(below, set).has(class);
        let mut found: Vec<ClassName> = match set.find(class.as_str()) {
            Lookup::Outside => Vec::new(),
            Lookup::Found(_) | Lookup::Unreadable => {
                self.by_class.keys().filter(is_below).cloned().collect()
            }
        };
        found.sort_unstable();
        let found: Rc<[ClassName]> = found.into();
        self.below.borrow_mut().insert(class.clone(), found.clone());
        found
    }

    /// Who can be called by the JDK.
    fn callbacks(&self, set: &dyn ClassIndex) -> &[Number] {
        self.callbacks.get_or_init(|| {
            let mut callbacks = BTreeSet::new();
            // Also what a class inherits: it may be below a type of the JDK that the one above it does not know of.
            let classes: BTreeSet<&ClassName> = self.by_class.keys().collect();
            for class in classes {
                let lineage = self.hierarchy.lineage(class, set);
                for number in
                    lineage.names.iter().filter_map(|name| self.by_class.get(name)).flatten()
                {
                    let is_callback =
                        |method: &Method| self.hierarchy.is_callback(class, &method.id, set);
                    if !callbacks.contains(number) && self.method(*number).is_some_and(is_callback)
                    {
                        callbacks.insert(*number);
                    }
                }
            }
            callbacks.into_iter().collect()
        })
    }

    /// Whom the JDK can call on objects of a class of the class path that code names.
    fn callbacks_near(&self, class: &ClassName, set: &dyn ClassIndex) -> Rc<[Number]> {
        if let Some(known) = self.callbacks_near.borrow().get(class) {
            return known.clone();
        }
        let is_near = |number: &&Number| {
            let method = self.method(**number);
            method.is_some_and(|method| self.hierarchy.are_related(&method.id.class, class, set))
        };
        let near: Rc<[Number]> = match set.find(class.as_str()) {
            Lookup::Outside => Rc::default(),
            Lookup::Found(_) | Lookup::Unreadable => {
                self.callbacks(set).iter().filter(is_near).copied().collect()
            }
        };
        self.callbacks_near.borrow_mut().insert(class.clone(), near.clone());
        near
    }

    /// Whom the JDK can call on an object that it is given as one of its types.
    fn callbacks_of(&self, outside: &str, set: &dyn ClassIndex) -> Rc<[Number]> {
        if let Some(known) = self.callbacks_of.borrow().get(outside) {
            return known.clone();
        }
        let is_of = |number: &&Number| {
            let Some(method) = self.method(**number) else { return false };
            can_override(&method.id, outside, set) && !can_override(&method.id, OBJECT, set)
        };
        let found: Rc<[Number]> = self.callbacks(set).iter().filter(is_of).copied().collect();
        self.callbacks_of.borrow_mut().insert(outside.into(), found.clone());
        found
    }

    /// What a method keeps may be what these hand it.
    pub(super) fn handing<'r>(&'r self, method: &'r Method, set: &dyn ClassIndex) -> &'r [Number] {
        method.handing.get_or_init(|| {
            let signature = (method.id.name.clone(), method.id.descriptor.clone());
            let callers = self.callers().get(&signature).into_iter().flatten();
            let is_caller =
                |caller: &&Caller| self.hierarchy.are_related(&method.id.class, &caller.owner, set);
            callers.filter(is_caller).map(|caller| caller.method).collect()
        })
    }

    /// The lambdas that a method may be given by its callers, and by theirs, if these only pass them on.
    pub(super) fn lambdas<'r>(&'r self, method: &'r Method, set: &dyn ClassIndex) -> &'r [Number] {
        method.lambdas.get_or_init(|| {
            let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
            let mut waiting = vec![method];
            while let Some(method) = waiting.pop() {
                if !takes_code(&method.id.descriptor, set) {
                    continue;
                }
                for caller in self.handing(method, set) {
                    let Some(calling) = self.method(*caller).filter(|_| seen.insert(*caller))
                    else {
                        continue;
                    };
                    for handle in &calling.code.handles {
                        self.called(handle, set, &mut found);
                    }
                    waiting.push(calling);
                }
            }
            found.into_iter().collect()
        })
    }
}

/// Whether a method has a parameter that can be a lambda.
fn takes_code(descriptor: &str, set: &dyn ClassIndex) -> bool {
    let can_be_lambda = |given: &&[u8]| {
        let name = given.strip_prefix(b"L").and_then(|name| name.strip_suffix(b";"));
        let Some(name) = name.and_then(|name| std::str::from_utf8(name).ok()) else { return false };
        match set.find(name) {
            Lookup::Found(facts) => facts.flags & flags::INTERFACE != 0,
            Lookup::Outside => {
                let others = ["Runnable", "Callable", "Comparator"];
                name.starts_with("java/util/function/")
                    || others.iter().any(|end| name.ends_with(end))
            }
            Lookup::Unreadable => true,
        }
    };
    parameters(MStr::new(descriptor.as_bytes())).is_none_or(|given| given.iter().any(can_be_lambda))
}
