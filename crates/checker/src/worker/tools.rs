//! What tools do at each revision: they watch the first, are asked about the second, and run what they select at the third.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::{Ground, Retested, Worker, differing, failures, gave_up, numbers, states};
use crate::record::{Revision, ToolRun};
use crate::test_set::TestSet;
use crate::tool::{Evidence, Ran};

/// What the tools did at the first revision and at the second, and what they know then.
type Watched = (Vec<[ToolRun; 2]>, Option<Box<dyn Evidence>>);

/// What came of tests in the watched machine.
#[derive(Default)]
struct Inside {
    tests: TestSet,
    failed: BTreeMap<u32, String>,
    states: Vec<String>,
    /// How long a test took.
    time: Duration,
}

impl Worker<'_> {
    /// Has the tool watch the tests, and asks it what it would run if nothing changed. An error is one of ours; what goes
    /// wrong with the tool is part of what it did.
    pub(super) fn watch(&mut self, names: &[String], first: &Retested) -> anyhow::Result<Watched> {
        let jar = self.jar();
        let all = first.revision.all.clone();
        let watched = (|| {
            let watched = self.watched()?;
            let ended = watched.machine.run(&jar, names, false)?;
            watched.programs += 1;
            let evidence = watched.recorder.evidence(&jar)?;
            let (seen, same) = (evidence.seen(), evidence.select(&jar, names)?);
            let failed = failures(0.., &ended);
            let mut inside = Inside { tests: all, failed, ..Inside::default() };
            if seen.iter().any(is_inside) {
                // Once more, now that it is known what the tests use: to look at a state is a use of it.
                inside.states = states(watched.machine.run(&jar, names, true)?);
                watched.recorder.skip()?;
            }
            anyhow::Ok((inside, evidence, seen, same))
        })();
        let (inside, evidence, seen, same) = match watched {
            Ok(watched) => watched,
            Err(error) => {
                self.watched = None;
                let run = gave_up(&error);
                let count = self.tool.techniques().len();
                return Ok((vec![[run.clone(), run]; count], None));
            }
        };
        let other_state = self.other_states(names, &inside, first)?;
        let runs = seen.iter().zip(&same).map(|(ran, selected)| {
            let first = tool_run(names, ran, &inside, &other_state, &first.revision);
            let selected = numbers(names, selected);
            [first, ToolRun { selected, ..ToolRun::default() }]
        });
        Ok((runs.collect(), Some(evidence)))
    }

    /// What the tools do at the third revision: each selects, and what one of them selects is run once, unless it runs tests
    /// itself.
    pub(super) fn third_runs(
        &mut self,
        ground: &Ground<'_>,
        third: &Retested,
        is_asked_again: bool,
    ) -> anyhow::Result<Vec<ToolRun>> {
        let (count, names) = (ground.runs.len(), &ground.names);
        let Some(evidence) = &ground.evidence else {
            return Ok(ground.runs.iter().map(|[_, second]| second.clone()).collect());
        };
        if third.revision.broken.is_some() {
            return Ok(vec![ToolRun::default(); count]);
        }
        let ran = (|| {
            let ran = evidence.run(&self.jar(), names)?;
            // Asked twice about the first place of an operator: more would cost more than it shows.
            let again = is_asked_again.then(|| evidence.select(&self.jar(), names)).transpose()?;
            let inside = self.run_inside(names, &ran)?;
            anyhow::Ok((ran, again, inside))
        })();
        let (ran, again, inside) = match ran {
            Ok(ran) => ran,
            Err(error) => {
                self.watched = None;
                return Ok(vec![gave_up(&error); count]);
            }
        };
        self.spend(&ran, inside.time);
        let other_state = self.other_states(names, &inside, third)?;
        let mut runs: Vec<ToolRun> = ran
            .iter()
            .map(|ran| tool_run(names, ran, &inside, &other_state, &third.revision))
            .collect();
        for (run, again) in runs.iter_mut().zip(again.into_iter().flatten()) {
            let again = numbers(names, &again);
            run.again = (again != run.selected).then_some(again);
        }
        Ok(runs)
    }

    /// Runs what is selected by those that do not run tests themselves. Nobody makes evidence of it, so that states can be
    /// looked at.
    fn run_inside(&mut self, names: &[String], ran: &[Ran]) -> anyhow::Result<Inside> {
        let selected = ran.iter().filter(|ran| is_inside(ran)).flat_map(|ran| &ran.tests);
        let selected: Vec<String> = selected.cloned().collect();
        let tests = numbers(names, &selected);
        if tests.is_empty() {
            return Ok(Inside::default());
        }
        let jar = self.jar();
        let watched = self.watched()?;
        let began = Instant::now();
        let ended = watched.machine.run(&jar, &named(names, &tests), true)?;
        let time = began.elapsed() / tests.count();
        watched.recorder.skip()?;
        let failed = failures(tests.iter(), &ended);
        Ok(Inside { tests, failed, states: states(ended), time })
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
    fn spend(&mut self, ran: &[Ran], running: Duration) {
        for (technique, ran) in self.tool.techniques().iter().zip(ran) {
            let count = u32::try_from(ran.tests.len()).unwrap_or(u32::MAX);
            let (selecting, running) = match ran.failed {
                None => (ran.time, running * count),
                Some(_) => (Duration::ZERO, ran.time),
            };
            self.times.add(technique, selecting, running);
        }
    }
}

/// Whether tests run in the machine that stays.
fn is_inside(ran: &Ran) -> bool {
    ran.failed.is_none()
}

fn named(names: &[String], tests: &TestSet) -> Vec<String> {
    tests.iter().filter_map(|test| names.get(test as usize).cloned()).collect()
}

/// What a technique did: what came of its tests is known to itself, or to the watched machine.
fn tool_run(
    names: &[String],
    ran: &Ran,
    inside: &Inside,
    other_state: &TestSet,
    retested: &Revision,
) -> ToolRun {
    let selected = numbers(names, &ran.tests);
    let Some(failed) = &ran.failed else {
        let own = inside.failed.iter().filter(|(test, _)| selected.contains(**test));
        let failed = own.map(|(test, message)| (*test, message.clone())).collect();
        let other_state = other_state.and(&selected);
        return ToolRun { selected, failed, other_state, ..ToolRun::default() };
    };
    let failed = (0..).zip(names).filter_map(|(test, name)| {
        Some((test, placed(failed.get(name)?, retested.failed.get(&test))))
    });
    ToolRun { failed: failed.collect(), selected, ..ToolRun::default() }
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
