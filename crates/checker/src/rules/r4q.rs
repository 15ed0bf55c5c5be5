//! R4 by degrees: far more is run than by the others.

use crate::record::{Revision, ToolRun};
use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R4q",
    kind: Kind::Precision,
    summary: "the share of selected tests is above the median of the other tools by more than 0.8",
    is_certain: false,
    check,
};

/// How far apart shares may be.
pub(super) const MARGIN: f64 = 0.8;

/// With fewer tests, shares say little.
const LEAST: usize = 10;

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (number, revision, run) in case.revisions() {
        let Some(median) = median_ratio(case, number, revision) else { continue };
        if ratio(run, revision) - median > MARGIN {
            findings.push(Finding { revision: number, tests: run.selected.clone() });
        }
    }
    findings
}

/// The share of tests that were run.
pub(super) fn ratio(run: &ToolRun, revision: &Revision) -> f64 {
    f64::from(run.selected.count()) / f64::from(revision.all.count().max(1))
}

/// The median of what the other tools ran, if there are enough tests and at least one other tool.
pub(super) fn median_ratio(case: &Case<'_>, number: usize, revision: &Revision) -> Option<f64> {
    if revision.all.len() < LEAST {
        return None;
    }
    let mut ratios: Vec<f64> =
        case.others(number).into_iter().map(|other| ratio(other, revision)).collect();
    ratios.sort_by(f64::total_cmp);
    let upper = ratios.get(ratios.len() / 2)?;
    let lower = ratios.get((ratios.len() - 1) / 2)?;
    Some(f64::midpoint(*upper, *lower))
}
