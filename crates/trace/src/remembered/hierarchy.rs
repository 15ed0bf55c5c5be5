//! Which classes are above each other, and which of their methods the JDK can call.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_classfile::flags;
use tamis_facts::{ClassIndex, Lookup, ReferenceKind, family_name};
use tamis_vocab::{ClassName, MethodId};

use super::code::find;

/// What everything is, and what carries no code.
pub(super) const OBJECT: &str = "java/lang/Object";

/// What is above a class, as far as the class path tells; kept once it was asked for.
#[derive(Debug, Default)]
pub(super) struct Hierarchy {
    lineages: RefCell<FxHashMap<ClassName, Rc<Lineage>>>,
    /// Classes of which static fields hold objects, by the types of these fields.
    held: FxHashSet<ClassName>,
    /// Classes of which others than themselves make objects.
    made: FxHashSet<ClassName>,
}

/// A class and all above it.
#[derive(Debug, Default)]
pub(super) struct Lineage {
    /// Sorted.
    pub(super) names: Vec<ClassName>,
    /// Those of them that the class path does not have: of the JDK.
    outside: Vec<ClassName>,
    /// Whether some cannot be read.
    pub(super) is_unknown: bool,
}

impl Lineage {
    fn of(class: &ClassName, set: &dyn ClassIndex) -> Self {
        let mut lineage = Self::default();
        let mut seen: BTreeSet<ClassName> = BTreeSet::new();
        let mut waiting = vec![class.clone()];
        while let Some(name) = waiting.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            match set.find(name.as_str()) {
                Lookup::Found(facts) => {
                    let above = facts.superclass().into_iter().chain(facts.interfaces());
                    waiting.extend(above.map(ClassName::internal));
                }
                Lookup::Outside => lineage.outside.push(name),
                Lookup::Unreadable => lineage.is_unknown = true,
            }
        }
        lineage.names = seen.into_iter().collect();
        lineage
    }

    pub(super) fn has(&self, class: &ClassName) -> bool {
        self.names.binary_search(class).is_ok()
    }

    /// Those that the class path has.
    pub(super) fn own(&self) -> impl Iterator<Item = ClassName> {
        self.names.iter().filter(|name| !self.outside.contains(name)).cloned()
    }

    /// Those of the JDK.
    pub(super) fn outside(&self) -> impl Iterator<Item = &str> {
        self.outside.iter().map(ClassName::as_str)
    }
}

impl Hierarchy {
    /// Knows the static fields of the classes of these methods, and the objects that they make.
    pub(super) fn of(methods: &[&MethodId], set: &dyn ClassIndex) -> Self {
        let (mut held, mut made) = (FxHashSet::default(), FxHashSet::default());
        let mut classes: Vec<&ClassName> = methods.iter().map(|method| &method.class).collect();
        classes.dedup();
        for class in classes {
            let Lookup::Found(facts) = set.find(class.as_str()) else { continue };
            for field in facts.fields().filter(|field| field.flags & flags::STATIC != 0) {
                let descriptor = facts.text(field.descriptor);
                let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
                let Some(name) = name.map(ClassName::internal) else { continue };
                held.extend(Lineage::of(&name, set).own());
            }
        }
        for method in methods {
            let Some((class, member)) = find(set, method) else { continue };
            let own = family_name(method.class.as_str());
            for reference in class.references(member) {
                let is_new =
                    matches!(reference.kind, ReferenceKind::New | ReferenceKind::HandleNew);
                let owner = class.text(reference.owner);
                let owner = ClassName::internal(owner);
                if is_new && !made.contains(&owner) && family_name(owner.as_str()) != own {
                    made.extend(Lineage::of(&owner, set).own());
                    made.insert(owner);
                }
            }
        }
        Self { held, made, ..Self::default() }
    }

    pub(super) fn lineage(&self, class: &ClassName, set: &dyn ClassIndex) -> Rc<Lineage> {
        if let Some(known) = self.lineages.borrow().get(class) {
            return known.clone();
        }
        let lineage = Rc::new(Lineage::of(class, set));
        self.lineages.borrow_mut().insert(class.clone(), lineage.clone());
        lineage
    }

    /// Whether a member that code names in `owner` can be one that `class` declares. What cannot be known may be so.
    pub(super) fn are_related(
        &self,
        class: &ClassName,
        owner: &ClassName,
        set: &dyn ClassIndex,
    ) -> bool {
        if class == owner {
            return true;
        }
        let (below, above) = (self.lineage(class, set), self.lineage(owner, set));
        below.is_unknown || above.is_unknown || below.has(owner) || above.has(class)
    }

    /// Whether a field that code names in one class can be one that code names in another: a class above both has it.
    pub(super) fn share_fields(
        &self,
        one: &ClassName,
        other: &ClassName,
        set: &dyn ClassIndex,
    ) -> bool {
        if self.are_related(one, other, set) {
            return true;
        }
        let (one, other) = (self.lineage(one, set), self.lineage(other, set));
        one.own().any(|class| other.has(&class))
    }

    /// Whether the JDK can call a method on objects of a class, which has it or inherits it: it overrides one of a type of the
    /// JDK, or is one that serialisation looks for.
    pub(super) fn is_callback(
        &self,
        class: &ClassName,
        method: &MethodId,
        set: &dyn ClassIndex,
    ) -> bool {
        const SERIALISATION: [&str; 5] =
            ["readObject", "readObjectNoData", "readResolve", "writeObject", "writeReplace"];
        if method.name.starts_with('<') {
            return false;
        }
        let lineage = self.lineage(class, set);
        lineage.is_unknown
            || SERIALISATION.contains(&&*method.name)
            || lineage.outside().any(|outside| can_override(method, outside, set))
    }

    /// Whether static fields hold objects of a class, and nobody but the class itself makes any.
    pub(super) fn is_single(&self, class: &ClassName, set: &dyn ClassIndex) -> bool {
        let is_held = || self.lineage(class, set).names.iter().any(|name| self.held.contains(name));
        !self.made.contains(class) && is_held()
    }
}

/// Whether a method can override one of a type of the JDK. What is not known may be so.
pub(super) fn can_override(method: &MethodId, outside: &str, set: &dyn ClassIndex) -> bool {
    let Some(methods) = set.overridable(outside) else { return true };
    methods.contains(&(method.name.to_string(), method.descriptor.to_string()))
}

/// Whether a member that code names in `owner` can be one that `class` declares. What cannot be known may be so.
pub(crate) fn are_related(set: &dyn ClassIndex, class: &ClassName, owner: &ClassName) -> bool {
    Hierarchy::default().are_related(class, owner, set)
}
