//! `tamis run` with real frameworks, with and without the agent.

mod errors;
mod manifests;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tamis_testkit::{Job, jars, jdk};

use crate::{Ran, bad_input, run, tamis};

const JUNIT4: &[&str] = &["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];

const JUPITER: &[&str] = &[
    "org.junit.jupiter:junit-jupiter-api:5.11.4",
    "org.junit.jupiter:junit-jupiter-engine:5.11.4",
    "org.junit.jupiter:junit-jupiter-params:5.11.4",
    "org.junit.platform:junit-platform-engine:1.11.4",
    "org.junit.platform:junit-platform-commons:1.11.4",
    "org.junit.platform:junit-platform-launcher:1.11.4",
    "org.opentest4j:opentest4j:1.3.0",
    "org.apiguardian:apiguardian-api:1.1.2",
];

const VINTAGE: &[&str] = &["org.junit.vintage:junit-vintage-engine:5.11.4"];

const TESTNG: &[&str] = &[
    "org.testng:testng:7.10.2",
    "com.beust:jcommander:1.82",
    "org.slf4j:slf4j-api:1.7.36",
    "org.webjars:jquery:3.7.1",
];

const FOUR: (&str, &str) = (
    "FourTest",
    "import org.junit.*; public class FourTest {
        @Test public void good() { System.out.println(\"out\"); System.err.println(\"err\"); new Helper().help(); }
        @Test public void bad() { Assert.fail(\"no\\nmore\"); }
        @Test public void odd() { Assume.assumeTrue(false); }
        @Ignore @Test public void off() {}
    }",
);

const FIVE: (&str, &str) = (
    "FiveTest",
    "import org.junit.jupiter.api.*; import org.junit.jupiter.params.*; import org.junit.jupiter.params.provider.*;
    class FiveTest {
        @Test void good() {}
        @ParameterizedTest @ValueSource(ints = {1, 2}) void many(int n) { Assertions.assertEquals(1, n); }
        @Nested class Inner { @Test void deep() {} }
        @Nested @Disabled class Off { @Test void never() {} }
    }",
);

const NG: (&str, &str) = (
    "NgTest",
    "import org.testng.annotations.*; public class NgTest {
        @Test public void good() {}
        @DataProvider public Object[][] data() { return new Object[][] {{1}, {2}}; }
        @Test(dataProvider = \"data\") public void many(int n) {}
    }",
);

const HELPER: (&str, &str) = (
    "Helper",
    "public class Helper { void help() { System.getProperty(\"helper.key\"); new Other(); } } class Other { }",
);

struct Project {
    folder: tempfile::TempDir,
    class_path: String,
}

impl Project {
    fn new(libraries: &[&[&str]], sources: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut files = Vec::new();
        for (name, text) in sources {
            let file = folder.path().join(format!("src/p/{name}.java"));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, format!("package p; {text}")).unwrap();
            files.push(file);
        }
        let libraries: Vec<String> =
            jars(&libraries.concat()).iter().map(|jar| jar.display().to_string()).collect();
        let libraries = libraries.join(":");
        let out = folder.path().join("classes");
        let flags = vec!["-classpath".to_owned(), libraries.clone()];
        jdk(17).compile(&[Job { out: out.clone(), release: 11, flags, sources: files }]);
        Self { class_path: format!("{}:{libraries}", out.display()), folder }
    }

    fn command(&self, release: u16) -> Command {
        let mut command = tamis();
        command.arg("run").arg("--project").arg(self.folder.path());
        command.args(["--classpath", &self.class_path]).env("JAVA_HOME", jdk(release).home);
        command
    }

    fn run(&self, words: &[&str]) -> Ran {
        run(self.command(17).args(words))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// The document, and what the tests printed before it.
fn document(ran: &Ran) -> (Value, String) {
    let (printed, line) = match ran.stdout.trim_end().rsplit_once('\n') {
        Some((printed, line)) => (printed, line),
        None => ("", ran.stdout.trim_end()),
    };
    (serde_json::from_str(line).unwrap(), printed.to_owned())
}

/// Results by test class, without times, in a fixed order.
fn results(document: &Value) -> Vec<String> {
    let mut results = Vec::new();
    for test in document["tests"].as_array().unwrap() {
        for result in test["results"].as_array().unwrap() {
            let text = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
            let (class, method) = (text("class"), text("method"));
            let owner = test["test"].as_str().unwrap();
            results.push(format!(
                "{owner} {class} {method} {} {}",
                text("outcome"),
                text("message")
            ));
        }
    }
    results.sort();
    results
}

fn check_same_with_and_without_agent(libraries: &[&[&str]], sources: &[(&str, &str)]) {
    let project = Project::new(libraries, sources);
    for release in [17, 25] {
        let run =
            |words: &[&str]| run(project.command(release).args(["--format", "json"]).args(words));
        let (with, without) = (run(&[]), run(&["--no-agent"]));
        assert_eq!(with.code, without.code, "{}\n{}", with.stderr, without.stderr);
        let (recorded, printed) = document(&with);
        let (unrecorded, printed_without) = document(&without);
        assert_eq!(printed, printed_without);
        assert_eq!(results(&recorded), results(&unrecorded), "JDK {release}");
        assert_eq!((&recorded["recorded"], &unrecorded["recorded"]), (&true.into(), &false.into()));
        for test in recorded["tests"].as_array().unwrap() {
            assert_eq!(test["complete"], true, "JDK {release}: {}", test["incomplete"]);
        }
        for test in unrecorded["tests"].as_array().unwrap() {
            assert_eq!((&test["complete"], &test["opaque"]), (&Value::Null, &Value::Null));
            assert_eq!(test["incomplete"], Value::Array(Vec::new()));
        }
        let summary = |ran: &Ran| ran.stderr.lines().last().unwrap_or_default().to_owned();
        assert_eq!(summary(&with), summary(&without));
    }
}

#[test]
fn junit_4_ends_the_same_with_and_without_agent() {
    check_same_with_and_without_agent(&[JUNIT4], &[FOUR, HELPER]);
}

#[test]
fn vintage_and_jupiter_end_the_same_with_and_without_agent() {
    let empty = ("EmptyTest", "public class EmptyTest extends junit.framework.TestCase { }");
    let sources = [FOUR, FIVE, HELPER, empty];
    check_same_with_and_without_agent(&[JUNIT4, JUPITER, VINTAGE], &sources);
}

#[test]
fn testng_beside_jupiter_ends_the_same_with_and_without_agent() {
    let project = Project::new(&[JUPITER, TESTNG], &[FIVE, NG]);
    let results = |words: &[&str]| {
        let ran = project.run(&[&["--format", "json"], words].concat());
        (ran.code, results(&document(&ran).0))
    };
    assert_eq!(results(&[]), results(&["--no-agent"]));
}

#[test]
fn output_passes_through_and_the_summary_goes_to_stderr() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    let events = project.path("events.jsonl");
    let ran = project.run(&["--events", events.to_str().unwrap()]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.stdout, "out\n");
    let expected = "running 1 of 1 test class: 1 never recorded\n\
                    err\nfailed: p.FourTest.bad: java.lang.AssertionError: no\n\
                    1 test class, 4 tests: 1 passed, 1 failed, 2 skipped\n";
    assert_eq!(ran.stderr, expected);
    let events = fs::read_to_string(events).unwrap();
    let event: Value = serde_json::from_str(events.trim_end()).unwrap();
    assert_eq!((&event["test"], &event["outcome"]), (&"p.FourTest".into(), &"failed".into()));
}

#[test]
fn the_document_has_a_line_of_its_own_or_a_file() {
    let unfinished = (
        "LineTest",
        "public class LineTest { @org.junit.Test public void a() { System.out.print(\"no end\"); } }",
    );
    let project = Project::new(&[JUNIT4], &[unfinished]);
    let ran = project.run(&["--format", "json"]);
    let (document, printed) = document(&ran);
    assert_eq!((printed.as_str(), &document["format"]), ("no end", &"tamis-recording".into()));
    let file = project.path("recording.json");
    let ran = project.run(&["--force", "--format", "json", "--output", file.to_str().unwrap()]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "no end"), "{}", ran.stderr);
    let text = fs::read_to_string(&file).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["tests"][0]["test"], "p.LineTest");
    let ran = project.run(&["--force", "--output", file.to_str().unwrap()]);
    assert_eq!(ran.stdout, "no end");
    assert!(fs::read_to_string(&file).unwrap().starts_with("p.LineTest\n"));
}

#[test]
fn show_prints_what_a_test_touched() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    let journals = project.path("journals");
    let ran = project.run(&["--show=p.FourTest", "--journal", journals.to_str().unwrap()]);
    for line in [
        "    p.Helper.help()",
        "    p.Helper (",
        "    p.Other (",
        "  properties read (",
        "    helper.key",
    ] {
        assert!(ran.stdout.contains(&format!("\n{line}")), "no `{line}` in\n{}", ran.stdout);
    }
    assert!(!ran.stdout.contains("plan.txt"), "our own files are left out:\n{}", ran.stdout);
    assert_eq!(fs::read_dir(journals).unwrap().count(), 1);
}

#[test]
fn a_test_that_ends_the_jvm_is_incomplete() {
    let exit = (
        "ExitTest",
        "public class ExitTest { @org.junit.Test public void a() { System.exit(0); } }",
    );
    let project = Project::new(&[JUNIT4], &[exit, FOUR, HELPER]);
    for words in [&[][..], &["--no-agent"]] {
        let words = [&["--tests", "p.ExitTest", "--tests", "p.FourTest"], words].concat();
        let ran = project.run(&words);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        assert!(ran.stderr.contains("incomplete: p.ExitTest: it did not end"), "{}", ran.stderr);
    }
}

/// What ends the machine, and what is told then.
#[test]
fn a_machine_that_ends_in_a_test_is_told_the_same_with_and_without_agent() {
    let test = (
        "EndTest",
        "import org.junit.jupiter.api.*; @TestMethodOrder(MethodOrderer.MethodName.class) class EndTest {
            @Test void a() {}
            @Test void b() { Assertions.fail(\"no\"); }
            @Test void c() {
                switch (System.getProperty(\"how\")) {
                    case \"halt\": Runtime.getRuntime().halt(3);
                    case \"exit\": System.exit(0);
                    default: for (Object last = null;;) last = new Object[] {last, new long[1 << 16]};
                }
            }
        }",
    );
    let next = ("NextTest", "import org.junit.jupiter.api.*; class NextTest { @Test void a() {} }");
    let project = Project::new(&[JUPITER], &[test, next]);
    let ended = |how| format!("the JVM ended before all tests had run, with exit status: {how}");
    let lines = "failed: p.EndTest.b(): org.opentest4j.AssertionFailedError: no\n\
        incomplete: p.EndTest: it did not end (1 passed, 1 failed)\n\
        incomplete: p.NextTest: it did not begin\n\
        2 test classes, 2 tests: 1 passed, 1 failed, 0 skipped; 2 incomplete\n";
    let abandoned = "failed: p.EndTest.b(): org.opentest4j.AssertionFailedError: no\n\
        failed: p.EndTest: began and did not end\n\
        failed: p.EndTest.c(): began and did not end\n\
        incomplete: p.NextTest: it did not begin\n\
        2 test classes, 4 tests: 1 passed, 3 failed, 0 skipped; 1 incomplete\n";
    let exhausted =
        "the tests could not be run to their end: java.lang.OutOfMemoryError: Java heap space";
    let cases = [
        ("halt", ended(3), lines),
        ("exit", ended(0), lines),
        ("memory", exhausted.to_owned(), abandoned),
    ];
    for (how, warning, lines) in cases {
        for word in ["--record-only", "--no-agent"] {
            let how = format!("-Dhow={how}");
            let ran = project.run(&[word, "--format", "json", "--", "-Xmx32m", &how]);
            let expected = format!("warning: {warning}\n{lines}");
            assert_eq!((ran.code, ran.stderr.as_str()), (1, expected.as_str()), "{how} {word}");
            let (document, _) = document(&ran);
            let test = &document["tests"][0];
            let reasons = if lines.contains("incomplete: p.EndTest") {
                serde_json::json!(["it did not end"])
            } else {
                serde_json::json!([])
            };
            assert_eq!(test["incomplete"], reasons, "{how} {word}");
        }
    }
}

/// Writes the number of its JVM to a file when it starts, and then goes on for long.
const SLOW: (&str, &str) = (
    "SlowTest",
    "import org.junit.jupiter.api.*; @TestMethodOrder(MethodOrderer.MethodName.class) class SlowTest {
        @Test void a() {}
        @Test void b() throws Exception {
            java.nio.file.Files.writeString(java.nio.file.Path.of(\"number.part\"), ProcessHandle.current().pid() + \"\");
            new java.io.File(\"number.part\").renameTo(new java.io.File(\"number\"));
            Thread.sleep(600000);
        }
    }",
);

#[test]
fn a_signal_reaches_the_jvm_and_what_was_recorded_until_then_is_told() {
    let project = Project::new(&[JUPITER], &[SLOW]);
    for (signal, name, code) in [("-INT", "an interrupt (SIGINT)", 130), ("-TERM", "SIGTERM", 143)]
    {
        for word in ["--record-only", "--no-agent"] {
            let _ = fs::remove_file(project.path("number"));
            let mut command = project.command(17);
            command.arg(word).stdout(Stdio::null()).stderr(Stdio::piped());
            let child = command.spawn().unwrap();
            wait_for(&project.path("number"));
            let pid = child.id().to_string();
            assert_eq!(run(Command::new("kill").args([signal, &pid])).code, 0);
            let output = child.wait_with_output().unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{stderr}");
            let expected = format!(
                "warning: the tests were stopped by {name}\n\
                incomplete: p.SlowTest: it did not end (1 passed)\n\
                1 test class, 1 test: 1 passed, 0 failed, 0 skipped; 1 incomplete\n"
            );
            assert_eq!(stderr, expected, "{word}");
            wait_for_end(&project);
        }
    }
}

#[test]
fn a_signal_to_the_second_of_several_jvms_is_told_as_well() {
    let first =
        ("FirstTest", "import org.junit.jupiter.api.*; class FirstTest { @Test void a() {} }");
    let project = Project::new(&[JUPITER], &[first, SLOW]);
    let mut command = project.command(17);
    command.args(["--record-only", "--isolation", "forked"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for(&project.path("number"));
    let pid = child.id().to_string();
    assert_eq!(run(Command::new("kill").args(["-INT", &pid])).code, 0);
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    let expected = "warning: the tests were stopped by an interrupt (SIGINT)\n\
                    incomplete: p.SlowTest: it did not end (1 passed)\n\
                    2 test classes, 2 tests: 2 passed, 0 failed, 0 skipped; 1 incomplete\n";
    assert_eq!(stderr, expected);
    wait_for_end(&project);
}

#[cfg(target_os = "linux")]
#[test]
fn a_jvm_does_not_outlive_a_tamis_that_is_killed() {
    let project = Project::new(&[JUPITER], &[SLOW]);
    let mut command = project.command(17);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&project.path("number"));
    child.kill().unwrap();
    child.wait().unwrap();
    wait_for_end(&project);
}

#[test]
fn tests_read_the_input_that_tamis_was_given() {
    let reads = (
        "InputTest",
        "public class InputTest { @org.junit.Test public void a() throws Exception {
            System.out.println(new java.util.Scanner(System.in).nextLine());
        } }",
    );
    let project = Project::new(&[JUNIT4], &[reads]);
    fs::write(project.path("input"), "a line\n").unwrap();
    let input = fs::File::open(project.path("input")).unwrap();
    let ran = run(project.command(17).stdin(input));
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "a line\n"), "{}", ran.stderr);
}

/// Waits until the JVM of a test that wrote down its number is gone, or only waits for somebody to ask how it ended.
fn wait_for_end(project: &Project) {
    let number = fs::read_to_string(project.path("number")).unwrap();
    let start = Instant::now();
    let is_there = || {
        let stat = fs::read_to_string(format!("/proc/{number}/stat"));
        stat.is_ok_and(|stat| !stat.rsplit(')').next().unwrap().starts_with(" Z"))
    };
    while is_there() {
        assert!(start.elapsed() < Duration::from_mins(1), "process {number} does not end");
        sleep(Duration::from_millis(20));
    }
}

fn wait_for(file: &Path) {
    let start = Instant::now();
    while !file.exists() {
        assert!(start.elapsed() < Duration::from_mins(1), "{} does not appear", file.display());
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_machine_that_ends_well_before_all_tests_have_run_is_not_well() {
    let exits = (
        "AExitTest",
        "import org.junit.jupiter.api.Test;
        class AExitTest { @Test void exits() { System.exit(0); } }",
    );
    let fails = (
        "BFailTest",
        "import org.junit.jupiter.api.Test;
        class BFailTest { @Test void fails() { throw new IllegalStateException(); } }",
    );
    let project = Project::new(&[JUPITER], &[exits, fails]);
    for words in [&[][..], &["--no-agent"][..]] {
        let ran = project.run(words);
        assert_eq!(ran.code, 1, "{words:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("2 incomplete"), "{words:?}: {}", ran.stderr);
        assert!(!ran.stderr.contains("without tests"), "{words:?}: {}", ran.stderr);
    }
}

#[test]
fn a_class_path_may_be_longer_than_a_word_of_a_command_line() {
    let project = Project::new(&[JUNIT4], &[FOUR, HELPER]);
    // Quotes, a backslash and spaces are what a file of words could stumble over.
    let part = "odd 'name' with \"quotes\", # and \\ ".repeat(6);
    let library = project.path(&format!("{part}/{part}"));
    fs::create_dir_all(&library).unwrap();
    let jar = bad_input::jar(&[("a.txt", b"a")]);
    for number in 0..400 {
        fs::write(library.join(format!("{number}.jar")), &jar).unwrap();
    }
    let length = 400 * library.as_os_str().len();
    assert!(length > 128 << 10, "{length}");
    // Behind those of the long names, so that a mistake in them would be seen.
    let (classes, libraries) = project.class_path.split_once(':').unwrap();
    let class_path = format!("{}/*:{classes}:{libraries}", library.display());
    for release in [17, 25] {
        let mut command = tamis();
        command.args(["run", "--classpath", &class_path]).env("JAVA_HOME", jdk(release).home);
        command.current_dir(project.folder.path());
        let ran = run(&mut command);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, "out\n"), "{}", ran.stderr);
        assert!(ran.stderr.ends_with("1 passed, 1 failed, 2 skipped\n"), "{}", ran.stderr);
    }
}
