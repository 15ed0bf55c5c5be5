//! `tamis mvn` on a build of two modules, with the Maven of the machine: JUnit 4 with an `argLine` of its own, and Jupiter.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tamis_testkit::jdk;

use crate::{Ran, run, tamis};

/// A build that can be edited and moved.
pub(crate) struct Build {
    pub(crate) temporary: tempfile::TempDir,
    pub(crate) root: PathBuf,
    surefire: &'static str,
    release: u16,
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

impl Build {
    pub(crate) fn new(surefire: &'static str, release: u16) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().join("shop");
        copy(&crate::repository().join("e2e/maven"), &root);
        Self { temporary, root, surefire, release }
    }

    pub(crate) fn command(&self, mut command: Command, words: &[&str]) -> Command {
        command
            .current_dir(&self.root)
            .env("JAVA_HOME", &jdk(self.release).home)
            // Builds live for moments; and what is there stays there.
            .env("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        // Without colours, and without a word about what is fetched.
        command.args(["-B", "-ntp"]).arg(format!("-Dsurefire={}", self.surefire)).args(words);
        command
    }

    /// `tamis mvn`.
    pub(crate) fn tamis(&self, words: &[&str]) -> Ran {
        self.tamis_with(&[], words)
    }

    /// `tamis mvn` with options of its own.
    fn tamis_with(&self, options: &[&str], words: &[&str]) -> Ran {
        let mut command = tamis();
        command.arg("mvn").args(options).arg("--");
        run(&mut self.command(command, words))
    }

    /// `mvn` alone.
    pub(crate) fn plain(&self, words: &[&str]) -> Ran {
        run(&mut self.command(Command::new("mvn"), words))
    }

    /// Puts all of it under git; the revision, in short.
    fn commit(&self) -> String {
        let git = |words: &[&str]| {
            let mut command = Command::new("git");
            command.args(["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]);
            let ran = run(command.args(words).current_dir(&self.root));
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            ran.stdout
        };
        git(&["init", "--quiet"]);
        git(&["add", "."]);
        git(&["commit", "--quiet", "-m", "all"]);
        git(&["rev-parse", "--short=7", "HEAD"]).trim().to_owned()
    }

    pub(crate) fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.root.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no `{from}`");
        fs::write(path, text.replace(from, to)).unwrap();
    }
}

/// The test classes that Surefire says it ran, sorted.
pub(crate) fn ran_of(ran: &Ran) -> Vec<String> {
    let lines = ran.stdout.lines().filter_map(|line| line.split_once("Running "));
    let mut names: Vec<String> = lines.map(|(_, name)| name.trim().to_owned()).collect();
    names.sort();
    names
}

/// How many test classes there are by name: two of them are abstract, and have no tests.
const BY_NAME: usize = 6;

/// Another folder for the JVM of the tests.
const ELSEWHERE: &str = "</argLine><workingDirectory>src</workingDirectory>";

pub(crate) const ALL: [&str; 4] =
    ["app.CartTest", "app.IdleTest", "core.DiscountTest", "core.PriceTest"];

pub(crate) const PRICE: &str = "core/src/main/java/core/Price.java";

/// First everything, then nothing, then what an edit can affect, across modules.
fn edits(surefire: &'static str, release: u16) {
    let build = Build::new(surefire, release);
    let first = build.tamis(&["test"]);
    assert_eq!(first.code, 0, "{}{}", first.stdout, first.stderr);
    assert_eq!(ran_of(&first), ALL);
    assert!(first.stderr.contains("tamis: core: running 3 of 3 test classes"), "{}", first.stderr);
    let second = build.tamis(&["test"]);
    assert_eq!((second.code, ran_of(&second)), (0, vec![]), "{}", second.stderr);
    let last = second.stderr.trim_end().lines().last().unwrap();
    // Maven ends its colours there, whether it has any or not.
    let said = format!(
        "tamis: 0 test classes run, {BY_NAME} unchanged since they passed (last passed just now), in 2 modules"
    );
    assert!(last.ends_with(&said), "{last}");

    // A failure, which stays until it is gone.
    build.edit(PRICE, "percent / 100", "percent / 10");
    let plain = build.plain(&["test", "-fae"]);
    assert_ne!(plain.code, 0);
    for _ in 0..2 {
        let broken = build.tamis(&["test", "-fae"]);
        assert_eq!(broken.code, plain.code, "{}", broken.stderr);
        assert_eq!(ran_of(&broken), ["core.DiscountTest"], "{}", broken.stderr);
    }
    build.edit(PRICE, "percent / 10", "percent / 100");
    assert_eq!(ran_of(&build.tamis(&["test"])), Vec::<String>::new());

    // Another module rests on this one.
    build.edit(PRICE, "return pieces * each;", "int all = each * pieces; return all;");
    let other = build.tamis(&["test"]);
    assert_eq!(other.code, 0, "{}", other.stderr);
    assert_eq!(ran_of(&other), ["app.CartTest", "core.PriceTest"], "{}", other.stderr);
}

#[test]
fn what_an_edit_can_affect_runs_in_all_modules() {
    edits("3.2.5", 17);
}

#[test]
fn the_same_with_a_surefire_and_a_jdk_of_another_age() {
    edits("2.22.2", 25);
}

/// A library inside Surefire asks for many properties, that of the default time zone among them. That is no business of tests.
fn leaves_a_property(surefire: &'static str) {
    let build = Build::new(surefire, 17);
    let text = "package core;

        public class ALeavingTest {
            @org.junit.Test
            public void leaves() {
                System.setProperty(\"left\", \"behind\");
                // The JDK sets a property itself.
                org.junit.Assert.assertNotNull(java.util.TimeZone.getDefault());
            }
        }";
    fs::write(build.root.join("core/src/test/java/core/ALeavingTest.java"), text).unwrap();
    build.edit(
        "core/src/test/java/core/DiscountTest.java",
        "assertEquals(90",
        "assertEquals(\"behind\", System.getProperty(\"left\")); assertEquals(90",
    );
    let words = ["test", "-Dsurefire.runOrder=alphabetical"];
    let first = build.tamis(&words);
    assert_eq!((first.code, ran_of(&first).len()), (0, ALL.len() + 1), "{}", first.stderr);
    build.edit("core/src/test/java/core/ALeavingTest.java", "leaves()", "doesLeave()");
    let second = build.tamis(&words);
    assert_eq!(ran_of(&second), ["core.ALeavingTest", "core.DiscountTest"], "{}", second.stderr);
}

#[test]
fn what_a_test_leaves_in_properties_concerns_who_reads_it() {
    leaves_a_property("3.2.5");
    leaves_a_property("2.22.2");
}

#[test]
fn files_that_a_test_makes_and_takes_away_are_its_own_wherever_ours_are() {
    let build = Build::new("3.2.5", 17);
    let makes = "java.io.File file = null; try { file = java.io.File.createTempFile(\"own\", null); \
                 java.nio.file.Files.readAllBytes(file.toPath()); } catch (java.io.IOException e) { \
                 throw new AssertionError(e); } finally { file.delete(); } assertEquals(90";
    build.edit("core/src/test/java/core/DiscountTest.java", "assertEquals(90", makes);
    let ours = tempfile::tempdir().unwrap();
    let ran = || {
        let mut command = tamis();
        command.args(["mvn", "--"]);
        run(build.command(command, &["test"]).env("TMPDIR", ours.path()))
    };
    assert_eq!(ran_of(&ran()), ALL);
    let second = ran();
    assert_eq!((second.code, ran_of(&second)), (0, vec![]), "{}", second.stderr);
}

#[test]
fn static_techniques_select_in_all_modules() {
    let build = Build::new("3.2.5", 17);
    let first = build.tamis_with(&["--technique", "static-dynamic"], &["test"]);
    assert_eq!(
        (first.code, ran_of(&first)),
        (0, ALL.map(str::to_owned).to_vec()),
        "{}",
        first.stderr
    );
    let second = build.tamis_with(&["--technique", "static-border-dynamic"], &["test"]);
    assert_eq!((second.code, ran_of(&second)), (0, vec![]), "{}", second.stderr);
    // It was recorded who asks for classes.
    assert!(!second.stderr.contains("note: "), "{}", second.stderr);
    build.edit(PRICE, "return pieces * each;", "int all = each * pieces; return all;");
    // Classes count as wholes.
    let third = build.tamis_with(&["--technique", "static"], &["test"]);
    let expected = ["app.CartTest", "core.DiscountTest", "core.PriceTest"];
    assert_eq!(ran_of(&third), expected, "{}", third.stderr);
}

#[test]
fn other_arguments_and_named_tests_and_a_moved_checkout() {
    let mut build = Build::new("3.5.4", 25);
    assert_eq!(build.tamis(&["test"]).code, 0);
    // A property that nobody reads, and one of the JVM.
    build.edit("core/pom.xml", "-Dcurrency=EUR", "-Dcurrency=EUR -Dnobody=1");
    assert_eq!(ran_of(&build.tamis(&["test"])), Vec::<String>::new());
    build.edit("core/pom.xml", "-Dnobody=1", "-Xss2m");
    assert_eq!(ran_of(&build.tamis(&["test"])), ["core.DiscountTest", "core.PriceTest"]);
    // Where the JVM begins, which no code need ask for.
    build.edit("core/pom.xml", "</argLine>", ELSEWHERE);
    assert_eq!(ran_of(&build.tamis(&["test"])), ["core.DiscountTest", "core.PriceTest"]);
    build.edit("core/pom.xml", ELSEWHERE, "</argLine>");
    assert_eq!(ran_of(&build.tamis(&["test"])), Vec::<String>::new());
    // What was named ran, and is still due.
    build.edit(PRICE, "percent / 100", "percent * 2 / 200");
    let named =
        build.tamis(&["test", "-Dtest=PriceTest", "-Dsurefire.failIfNoSpecifiedTests=false"]);
    assert_eq!(ran_of(&named), ["core.PriceTest"], "{}", named.stderr);
    assert!(named.stderr.contains("recording nothing: the tests were named"), "{}", named.stderr);
    assert_eq!(ran_of(&build.tamis(&["test"])), ["core.DiscountTest"]);
    // The classes of the other module come as a jar, and then from elsewhere.
    let packaged = build.tamis(&["package"]);
    assert_eq!((packaged.code, ran_of(&packaged)), (0, vec![]), "{}", packaged.stderr);
    let moved = build.temporary.path().join("elsewhere");
    fs::rename(&build.root, &moved).unwrap();
    build.root = moved;
    let again = build.tamis(&["clean", "test", "-T", "2"]);
    assert_eq!((again.code, ran_of(&again)), (0, vec![]), "{}", again.stderr);
    // Evidence of all modules can be carried elsewhere in one file.
    let store = |words: &[&str]| run(tamis().arg("store").args(words).current_dir(&build.root));
    let exported = store(&["export", "../evidence.tamis"]);
    assert_eq!(exported.code, 0, "{}", exported.stderr);
    fs::remove_dir_all(build.root.join(".tamis")).unwrap();
    let imported = store(&["import", "../evidence.tamis"]);
    assert!(imported.stderr.starts_with("added the evidence of "), "{}", imported.stderr);
    assert_eq!(store(&["import", "../evidence.tamis"]).stderr, "added the evidence of 0 runs\n");
    let carried = build.tamis(&["test"]);
    assert_eq!((carried.code, ran_of(&carried)), (0, vec![]), "{}", carried.stderr);
    // What is known of the modules is known without Maven.
    let explained = run(tamis().arg("explain").arg("CartTest").current_dir(&build.root));
    assert!(explained.stdout.starts_with("app: app.CartTest is skipped"), "{explained:?}");
}

#[test]
fn tests_that_were_stopped_or_run_elsewhere_are_not_taken_for_passed() {
    let build = Build::new("3.2.5", 17);
    build.edit(
        "core/src/test/java/core/PriceTest.java",
        "assertEquals(6,",
        "Runtime.getRuntime().halt(3); assertEquals(6,",
    );
    let crashed = build.tamis(&["test", "-pl", "core"]);
    assert_ne!(crashed.code, 0);
    let again = build.tamis(&["test", "-pl", "core"]);
    assert!(ran_of(&again).contains(&"core.PriceTest".to_owned()), "{}", again.stderr);
    build.edit(
        "core/src/test/java/core/PriceTest.java",
        "Runtime.getRuntime().halt(3); assertEquals(6,",
        "assertEquals(6,",
    );
    assert_eq!(build.tamis(&["test", "-pl", "core"]).code, 0);
    let inside = build
        .tamis_with(&["--verbose"], &["test", "-pl", "core", "-DforkCount=0", "-Dcurrency=EUR"]);
    let said =
        "tamis: core: running everything, recording nothing: the tests run in the JVM of Maven";
    assert!(inside.stderr.contains(said), "{}", inside.stderr);
    assert!(inside.stderr.contains("\n    fine   module core"), "{}", inside.stderr);
    assert_eq!(ran_of(&inside), ["core.DiscountTest", "core.PriceTest"]);
    let doctor = run(tamis().arg("doctor").current_dir(&build.root));
    assert!(doctor.stdout.contains("fine   module core"), "{}", doctor.stdout);
    assert!(doctor.stdout.contains("3 test classes; JUnit 4.13.2\n"), "{}", doctor.stdout);
}

#[test]
fn skipped_tests_have_the_reports_of_their_last_pass_and_events() {
    let build = Build::new("3.2.5", 17);
    let options = ["--fill-reports", "--events", "events.jsonl"];
    let events = || -> Vec<serde_json::Value> {
        let text = fs::read_to_string(build.root.join("events.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let report = build.root.join("core/target/surefire-reports/TEST-core.PriceTest.xml");
    let revision = build.commit();
    assert_eq!(build.tamis_with(&options, &["test"]).code, 0);
    let first = fs::read_to_string(&report).unwrap();
    assert!(first.contains("java.version") && !first.contains("tamis.skipped"), "{first}");
    assert_eq!(events().len(), BY_NAME);
    let price = |event: &&serde_json::Value| event["test"] == "core.PriceTest";
    let all = events();
    let event = all.iter().find(price).unwrap();
    assert_eq!(
        [&event["module"], &event["folder"], &event["verdict"], &event["outcome"]],
        ["core", "core", "run", "passed"]
    );
    assert_eq!(event["reasons"][0]["kind"], "new-test");
    // Nothing runs, and nothing is missing from the reports.
    let again = build.tamis_with(&options, &["clean", "test"]);
    assert_eq!((again.code, ran_of(&again)), (0, vec![]), "{}", again.stderr);
    let filled = fs::read_to_string(&report).unwrap();
    let mark = format!(
        "<property name=\"tamis.skipped\" value=\"unchanged since it passed at {revision}, "
    );
    assert!(filled.contains(&mark), "{filled}");
    let last = format!("{BY_NAME} unchanged since {revision} (last passed ");
    assert!(again.stderr.contains(&last), "{}", again.stderr);
    assert!(filled.contains("<testcase") && !filled.contains("java.version"), "{filled}");
    let all = events();
    assert_eq!(all.iter().filter(|event| event["verdict"] == "skip").count(), BY_NAME);
    assert!(!again.stderr.contains("no kept report: `core.PriceTest`"), "{}", again.stderr);
}

/// Builds that look at each file for a licence must not find ours.
#[test]
fn what_is_kept_is_no_text_and_nothing_for_version_control() {
    let build = Build::new("3.2.5", 17);
    build.commit();
    fs::write(build.root.join(".gitignore"), "target\n").unwrap();
    assert_eq!(build.tamis_with(&["--fill-reports"], &["test"]).code, 0);
    assert_eq!(build.tamis_with(&["--technique", "static-dynamic"], &["test"]).code, 0);
    let mut command = tamis();
    command.arg("test").arg("--");
    assert_eq!(run(&mut build.command(command, &[])).code, 0);
    assert_eq!(run(tamis().args(["store", "gc"]).current_dir(&build.root)).code, 0);
    let kept = tamis_testkit::files_below(&build.root.join(".tamis"));
    for name in ["module", "lock", "collecting", "core.PriceTest.report", "graph"] {
        assert!(kept.iter().any(|file| file.ends_with(name)), "{name} is not among {kept:#?}");
    }
    // The later one knows which files version control ignores.
    for (version, sees_ours) in [("0.13", true), ("0.16.1", false)] {
        let plugin = format!("org.apache.rat:apache-rat-plugin:{version}:check");
        let ran = build.plain(&["-N", &plugin, "-Drat.ignoreErrors=true"]);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        let report = fs::read_to_string(build.root.join("target/rat.txt")).unwrap();
        assert!(report.contains("!????? pom.xml"), "{report}");
        let module = "B     .tamis/modules/shop+core/module";
        assert_eq!(report.contains(module), sees_ours, "{report}");
        let ours = report.lines().filter(|line| line.contains("!?????") && line.contains(".tamis"));
        assert_eq!(ours.collect::<Vec<_>>(), Vec::<&str>::new(), "{version}");
    }
    let status = run(Command::new("git").args(["status", "--short"]).current_dir(&build.root));
    assert_eq!(status.stdout, "?? .gitignore\n");
}

#[test]
fn a_folder_without_a_build_is_an_error_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run(tamis().args(["mvn", "test"]).current_dir(folder.path()));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("error: there is no `pom.xml` here\nhint: "), "{}", ran.stderr);
}
