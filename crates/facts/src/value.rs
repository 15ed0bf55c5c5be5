//! What an entity is now: the other half of a fact.

use tamis_classfile::flags;
use tamis_vocab::{Entity, Fingerprint, MethodId};

use crate::class_facts::{ClassFacts, MemberFacts};
use crate::class_set::{ClassSet, Lookup};
use crate::fingerprint::{Digest, Domain};
use crate::{dispatch, initialise, resolve};

/// A set of classes in which canonical names can be looked up too.
pub trait ClassIndex: ClassSet {
    /// The class of that canonical name.
    fn find_canonical(&self, name: &str) -> Lookup<'_>;
}

/// The fingerprint of an entity that is not there.
pub fn absent() -> Fingerprint {
    Digest::new().finish(Domain::Absent)
}

/// The fingerprint that an entity of class files has now; [`absent`] if there is no such thing, and `None` if that cannot
/// be known, or is not to be known from class files alone.
pub fn value(set: &dyn ClassIndex, entity: &Entity, digest: &mut Digest) -> Option<Fingerprint> {
    let name = entity.class()?.as_str();
    // Who looks a class up does so by its name in the class path.
    let is_real = matches!(entity, Entity::Presence(_));
    let class = match if is_real { set.find(name) } else { set.find_canonical(name) } {
        Lookup::Found(class) => class,
        Lookup::Outside => return Some(absent()),
        Lookup::Unreadable => return None,
    };
    digest.clear();
    match entity {
        Entity::Body(method) => Some(body(class, method, digest)),
        Entity::Links(method) => links(set, class, method, digest),
        Entity::Header(_) | Entity::Presence(_) => resolve::hierarchy(set, class, digest),
        Entity::Initialisation(_) => initialise::fingerprint(set, class, digest),
        Entity::Members(_) => {
            digest.fingerprint(class.declared);
            digest.fingerprint(class.order);
            Some(digest.finish(Domain::Members))
        }
        Entity::Whole(_) | Entity::Touched(_) => Some(class.all),
        Entity::Dispatch(method) => {
            dispatch::dispatch(set, class, &method.name, &method.descriptor, digest)
        }
        // An object from an earlier test may also be asked what it is.
        Entity::Overrides(_) => {
            let hierarchy = resolve::hierarchy(set, class, digest)?;
            let overrides = dispatch::environment_overrides(set, class, digest)?;
            digest.clear();
            digest.fingerprint(hierarchy);
            digest.fingerprint(overrides);
            Some(digest.finish(Domain::Overrides))
        }
        Entity::Copies(_)
        | Entity::Frameworks
        | Entity::Resource(_)
        | Entity::Resources(_)
        | Entity::Bundle(_)
        | Entity::File(_)
        | Entity::Probe(_)
        | Entity::Listing(_)
        | Entity::Property(_)
        | Entity::Properties
        | Entity::Variable(_)
        | Entity::Variables
        | Entity::Environment
        | Entity::Place => None,
    }
}

/// The methods of a class with that canonical name: one nearly always.
fn named<'c>(class: &'c ClassFacts, method: &'c MethodId) -> impl Iterator<Item = &'c MemberFacts> {
    class.methods().filter(move |each| {
        class.text(each.canonical) == &*method.name
            && class.text(each.canonical_descriptor) == &*method.descriptor
    })
}

fn body(class: &ClassFacts, method: &MethodId, digest: &mut Digest) -> Fingerprint {
    let mut bodies: Vec<Fingerprint> = Vec::new();
    for each in named(class, method) {
        bodies.push(each.fact(digest));
    }
    bodies.sort_unstable();
    match bodies.as_slice() {
        [] => absent(),
        [only] => *only,
        several => {
            several.iter().for_each(|each| digest.fingerprint(*each));
            digest.finish(Domain::Body)
        }
    }
}

fn links(
    set: &dyn ClassSet,
    class: &ClassFacts,
    method: &MethodId,
    digest: &mut Digest,
) -> Option<Fingerprint> {
    let mut links = Vec::new();
    let mut is_there = false;
    for each in named(class, method) {
        is_there = true;
        for reference in class.references(each) {
            links.push(resolve::link(set, class, reference, digest)?);
        }
    }
    if !is_there {
        return Some(absent());
    }
    digest.clear();
    links.iter().for_each(|link| digest.fingerprint(*link));
    Some(digest.finish(Domain::Links))
}

/// What kind of method it is, for the study of change kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MethodKind {
    /// `<clinit>`.
    StaticInitialiser = 0,
    /// A constructor.
    Initialiser,
    /// A static method.
    Static,
    /// Any other method.
    Instance,
}

/// A method, by hashes: enough to tell what was added, deleted and changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodPrint {
    /// What kind of method.
    pub kind: MethodKind,
    /// Of its canonical name and descriptor.
    pub name: u64,
    /// Of its flags and code.
    pub body: u64,
}

/// The methods of a class, sorted.
pub fn method_prints(class: &ClassFacts, digest: &mut Digest) -> Vec<MethodPrint> {
    let mut prints = Vec::new();
    for method in class.methods() {
        let name = class.text(method.canonical);
        let kind = match name {
            "<clinit>" => MethodKind::StaticInitialiser,
            "<init>" => MethodKind::Initialiser,
            _ if method.flags & flags::STATIC != 0 => MethodKind::Static,
            _ => MethodKind::Instance,
        };
        digest.clear();
        digest.text(name);
        digest.text(class.text(method.canonical_descriptor));
        let name = digest.finish(Domain::Identities).as_u128() as u64;
        let body = method.fact(digest).as_u128() as u64;
        prints.push(MethodPrint { kind, name, body });
    }
    prints.sort_unstable();
    prints.dedup();
    prints
}
