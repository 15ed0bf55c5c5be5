//! What a symbolic reference resolves to (JVMS 5.4.3), and whether the one who refers may (JVMS 5.4.4).

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use tamis_classfile::{MStr, descriptor, flags};
use tamis_vocab::Fingerprint;

use crate::class_facts::{ClassFacts, MemberFacts, MemberKind, Reference, ReferenceKind};
use crate::class_set::{ClassSet, DEEPEST_HIERARCHY, Lookup, package};
use crate::fingerprint::{Digest, Domain};
use crate::parts::PartKind;

/// The outcome of resolution.
#[derive(Debug, Clone, Copy)]
pub enum Resolution<'s> {
    /// A class of the set.
    Class(&'s ClassFacts),
    /// A member that a class of the set declares.
    Member {
        /// The class that declares it.
        declared_in: &'s ClassFacts,
        /// The member.
        member: &'s MemberFacts,
        /// The first class outside the set that the search passed and that may declare it too, with precedence.
        past: Option<&'s str>,
    },
    /// The search left the set, at this class; the environment decides.
    Outside(&'s str),
    /// Nothing there by that name: resolution throws.
    Missing,
    /// The class is an interface where it must not be one, or the other way round: resolution throws.
    WrongKind(&'s ClassFacts),
    /// A class file that the search needs could not be read.
    Unknown,
}

/// Resolves a reference made by `from`.
pub fn resolve<'s>(
    set: &'s dyn ClassSet,
    from: &'s ClassFacts,
    reference: &Reference,
) -> Resolution<'s> {
    let owner = from.text(reference.owner);
    let name = from.text(reference.name);
    let descriptor = from.text(reference.descriptor);
    if reference.kind.is_class() {
        return resolve_class(set, owner);
    }
    if owner.starts_with('[') {
        // Arrays have the members of `Object`.
        return Resolution::Outside("java/lang/Object");
    }
    let class = match set.find(owner) {
        Lookup::Found(class) => class,
        Lookup::Outside => return Resolution::Outside(owner),
        Lookup::Unreadable => return Resolution::Unknown,
    };
    if reference.kind.is_field() {
        return resolve_field(set, class, name, descriptor, &mut FxHashSet::default(), 0);
    }
    let is_interface = class.flags & flags::INTERFACE != 0;
    // A handle of kind 6 or 7, and `invokespecial` and `invokestatic`, name either kind of method by the pool entry.
    if reference.kind.is_interface_method() != is_interface {
        return Resolution::WrongKind(class);
    }
    resolve_method(set, class, name, descriptor)
}

fn resolve_class<'s>(set: &'s dyn ClassSet, owner: &'s str) -> Resolution<'s> {
    let element = owner.trim_start_matches('[');
    let name = if element.len() == owner.len() {
        owner
    } else {
        match element.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) {
            Some(name) => name,
            None => return Resolution::Outside(owner),
        }
    };
    match set.find(name) {
        Lookup::Found(class) => Resolution::Class(class),
        Lookup::Outside => Resolution::Outside(name),
        Lookup::Unreadable => Resolution::Unknown,
    }
}

