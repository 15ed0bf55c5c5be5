//! What came of a case.

use std::collections::BTreeSet;

use super::expected::Expected;
use crate::adapter::Adapter;
use crate::record::{Record, ToolRun};
use crate::rules::{self, Violation};

/// The rule that a tool violates which crashes.
const CRASHED: &str = "R8";

/// A rule of the corpus alone: a test that failed with the tool is not selected when nothing has changed.
pub(super) const FORGOTTEN: &str = "R12";

/// The rules about the first revision. A tool that crashes there runs other tests than there are.
const FIRST: [&str; 2] = ["R6", "R6p"];

/// What came of a case.
#[derive(Debug, Clone)]
pub struct Row {
    /// The bug.
    pub bug: String,
    /// What it is about.
    pub title: String,
    /// What was known about it when it was last looked at.
    pub reported: String,
    /// The rule that it violates.
    pub rule: String,
    /// What came of it with each tool.
    pub cells: Vec<Cell>,
    /// What is recorded of it.
    pub record: Record,
    /// Why a revision could not be built even without a tool, though it is meant to be.
    pub(super) unbuilt: Option<String>,
}

/// What came of a case with one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The tool.
    pub tool: String,
    /// Whether the bug was reported for it.
    pub is_reported: bool,
    /// Whether it has the bug.
    pub is_seen: bool,
    /// The rules that are violated, of those that are certain and the one of the bug.
    pub violated: BTreeSet<String>,
    /// Why it did not come to an end.
    pub cause: Option<String>,
    /// The release that the case needs, if that is too new for the tool.
    pub needs: Option<u16>,
    /// Why the tool could not be had.
    pub unfetched: Option<String>,
    /// What is known about the tool and this case.
    pub note: Option<String>,
}

impl Row {
    pub(super) fn of(
        expected: &Expected,
        cells: Vec<Cell>,
        record: Record,
        unbuilt: Option<String>,
    ) -> Self {
        Self {
            bug: expected.bug.clone(),
            title: expected.title.clone(),
            reported: expected.reported.clone(),
            rule: expected.rule.clone(),
            cells,
            record,
            unbuilt,
        }
    }

    /// Why a revision cannot be built even without a tool, though it is meant to be: then no rule judges anybody.
    pub fn unbuilt(&self) -> Option<&str> {
        self.unbuilt.as_deref()
    }
}

impl Cell {
    pub(super) fn of(
        expected: &Expected,
        tool: &Adapter,
        record: &Record,
        violations: &[Violation],
        needs: Option<u16>,
        unfetched: Option<String>,
    ) -> Self {
        let is_told = |rule: &str| {
            rule == expected.rule || rules::find(rule).is_some_and(|found| found.is_certain)
        };
        let runs = record.tools.get(&tool.name);
        // A crash is told as such. That it kept tests from running is no sign of the bug that the case is about.
        let is_by_crash = |violation: &Violation| {
            let run = runs.and_then(|runs| runs.get(violation.revision));
            violation.rule != CRASHED && run.is_some_and(|run| run.cause.is_some())
        };
        let own = violations.iter().filter(|each| each.tool == tool.name && is_told(&each.rule));
        let own = own.filter(|violation| !is_by_crash(violation));
        let mut violated: BTreeSet<String> = own.map(|violation| violation.rule.clone()).collect();
        if expected.rule == FORGOTTEN && runs.is_some_and(|runs| is_forgotten(record, runs)) {
            violated.insert(FORGOTTEN.to_owned());
        }
        let has_crashed_first = violated.contains(CRASHED)
            && runs.and_then(|runs| runs.first()).is_some_and(|run| run.cause.is_some());
        let is_of_first = FIRST.contains(&expected.rule.as_str());
        Self {
            tool: tool.name.clone(),
            is_reported: expected.tools.contains(&tool.name),
            is_seen: violated.contains(&expected.rule) || has_crashed_first && is_of_first,
            violated,
            cause: cause(record, &tool.name),
            needs,
            unfetched,
            note: expected.notes.get(&tool.name).cloned(),
        }
    }

    /// Whether a rule was there to judge the tool.
    pub fn is_judged(&self, row: &Row) -> bool {
        row.unbuilt().is_none() && self.needs.is_none() && self.unfetched.is_none()
    }

    /// It in a few words.
    pub fn words(&self, row: &Row) -> String {
        if let Some(release) = self.needs {
            return format!("needs Java {release}");
        }
        if !self.is_judged(row) {
            return "not judged".to_owned();
        }
        // The rule by sets says all that the one by counts does.
        let is_sharper = |rule: &&str| !self.violated.contains(&format!("{rule}p"));
        let rules: Vec<&str> =
            self.violated.iter().map(String::as_str).filter(is_sharper).collect();
        if rules.is_empty() { "fine".to_owned() } else { rules.join(",") }
    }
}

/// Why a tool did not come to an end. Where nobody can, that is no news.
fn cause(record: &Record, tool: &str) -> Option<String> {
    let reordered = record.reordered.as_ref();
    let orders = [
        Some((&record.revisions, record.tools.get(tool)?)),
        reordered.and_then(|other| Some((&other.revisions, other.tools.get(tool)?))),
    ];
    let runs =
        orders.into_iter().flatten().flat_map(|(revisions, runs)| revisions.iter().zip(runs));
    let mut built = runs.filter(|(revision, _)| revision.broken.is_none());
    built.find_map(|(_, run)| run.cause.clone())
}

fn is_forgotten(record: &Record, runs: &[ToolRun]) -> bool {
    let pairs = runs.windows(2).zip(record.revisions.iter().skip(1));
    pairs.into_iter().any(|(pair, revision)| {
        let [before, now] = pair else { return false };
        let is_judged = before.cause.is_none() && now.cause.is_none();
        let failed = before.failing().and(&revision.all);
        is_judged && revision.same_as.is_some() && !failed.without(&now.selected).is_empty()
    })
}
