//! R5, as published: something is run though nothing changed.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R5",
    kind: Kind::Precision,
    summary: "a test is selected at a revision that is the same as the one before",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    case.needless(|revision| revision.same_as)
}
