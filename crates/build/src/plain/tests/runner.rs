//! The runner under a real JVM: what it reports of each framework, and that its class files are those of its sources.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_testkit::{Job, files_below, jdk, sources_below};

use super::libraries::{JUNIT3, JUNIT4, JUPITER, LAUNCHER, Project, TESTNG, VINTAGE};
use crate::plain::{COULD_NOT_RUN, DONE, Launch, Line, Plan, Recording, RunFolder, lines};

/// Runs all tests of a project; the exit status and a line for each result, sorted within a class.
fn run(project: &Project) -> (Option<i32>, Vec<String>) {
    let plan = Plan::of(&project.class_files(), &[]).unwrap();
    let folder = project.path().join("run");
    fs::create_dir(&folder).unwrap();
    let folder = RunFolder::write(&folder, &plan, &Recording::Off).unwrap();
    let launch = Launch {
        java: &jdk(17).home.join("bin/java"),
        release: Some(17),
        project: project.path(),
        class_path: &project.class_path,
        jvm_arguments: &["-XX:TieredStopAtLevel=1".into()],
        recording: &Recording::Off,
    };
    let output = launch.command(&folder).unwrap().output().unwrap();
    let (lines, _) = lines(&fs::read(folder.results()).unwrap());
    let text = |line: Line| match line {
        Line::Started => "started".to_owned(),
        Line::Begin(class) => format!("begin {class}"),
        Line::End(class) => format!("end {class}"),
        Line::Result(result) => {
            let message = result.message.map(|text| format!(": {text}")).unwrap_or_default();
            format!("{:?} {} {}{message}", result.outcome, result.class, result.method)
        }
    };
    let mut told: Vec<String> = lines.into_iter().map(text).collect();
    if let Ok(reason) = fs::read_to_string(folder.reason()) {
        told.push(format!("reason {reason}"));
    }
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "the runner prints nothing");
    (output.status.code(), told)
}

/// The results of one class, sorted: frameworks leave the order of methods open.
fn of(told: &[String], class: &str) -> Vec<String> {
    let begin = format!("begin {class}");
    let end = format!("end {class}");
    let from = told.iter().position(|line| *line == begin).unwrap();
    let to = told.iter().position(|line| *line == end).unwrap();
    let mut lines = told[from + 1..to].to_vec();
    lines.sort();
    lines
}

