//! RM: the mode matters. A tool that was run in two ways selects otherwise when it is started as a process of its own.

use crate::rules::{Case, Finding, Kind, Rule};
use crate::tool::IN_PROCESSES;

pub(super) const RULE: Rule = Rule {
    id: "RM",
    kind: Kind::Generality,
    summary: "run as a process, the tool selects other tests than in a machine that stays",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let resident = case.tool.strip_suffix(IN_PROCESSES);
    let Some(resident) = resident.and_then(|name| case.record.tools.get(name)) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (number, _, run) in case.revisions() {
        let Some(other) = resident.get(number).filter(|other| other.cause.is_none()) else {
            continue;
        };
        let tests = run.selected.without(&other.selected).or(&other.selected.without(&run.selected));
        if !tests.is_empty() {
            findings.push(Finding { revision: number, tests });
        }
    }
    findings
}
