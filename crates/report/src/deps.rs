//! What tests rest on, and how two techniques differ about it: text, and the formats of `docs/formats/deps.md`.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Value, json};
use tamis_vocab::ClassName;

use crate::words::plural;

/// What a test rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dependencies {
    /// These classes.
    Classes(BTreeSet<ClassName>),
    /// Every class there is.
    Anything {
        /// The steps that lead there; none if the technique runs all tests anyway.
        steps: Vec<String>,
    },
    /// Nothing is known, as it was never recorded.
    NeverRecorded,
}

/// What one technique says.
#[derive(Debug, Clone)]
pub struct Side {
    /// The technique.
    pub technique: String,
    /// What each test rests on.
    pub rests_on: BTreeMap<ClassName, Dependencies>,
    /// The tests that would run now.
    pub selected: BTreeSet<ClassName>,
}

/// The classes that a test rests on, a line each.
pub fn text(test: &ClassName, technique: &str, found: &Dependencies) -> String {
    match found {
        Dependencies::NeverRecorded => {
            format!("{test} was never recorded: {technique} does not know what it rests on\n")
        }
        Dependencies::Anything { steps } => {
            let colon = if steps.is_empty() { "" } else { ":" };
            let mut text = format!("{test} can reach any class, says {technique}{colon}\n");
            steps.iter().for_each(|step| text.push_str(&format!("  {step}\n")));
            text
        }
        Dependencies::Classes(classes) => {
            let count = plural(classes.len(), "class", "classes");
            let mut text = format!("{test} rests on {count}, says {technique}:\n");
            sorted(classes).iter().for_each(|class| text.push_str(&format!("  {class}\n")));
            text
        }
    }
}

/// The same for programs, on one line.
pub fn to_json(test: &ClassName, technique: &str, found: &Dependencies) -> String {
    let (kind, classes) = match found {
        Dependencies::NeverRecorded => ("unknown", Vec::new()),
        Dependencies::Anything { .. } => ("anything", Vec::new()),
        Dependencies::Classes(classes) => ("classes", sorted(classes)),
    };
    let steps = match found {
        Dependencies::Anything { steps } => steps.as_slice(),
        Dependencies::Classes(_) | Dependencies::NeverRecorded => &[],
    };
    let test = test.to_string();
    let (format, version) = ("tamis-deps", 1);
    line(&Document { format, version, technique, test, kind, classes, steps })
}

#[derive(Serialize)]
struct Document<'d> {
    format: &'static str,
    version: u32,
    technique: &'d str,
    test: String,
    #[serde(rename = "rests-on")]
    kind: &'static str,
    classes: Vec<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    steps: &'d [String],
}

fn sorted(classes: &BTreeSet<ClassName>) -> Vec<String> {
    let mut names: Vec<String> = classes.iter().map(ToString::to_string).collect();
    names.sort_unstable();
    names
}

/// How one technique differs from another, on all tests of a project.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    names: [String; 2],
    tests: Vec<TestDifference>,
    /// Selected by the first only, by the second only, by either.
    selected: [usize; 3],
    /// Tests about which one of the two says nothing.
    unknown: usize,
}

#[derive(Debug, Clone, PartialEq)]
struct TestDifference {
    test: ClassName,
    only_first: usize,
    only_second: usize,
    either: usize,
}

