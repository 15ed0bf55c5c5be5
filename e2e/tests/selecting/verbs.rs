//! The verbs and their words.

use std::fs;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use super::{CALC, NONE, OTHER_CALC, Project, tree};
use crate::run;

#[test]
fn select_writes_nothing() {
    let project = Project::passed();
    project.edit("Calc", OTHER_CALC);
    let before = tree(&project.root);
    project.select(&[]);
    project.verb("select", &[]);
    project.verb("explain", &["AddTest"]);
    run(&mut project.command("status", &[]));
    assert_eq!(tree(&project.root), before);
    let project = Project::new();
    let before = tree(&project.root);
    assert_eq!(project.selected(&[]).len(), 3);
    assert_eq!(tree(&project.root), before, "not even the first time");
}

/// The form that scripts rely on.
#[test]
fn select_answers_in_json() {
    let project = Project::passed();
    project.edit("Calc", OTHER_CALC);
    let mut document = project.select(&[]);
    let tests = document["tests"].as_array_mut().unwrap();
    let reason = &mut tests[0]["reasons"][0];
    for side in ["was", "is"] {
        assert_eq!(reason[side].as_str().unwrap().len(), 32);
        reason[side] = "…".into();
    }
    for skipped in &mut tests[1..] {
        let evidence = skipped["evidence"].as_object_mut().unwrap();
        for key in ["passed", "facts", "nanos"] {
            assert!(evidence.remove(key).unwrap().as_u64().unwrap() > 0, "{key}");
        }
        // The folder of the test may lie in a repository, or not.
        let revision = evidence.remove("revision").unwrap();
        assert!(revision.is_null() || revision.is_string(), "{revision}");
        assert!(evidence.is_empty());
    }
    let expected = json!({
        "format": "tamis-select",
        "version": 1,
        "technique": "hybrid",
        "tests": [
            {
                "test": "p.AddTest",
                "verdict": "run",
                "reasons": [{
                    "kind": "fact-changed",
                    "fact": "body",
                    "entity": "p.Calc.add(II)I",
                    "was": "…",
                    "is": "…",
                }],
            },
            {"test": "p.FileTest", "verdict": "skip", "evidence": {}},
            {"test": "p.MultiplyTest", "verdict": "skip", "evidence": {}},
        ],
    });
    assert_eq!(document, expected);
    let ran = project.verb("select", &["--format", "json"]);
    assert!(ran.stdout.starts_with("{\"format\":\"tamis-select\",\"version\":1,"));
    assert_eq!(ran.stdout.lines().count(), 1);
}

