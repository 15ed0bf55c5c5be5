//! R11: the order matters. The same edits, which have nothing to do with each other, select other tests if they come in
//! another order. That they have nothing to do with each other is for whoever made the record to see.

use crate::record::{Revision, ToolRun};
use crate::rules::{Case, Finding, Kind, Rule};
use crate::test_set::TestSet;

pub(super) const RULE: Rule = Rule {
    id: "R11",
    kind: Kind::Generality,
    summary: "unrelated edits, one after the other, select other tests in all than the same edits in another order",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let Some(reordered) = &case.record.reordered else { return Vec::new() };
    let own = selected(&case.record.revisions, case.runs);
    let runs = reordered.tools.get(case.tool);
    let other = runs.and_then(|runs| selected(&reordered.revisions, runs));
    let (Some(own), Some(other)) = (own, other) else { return Vec::new() };
    let tests = own.without(&other).or(&other.without(&own)).without(&case.record.excluded);
    if tests.is_empty() {
        return Vec::new();
    }
    vec![Finding { revision: case.record.revisions.len().saturating_sub(1), tests }]
}

/// All tests that are selected behind the first revision; `None` if not all of it can be judged.
fn selected(revisions: &[Revision], runs: &[ToolRun]) -> Option<TestSet> {
    let is_whole = revisions.len() == runs.len()
        && revisions.iter().all(|revision| revision.broken.is_none())
        && runs.iter().all(|run| run.cause.is_none());
    let union = runs.iter().skip(1).fold(TestSet::default(), |all, run| all.or(&run.selected));
    is_whole.then_some(union)
}
