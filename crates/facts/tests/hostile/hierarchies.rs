//! Hierarchies that are too deep to walk, or have more paths through them than can be walked.

use tamis_facts::changes::{Subject, What, compare};
use tamis_facts::dispatch::{self, Target};
use tamis_facts::resolve::{self, Resolution};
use tamis_facts::{Digest, initialise};
use tamis_testkit::ClassBuilder;

use crate::classes::{Classes, reference};

const PUBLIC: u16 = 0x0001;
const STATIC: u16 = 0x0008;
const ABSTRACT: u16 = 0x0400;
/// `return`.
const RETURN: [u8; 1] = [0xb1];

/// `user.use` calls `owner.m()`, and loads `owner.x`.
fn user(owner: &str) -> ClassBuilder {
    let mut user = ClassBuilder::class("User", "java/lang/Object");
    let [m_high, m_low] = user.method_reference(owner, "m", "()V").to_be_bytes();
    let [x_high, x_low] = user.field_reference(owner, "x", "I").to_be_bytes();
    // aconst_null, invokevirtual, getstatic, pop, return.
    user.method("use", "()V", &[0x01, 0xb6, m_high, m_low, 0xb2, x_high, x_low, 0x57, 0xb1])
}

/// `C0` extends `Object`, and each next one the one before. `C0` has `m()` and `x`.
fn chain(length: usize) -> Vec<ClassBuilder> {
    let class = |number: usize| match number {
        0 => ClassBuilder::class("C0", "java/lang/Object")
            .field(PUBLIC | STATIC, "x", "I")
            .method_with_flags(PUBLIC, "m", "()V", &RETURN),
        _ => ClassBuilder::class(&format!("C{number}"), &format!("C{}", number - 1)),
    };
    (0..length).map(class).chain([user(&format!("C{}", length - 1))]).collect()
}

/// What is at the far end of a chain is found, unless the chain is deeper than any walk may go: then it is unknown, and
/// not missing.
#[test]
fn superclasses_beyond_512_are_unknown() {
    for (length, is_known) in [(500, true), (600, false)] {
        let classes = Classes::of(chain(length));
        let lowest = classes.get(&format!("C{}", length - 1));
        let from = classes.get("User");
        for name in ["m", "x"] {
            let (_, reference) = reference(from, "use", name);
            let resolution = resolve::resolve(&classes, from, reference);
            if is_known {
                assert!(matches!(resolution, Resolution::Member { .. }), "{name}: {resolution:?}");
            } else {
                assert!(matches!(resolution, Resolution::Unknown), "{name}: {resolution:?}");
            }
            let link = resolve::link(&classes, from, reference, &mut Digest::new());
            assert_eq!(link.is_some(), is_known, "the link to {name}");
        }
        let targets = dispatch::targets(&classes, lowest, "m", "()V");
        assert_eq!(targets.is_some(), is_known);
        assert_eq!(initialise::initialisation(&classes, lowest).is_some(), is_known);
        assert_eq!(
            initialise::fingerprint(&classes, lowest, &mut Digest::new()).is_some(),
            is_known
        );
    }
}

/// A class that extends itself by way of another is refused by the JVM; here, the walk ends.
#[test]
fn a_cycle_of_superclasses_is_unknown() {
    let classes =
        Classes::of([ClassBuilder::class("A", "B"), ClassBuilder::class("B", "A"), user("A")]);
    let from = classes.get("User");
    for name in ["m", "x"] {
        let (_, reference) = reference(from, "use", name);
        let resolution = resolve::resolve(&classes, from, reference);
        assert!(
            !matches!(resolution, Resolution::Member { .. } | Resolution::Outside(_)),
            "{name}"
        );
    }
    assert!(dispatch::targets(&classes, classes.get("A"), "m", "()V").is_none());
}

/// Comparing asks of each class whether it is below a changed one. Walking up 20,000 interfaces would take more stack
/// than a thread has.
#[test]
fn a_change_above_20000_interfaces_is_reported() {
    let interfaces = |top: ClassBuilder| {
        let next = |number: usize| {
            let interface = ClassBuilder::interface(&format!("I{number}"));
            interface.implements(&format!("I{}", number - 1))
        };
        Classes::of([top].into_iter().chain((1..20_000).map(next)))
    };
    let old = interfaces(ClassBuilder::interface("I0"));
    let new = interfaces(ClassBuilder::interface("I0").bodiless(PUBLIC | ABSTRACT, "m", "()V"));
    let comparison = compare(&old.side(), &new.side(), false);
    let is_added = comparison.changes.iter().any(|change| {
        let is_method = matches!(&change.subject, Subject::Method { name, .. } if name == "m");
        is_method && matches!(change.what, What::Added)
    });
    assert!(is_added, "{:?}", comparison.changes);
}

