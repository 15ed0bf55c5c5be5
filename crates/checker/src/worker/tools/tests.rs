//! What tools did, put together: which state is another one, and what a tool says of a failure.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use tamis_progen::java::{ClassName, SourceFile, Sources, Unit, UnitKind};
use tamis_testkit::{jars, jdk};

use super::*;
use crate::machine::Launch;
use crate::plan::Plan;
use crate::test_files::{TestFile, TestFiles};
use crate::tool::{Recorder, Resident};

/// A tool that has classes of its own in place of those of the program, and selects all tests.
struct Replacing {
    jar: PathBuf,
}

impl Resident for Replacing {
    fn techniques(&self) -> Vec<String> {
        vec!["replacing".to_owned()]
    }

    fn recorder(&self, _: &Path) -> anyhow::Result<Box<dyn Recorder>> {
        Ok(Box::new(Self { jar: self.jar.clone() }))
    }
}

impl Recorder for Replacing {
    fn jvm_arguments(&self) -> Vec<OsString> {
        vec![format!("-Xbootclasspath/a:{}", self.jar.display()).into()]
    }

    fn evidence(&mut self, _: &Path) -> anyhow::Result<Box<dyn Evidence>> {
        Ok(Box::new(Self { jar: self.jar.clone() }))
    }

    fn skip(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

impl Evidence for Replacing {
    fn seen(&self) -> Vec<Ran> {
        vec![Ran { tests: vec!["p.BTest".to_owned()], ..Ran::default() }]
    }

    fn select(&self, _: &Path, tests: &[String]) -> anyhow::Result<Vec<Vec<String>>> {
        Ok(vec![tests.to_vec()])
    }

    fn run(&self, _: &Path, tests: &[String]) -> anyhow::Result<Vec<Ran>> {
        Ok(vec![Ran { tests: tests.to_vec(), ..Ran::default() }])
    }
}

fn launch() -> Launch {
    let junit = jars(&["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"]);
    Launch { java: jdk(17).home.join("bin/java"), junit }
}

/// The first test counts in a static field, and both leave an object of the class that has it.
fn program() -> (Sources, TestFiles, Vec<String>) {
    let mut unit = Unit::empty(UnitKind::Class, ClassName::new("p", "A"));
    unit.members.push("public static long count;".to_owned());
    let test = |name: &str, statement: &str| {
        let text = format!(
            "package p; public class {name} {{ public static Object[] kept = new Object[1];\n\
             @org.junit.Test public void test() {{ kept[0] = new A(); {statement} }} }}"
        );
        TestFile { file: SourceFile { path: format!("p/{name}.java"), text }, names: 0 }
    };
    let files = vec![test("ATest", "A.count++;"), test("BTest", "")];
    let named = vec![BTreeSet::from([ClassName::new("p", "A")])];
    let names = ["p.ATest", "p.BTest"].map(str::to_owned).to_vec();
    (Sources { units: vec![unit], resources: Vec::new() }, TestFiles { files, named }, names)
}

#[test]
fn a_state_that_hangs_on_the_tests_before_it_is_not_compared() {
    let (folder, plan, launch) = (tempfile::tempdir().unwrap(), Plan::default(), launch());
    let tool = Replacing { jar: PathBuf::new() };
    let mut worker = Worker::new(&plan, &[], &tool, &launch, folder.path().to_owned());
    let (program, files, names) = program();
    assert_eq!(worker.compile(&program, &files).unwrap(), None);
    let all = states(worker.run_all(&names).unwrap());
    let jar = worker.jar();
    let alone = states(worker.plain().unwrap().run(&jar, &names[1..], true).unwrap());
    assert_ne!(all[1], alone[0], "what the first test counts is seen by the second");
    let retested = Retested { revision: Revision::default(), states: all.clone() };
    let mut other = |tests: &str, states: &[&String]| {
        let states = states.iter().map(|state| (*state).clone()).collect();
        let inside = Inside { tests: tests.parse().unwrap(), states, ..Inside::default() };
        worker.other_states(&names, &inside, &retested).unwrap().to_string()
    };
    let odd = "odd".to_owned();
    for (tests, states, expected) in [
        ("0-1", [&all[0], &all[1]].as_slice(), ""),
        ("1", &[&alone[0]], ""),
        // Whatever the tool does to a test that has no fixed state.
        ("1", &[&odd], ""),
        ("0", &[&odd], "0"),
        ("0-1", &[&odd, &all[1]], "0"),
        ("0-1", &[&all[0], &odd], "1"),
    ] {
        assert_eq!(other(tests, states), expected, "{tests}: {states:?}");
    }
}

#[test]
fn a_tool_that_changes_what_tests_leave_or_overlooks_one_is_told() {
    let (folder, plan, launch) = (tempfile::tempdir().unwrap(), Plan::default(), launch());
    let tool = Replacing { jar: folder.path().join("other.jar") };
    let mut worker = Worker::new(&plan, &[], &tool, &launch, folder.path().to_owned());
    let (program, files, names) = program();
    assert_eq!(worker.compile(&program, &TestFiles::default()).unwrap(), None);
    std::fs::rename(worker.jar(), &tool.jar).unwrap();
    assert_eq!(worker.compile(&program, &files).unwrap(), None);
    let all = TestSet::first(2);
    let states = states(worker.run_all(&names).unwrap());
    let retested = Retested { revision: Revision { all, ..Revision::default() }, states };
    let (runs, evidence) = worker.watch(&names, &retested).unwrap();
    let [first, same] = &runs[0];
    assert_eq!(first.cause, None);
    // The second test is the only one that it says it saw.
    let sets = [&first.selected, &first.other_state, &same.selected].map(ToString::to_string);
    assert_eq!(sets, ["1", "1", "0-1"]);
    let ran = evidence.unwrap().run(&worker.jar(), &names).unwrap();
    let inside = worker.run_inside(&names, &ran).unwrap();
    assert_eq!(worker.other_states(&names, &inside, &retested).unwrap().to_string(), "0-1");
}

#[test]
fn a_tool_that_runs_tests_itself_is_taken_at_its_word_but_for_the_place() {
    let names = ["p.A", "p.B", "p.C"].map(str::to_owned);
    let message = |text: &str| text.to_owned();
    let retested = Revision {
        failed: BTreeMap::from([(0, message("E|a|b|p.A.f:1")), (1, message("E|a|p.B.f:1"))]),
        ..Revision::default()
    };
    let failed = [("p.A", "E|a|b"), ("p.B", "E|c"), ("p.C", "F|")];
    let failed = failed.map(|(test, said)| (message(test), message(said)));
    let ran = Ran { tests: names.to_vec(), failed: Some(failed.into()), time: Duration::ZERO };
    // What the machine that stays has seen is not about this tool.
    let inside = Inside { failed: BTreeMap::from([(2, message("G||"))]), ..Inside::default() };
    let run = tool_run(&names, &ran, &inside, &TestSet::first(3), &retested);
    let said: Vec<&str> = run.failed.values().map(String::as_str).collect();
    assert_eq!(said, ["E|a|b|p.A.f:1", "E|c|", "F||"]);
    assert_eq!((run.selected, run.other_state), (TestSet::first(3), TestSet::default()));
    let inside = Inside { failed: BTreeMap::from([(2, message("G||"))]), ..Inside::default() };
    let ran = Ran { tests: names[1..].to_vec(), failed: None, time: Duration::ZERO };
    let run = tool_run(&names, &ran, &inside, &TestSet::first(2), &retested);
    assert_eq!((run.failed.len(), run.other_state.to_string()), (1, "1".to_owned()));
}
