//! R8: the tool crashed, hung, or left half a state.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R8",
    kind: Kind::Generality,
    summary: "the tool crashes, does not come to an end, or leaves a state that it cannot read",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let broken = case.runs.iter().zip(&case.record.revisions).enumerate();
    broken
        .filter(|(_, (run, revision))| run.cause.is_some() && revision.broken.is_none())
        .map(|(number, (_, revision))| Finding { revision: number, tests: revision.all.clone() })
        .collect()
}
