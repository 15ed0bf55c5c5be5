//! R3, as published: everything is run at every revision.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R3",
    kind: Kind::Precision,
    summary: "all tests are selected at all revisions",
    is_certain: false,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut last = None;
    for (number, revision, run) in case.revisions() {
        if run.selected != revision.all {
            return Vec::new();
        }
        last = Some((number, revision));
    }
    let is_last = |number: usize| number + 1 == case.record.revisions.len();
    match last {
        Some((number, revision)) if is_last(number) => {
            vec![Finding { revision: number, tests: revision.all.clone() }]
        }
        Some(_) | None => Vec::new(),
    }
}
