//! R8: the tool crashed, hung, or left half a state.

use crate::record::{Revision, ToolRun};
use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R8",
    kind: Kind::Generality,
    summary: "the tool crashes, does not come to an end, or leaves a state that it cannot read",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = crashes(&case.record.revisions, case.runs);
    if let Some(reordered) = &case.record.reordered {
        let runs = reordered.tools.get(case.tool).map(Vec::as_slice);
        findings.extend(crashes(&reordered.revisions, runs.unwrap_or_default()));
    }
    findings
}

/// Where the tool broke down, in one order of the edits.
fn crashes(revisions: &[Revision], runs: &[ToolRun]) -> Vec<Finding> {
    let broken = runs.iter().zip(revisions).enumerate();
    broken
        .filter(|(_, (run, revision))| run.cause.is_some() && revision.broken.is_none())
        .map(|(number, (_, revision))| Finding { revision: number, tests: revision.all.clone() })
        .collect()
}