#[test]
fn select_and_explain_answer_in_words() {
    let project = Project::passed();
    project.edit("Calc", OTHER_CALC);
    let ran = project.verb("select", &[]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "changed: `p.Calc.add(int, int)`");
    assert_eq!(lines[1], "running 1 of 3 test classes: 1 affected");
    let start = "skipping 2 test classes: passed just now, and what that rests on (";
    assert!(lines[2].starts_with(start), "{}", lines[2]);
    assert_eq!(lines[3], "run   p.AddTest: `p.Calc.add(int, int)` changed");
    assert!(lines[4].starts_with("skip  p.FileTest: passed just now, "), "{}", lines[4]);
    let ran = project.verb("explain", &["p.AddTest"]);
    let expected = "p.AddTest runs:\n  `p.Calc.add(int, int)` changed\n    \
                    `p.AddTest` entered `p.Calc.add(int, int)`\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, expected));
    let ran = project.verb("explain", &["MultiplyTest"]);
    let start = "p.MultiplyTest is skipped: it passed just now, and what that rests on holds (";
    assert!(ran.stdout.starts_with(start), "{}", ran.stdout);
    assert!(ran.stdout.contains("bodies of methods\n"), "{}", ran.stdout);
    let ran = project.verb("explain", &["AddTests"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("there is no test class `AddTests`"), "{}", ran.stderr);
}

#[test]
fn events_tell_of_tests_that_ran_and_of_those_that_did_not() {
    let project = Project::passed();
    fs::write(project.path("data.txt"), "evil").unwrap();
    assert_eq!(project.run(&["--events", "events.jsonl"]).code, 1);
    let text = fs::read_to_string(project.path("events.jsonl")).unwrap();
    let mut events: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    events.sort_by_key(|event| event["test"].to_string());
    let get = |key: &str| events.iter().map(|event| event[key].clone()).collect::<Vec<_>>();
    assert_eq!(get("test"), ["p.AddTest", "p.FileTest", "p.MultiplyTest"]);
    assert_eq!(get("verdict"), ["skip", "run", "skip"]);
    assert_eq!(events[1]["outcome"], "failed");
    assert_eq!(events[1]["reasons"][0]["entity"], "data.txt");
    assert!(events[0]["evidence"]["facts"].as_u64().unwrap() > 0);
}

#[test]
fn everything_runs_if_asked_for() {
    let project = Project::passed();
    assert_eq!(project.ran(&["--force"]).len(), 3);
    assert_eq!(project.ran(&["--technique", "all"]).len(), 3);
    assert_eq!(project.ran(&["--max-age", "0"]).len(), 3);
    assert_eq!(project.ran(&["--max-age", "1"]), NONE);
    let ran = project.run(&["--strict"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.starts_with("running 0 of 3 test classes\n"), "{}", ran.stderr);
}

#[test]
fn another_jdk_and_other_options_are_another_environment() {
    let mut project = Project::passed();
    assert_eq!(project.selected(&["--", "-Xint"]).len(), 3);
    assert_eq!(project.selected(&["--", "-Dunread=1"]), NONE);
    project.release = 25;
    assert_eq!(project.reason("AddTest"), "environment-changed");
}

#[test]
fn status_says_what_is_known() {
    let project = Project::new();
    let status = |words: &[&str]| run(&mut project.command("status", words)).stdout;
    assert_eq!(status(&[]), "nothing is known yet; `tamis run` or `tamis mvn` finds it out\n");
    fs::write(project.path("data.txt"), "evil").unwrap();
    project.run(&[]);
    project.run(&[]);
    let text = status(&[]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "passed     p.AddTest: just now, 1 record");
    assert_eq!(lines[1], "failed     p.FileTest: just now, 2 records");
    assert!(lines[3].starts_with("3 test classes known from 2 runs, "), "{}", lines[3]);
    let document: Value = serde_json::from_str(&status(&["--format", "json"])).unwrap();
    assert_eq!((&document["format"], &document["version"]), (&json!("tamis-status"), &json!(1)));
    assert_eq!(document["tests"][1]["outcome"], "failed");
}

/// No fact stands for the time of a file, so that a touch selects nothing. A test that asks for it is missed, and an audit
/// finds that out.
#[test]
fn an_audit_tells_what_selection_would_have_missed() {
    let test = "public class TimeTest { @org.junit.Test public void old() {
        org.junit.Assert.assertEquals(1000000L, new java.io.File(\"data.txt\").lastModified());
    } }";
    let project = Project::of(&[("Calc", CALC), ("AddTest", super::ADD_TEST), ("TimeTest", test)]);
    let set_time = |seconds| {
        let file = fs::File::options().append(true).open(project.path("data.txt")).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
    };
    set_time(1000);
    assert_eq!(project.run(&[]).code, 0);
    let ran = project.verb("audit", &[]);
    let nothing = "audit: of 2 test classes, 2 would have been skipped; none of those failed\n";
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.ends_with(nothing), "{}", ran.stderr);
    set_time(2000);
    assert_eq!(project.selected(&[]), NONE);
    let ran = project.verb("audit", &[]);
    let missed = "audit: of 2 test classes, 2 would have been skipped; 1 of those did not pass: \
                  `p.TimeTest`\n";
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.ends_with(missed), "{}", ran.stderr);
    let log = fs::read_to_string(project.path(".tamis/audit.jsonl")).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let missed: Vec<&Value> = lines.iter().map(|line| &line["missed"]).collect();
    assert_eq!(missed, [&json!([]), &json!(["p.TimeTest"])]);
    // It failed, and stays selected.
    assert_eq!(project.selected(&[]), ["TimeTest"]);
}
