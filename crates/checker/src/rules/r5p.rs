//! R5 for comments: something is run though only comments were edited. Line numbers are others then. They are in no fact of
//! our techniques, and generated tests show none; a tool that counts them would violate this with good reason.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R5p",
    kind: Kind::Precision,
    summary: "a test is selected at a revision that is the same as the one before but for comments",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    case.needless(|revision| revision.same_code_as)
}
