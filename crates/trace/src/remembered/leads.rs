//! Where a method leads: to whom it calls, from whom it gets what, and who hands it something.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_classfile::MStr;
use tamis_classfile::descriptor::{class_names, parameters};
use tamis_classfile::flags;
use tamis_facts::{ClassIndex, Lookup};
use tamis_vocab::{ClassName, MethodId};

use super::code::Called;
use super::hierarchy::{OBJECT, can_override};
use super::{
    Caller, Group, Method, Number, Pick, Relatives, Remembered, Signature, Targets, Writer, Writing,
};

impl Remembered {
    pub(super) fn writers(&self) -> &FxHashMap<Signature, Vec<Writer>> {
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
    pub(super) fn targets<'r>(&'r self, method: &'r Method, set: &dyn ClassIndex) -> &'r Targets {
        method.targets.get_or_init(|| {
            let mut targets = Found::default();
            for call in &method.code.calls {
                self.called(call, set, &mut targets);
            }
            for class in &method.code.names {
                let lineage = self.hierarchy.lineage(class, set);
                let members = lineage.names.iter().filter_map(|name| self.by_class.get(name));
                let is_initialiser = |number: &&Number| {
                    self.method(**number).is_some_and(|method| &*method.id.name == "<clinit>")
                };
                targets.methods.extend(members.flatten().filter(is_initialiser));
                targets.add(self.callbacks_near(class, set));
            }
            Targets {
                methods: targets.methods.into_iter().collect(),
                groups: targets.groups.into_values().collect(),
            }
        })
    }

    /// The methods at which a call can arrive, but for those that only the JDK can call.
    pub(super) fn arrivals(&self, call: &Called, set: &dyn ClassIndex) -> BTreeSet<Number> {
        let mut found = Found::default();
        self.called(call, set, &mut found);
        found.methods
    }

    /// The methods at which a call can arrive.
    fn called(&self, (owner, name, descriptor): &Called, set: &dyn ClassIndex, found: &mut Found) {
        let is_outside = matches!(set.find(owner.as_str()), Lookup::Outside);
        if &**name == "<init>" {
            // Constructors are not inherited.
            let (class, name, descriptor) = (owner.clone(), name.clone(), descriptor.clone());
            found.methods.extend(self.numbers.get(&MethodId { class, name, descriptor }));
        } else if let Some(candidates) = self.by_signature.get(&(name.clone(), descriptor.clone()))
        {
            let relatives = self.relatives(owner, set);
            let is_target = |number: &&Number| {
                self.method(**number).is_some_and(|method| relatives.has(&method.id.class))
                    || (is_outside && self.callbacks(set).binary_search(number).is_ok())
            };
            found.methods.extend(candidates.iter().filter(is_target));
        }
        if is_outside {
            for given in class_names(MStr::new(descriptor.as_bytes())) {
                let Ok(given) = std::str::from_utf8(given) else { continue };
                found.add(self.callbacks_of(given, set));
            }
        }
    }

    /// The classes whose methods can be what is called by the name of a class: those above and below it, and those above one
    /// that is below it.
    fn relatives(&self, owner: &ClassName, set: &dyn ClassIndex) -> Rc<Relatives> {
        if let Some(known) = self.relatives.borrow().get(owner) {
            return known.clone();
        }
        let lineage = self.hierarchy.lineage(owner, set);
        let mut classes: FxHashSet<ClassName> = lineage.names.iter().cloned().collect();
        for below in self.below(owner, set) {
            classes.insert(below.clone());
            // What the JDK can call of them is known otherwise.
            if !matches!(set.find(owner.as_str()), Lookup::Outside) {
                classes.extend(self.hierarchy.lineage(below, set).own());
            }
        }
        classes.extend(self.unknown_classes(set).iter().cloned());
        let relatives = Rc::new(Relatives { classes, are_all: lineage.is_unknown });
        self.relatives.borrow_mut().insert(owner.clone(), relatives.clone());
        relatives
    }

    /// The classes of methods that were entered which are below a class.
    fn below(&self, class: &ClassName, set: &dyn ClassIndex) -> &[ClassName] {
        let below = self.below.get_or_init(|| {
            let mut below: FxHashMap<ClassName, Vec<ClassName>> = FxHashMap::default();
            let classes: BTreeSet<&ClassName> = self.by_class.keys().collect();
            for class in classes {
                for name in &self.hierarchy.lineage(class, set).names {
                    below.entry(name.clone()).or_default().push(class.clone());
                }
            }
            below
        });
        below.get(class).map(Vec::as_slice).unwrap_or_default()
    }

    /// Those of them above which something cannot be read: they may be below everything.
    fn unknown_classes(&self, set: &dyn ClassIndex) -> &[ClassName] {
        self.unknown_classes.get_or_init(|| {
            let is_unknown = |class: &&ClassName| self.hierarchy.lineage(class, set).is_unknown;
            let classes: BTreeSet<&ClassName> = self.by_class.keys().filter(is_unknown).collect();
            classes.into_iter().cloned().collect()
        })
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
    fn callbacks_near(&self, class: &ClassName, set: &dyn ClassIndex) -> Rc<Group> {
        if let Some(known) = self.callbacks_near.borrow().get(class) {
            return known.clone();
        }
        let lineage = self.hierarchy.lineage(class, set);
        let is_outside = matches!(set.find(class.as_str()), Lookup::Outside);
        let methods: Vec<Number> = if is_outside {
            Vec::new()
        } else if lineage.is_unknown {
            self.callbacks(set).to_vec()
        } else {
            let near = lineage.names.iter().chain(self.below(class, set));
            let near = near.chain(self.unknown_classes(set));
            let methods = near.filter_map(|name| self.by_class.get(name)).flatten();
            let is_callback = |number: &&Number| self.callbacks(set).binary_search(number).is_ok();
            methods.filter(is_callback).copied().collect()
        };
        let group = self.group(methods);
        self.callbacks_near.borrow_mut().insert(class.clone(), group.clone());
        group
    }

    /// Whom the JDK can call on an object that it is given as one of its types.
    fn callbacks_of(&self, outside: &str, set: &dyn ClassIndex) -> Rc<Group> {
        if let Some(known) = self.callbacks_of.borrow().get(outside) {
            return known.clone();
        }
        let is_of = |number: &&Number| {
            let Some(method) = self.method(**number) else { return false };
            can_override(&method.id, outside, set) && !can_override(&method.id, OBJECT, set)
        };
        let group = self.group(self.callbacks(set).iter().filter(is_of).copied().collect());
        self.callbacks_of.borrow_mut().insert(outside.into(), group.clone());
        group
    }

    fn group(&self, methods: Vec<Number>) -> Rc<Group> {
        let number = self.groups.get();
        self.groups.set(number + 1);
        Rc::new(Group { number, methods })
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
            let (mut found, mut seen) = (Found::default(), BTreeSet::new());
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
            let of_groups = found.groups.into_values().flat_map(|group| group.methods.clone());
            found.methods.extend(of_groups);
            found.methods.into_iter().collect()
        })
    }
}

/// Methods and groups of methods that were found.
#[derive(Default)]
struct Found {
    methods: BTreeSet<Number>,
    groups: BTreeMap<u32, Rc<Group>>,
}

impl Found {
    fn add(&mut self, group: Rc<Group>) {
        if !group.methods.is_empty() {
            self.groups.insert(group.number, group);
        }
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
