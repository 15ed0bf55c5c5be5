//! What happens to evidence: runs at once, runs that are stopped, stores that are damaged, newer, or put together.

use std::fs;
use std::process::{Command, Stdio};

use super::{ADD_TEST, NONE, Project, blocks};
use crate::run;

#[test]
fn of_two_runs_at_once_both_are_remembered() {
    let project = Project::new();
    let start = |test: &str| {
        let mut command = project.on_class_path("run", &["--tests", test]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children = [start("p.AddTest"), start("p.MultiplyTest")];
    for child in children {
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{stderr}");
    }
    assert_eq!(project.blocks().len(), 2);
    assert_eq!(project.selected(&[]), ["FileTest"]);
}

/// Tests that ended before a run was stopped need not run again.
#[test]
fn an_interrupt_keeps_what_is_finished() {
    let slow = "public class SlowTest { @org.junit.Test public void waits() throws Exception {
        new java.io.FileOutputStream(\"started\").close();
        while (!new java.io.File(\"go on\").exists()) Thread.sleep(5);
    } }";
    let project = Project::of(&[("Calc", super::CALC), ("AddTest", ADD_TEST), ("SlowTest", slow)]);
    let order = ["--tests", "p.AddTest", "--tests", "p.SlowTest"];
    let mut command = project.on_class_path("run", &order);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !project.path("started").exists() {
        std::thread::yield_now();
    }
    assert_eq!(run(Command::new("kill").args(["-INT", &child.id().to_string()])).code, 0);
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert_eq!(project.selected(&[]), ["SlowTest"], "{stderr}");
    assert_eq!(project.reason("SlowTest"), "incomplete");
}

#[test]
fn a_damaged_file_is_told_and_set_aside_and_all_it_may_have_known_runs() {
    let project = Project::passed();
    let damaged = project.blocks().remove(0);
    fs::write(&damaged, b"no evidence").unwrap();
    let ran = project.verb("select", &[]);
    assert!(ran.stderr.contains("is damaged"), "{}", ran.stderr);
    assert!(damaged.exists(), "looking moves nothing");
    let ran = project.run(&["--strict"]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    let ran = project.run(&[]);
    assert!(ran.stderr.contains("running 3 of 3 test classes"), "{}", ran.stderr);
    assert!(!damaged.exists());
    let aside = project.path(".tamis/set-aside").join(damaged.file_name().unwrap());
    assert_eq!(fs::read(aside).unwrap(), b"no evidence");
}

/// The newest evidence said that a test fails. That it passed earlier, with the same facts, does not make it pass.
#[test]
fn what_a_damaged_file_said_is_not_replaced_by_older_evidence() {
    let project = Project::passed();
    let first = project.blocks();
    assert_eq!(project.ran(&["--force"]).len(), 3);
    let second = project.blocks().into_iter().find(|block| !first.contains(block)).unwrap();
    fs::write(second, b"no evidence").unwrap();
    assert_eq!(project.selected(&[]), ["AddTest", "FileTest", "MultiplyTest"]);
    assert_eq!(project.reason("AddTest"), "unknown");
}

#[test]
fn a_store_of_a_newer_version_is_left_alone_and_everything_runs() {
    let project = Project::passed();
    let newer = project.path(".tamis/evidence/00.block");
    let content = b"from the future";
    let checksum = xxhash_rust::xxh3::xxh3_128_with_seed(content, 99);
    let header: [&[u8]; 5] = [
        b"TAMIS-E\n",
        &99_u32.to_le_bytes(),
        &(content.len() as u64).to_le_bytes(),
        &checksum.to_le_bytes(),
        content,
    ];
    fs::write(&newer, header.concat()).unwrap();
    let before = super::tree(&project.path(".tamis/evidence"));
    let ran = project.run(&[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("is of version 99, newer than what is known"), "{}", ran.stderr);
    assert!(ran.stderr.contains("running 3 of 3 test classes"), "{}", ran.stderr);
    assert_eq!(project.run(&["--strict"]).code, 4);
    assert_eq!(project.command("store", &["gc"]).output().unwrap().status.code(), Some(2));
    assert_eq!(super::tree(&project.path(".tamis/evidence")), before);
}

#[test]
fn evidence_is_exported_imported_merged_and_collected() {
    let (one, two) = (Project::passed(), Project::new());
    let store = |project: &Project, words: &[&str]| {
        let ran = run(&mut project.command("store", words));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stderr
    };
    let file = one.path("exported");
    assert_eq!(store(&one, &["export", "exported"]), "exported the evidence of 1 run\n");
    let file = file.to_str().unwrap();
    assert_eq!(store(&two, &["import", file]), "added the evidence of 1 run\n");
    assert_eq!(store(&two, &["import", file]), "added the evidence of 0 runs\n");
    assert_eq!(two.ran(&[]), NONE, "evidence holds wherever the facts hold");
    let (a, b) = (one.path(".tamis"), two.path(".tamis"));
    two.ran(&["--force"]);
    let words = ["merge", a.to_str().unwrap(), b.to_str().unwrap()];
    assert_eq!(store(&one, &words), "added the evidence of 1 run\n");
    assert_eq!(blocks(&a).len(), 2);
    assert!(store(&one, &["gc", "--keep", "1"]).starts_with("1 of 2 runs left, "));
    assert_eq!(one.selected(&[]), NONE);
    assert_eq!(blocks(&a).len(), 1);
}
