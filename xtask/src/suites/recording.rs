//! What the studies want of a `tamis-recording` (`docs/formats/recording.md`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct Recording {
    format: String,
    version: u32,
    pub(super) tests: Vec<Test>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Test {
    #[serde(rename = "test")]
    pub(super) name: String,
    /// Null without the agent.
    pub(super) complete: Option<bool>,
    #[serde(default)]
    pub(super) incomplete: Vec<String>,
    #[serde(default)]
    pub(super) results: Vec<TestResult>,
    #[serde(default)]
    pub(super) classes: Vec<Touched>,
    #[serde(default)]
    classes_as_a_whole: Vec<Touched>,
}

/// How a test method ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) struct TestResult {
    pub(super) class: String,
    pub(super) method: String,
    pub(super) outcome: String,
    pub(super) message: Option<String>,
}

/// A class and the reason.
#[derive(Debug, Deserialize)]
pub(super) struct Touched {
    pub(super) name: String,
    pub(super) why: String,
    #[serde(default)]
    pub(super) by: Option<String>,
}

/// Classes of each test class.
pub(super) type Sets = BTreeMap<String, BTreeSet<String>>;

/// Reasons that come from code that ran; the others come from looking at classes.
const BY_CODE: [&str; 4] = ["entered", "implied", "supertype", "initialised-through"];

/// Reasons that lead to another class.
const FOLLOWS: [&str; 2] = ["supertype", "initialised-through"];

impl Test {
    /// A class by its name: they are sorted.
    fn class(&self, name: &str) -> Option<&Touched> {
        let place =
            self.classes.binary_search_by(|touched| touched.name.as_str().cmp(name)).ok()?;
        self.classes.get(place)
    }
}

impl Recording {
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read `{}`", path.display()))?;
        Self::parse(&text).with_context(|| format!("cannot read `{}`", path.display()))
    }

    /// The last line of what `tamis run` printed.
    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        let line = text.lines().last().context("there is no recording")?;
        let recording: Self = serde_json::from_str(line)?;
        let is_known = recording.format == "tamis-recording" && recording.version == 1;
        ensure!(is_known, "not a recording of version 1");
        Ok(recording)
    }

    /// The classes that the code of each test touched, and all that follows from any of its classes.
    pub(super) fn sets(&self) -> Sets {
        self.sets_of(|_, touched| BY_CODE.contains(&touched.why.as_str()))
    }

    /// The same without what follows only from classes that were looked at.
    pub(super) fn sets_by_code(&self) -> Sets {
        self.sets_of(|test, touched| {
            let mut at = Some(touched);
            // Each step leads to a class that was touched earlier.
            for _ in 0..=test.classes.len() {
                match at {
                    Some(Touched { why, by: Some(by), .. }) if FOLLOWS.contains(&why.as_str()) => {
                        at = test.class(by);
                    }
                    Some(Touched { why, .. }) => return BY_CODE.contains(&why.as_str()),
                    None => return false,
                }
            }
            false
        })
    }

    fn sets_of(&self, is_in: impl Fn(&Test, &Touched) -> bool) -> Sets {
        let mut sets = Sets::new();
        for test in &self.tests {
            let found = test.classes.iter().filter(|touched| is_in(test, touched));
            let names = found.map(|touched| touched.name.clone());
            sets.entry(test.name.clone()).or_default().extend(names);
        }
        sets
    }

    /// Classes that were generated while the tests ran.
    pub(super) fn generated(&self) -> BTreeSet<String> {
        let whole = self.tests.iter().flat_map(|test| &test.classes_as_a_whole);
        let generated = whole.filter(|touched| touched.why == "not-on-class-path");
        generated.map(|touched| touched.name.clone()).collect()
    }

    /// Why a class is in the set of a test.
    pub(super) fn why(&self, test: &str, class: &str) -> String {
        let of_test = self.tests.iter().filter(|each| each.name == test);
        let mut touched = of_test.flat_map(|each| &each.classes).filter(|each| each.name == class);
        match touched.next() {
            Some(Touched { why, by: Some(by), .. }) => format!("{why} by {by}"),
            Some(Touched { why, by: None, .. }) => why.clone(),
            None => "not there".to_owned(),
        }
    }
}
