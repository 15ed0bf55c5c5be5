//! R1 by sets: a test that newly fails was not run.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R1p",
    kind: Kind::Safety,
    summary: "a test that newly fails when all run was not selected",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let missed = |number: usize, run: &crate::record::ToolRun| {
        case.record.newly_failed(number).without(&run.selected)
    };
    // A tool that broke down has selected what it ran until then.
    case.reached()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, _, run)| Finding { revision: number, tests: missed(number, run) })
        .filter(|finding| !finding.tests.is_empty())
        .collect()
}
