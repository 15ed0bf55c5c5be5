//! Resolution, dispatch, initialisation and extraction, on what javac makes of small sources.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has to fail")]

mod classes;
mod documentation;

use classes::Classes;
use tamis_facts::dispatch::Target;
use tamis_facts::{ReferenceKind, dispatch, encoding, extract, initialise, resolve};

fn methods(names: &[&str]) -> Vec<Target> {
    names.iter().map(|name| Target::Method((*name).to_owned())).collect()
}

#[track_caller]
fn check_targets(classes: &Classes, receiver: &str, method: &str, expected: &[Target]) {
    let found = dispatch::targets(classes, classes.get(receiver), method, "()V").unwrap();
    assert_eq!(found.into_iter().collect::<Vec<_>>(), expected, "{receiver}.{method}");
}

/// JVMS 5.4.5 and 5.4.6, with methods that are private, package-private, of other packages, and default.
#[test]
fn calls_arrive_where_the_jvm_says() {
    let classes = Classes::compile(&[
        (
            "p/A.java",
            "package p; public class A { void f() {} private void g() {} public void h() {} static void s() {} }",
        ),
        (
            "q/B.java",
            "package q; public class B extends p.A { void f() {} void g() {} public void h() {} }",
        ),
        ("p/C.java", "package p; public class C extends q.B { void f() {} }"),
        ("p/I.java", "package p; public interface I { default void d() {} void a(); }"),
        ("p/J.java", "package p; public interface J extends I { default void d() {} }"),
        ("p/K.java", "package p; public interface K extends I { }"),
        ("p/L.java", "package p; public class L implements K, J { public void a() {} }"),
        ("p/M.java", "package p; public abstract class M implements I { }"),
        (
            "p/N.java",
            "package p; public class N extends M { public void a() {} public void d() {} }",
        ),
        ("p/T.java", "package p; public class T extends Thread { }"),
    ]);
    check_targets(&classes, "p/A", "f", &methods(&["p/A"]));
    // `B.f` is in another package and does not override `A.f`: where a call arrives depends on whose `f` it names.
    check_targets(&classes, "q/B", "f", &methods(&["p/A", "q/B"]));
    // `C.f` overrides `A.f` (same package); `B.f` it does not.
    check_targets(&classes, "p/C", "f", &methods(&["p/C", "q/B"]));
    check_targets(&classes, "q/B", "g", &methods(&["p/A", "q/B"]));
    check_targets(&classes, "p/C", "h", &methods(&["q/B"]));
    check_targets(&classes, "p/A", "s", &[]);
    check_targets(&classes, "p/L", "d", &methods(&["p/J"]));
    check_targets(&classes, "p/M", "a", &[Target::Abstract]);
    check_targets(&classes, "p/N", "d", &methods(&["p/N"]));
    check_targets(&classes, "p/T", "run", &[Target::Outside("java/lang/Thread".to_owned())]);
}

#[track_caller]
fn check_link(classes: &Classes, from: &str, name: &str, expected: &str) {
    let from = classes.get(from);
    let reference = from
        .methods()
        .flat_map(|method| from.references(method))
        .find(|reference| from.text(reference.name) == name)
        .unwrap();
    let resolution = resolve::resolve(classes, from, reference);
    let accessible = resolve::is_accessible(classes, from, &resolution);
    let found = match resolution {
        resolve::Resolution::Member { declared_in, .. } if accessible => {
            declared_in.name().to_owned()
        }
        resolve::Resolution::Member { declared_in, .. } => {
            format!("no access to {}", declared_in.name())
        }
        resolve::Resolution::Class(class) => class.name().to_owned(),
        resolve::Resolution::Outside(class) => format!("outside {class}"),
        resolve::Resolution::Missing => "missing".to_owned(),
        resolve::Resolution::WrongKind(class) => format!("wrong kind {}", class.name()),
        resolve::Resolution::Unknown => "unknown".to_owned(),
    };
    assert_eq!(found, expected, "{name}");
}

