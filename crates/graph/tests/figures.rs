//! The published examples, as programs: which tests each technique selects.

#[cfg(test)]
#[path = "fixture/compiled.rs"]
mod compiled;

use compiled::Program;
use tamis_graph::{
    Border, BorderMethods, Graph, Knowledge, Methods, MissingKnowledge, Node, Reached, Recorded,
    ReflectionSites, StringTargets, Technique,
};

/// Everything that the techniques can know of the first program.
struct Known {
    graph: Graph,
    calls: tamis_graph::Calls,
    sites: ReflectionSites,
    strings: StringTargets,
    recorded: Recorded,
    border: BorderMethods,
}

impl Known {
    fn of(program: &Program) -> Self {
        let graph = program.graph();
        let calls = program.calls(&graph);
        let sites = ReflectionSites::find(&graph, &calls, Methods::Four);
        let strings = StringTargets::find(&graph, &calls, program.files(), Methods::Four);
        let node = |name: &str| graph.node(name).expect("a class of the program");
        // What a run of all four tests sees: `L` makes `A4` and `A1`, both during `T1`.
        let mut recorded = Recorded::default();
        ["T1", "T2", "T3", "T4"].map(node).into_iter().for_each(|test| recorded.add_test(test));
        recorded.add(node("T1"), node("L"), node("A4"));
        recorded.add(node("T1"), node("L"), node("A1"));
        let mut border = BorderMethods::new("");
        border.add("L", "load(Ljava/lang/String;)Ljava/lang/Class;");
        Self { graph, calls, sites, strings, recorded, border }
    }

    fn knowledge(&self) -> Knowledge<'_> {
        Knowledge {
            calls: Some(&self.calls),
            sites: Some(&self.sites),
            strings: Some(&self.strings),
            recorded: Some(&self.recorded),
            border: Some(&self.border),
            ..Knowledge::of(&self.graph)
        }
    }
}

fn names(graph: &Graph, nodes: &[Node]) -> Vec<String> {
    nodes.iter().map(|node| graph.name(*node).into_owned()).collect()
}

#[test]
fn figure1_each_technique_selects_the_published_tests() {
    for release in [8, 17] {
        let known = Known::of(&Program::compile("figure1", release));
        let node = |name: &str| known.graph.node(name).unwrap();
        let tests = ["T1", "T2", "T3", "T4"].map(node);
        let check = |technique: Technique, expected: &[&str]| {
            let knowledge = known.knowledge();
            let affected = technique.affected(&knowledge, &tests, &[node("A4")]).unwrap();
            assert_eq!(names(&known.graph, &affected), expected, "{}", technique.name());
            // The three questions have one answer.
            for test in tests {
                let is_affected = affected.contains(&test);
                let rests_on = technique.rests_on(&knowledge, test).unwrap();
                assert_eq!(rests_on.contains(node("A4")), is_affected, "{}", technique.name());
                let path = technique.path(&knowledge, test, &[node("A4")]).unwrap();
                assert_eq!(path.is_some(), is_affected, "{}", technique.name());
            }
        };
        check(Technique::Unaware, &["T4"]);
        check(Technique::Naive, &["T1", "T3", "T4"]);
        check(Technique::String, &["T1", "T3", "T4"]);
        for border in [Border::Static, Border::Dynamic, Border::Minimal] {
            check(Technique::Border(border), &["T1", "T4"]);
        }
        // Nobody but the JDK calls one of the four here: this set misses `T1`, as published.
        check(Technique::Border(Border::Four), &["T4"]);
        check(Technique::Dynamic, &["T1", "T3", "T4"]);
        check(Technique::PerTest, &["T1", "T4"]);
    }
}

#[test]
fn figure1_paths_tell_how_a_test_gets_to_the_change() {
    let known = Known::of(&Program::compile("figure1", 17));
    let node = |name: &str| known.graph.node(name).unwrap();
    let path = |technique: Technique, test: &str| {
        let path = technique.path(&known.knowledge(), node(test), &[node("A4")]).unwrap();
        path.map(|path| names(&known.graph, &path).join(" "))
    };
    assert_eq!(path(Technique::Unaware, "T4").as_deref(), Some("T4 A4"));
    assert_eq!(path(Technique::Unaware, "T1"), None);
    assert_eq!(path(Technique::Naive, "T3").as_deref(), Some("T3 A3 L * A4"));
    assert_eq!(path(Technique::String, "T3").as_deref(), Some("T3 A3 L A4"));
    assert_eq!(path(Technique::Border(Border::Static), "T1").as_deref(), Some("T1 A1 * A4"));
    assert_eq!(path(Technique::PerTest, "T1").as_deref(), Some("T1 A1 L A4"));
}

