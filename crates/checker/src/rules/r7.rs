//! R7, as published: more tests fail than if all run, or one leaves another state before anything was edited.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R7",
    kind: Kind::Generality,
    summary: "more tests fail with the tool than when all run, or one leaves another state at the first revision",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, revision, run) in case.revisions() {
        if run.failed.len() > revision.failed.len() {
            let tests = run.failing().without(&revision.failing());
            findings.push(Finding { revision: number, tests });
        }
        let tests = run.other_state.without(&case.record.excluded);
        if number == 0 && !tests.is_empty() {
            findings.push(Finding { revision: number, tests });
        }
    }
    findings
}
