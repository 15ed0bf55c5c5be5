//! Rules: what a record may not show. Each is a file of its own and one word in the list below; nothing else knows of it.
//!
//! R1 to R7 are as published: they compare how many tests there are. Those with a `p` compare which, and the others are
//! sharper still.

/// Makes the list of rules out of their files.
macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// All rules, in this order.
        pub const RULES: &[Rule] = &[$($name::RULE),*];
    };
}

rules!(
    r1, r1p, r1s, r1d, r2, r2q, r3, r3p, r4, r4q, r5, r5p, r6, r6p, r7, r7p, r8, r9, r10, r11, rm
);

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::record::{Record, Revision, ToolRun};
use crate::test_set::TestSet;
use crate::tool::IN_PROCESSES;

/// A rule.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its short name.
    pub id: &'static str,
    /// What a violation is about.
    pub kind: Kind,
    /// When a tool violates it, in a sentence.
    pub summary: &'static str,
    /// Whether a violation is a bug for sure, so that a campaign that has one has failed.
    pub is_certain: bool,
    /// Judges one tool.
    check: fn(&Case<'_>) -> Vec<Finding>,
}

impl Rule {
    /// Whether only a bug violates it, in a word.
    pub fn certainty(&self) -> &'static str {
        if self.is_certain { "yes" } else { "no" }
    }
}

/// What a violation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A test that should have run did not.
    Safety,
    /// Tests ran that need not.
    Precision,
    /// The tool does not get along with the program.
    Generality,
}

/// A rule that a tool violates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Violation {
    /// The evolving program.
    pub id: String,
    /// The tool.
    pub tool: String,
    /// The rule.
    pub rule: String,
    /// At which revision.
    pub revision: usize,
    /// The tests that it is about.
    pub tests: TestSet,
}

/// A violation as it is told: whoever reads it need not know the list of rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToldViolation {
    #[serde(flatten)]
    violation: Violation,
    #[serde(rename = "certain")]
    is_certain: bool,
}

impl Violation {
    /// As it is told.
    pub fn told(self) -> ToldViolation {
        let is_certain = find(&self.rule).is_some_and(|rule| rule.is_certain);
        ToldViolation { violation: self, is_certain }
    }
}

/// What a rule has found.
struct Finding {
    revision: usize,
    tests: TestSet,
}

/// A tool and what it did, in a record.
struct Case<'r> {
    record: &'r Record,
    tool: &'r str,
    runs: &'r [ToolRun],
}

impl<'r> Case<'r> {
    /// The revisions that can be judged: they were built, there are tests, and the tool came to an end.
    fn revisions(&self) -> impl Iterator<Item = (usize, &'r Revision, &'r ToolRun)> + use<'r> {
        self.reached().filter(|(_, _, run)| run.cause.is_none())
    }

    /// The same with those at which the tool did not come to an end. What it had not run by then, it did not run.
    fn reached(&self) -> impl Iterator<Item = (usize, &'r Revision, &'r ToolRun)> + use<'r> {
        let both = self.record.revisions.iter().zip(self.runs).enumerate();
        both.map(|(number, (revision, run))| (number, revision, run))
            .filter(|(_, revision, _)| revision.broken.is_none() && !revision.all.is_empty())
    }

    /// What is selected at revisions that are, in a way, the same as the one before. What failed there has to run again.
    fn needless(&self, same_as: fn(&Revision) -> Option<usize>) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (number, revision, run) in self.revisions() {
            let is_same = number > 0 && same_as(revision) == Some(number - 1);
            let before = self.record.built_before(number);
            let failed = before.map(|(_, before)| before.failing()).unwrap_or_default();
            let tests = run.selected.without(&self.record.excluded).without(&failed);
            if is_same && !tests.is_empty() {
                findings.push(Finding { revision: number, tests });
            }
        }
        findings
    }

    /// What the other tools ran at a revision. A technique that was run in two ways is one tool.
    fn others(&self, revision: usize) -> Vec<&'r ToolRun> {
        let is_other = |tool: &str| technique(tool) != technique(self.tool);
        let others = self.record.tools.iter().filter(|(tool, _)| is_other(tool));
        let runs = others.filter_map(|(_, runs)| runs.get(revision));
        runs.filter(|run| run.cause.is_none()).collect()
    }

    /// Whether there was one more tool, and all others have it.
    fn all_others(&self, revision: usize, has: impl Fn(&ToolRun) -> bool) -> bool {
        let others = self.others(revision);
        !others.is_empty() && others.into_iter().all(has)
    }

    /// Tests whose outcome or state at a revision is not that at the first.
    fn affected(&self, revision: &Revision) -> TestSet {
        revision.failing().or(&revision.other_state).without(&self.record.excluded)
    }
}

/// The name of a tool, in whichever way it was run.
fn technique(tool: &str) -> &str {
    tool.strip_suffix(IN_PROCESSES).unwrap_or(tool)
}

/// All violations of a record.
pub fn judge(record: &Record) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (tool, runs) in &record.tools {
        let case = Case { record, tool, runs };
        for rule in RULES {
            for finding in (rule.check)(&case) {
                violations.push(Violation {
                    id: record.id.clone(),
                    tool: tool.clone(),
                    rule: rule.id.to_owned(),
                    revision: finding.revision,
                    tests: finding.tests,
                });
            }
        }
    }
    violations
}

/// The rule of a short name.
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
}
