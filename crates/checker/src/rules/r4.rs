//! R4, as published: everything is run where all other tools run nothing.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R4",
    kind: Kind::Precision,
    summary: "all tests are selected at a revision at which all other tools select none",
    is_certain: false,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let is_odd = |number: usize| case.all_others(number, |other| other.selected.is_empty());
    case.revisions()
        .filter(|(number, revision, run)| run.selected == revision.all && is_odd(*number))
        .map(|(number, revision, _)| Finding { revision: number, tests: revision.all.clone() })
        .collect()
}
