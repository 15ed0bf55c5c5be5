//! `tamis test`: finds the build, and runs the tests that a change can affect. For Maven, without Maven if it can be shown
//! that only sources and resources changed since the last build; else through it, and it is said why.

mod compile;
mod conditions;
mod launch;
mod moving;
mod naming;
pub(crate) mod record;
mod replay;
mod resources;
mod stamps;
mod visible;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use self::replay::{Replay, Replayed};
use crate::arguments::{GradleArguments, Isolation, MavenArguments, RunArguments, TestArguments};
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::{gradle, mvn, run as plain};

/// Runs them.
pub(crate) fn run(arguments: &TestArguments) -> anyhow::Result<Exit> {
    let here = env::current_dir().context("cannot find the current folder")?;
    if arguments.classpath.is_some() {
        return plain::run(&of_class_path(arguments));
    }
    if let Some(root) = tamis_build::maven::root(&here, &arguments.words) {
        return with_maven(arguments, &root);
    }
    if gradle::root(&here, &arguments.words).is_some() {
        output::say("tamis: through Gradle: what it does is not replayed");
        return gradle::run(&GradleArguments {
            technique: arguments.technique,
            force: arguments.force,
            verbose: arguments.verbose,
            events: arguments.events.clone(),
            with: arguments.with.clone(),
            gradle: words(arguments),
        });
    }
    let error = anyhow!("there is no `pom.xml`, `settings.gradle` or `build.gradle` here");
    Err(error).hint("go to the folder of a build, or name a class path with --classpath")
}

/// The words for the build tool.
fn words(arguments: &TestArguments) -> Vec<OsString> {
    let mut words = arguments.words.clone();
    words.push("test".into());
    words
}

fn of_class_path(arguments: &TestArguments) -> RunArguments {
    let on = crate::arguments::ProjectArguments {
        project: ".".into(),
        classpath: arguments.classpath.clone(),
        tests: Vec::new(),
        technique: arguments.technique,
        coarsen: Vec::new(),
        max_age: None,
        jvm: arguments.words.clone(),
    };
    let mut run = RunArguments::forced(on, Isolation::Shared);
    run.force = arguments.force;
    run.events.clone_from(&arguments.events);
    run
}

fn with_maven(arguments: &TestArguments, root: &Path) -> anyhow::Result<Exit> {
    let _lock = record::lock(root)?;
    let wrapper = root.join("mvnw");
    let with = arguments.with.clone().or_else(|| wrapper.is_file().then_some(wrapper));
    let program = with.clone().unwrap_or_else(|| PathBuf::from("mvn"));
    let why = if arguments.fill_reports {
        "reports are asked for".to_owned()
    } else {
        match Replay::begin(arguments, root, &program) {
            Err(why) => why,
            Ok(replay) => match replay.perform()? {
                Replayed::Done(exit) => return Ok(exit),
                Replayed::NeedsMaven(why) => why,
            },
        }
    };
    output::say(&format!("tamis: through Maven: {why}"));
    mvn::run(&MavenArguments {
        technique: arguments.technique,
        force: arguments.force,
        verbose: arguments.verbose,
        fill_reports: arguments.fill_reports,
        events: arguments.events.clone(),
        with,
        maven: words(arguments),
    })
}