/// JVMS 5.4.3.2: the class, then its superinterfaces, then its superclass. What was `seen` does not have it, and is not
/// searched again: interfaces that extend each other by turns have more paths between them than can be walked.
fn resolve_field<'s>(
    set: &'s dyn ClassSet,
    class: &'s ClassFacts,
    name: &str,
    descriptor: &str,
    seen: &mut FxHashSet<&'s str>,
    depth: usize,
) -> Resolution<'s> {
    if depth > DEEPEST_HIERARCHY {
        return Resolution::Unknown;
    }
    if let Some(member) = class.member(MemberKind::Field, name, descriptor) {
        return Resolution::Member { declared_in: class, member, past: None };
    }
    let mut past = None;
    for supertype in class.interfaces().chain(class.superclass()) {
        if !seen.insert(supertype) {
            continue;
        }
        let found = match set.find(supertype) {
            Lookup::Found(class) => resolve_field(set, class, name, descriptor, seen, depth + 1),
            // `Object` has no fields.
            Lookup::Outside if supertype == "java/lang/Object" => Resolution::Missing,
            Lookup::Outside => Resolution::Outside(supertype),
            Lookup::Unreadable => Resolution::Unknown,
        };
        match found {
            Resolution::Missing => {}
            // An interface outside may declare a constant of that name; a later supertype may as well.
            Resolution::Outside(supertype) => past = past.or(Some(supertype)),
            Resolution::Member { declared_in, member, past: within } => {
                return Resolution::Member { declared_in, member, past: past.or(within) };
            }
            other => return other,
        }
    }
    past.map_or(Resolution::Missing, Resolution::Outside)
}

/// JVMS 5.4.3.3 and 5.4.3.4: the class and its superclasses, then the maximally specific methods of its
/// superinterfaces, then any of their methods that is neither private nor static.
fn resolve_method<'s>(
    set: &'s dyn ClassSet,
    class: &'s ClassFacts,
    name: &str,
    descriptor: &str,
) -> Resolution<'s> {
    let mut past = None;
    let mut current = class;
    let mut depth = 0;
    loop {
        if let Some(member) = current.member(MemberKind::Method, name, descriptor) {
            return Resolution::Member { declared_in: current, member, past };
        }
        // An interface's superclass is `Object`, whose public methods come next all the same.
        let Some(superclass) = current.superclass() else { break };
        match set.find(superclass) {
            Lookup::Found(class) => current = class,
            Lookup::Outside => {
                past = Some(superclass);
                break;
            }
            Lookup::Unreadable => return Resolution::Unknown,
        }
        depth += 1;
        if depth > DEEPEST_HIERARCHY {
            return Resolution::Unknown;
        }
    }
    // What `Object` declares is known, and final enough: looking there must not hide what interfaces declare.
    if past == Some("java/lang/Object") && !is_object_method(name, descriptor) {
        past = None;
    }
    let Some(mut candidates) = interface_methods(set, class, name, descriptor) else {
        return Resolution::Unknown;
    };
    past = past.or(candidates.outside.first().copied());
    candidates.keep_maximally_specific(set);
    let concrete: Vec<_> = candidates
        .methods
        .iter()
        .filter(|(_, method)| method.flags & flags::ABSTRACT == 0)
        .collect();
    let chosen = match concrete.as_slice() {
        [only] => Some(**only),
        _ => candidates.methods.first().copied(),
    };
    match chosen {
        Some((declared_in, member)) => Resolution::Member { declared_in, member, past },
        None => past.map_or(Resolution::Missing, Resolution::Outside),
    }
}

/// The public methods of `Object`, which interfaces have too (JVMS 5.4.3.4), and its protected ones.
pub(crate) fn is_object_method(name: &str, descriptor: &str) -> bool {
    OBJECT_METHODS.contains(&(name, descriptor))
        || matches!(
            name,
            "getClass" | "notify" | "notifyAll" | "wait" | "<init>" | "registerNatives"
        )
}

/// The methods of `Object` that a class can override, which the environment may call on anything.
pub(crate) const OBJECT_METHODS: [(&str, &str); 5] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
    ("clone", "()Ljava/lang/Object;"),
    ("finalize", "()V"),
];

/// Methods of superinterfaces that resolution and selection may arrive at.
pub(crate) struct InterfaceMethods<'s> {
    pub(crate) methods: Vec<(&'s ClassFacts, &'s MemberFacts)>,
    /// Superinterfaces and superclasses outside the set, but for `Object`.
    pub(crate) outside: Vec<&'s str>,
}

