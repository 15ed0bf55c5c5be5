//! `tamis run`: the tests of a class path in one JVM, with the agent in it. Here are the steps, one after the other; each
//! has a file of its own.

mod finding;
mod live;
mod machine;
mod outcome;
mod places;
mod telling;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use tamis_build::ClassFiles;
use tamis_build::plain::{Launch, RunFolder};
use tamis_world::ClassPath;

use self::outcome::{Outcome, Warning};
use self::places::{Places, absolute};
use crate::arguments::RunArguments;
use crate::exit::Exit;
use crate::jdk;
use crate::output::WithHint as _;

pub(crate) fn run(arguments: &RunArguments) -> anyhow::Result<Exit> {
    let class_path = ClassPath::parse(&arguments.classpath)
        .context("cannot use the class path")
        .hint("name folders and jars that exist, with `:` between")?;
    let java = absolute(&jdk::tool("java")?)?;
    let release = jdk::release(&java);
    let class_files = ClassFiles::new(&class_path, release.unwrap_or(tamis_world::NEWEST_RELEASE));
    let plan = finding::plan(arguments, &class_files)?;
    let places = Places::prepare(arguments)?;
    let folder =
        RunFolder::write(&places.work, &plan, &places.recording).map_err(finding::with_hint)?;
    let roots = class_path.written.iter().map(|path| absolute(path));
    let class_path: Vec<PathBuf> = roots.collect::<anyhow::Result<_>>()?;
    let launch = Launch {
        java: &java,
        release,
        project: &places.project,
        class_path: &class_path,
        jvm_arguments: &arguments.jvm,
        recording: &places.recording,
    };
    let command = launch.command(&folder).map_err(finding::with_hint)?;
    let recording = &places.recording;
    let known = machine::journals(recording);
    let ended = machine::run(command, &folder, recording, &known, &plan)?;
    let reason = fs::read_to_string(folder.reason()).ok().map(|reason| reason.trim().to_owned());
    let mut outcome = Outcome::read(&plan, &folder, recording, &known, ended, &class_files)?;
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
    let exit = telling::tell(arguments, &places.project, &outcome)?;
    Ok(ended.stopped_by.map_or(exit, Exit::Stopped))
}
