//! The same failure: a selected test that fails when all run fails otherwise with the tool, or not at all. And the same
//! state; at the first revision, that is for R7.

use crate::rules::{Case, Finding, Kind, Rule};
use crate::test_set::TestSet;

pub(super) const RULE: Rule = Rule {
    id: "R1s",
    kind: Kind::Safety,
    summary: "a selected test that fails when all run fails otherwise, or passes, with the tool, or one leaves another \
              state after an edit",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, revision, run) in case.revisions() {
        let failed = revision.failed.iter().filter(|(test, _)| run.selected.contains(**test));
        let differing = failed.filter(|(test, message)| run.failed.get(test) != Some(message));
        let mut tests: TestSet = differing.map(|(test, _)| *test).collect();
        if number > 0 {
            tests = tests.or(&run.other_state);
        }
        let tests = tests.without(&case.record.excluded);
        if !tests.is_empty() {
            findings.push(Finding { revision: number, tests });
        }
    }
    findings
}
