//! `tamis doctor`, where all is well and where it is not.

use std::fs;

use serde_json::Value;
use tamis_testkit::jdk;

use crate::{Ran, run, tamis};

fn doctor(folder: &std::path::Path, words: &[&str], variables: &[(&str, &str)]) -> Ran {
    let mut command = tamis();
    command.arg("doctor").args(words).current_dir(folder).env("JAVA_HOME", &jdk(17).home);
    for name in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "MAVEN_OPTS"] {
        command.env_remove(name);
    }
    run(command.envs(variables.iter().copied()))
}

#[test]
fn an_empty_folder_is_well() {
    let folder = tempfile::tempdir().unwrap();
    let ran = doctor(folder.path(), &[], &[]);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    for line in [
        "fine   java      JDK 17, ",
        "fine   agent     starts in that JVM, and what it writes can be read\n",
        "fine   build     no `pom.xml`: `tamis run` takes a class path\n",
        "fine   evidence  none yet: the first run runs everything\n",
        "\ntests can be selected\n",
    ] {
        assert!(ran.stdout.contains(line), "{line} is not in\n{}", ran.stdout);
    }
    let ran = doctor(folder.path(), &["--format", "json"], &[]);
    let document: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(document["format"], "tamis-doctor");
    assert_eq!(document["findings"][0]["about"], "tamis");
}

#[test]
fn what_keeps_tests_from_being_selected_is_named_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("build.gradle"), "").unwrap();
    let ran = doctor(folder.path(), &[], &[("PATH", "/nowhere")]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("wrong  build     there is a build of Gradle"), "{}", ran.stdout);
    fs::write(folder.path().join("gradlew"), "").unwrap();
    let ran = doctor(folder.path(), &[], &[]);
    assert!(ran.stdout.contains("fine   build     Gradle, with a wrapper"), "{}", ran.stdout);

    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("jdk");
    fs::create_dir_all(broken.join("bin")).unwrap();
    let ran = doctor(folder.path(), &[], &[("JAVA_HOME", broken.to_str().unwrap())]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("wrong  java      there is no `java`"), "{}", ran.stdout);
    assert!(ran.stdout.contains("hint: install a JDK"), "{}", ran.stdout);

    let evidence = folder.path().join(".tamis/evidence");
    fs::create_dir_all(&evidence).unwrap();
    fs::write(evidence.join("00.block"), "no block").unwrap();
    let ran = doctor(folder.path(), &[], &[("JAVA_TOOL_OPTIONS", "-Dx=1")]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("look   evidence           `"), "{}", ran.stdout);
    assert!(ran.stdout.contains("look   JAVA_TOOL_OPTIONS  -Dx=1"), "{}", ran.stdout);
}
