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
    let answer = match (arguments.format, &arguments.show, &arguments.output) {
        (RecordingFormat::Json, _, _) => recording::json(&shown).context("cannot write JSON")?,
        (RecordingFormat::Text, None, None) => String::new(),
        (RecordingFormat::Text, _, _) => recording::text(&shown),
    };
    match &arguments.output {
        Some(file) => write(file, &answer)?,
        None if answer.is_empty() => {}
        // Tests print to the same stdout, past us, and their last line may have no end.
        None => output::answer(&format!("\n{answer}"))?,
    }
    if let Some(file) = &arguments.events {
        let mut text = String::new();
        for test in &outcome.tests {
            text.push_str(&report::event(test).context("cannot write JSON")?);
        }
        write(file, &text)?;
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

fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write `{}`", file.display()))
}
