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
mod table;
#[cfg(test)]
mod tests;

use self::options::Options;
use crate::Exit;
use crate::arguments::UsageError;
use crate::workspace::Workspace;

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
