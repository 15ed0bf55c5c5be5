//! What is recorded of an evolving program: a line of JSON (`docs/formats/check.md`). Rules look at nothing else.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::test_set::TestSet;

/// The name of the format.
pub const FORMAT: &str = "tamis-check";

/// Its version. Since 2, files have a last line.
pub const VERSION: u32 = 2;

/// One evolving program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`]
    pub format: String,
    /// [`VERSION`]
    pub version: u32,
    /// Which program, which operator, which place.
    pub id: String,
    /// The constraint of the program, such as `JD2`.
    pub constraint: String,
    /// The operator, such as `E4`.
    pub operator: String,
    /// Where the edit is, in words.
    pub site: String,
    /// The names of the tests, by size: how many there are of each. Tests are numbered in this order.
    pub tests: Vec<(usize, u32)>,
    /// The names themselves, where they follow no scheme.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Tests that count for nothing, as they fail before anything was edited.
    #[serde(default, skip_serializing_if = "TestSet::is_empty")]
    pub excluded: TestSet,
    /// The revisions, as they are if all tests run.
    pub revisions: Vec<Revision>,
    /// What the tools did at each revision.
    pub tools: BTreeMap<String, Vec<ToolRun>>,
    /// The same edits once more, in another order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reordered: Option<Reordered>,
}

/// Another way from the first revision to the last: edits that have nothing to do with each other, in another order. Tools
/// begin anew at its first revision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Reordered {
    /// The revisions, as they are if all tests run.
    pub revisions: Vec<Revision>,
    /// What the tools did at each of them.
    pub tools: BTreeMap<String, Vec<ToolRun>>,
}

/// A revision, and what comes of it if all tests run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Revision {
    /// The revision before it that it is the same as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<usize>,
    /// The revision before it that it is the same as, but for comments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_code_as: Option<usize>,
    /// Why it could not be built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// The tests that there are.
    pub all: TestSet,
    /// Those that fail, with what they fail with.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failed: BTreeMap<u32, String>,
    /// Those that leave another state than at the first revision.
    #[serde(default, skip_serializing_if = "TestSet::is_empty")]
    pub other_state: TestSet,
}

/// What a tool did at a revision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct ToolRun {
    /// The tests that it ran.
    pub selected: TestSet,
    /// Tests that it ran, and that are not there when all run.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub unknown: BTreeSet<String>,
    /// What it selected when it was asked once more without a change, if that is not the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<TestSet>,
    /// Those that failed with it, with what they failed with.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failed: BTreeMap<u32, String>,
    /// Those that left another state with it than when all tests run at that revision.
    #[serde(default, skip_serializing_if = "TestSet::is_empty")]
    pub other_state: TestSet,
    /// Why it did not come to its end: it crashed, hung, or left half a state. What it ran until then is told above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
}

impl Record {
    /// The name of a test.
    pub fn test_name(&self, number: u32) -> Option<String> {
        if let Some(name) = self.names.get(number as usize) {
            return Some(name.clone());
        }
        let mut rest = number;
        for (size, count) in &self.tests {
            if rest < *count {
                return Some(format!("TestGroup{size}Case{rest}"));
            }
            rest -= count;
        }
        None
    }

    /// Whether all revisions could be built.
    pub fn is_built(&self) -> bool {
        self.revisions.iter().all(|revision| revision.broken.is_none())
    }

    /// The last revision before one that could be built, and its number.
    pub fn built_before(&self, revision: usize) -> Option<(usize, &Revision)> {
        let before = self.revisions.get(..revision)?;
        before.iter().enumerate().rfind(|(_, each)| each.broken.is_none())
    }

    /// Tests that passed at the last revision before that could be built, if all tests run.
    pub fn passed_before(&self, revision: usize) -> TestSet {
        let before = self.built_before(revision);
        let passed = before.map(|(_, before)| before.all.without(&before.failing()));
        passed.unwrap_or_default().without(&self.excluded)
    }

    /// Those of them that fail now.
    pub fn newly_failed(&self, revision: usize) -> TestSet {
        let failing = self.revisions.get(revision).map(Revision::failing);
        failing.unwrap_or_default().and(&self.passed_before(revision))
    }
}

impl Revision {
    /// The tests that fail.
    pub fn failing(&self) -> TestSet {
        self.failed.keys().copied().collect()
    }
}

impl ToolRun {
    /// The tests that failed.
    pub fn failing(&self) -> TestSet {
        self.failed.keys().copied().collect()
    }
}