#[test]
fn figure1_strings_are_put_together_across_methods() {
    for release in [8, 17] {
        let known = Known::of(&Program::compile("figure1", release));
        let edges = known.strings.edges(&known.graph);
        let edges: Vec<String> =
            edges.iter().map(|(from, to)| names(&known.graph, &[*from, *to]).join(" ")).collect();
        let mut sorted = edges.clone();
        sorted.sort();
        assert_eq!(sorted, ["L A1", "L A3", "L A4"]);
    }
}

#[test]
fn figure3_per_test_misses_what_an_initialiser_did_for_a_later_test() {
    let program = Program::compile("figure3", 17);
    let graph = program.graph();
    let node = |name: &str| graph.node(name).unwrap();
    let tests = ["T1", "T2"].map(node);
    let changed = [node("SessionImpl")];
    let select = |recorded: &Recorded, technique: Technique| {
        let knowledge = Knowledge { recorded: Some(recorded), ..Knowledge::of(&graph) };
        names(&graph, &technique.affected(&knowledge, &tests, &changed).unwrap())
    };
    // As a listener sees it: the initialiser runs during `T1`.
    let mut recorded = Recorded::default();
    tests.into_iter().for_each(|test| recorded.add_test(test));
    recorded.add(tests[0], node("Server"), node("SessionImpl"));
    assert_eq!(select(&recorded, Technique::PerTest), ["T1"]);
    assert_eq!(select(&recorded, Technique::Dynamic), ["T1", "T2"]);
    assert_eq!(select(&recorded, Technique::Unaware), Vec::<String>::new());
    // What ran in an initialiser belongs to all who use the class: recorded so, nothing is missed.
    recorded.add(tests[1], node("Server"), node("SessionImpl"));
    assert_eq!(select(&recorded, Technique::PerTest), ["T1", "T2"]);
    let mut shared = Recorded::default();
    tests.into_iter().for_each(|test| shared.add_test(test));
    shared.add_shared(node("Server"), node("SessionImpl"));
    assert_eq!(select(&shared, Technique::PerTest), ["T1", "T2"]);
}

#[test]
fn figure3_a_test_that_was_not_recorded_may_do_anything() {
    let program = Program::compile("figure3", 17);
    let mut graph = program.graph();
    let unrelated = graph.intern("Unrelated");
    let test = graph.node("T1").unwrap();
    let recorded = Recorded::default();
    let knowledge = Knowledge { recorded: Some(&recorded), ..Knowledge::of(&graph) };
    for technique in [Technique::Dynamic, Technique::PerTest] {
        assert_eq!(technique.affected(&knowledge, &[test], &[unrelated]), Ok(vec![test]));
        assert_eq!(technique.affected(&knowledge, &[test], &[]), Ok(vec![]));
        assert_eq!(technique.rests_on(&knowledge, test), Ok(Reached::Anything));
        let path = technique.path(&knowledge, test, &[unrelated]);
        assert_eq!(path, Ok(Some(vec![test, Node::ANYTHING, unrelated])));
    }
}

#[test]
fn a_technique_without_what_it_needs_says_so() {
    let graph = Graph::default();
    let check = |technique: Technique, missing: MissingKnowledge| {
        let answer = technique.affected(&Knowledge::of(&graph), &[], &[Node::ANYTHING]);
        assert_eq!(answer, Err(missing), "{}", technique.name());
    };
    check(Technique::Naive, MissingKnowledge::Sites);
    check(Technique::String, MissingKnowledge::Strings);
    check(Technique::Border(Border::Four), MissingKnowledge::Calls);
    let calls = tamis_graph::Calls::read(&graph, &[], [[0_u8; 0]; 0].as_slice());
    let with_calls = Knowledge { calls: Some(&calls), ..Knowledge::of(&graph) };
    for (border, expected) in [
        (Border::Static, Err(MissingKnowledge::Border)),
        (Border::Dynamic, Err(MissingKnowledge::Border)),
        (Border::Four, Ok(vec![])),
        (Border::Minimal, Ok(vec![])),
    ] {
        let answer = Technique::Border(border).affected(&with_calls, &[], &[Node::ANYTHING]);
        assert_eq!(answer, expected, "{border:?}");
    }
    check(Technique::Dynamic, MissingKnowledge::Recorded);
    check(Technique::PerTest, MissingKnowledge::Recorded);
    for (name, technique) in Technique::ALL {
        assert_eq!((name.parse(), technique.name()), (Ok(technique), name));
    }
    assert!("static-magic".parse::<Technique>().is_err());
}
