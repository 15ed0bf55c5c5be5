//! R9: asked twice, it selects otherwise.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R9",
    kind: Kind::Generality,
    summary: "asked twice about the same revision, the tool selects other tests",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, _, run) in case.revisions() {
        if let Some(again) = &run.again {
            let tests = run.selected.without(again).or(&again.without(&run.selected));
            if !tests.is_empty() {
                findings.push(Finding { revision: number, tests });
            }
        }
    }
    findings
}
