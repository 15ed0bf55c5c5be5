//! `cargo xtask suites <study>`: the agent and `tamis run` on test suites of real libraries.
//!
//! The libraries and their compiled tests are fetched by Maven into `target/suites`, where each suite has a folder to run
//! in. What is already there is not fetched again. The program that runs them is built first, as a release.

mod bundled;
mod catalog;
mod hunks;
mod journals;
mod kills;
mod numbers;
mod options;
mod overhead;
mod prepare;
mod recording;
mod runs;
mod same;
mod sets;
mod start_up;
pub(crate) mod table;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use self::options::Options;
use crate::Exit;
use crate::arguments::UsageError;
use crate::workspace::Workspace;

pub(crate) use self::prepare::build as build_program;

/// Coordinates of what runs tests.
pub(crate) fn frameworks() -> impl Iterator<Item = &'static str> {
    catalog::FRAMEWORKS.into_iter()
}

/// Coordinates of what the tests of a library need, by its group and artifact, as far as that is known.
pub(crate) fn needs_of(library: &str) -> impl Iterator<Item = &'static str> + use<> {
    let is_it = |suite: &&catalog::Suite| {
        suite.library.rsplit_once(':').is_some_and(|(known, _)| known == library)
    };
    let needs = catalog::SUITES.iter().find(is_it).map(|suite| suite.needs);
    needs.into_iter().flatten().copied()
}

/// The jars of coordinates, in their order, fetched into a folder.
pub(crate) fn fetch_jars(
    workspace: &Workspace,
    folder: &Path,
    names: &[&str],
) -> anyhow::Result<Vec<PathBuf>> {
    prepare::fetch(workspace, folder, names)
}

/// A study and what it answers.
type Study = (&'static str, fn(&Workspace, &Options) -> anyhow::Result<Exit>);

const STUDIES: [Study; 4] =
    [("sets", sets::run), ("same", same::run), ("overhead", overhead::run), ("kills", kills::run)];

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let known = || STUDIES.map(|(name, _)| name).join(", ");
    let Some((name, rest)) = words.split_first() else {
        let message = "`suites` needs to know what to study".to_owned();
        return Err(UsageError::new(message, format!("one of {}", known())).into());
    };
    let Some((_, study)) = STUDIES.iter().find(|(study, _)| study == name) else {
        let message = format!("unknown study `{name}`");
        return Err(UsageError::new(message, format!("one of {}", known())).into());
    };
    study(workspace, &Options::parse(rest)?)
}
