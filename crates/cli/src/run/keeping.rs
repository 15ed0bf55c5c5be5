//! Keeps what a run found out.

use std::collections::{BTreeMap, BTreeSet};
use std::time::SystemTime;

use tamis_report::plural;
use tamis_store::Limits;
use tamis_trace::{Execution, Observed};
use tamis_vocab::ClassName;
use tamis_world::{Now, World};

use super::outcome::Outcome;
use crate::arguments::Isolation;
use crate::evidence::gather;
use crate::output;
use crate::project::{Known, Project};

/// More runs than this in a store, and old ones are dropped.
const MOST_RUNS: usize = 64;

/// Adds the evidence of a run to the store, unless it would not be true. What is not kept makes tests run again, and that
/// is said.
pub(super) fn keep(
    project: &Project,
    known: &Known,
    before: &World,
    now: &Now<'_>,
    outcome: &Outcome,
    (began, isolation): (SystemTime, Isolation),
) {
    if known.is_refused || outcome.executions.is_empty() {
        return;
    }
    // What the tests ran on is what was read before only if it is the same now.
    let after = project.world(true);
    if !is_same(before, &after) {
        let hint = "run again when the build is done";
        output::warn("the class path changed while the tests ran; nothing is kept", Some(hint));
        return;
    }
    let leanings = leanings(known, now, outcome, isolation);
    let evidence = gather(&outcome.executions, &outcome.machines, now, began, &leanings);
    if evidence.is_lost {
        output::warn("what was found out cannot be put together; nothing is kept", None);
    }
    let Some(block) = evidence.block else { return };
    let kept = project.store.commit(&block);
    if let Err(error) = kept {
        output::warn(&error.to_string(), Some("nothing is kept; the tests run again next time"));
        return;
    }
    if known.blocks.len() >= MOST_RUNS
        && let Err(error) = project.store.collect(&Limits::default())
    {
        let runs = plural(known.blocks.len(), "run", "runs");
        output::warn(&format!("cannot drop old evidence of {runs}: {error}"), None);
    }
}

/// Whoever was found to lean on another does so until somebody has looked again at both.
fn leanings(
    known: &Known,
    now: &Now<'_>,
    outcome: &Outcome,
    isolation: Isolation,
) -> BTreeMap<ClassName, BTreeSet<ClassName>> {
    let mut leanings = tamis_select::leanings(&known.blocks, &|class| now.class(class).is_some());
    if isolation == Isolation::Checked {
        let is_seen = |execution: &&Execution| {
            let is_unseen = execution.footprint.observations.contains(&Observed::StaticsUnseen);
            execution.incomplete.is_empty() && !is_unseen
        };
        let seen = outcome.executions.iter().filter(is_seen).map(|execution| &execution.test);
        let seen: BTreeSet<&ClassName> = seen.collect();
        for (test, after) in &mut leanings {
            if seen.contains(test) {
                after.retain(|other| !seen.contains(other));
            }
        }
    }
    leanings
}

fn is_same(before: &World, after: &World) -> bool {
    before.classes() == after.classes() && before.resources() == after.resources()
}
