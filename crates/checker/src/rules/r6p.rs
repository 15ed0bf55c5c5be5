//! R6 by sets: other tests are run at first than there are.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R6p",
    kind: Kind::Generality,
    summary: "other tests are selected at the first revision than there are",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, revision, run) in case.revisions().filter(|(number, ..)| *number == 0) {
        let missing = revision.all.without(&run.selected);
        let tests = missing.or(&run.selected.without(&revision.all));
        if !tests.is_empty() || !run.unknown.is_empty() {
            findings.push(Finding { revision: number, tests });
        }
    }
    findings
}