/// All methods of that name that superinterfaces declare and that are neither private nor static, in the order in which
/// they are met; `None` if a class file could not be read.
pub(crate) fn interface_methods<'s>(
    set: &'s dyn ClassSet,
    class: &'s ClassFacts,
    name: &str,
    descriptor: &str,
) -> Option<InterfaceMethods<'s>> {
    let mut found = InterfaceMethods { methods: Vec::new(), outside: Vec::new() };
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut waiting: Vec<&'s ClassFacts> = vec![class];
    while let Some(current) = waiting.pop() {
        if current.flags & flags::INTERFACE != 0 && current.name() != class.name() {
            let member = current.member(MemberKind::Method, name, descriptor);
            let excluded = flags::PRIVATE | flags::STATIC;
            found.methods.extend(
                member
                    .filter(|member| member.flags & excluded == 0)
                    .map(|member| (current, member)),
            );
        }
        let superclass = current.superclass().filter(|name| *name != "java/lang/Object");
        for supertype in superclass.into_iter().chain(current.interfaces()) {
            if !seen.insert(supertype) {
                continue;
            }
            match set.find(supertype) {
                Lookup::Found(class) => waiting.push(class),
                Lookup::Outside => found.outside.push(supertype),
                Lookup::Unreadable => return None,
            }
        }
    }
    found.methods.sort_by_key(|(class, _)| class.name());
    found.outside.sort_unstable();
    Some(found)
}

impl InterfaceMethods<'_> {
    /// Drops methods that another one, of a subinterface, overrides (JVMS 5.4.3.3).
    pub(crate) fn keep_maximally_specific(&mut self, set: &dyn ClassSet) {
        let all = self.methods.clone();
        self.methods.retain(|(class, _)| {
            !all.iter().any(|(other, _)| {
                other.name() != class.name() && is_subtype(set, other, class.name())
            })
        });
    }
}

/// Whether a class is, extends or implements the class of that name, as far as the set tells.
pub fn is_subtype(set: &dyn ClassSet, class: &ClassFacts, name: &str) -> bool {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut waiting: Vec<&str> = vec![class.name()];
    while let Some(current) = waiting.pop() {
        if current == name {
            return true;
        }
        if !seen.insert(current) {
            continue;
        }
        if let Lookup::Found(class) = set.find(current) {
            waiting.extend(class.superclass().into_iter().chain(class.interfaces()));
        }
    }
    false
}

/// Whether `from` may use what the reference resolved to (JVMS 5.4.4). What is outside the set counts as usable: the
/// environment decides.
pub fn is_accessible(set: &dyn ClassSet, from: &ClassFacts, resolution: &Resolution<'_>) -> bool {
    match resolution {
        Resolution::Class(class) => class_accessible(from, class),
        Resolution::Member { declared_in, member, .. } => {
            let same_package = package(from.name()) == package(declared_in.name());
            if member.flags & flags::PUBLIC != 0 {
                true
            } else if member.flags & flags::PROTECTED != 0 {
                same_package || is_subtype(set, from, declared_in.name())
            } else if member.flags & flags::PRIVATE != 0 {
                from.name() == declared_in.name() || nest(set, from) == nest(set, declared_in)
            } else {
                same_package
            }
        }
        Resolution::Outside(_)
        | Resolution::Missing
        | Resolution::WrongKind(_)
        | Resolution::Unknown => true,
    }
}

/// The host of a class's nest, if the host says so too (JVMS 5.4.4); else the class is a nest by itself.
fn nest<'s>(set: &'s dyn ClassSet, class: &'s ClassFacts) -> &'s str {
    let host = class.nest_host();
    match set.find(host) {
        Lookup::Found(found) if found.has_nest_member(class.name()) => host,
        _ => class.name(),
    }
}

fn class_accessible(from: &ClassFacts, class: &ClassFacts) -> bool {
    class.flags & flags::PUBLIC != 0 || package(from.name()) == package(class.name())
}