/// Package-private methods in two packages by turns: each overrides every second one above it. Whether the lowest
/// overrides the highest can be asked along 2^98 paths.
#[test]
fn overriding_along_many_paths_is_found_out_once() {
    let class = |number: usize| {
        let name = |number: usize| format!("{}/C{number}", ["p", "q"][number % 2]);
        let superclass = if number == 0 { "java/lang/Object".to_owned() } else { name(number - 1) };
        ClassBuilder::class(&name(number), &superclass).method_with_flags(0, "m", "()V", &RETURN)
    };
    let classes = Classes::of((0..200).map(class));
    let targets = dispatch::targets(&classes, classes.get("q/C199"), "m", "()V").unwrap();
    // Calls through a class of package `p` arrive at the lowest one of `p`, and likewise for `q`.
    let expected = ["p/C198", "q/C199"].map(|name| Target::Method(name.to_owned()));
    assert_eq!(targets.into_iter().collect::<Vec<_>>(), expected);
}

/// Two interfaces on each level, both of which extend both on the level above: 2^100 paths to the top. `Bottom`
/// implements the lowest two.
fn lattice(top: impl Fn(ClassBuilder) -> ClassBuilder) -> Classes {
    let interface = |(level, side): (usize, char)| {
        let interface = ClassBuilder::interface(&format!("{side}{level}"));
        match level {
            0 => top(interface),
            _ => interface
                .implements(&format!("L{}", level - 1))
                .implements(&format!("R{}", level - 1)),
        }
    };
    let interfaces = (0..=100).flat_map(|level| [(level, 'L'), (level, 'R')]).map(interface);
    let bottom = ClassBuilder::class("Bottom", "java/lang/Object");
    let bottom = bottom.implements("L100").implements("R100");
    Classes::of(interfaces.chain([bottom, user("Bottom")]))
}

#[test]
fn superinterfaces_along_many_paths_are_visited_once() {
    let classes = lattice(|top| top.method_with_flags(PUBLIC, "d", "()V", &RETURN));
    let (bottom, from) = (classes.get("Bottom"), classes.get("User"));
    let targets = dispatch::targets(&classes, bottom, "d", "()V").unwrap();
    assert_eq!(targets.into_iter().collect::<Vec<_>>(), [Target::Conflict]);
    let initialised = initialise::initialisation(&classes, bottom).unwrap();
    let names: Vec<&str> = initialised.iter().map(|each| each.class).collect();
    assert_eq!(names, ["java/lang/Object", "L0", "R0", "Bottom"]);
    // Nobody declares what `User` names, so that every path is searched.
    for name in ["m", "x"] {
        let (_, reference) = reference(from, "use", name);
        let resolution = resolve::resolve(&classes, from, reference);
        assert!(matches!(resolution, Resolution::Missing), "{name}: {resolution:?}");
    }
    let (method, _) = reference(from, "use", "m");
    assert!(resolve::closed(&classes, from, method, &mut Digest::new()).is_some());
}

/// A change at the top is found along the first path; one of a class beside them only when all have been searched.
#[test]
fn a_change_above_or_beside_many_paths_is_reported() {
    let added = |old: &Classes, new: &Classes| {
        let changes = compare(&old.side(), &new.side(), false).changes;
        changes.iter().filter(|change| matches!(change.what, What::Added)).count()
    };
    let with_m = |top: ClassBuilder| top.method_with_flags(PUBLIC, "m", "()V", &RETURN);
    let plain = lattice(|top| top);
    assert_eq!(added(&plain, &lattice(with_m)), 2);
    let beside = || ClassBuilder::class("Beside", "java/lang/Object");
    let with = |class: ClassBuilder| {
        let mut classes = lattice(|top| top);
        classes.add(class);
        classes
    };
    assert_eq!(added(&with(beside()), &with(with_m(beside()))), 1);
}
