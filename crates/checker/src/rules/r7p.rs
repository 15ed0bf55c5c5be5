//! R7 by sets: a test fails that passes if all run.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R7p",
    kind: Kind::Generality,
    summary: "a test fails with the tool that passes when all run",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    case.revisions()
        .map(|(number, revision, run)| Finding {
            revision: number,
            tests: run.failing().and(&revision.all).without(&revision.failing()),
        })
        .filter(|finding| !finding.tests.is_empty())
        .collect()
}