const FOUR: (&str, &str) = (
    "p/FourTest.java",
    "package p; import org.junit.*; public class FourTest {
        @Test public void good() {}
        @Test public void bad() { Assert.fail(\"no\\nmore\"); }
        @Test public void odd() { Assume.assumeTrue(false); }
        @Ignore @Test public void off() {}
    }",
);

const FOUR_RESULTS: [&str; 4] = [
    "Aborted p.FourTest odd: org.junit.AssumptionViolatedException: got: <false>, expected: is <true>",
    "Failed p.FourTest bad: java.lang.AssertionError: no",
    "Passed p.FourTest good",
    "Skipped p.FourTest off",
];

const BROKEN: (&str, &str) = (
    "p/BrokenTest.java",
    "package p; import org.junit.*; public class BrokenTest {
        @BeforeClass public static void before() { throw new IllegalStateException(\"early\"); }
        @Test public void good() {}
    }",
);

#[test]
fn junit_4_reports_each_method() {
    let project = Project::new(&[JUNIT4], &[FOUR, BROKEN]);
    let (status, told) = run(&project);
    assert_eq!(status, Some(DONE));
    assert_eq!(of(&told, "p.FourTest"), FOUR_RESULTS);
    let expected = ["Failed p.BrokenTest : java.lang.IllegalStateException: early"];
    assert_eq!(of(&told, "p.BrokenTest"), expected);
}

#[test]
fn vintage_reports_what_junit_4_does() {
    let project =
        Project::new(&[JUNIT4], &[FOUR, BROKEN]).with(&[JUNIT4, JUPITER, LAUNCHER, VINTAGE]);
    let (status, told) = run(&project);
    assert_eq!(status, Some(DONE));
    assert_eq!(of(&told, "p.FourTest"), FOUR_RESULTS);
}

#[test]
fn jupiter_reports_invocations_nested_and_disabled_classes() {
    let source = "package p; import org.junit.jupiter.api.*; import org.junit.jupiter.params.*;
        import org.junit.jupiter.params.provider.*;
        class FiveTest {
            @Test void good() {}
            @ParameterizedTest @ValueSource(ints = {1, 2}) void many(int n) { Assertions.assertEquals(1, n); }
            @Nested class Inner { @Test void deep() {} }
            @Nested @Disabled class Off { @Test void never() {} }
        }";
    let off = "package p; import org.junit.jupiter.api.*; @Disabled class OffTest { @Test void never() {} }";
    let sources = [("p/FiveTest.java", source), ("p/OffTest.java", off)];
    let project = Project::new(&[JUPITER, LAUNCHER], &sources);
    let (status, told) = run(&project);
    assert_eq!(status, Some(DONE));
    let expected = [
        "Failed p.FiveTest many(int)/#2: org.opentest4j.AssertionFailedError: expected: <1> but was: <2>",
        "Passed p.FiveTest Inner/deep()",
        "Passed p.FiveTest good()",
        "Passed p.FiveTest many(int)/#1",
        "Skipped p.FiveTest Off",
    ];
    assert_eq!(of(&told, "p.FiveTest"), expected);
    assert_eq!(of(&told, "p.OffTest"), ["Skipped p.OffTest "]);
}

#[test]
fn junit_3_runs_suites_and_methods() {
    let three = "package p; public class ThreeTest extends junit.framework.TestCase {
        public void testGood() {}
        public void testBad() { fail(\"no\"); }
    }";
    let suite = "package p; import junit.framework.*; public class SuiteTests {
        public static Test suite() { TestSuite all = new TestSuite(); all.addTestSuite(ThreeTest.class); return all; }
    }";
    let project =
        Project::new(&[JUNIT3], &[("p/ThreeTest.java", three), ("p/SuiteTests.java", suite)]);
    let (status, told) = run(&project);
    assert_eq!(status, Some(DONE));
    let expected = [
        "Failed p.ThreeTest testBad: junit.framework.AssertionFailedError: no",
        "Passed p.ThreeTest testGood",
    ];
    assert_eq!(of(&told, "p.ThreeTest"), expected);
    assert_eq!(of(&told, "p.SuiteTests"), expected);
}

#[test]
fn testng_reports_methods_and_their_data() {
    let source =
        "package p; import org.testng.*; import org.testng.annotations.*; public class NgTest {
        @Test public void good() {}
        @Test public void bad() { Assert.fail(\"no\"); }
        @Test(enabled = false) public void off() {}
        @DataProvider public Object[][] data() { return new Object[][] {{1}, {2}}; }
        @Test(dataProvider = \"data\") public void many(int n) {}
    }";
    let project = Project::new(&[TESTNG], &[("p/NgTest.java", source)]);
    let (status, told) = run(&project);
    assert_eq!(status, Some(DONE));
    let expected = [
        "Failed p.NgTest bad: java.lang.AssertionError: no",
        "Passed p.NgTest good",
        "Passed p.NgTest many",
        "Passed p.NgTest many",
    ];
    assert_eq!(of(&told, "p.NgTest"), expected);
}

#[test]
fn a_test_that_ends_the_machine_leaves_the_rest_without_end() {
    let exits =
        "package p; public class AExitTest { @org.junit.Test public void a() { System.exit(3); } }";
    let project = Project::new(&[JUNIT4], &[("p/AExitTest.java", exits), FOUR]);
    let (status, told) = run(&project);
    assert_eq!(status, Some(3));
    assert_eq!(told, ["started", "begin p.AExitTest"]);
}

#[test]
fn a_class_that_cannot_be_loaded_fails_alone() {
    let base = "package p; public class Base { }";
    let check = |libraries: &[&[&str]], import: &str, message: &str| {
        let lost = format!(
            "package p; class LostTest extends Base {{ @{import}.Test public void a() {{}} }}"
        );
        let good =
            format!("package p; public class GoodTest {{ @{import}.Test public void a() {{}} }}");
        let sources =
            [("p/Base.java", base), ("p/LostTest.java", &*lost), ("p/GoodTest.java", &*good)];
        let project = Project::new(libraries, &sources);
        fs::remove_file(project.path().join("classes/p/Base.class")).unwrap();
        let (status, told) = run(&project);
        assert_eq!(status, Some(DONE), "{told:?}");
        let expected = [format!("Failed p.LostTest : {message}")];
        assert_eq!(of(&told, "p.LostTest"), expected);
        assert_eq!(of(&told, "p.GoodTest").len(), 1);
    };
    check(&[JUNIT4], "org.junit", "java.lang.NoClassDefFoundError: p/Base");
    let lost = "java.lang.ClassNotFoundException: p.Base";
    check(&[JUPITER, LAUNCHER], "org.junit.jupiter.api", lost);
}

#[test]
fn what_keeps_a_framework_from_running_is_told() {
    let project = Project::new(&[JUNIT4], &[FOUR]);
    let plan = Plan::of(&project.class_files(), &[]).unwrap();
    let folder = RunFolder::write(project.path(), &plan, &Recording::Off).unwrap();
    let launch = Launch {
        java: &jdk(17).home.join("bin/java"),
        release: Some(17),
        project: project.path(),
        class_path: &project.class_path[..1],
        jvm_arguments: &[],
        recording: &Recording::Off,
    };
    let output = launch.command(&folder).unwrap().output().unwrap();
    assert_eq!(output.status.code(), Some(COULD_NOT_RUN));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    let expected = "java.lang.ClassNotFoundException: org.junit.runner.JUnitCore";
    assert_eq!(fs::read_to_string(folder.reason()).unwrap(), expected);
}

#[test]
fn a_class_path_that_is_too_long_for_a_word_is_told_to_an_old_java() {
    let project = Project::new(&[JUNIT4], &[FOUR]);
    let plan = Plan::of(&project.class_files(), &[]).unwrap();
    let folder = RunFolder::write(project.path(), &plan, &Recording::Off).unwrap();
    let class_path = vec![PathBuf::from("/odd \"name\"/\\here".repeat(10_000))];
    let mut launch = Launch {
        java: Path::new("java"),
        release: Some(8),
        project: project.path(),
        class_path: &class_path,
        jvm_arguments: &[],
        recording: &Recording::Off,
    };
    let error = launch.command(&folder).unwrap_err();
    assert!(error.to_string().contains("older than release 9"), "{error}");
    assert!(error.hint().contains("JAVA_HOME"));
    launch.release = None;
    let command = launch.command(&folder).unwrap();
    let word = command.get_args().next().unwrap().to_str().unwrap();
    let text = fs::read_to_string(word.strip_prefix('@').unwrap()).unwrap();
    let start = r#"-classpath "/odd \"name\"/\\here/odd"#;
    assert!(text.starts_with(start), "{}", &text[..100]);
}

#[test]
fn the_class_files_of_the_runner_are_those_of_its_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = tempfile::tempdir().unwrap();
    let mut sources = sources_below(&root.join("java"));
    sources.extend(sources_below(&root.join("stubs")));
    let flags = vec!["-g:none".to_owned()];
    jdk(17).compile(&[Job { out: out.path().to_owned(), release: 8, flags, sources }]);
    let made = out.path().join("tamis");
    let kept = root.join("classes/tamis");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(kept.join("run")).unwrap();
        for file in files_below(&made) {
            fs::copy(&file, kept.join(file.strip_prefix(&made).unwrap())).unwrap();
        }
    }
    let content = |folder: &Path| -> Vec<(PathBuf, Vec<u8>)> {
        let relative = |file: PathBuf| {
            let bytes = fs::read(&file).unwrap();
            (file.strip_prefix(folder).unwrap().to_owned(), bytes)
        };
        files_below(folder).into_iter().map(relative).collect()
    };
    assert!(
        content(&made) == content(&kept),
        "run this test with UPDATE_GOLDEN=1 after a change of the runner"
    );
}
