//! `tamis run`: the tests of a class path in one JVM, with the agent in it.

mod live;
mod machine;
mod outcome;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tamis_build::ClassFiles;
use tamis_build::plain::{Launch, Named, PlainError, Plan, Recording, RunFolder};
use tamis_journal::Granularity;
use tamis_report::{plural, quoted_list, recording, run as report};
use tamis_world::ClassPath;

use self::outcome::Outcome;
use crate::arguments::{self, RecordingFormat, RunArguments};
use crate::exit::Exit;
use crate::output::{self, Hint};
use crate::{agent_library, jdk};

pub(crate) fn run(arguments: &RunArguments) -> anyhow::Result<Exit> {
    let project = fs::canonicalize(&arguments.project)
        .with_context(|| format!("cannot use the project `{}`", arguments.project.display()))?;
    let class_path = ClassPath::parse(&arguments.classpath)
        .context("cannot use the class path")
        .with_context(|| Hint("name folders and jars that exist, with `:` between".to_owned()))?;
    let java = jdk::tool("java")?;
    let release = jdk::release(&java).unwrap_or(tamis_world::NEWEST_RELEASE);
    let class_files = ClassFiles::new(&class_path, release);
    let plan = plan(arguments, &class_files)?;
    // Resolved, since the paths that the machine reports are.
    let temporary = tempfile::tempdir().context("cannot make a temporary folder")?;
    let work = fs::canonicalize(temporary.path()).context("cannot find the temporary folder")?;
    let recording = recording(arguments, &work)?;
    let folder = RunFolder::write(&work, &plan, &recording).map_err(with_hint)?;
    let roots = class_path.roots.iter().map(|root| absolute(&root.path));
    let class_path: Vec<PathBuf> = roots.collect::<anyhow::Result<_>>()?;
    let launch = Launch {
        java: &java,
        project: &project,
        class_path: &class_path,
        jvm_arguments: &arguments.jvm,
        recording: &recording,
    };
    let known = machine::journals(&recording);
    let status = machine::run(launch.command(&folder), &folder, &recording, &known, &plan)?;
    let reason = fs::read_to_string(folder.reason()).ok().map(|reason| reason.trim().to_owned());
    let mut outcome = Outcome::read(&plan, &folder, &recording, &known, status, &class_files)?;
    if let Some(reason) = reason {
        if !outcome.has_begun() {
            return Err(anyhow!(reason).context("the tests could not be run"));
        }
        outcome.warnings.push(format!("the tests could not be run to their end: {reason}"));
    }
    outcome.forget_files_below(&work);
    tell(arguments, &project, &outcome)
}

/// Which tests there are.
fn plan(arguments: &RunArguments, class_files: &ClassFiles) -> anyhow::Result<Plan> {
    let mut named = Vec::new();
    for text in &arguments.tests {
        let parsed = Named::parse(text);
        named.push(parsed.with_context(|| format!("`{text}` is neither a place nor a class"))?);
    }
    let plan = Plan::of(class_files, &named).map_err(with_hint)?;
    if !plan.left_out.is_empty() {
        let names: Vec<String> = plan.left_out.iter().map(ToString::to_string).collect();
        output::say(&format!(
            "note: {} by name without tests of a framework that is known: {}",
            plural(names.len(), "test class", "test classes"),
            quoted_list(&names, 3)
        ));
    }
    if plan.tests.is_empty() {
        output::say("warning: no test class was found");
    }
    Ok(plan)
}

fn recording(arguments: &RunArguments, work: &Path) -> anyhow::Result<Recording> {
    if arguments.no_agent {
        return Ok(Recording::Off);
    }
    let journals = arguments.journal.clone().unwrap_or_else(|| work.join("journals"));
    fs::create_dir_all(&journals)
        .with_context(|| format!("cannot make the folder `{}`", journals.display()))?;
    let granularity = match arguments.granularity {
        arguments::Granularity::Method => Granularity::Method,
        arguments::Granularity::Block => Granularity::Block,
        arguments::Granularity::Site => Granularity::Site,
    };
    let journals = absolute(&journals)?;
    Ok(Recording::On { library: agent_library::unpack()?, journals, granularity })
}

fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("cannot find `{}`", path.display()))
}

fn with_hint(error: PlainError) -> anyhow::Error {
    let hint = error.hint();
    let error = anyhow::Error::new(error);
    match hint {
        Some(hint) => error.context(Hint(hint)),
        None => error,
    }
}

/// Prints what was asked for, writes events, and sums up.
fn tell(arguments: &RunArguments, project: &Path, outcome: &Outcome) -> anyhow::Result<Exit> {
    let executions = outcome.shown(arguments.show.as_deref());
    let machines = &outcome.machines;
    let shown = recording::Recording { machines, executions: &executions, project };
    match (arguments.format, &arguments.show) {
        (RecordingFormat::Json, _) => {
            output::answer(&recording::json(&shown).context("cannot write JSON")?)?;
        }
        (RecordingFormat::Text, Some(_)) => output::answer(&recording::text(&shown))?,
        (RecordingFormat::Text, None) => {}
    }
    if let Some(file) = &arguments.events {
        let mut text = String::new();
        for test in &outcome.tests {
            text.push_str(&report::event(test).context("cannot write JSON")?);
        }
        fs::write(file, text).with_context(|| format!("cannot write `{}`", file.display()))?;
    }
    if let Some(test) = arguments.show.as_ref().filter(|_| executions.is_empty()) {
        output::say(&format!("warning: there is nothing to show of `{test}`: it did not run"));
    }
    for warning in &outcome.warnings {
        output::say(&format!("warning: {warning}"));
    }
    output::say(report::summary(&outcome.tests, &outcome.degraded).trim_end());
    let totals = report::Totals::of(&outcome.tests);
    Ok(if totals.are_fine() { Exit::Fine } else { Exit::TestsFailed })
}
