//! `tamis mvn`: Maven as the user calls it, with the agent in its JVM, which has each test mojo ask what runs: see
//! [`crate::building`].

mod short_builds;

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::{Instant, SystemTime};

use anyhow::{Context as _, anyhow};

use crate::arguments::MavenArguments;
use crate::building::folder::{BuildFolder, Settings, has_space};
use crate::building::{code, ended, events, tell, wait};
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::testing::record;
use crate::{agent_library, doctor};

const HINT: &str = "put Maven on the PATH, or name it with --with, such as --with ./mvnw";

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
        is_verbose: arguments.verbose,
        fills_reports: arguments.fill_reports,
        events: arguments.events.as_deref().map(std::path::absolute).transpose()?,
    };
    if let Some(file) = &settings.events {
        events::start(file).hint("name a file in a folder that can be written")?;
    }
    folder.write(&settings)?;
    let program = arguments.with.as_deref().unwrap_or(Path::new("mvn"));
    let began = SystemTime::now();
    let mut command = Command::new(program);
    command.args(&arguments.maven);
    command.env("MAVEN_OPTS", words_of_machine(&settings, (&here, &arguments.maven), &folder)?);
    let start = Instant::now();
    let status = wait(command, HINT)?;
    // One that fails may have failed early.
    let took = start.elapsed();
    if status.success() || took >= short_builds::SHORT {
        short_builds::remember(&settings.root, &here, &arguments.maven, took);
    }
    ended::all(&folder);
    record::after_build(&folder, &settings.root, &arguments.maven, program, began);
    tell_of_agent(&folder, &settings, status.success());
    tell(&folder, &settings);
    Ok(Exit::Build(code(status)))
}

/// The words for Maven's JVM: those of the user, what suits short builds, and the agent.
fn words_of_machine(
    settings: &Settings,
    (here, maven): (&Path, &[OsString]),
    folder: &BuildFolder,
) -> anyhow::Result<OsString> {
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
    let mut added = OsString::from(" ");
    if short_builds::is_likely(&settings.root, here, maven) {
        added.push(short_builds::WORD);
        added.push(" ");
    }
    added.push("-agentpath:");
    added.push(library);
    added.push("=build=");
    added.push(folder.path());
    let given = env::var_os("MAVEN_OPTS");
    folder.write_maven_words(&added, given.is_some())?;
    let mut words = given.unwrap_or_default();
    words.push(added);
    Ok(words)
}

/// Whether our agent had its way in Maven's JVM. If Maven failed without a sign of it, perhaps no JVM has started.
fn tell_of_agent(folder: &BuildFolder, settings: &Settings, is_fine: bool) {
    if folder.is_unknown() {
        let text =
            "this version of Surefire is not understood: everything ran, nothing was recorded";
        output::warn(text, Some("tell us which one it is"));
    }
    if !folder.is_ready() {
        let (text, hint) = if is_fine {
            (
                "the agent did not start in the JVM of Maven: everything ran, nothing was recorded",
                "see whether the build replaces MAVEN_OPTS, and what Maven says above",
            )
        } else {
            (
                "Maven failed, and the agent did not start in its JVM, if there was one: nothing was recorded",
                "see what Maven says above, and what JAVA_HOME and MAVEN_OPTS name",
            )
        };
        output::warn(text, Some(hint));
    }
    if settings.is_verbose && (folder.is_unknown() || !folder.is_ready()) {
        doctor::tell(&settings.root);
    }
}
