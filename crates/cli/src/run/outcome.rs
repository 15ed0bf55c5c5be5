//! What came of a run, worked out from everything that was written.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tamis_build::ClassFiles;
use tamis_build::plain::{COULD_NOT_RUN, DONE, Line, Plan, Recording, RunFolder, lines};
use tamis_journal::{Ending, Record};
use tamis_report::run::{State, TestRun};
use tamis_trace::{Degraded, Execution, Incomplete, Recorded, TestResult, executions};
use tamis_vocab::{ClassName, simple_class_name};

use super::machine::{self, Ended};
use crate::exit::StoppedBy;

/// What came of a run.
pub(super) struct Outcome {
    pub(super) machines: Vec<Recorded>,
    pub(super) executions: Vec<Execution>,
    pub(super) degraded: Degraded,
    /// One for each planned test class, in their order, and then those that nobody planned.
    pub(super) tests: Vec<TestRun>,
    /// What else there is to say.
    pub(super) warnings: Vec<Warning>,
    /// Whether the machine came to the runner at all.
    pub(super) is_started: bool,
}

/// Something that the user should know.
#[derive(Debug, Clone)]
pub(super) struct Warning {
    pub(super) text: String,
    /// What can be done about it.
    pub(super) hint: Option<&'static str>,
}

impl Warning {
    pub(super) fn new(text: impl Into<String>, hint: Option<&'static str>) -> Self {
        Self { text: text.into(), hint }
    }
}

const HINT_JOURNAL: &str = "make room on the disk, or name a folder elsewhere with --journal";

const HINT_GAVE_UP: &str =
    "`--no-agent` runs the tests and says how they end; `tamis doctor` says which JDKs are known";

/// Why the agent gave up before the first test, if it did.
fn gave_up(machines: &[Recorded]) -> Option<&str> {
    let steps = machines.iter().flat_map(Recorded::steps);
    let mut why = None;
    for step in steps {
        match step {
            Record::Begin(_) => return None,
            Record::Trouble(trouble) if trouble.ending == Ending::Incomplete => {
                why = why.or(Some(&*trouble.message));
            }
            _ => {}
        }
    }
    why
}

/// What the runner wrote.
#[derive(Default)]
struct Reported {
    /// Whether the machine came to the runner at all.
    is_started: bool,
    results: BTreeMap<ClassName, Vec<TestResult>>,
    begun: BTreeSet<ClassName>,
    ended: BTreeSet<ClassName>,
}

impl Outcome {
    /// That of no test.
    pub(super) fn empty() -> Self {
        Self {
            machines: Vec::new(),
            executions: Vec::new(),
            degraded: Degraded::default(),
            tests: Vec::new(),
            warnings: Vec::new(),
            is_started: true,
        }
    }

    /// Adds what came of another machine.
    pub(super) fn append(&mut self, other: Self) {
        let first = self.machines.len();
        self.machines.extend(other.machines);
        self.executions.extend(other.executions.into_iter().map(|mut execution| {
            execution.machine += first;
            execution
        }));
        self.degraded = Degraded::of(&self.machines);
        self.tests.extend(other.tests);
        self.warnings.extend(other.warnings);
        self.is_started &= other.is_started;
    }

    /// Adds test classes that could not be run for want of a class file.
    pub(super) fn add_unreadable(&mut self, classes: Vec<ClassName>) {
        self.tests.extend(classes.into_iter().map(|class| TestRun {
            class,
            results: Vec::new(),
            state: State::Incomplete(vec!["its class file cannot be read".to_owned()]),
        }));
    }

    pub(super) fn read(
        plan: &Plan,
        folder: &RunFolder,
        recording: &Recording,
        known: &BTreeSet<PathBuf>,
        ended: Ended,
        class_files: &ClassFiles,
    ) -> anyhow::Result<Self> {
        let reported = Reported::read(folder, plan)?;
        let mut warnings = Vec::new();
        let Ended { status, stopped_by } = ended;
        let is_done = status.code() == Some(DONE);
        match stopped_by {
            _ if is_done => {}
            Some(StoppedBy::Interrupt) => {
                let text = "the tests were stopped by an interrupt (SIGINT)";
                warnings.push(Warning::new(text, None));
            }
            Some(StoppedBy::Terminate) => {
                warnings.push(Warning::new("the tests were stopped by SIGTERM", None));
            }
            Some(StoppedBy::Hangup) => {
                warnings.push(Warning::new("the tests were stopped by SIGHUP", None));
            }
            // The runner has a reason of its own.
            None if status.code() == Some(COULD_NOT_RUN) => {}
            None => {
                let text = format!("the JVM ended before all tests had run, with {status}");
                warnings.push(Warning::new(text, None));
            }
        }
        match recording {
            Recording::Off => Ok(reported.outcome(plan, is_done, warnings)),
            Recording::On { .. } => {
                let machines = read_journals(recording, known, &mut warnings)?;
                if machines.is_empty() {
                    let text = "nothing was recorded: the agent wrote no journal";
                    warnings.push(Warning::new(text, Some(HINT_JOURNAL)));
                } else if let Some(why) = gave_up(&machines) {
                    let text = format!("running everything, recording nothing: {why}");
                    warnings.push(Warning::new(text, Some(HINT_GAVE_UP)));
                } else if is_done && !machines.iter().any(Recorded::is_ended) {
                    let text = "the journal could not be written to its end";
                    warnings.push(Warning::new(text, Some(HINT_JOURNAL)));
                }
                let mut executions = executions(&machines, class_files);
                executions.iter_mut().for_each(drop_consequences);
                let degraded = Degraded::of(&machines);
                let is_orderly = is_done && machines.iter().any(Recorded::is_ended);
                let tests = recorded_tests(plan, &executions, &reported, is_orderly);
                let is_started = reported.is_started;
                Ok(Self { machines, executions, degraded, tests, warnings, is_started })
            }
        }
    }

