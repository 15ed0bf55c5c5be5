//! When the agent cannot do its work, the tests run as if it were not there, and nothing is claimed about them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tamis_journal::{Ending, Granularity, Observation, Probing, Record, Unprobed, frames};
use tamis_testkit::{Job, jars, jdk};

use crate::undisturbed::agent_library;
use crate::{Ran, run, tamis};

const JUNIT4: [&str; 2] = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];

const TEST: &str = r#"
package p;

public class ATest {
    static int made = Helper.make();
    @org.junit.Test public void reads() throws Exception {
        System.out.println(made + " " + new java.io.File("none").exists() + " " + System.getProperty("none"));
        System.out.println(ATest.class.getDeclaredMethods().length);
        // Others at the same time, which must not wait for what broke.
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(ATest::busy);
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        // One that runs on.
        Thread daemon = new Thread(() -> { while (true) Thread.onSpinWait(); });
        daemon.setDaemon(true);
        daemon.start();
    }
    static void busy() {
        for (int i = 0; i < 100; i++) {
            System.getProperty("none" + i % 7);
            new java.io.File("none" + i % 7).exists();
            Late.get();
        }
    }
}
class Helper { static int make() { return 5; } }
class Late { static int made = Helper.make(); static int get() { return made; } }
"#;

/// Where the agent can be made to break: in its events, with its locks held, and on the way out.
const PLACES: [&str; 20] = [
    "start",
    "init",
    "class",
    "note",
    "enter",
    "leave",
    "file",
    "early",
    "bind",
    "initialiser",
    "initialised",
    "observe",
    "number",
    "rewrite",
    "drain",
    "result",
    "stack",
    "flush",
    "statics",
    "exit",
];

/// A compiled test and the folder that it is in.
struct Project {
    folder: tempfile::TempDir,
    class_path: String,
}

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("ATest.java");
        fs::write(&source, TEST).unwrap();
        let classes = folder.path().join("classes");
        let libraries: Vec<String> =
            jars(&JUNIT4).iter().map(|jar| jar.to_string_lossy().into_owned()).collect();
        let libraries = libraries.join(":");
        jdk(17).compile(&[Job {
            out: classes.clone(),
            release: 17,
            flags: vec!["-cp".to_owned(), libraries.clone()],
            sources: vec![source],
        }]);
        Self { class_path: format!("{}:{libraries}", classes.display()), folder }
    }

    fn junit(&self, release: u16, words: &[String]) -> Ran {
        let mut command: Command = jdk(release).command("java");
        command.args(words).args([
            "-cp",
            &self.class_path,
            "org.junit.runner.JUnitCore",
            "p.ATest",
        ]);
        let mut ran = run(command.current_dir(self.folder.path()));
        // JUnit prints how long it took.
        let lines = ran.stdout.lines().filter(|line| !line.starts_with("Time: "));
        ran.stdout = lines.collect::<Vec<_>>().join("\n");
        ran
    }

    fn journals(&self, name: &str) -> PathBuf {
        let folder = self.folder.path().join(name);
        fs::create_dir(&folder).unwrap();
        folder
    }
}

fn records(journals: &Path) -> Vec<Record> {
    let mut records = Vec::new();
    for journal in fs::read_dir(journals).unwrap() {
        let bytes = fs::read(journal.unwrap().path()).unwrap();
        records.extend(frames(&bytes).unwrap().map(Result::unwrap));
    }
    records
}

#[test]
fn a_panic_anywhere_in_the_agent_ends_the_recording_and_nothing_else() {
    let project = Project::new();
    let library = agent_library();
    for release in [17, 25] {
        let without = project.junit(release, &[]);
        assert!(without.stdout.contains("OK (1 test)"), "{}", without.stdout);
        for place in PLACES {
            let journals = project.journals(&format!("{place}-{release}"));
            let options = format!("journal={},statics=100000,fault={place}", journals.display());
            let agent = format!("-agentpath:{library}={options}");
            let with = project.junit(release, &["-Xcheck:jni".to_owned(), agent]);
            assert_eq!(with.code, 0, "{place} on {release}: {}{}", with.stdout, with.stderr);
            assert_eq!(with.stdout, without.stdout, "{place} on {release}");
            assert_eq!(with.stderr, without.stderr, "{place} on {release}");
            let is_told = records(&journals).iter().any(|record| {
                matches!(record, Record::Trouble(trouble)
                    if trouble.ending == Ending::Incomplete && trouble.message.contains(place))
            });
            assert!(is_told, "{place} on {release}");
        }
    }
}

#[test]
fn a_journal_that_cannot_be_made_stops_no_test() {
    let project = Project::new();
    let without = project.junit(17, &[]);
    let agent = format!("-agentpath:{}=journal=/nowhere/at/all", agent_library());
    let with = project.junit(17, &[agent]);
    assert_eq!((with.code, with.stdout), (without.code, without.stdout));
}

#[test]
fn a_journal_that_cannot_grow_stops_no_test_and_ends_no_test() {
    let project = Project::new();
    let without = project.junit(17, &[]);
    let journals = project.journals("full");
    let agent = format!("-agentpath:{}=journal={}", agent_library(), journals.display());
    // Files can have one block.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f 1; exec \"$@\"", "sh"]).arg(jdk(17).home.join("bin/java"));
    command.args([&agent, "-XX:-UsePerfData", "-cp", &project.class_path]);
    command.args(["org.junit.runner.JUnitCore", "p.ATest"]).current_dir(project.folder.path());
    let with = run(&mut command);
    assert_eq!(with.code, without.code, "{}{}", with.stdout, with.stderr);
    assert!(with.stdout.contains("OK (1 test)"), "{}", with.stdout);
    let journal = fs::read_dir(&journals).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(journal).unwrap();
    let ended = frames(&bytes).unwrap().flatten().any(|each| matches!(each, Record::End { .. }));
    assert!(!ended, "{} bytes", bytes.len());
}

