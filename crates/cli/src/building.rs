//! Builds with Maven or Gradle. When a module has compiled its tests, it asks `tamis internal build module` which of them run
//! ([`module`]). When they have run, what they recorded is kept ([`ended`]): if the build tool can say so by
//! `tamis internal build ended`, and else at the end of the build. All of them meet in a folder of their own.

pub(crate) mod ended;
pub(crate) mod events;
pub(crate) mod folder;
pub(crate) mod module;
mod reports;

use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};

use anyhow::Context as _;

use self::folder::{BuildFolder, Settings};
use crate::arguments::{BuildStep, BuildStepArguments};
use crate::doctor;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::signals::Listening;

/// A step that a module asks for.
pub(crate) fn step(arguments: &BuildStepArguments) -> anyhow::Result<Exit> {
    let (folder, number) = BuildFolder::of(&arguments.file)?;
    match arguments.step {
        BuildStep::Module => module::run(&folder, number)?,
        BuildStep::Ended => drop(ended::run(&folder, number)?),
    }
    Ok(Exit::Fine)
}

/// Runs a build tool to its end; Ctrl-C is for it, so that what was recorded until then can be kept.
pub(crate) fn wait(mut command: Command, hint: &str) -> anyhow::Result<ExitStatus> {
    let mut listening = Listening::start().context("cannot listen to signals")?;
    let program = PathBuf::from(command.get_program());
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start `{}`", program.display()))
        .hint(hint)?;
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for the build")? {
            return Ok(status);
        }
        listening.pass_on(&child);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// The exit code of a build tool, as a shell would have it.
pub(crate) fn code(status: ExitStatus) -> u8 {
    let by_signal = || status.signal().map(|signal| 128 + signal);
    status.code().or_else(by_signal).and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

/// What went wrong in the build tool, and one line about the whole build.
pub(crate) fn tell(folder: &BuildFolder, settings: &Settings) {
    let lost = folder.lost();
    for lost in &lost {
        output::warn(lost, Some("the build is as without tamis; nothing was skipped there"));
    }
    if settings.is_verbose && !lost.is_empty() {
        doctor::tell(&settings.root);
    }
    if let Some(summary) = folder.summary() {
        output::say(&summary);
    }
}
