//! Tells what came of a run: the answer, events, the summary.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use tamis_report::selection::reasons_json;
use tamis_report::{quoted_list, recording, run as report};
use tamis_select::{Selection, Verdict};
use tamis_trace::Leaning;
use tamis_vocab::ClassName;

use super::outcome::{Outcome, Warning};
use crate::arguments::{Isolation, RecordingFormat, RunArguments};
use crate::exit::Exit;
use crate::output;

/// Prints what was asked for, writes events, and sums up.
pub(super) fn tell(
    arguments: &RunArguments,
    project: &Path,
    outcome: &Outcome,
    selection: &Selection,
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
            let verdict = selection.verdicts.iter().find(|(class, _)| *class == test.class);
            let reasons = match verdict.map(|(_, verdict)| verdict) {
                Some(Verdict::Run(reasons)) => reasons_json(reasons),
                Some(Verdict::Skip(_)) | None => reasons_json(&[]),
            };
            let leans_on = leans_on(outcome, &test.class);
            let event =
                report::event(test, reasons, &leans_on, None).context("cannot write JSON")?;
            text.push_str(&event);
        }
        for (test, verdict) in &selection.verdicts {
            if let Verdict::Skip(skip) = verdict {
                text.push_str(
                    &report::skipped_event(test, skip, None).context("cannot write JSON")?,
                );
            }
        }
        write(file, &text)?;
    }
    if let Some(test) = arguments.show.as_ref().filter(|_| executions.is_empty()) {
        nothing_to_show(test, outcome);
    }
    for Warning { text, hint } in &outcome.warnings {
        output::warn(text, *hint);
    }
    if arguments.isolation == Isolation::Checked {
        let leaning = outcome.executions.iter().map(|each| (&each.test, &each.leans_on));
        report::leaning(leaning).iter().for_each(|line| output::say(line));
    }
    let skips =
        selection.verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Skip(_)));
    let summary = report::summary(&outcome.tests, &outcome.degraded);
    match skips.count() {
        0 => output::say(summary.trim_end()),
        count => output::say(&format!("{}; {count} not run", summary.trim_end())),
    }
    let totals = report::Totals::of(&outcome.tests);
    Ok(if totals.are_fine() { Exit::Fine } else { Exit::TestsFailed })
}

/// What a test reads of what others left, each once.
fn leans_on(outcome: &Outcome, test: &ClassName) -> BTreeSet<Leaning> {
    let own = outcome.executions.iter().filter(|execution| execution.test == *test);
    own.flat_map(|execution| execution.leans_on.iter().cloned()).collect()
}

fn nothing_to_show(test: &str, outcome: &Outcome) {
    let mut ran: Vec<String> =
        outcome.executions.iter().map(|execution| execution.test.to_string()).collect();
    ran.dedup();
    match (test, ran.as_slice()) {
        (_, []) => output::warn("there is nothing to show: no test class ran", None),
        (test, _) => {
            let text = format!("there is nothing to show of `{test}`: it did not run");
            let hint = format!("name one that ran, with dots: {}", quoted_list(&ran, 3));
            output::warn(&text, Some(&hint));
        }
    }
}

pub(super) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(file, text).with_context(|| format!("cannot write `{}`", file.display()))
}
