//! Tests of tests: how many there are, what they expect, how they are written.

use super::*;
use crate::java::{Expression, MethodDeclaration, Style, Target, sources};
use crate::{CONSTRAINTS, Constraint, enumerate};

/// A superclass with a literal, and a subclass that calls it.
fn two_classes() -> Sources {
    let method = |name: &str, result| MethodDeclaration {
        modifiers: "public".to_owned(),
        name: name.to_owned(),
        parameter: None,
        result,
    };
    let mut upper = Unit::empty(UnitKind::Class, ClassName::new("p", "A"));
    upper.methods.push(method("m", Expression::Number(7)));
    let mut lower = Unit::empty(UnitKind::Class, ClassName::new("p", "B"));
    lower.superclass = Some(upper.name.clone());
    let call = Expression::Call { target: Target::Super, method: "m".to_owned(), argument: None };
    lower.methods.push(method("n", call));
    Sources { units: vec![upper, lower], ..Sources::default() }
}

fn plan(sizes: &[usize]) -> TestPlan {
    TestPlan { sizes: sizes.to_vec(), ..TestPlan::default() }
}

#[test]
fn size_one_has_one_test_for_each_class() {
    let tests = tests(&two_classes(), &plan(&[1]));
    assert_eq!(tests.len(), 2);
    assert!(tests.iter().all(|test| test.statements.len() == 1));
}

#[test]
fn size_two_has_each_operation_on_each_class() {
    let tests = tests(&two_classes(), &plan(&[2]));
    let calls = tests.iter().filter(|test| matches!(test.statements[1], Statement::Call { .. }));
    // A.m, B.m, B.n; the others make two objects.
    assert_eq!(calls.count(), 3);
    assert_eq!(tests.len(), 3 + 4);
}

#[test]
fn a_call_by_super_gives_what_the_superclass_says() {
    let tests = tests(&two_classes(), &plan(&[2]));
    let seven = tests.iter().filter(|test| test.expectations.contains(&Expectation::Number(7)));
    assert_eq!(seven.count(), 3);
}

#[test]
fn a_test_is_written_with_what_is_expected() {
    let tests = tests(&two_classes(), &plan(&[2]));
    let test = tests.iter().find(|test| test.expectations.contains(&Expectation::Number(7)));
    let file = test.unwrap().file("p.tests");
    assert!(file.path.starts_with("p/tests/TestGroup2Case"), "{}", file.path);
    for line in
        ["p.A v0 = new p.A();", "kept[0] = v0;", "long v1 = v0.m();", "assertEquals(7L, v1);"]
    {
        assert!(file.text.contains(line), "{line} in\n{}", file.text);
    }
}

#[test]
fn calls_in_a_circle_make_no_test() {
    let mut sources = two_classes();
    let call = |method: &str| Expression::Call {
        target: Target::This,
        method: method.to_owned(),
        argument: None,
    };
    sources.units[1].methods[0].result = call("k");
    let mut other = sources.units[1].methods[0].clone();
    other.name = "k".to_owned();
    other.result = call("n");
    sources.units[1].methods.push(other);
    for test in tests(&sources, &TestPlan::default()) {
        for statement in &test.statements {
            if let Statement::Call { method, .. } = statement {
                assert_eq!(method.name, "m");
            }
        }
    }
}

#[test]
fn tests_are_the_same_again_and_no_more_than_asked_for() {
    let constraint = Constraint::find("JD4").unwrap();
    let program = &enumerate(constraint).unwrap()[1_000];
    let sources = sources(program, &constraint.names, Style::Resolved, "g");
    let all = tests(&sources, &TestPlan::default());
    assert_eq!(all, tests(&sources, &TestPlan::default()));
    for size in [1, 2, 4, 100] {
        let group = format!("TestGroup{size}Case");
        let own: Vec<&Test> = all.iter().filter(|test| test.name.starts_with(&group)).collect();
        assert!(own.len() <= 50, "{size}: {}", own.len());
        assert!(own.iter().all(|test| test.statements.len() <= size));
    }
    let names: BTreeSet<&String> = all.iter().map(|test| &test.name).collect();
    assert_eq!(names.len(), all.len());
}

#[test]
fn programs_of_all_constraints_have_tests() {
    for constraint in CONSTRAINTS.iter().skip(1) {
        for program in enumerate(constraint).unwrap().iter().step_by(701) {
            let sources = sources(program, &constraint.names, Style::Resolved, "g");
            assert!(tests(&sources, &TestPlan::default()).len() >= 3, "{}", constraint.id);
        }
    }
}
