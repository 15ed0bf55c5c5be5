//! `tamis run`: those tests of a class path that a change can affect, in a JVM with the agent in it. Here are the steps,
//! one after the other; each has a file of its own.

mod live;
pub(crate) mod machine;
mod outcome;
mod phases;
mod places;
mod telling;

use std::fs;
use std::time::SystemTime;

use anyhow::anyhow;
use tamis_build::plain::{Launch, Plan, RunFolder};
use tamis_report::selection as report;
use tamis_select::{Reason, Selection, Verdict};
use tamis_trace::connect;

use self::outcome::{Outcome, Warning};
use self::phases::Phases;
use self::places::Places;
use crate::arguments::{Isolation, RunArguments};
use crate::evidence::seconds;
use crate::exit::{Exit, StoppedBy};
use crate::keeping::{Found, is_same, keep};
use crate::output::{self, WithHint as _};
use crate::project::{Looked, Project, now, with_hint};

pub(crate) fn run(arguments: &RunArguments) -> anyhow::Result<Exit> {
    perform(arguments).map(|ran| ran.exit)
}

/// What came of a run.
pub(crate) struct Ran {
    pub(crate) exit: Exit,
    /// What would have been skipped, had nothing been forced.
    pub(crate) selection: Selection,
    pub(crate) tests: Vec<tamis_report::run::TestRun>,
    pub(crate) root: std::path::PathBuf,
}

/// Selects, runs, keeps what was found out, and tells.
pub(crate) fn perform(arguments: &RunArguments) -> anyhow::Result<Ran> {
    let mut phases = Phases::begin();
    let project = Project::open(&arguments.on)?;
    let places = Places::prepare(arguments, &project)?;
    let is_forced = arguments.force || arguments.record_only || arguments.no_agent;
    let looked =
        if arguments.no_agent { project.look_without_evidence() } else { project.look(true) };
    let Looked { world, known, is_unread } = looked;
    // What changes from here on may be seen by tests in another state than by us.
    let began = SystemTime::now();
    let before = now(&world, &project.surroundings);
    let mut selection = project.select(&known, &before, false);
    let would = selection.clone();
    if is_forced {
        selection = project.select(&known, &before, true);
    }
    if arguments.strict && (is_unread || known.is_doubtful || has_unknown(&selection)) {
        output::error(&anyhow!("it cannot be decided safely which tests to skip"));
        let (exit, root) = (Exit::Undecided, project.root);
        return Ok(Ran { exit, selection: would, tests: Vec::new(), root });
    }
    // Who looks at recordings, or compares results, wants nothing else.
    if !arguments.no_agent && !arguments.record_only {
        output::say(report::heading(&selection, seconds(SystemTime::now())).trim_end());
    }
    let mut plan = project.plan.clone();
    let running: std::collections::BTreeSet<_> = selection.running().collect();
    plan.tests.retain(|test| running.contains(&test.class));
    let (plan, unreadable) = plan.without_unreadable();
    phases.analysis = phases.end();
    let (mut outcome, stopped_by) = execute(arguments, &project, &places, &plan)?;
    phases.execution = phases.end();
    outcome.add_unreadable(unreadable);
    connect(&mut outcome.executions, before.world());
    // What the tests ran on is what was read before only if it is the same now.
    let has_found = !arguments.no_agent && !known.is_refused && !outcome.executions.is_empty();
    if has_found && is_same(&world, &project.world(true)) {
        let Outcome { executions, machines, .. } = &outcome;
        let isolation = arguments.isolation;
        keep(
            &project,
            &known,
            &before,
            &Found { executions, machines, idle: &[], began, isolation },
        );
    }
    phases.collection = phases.end();
    if let Some(file) = &arguments.phases {
        phases.write(file)?;
    }
    let exit = telling::tell(arguments, &project.root, &outcome, &selection)?;
    let exit = stopped_by.map_or(exit, Exit::Stopped);
    Ok(Ran { exit, selection: would, tests: outcome.tests, root: project.root })
}

fn has_unknown(selection: &Selection) -> bool {
    let is_unknown = |reason: &Reason| matches!(reason, Reason::Unknown { .. });
    selection.verdicts.iter().any(|(_, verdict)| match verdict {
        Verdict::Run(reasons) => reasons.iter().any(is_unknown),
        Verdict::Skip(_) => false,
    })
}

/// Runs a plan, in one machine or in one for each test class.
fn execute(
    arguments: &RunArguments,
    project: &Project,
    places: &Places,
    plan: &Plan,
) -> anyhow::Result<(Outcome, Option<StoppedBy>)> {
    if plan.tests.is_empty() {
        return Ok((Outcome::empty(), None));
    }
    if arguments.isolation != Isolation::Forked {
        return one_machine(arguments, project, places, plan, "all");
    }
    let mut all = Outcome::empty();
    for (number, test) in plan.tests.iter().enumerate() {
        let single = Plan { tests: vec![test.clone()], ..Plan::default() };
        let folder = number.to_string();
        let (outcome, stopped_by) = one_machine(arguments, project, places, &single, &folder)?;
        all.append(outcome);
        if stopped_by.is_some() {
            return Ok((all, stopped_by));
        }
    }
    Ok((all, None))
}

fn one_machine(
    arguments: &RunArguments,
    project: &Project,
    places: &Places,
    plan: &Plan,
    folder: &str,
) -> anyhow::Result<(Outcome, Option<StoppedBy>)> {
    let folder = places.work.join(folder);
    fs::create_dir_all(&folder)?;
    let folder = RunFolder::write(&folder, plan, &places.recording).map_err(with_hint)?;
    let launch = Launch {
        java: &project.java,
        release: project.release,
        project: &project.root,
        class_path: &project.roots,
        jvm_arguments: &arguments.on.jvm,
        recording: &places.recording,
    };
    let command = launch.command(&folder).map_err(with_hint)?;
    let recording = &places.recording;
    let known = machine::journals(recording);
    let ended = machine::run(command, &folder, recording, &known, plan)?;
    let reason = fs::read_to_string(folder.reason()).ok().map(|reason| reason.trim().to_owned());
    let mut outcome = Outcome::read(plan, &folder, recording, &known, ended, &project.class_files)?;
    if let Some(reason) = reason {
        if !outcome.has_begun() {
            return Err(anyhow!(reason).context("the tests could not be run"))
                .hint("add what is missing to --classpath, in versions that fit together");
        }
        let text = format!("the tests could not be run to their end: {reason}");
        outcome.warnings.push(Warning::new(text, None));
    }
    // A JVM that was killed did not refuse to start.
    if !outcome.is_started && ended.status.code().is_some() && ended.stopped_by.is_none() {
        return Err(anyhow!("the JVM did not start; it ended with {}", ended.status))
            .hint("see what it says above, and check the words behind `--` and JAVA_TOOL_OPTIONS");
    }
    outcome.forget_files_below(&places.work);
    Ok((outcome, ended.stopped_by))
}