/// The fingerprint of a link: what a reference of `from` resolves to now, or `None` if that cannot be known.
pub fn link(
    set: &dyn ClassSet,
    from: &ClassFacts,
    reference: &Reference,
    digest: &mut Digest,
) -> Option<Fingerprint> {
    digest.clear();
    let resolution = resolve(set, from, reference);
    digest.u8(reference.kind.linked() as u8);
    match &resolution {
        Resolution::Class(class) => {
            digest.u8(1);
            add_hierarchy(set, class, digest)?;
        }
        Resolution::Member { declared_in, member, past } => {
            digest.u8(2);
            add_hierarchy(set, declared_in, digest)?;
            digest.u16(member.flags);
            digest.text(past.unwrap_or_default());
            let constant = declared_in
                .member_parts(member)
                .iter()
                .find(|part| part.kind == PartKind::ConstantValue);
            digest.optional(constant.map(|part| part.fingerprint));
        }
        Resolution::Outside(class) => {
            digest.u8(3);
            digest.text(class);
        }
        Resolution::Missing => digest.u8(4),
        Resolution::WrongKind(class) => {
            digest.u8(5);
            digest.text(class.canonical_name());
        }
        Resolution::Unknown => return None,
    }
    digest.u8(u8::from(is_accessible(set, from, &resolution)));
    // A call of a superclass's method begins at the direct superclass, whatever class it names (JVMS 6.5, invokespecial).
    if matches!(reference.kind, ReferenceKind::InvokeSpecial | ReferenceKind::HandleSpecial)
        && let Some(Lookup::Found(superclass)) = from.superclass().map(|name| set.find(name))
    {
        let name = from.text(reference.name);
        match resolve_method(set, superclass, name, from.text(reference.descriptor)) {
            Resolution::Member { declared_in, .. } => digest.text(declared_in.canonical_name()),
            Resolution::Unknown => return None,
            Resolution::Class(_)
            | Resolution::Outside(_)
            | Resolution::Missing
            | Resolution::WrongKind(_) => digest.u8(0),
        }
    }
    // The class that the reference names counts beside the one that declares the member.
    if let Lookup::Found(owner) = set.find(from.text(reference.owner)) {
        add_hierarchy(set, owner, digest)?;
        digest.u8(u8::from(class_accessible(from, owner)));
    }
    // The verifier asks whether what is passed and returned extends what the descriptor names.
    for name in descriptor::class_names(MStr::new(from.bytes(reference.descriptor))) {
        match std::str::from_utf8(name).map(|name| set.find(name)) {
            Ok(Lookup::Found(class)) => add_hierarchy(set, class, digest)?,
            Ok(Lookup::Outside) | Err(_) => digest.u8(0),
            Ok(Lookup::Unreadable) => return None,
        }
    }
    Some(digest.finish(Domain::Link))
}

/// The classes whose headers can change what the references of a class resolve to, apart from those above these.
pub fn named_classes(class: &ClassFacts) -> BTreeSet<&str> {
    let mut named = BTreeSet::new();
    for reference in &class.references {
        let owner = class.text(reference.owner);
        if owner.starts_with('[') {
            named.extend(names_in(owner.as_bytes()));
        } else {
            named.insert(owner);
        }
        named.extend(names_in(class.bytes(reference.descriptor)));
    }
    named
}

fn names_in(descriptor: &[u8]) -> impl Iterator<Item = &str> {
    let names = descriptor::class_names(MStr::new(descriptor));
    names.filter_map(|name| std::str::from_utf8(name).ok())
}

/// The fingerprint of a class and its supertypes in the set: what they are and extend. `None` if one of them cannot be read.
pub fn hierarchy(
    set: &dyn ClassSet,
    class: &ClassFacts,
    digest: &mut Digest,
) -> Option<Fingerprint> {
    digest.clear();
    add_hierarchy(set, class, digest)?;
    digest.u8(u8::from(overrides_final(set, class)?));
    Some(digest.finish(Domain::Header))
}

