//! R7, as published: more tests fail than if all run.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R7",
    kind: Kind::Generality,
    summary: "more tests fail with the tool than when all run",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    case.revisions()
        .filter(|(_, revision, run)| run.failed.len() > revision.failed.len())
        .map(|(number, revision, run)| Finding {
            revision: number,
            tests: run.failing().without(&revision.failing()),
        })
        .collect()
}
