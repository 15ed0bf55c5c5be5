//! R10: a revision that cannot be built, between two that can, loses a change. Whatever the tool has made of it, what was
//! edited since the last one that could be built is still to be tested.

use crate::record::Revision;
use crate::rules::{Case, Finding, Kind, Rule};
use crate::test_set::TestSet;

pub(super) const RULE: Rule = Rule {
    id: "R10",
    kind: Kind::Safety,
    summary: "behind a revision that cannot be built, a test that is new or ends otherwise than before it is not selected",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, revision, run) in case.revisions() {
        let Some((last, before)) = case.record.built_before(number) else { continue };
        let is_behind_broken = last + 1 < number;
        let lost = changed(before, revision).without(&case.record.excluded).without(&run.selected);
        if is_behind_broken && !lost.is_empty() {
            findings.push(Finding { revision: number, tests: lost });
        }
    }
    findings
}

/// Tests that pass at one revision and fail at the other, or are there at the later one only.
fn changed(before: &Revision, now: &Revision) -> TestSet {
    let (failed, fails) = (before.failing(), now.failing());
    let ended_otherwise = failed.without(&fails).or(&fails.without(&failed));
    ended_otherwise.and(&now.all).or(&now.all.without(&before.all))
}
