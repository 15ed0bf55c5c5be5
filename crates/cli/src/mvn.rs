//! `tamis mvn`: Maven as the user calls it, with the agent in its JVM. When a test mojo has found its test classes, the
//! agent has it ask `tamis internal maven module` which of them run ([`module`]), and when it is done, it calls
//! `tamis internal maven ended`, which keeps what was recorded ([`ended`]). All of them meet in a folder of their own.

mod ended;
mod folder;
mod module;

use std::env;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::{Context as _, anyhow};

use self::folder::{BuildFolder, Settings, has_space};
use crate::agent_library;
use crate::arguments::{MavenArguments, MavenStep, MavenStepArguments};
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::signals::Listening;

/// Runs Maven.
pub(crate) fn run(arguments: &MavenArguments) -> anyhow::Result<Exit> {
    let here = env::current_dir().context("cannot find the current folder")?;
    let root = tamis_build::maven::root(&here, &arguments.maven)
        .context("there is no `pom.xml` here")
        .hint("go to the folder of a Maven project, or name its file with -f")?;
    let folder = BuildFolder::make()?;
    let settings = Settings {
        root,
        technique: arguments.technique,
        is_forced: arguments.force,
        maven_opts: env::var_os("MAVEN_OPTS"),
    };
    folder.write(&settings)?;
    let mut command = Command::new(arguments.with.as_deref().unwrap_or(Path::new("mvn")));
    command.args(&arguments.maven);
    command.env("MAVEN_OPTS", with_agent(settings.maven_opts, &folder)?);
    let status = wait(command)?;
    ended::all(&folder);
    tell(&folder);
    Ok(Exit::Build(code(status)))
}

/// A step that a mojo asks for.
pub(crate) fn step(arguments: &MavenStepArguments) -> anyhow::Result<Exit> {
    let (folder, number) = BuildFolder::of(&arguments.file)?;
    match arguments.step {
        MavenStep::Module => module::run(&folder, number)?,
        MavenStep::Ended => ended::run(&folder, number)?,
    }
    Ok(Exit::Fine)
}

/// The words for Maven's JVM: those of the user, and the agent.
fn with_agent(given: Option<OsString>, folder: &BuildFolder) -> anyhow::Result<OsString> {
    let mut library = agent_library::unpack()?;
    // The script that starts Maven splits the text at spaces, and knows no quotes.
    if has_space(&library) {
        let copy = folder.path().join("agent");
        std::fs::copy(&library, &copy)
            .with_context(|| format!("cannot write `{}`", copy.display()))?;
        library = copy;
    }
    if has_space(folder.path()) {
        return Err(anyhow!("there is a space in `{}`", folder.path().display()))
            .hint("set TMPDIR to a folder without spaces in its name");
    }
    let mut words = given.filter(|given| !given.is_empty()).unwrap_or_default();
    if !words.is_empty() {
        words.push(" ");
    }
    words.push("-agentpath:");
    words.push(library);
    words.push("=build=");
    words.push(folder.path());
    Ok(words)
}

/// Runs it to its end; Ctrl-C is for it, so that what was recorded until then can be kept.
fn wait(mut command: Command) -> anyhow::Result<ExitStatus> {
    let mut listening = Listening::start().context("cannot listen to signals")?;
    let program = PathBuf::from(command.get_program());
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start `{}`", program.display()))
        .hint("put Maven on the PATH, or name it with --with, such as --with ./mvnw")?;
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for Maven")? {
            return Ok(status);
        }
        listening.pass_on(&child);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

fn code(status: ExitStatus) -> u8 {
    let by_signal = || status.signal().map(|signal| 128 + signal);
    status.code().or_else(by_signal).and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

/// The last lines: what ran, what did not, and what went wrong.
fn tell(folder: &BuildFolder) {
    for lost in folder.lost() {
        output::warn(&lost, Some("the build is as without tamis; nothing was skipped there"));
    }
    if folder.is_unknown() {
        let text =
            "this version of Surefire is not understood: everything ran, nothing was recorded";
        output::warn(text, Some("tell us which one it is"));
    }
    if !folder.is_ready() {
        let text =
            "the agent did not start in the JVM of Maven: everything ran, nothing was recorded";
        output::warn(
            text,
            Some("see whether the build replaces MAVEN_OPTS, and what Maven says above"),
        );
    }
    if let Some(summary) = folder.summary() {
        output::say(&summary);
    }
}