/// JVMS 5.4.3.2 to 5.4.3.4.
#[test]
fn references_resolve_as_the_jvm_says() {
    let sources = [
        (
            "p/I.java",
            "package p; public interface I { int X = Integer.parseInt(\"1\"); default int d() { return 1; } static int s() { return 1; } }",
        ),
        (
            "p/A.java",
            "package p; public class A { public int y; protected int z; static int h() { return 1; } int pp; private int secret; class In { int r() { return secret; } } }",
        ),
        ("p/B.java", "package p; public class B extends A implements I { }"),
        (
            "p/U.java",
            "package p; class U extends Thread { int f(B b) { return B.X + b.y + B.h() + b.d() + I.s() + b.hashCode(); } void g() { setName(\"\"); } }",
        ),
        ("q/D.java", "package q; public class D extends p.B { int f() { return z; } }"),
    ];
    let mut classes = Classes::compile(&sources);
    check_link(&classes, "p/U", "X", "p/I");
    check_link(&classes, "p/U", "y", "p/A");
    check_link(&classes, "p/U", "h", "p/A");
    check_link(&classes, "p/U", "d", "p/I");
    check_link(&classes, "p/U", "s", "p/I");
    check_link(&classes, "p/U", "hashCode", "outside java/lang/Object");
    check_link(&classes, "p/U", "setName", "outside java/lang/Thread");
    check_link(&classes, "q/D", "z", "p/A");
    check_link(&classes, "p/A$In", "secret", "p/A");
    // Against another version of the classes that the callers were compiled with.
    let changed = Classes::compile(&[
        ("p/I.java", "package p; public class I { }"),
        ("p/A.java", "package p; public class A { private int y; int z; }"),
        (
            "p/B.java",
            "package p; public class B extends A { int h; public static int h() { return 2; } }",
        ),
    ]);
    classes.replace(changed);
    check_link(&classes, "p/U", "X", "missing");
    check_link(&classes, "p/U", "y", "no access to p/A");
    check_link(&classes, "p/U", "h", "p/B");
    check_link(&classes, "p/U", "s", "wrong kind p/I");
    check_link(&classes, "q/D", "z", "no access to p/A");
}

#[test]
fn a_class_that_cannot_be_read_leaves_everything_above_it_unknown() {
    let mut classes = Classes::compile(&[
        ("p/A.java", "package p; public class A { public void f() {} }"),
        ("p/B.java", "package p; public class B extends A { }"),
        ("p/U.java", "package p; class U { void u(B b) { b.f(); } }"),
    ]);
    check_link(&classes, "p/U", "f", "p/A");
    classes.break_class("p/A");
    check_link(&classes, "p/U", "f", "unknown");
    assert!(dispatch::targets(&classes, classes.get("p/B"), "f", "()V").is_none());
    assert!(initialise::initialisation(&classes, classes.get("p/B")).is_none());
    let method =
        classes.get("p/U").methods().find(|m| classes.get("p/U").text(m.name) == "u").unwrap();
    let mut digest = tamis_facts::Digest::new();
    assert!(resolve::closed(&classes, classes.get("p/U"), method, &mut digest).is_none());
    assert!(resolve::initialises(ReferenceKind::New));
}

/// A caller that names a class only in descriptors no longer verifies when that class stops extending another.
#[test]
fn a_supertype_that_goes_changes_the_links_of_methods_that_pass_its_objects_on() {
    let caller = ("p/U.java", "package p; class U { void f() { X.take(X.make()); } }");
    let of = |sub: &str| {
        let source = format!(
            "package p; class X {{ static class A {{ }} static class B {sub} {{ }} static B make() {{ return null; }} static void take(A a) {{ }} }}"
        );
        ("p/X.java", source)
    };
    let (before, after) = (of("extends A"), of(""));
    let mut classes = Classes::compile(&[caller, (before.0, &before.1)]);
    let closed = |classes: &Classes| {
        let class = classes.get("p/U");
        let method = class.methods().find(|method| class.text(method.name) == "f").unwrap();
        resolve::closed(classes, class, method, &mut tamis_facts::Digest::new()).unwrap()
    };
    let whole = closed(&classes);
    assert_eq!(whole, closed(&classes));
    classes.replace(Classes::compile(&[(after.0, &after.1)]));
    assert_ne!(whole, closed(&classes));
}

