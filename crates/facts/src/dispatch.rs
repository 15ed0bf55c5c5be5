//! Which method a virtual or interface call runs for a receiver (JVMS 5.4.5, 5.4.6).
//!
//! The fact for (receiver class, name, descriptor) is the *set* of methods that calls of that name can arrive at. It has
//! one element nearly always; methods that do not override one another although they are named alike (private ones,
//! package-private ones of other packages) make it larger. So an override that appears or goes, and a method that
//! becomes or stops being overridable, change it, and a declaration further up that nothing selects does not.

use std::collections::BTreeSet;

use tamis_classfile::flags;
use tamis_vocab::Fingerprint;

use crate::class_facts::{ClassFacts, MemberFacts, MemberKind};
use crate::class_set::{ClassSet, DEEPEST_HIERARCHY, Lookup, package};
use crate::fingerprint::{Digest, Domain};
use crate::resolve::{InterfaceMethods, OBJECT_METHODS, interface_methods, is_object_method};

/// Where a call arrives.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The method that this class declares (canonical name).
    Method(String),
    /// Nothing implements it: `AbstractMethodError`.
    Abstract,
    /// Several interfaces implement it: `IncompatibleClassChangeError`.
    Conflict,
    /// A supertype outside the set may implement it; the environment decides.
    Outside(String),
}

/// The methods that calls of a name can arrive at; `None` if a class file could not be read.
pub type Targets = Option<BTreeSet<Target>>;

/// Where calls of `name` and `descriptor` arrive for a receiver of exactly this class.
pub fn targets(set: &dyn ClassSet, receiver: &ClassFacts, name: &str, descriptor: &str) -> Targets {
    let chain = class_chain(set, receiver)?;
    let interfaces = interface_methods(set, receiver, name, descriptor)?;
    let declared: Vec<Declared<'_>> = chain
        .classes
        .iter()
        .filter_map(|class| {
            let method = class.member(MemberKind::Method, name, descriptor)?;
            (method.flags & flags::STATIC == 0).then_some((*class, method))
        })
        .collect();
    let mut targets = BTreeSet::new();
    for (position, (class, method)) in declared.iter().enumerate() {
        if method.flags & flags::PRIVATE != 0 {
            targets.insert(Target::Method(class.canonical_name().to_owned()));
        } else {
            targets.insert(target(selected(position, (class, method), &declared)));
        }
    }
    if !interfaces.methods.is_empty() || chain.outside.is_some() || !interfaces.outside.is_empty() {
        let is_object_method = is_object_method(name, descriptor);
        targets.extend(through_interface(
            set,
            &declared,
            interfaces,
            chain.outside,
            is_object_method,
        ));
    }
    Some(targets)
}

/// A class and a method that it declares.
type Declared<'s> = (&'s ClassFacts, &'s MemberFacts);

