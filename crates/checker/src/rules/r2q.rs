//! R2 by degrees: far less is run than by the others.

use crate::rules::r4q::{MARGIN, median_ratio, ratio};
use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R2q",
    kind: Kind::Safety,
    summary: "the share of selected tests is below the median of the other tools by more than 0.8",
    is_certain: false,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, revision, run) in case.revisions() {
        let Some(median) = median_ratio(case, number, revision) else { continue };
        if median - ratio(run, revision) > MARGIN {
            let tests = revision.all.without(&run.selected);
            findings.push(Finding { revision: number, tests });
        }
    }
    findings
}
