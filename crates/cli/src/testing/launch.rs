//! Runs the selected tests of a module in a JVM like the one that Surefire starts, and keeps what they recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tamis_build::maven::{Module, Runner, escaped};
use tamis_build::plain::{Framework, Launch, Plan, PlannedTest, Recording, RunFolder};
use tamis_journal::Granularity;
use tamis_report::run as report;
use tamis_trace::Degraded;
use tamis_vocab::ClassName;

use crate::agent_library;
use crate::building::folder::{BuildFolder, Settings};
use crate::building::module::{self, project};
use crate::building::{ended, events};
use crate::exit::StoppedBy;
use crate::output;
use crate::project::{Project, with_hint};
use crate::run::machine;
use crate::statics::needs_callers;

/// How the tests of a module ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    Passed,
    Failed,
    Stopped(StoppedBy),
    /// Some are selected, and it takes Maven to run them.
    NeedsMaven(String),
}

/// A module whose classes are up to date.
pub(crate) struct Ready<'r> {
    pub(crate) module: &'r Module,
    /// What its mojo said, with the test classes that there are now.
    pub(crate) text: String,
    /// How its tests are run, or why that is not known: it need not be while there is nothing to run.
    pub(crate) runner: &'r Result<Runner, String>,
    /// Variables that Maven's script adds.
    pub(crate) added: &'r BTreeMap<String, String>,
}

/// The text of a module with other test classes.
pub(crate) fn with_classes(text: &str, classes: &[String]) -> String {
    let is_kept = |line: &&str| !line.starts_with("class\t") && !line.starts_with("end\t");
    let mut lines: Vec<String> = text.lines().filter(is_kept).map(str::to_owned).collect();
    lines.extend(classes.iter().map(|class| format!("class\t{}", escaped(class))));
    lines.push("end\t\n".to_owned());
    lines.join("\n")
}

/// Selects, runs, and keeps what was found out.
pub(crate) fn run(
    ready: &Ready<'_>,
    folder: &BuildFolder,
    number: usize,
    settings: &Settings,
) -> anyhow::Result<Ended> {
    folder.put_of(number, "module", &ready.text)?;
    let mut variables: BTreeMap<OsString, OsString> = env::vars_os().collect();
    let added = ready.added.iter();
    variables.extend(added.map(|(name, value)| (name.into(), value.into())));
    folder.put_variables(number, "environment", variables.into_iter())?;
    module::run(folder, number)?;
    let handed = ended::handed(folder, number)?;
    if handed.is_empty() {
        return Ok(Ended::Passed);
    }
    let runner = match ready.runner {
        Ok(runner) => runner,
        Err(why) => return Ok(Ended::NeedsMaven(format!("{}: {why}", ready.module.artifact))),
    };
    let project = project(folder, number, ready.module, settings)?;
    let stopped_by = start(ready, runner, &project, folder, number, settings, &handed)?;
    let ran = ended::run(folder, number)?;
    let (tests, degraded) = match ran {
        Some(ended::Ran { tests, degraded }) => (tests, degraded),
        None => (events::tests(&handed, &[], &[]), Degraded::default()),
    };
    output::say(report::summary(&tests, &degraded).trim_end());
    if let Some(signal) = stopped_by {
        return Ok(Ended::Stopped(signal));
    }
    let is_fine = report::Totals::of(&tests).are_fine();
    Ok(if is_fine { Ended::Passed } else { Ended::Failed })
}

fn start(
    ready: &Ready<'_>,
    runner: &Runner,
    project: &Project,
    folder: &BuildFolder,
    number: usize,
    settings: &Settings,
    handed: &[ClassName],
) -> anyhow::Result<Option<StoppedBy>> {
    // JUnit 4 complains of a class without tests, where Surefire leaves it out. The JUnit Platform does not, and there may be
    // engines that find tests by means of their own.
    let may_have = |class: &&ClassName| {
        runner.framework == Framework::Platform || Plan::may_have_tests(&project.class_files, class)
    };
    let framework = Some(runner.framework);
    let tests = handed.iter().filter(may_have);
    let tests = tests.map(|class| PlannedTest { class: class.clone(), framework }).collect();
    let plan = Plan { tests, ..Plan::default() };
    let recording = Recording::On {
        library: agent_library::unpack()?,
        journals: folder.file(number, "journals"),
        granularity: Granularity::Method,
        statics: None,
        callers: needs_callers(settings.technique),
        roots: Some(folder.file(number, "roots")),
    };
    let place = folder.file(number, "machine");
    fs::create_dir_all(&place).context("cannot make a temporary folder")?;
    let place = RunFolder::write(&place, &plan, &recording).map_err(with_hint)?;
    let class_path: Vec<PathBuf> =
        ready.module.class_path.iter().chain(&runner.path).cloned().collect();
    let words: Vec<OsString> = runner.words.iter().map(OsString::from).collect();
    let launch = Launch {
        java: &project.java,
        release: project.release,
        project: &runner.folder,
        class_path: &class_path,
        jvm_arguments: &words,
        recording: &recording,
    };
    let mut command = launch.command(&place).map_err(with_hint)?;
    command.envs(ready.added);
    for name in &ready.module.without {
        command.env_remove(OsStr::new(name));
    }
    command.envs(ready.module.variables.iter().map(|(name, value)| (name, value)));
    let ran = machine::run(command, &place, &recording, &BTreeSet::new(), &plan)?;
    tell_reason(&place.reason(), ran.status);
    Ok(ran.stopped_by)
}

/// Why the machine did not come to its end.
fn tell_reason(reason: &Path, status: std::process::ExitStatus) {
    if let Ok(reason) = fs::read_to_string(reason) {
        let text = format!("the tests could not be run to their end: {}", reason.trim());
        output::warn(&text, Some("run them with `tamis mvn test`, and see what Maven says"));
    } else if status.code() != Some(tamis_build::plain::DONE) {
        output::warn(&format!("the JVM ended before all tests had run, with {status}"), None);
    }
}

#[cfg(test)]
mod tests {
    use super::with_classes;

    #[test]
    fn a_module_gets_other_classes() {
        let text = "mojo\tx\nclass\tp.A\nclass\tp.B\nend\t\n";
        let other = with_classes(text, &["p.A".to_owned(), "p.C".to_owned()]);
        assert_eq!(other, "mojo\tx\nclass\tp.A\nclass\tp.C\nend\t\n");
    }
}