/// Whether a class, or one above it, overrides a method that is final: then it cannot be loaded (JVMS 5.3.5).
fn overrides_final(set: &dyn ClassSet, class: &ClassFacts) -> Option<bool> {
    let mut chain = vec![class];
    let mut current = class;
    while let Some(superclass) = current.superclass() {
        match set.find(superclass) {
            Lookup::Found(above) => {
                let finals = above.methods().filter(|method| {
                    method.flags & flags::FINAL != 0
                        && method.flags & (flags::PRIVATE | flags::STATIC) == 0
                });
                for method in finals {
                    let name = above.text(method.name);
                    let descriptor = above.text(method.descriptor);
                    let is_visible = method.flags & (flags::PUBLIC | flags::PROTECTED) != 0;
                    let overrides = |below: &&ClassFacts| {
                        let same = below.member(MemberKind::Method, name, descriptor);
                        let is_other = |member: &MemberFacts| {
                            member.flags & (flags::PRIVATE | flags::STATIC) == 0
                        };
                        same.is_some_and(is_other)
                            && (is_visible || package(below.name()) == package(above.name()))
                    };
                    if chain.iter().any(overrides) {
                        return Some(true);
                    }
                }
                chain.push(above);
                current = above;
            }
            Lookup::Outside => return Some(false),
            Lookup::Unreadable => return None,
        }
        if chain.len() > DEEPEST_HIERARCHY {
            return None;
        }
    }
    Some(false)
}

/// Adds a class and its supertypes in the set: their names and headers. `None` if one of them cannot be read.
fn add_hierarchy(set: &dyn ClassSet, class: &ClassFacts, digest: &mut Digest) -> Option<()> {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut waiting: Vec<&ClassFacts> = vec![class];
    while let Some(current) = waiting.pop() {
        digest.text(current.canonical_name());
        digest.fingerprint(current.header);
        for supertype in current.superclass().into_iter().chain(current.interfaces()) {
            if seen.insert(supertype) {
                match set.find(supertype) {
                    Lookup::Found(class) => waiting.push(class),
                    Lookup::Outside => digest.text(supertype),
                    Lookup::Unreadable => return None,
                }
            }
        }
    }
    Some(())
}

/// The fingerprint of a method together with all its links, or `None` if one of them cannot be known.
pub fn closed(
    set: &dyn ClassSet,
    class: &ClassFacts,
    method: &MemberFacts,
    digest: &mut Digest,
) -> Option<Fingerprint> {
    let mut links = Vec::new();
    for reference in class.references(method) {
        links.push(link(set, class, reference, digest)?);
    }
    digest.clear();
    digest.u16(method.flags);
    digest.fingerprint(method.body);
    links.iter().for_each(|link| digest.fingerprint(*link));
    Some(digest.finish(Domain::Closed))
}

/// Whether using what the reference names initialises its class (JVMS 5.5).
pub fn initialises(kind: ReferenceKind) -> bool {
    use ReferenceKind as Kind;
    match kind {
        Kind::New
        | Kind::GetStatic
        | Kind::PutStatic
        | Kind::CountStatic
        | Kind::InvokeStatic
        | Kind::InvokeStaticInterface
        | Kind::HandleGetStatic
        | Kind::HandlePutStatic
        | Kind::HandleStatic
        | Kind::HandleStaticInterface
        | Kind::HandleNew => true,
        Kind::Class
        | Kind::GetField
        | Kind::PutField
        | Kind::InvokeVirtual
        | Kind::InvokeSpecial
        | Kind::InvokeSpecialInterface
        | Kind::InvokeInterface
        | Kind::HandleGetField
        | Kind::HandlePutField
        | Kind::HandleVirtual
        | Kind::HandleSpecial
        | Kind::HandleSpecialInterface
        | Kind::HandleInterface => false,
    }
}
