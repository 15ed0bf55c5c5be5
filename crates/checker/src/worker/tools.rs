//! What tools do at each revision: they watch the first, are asked about the second, and run what they select at the third.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use super::{Ground, Retested, Worker, differing, failures, gave_up, numbers, states, unknown};
use crate::machine::Ended;
use crate::record::{Revision, ToolRun};
use crate::test_set::TestSet;
use crate::tool::{Evidence, Ran, Told, caught};

/// What the tools did at the first revision and at the second, and what they know then.
type Watched = (Vec<[ToolRun; 2]>, Box<dyn Evidence>);

/// What came of tests in the watched machine.
#[derive(Default)]
struct Inside {
    tests: TestSet,
    failed: BTreeMap<u32, String>,
    states: Vec<String>,
    /// How long a test took.
    time: Duration,
    /// Why the machine did not come to the end of them.
    cause: Option<String>,
}

/// What is known of a tool that panicked when it was asked for evidence.
struct Broken {
    cause: String,
    count: usize,
}

impl Evidence for Broken {
    fn seen(&self) -> Vec<Told<Ran>> {
        vec![Err(self.cause.clone()); self.count]
    }

    fn select(&self, _: &Path, _: &[String]) -> anyhow::Result<Vec<Told<Vec<String>>>> {
        Ok(vec![Err(self.cause.clone()); self.count])
    }

    fn run(&self, _: &Path, _: &[String]) -> anyhow::Result<Vec<Told<Ran>>> {
        Ok(self.seen())
    }
}

impl Worker<'_> {
    /// Has the tool watch the tests, and asks it what it would run if nothing changed. An error is one of ours; what goes
    /// wrong with the tool is part of what it did.
    pub(super) fn watch(&mut self, names: &[String], first: &Retested) -> anyhow::Result<Watched> {
        let (jar, count) = (self.jar(), self.tool.techniques().len());
        let watched = self.watched()?;
        watched.programs += 1;
        let ended = watched.machine.run(&jar, names, false);
        let died = ended.as_ref().err().map(|error| format!("{error:#}"));
        let recorder = &mut watched.recorder;
        let evidence = caught(|| Ok(recorder.evidence(&jar, died.as_deref())))
            .unwrap_or_else(|cause| Ok(Box::new(Broken { cause, count })))?;
        let seen = asked(count, || Ok(evidence.seen()))?;
        let same = asked(count, || evidence.select(&jar, names))?;
        let failed = failures(0.., &ended.unwrap_or_default());
        let tests = first.revision.all.clone();
        let mut inside = Inside { tests, failed, ..Inside::default() };
        if seen.iter().any(is_inside) {
            // Once more, now that it is known what the tests use: to look at a state is a use of it.
            match watched.look(&jar, names) {
                Ok(ended) => inside.states = states(ended),
                Err(error) => inside.cause = Some(format!("{error:#}")),
            }
        }
        if inside.cause.is_some() || seen.iter().any(Result::is_err) {
            self.watched = None;
        }
        let other_state = self.other_states(names, &inside, first)?;
        let runs = seen.iter().zip(&same).map(|(seen, same)| {
            let first = tool_run(names, seen, &inside, &other_state, &first.revision);
            let same = same.as_ref().map(|tests| Ran { tests: tests.clone(), ..Ran::default() });
            let nothing = Inside::default();
            let same = same.map_err(Clone::clone);
            [first, tool_run(names, &same, &nothing, &TestSet::default(), &Revision::default())]
        });
        Ok((runs.collect(), evidence))
    }

    /// What the tools do at the third revision: each selects, and what one of them selects is run once, unless it runs tests
    /// itself.
    pub(super) fn third_runs(
        &mut self,
        ground: &Ground<'_>,
        third: &Retested,
        is_asked_again: bool,
    ) -> anyhow::Result<Vec<ToolRun>> {
        let (jar, count, names) = (self.jar(), ground.runs.len(), &ground.names);
        if third.revision.broken.is_some() {
            return Ok(vec![ToolRun::default(); count]);
        }
        let ran = asked(count, || ground.evidence.run(&jar, names))?;
        // Asked twice about the first place of an operator: more would cost more than it shows.
        let again = is_asked_again.then(|| asked(count, || ground.evidence.select(&jar, names)));
        let again = again.transpose()?.unwrap_or_default();
        let inside = self.run_inside(names, &ran)?;
        if inside.cause.is_some() || ran.iter().any(Result::is_err) {
            self.watched = None;
        }
        self.spend(&ran, inside.time);
        let other_state = self.other_states(names, &inside, third)?;
        let mut runs: Vec<ToolRun> = ran
            .iter()
            .map(|ran| tool_run(names, ran, &inside, &other_state, &third.revision))
            .collect();
        for (run, again) in runs.iter_mut().zip(again).filter(|(run, _)| run.cause.is_none()) {
            match again {
                Ok(again) => {
                    let again = numbers(names, &again);
                    run.again = (again != run.selected).then_some(again);
                }
                Err(cause) => run.cause = Some(cause),
            }
        }
        Ok(runs)
    }

    /// Runs what is selected by those that do not run tests themselves. Nobody makes evidence of it, so that states can be
    /// looked at.
    fn run_inside(&mut self, names: &[String], ran: &[Told<Ran>]) -> anyhow::Result<Inside> {
        let selected = ran.iter().filter(|ran| is_inside(ran)).flatten().flat_map(|ran| &ran.tests);
        let selected: Vec<String> = selected.cloned().collect();
        let tests = numbers(names, &selected);
        if tests.is_empty() {
            return Ok(Inside::default());
        }
        let jar = self.jar();
        let watched = self.watched()?;
        let began = Instant::now();
        match watched.look(&jar, &named(names, &tests)) {
            Ok(ended) => {
                let time = began.elapsed() / tests.count();
                let failed = failures(tests.iter(), &ended);
                Ok(Inside { tests, failed, states: states(ended), time, cause: None })
            }
            Err(error) => Ok(Inside { cause: Some(format!("{error:#}")), ..Inside::default() }),
        }
    }

    /// Tests that left another state with the tool than when all run. A state can hang on which tests ran before: it is
    /// compared only where the same tests leave without a tool what all of them leave.
    fn other_states(
        &mut self,
        names: &[String],
        inside: &Inside,
        retested: &Retested,
    ) -> anyhow::Result<TestSet> {
        let other = differing(retested, &inside.tests, &inside.states);
        if other.is_empty() {
            return Ok(other);
        }
        let jar = self.jar();
        let without = self.plain()?.run(&jar, &named(names, &inside.tests), true)?;
        Ok(other.without(&differing(retested, &inside.tests, &states(without))))
    }

    /// Counts the time that the techniques took; `running` is that of a test in the watched machine.
    fn spend(&mut self, ran: &[Told<Ran>], running: Duration) {
        for (technique, ran) in self.tool.techniques().iter().zip(ran) {
            let Ok(ran) = ran else { continue };
            let count = u32::try_from(ran.tests.len()).unwrap_or(u32::MAX);
            let (selecting, running) = match ran.failed {
                None => (ran.time, running * count),
                Some(_) => (Duration::ZERO, ran.time),
            };
            self.times.add(technique, selecting, running);
        }
    }
}