/// A call through an interface, or to a method that a class outside the set declares.
fn through_interface(
    set: &dyn ClassSet,
    declared: &[Declared<'_>],
    mut interfaces: InterfaceMethods<'_>,
    outside: Option<&str>,
    is_object_method: bool,
) -> Option<Target> {
    // Such a method is public or protected, so the lowest one of that kind overrides it.
    let overriding =
        declared.iter().find(|(_, method)| method.flags & (flags::PUBLIC | flags::PROTECTED) != 0);
    if let Some(method) = overriding {
        return Some(target(*method));
    }
    // `Object` comes before any interface, with the few methods it has.
    let is_asked = |outside: &&str| *outside != "java/lang/Object" || is_object_method;
    if let Some(outside) = outside.filter(is_asked) {
        return Some(Target::Outside(outside.to_owned()));
    }
    let from_outside =
        (!interfaces.outside.is_empty()).then(|| Target::Outside(interfaces.outside.join(" ")));
    interfaces.keep_maximally_specific(set);
    let mut concrete =
        interfaces.methods.iter().filter(|(_, method)| method.flags & flags::ABSTRACT == 0);
    match (concrete.next(), concrete.next()) {
        (Some(_), Some(_)) => Some(Target::Conflict),
        (Some(only), None) => Some(target(*only)),
        (None, _) if interfaces.methods.is_empty() => from_outside,
        (None, _) => from_outside.or(Some(Target::Abstract)),
    }
}

fn target((class, method): Declared<'_>) -> Target {
    if method.flags & flags::ABSTRACT == 0 {
        Target::Method(class.canonical_name().to_owned())
    } else {
        Target::Abstract
    }
}

/// The method of the lowest class that overrides the one at `position`, directly or through others (JVMS 5.4.5).
fn selected<'s>(position: usize, method: Declared<'s>, declared: &[Declared<'s>]) -> Declared<'s> {
    // Downwards from the method itself: whatever overrides one that overrides it does so too.
    let mut overriding = vec![method];
    let mut lowest = method;
    for lower in declared.iter().take(position).rev() {
        if overriding.iter().any(|upper| overrides_directly(*lower, *upper)) {
            overriding.push(*lower);
            lowest = *lower;
        }
    }
    lowest
}

/// Whether a method of a subclass overrides one of a superclass by itself.
fn overrides_directly(lower: Declared<'_>, upper: Declared<'_>) -> bool {
    let is_visible = upper.1.flags & (flags::PUBLIC | flags::PROTECTED) != 0;
    lower.1.flags & flags::PRIVATE == 0
        && upper.1.flags & flags::PRIVATE == 0
        && (is_visible || package(lower.0.name()) == package(upper.0.name()))
}

/// A class and its superclasses in the set, lowest first.
struct ClassChain<'s> {
    classes: Vec<&'s ClassFacts>,
    /// The first superclass outside the set.
    outside: Option<&'s str>,
}

fn class_chain<'s>(set: &'s dyn ClassSet, class: &'s ClassFacts) -> Option<ClassChain<'s>> {
    let mut classes = vec![class];
    let mut current = class;
    while let Some(superclass) = current.superclass() {
        match set.find(superclass) {
            Lookup::Found(class) => {
                classes.push(class);
                current = class;
            }
            Lookup::Outside => return Some(ClassChain { classes, outside: Some(superclass) }),
            Lookup::Unreadable => return None,
        }
        if classes.len() > DEEPEST_HIERARCHY {
            return None;
        }
    }
    Some(ClassChain { classes, outside: None })
}

/// The names and descriptors of all instance methods that a class has, its own and those of its supertypes in the set;
/// `None` if a class file could not be read.
pub fn instance_methods<'s>(
    set: &'s dyn ClassSet,
    class: &'s ClassFacts,
) -> Option<BTreeSet<(&'s str, &'s str)>> {
    let mut methods = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![class];
    while let Some(current) = waiting.pop() {
        for method in current.methods() {
            let name = current.text(method.name);
            if method.flags & flags::STATIC == 0 && !name.starts_with('<') {
                methods.insert((name, current.text(method.descriptor)));
            }
        }
        for supertype in current.superclass().into_iter().chain(current.interfaces()) {
            if seen.insert(supertype) {
                match set.find(supertype) {
                    Lookup::Found(class) => waiting.push(class),
                    Lookup::Outside => {}
                    Lookup::Unreadable => return None,
                }
            }
        }
    }
    Some(methods)
}

/// The fingerprint of [`targets`].
pub fn dispatch(
    set: &dyn ClassSet,
    receiver: &ClassFacts,
    name: &str,
    descriptor: &str,
    digest: &mut Digest,
) -> Option<Fingerprint> {
    let targets = targets(set, receiver, name, descriptor)?;
    digest.clear();
    targets.iter().for_each(|target| add_target(digest, target));
    Some(digest.finish(Domain::Dispatch))
}

/// The fingerprint of what a class overrides or implements of the environment: calls that no recorded code makes. For a
/// class whose only supertype outside the set is `Object`, that is a handful of methods; for others, those of the types
/// outside, or all methods if one of these is not known.
pub fn environment_overrides(
    set: &dyn ClassSet,
    receiver: &ClassFacts,
    digest: &mut Digest,
) -> Option<Fingerprint> {
    let chain = class_chain(set, receiver)?;
    let outside = interface_methods(set, receiver, "", "")?.outside;
    let outside = outside.into_iter().chain(chain.outside);
    let outside = outside.filter(|name| *name != "java/lang/Object");
    // None if all methods count.
    let counted: Option<Vec<_>> = outside.map(|name| set.overridable(name)).collect();
    digest.clear();
    for (name, descriptor) in instance_methods(set, receiver)? {
        let is_counted = counted.as_ref().is_none_or(|types| {
            let method = (name.to_owned(), descriptor.to_owned());
            OBJECT_METHODS.contains(&(name, descriptor))
                || types.iter().any(|methods| methods.contains(&method))
        });
        if !is_counted {
            continue;
        }
        digest.text(name);
        digest.text(descriptor);
        let targets = targets(set, receiver, name, descriptor)?;
        digest.u32(targets.len() as u32);
        targets.iter().for_each(|target| add_target(digest, target));
    }
    Some(digest.finish(Domain::Overrides))
}

fn add_target(digest: &mut Digest, target: &Target) {
    match target {
        Target::Method(class) => {
            digest.u8(1);
            digest.text(class);
        }
        Target::Abstract => digest.u8(2),
        Target::Conflict => digest.u8(3),
        Target::Outside(class) => {
            digest.u8(4);
            digest.text(class);
        }
    }
}