impl Comparison {
    /// Compares two techniques; `all` are the classes that anything stands for.
    pub fn of(first: &Side, second: &Side, all: &BTreeSet<ClassName>) -> Self {
        let mut tests = Vec::new();
        let mut unknown = 0;
        let classes = |found: Option<&Dependencies>| match found {
            Some(Dependencies::Classes(classes)) => Some(classes.clone()),
            Some(Dependencies::Anything { .. }) => Some(all.clone()),
            Some(Dependencies::NeverRecorded) | None => None,
        };
        for (test, found) in &first.rests_on {
            match (classes(Some(found)), classes(second.rests_on.get(test))) {
                (Some(one), Some(other)) => tests.push(TestDifference {
                    test: test.clone(),
                    only_first: one.difference(&other).count(),
                    only_second: other.difference(&one).count(),
                    either: one.union(&other).count(),
                }),
                (_, None) | (None, _) => unknown += 1,
            }
        }
        let selected = [
            first.selected.difference(&second.selected).count(),
            second.selected.difference(&first.selected).count(),
            first.selected.union(&second.selected).count(),
        ];
        let names = [first.technique.clone(), second.technique.clone()];
        Self { names, tests, selected, unknown }
    }

    /// The mean share of what one finds and the other does not, over all tests, in thousandths.
    fn mean(&self, of: fn(&TestDifference) -> usize) -> usize {
        let shares = self.tests.iter().map(|test| thousandths(of(test), test.either));
        shares.sum::<usize>() / self.tests.len().max(1)
    }

    fn count(&self, of: fn(&TestDifference) -> usize) -> usize {
        self.tests.iter().filter(|test| of(test) > 0).count()
    }

    /// A small table.
    pub fn text(&self) -> String {
        let [first, second] = &self.names;
        let all = self.tests.len();
        let [only_first, only_second, either] = self.selected;
        let tests = plural(all, "test class", "test classes");
        let mut text = format!("A is {first}, B is {second}; {tests}, classes of the project\n");
        if self.unknown > 0 {
            let count = plural(self.unknown, "test class was", "test classes were");
            text.push_str(&format!(
                "{count} never recorded, and left out of the first two lines\n"
            ));
        }
        text.push_str("                                            safety (A without B)  precision (B without A)\n");
        let mut row = |what: &str, safety: String, precision: String| {
            text.push_str(&format!("{what:<42}  {safety:>20}  {precision:>23}\n"));
        };
        let share = |count: usize, of: usize| {
            format!("{count} of {of}, {}", percent(thousandths(count, of)))
        };
        let (by_first, by_second) =
            (|test: &TestDifference| test.only_first, |test: &TestDifference| test.only_second);
        row(
            "tests with a dependency of one only",
            share(self.count(by_first), all),
            share(self.count(by_second), all),
        );
        row(
            "dependencies of a test, on average",
            percent(self.mean(by_first)),
            percent(self.mean(by_second)),
        );
        row("tests selected now", share(only_first, either), share(only_second, either));
        for test in self.tests.iter().filter(|test| test.only_first > 0) {
            let count = plural(test.only_first, "class", "classes");
            text.push_str(&format!("{}: {count} of A not in B\n", test.test));
        }
        text
    }

    /// The same for programs, on one line.
    pub fn json(&self) -> String {
        let test = |test: &TestDifference| {
            json!({
                "test": test.test.to_string(),
                "only-a": test.only_first,
                "only-b": test.only_second,
                "either": test.either,
            })
        };
        let [a, b] = &self.names;
        let [only_first, only_second, either] = self.selected;
        line(&ComparisonDocument {
            format: "tamis-deps-comparison",
            version: 1,
            a,
            b,
            never_recorded: self.unknown,
            tests: self.tests.iter().map(test).collect(),
            selected: json!({"only-a": only_first, "only-b": only_second, "either": either}),
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ComparisonDocument<'d> {
    format: &'static str,
    version: u32,
    a: &'d str,
    b: &'d str,
    never_recorded: usize,
    tests: Vec<Value>,
    selected: Value,
}

/// A document on one line. Text and numbers can always be written.
fn line(document: &impl Serialize) -> String {
    serde_json::to_string(document).unwrap_or_default() + "\n"
}

fn thousandths(part: usize, of: usize) -> usize {
    part.saturating_mul(1000).saturating_add(of / 2).checked_div(of).unwrap_or_default()
}

fn percent(thousandths: usize) -> String {
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}
