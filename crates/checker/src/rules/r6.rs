//! R6, as published: not as many tests are run at first as there are.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R6",
    kind: Kind::Generality,
    summary: "not as many tests are selected at the first revision as there are",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut first = case.revisions().filter(|(number, ..)| *number == 0);
    let finding = first.find(|(_, revision, run)| {
        run.selected.len() + run.unknown.len() != revision.all.len()
    });
    let finding = finding.map(|(number, revision, run)| Finding {
        revision: number,
        tests: revision.all.without(&run.selected),
    });
    finding.into_iter().collect()
}
