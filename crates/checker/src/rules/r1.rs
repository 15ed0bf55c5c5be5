//! R1, as published: fewer tests fail anew than if all run.

use crate::rules::{Case, Finding, Kind, Rule};

pub(super) const RULE: Rule = Rule {
    id: "R1",
    kind: Kind::Safety,
    summary: "fewer tests newly fail, or newly leave another state, than when all run",
    is_certain: true,
    check,
};

fn check(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    // A tool that broke down shows no failure that it had not shown before.
    for (number, revision, run) in case.reached().filter(|(number, ..)| *number > 0) {
        // Failures and states are counted apart. That a selected test leaves what it leaves when all run is R1s.
        let failed = case.record.newly_failed(number);
        let newly = run.failing().and(&case.record.passed_before(number));
        let states = revision.other_state.without(&case.record.excluded);
        let kept = states.and(&run.selected);
        for (expected, seen) in [(failed, newly), (states, kept)] {
            if seen.len() < expected.len() {
                findings.push(Finding { revision: number, tests: expected.without(&seen) });
            }
        }
    }
    findings
}
