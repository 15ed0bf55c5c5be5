//! What tools did, put together: which state is another one, and what a tool says of a failure.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

    fn evidence(&mut self, _: &Path, _: Option<&str>) -> anyhow::Result<Box<dyn Evidence>> {
        Ok(Box::new(Self { jar: self.jar.clone() }))
    }

    fn skip(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

impl Evidence for Replacing {
    fn seen(&self) -> Vec<Told<Ran>> {
        vec![Ok(Ran { tests: vec!["p.BTest".to_owned()], ..Ran::default() })]
    }

    fn select(&self, _: &Path, tests: &[String]) -> anyhow::Result<Vec<Told<Vec<String>>>> {
        Ok(vec![Ok(tests.to_vec())])
    }

    fn run(&self, _: &Path, tests: &[String]) -> anyhow::Result<Vec<Told<Ran>>> {
        Ok(vec![Ok(Ran { tests: tests.to_vec(), ..Ran::default() })])
    }
}

fn launch() -> Launch {
    let junit = jars(&["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"]);
    let java = jdk(17).home.join("bin/java");
    Launch { java, junit, bind: |command| command, is_stopped: Arc::new(|| false), is_brief: true }
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
    (Sources { units: vec![unit], ..Sources::default() }, TestFiles { files, named }, names)
}

#[test]
fn a_state_that_hangs_on_the_tests_before_it_is_not_compared() {
    let (folder, plan, launch) = (tempfile::tempdir().unwrap(), Plan::default(), launch());
    let tool = Replacing { jar: PathBuf::new() };
    let mut worker = Worker::new(&plan, &[], &tool, &launch, &|| false, folder.path().to_owned());
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
    let mut worker = Worker::new(&plan, &[], &tool, &launch, &|| false, folder.path().to_owned());
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
    let ran = evidence.run(&worker.jar(), &names).unwrap();
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
    let ran = Ok(ran);
    // What the machine that stays has seen is not about this tool.
    let inside = Inside { failed: BTreeMap::from([(2, message("G||"))]), ..Inside::default() };
    let run = tool_run(&names, &ran, &inside, &TestSet::first(3), &retested);
    let said: Vec<&str> = run.failed.values().map(String::as_str).collect();
    assert_eq!(said, ["E|a|b|p.A.f:1", "E|c|", "F||"]);
    assert_eq!((run.selected, run.other_state), (TestSet::first(3), TestSet::default()));
    let inside = Inside { failed: BTreeMap::from([(2, message("G||"))]), ..Inside::default() };
    let mut tests = names[1..].to_vec();
    tests.push("p.Nobody".to_owned());
    let ran = Ok(Ran { tests, failed: None, time: Duration::ZERO });
    let run = tool_run(&names, &ran, &inside, &TestSet::first(2), &retested);
    assert_eq!((run.failed.len(), run.other_state.to_string()), (1, "1".to_owned()));
    // A test that nobody knows is not lost.
    assert_eq!(run.unknown.into_iter().collect::<Vec<_>>(), ["p.Nobody"]);
}

/// Two techniques: one does its work, the other does not.
struct Unequal {
    /// Whether what it says is a failure, or it panics for both.
    panics: bool,
}

impl Resident for Unequal {
    fn techniques(&self) -> Vec<String> {
        ["good", "poor"].map(str::to_owned).to_vec()
    }

    fn recorder(&self, _: &Path) -> anyhow::Result<Box<dyn Recorder>> {
        Ok(Box::new(Self { panics: self.panics }))
    }
}

impl Recorder for Unequal {
    fn jvm_arguments(&self) -> Vec<OsString> {
        Vec::new()
    }

    fn evidence(&mut self, _: &Path, _: Option<&str>) -> anyhow::Result<Box<dyn Evidence>> {
        assert!(!self.panics, "it has a bug");
        Ok(Box::new(Self { panics: false }))
    }

    fn skip(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

impl Evidence for Unequal {
    fn seen(&self) -> Vec<Told<Ran>> {
        let tests = ["p.ATest", "p.BTest"].map(str::to_owned).to_vec();
        vec![Ok(Ran { tests, ..Ran::default() }), Err("no evidence".to_owned())]
    }

    fn select(&self, _: &Path, _: &[String]) -> anyhow::Result<Vec<Told<Vec<String>>>> {
        Ok(vec![Ok(Vec::new()), Err("no selection".to_owned())])
    }

    fn run(&self, _: &Path, _: &[String]) -> anyhow::Result<Vec<Told<Ran>>> {
        Ok(self.seen())
    }
}

#[test]
fn a_technique_that_fails_is_charged_alone_and_a_panic_is_charged_to_all() {
    for (panics, expected) in [
        (false, [[None, None], [Some("no evidence"), Some("no selection")]]),
        (true, [[Some("it panicked: it has a bug"); 2]; 2]),
    ] {
        let (folder, plan, launch) = (tempfile::tempdir().unwrap(), Plan::default(), launch());
        let tool = Unequal { panics };
        let mut worker =
            Worker::new(&plan, &[], &tool, &launch, &|| false, folder.path().to_owned());
        let (program, files, names) = program();
        assert_eq!(worker.compile(&program, &files).unwrap(), None);
        let all = TestSet::first(2);
        let states = states(worker.run_all(&names).unwrap());
        let retested = Retested { revision: Revision { all, ..Revision::default() }, states };
        let (runs, evidence) = worker.watch(&names, &retested).unwrap();
        let causes: Vec<[Option<&str>; 2]> = runs
            .iter()
            .map(|[first, same]| [first.cause.as_deref(), same.cause.as_deref()])
            .collect();
        assert_eq!(causes, expected);
        assert!(worker.watched.is_none(), "the next program has a machine of its own");
        let ran = evidence.run(&worker.jar(), &names).unwrap();
        assert_eq!(ran.iter().filter(|ran| ran.is_ok()).count(), usize::from(!panics));
    }
}

#[test]
fn a_machine_that_cannot_be_started_is_no_fault_of_the_tool() {
    let (folder, plan) = (tempfile::tempdir().unwrap(), Plan::default());
    let launch = Launch { java: "/no/such/java".into(), ..launch() };
    let tool = Unequal { panics: false };
    let mut worker = Worker::new(&plan, &[], &tool, &launch, &|| false, folder.path().to_owned());
    let error = worker.watch(&[], &Retested::default()).err().unwrap();
    assert!(format!("{error:#}").contains("cannot start `/no/such/java`"), "{error:#}");
}
