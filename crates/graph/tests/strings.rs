//! What is found out about the strings that reflection methods are given.

#[cfg(test)]
#[path = "fixture/compiled.rs"]
mod compiled;

use std::collections::BTreeMap;

use compiled::Program;
use tamis_graph::{Calls, Graph, Methods, Names, ReflectionSites, StringTargets};

/// What each method of `Cases` asks for: patterns, or `?`.
fn found(release: u16) -> BTreeMap<String, Vec<String>> {
    let program = Program::compile("strings", release);
    let graph = program.graph();
    let calls = program.calls(&graph);
    let targets = StringTargets::find(&graph, &calls, program.files(), Methods::Four);
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for site in targets.sites() {
        assert!(graph.name(site.class).starts_with("Cases"), "{site:?}");
        let method = site.method.split('(').next().unwrap_or_default().to_owned();
        let names = found.entry(method).or_default();
        match &site.names {
            Names::Anything => names.push("?".to_owned()),
            Names::Patterns(patterns) => names.extend(patterns.iter().map(ToString::to_string)),
        }
    }
    found
}

#[test]
fn strings_of_all_cases_are_found_or_said_to_be_unknown() {
    for release in [8, 17] {
        let mut found = found(release);
        let mut check = |method: &str, names: &[&str]| {
            let found = found.remove(method).unwrap_or_default();
            assert_eq!(found, names, "{method}, release {release}");
        };
        check("literal", &["p.Literal"]);
        check("either", &["p.First", "p.Second"]);
        check("joined", &["p.*.Impl"]);
        check("numbered", &["p.C7Xtrue"]);
        check("built", &["p.Built", "p.BuiltMore"]);
        check("looped", &["?"]);
        check("escaped", &["?"]);
        check("constant", &["p.Constant"]);
        check("computed", &["p.Cases"]);
        check("variable", &["?"]);
        check("classLiteral", &["Cases$Inner"]);
        check("slashes", &["p.q.Slashed"]);
        check("concatenated", &["p.Concatenated"]);
        check("fallback", &["p.Fallback", "p.Fallback"]);
        check("recursive", &["p.Recursive"]);
        check("growing", &["p.Growing", "*x"]);
        check("returned", &["p.ListImpl", "p.MapImpl"]);
        check("nobody", &["?"]);
        // A method reference is called with whatever.
        check("", &["?"]);
        // Called with a string that is known, and behind a method reference with any.
        check("referred", &["?"]);
        check("aliased", &["?"]);
        check("array", &["[Lp.Element;"]);
        check("define", &["?"]);
        check("system", &["p.System"]);
        check("own", &["p.Own"]);
        check("virtual", &["p.One", "p.Two"]);
        assert_eq!(found, BTreeMap::new());
    }
}

#[test]
fn no_flipped_byte_makes_the_search_panic_or_go_on_forever() {
    let program = Program::compile("strings", 17);
    let cases = program.entries().iter().position(|entry| entry.name == "Cases").unwrap();
    let whole = program.files()[cases].clone();
    // A prime, so that bytes of all kinds are hit.
    for place in (0..whole.len()).step_by(7) {
        for flip in [0x01, 0x80, 0xff] {
            let mut files = program.files().to_vec();
            files[cases][place] ^= flip;
            let graph = Graph::build(&program.entries(), files.as_slice());
            let calls = Calls::read(&graph, &program.entries(), files.as_slice());
            let targets = StringTargets::find(&graph, &calls, files.as_slice(), Methods::Four);
            // Whoever calls a reflection method is told of, whatever its code looks like.
            let sites = ReflectionSites::find(&graph, &calls, Methods::Four);
            for (class, _) in sites.iter() {
                let is_told = targets.sites().iter().any(|site| site.class == class);
                assert!(is_told || graph.damage(class).is_some(), "byte {place}, {flip:#x}");
            }
        }
    }
}

#[test]
fn names_in_full_are_told_also_of_classes_that_nobody_mentions() {
    let program = Program::compile("strings", 17);
    let mut graph = program.graph();
    let calls = program.calls(&graph);
    let targets = StringTargets::find(&graph, &calls, program.files(), Methods::Four);
    let names = targets.literal_names();
    assert!(names.contains("p/Literal") && names.contains("p/Element"));
    assert!(!names.contains("p/Harmless"));
    assert_eq!(graph.node("p/Literal"), None);
    let literal = graph.intern("p/Literal");
    let with_gap = graph.intern("p/x/y/Impl");
    let edges = targets.edges(&graph);
    let cases = graph.node("Cases").unwrap();
    assert!(edges.contains(&(cases, literal)));
    assert!(edges.contains(&(cases, with_gap)));
}
