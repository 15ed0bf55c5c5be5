//! Where probes are inside the methods that javac makes, and what they imply.
#![expect(clippy::unwrap_used, reason = "a test fails this way")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use tamis_classfile::ClassFile;
use tamis_probes::{Granularity, Implications};
use tamis_testkit::{Job, jdk};

const SOURCE: &str = "
    class A {
        static int a, b; int field;
        static void plain() { B.run(); C.run(); B.run(); }
        static void cut(Runnable first) { first.run(); B.run(); B.run(); }
        static void branch(boolean which) { if (which) { B.run(); } else { C.run(); } B.run(); }
        static void again(boolean which) { B.run(); if (which) { B.run(); C.run(); } }
        static void jdk(boolean which) { if (which) { System.out.println(new StringBuilder()); } }
        static void own(boolean which) { if (which) { a = 1; new A().field = b; } }
        static void lambda(Runnable first) { first.run(); java.util.Objects.isNull((Runnable) B::run); }
    }
    class B { static void run() {} }
    class C { static void run() {} }";

/// What passing the probes of a method of `A` implies: that of its entry, then those inside.
fn implied(name: &str, granularity: Granularity) -> Vec<Vec<String>> {
    static CLASS: LazyLock<Vec<u8>> = LazyLock::new(compiled);
    let class = ClassFile::parse(&CLASS).unwrap();
    let implications = Implications::of(&class, granularity).unwrap();
    let is_named = |member: &tamis_classfile::Member<'_>| {
        member.name(&class).is_ok_and(|found| found.as_bytes() == name.as_bytes())
    };
    let method = class.methods().iter().position(|member| is_named(&member)).unwrap() as u32;
    let probes = implications.probes();
    let inner = (probes.methods()..).zip(probes.inner());
    let inner = inner.filter(|(_, inner)| u32::from(inner.method) == method);
    [method]
        .into_iter()
        .chain(inner.map(|(number, _)| number))
        .map(|number| {
            let names: BTreeSet<String> = implications
                .classes(number, false)
                .map(|class| String::from_utf8_lossy(class.as_bytes()).into_owned())
                .collect();
            names.into_iter().collect()
        })
        .collect()
}

fn compiled() -> Vec<u8> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blocks");
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join("A.java");
    fs::write(&source, SOURCE).unwrap();
    let out = folder.join("classes");
    let sources = vec![source];
    jdk(17).compile(&[Job { out: out.clone(), release: 17, flags: Vec::new(), sources }]);
    fs::read(out.join("A.class")).unwrap()
}

#[test]
fn each_class_is_probed_where_nothing_before_it_is_certain() {
    let rows: [(&str, &[&[&str]]); 7] = [
        ("plain", &[&["B"], &["C"]]),
        ("cut", &[&[], &["B"]]),
        ("branch", &[&[], &["B"], &["C"], &["B"]]),
        ("again", &[&["B"], &["C"]]),
        ("jdk", &[&[]]),
        ("own", &[&[]]),
        ("lambda", &[&[], &["B"]]),
    ];
    for (method, expected) in rows {
        assert_eq!(implied(method, Granularity::Block), expected, "{method}");
    }
}

#[test]
fn entries_imply_all_of_a_method_and_sites_only_themselves() {
    assert_eq!(implied("plain", Granularity::Method), [["B", "C"]]);
    let sites = implied("plain", Granularity::Site);
    assert_eq!(sites, [vec![], vec!["B"], vec!["C"], vec!["B"]]);
}
