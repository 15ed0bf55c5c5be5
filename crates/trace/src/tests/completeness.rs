//! Which executions are complete, and whose results are whose.

use tamis_journal::{Ending, Observation, Outcome, Phase, Record, Trouble};

use super::bundle::{Events, Journal};
use super::class_files::Memory;
use crate::{Incomplete, executions};

fn trouble(message: &str, ending: Ending) -> Record {
    Record::Trouble(Trouble { ending, message: message.to_owned() })
}

#[test]
fn a_test_that_was_built_and_ran_is_complete() {
    let mut journal = Journal::new();
    let build = journal.begin("p.ATest", Phase::Build, None);
    journal.end(build, Events::none());
    let run = journal.begin("p.ATest", Phase::Run, None);
    journal.result("p.ATest", "a", Outcome::Passed);
    journal.result("p.ATest", "b", Outcome::Failed);
    journal.end(run, Events::none());
    let executions = journal.executions(&Memory::default());
    assert_eq!(executions.len(), 1);
    assert!(executions[0].is_complete());
    assert!(executions[0].has_failed());
    let methods: Vec<&str> = executions[0].results.iter().map(|each| &*each.method).collect();
    assert_eq!(methods, ["a", "b"]);
}

#[test]
fn a_test_without_end_is_incomplete_and_others_are_not() {
    let mut journal = Journal::new();
    journal.run("p.ATest", Events::none());
    journal.begin("p.BTest", Phase::Run, None);
    journal.result("p.BTest", "b", Outcome::Passed);
    let memory = Memory::default();
    assert!(journal.execution("p.ATest", &memory).is_complete());
    let cut = journal.execution("p.BTest", &memory);
    assert_eq!(cut.incomplete, [Incomplete::NotEnded, Incomplete::NeverRun]);
    assert_eq!(cut.results.len(), 1);
}

#[test]
fn a_test_that_was_only_built_did_not_run() {
    let mut journal = Journal::new();
    let build = journal.begin("p.ATest", Phase::Build, None);
    journal.end(build, Events::none());
    let execution = journal.execution("p.ATest", &Memory::default());
    assert_eq!(execution.incomplete, [Incomplete::NeverRun]);
}

#[test]
fn what_was_built_before_a_suite_began_belongs_to_the_suite_that_runs_it() {
    let mut journal = Journal::new();
    let file = |journal: &mut Journal, name: &str| {
        let mut events = Events::none();
        events.0.observations.push(Observation::FileRead(journal.name(name)));
        events
    };
    let events = file(&mut journal, "/built");
    let build = journal.begin("p.Part", Phase::Build, None);
    journal.end(build, events);
    let whole = journal.begin("p.ATest", Phase::Run, None);
    let part = journal.begin("p.Part", Phase::Run, Some(whole));
    journal.end(part, Events::none());
    journal.end(whole, Events::none());
    journal.run("p.BTest", Events::none());
    let memory = Memory::default();
    let files = |test: &str| journal.execution(test, &memory).footprint.files.len();
    assert_eq!((files("p.ATest"), files("p.BTest")), (1, 0));
}

#[test]
fn trouble_concerns_what_has_not_ended() {
    let mut journal = Journal::new();
    journal.push(&trouble("a detail", Ending::Harmless));
    journal.run("p.ATest", Events::none());
    let open = journal.begin("p.BTest", Phase::Run, None);
    journal.push(&trouble("disk full", Ending::Incomplete));
    journal.end(open, Events::none());
    journal.run("p.CTest", Events::none());
    let memory = Memory::default();
    assert!(journal.execution("p.ATest", &memory).is_complete());
    let reason = Incomplete::Trouble { message: "disk full".to_owned() };
    for test in ["p.BTest", "p.CTest"] {
        assert_eq!(
            journal.execution(test, &memory).incomplete,
            std::slice::from_ref(&reason),
            "{test}"
        );
    }
}

#[test]
fn what_is_inside_a_scope_belongs_to_the_outermost() {
    let mut journal = Journal::new();
    let suite = journal.begin("p.AllTests", Phase::Run, None);
    let inner = journal.begin("p.ATest", Phase::Run, Some(suite));
    journal.result("p.ATest", "a", Outcome::Passed);
    journal.end(inner, Events::none());
    journal.end(suite, Events::none());
    let executions = journal.executions(&Memory::default());
    assert_eq!(executions.len(), 1);
    assert_eq!(executions[0].test.to_string(), "p.AllTests");
    assert!(executions[0].is_complete());
    assert_eq!(executions[0].results.len(), 1);
}

#[test]
fn an_inner_scope_without_end_makes_the_outermost_incomplete() {
    let mut journal = Journal::new();
    let suite = journal.begin("p.AllTests", Phase::Run, None);
    journal.begin("p.ATest", Phase::Run, Some(suite));
    journal.end(suite, Events::none());
    let execution = journal.execution("p.AllTests", &Memory::default());
    assert_eq!(execution.incomplete, [Incomplete::NotEnded]);
}

#[test]
fn results_of_nested_classes_go_to_the_test_around_them() {
    let mut journal = Journal::new();
    let a = journal.begin("p.ATest", Phase::Run, None);
    let b = journal.begin("p.BTest", Phase::Run, None);
    journal.result("p.ATest$Inner", "a", Outcome::Passed);
    journal.result("p.BTest", "b", Outcome::Passed);
    journal.end(a, Events::none());
    journal.end(b, Events::none());
    journal.result("p.BTest$Late", "c", Outcome::Passed);
    let memory = Memory::default();
    assert_eq!(journal.execution("p.ATest", &memory).results.len(), 1);
    assert_eq!(journal.execution("p.BTest", &memory).results.len(), 2);
}

#[test]
fn a_result_without_any_scope_is_an_incomplete_execution() {
    let mut journal = Journal::new();
    journal.result("p.OddTest", "a", Outcome::Passed);
    let execution = journal.execution("p.OddTest", &Memory::default());
    assert_eq!(execution.incomplete, [Incomplete::NeverRun]);
}

#[test]
fn each_machine_has_executions_of_its_own() {
    let mut first = Journal::new();
    first.run("p.ATest", Events::none());
    let mut second = Journal::new();
    second.begin("p.ATest", Phase::Run, None);
    let found = executions(&[first.recorded(), second.recorded()], &Memory::default());
    let told: Vec<(usize, bool)> =
        found.iter().map(|each| (each.machine, each.is_complete())).collect();
    assert_eq!(told, [(0, true), (1, false)]);
}
