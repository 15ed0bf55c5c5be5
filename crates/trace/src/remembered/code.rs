//! What the code of a method says about what it keeps, calls, reads and writes.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use tamis_facts::{ClassFacts, ClassIndex, Lookup, MemberFacts, ReferenceKind};
use tamis_vocab::{ClassName, MethodId};

use super::hierarchy::Hierarchy;
use crate::outside::{calls_by_reflection, leads_anywhere, leads_outside};

/// A method or field as code names it.
pub(crate) type Called = (ClassName, Arc<str>, Arc<str>);

/// Whether a method calls something that looks outside, or something of which nobody knows where it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Looks {
    #[default]
    Nowhere,
    Outside,
    Anywhere,
}

/// What the code of a method says.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) keeps: bool,
    /// Whether it is that of a logger, of which it is not followed what it keeps.
    pub(super) is_for_logging: bool,
    pub(super) looks: Looks,
    /// Whether it calls what calls others by reflection.
    pub(super) reflects: bool,
    /// Methods that it calls, and those of them that it hands on, as lambdas are.
    pub(super) calls: Vec<Called>,
    pub(super) handles: Vec<Called>,
    /// Classes that it names.
    pub(super) names: Vec<ClassName>,
    /// Shared fields that it reads, that it writes, and static ones that it counts with.
    pub(super) reads: Vec<Called>,
    pub(super) writes: Vec<Called>,
    pub(super) counts: Vec<Called>,
    /// Shared fields with something in them that it looks into, and puts something into.
    pub(super) fills: Vec<Called>,
}

impl Code {
    /// Nothing, if the class path does not have the method. Fields are shared if they are static, or of objects that only
    /// static fields hold.
    pub(super) fn of(method: &MethodId, set: &dyn ClassIndex, hierarchy: &Hierarchy) -> Self {
        let Some((class, member)) = find(set, method) else { return Self::default() };
        // What a static initialiser runs is known exactly, and inherited; what a constructor writes is new.
        let is_initialiser = method.name.starts_with('<');
        let of_objects = |is_wanted: fn(ReferenceKind) -> bool| {
            let fields = named(class, member, is_wanted).into_iter();
            fields.filter(|(owner, _, _)| hierarchy.is_single(owner, set)).collect::<Vec<Called>>()
        };
        let mut code = Self {
            keeps: &*method.name != "<clinit>" && keeps(class, member),
            is_for_logging: false,
            looks: match calls_outside(set, class, member, leads_outside) {
                false => Looks::Nowhere,
                true if calls_outside(set, class, member, leads_anywhere) => Looks::Anywhere,
                true => Looks::Outside,
            },
            reflects: calls_outside(set, class, member, calls_by_reflection),
            calls: named(class, member, |kind| !kind.is_class() && !kind.is_field()),
            handles: named(class, member, is_handle),
            names: names(class, member),
            reads: reads(class, member),
            writes: named(class, member, |kind| {
                matches!(kind, ReferenceKind::PutStatic | ReferenceKind::HandlePutStatic)
            }),
            counts: named(class, member, |kind| kind == ReferenceKind::CountStatic),
            fills: Vec::new(),
        };
        let read = of_objects(|kind| kind == ReferenceKind::GetField);
        if !is_initialiser {
            let written = of_objects(|kind| kind == ReferenceKind::PutField);
            code.keeps |= read.iter().any(|field| written.contains(field));
            code.writes.extend(written);
        }
        code.reads.extend(read);
        if &*method.name != "<clinit>" {
            code.fill(class, member, &|owner| {
                let lineage = hierarchy.lineage(&ClassName::internal(owner), set);
                is_container(owner) || lineage.outside().any(is_container)
            });
        }
        code
    }

    /// Only some of its fields are followed: see [`logging`](super::logging).
    pub(super) fn forget_fields(&mut self, but: &FxHashSet<Called>) {
        for fields in [&mut self.reads, &mut self.writes, &mut self.counts, &mut self.fills] {
            fields.retain(|field| but.contains(field));
        }
        self.keeps &=
            !self.fills.is_empty() || self.reads.iter().any(|field| self.writes.contains(field));
    }

    /// What it does with what is in the fields that it reads.
    fn fill(
        &mut self,
        class: &ClassFacts,
        member: &MemberFacts,
        is_container: &dyn Fn(&str) -> bool,
    ) {
        let is_filled = |(_, _, descriptor): &&Called| {
            is_container(descriptor.trim_start_matches('L').trim_end_matches(';'))
        };
        let containers: Vec<Called> = self.reads.iter().filter(is_filled).cloned().collect();
        match Filling::of(class, member, is_container) {
            Filling::None => {}
            Filling::Puts => self.writes.extend(containers),
            Filling::LooksAndPuts => {
                self.keeps |= !containers.is_empty();
                self.fills = containers;
            }
        }
    }
}

fn is_handle(kind: ReferenceKind) -> bool {
    use ReferenceKind as Kind;
    matches!(
        kind,
        Kind::HandleVirtual
            | Kind::HandleStatic
            | Kind::HandleStaticInterface
            | Kind::HandleSpecial
            | Kind::HandleSpecialInterface
            | Kind::HandleNew
            | Kind::HandleInterface
    )
}

/// The classes that the code of a method names, each once.
fn names(class: &ClassFacts, member: &MemberFacts) -> Vec<ClassName> {
    let owners: BTreeSet<&str> =
        class.references(member).map(|each| class.text(each.owner)).collect();
    owners.into_iter().map(ClassName::internal).collect()
}

/// The static fields that the code of a method reads, as it names them.
pub(crate) fn static_reads(method: &MethodId, set: &dyn ClassIndex) -> Vec<Called> {
    find(set, method).map(|(class, member)| reads(class, member)).unwrap_or_default()
}

