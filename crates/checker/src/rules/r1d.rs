//! A miss in behaviour: a test that leaves another state, and still passes, was not run.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R1d",
    kind: Kind::Safety,
    summary: "a test that passes and leaves another state than before was not selected",
    is_certain: false,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, revision, run) in case.revisions().filter(|(number, ..)| *number > 0) {
        let passing = revision.other_state.without(&revision.failing());
        let tests = passing.without(&case.record.excluded).without(&run.selected);
        if !tests.is_empty() {
            findings.push(Finding { revision: number, tests });
        }
    }
    findings
}
