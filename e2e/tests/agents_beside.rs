//! Other agents beside ours, in both orders, and archives of class data.

use std::fs;

use serde_json::Value;
use tamis_testkit::{Job, jars, jdk};

use crate::undisturbed::agent_library;
use crate::{run, tamis};

const JUNIT4: [&str; 2] = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];

const TEST: &str = r"
package p;

public class ATest {
    @org.junit.Test public void t() { org.junit.Assert.assertEquals(5, Helper.make()); }
}
class Helper { static int make() { return 5; } }
";

fn compiled(folder: &tempfile::TempDir) -> String {
    let source = folder.path().join("ATest.java");
    fs::write(&source, TEST).unwrap();
    let libraries: Vec<String> =
        jars(&JUNIT4).iter().map(|jar| jar.to_string_lossy().into_owned()).collect();
    let libraries = libraries.join(":");
    let out = folder.path().join("classes");
    let flags = vec!["-cp".to_owned(), libraries.clone()];
    jdk(17).compile(&[Job { out: out.clone(), release: 17, flags, sources: vec![source] }]);
    format!("{}:{libraries}", out.display())
}

/// JaCoCo's agent; the jar that is one is inside another.
fn jacoco(folder: &tempfile::TempDir) -> String {
    let outer = &jars(&["org.jacoco:org.jacoco.agent:0.8.14"])[0];
    let ran = run(jdk(17).command("jar").arg("-xf").arg(outer).current_dir(folder.path()));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    folder.path().join("jacocoagent.jar").to_string_lossy().into_owned()
}

#[test]
fn jacoco_behind_ours_changes_nothing_in_the_recording() {
    let folder = tempfile::tempdir().unwrap();
    let class_path = compiled(&folder);
    let jacoco = jacoco(&folder);
    for release in [17, 25] {
        let coverage = folder.path().join(format!("coverage-{release}"));
        let agent = format!("-javaagent:{jacoco}=destfile={}", coverage.display());
        let ran = run(tamis()
            .args(["run", "--format", "json", "--tests", "p.ATest", "--classpath", &class_path])
            .args(["--", &agent])
            .env("JAVA_HOME", jdk(release).home)
            .current_dir(folder.path()));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let recording: Value = serde_json::from_str(&ran.stdout).unwrap();
        let test = &recording["tests"][0];
        assert_eq!(test["complete"], true, "{}", test["incomplete"]);
        let methods = test["methods"].as_array().unwrap();
        assert!(methods.iter().any(|method| method["name"] == "make"));
        assert!(fs::metadata(coverage).unwrap().len() > 100, "JaCoCo wrote what it saw");
    }
}

/// A recording with JaCoCo in front of our agent, as a build has it.
fn behind_jacoco(folder: &tempfile::TempDir, release: u16, granularity: &str) -> Value {
    let class_path = compiled(folder);
    let jacoco = jacoco(folder);
    let coverage = folder.path().join(format!("coverage-{release}"));
    let agent = format!("-javaagent:{jacoco}=destfile={}", coverage.display());
    let ran = run(tamis()
        .args(["run", "--format", "json", "--tests", "p.ATest", "--classpath", &class_path])
        .args(["--granularity", granularity])
        // The JVM reads these words before those of the command line.
        .env("JDK_JAVA_OPTIONS", &agent)
        .env("JAVA_HOME", jdk(release).home)
        .current_dir(folder.path()));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(fs::metadata(coverage).unwrap().len() > 100, "JaCoCo wrote what it saw");
    let recording: Value = serde_json::from_str(&ran.stdout).unwrap();
    let test = recording["tests"][0].clone();
    assert_eq!(test["complete"], true, "{}", test["incomplete"]);
    test
}

#[test]
fn jacoco_before_ours_leaves_methods_what_they_are() {
    for release in [17, 25] {
        let folder = tempfile::tempdir().unwrap();
        let test = behind_jacoco(&folder, release, "method");
        let methods = test["methods"].as_array().unwrap();
        assert!(methods.iter().any(|method| method["name"] == "make"), "{methods:?}");
        assert!(!methods.iter().any(|method| method["name"] == "$jacocoInit"), "{methods:?}");
        let whole = test["classes-as-a-whole"].as_array().unwrap();
        assert!(!whole.iter().any(|class| class["name"] == "p.Helper"), "{whole:?}");
    }
}

#[test]
fn jacoco_before_ours_makes_classes_count_as_a_whole_by_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let test = behind_jacoco(&folder, 17, "block");
    let whole = test["classes-as-a-whole"].as_array().unwrap();
    let is_whole =
        |class: &&Value| class["name"] == "p.Helper" && class["why"] == "changed-when-loaded";
    assert!(whole.iter().any(|class| is_whole(&class)), "{whole:?}");
}

#[test]
fn classes_from_an_archive_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let class_path = compiled(&folder);
    let classes = folder.path().join("classes");
    // Archives take jars only.
    let jar = folder.path().join("tests.jar");
    let made = run(jdk(17).command("jar").arg("-cf").arg(&jar).arg("-C").arg(&classes).arg("."));
    assert_eq!(made.code, 0, "{}", made.stderr);
    let class_path = class_path.replace(&*classes.to_string_lossy(), &jar.to_string_lossy());
    for release in [17, 25] {
        let archive = folder.path().join(format!("classes-{release}.jsa"));
        let junit = ["-cp", &class_path, "org.junit.runner.JUnitCore", "p.ATest"];
        let dump = format!("-XX:ArchiveClassesAtExit={}", archive.display());
        let ran = run(jdk(release).command("java").arg(dump).args(junit));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let journals = folder.path().join(format!("journals-{release}"));
        fs::create_dir(&journals).unwrap();
        let agent = format!("-agentpath:{}=journal={}", agent_library(), journals.display());
        let shared = format!("-XX:SharedArchiveFile={}", archive.display());
        let ran = run(jdk(release).command("java").args([&agent, &shared]).args(junit));
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
        let journal = fs::read_dir(&journals).unwrap().next().unwrap().unwrap().path();
        let journal = fs::read(journal).unwrap();
        assert!(journal.windows(8).any(|bytes| bytes == b"p/Helper"));
    }
}