fn reads(class: &ClassFacts, member: &MemberFacts) -> Vec<Called> {
    named(class, member, |kind| {
        matches!(kind, ReferenceKind::GetStatic | ReferenceKind::HandleGetStatic)
    })
}

pub(crate) fn find<'w>(
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

/// Whether the code of a method calls one of the JDK's that leads there, as `leads` says of its class and name; also by the
/// name of a class below that.
fn calls_outside(
    set: &dyn ClassIndex,
    class: &ClassFacts,
    member: &MemberFacts,
    leads: fn(&str, &str) -> bool,
) -> bool {
    class.references(member).any(|each| {
        let name = class.text(each.name);
        let mut seen = BTreeSet::new();
        let mut waiting = vec![class.text(each.owner)];
        while let Some(owner) = waiting.pop() {
            if !seen.insert(owner) {
                continue;
            }
            match set.find(owner) {
                Lookup::Found(above) => {
                    waiting.extend(above.superclass().into_iter().chain(above.interfaces()));
                }
                Lookup::Outside if leads(owner, name) => return true,
                Lookup::Outside | Lookup::Unreadable => {}
            }
        }
        false
    })
}

/// The methods or fields that the code of one names in that way.
fn named(
    class: &ClassFacts,
    member: &MemberFacts,
    is_wanted: fn(ReferenceKind) -> bool,
) -> Vec<Called> {
    class
        .references(member)
        .filter(|reference| is_wanted(reference.kind))
        .map(|reference| {
            let text = |text| class.text(text);
            let owner = ClassName::internal(text(reference.owner));
            (owner, text(reference.name).into(), text(reference.descriptor).into())
        })
        .collect()
}

/// Whether a type, by its name, is one that things are kept in.
fn is_container(owner: &str) -> bool {
    const ENDS: [&str; 32] = [
        "Adder",
        "BitSet",
        "Buffer",
        "Builder",
        "Cache",
        "Calendar",
        "CallSite",
        "ClassValue",
        "Collection",
        "Date",
        "Deque",
        "Future",
        "FutureTask",
        "Hashtable",
        "Lazy",
        "List",
        "Map",
        "Memoizer",
        "Multiset",
        "OutputStream",
        "Properties",
        "Queue",
        "Reference",
        "Set",
        "Stack",
        "Supplier",
        "Table",
        "ThreadLocal",
        "VarHandle",
        "Vector",
        "Multimap",
        "Writer",
    ];
    let simple = owner.rsplit('/').next().unwrap_or(owner);
    simple.starts_with("Atomic") || ENDS.iter().any(|end| simple.ends_with(end))
}

/// Whether it may make what it is asked for and has not.
fn makes_its_own(owner: &str) -> bool {
    ["Cache", "ClassValue", "Lazy", "Memoizer", "Supplier", "ThreadLocal"]
        .iter()
        .any(|end| owner.ends_with(end))
}

/// Whether a method reads and writes the same static field, or some field by reflection, which may be any.
fn keeps(class: &ClassFacts, member: &MemberFacts) -> bool {
    let (mut read, mut written) = (Vec::new(), Vec::new());
    let (mut reflects_get, mut reflects_set) = (false, false);
    for reference in class.references(member) {
        let text = |text| class.text(text);
        let field = (text(reference.owner), text(reference.name), text(reference.descriptor));
        match reference.kind {
            ReferenceKind::GetStatic => read.push(field),
            ReferenceKind::PutStatic => written.push(field),
            _ if field.0 == "java/lang/reflect/Field" => {
                reflects_get |= field.1.starts_with("get") && field.2.starts_with("(Ljava/");
                reflects_set |= field.1.starts_with("set") && field.1 != "setAccessible";
            }
            _ => {}
        }
    }
    (reflects_get && reflects_set) || read.iter().any(|field| written.contains(field))
}

/// What a method does with things that others are kept in.
enum Filling {
    None,
    Puts,
    LooksAndPuts,
}

impl Filling {
    fn of(class: &ClassFacts, member: &MemberFacts, is_container: &dyn Fn(&str) -> bool) -> Self {
        const BOTH: [&str; 12] = [
            "accumulate",
            "compareAnd",
            "compute",
            "drain",
            "getAnd",
            "increment",
            "merge",
            "poll",
            "pop",
            "replaceAll",
            "update",
            "weakCompare",
        ];
        const PUTS: [&str; 26] = [
            "add", "and", "append", "clear", "complete", "delete", "flip", "insert", "lazySet",
            "load", "obtrude", "offer", "or", "print", "push", "put", "remove", "replace",
            "retain", "reverse", "run", "set", "sort", "trim", "write", "xor",
        ];
        const LOOKS: [&str; 24] = [
            "contains",
            "dynamicInvoker",
            "element",
            "entry",
            "first",
            "floor",
            "forEach",
            "get",
            "head",
            "higher",
            "indexOf",
            "is",
            "iterator",
            "join",
            "key",
            "last",
            "length",
            "lower",
            "peek",
            "size",
            "stream",
            "sum",
            "to",
            "values",
        ];
        let (mut looks, mut puts) = (false, false);
        for reference in class.references(member) {
            let owner = class.text(reference.owner);
            if !reference.kind.dispatches() || !is_container(owner) {
                continue;
            }
            let begins = |names: &[&str]| {
                names.iter().any(|name| class.text(reference.name).starts_with(name))
            };
            let is_both = begins(&BOTH) || (begins(&["get"]) && makes_its_own(owner));
            puts |= is_both || begins(&PUTS);
            looks |= is_both || begins(&LOOKS);
        }
        match (puts, looks) {
            (true, true) => Self::LooksAndPuts,
            (true, false) => Self::Puts,
            (false, _) => Self::None,
        }
    }
}
