//! R2, as published: nothing is run where all other tools run everything.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R2",
    kind: Kind::Safety,
    summary: "no test is selected at a revision at which all other tools select all",
    is_certain: false,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let is_odd = |number: usize, all: &crate::TestSet| {
        case.all_others(number, |other| other.selected == *all)
    };
    case.revisions()
        .filter(|(number, revision, run)| run.selected.is_empty() && is_odd(*number, &revision.all))
        .map(|(number, revision, _)| Finding { revision: number, tests: revision.all.clone() })
        .collect()
}