#[test]
fn a_class_that_got_no_numbers_gets_none_the_second_time() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Main.java");
    fs::write(&source, TWICE).unwrap();
    let loaded = folder.path().join("Twice.java");
    fs::write(&loaded, "package p; public class Twice { public static int f() { return 7; } }")
        .unwrap();
    let classes = folder.path().join("classes");
    jdk(17).compile(&[Job {
        out: classes.clone(),
        release: 17,
        flags: Vec::new(),
        sources: vec![source, loaded],
    }]);
    for numbers in [1, 3, 5, 1000] {
        let journals = folder.path().join(format!("journals-{numbers}"));
        fs::create_dir(&journals).unwrap();
        let options = format!("journal={},numbers={numbers}", journals.display());
        let agent = format!("-agentpath:{}={options}", agent_library());
        let ran = run(jdk(17).command("java").args([&agent, "-cp"]).arg(&classes).arg("p.Main"));
        assert_eq!((ran.code, ran.stdout.as_str()), (0, "7\n7\n"), "{numbers}: {}", ran.stderr);
    }
}

const TWICE: &str = r#"
package p;

public class Main {
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 2; i++) {
            Class<?> twice = new Own().loadClass("p.Twice");
            System.out.println(twice.getMethod("f").invoke(null));
        }
    }
    static class Own extends ClassLoader {
        Own() { super(null); }
        @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (java.io.InputStream in = Main.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException error) {
                throw new ClassNotFoundException(name, error);
            }
        }
    }
}
"#;

#[test]
fn the_folder_for_journals_can_have_commas_in_its_name() {
    let project = Project::new();
    for (name, behind) in [("a,b=c", ""), ("a,,b, c", ",granularity=block"), ("a,numbers", "")] {
        let journals = project.journals(name);
        let options = format!("other=1,journal={}{behind}", journals.display());
        let agent = format!("-agentpath:{}={options}", agent_library());
        assert_eq!(project.junit(17, &[agent]).code, 0);
        let records = records(&journals);
        let is_block = |record: &Record| matches!(record, Record::Start(start) if start.granularity == Granularity::Block);
        assert_eq!(records.iter().any(is_block), !behind.is_empty(), "{name}");
        let is_told = |record: &Record| {
            matches!(record, Record::Trouble(trouble)
                if trouble.ending == Ending::Harmless && trouble.message.contains("other=1"))
        };
        assert!(records.iter().any(is_told), "{name}");
        assert!(records.iter().any(|record| matches!(record, Record::End { .. })), "{name}");
    }
    let journals = project.journals("of a run, too");
    let ran = run(tamis()
        .args(["run", "--format", "json", "--tests", "p.ATest", "--classpath"])
        .arg(&project.class_path)
        .arg("--journal")
        .arg(&journals)
        .env("JAVA_HOME", jdk(17).home)
        .current_dir(project.folder.path()));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(records(&journals).iter().any(|record| matches!(record, Record::End { .. })));
}

#[test]
fn classes_without_probe_numbers_are_told() {
    let project = Project::new();
    let journals = project.journals("few");
    let agent = format!("-agentpath:{}=journal={},numbers=4", agent_library(), journals.display());
    let ran = project.junit(17, &[agent]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let records = records(&journals);
    let is_exhausted = |record: &Record| {
        matches!(record, Record::Class(class)
            if class.probing == Probing::Unprobed(Unprobed::NumbersExhausted))
    };
    assert!(records.iter().any(is_exhausted));
    assert!(records.iter().any(|record| matches!(record, Record::End { .. })));
}

#[test]
fn more_objects_than_can_be_compared_are_told_and_make_tests_opaque() {
    let project = Project::new();
    for (objects, is_over) in [(0, true), (100_000, false)] {
        let journals = project.journals(&format!("objects-{objects}"));
        let options = format!("journal={},statics={objects}", journals.display());
        let ran = project.junit(17, &[format!("-agentpath:{}={options}", agent_library())]);
        assert_eq!(ran.code, 0, "{}", ran.stdout);
        let records = records(&journals);
        let is_told = |record: &Record| {
            matches!(record, Record::Trouble(trouble)
                if trouble.ending == Ending::Harmless && trouble.message.contains("more than 0 objects"))
        };
        assert_eq!(records.iter().any(is_told), is_over);
        let is_opaque = |record: &Record| {
            matches!(record, Record::End { charge, .. }
                if charge.observations.contains(&Observation::StaticsUnseen))
        };
        assert_eq!(records.iter().any(is_opaque), is_over);
    }
}

#[test]
fn the_agent_gives_the_checks_of_jni_nothing_to_warn_of() {
    let project = Project::new();
    for release in [17, 25] {
        let journals = project.journals(&format!("checked-{release}"));
        let modes =
            ["granularity=method", "granularity=block", "granularity=site", "statics=100000"];
        for mode in modes {
            let options = format!("journal={},{mode}", journals.display());
            let agent = format!("-agentpath:{}={options}", agent_library());
            let ran = project.junit(release, &["-Xcheck:jni".to_owned(), agent]);
            assert_eq!(ran.code, 0, "{}", ran.stdout);
            assert!(!ran.stdout.contains("WARNING"), "{}", ran.stdout);
            assert_eq!(ran.stderr, "");
        }
    }
}
