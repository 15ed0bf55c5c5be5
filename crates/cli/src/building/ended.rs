//! Keeps what the tests of a module recorded.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::Context as _;
use tamis_build::maven::Module;
use tamis_build::plain::Plan;
use tamis_report::run::{TestRun, Totals};
use tamis_report::{plural, quoted_list};
use tamis_trace::{Degraded, Execution, Incomplete, Recorded, connect, executions};
use tamis_vocab::ClassName;

use super::folder::{BuildFolder, Counts};
use super::module::{names, print, project};
use super::{events, reports};
use crate::arguments::Isolation;
use crate::keeping::{Found, keep, tell_change};
use crate::output;
use crate::project::{Looked, Project, now};

/// What a module that nobody has taken care of has recorded: Maven was stopped, say.
pub(crate) fn all(folder: &BuildFolder) {
    for number in folder.numbers() {
        let is_open = folder.counts(number).is_none() && folder.file(number, "answer").exists();
        if is_open && let Err(error) = run(folder, number) {
            output::warn(&format!("{error:#}"), Some("what it recorded is not kept"));
        }
    }
}

/// What ran, as far as it was recorded.
pub(crate) struct Ran {
    pub(crate) tests: Vec<TestRun>,
    pub(crate) degraded: Degraded,
}

/// Keeps what one module has recorded, if it has.
pub(crate) fn run(folder: &BuildFolder, number: usize) -> anyhow::Result<Option<Ran>> {
    let module = folder.module(number)?;
    let handed = handed(folder, number)?;
    let all = names(&module, &project(folder, number, &module, &folder.settings()?)?).len();
    let skipped = all.saturating_sub(handed.len());
    let mut counts = Counts { run: handed.len(), skipped, is_kept: false, has_failed: false };
    let machines = machines(&folder.file(number, "journals"))?;
    let mut ran = None;
    if machines.is_empty() {
        if module.is_of_gradle() {
            counts.run = 0;
        }
        let text = format!("{}: nothing was recorded: no JVM with the agent ran", module.artifact);
        output::warn(
            &text,
            Some(if module.is_of_gradle() {
                "see above why Gradle did not run them; they are selected again next time"
            } else {
                "if tests ran above, their JVM was not given the `argLine`"
            }),
        );
    } else {
        let (is_kept, run, tests) = keep_all(folder, number, &module, &handed, &machines)?;
        (counts.is_kept, counts.run) = (is_kept, run);
        counts.has_failed = Totals::of(&tests).failed > 0;
        ran = Some(Ran { tests, degraded: Degraded::of(&machines) });
    }
    folder.put_counts(number, counts)?;
    Ok(ran)
}

/// The classes that the mojo was told to run.
pub(crate) fn handed(folder: &BuildFolder, number: usize) -> anyhow::Result<Vec<ClassName>> {
    let answer = fs::read_to_string(folder.file(number, "answer")).context("there is no answer")?;
    let names = answer.lines().filter_map(|line| line.strip_prefix("run\t"));
    Ok(names.filter_map(ClassName::of_get_name).collect())
}

fn machines(journals: &Path) -> anyhow::Result<Vec<Recorded>> {
    let mut files: Vec<_> = fs::read_dir(journals)
        .with_context(|| format!("cannot read `{}`", journals.display()))?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    let mut machines = Vec::new();
    for file in files {
        let bytes = fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))?;
        match Recorded::read(&bytes) {
            Ok(recorded) => machines.push(recorded),
            Err(error) => output::warn(&format!("cannot read a journal: {error}"), None),
        }
    }
    Ok(machines)
}

