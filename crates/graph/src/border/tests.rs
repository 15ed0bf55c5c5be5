//! The text form of sets of border methods, and who calls them.

use tamis_testkit::ClassBuilder;

use super::{BorderMethods, ParseBorderError};
use crate::{
    Border, Calls, ClassEntry, Graph, Knowledge, Methods, Part, ReflectionSites, Technique,
    content_of,
};

#[test]
fn a_set_comes_back_from_its_text() {
    let mut set = BorderMethods::new("JDK 25.0.3+9");
    set.add("p/L", "m(Ljava/lang/String;)V");
    set.add("p/L", "n");
    set.add("p/K", "<init>()V");
    let text = set.to_string();
    assert_eq!(
        text,
        "tamis-border-methods 1 JDK 25.0.3+9\np/K\n <init>()V\np/L\n m(Ljava/lang/String;)V\n n\n"
    );
    assert_eq!(text.parse(), Ok(set));
    assert_eq!(BorderMethods::default().to_string().parse(), Ok(BorderMethods::default()));
}

#[test]
fn other_text_is_refused_with_its_line() {
    let check = |text: &str, error: ParseBorderError| {
        assert_eq!(text.parse::<BorderMethods>(), Err(error), "{text}");
    };
    check("", ParseBorderError::Heading { found: String::new() });
    let found = "tamis-border-methods 12".to_owned();
    check("tamis-border-methods 12", ParseBorderError::Heading { found });
    let found = "m()V".to_owned();
    check("tamis-border-methods 1\n# c\n m()V", ParseBorderError::NoClass { line: 3, found });
    let found = "p/L m".to_owned();
    check("tamis-border-methods 1\np/L m", ParseBorderError::Name { line: 2, found });
}

#[test]
fn the_list_made_by_hand_can_be_read_and_holds_the_four() {
    let minimal = BorderMethods::minimal().unwrap();
    for (class, method) in BorderMethods::four().iter() {
        assert!(minimal.contains(class, method), "{class} {method}");
    }
    assert!(minimal.contains("java/util/ServiceLoader", "load"));
    assert!(!minimal.contains("java/lang/Enum", "valueOf"));
}

/// A class with a method `m`, which calls nothing.
fn with_method(name: &str, superclass: &str) -> ClassBuilder {
    ClassBuilder::class(name, superclass).method_with_flags(1, "m", "()V", &[0xb1])
}

fn calling(name: &str, target: &str) -> ClassBuilder {
    let mut class = ClassBuilder::class(name, "java/lang/Object");
    class.method_reference(target, "m", "()V");
    class
}

/// Graph and calls; the first class is one of the JDK.
fn read(classes: Vec<(&str, ClassBuilder)>) -> (Graph, Calls) {
    let files: Vec<(&str, Vec<u8>)> =
        classes.into_iter().map(|(name, class)| (name, class.bytes())).collect();
    let mut part = Part::Platform;
    let mut next_part = || std::mem::replace(&mut part, Part::Project);
    let entries: Vec<ClassEntry<'_>> = files
        .iter()
        .map(|(name, bytes)| ClassEntry { name, part: next_part(), content: content_of(bytes) })
        .collect();
    let bytes: Vec<&[u8]> = files.iter().map(|(_, bytes)| bytes.as_slice()).collect();
    let graph = Graph::build(&entries, bytes.as_slice());
    let calls = Calls::read(&graph, &entries, bytes.as_slice());
    (graph, calls)
}

#[test]
fn a_call_by_the_name_of_a_subclass_counts_unless_that_has_a_method_of_its_own() {
    let (graph, calls) = read(vec![
        ("L", with_method("L", "java/lang/Object")),
        ("Inherits", ClassBuilder::class("Inherits", "L")),
        ("Overrides", with_method("Overrides", "L")),
        ("X", calling("X", "Inherits")),
        ("Y", calling("Y", "Overrides")),
        ("Z", calling("Z", "L")),
        ("Other", calling("Other", "Absent")),
    ]);
    for method in ["m", "m()V"] {
        let mut set = BorderMethods::new("");
        set.add("L", method);
        let callers: Vec<String> =
            set.callers(&graph, &calls).into_iter().map(|node| graph.name(node).into()).collect();
        assert_eq!(callers, ["X", "Z"], "{method}");
    }
    let mut set = BorderMethods::new("");
    set.add("L", "m(I)V");
    assert!(set.callers(&graph, &calls).is_empty());
}

#[test]
fn border_techniques_do_not_look_into_the_jdk() {
    let mut platform = ClassBuilder::class("L", "java/lang/Object");
    platform.class_constant("A");
    let mut test = ClassBuilder::class("T", "java/lang/Object");
    test.class_constant("L");
    let project = ClassBuilder::class("A", "java/lang/Object");
    let (graph, calls) = read(vec![("L", platform), ("T", test), ("A", project)]);
    let sites = ReflectionSites::find(&graph, &calls, Methods::Four);
    let knowledge = Knowledge { calls: Some(&calls), sites: Some(&sites), ..Knowledge::of(&graph) };
    let [test, changed] = ["T", "A"].map(|name| graph.node(name).unwrap());
    let affected = |technique: Technique| technique.affected(&knowledge, &[test], &[changed]);
    assert_eq!(affected(Technique::Border(Border::Four)), Ok(vec![]));
    assert_eq!(affected(Technique::Naive), Ok(vec![test]));
}

#[test]
fn a_method_that_ran_was_called_by_the_names_above_and_below_it() {
    let (graph, calls) = read(vec![
        ("L", with_method("L", "Above")),
        ("Above", ClassBuilder::class("Above", "java/lang/Object")),
        ("Below", ClassBuilder::class("Below", "L")),
        ("X", calling("X", "Above")),
        ("Y", calling("Y", "Below")),
        ("Z", calling("Z", "Absent")),
    ]);
    let check = |caller: &str, method: &str, expected: &[(&str, &str)]| {
        let mut set = BorderMethods::new("");
        let caller = graph.node(caller).unwrap();
        assert_eq!(set.add_called_by(&graph, &calls, caller, "L", method), !expected.is_empty());
        assert_eq!(set.iter().collect::<Vec<_>>(), expected);
    };
    check("X", "m()V", &[("Above", "m()V")]);
    check("Y", "m()V", &[("Below", "m()V")]);
    check("Z", "m()V", &[]);
    check("X", "n()V", &[]);
    check("X", "m", &[]);
}
