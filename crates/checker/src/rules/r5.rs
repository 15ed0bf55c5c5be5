//! R5, as published: something is run though nothing changed.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R5",
    kind: Kind::Precision,
    summary: "a test is selected at a revision that is the same as the one before",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, revision, run) in case.revisions() {
        let is_same = number > 0 && revision.same_as == Some(number - 1);
        // What failed has to run again.
        let tests = run.selected.without(&case.record.excluded);
        if is_same && !tests.is_empty() {
            findings.push(Finding { revision: number, tests });
        }
    }
    findings
}
