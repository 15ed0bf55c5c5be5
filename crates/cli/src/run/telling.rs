//! Tells what came of a run: the answer, events, the summary.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use tamis_report::{recording, run as report};

use super::outcome::Outcome;
use crate::arguments::{RecordingFormat, RunArguments};
use crate::exit::Exit;
use crate::output;

/// Prints what was asked for, writes events, and sums up.
pub(super) fn tell(
    arguments: &RunArguments,
    project: &Path,
    outcome: &Outcome,
) -> anyhow::Result<Exit> {
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
