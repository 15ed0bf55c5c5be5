//! R3 with a reason: everything is run although it is known that a test is not affected.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R3p",
    kind: Kind::Precision,
    summary: "all tests are selected at a changed revision at which a test ends as it did, in the same state",
    is_certain: false,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, revision, run) in case.revisions().filter(|(number, ..)| *number > 0) {
        let idle = revision.all.without(&case.affected(revision)).without(&case.record.excluded);
        if revision.same_as.is_none() && run.selected == revision.all && !idle.is_empty() {
            findings.push(Finding { revision: number, tests: idle });
        }
    }
    findings
}
