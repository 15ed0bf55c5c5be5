//! When the agent cannot do its work, the tests run as if it were not there, and nothing is claimed about them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tamis_journal::{Ending, Probing, Record, Unprobed, frames};
use tamis_testkit::{Job, jars, jdk};

use crate::undisturbed::agent_library;
use crate::{Ran, run};

const JUNIT4: [&str; 2] = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];

const TEST: &str = r#"
package p;

public class ATest {
    static int made = Helper.make();
    @org.junit.Test public void reads() throws Exception {
        System.out.println(made + " " + new java.io.File("none").exists() + " " + System.getProperty("none"));
        System.out.println(ATest.class.getDeclaredMethods().length);
    }
}
class Helper { static int make() { return 5; } }
"#;

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
        for place in ["start", "init", "class", "note", "enter", "leave", "file"] {
            let journals = project.journals(&format!("{place}-{release}"));
            let agent =
                format!("-agentpath:{library}=journal={},fault={place}", journals.display());
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
fn a_journal_that_cannot_be_written_stops_no_test() {
    let project = Project::new();
    let without = project.junit(17, &[]);
    for journal in ["/nowhere/at/all", "/dev/full"] {
        let agent = format!("-agentpath:{}=journal={journal}", agent_library());
        let with = project.junit(17, &[agent]);
        assert_eq!((with.code, with.stdout), (without.code, without.stdout.clone()), "{journal}");
    }
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
fn the_agent_gives_the_checks_of_jni_nothing_to_warn_of() {
    let project = Project::new();
    for release in [17, 25] {
        let journals = project.journals(&format!("checked-{release}"));
        for granularity in ["method", "block", "site"] {
            let agent = format!(
                "-agentpath:{}=journal={},granularity={granularity}",
                agent_library(),
                journals.display()
            );
            let ran = project.junit(release, &["-Xcheck:jni".to_owned(), agent]);
            assert_eq!(ran.code, 0, "{}", ran.stdout);
            assert!(!ran.stdout.contains("WARNING"), "{}", ran.stdout);
            assert_eq!(ran.stderr, "");
        }
    }
}
