//! Which tests are found, and by what they run.

use tamis_vocab::ClassName;

use super::libraries::{JUNIT3, JUNIT4, JUPITER, LAUNCHER, Project, TESTNG, VINTAGE};
use crate::plain::{Named, PlainError, Plan};

const SOURCES: &[(&str, &str)] = &[
    ("p/FourTest.java", "package p; public class FourTest { @org.junit.Test public void a() {} }"),
    (
        "p/BaseTest.java",
        "package p; public abstract class BaseTest { @org.junit.Test public void a() {} }",
    ),
    ("p/HeirTest.java", "package p; public class HeirTest extends BaseTest { }"),
    (
        "p/TestRunner.java",
        "package p; @org.junit.runner.RunWith(org.junit.runners.Suite.class) public class TestRunner { }",
    ),
    ("p/ThreeTest.java", "package p; public class ThreeTest extends junit.framework.TestCase { }"),
    (
        "p/SuiteTests.java",
        "package p; public class SuiteTests { public static junit.framework.Test suite() { return null; } }",
    ),
    ("p/NoTest.java", "package p; public class NoTest { static class InnerTest { } }"),
    ("p/Helper.java", "package p; public class Helper { @org.junit.Test public void a() {} }"),
];

const JUPITER_SOURCES: &[(&str, &str)] = &[
    ("p/FiveTest.java", "package p; class FiveTest { @org.junit.jupiter.api.Test void a() {} }"),
    (
        "p/Fast.java",
        "package p; import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) \
         @org.junit.jupiter.api.Test public @interface Fast { }",
    ),
    ("p/MetaTest.java", "package p; class MetaTest { @Fast void a() {} }"),
    ("p/FaceTest.java", "package p; interface FaceTest { @Fast default void a() {} }"),
    ("p/ImplTest.java", "package p; class ImplTest implements FaceTest { }"),
    (
        "p/OuterTest.java",
        "package p; class OuterTest { @org.junit.jupiter.api.Nested class Inner { @Fast void a() {} } }",
    ),
    ("p/FourTest.java", "package p; public class FourTest { @org.junit.Test public void a() {} }"),
];

fn text(project: &Project, named: &[Named]) -> Result<String, PlainError> {
    Plan::of(&project.class_files(), named).map(|plan| plan.text())
}

#[test]
fn junit_4_runs_classes_of_3_and_4() {
    let project = Project::new(&[JUNIT4], SOURCES);
    let expected = "junit4 p.FourTest\njunit4 p.HeirTest\njunit4 p.SuiteTests\n\
                    junit4 p.TestRunner\njunit4 p.ThreeTest\n";
    assert_eq!(text(&project, &[]).unwrap(), expected);
    let plan = Plan::of(&project.class_files(), &[]).unwrap();
    assert_eq!(plan.left_out, [ClassName::internal("p/NoTest")]);
    let three = &SOURCES[4..6];
    let project = Project::new(&[JUNIT3], three);
    assert_eq!(text(&project, &[]).unwrap(), "junit3 p.SuiteTests\njunit3 p.ThreeTest\n");
}

#[test]
fn named_classes_keep_their_order_and_need_no_name_of_a_test() {
    let project = Project::new(&[JUNIT4], SOURCES);
    let named: Vec<Named> = ["p.Helper", "p.FourTest", "p.Helper"]
        .iter()
        .map(|name| Named::parse(name, &project.class_files()).unwrap())
        .collect();
    assert_eq!(text(&project, &named).unwrap(), "junit4 p.Helper\njunit4 p.FourTest\n");
    let lost = [Named::Class(ClassName::internal("p/Lost"))];
    assert!(matches!(text(&project, &lost), Err(PlainError::NotOnClassPath { .. })));
}

#[test]
fn classes_of_junit_4_run_by_vintage_only_if_it_is_there() {
    let project = Project::new(&[JUNIT4, JUPITER, LAUNCHER], JUPITER_SOURCES);
    let expected = "platform p.FiveTest\njunit4 p.FourTest\nplatform p.ImplTest\n\
                    platform p.MetaTest\nplatform p.OuterTest\n";
    assert_eq!(text(&project, &[]).unwrap(), expected);
    let project = project.with(&[JUNIT4, JUPITER, LAUNCHER, VINTAGE]);
    assert_eq!(text(&project, &[]).unwrap(), expected.replace("junit4", "platform"));
}

#[test]
fn what_is_missing_is_named() {
    let project = Project::new(&[JUNIT4, JUPITER], JUPITER_SOURCES);
    let error = text(&project, &[]).unwrap_err();
    assert!(error.hint().contains("junit-platform-launcher"), "{error}");
    let project = project.with(&[TESTNG]);
    let four = [Named::Class(ClassName::internal("p/FourTest"))];
    let error = text(&project, &four).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`p.FourTest` is a test of JUnit 4, and JUnit 4 is not on the class path"
    );
    let project = project.with(&[]);
    let error = text(&project, &[]).unwrap_err();
    assert_eq!(error.to_string(), "there is no test framework on the class path");
}