impl super::Watched {
    /// Runs tests with their states, of which nobody makes evidence.
    fn look(&mut self, jar: &Path, names: &[String]) -> anyhow::Result<Vec<Ended>> {
        let ended = self.machine.run(jar, names, true)?;
        self.recorder.skip()?;
        Ok(ended)
    }
}

/// Asks a tool something. If it panics, all of its techniques have failed.
fn asked<T: Clone>(
    count: usize,
    ask: impl FnOnce() -> anyhow::Result<Vec<Told<T>>>,
) -> anyhow::Result<Vec<Told<T>>> {
    caught(|| Ok(ask())).unwrap_or_else(|cause| Ok(vec![Err(cause); count]))
}

/// Whether tests run in the machine that stays.
fn is_inside(ran: &Told<Ran>) -> bool {
    ran.as_ref().is_ok_and(|ran| ran.failed.is_none())
}

fn named(names: &[String], tests: &TestSet) -> Vec<String> {
    tests.iter().filter_map(|test| names.get(test as usize).cloned()).collect()
}

/// What a technique did: what came of its tests is known to itself, or to the watched machine.
fn tool_run(
    names: &[String],
    ran: &Told<Ran>,
    inside: &Inside,
    other_state: &TestSet,
    retested: &Revision,
) -> ToolRun {
    let ran = match ran {
        Ok(ran) => ran,
        Err(cause) => return gave_up(cause),
    };
    let (selected, unknown) = (numbers(names, &ran.tests), unknown(names, &ran.tests));
    let Some(failed) = &ran.failed else {
        let own = inside.failed.iter().filter(|(test, _)| selected.contains(**test));
        let failed = own.map(|(test, message)| (*test, message.clone())).collect();
        let other_state = other_state.and(&selected);
        let cause = inside.cause.clone();
        return ToolRun { selected, unknown, failed, other_state, cause, ..ToolRun::default() };
    };
    let failed = (0..).zip(names).filter_map(|(test, name)| {
        Some((test, placed(failed.get(name)?, retested.failed.get(&test))))
    });
    ToolRun { failed: failed.collect(), selected, unknown, ..ToolRun::default() }
}

/// A failure as the machine that stays tells it. A tool that runs tests itself does not say where it happened: that is taken
/// for the same if all else is.
fn placed(said: &str, expected: Option<&String>) -> String {
    match expected {
        Some(expected) if expected.rsplit_once('|').is_some_and(|(rest, _)| rest == said) => {
            expected.clone()
        }
        Some(_) | None => format!("{said}|"),
    }
}

#[cfg(test)]
mod tests;