    /// The executions to show: all, or those of one test class, of which there may be none.
    pub(super) fn shown(&self, test: Option<&str>) -> Vec<Execution> {
        let Some(test) = test.filter(|test| !test.is_empty()) else {
            return self.executions.clone();
        };
        let is_wanted = |execution: &&Execution| {
            let class = &execution.test;
            class.to_string() == test || simple_class_name(class.as_str()) == test
        };
        self.executions.iter().filter(is_wanted).cloned().collect()
    }

    /// Whether it came to a test.
    pub(super) fn has_begun(&self) -> bool {
        let is_begun = |test: &TestRun| !test.results.is_empty() || test.state == State::Ended;
        self.tests.iter().any(is_begun) || self.machines.iter().any(|each| !each.steps().is_empty())
    }

    /// Leaves out our own files.
    pub(super) fn forget_files_below(&mut self, folder: &Path) {
        self.executions.iter_mut().for_each(|execution| execution.forget_files_below(folder));
    }
}

impl Reported {
    fn read(folder: &RunFolder, plan: &Plan) -> anyhow::Result<Self> {
        let path = folder.results();
        let bytes = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let mut reported = Self::default();
        let planned: BTreeSet<&ClassName> = plan.tests.iter().map(|test| &test.class).collect();
        for line in lines(&bytes).0 {
            match line {
                Line::Started => reported.is_started = true,
                Line::Begin(class) => {
                    reported.begun.insert(class);
                }
                Line::End(class) => {
                    reported.ended.insert(class);
                }
                Line::Result(result) => {
                    // What is reported of a nested class belongs to the one around it.
                    let class =
                        std::iter::once(result.class.clone()).chain(result.class.enclosing());
                    let owner = class.into_iter().find(|class| planned.contains(class));
                    let open = reported.begun.difference(&reported.ended).next().cloned();
                    let owner = owner.or(open).unwrap_or_else(|| result.class.clone());
                    reported.results.entry(owner).or_default().push(result);
                }
            }
        }
        Ok(reported)
    }

    /// The outcome if there is nothing else to go by.
    fn outcome(mut self, plan: &Plan, is_done: bool, warnings: Vec<Warning>) -> Outcome {
        let mut tests = Vec::new();
        for planned in &plan.tests {
            let class = planned.class.clone();
            let state = if self.ended.contains(&class) {
                State::Ended
            } else if self.begun.contains(&class) {
                State::Incomplete(vec!["it did not end".to_owned()])
            } else if is_done {
                State::WithoutTests
            } else {
                State::Incomplete(vec!["it did not begin".to_owned()])
            };
            let results = self.results.remove(&class).unwrap_or_default();
            tests.push(TestRun { class, results, state });
        }
        for (class, results) in self.results {
            tests.push(TestRun { class, results, state: State::Ended });
        }
        let unrecorded = |test: &TestRun| {
            let mut execution = Execution::unrecorded(test.class.clone(), test.results.clone());
            if self.begun.contains(&test.class) && !self.ended.contains(&test.class) {
                execution.incomplete.push(Incomplete::NotEnded);
            }
            execution
        };
        Outcome {
            machines: Vec::new(),
            executions: tests.iter().map(unrecorded).collect(),
            degraded: Degraded::default(),
            tests,
            warnings,
            is_started: self.is_started,
        }
    }
}

fn read_journals(
    recording: &Recording,
    known: &BTreeSet<PathBuf>,
    warnings: &mut Vec<Warning>,
) -> anyhow::Result<Vec<Recorded>> {
    let mut machines = Vec::new();
    for path in machine::journals(recording).difference(known) {
        let bytes = fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        match Recorded::read(&bytes) {
            Ok(recorded) => machines.push(recorded),
            Err(error) => {
                let text = format!("cannot read the journal `{}`: {error}", path.display());
                warnings.push(Warning::new(text, Some(HINT_JOURNAL)));
            }
        }
    }
    Ok(machines)
}

/// Of what did not end it need not be said as well that it did not run to its end.
fn drop_consequences(execution: &mut Execution) {
    if execution.incomplete.contains(&Incomplete::NotEnded) {
        execution.incomplete.retain(|reason| *reason != Incomplete::NeverRun);
    }
}

/// Test classes by what was recorded of them.
fn recorded_tests(
    plan: &Plan,
    executions: &[Execution],
    reported: &Reported,
    is_orderly: bool,
) -> Vec<TestRun> {
    let planned = plan.tests.iter().map(|test| &test.class);
    let mut classes: Vec<&ClassName> = planned.collect();
    for execution in executions {
        if !classes.contains(&&execution.test) {
            classes.push(&execution.test);
        }
    }
    let mut tests = Vec::new();
    for class in classes {
        let own: Vec<&Execution> =
            executions.iter().filter(|execution| execution.test == *class).collect();
        let mut results: Vec<TestResult> =
            own.iter().flat_map(|execution| execution.results.iter().cloned()).collect();
        // The runner reports only what never came to a framework.
        let unseen = reported.results.get(class);
        results.extend(unseen.into_iter().flatten().cloned());
        let reasons: Vec<String> = own
            .iter()
            .flat_map(|execution| execution.incomplete.iter().map(ToString::to_string))
            .collect();
        let state = if !reasons.is_empty() {
            State::Incomplete(reasons)
        } else if !own.is_empty() || unseen.is_some() {
            State::Ended
        } else if is_orderly {
            State::WithoutTests
        } else {
            State::Incomplete(vec!["it did not begin".to_owned()])
        };
        tests.push(TestRun { class: class.clone(), results, state });
    }
    tests
}