/// JVMS 5.5: superclasses, and superinterfaces that declare a default method.
#[test]
fn initialisation_runs_through_superclasses_and_interfaces_with_default_methods() {
    let classes = Classes::compile(&[
        (
            "p/I.java",
            "package p; interface I { int X = Integer.parseInt(\"1\"); default void d() {} }",
        ),
        ("p/J.java", "package p; interface J extends I { int Y = Integer.parseInt(\"1\"); }"),
        ("p/A.java", "package p; class A implements J { static int a = Integer.parseInt(\"1\"); }"),
        ("p/B.java", "package p; class B extends A { }"),
    ]);
    let names = |name: &str| -> Vec<(String, Option<bool>)> {
        initialise::initialisation(&classes, classes.get(name))
            .unwrap()
            .iter()
            .map(|each| (each.class.to_owned(), each.has_initialiser))
            .collect()
    };
    let object = ("java/lang/Object".to_owned(), None);
    let i = ("p/I".to_owned(), Some(true));
    let a = ("p/A".to_owned(), Some(true));
    assert_eq!(names("p/B"), [object, i, a, ("p/B".to_owned(), Some(false))]);
    assert_eq!(names("p/J"), [("p/J".to_owned(), Some(true))]);
}

#[test]
fn facts_come_back_from_bytes_and_damage_does_not() {
    let classes = Classes::compile(&[(
        "p/A.java",
        "package p; @Deprecated class A<T> implements Runnable { int x = 1; static final long K = 5; \
         Runnable r = () -> run(); public void run() { new Object() { int y; }; } }",
    )]);
    for facts in classes.all() {
        let mut bytes = Vec::new();
        encoding::encode(facts, &mut bytes);
        assert_eq!(encoding::decode(&bytes).as_ref(), Some(facts));
        for length in 0..bytes.len() {
            assert_eq!(encoding::decode(&bytes[..length]), None, "cut to {length}");
        }
        bytes.push(0);
        assert_eq!(encoding::decode(&bytes), None);
    }
}

#[test]
fn a_relative_that_cannot_be_read_costs_only_itself() {
    let files = Classes::compile_files(&[(
        "p/A.java",
        "package p; class A { Runnable r = new Runnable() { public void run() { } }; Runnable s = () -> r.run(); }",
    )]);
    let bytes: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
    let all = extract(&bytes);
    assert!(all.len() == 2 && all.iter().all(Result::is_ok));
    let (whole, cut) = (bytes[0], &bytes[1][..bytes[1].len() - 3]);
    let results = extract(&[whole, cut]);
    assert!(results[0].is_ok() && results[1].is_err());
    // In whatever order they come.
    let turned = extract(&[bytes[1], bytes[0]]);
    assert_eq!(turned[0].as_ref().unwrap(), all[1].as_ref().unwrap());
    assert_eq!(turned[1].as_ref().unwrap(), all[0].as_ref().unwrap());
}

/// Facts are stored and shared. If this fails, what fingerprints are made from has changed: then `FORMAT_VERSION` has to
/// change with it.
#[test]
fn facts_of_a_class_are_the_same_everywhere() {
    let golden = [
        ("new-Plain.class", "16788bd0cd6042be62e5a887c96420d9"),
        ("old-Marks_Use.class", "9809935cbeca3751b6a37d8f3e4a4fa2"),
        ("modern-Shapes.class", "fcf5f7071808976f9618fef59ac961f1"),
    ];
    let seeds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/reader");
    for (name, expected) in golden {
        let bytes = std::fs::read(seeds.join(name)).unwrap();
        let facts = extract(&[&bytes]).remove(0).unwrap();
        assert_eq!(facts.all.to_string(), expected, "{name}");
    }
}

/// An extractor is used for many classes: what is wrong with one must not show in the next.
#[test]
fn a_damaged_class_leaves_nothing_behind() {
    let files = Classes::compile_files(&[(
        "p/A.java",
        "package p; @Deprecated class A { int f(int x) { switch (x) { case 1: return 2; default: return 3; } } \
         Runnable r() { return () -> f(1); } }",
    )]);
    let whole = files[0].as_slice();
    let expected = extract(&[whole]).remove(0).unwrap();
    let mut extractor = tamis_facts::Extractor::default();
    let mut failed = 0;
    for position in 0..whole.len() {
        let mut damaged = whole.to_vec();
        damaged[position] ^= 0x55;
        failed += usize::from(extractor.family(&[&damaged])[0].is_err());
        assert_eq!(extractor.family(&[whole])[0].as_ref(), Ok(&expected), "after byte {position}");
    }
    assert!(failed > 100, "only {failed} of the damaged classes were refused");
}
