//! R3, as published: everything is run at every revision. Revisions that are the same as one before are R5's: where those
//! count as well, no tool violates R3 that does not violate R5.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R3",
    kind: Kind::Precision,
    summary: "all tests are selected at all revisions that differ from those before",
    is_certain: false,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut last = None;
    for (number, revision, run) in case.revisions().filter(|(_, each, _)| each.same_as.is_none()) {
        if run.selected != revision.all {
            return Vec::new();
        }
        last = Some((number, revision));
    }
    // The first one alone says nothing, and the last change has to be one that was judged.
    let last_change = case.record.revisions.iter().rposition(|each| each.same_as.is_none());
    match last {
        Some((number, revision)) if number > 0 && Some(number) == last_change => {
            vec![Finding { revision: number, tests: revision.all.clone() }]
        }
        Some(_) | None => Vec::new(),
    }
}
