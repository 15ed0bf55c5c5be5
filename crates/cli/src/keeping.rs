//! Keeps what a run found out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::time::SystemTime;

use tamis_report::plural;
use tamis_select::{Block, Leaver, Technique};
use tamis_store::{Limits, StoreError};
use tamis_trace::{Execution, Observed, Recorded};
use tamis_vocab::ClassName;
use tamis_world::{Now, World};

use crate::arguments::Isolation;
use crate::evidence::{Circumstances, gather};
use crate::project::{Known, Project};
use crate::statics::Remembered;
use crate::{output, revision};

/// More runs than this in a store, and old ones are dropped.
const MOST_RUNS: usize = 64;

/// What a run has found out.
pub(crate) struct Found<'f> {
    pub(crate) executions: &'f [Execution],
    pub(crate) machines: &'f [Recorded],
    /// Classes that were to run as tests and have none.
    pub(crate) idle: &'f [ClassName],
    /// When the first machine started.
    pub(crate) began: SystemTime,
    pub(crate) isolation: Isolation,
}

/// Whether the class path is as it was before the tests ran; if not, that is said.
pub(crate) fn is_same(before: &World, after: &World) -> bool {
    let is_same = before.classes() == after.classes() && before.resources() == after.resources();
    if !is_same {
        tell_change();
    }
    is_same
}

/// Says that the class path is not as it was.
pub(crate) fn tell_change() {
    let hint = "run again when the build is done";
    output::warn("the class path changed while the tests ran; nothing is kept", Some(hint));
}

/// Adds the evidence of a run to the store. What is not kept makes tests run again, and that is said. Whether all is kept.
pub(crate) fn keep(project: &Project, known: &Known, now: &Now<'_>, found: &Found<'_>) -> bool {
    if known.is_refused {
        return false;
    }
    let leanings = leanings(known, now, found);
    let Found { executions, machines, idle, began, .. } = found;
    // Of no use to the others, and large: a run of one test would write down all classes of the project.
    let all_classes = matches!(project.technique, Technique::Static(_));
    let revision = revision::of(&project.root);
    let circumstances = Circumstances { began: *began, revision, all_classes };
    let evidence = gather(executions, machines, now, &circumstances, &leanings, idle);
    if evidence.is_lost {
        output::warn("what was found out cannot be put together; nothing is kept", None);
    }
    let Some(block) = evidence.block else { return !evidence.is_lost };
    if let Err(error) = commit(project, &block) {
        output::warn(&error.to_string(), Some("nothing is kept; the tests run again next time"));
        return false;
    }
    if all_classes {
        Remembered::of(&project.store).remember(now.world());
    }
    if known.blocks.len() >= MOST_RUNS
        && let Err(error) = project.store.collect(&Limits::default())
    {
        let runs = plural(known.blocks.len(), "run", "runs");
        output::warn(&format!("cannot drop old evidence of {runs}: {error}"), None);
    }
    true
}

/// Writes evidence down. Where there is no room, the cache goes: it only saves time.
fn commit(project: &Project, block: &Block) -> Result<bool, StoreError> {
    const FULL: [ErrorKind; 2] = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded];
    match project.store.commit(block) {
        Err(StoreError::Io { error, .. }) if FULL.contains(&error.kind()) => {
            let _ = fs::remove_dir_all(project.cache());
            project.store.commit(block)
        }
        done => done,
    }
}

/// Whoever was found to lean on another does so until somebody has looked again at both.
fn leanings(
    known: &Known,
    now: &Now<'_>,
    found: &Found<'_>,
) -> BTreeMap<ClassName, BTreeSet<Leaver>> {
    let mut leanings = tamis_select::leanings(&known.blocks, &|class| now.class(class).is_some());
    if found.isolation == Isolation::Checked {
        let is_seen = |execution: &&Execution| {
            let is_unseen = execution.footprint.observations.contains(&Observed::StaticsUnseen);
            execution.incomplete.is_empty() && !is_unseen
        };
        let seen = found.executions.iter().filter(is_seen).map(|execution| &execution.test);
        let seen: BTreeSet<&ClassName> = seen.collect();
        for (test, after) in &mut leanings {
            if seen.contains(test) {
                after.retain(|leaver| !seen.contains(&leaver.test));
            }
        }
    }
    leanings
}
