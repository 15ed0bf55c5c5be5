//! Which types the initialisation of a class runs through (JVMS 5.5).

use rustc_hash::FxHashSet;
use tamis_classfile::flags;
use tamis_vocab::Fingerprint;

use crate::class_facts::{ClassFacts, MemberKind};
use crate::class_set::{ClassSet, DEEPEST_HIERARCHY, Lookup};
use crate::fingerprint::{Digest, Domain};

/// A type that is initialised along the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Initialised<'s> {
    /// Canonical name, or the name in the class file if the type is outside the set.
    pub class: &'s str,
    /// Whether it has a static initialiser; `None` if it is outside the set.
    pub has_initialiser: Option<bool>,
}

/// The types that initialising `class` initialises, in order: superclasses first, and superinterfaces that declare a
/// method which is neither abstract nor static. `None` if a class file could not be read.
pub fn initialisation<'s>(
    set: &'s dyn ClassSet,
    class: &'s ClassFacts,
) -> Option<Vec<Initialised<'s>>> {
    let mut list = Vec::new();
    let mut seen = FxHashSet::default();
    visit(set, class, &mut list, &mut seen, 0)?;
    Some(list)
}

fn visit<'s>(
    set: &'s dyn ClassSet,
    class: &'s ClassFacts,
    list: &mut Vec<Initialised<'s>>,
    seen: &mut FxHashSet<&'s str>,
    depth: usize,
) -> Option<()> {
    if depth > DEEPEST_HIERARCHY {
        return None;
    }
    // Initialising an interface does not initialise its superinterfaces by itself; initialising a class does, for those
    // that declare such a method.
    if class.flags & flags::INTERFACE == 0 {
        if let Some(superclass) = class.superclass() {
            match set.find(superclass) {
                Lookup::Found(superclass) => {
                    if seen.insert(superclass.name()) {
                        visit(set, superclass, list, seen, depth + 1)?;
                    }
                }
                Lookup::Outside => {
                    list.push(Initialised { class: superclass, has_initialiser: None });
                }
                Lookup::Unreadable => return None,
            }
        }
        for interface in class.interfaces() {
            visit_interface(set, interface, list, seen, depth + 1)?;
        }
    }
    list.push(initialised(class));
    Some(())
}

fn visit_interface<'s>(
    set: &'s dyn ClassSet,
    name: &'s str,
    list: &mut Vec<Initialised<'s>>,
    seen: &mut FxHashSet<&'s str>,
    depth: usize,
) -> Option<()> {
    if depth > DEEPEST_HIERARCHY {
        return None;
    }
    if !seen.insert(name) {
        return Some(());
    }
    match set.find(name) {
        Lookup::Found(interface) => {
            for superinterface in interface.interfaces() {
                visit_interface(set, superinterface, list, seen, depth + 1)?;
            }
            if declares_default_method(interface) {
                list.push(initialised(interface));
            }
        }
        Lookup::Outside => list.push(Initialised { class: name, has_initialiser: None }),
        Lookup::Unreadable => return None,
    }
    Some(())
}

fn initialised(class: &ClassFacts) -> Initialised<'_> {
    let has_initialiser = class.member(MemberKind::Method, "<clinit>", "()V").is_some();
    Initialised { class: class.canonical_name(), has_initialiser: Some(has_initialiser) }
}

fn declares_default_method(interface: &ClassFacts) -> bool {
    interface.methods().any(|method| method.flags & (flags::ABSTRACT | flags::STATIC) == 0)
}

/// The fingerprint of [`initialisation`].
pub fn fingerprint(
    set: &dyn ClassSet,
    class: &ClassFacts,
    digest: &mut Digest,
) -> Option<Fingerprint> {
    let list = initialisation(set, class)?;
    digest.clear();
    for each in list {
        digest.text(each.class);
        digest.u8(each.has_initialiser.map_or(2, u8::from));
    }
    Some(digest.finish(Domain::Initialisation))
}