fn keep_all(
    folder: &BuildFolder,
    number: usize,
    module: &Module,
    handed: &[ClassName],
    machines: &[Recorded],
) -> anyhow::Result<(bool, usize, Vec<TestRun>)> {
    let settings = folder.settings()?;
    let project = project(folder, number, module, &settings)?;
    let Looked { world, known, .. } = project.look(true);
    if fs::read_to_string(folder.file(number, "world")).ok() != Some(print(&world)) {
        tell_change();
        let executions = executions(machines, &project.class_files);
        return Ok((false, handed.len(), events::tests(handed, &executions, &[])));
    }
    let mut executions = executions(machines, &project.class_files);
    for own in own_files(folder, module) {
        executions.iter_mut().for_each(|execution| execution.forget_files_below(&own));
    }
    connect(&mut executions, &world);
    // Of a machine that did not come to its end, nobody knows what it would have begun.
    let is_over = machines.iter().all(Recorded::is_ended);
    let mut idle = idle(handed, &executions, &project);
    died_behind(handed, machines, &idle, &mut executions);
    idle.retain(|_| is_over);
    let found = Found {
        executions: &executions,
        machines,
        idle: &idle,
        began: began(folder, number),
        isolation: Isolation::Shared,
    };
    let is_kept = keep(&project, &known, &now(&world, &project.surroundings), &found);
    let tests = events::tests(handed, &executions, &idle);
    events::ended(folder, number, module, &tests, &executions)?;
    if settings.fills_reports {
        let has_passed = |test: &&TestRun| Totals::of(std::slice::from_ref(*test)).are_fine();
        let passed = tests.iter().filter(has_passed).map(|test| &test.class);
        reports::keep(module, project.store.folder(), passed);
    }
    let unfinished = executions.iter().filter(|each| !each.is_complete()).count();
    // What has no tests counts as run: it was handed over, and nothing is left to do.
    let begun: BTreeSet<&ClassName> = executions.iter().map(|each| &each.test).collect();
    let done = handed.iter().filter(|class| begun.contains(class) || idle.contains(class)).count();
    Ok((is_kept && unfinished == 0 && done == handed.len(), done, tests))
}

/// Of machines that died when nothing was left to do, some test may be the cause, and the build fails by it: all of them run again.
/// If something is left to do, that runs again.
fn died_behind(
    handed: &[ClassName],
    machines: &[Recorded],
    idle: &[ClassName],
    executions: &mut [Execution],
) {
    let begun: BTreeSet<&ClassName> = executions.iter().map(|each| &each.test).collect();
    let is_all = handed.iter().all(|class| begun.contains(class) || idle.contains(class));
    let is_unended = |each: &Execution| each.incomplete.contains(&Incomplete::NotEnded);
    if !is_all || executions.iter().any(is_unended) {
        return;
    }
    for execution in executions {
        let machine = machines.get(execution.machine);
        if machine.is_some_and(|machine| !machine.is_ended() || machine.is_halted()) {
            execution.incomplete.push(Incomplete::DiedBehind);
        }
    }
}

/// When the first machine started. Between the answer and that, Maven may still fetch jars that the machine needs.
fn began(folder: &BuildFolder, number: usize) -> SystemTime {
    let journals = fs::read_dir(folder.file(number, "journals")).into_iter().flatten().flatten();
    let made = journals.filter_map(|entry| entry.metadata().ok()?.created().ok()).min();
    let answered = || fs::metadata(folder.file(number, "answer")).ok()?.modified().ok();
    made.or_else(answered).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Files that Surefire, JaCoCo and we write for ourselves.
fn own_files(folder: &BuildFolder, module: &Module) -> Vec<std::path::PathBuf> {
    let output = fs::canonicalize(&module.output).unwrap_or_else(|_| module.output.clone());
    let names =
        ["surefire", "surefire-reports", "failsafe-reports", "test-results", "reports", "tmp"];
    let mut own: Vec<_> = names.iter().map(|name| output.join(name)).collect();
    if module.is_of_gradle() {
        own.clone_from(&module.own);
    }
    own.push(folder.path().clone());
    own.extend(module.coverage_file());
    own
}

/// Classes that were to run, did not begin, and have no tests as far as we know. Of those that have some, it is said that
/// they did not begin; they are selected again.
fn idle(handed: &[ClassName], executions: &[Execution], project: &Project) -> Vec<ClassName> {
    let begun: BTreeSet<&ClassName> = executions.iter().map(|each| &each.test).collect();
    let waiting: Vec<&ClassName> = handed.iter().filter(|class| !begun.contains(class)).collect();
    let has_tests = |class: &&ClassName| Plan::may_have_tests(&project.class_files, class);
    let (missing, idle): (Vec<&ClassName>, Vec<&ClassName>) =
        waiting.into_iter().partition(has_tests);
    if !missing.is_empty() {
        let names: Vec<String> = missing.iter().map(ToString::to_string).collect();
        let text = format!(
            "{} did not begin: {}",
            plural(names.len(), "test class", "test classes"),
            quoted_list(&names, 3)
        );
        output::warn(&text, Some("they are selected again next time"));
    }
    idle.into_iter().cloned().collect()
}
