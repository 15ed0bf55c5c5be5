//! The files of the corpus that are no sources: what is expected of a case, which fixtures of the matrix are cases, and
//! which bugs are not here.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, anyhow, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::row::FORGOTTEN;
use crate::inside;
use crate::rules;

/// The name of a fixture's rule if it says nothing else.
fn safety() -> String {
    "R1p".to_owned()
}

/// What is expected of a case: `expect.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Expected {
    format: String,
    version: u32,
    pub(super) bug: String,
    pub(super) title: String,
    pub(super) rule: String,
    pub(super) tools: Vec<String>,
    pub(super) affected: Vec<String>,
    pub(super) reported: String,
    /// By tool, what is known about it and this case; told if the bug is not seen.
    #[serde(default)]
    pub(super) notes: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) settings: Settings,
    /// The revisions that cannot be built, on purpose.
    #[serde(default)]
    pub(super) broken: Vec<usize>,
    /// Two orders of the revisions, if there are edits that have nothing to do with each other. Without it, they come one
    /// after the other.
    #[serde(default)]
    pub(super) orders: Option<[Vec<usize>; 2]>,
}

/// What the build of a case needs besides.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// The release that its sources are for.
    #[serde(default)]
    pub(crate) release: Option<u16>,
    /// Which files are tests.
    #[serde(default)]
    pub(crate) includes: Vec<String>,
    /// The version of Surefire, whatever the tool would rather have.
    #[serde(default)]
    pub(crate) surefire: Option<String>,
    /// Libraries, `group:artifact:version` each.
    #[serde(default)]
    pub(crate) dependencies: Vec<String>,
    /// The folder of test classes in that of the build.
    #[serde(default)]
    pub(crate) test_output: Option<String>,
}

/// Fixtures of the matrix that are cases: `matrix.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MatrixRows {
    format: String,
    version: u32,
    /// Where fixtures are, from the corpus.
    pub(super) folder: String,
    pub(super) reported: String,
    pub(super) rows: Vec<MatrixRow>,
}

/// One of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MatrixRow {
    pub(super) fixture: String,
    pub(super) tools: Vec<String>,
    #[serde(default = "safety")]
    pub(super) rule: String,
    #[serde(default)]
    pub(super) release: Option<u16>,
    #[serde(default)]
    pub(super) notes: BTreeMap<String, String>,
}

/// Bugs that no case shows: `absent.json`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AbsentBugs {
    format: String,
    version: u32,
    bugs: Vec<Absent>,
}

/// A bug that no case shows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Absent {
    /// Its name.
    pub bug: String,
    /// What it is about.
    pub title: String,
    /// The rule that it violated.
    pub rule: String,
    /// Why there is no case.
    pub why: String,
}

impl Expected {
    pub(super) fn read(file: &Path) -> anyhow::Result<Self> {
        let expected: Self = read(file)?;
        is_of(file, "tamis-corpus", &expected.format, expected.version)?;
        is_rule(file, &expected.rule)?;
        inside::name("the bug", &expected.bug)
            .with_context(|| format!("cannot use `{}`", file.display()))?;
        Ok(expected)
    }

    /// What is expected of a fixture whose `expect.txt` is given.
    pub(super) fn of_fixture(row: &MatrixRow, reported: &str, claims: &str) -> Self {
        let (number, words) = row.fixture.split_once('-').unwrap_or(("0", &row.fixture));
        let run = claims.lines().filter_map(|line| line.strip_prefix("run "));
        Self {
            format: String::new(),
            version: 1,
            bug: format!("Row-{}", number.trim_start_matches('0')),
            title: words.replace('-', " "),
            rule: row.rule.clone(),
            tools: row.tools.clone(),
            // A test that has to run for another reason than that it fails has the reason behind it.
            affected: run.filter(|test| !test.contains(": ")).map(str::to_owned).collect(),
            reported: reported.to_owned(),
            notes: row.notes.clone(),
            settings: Settings { release: row.release, ..Settings::default() },
            broken: Vec::new(),
            orders: None,
        }
    }
}

impl Expected {
    /// Sees that what is said about revisions can be, of so many.
    pub(super) fn fits(&self, revisions: usize) -> anyhow::Result<()> {
        let bug = &self.bug;
        let is_there = |number: &usize| *number < revisions;
        let is_between = |number: &usize| *number > 0 && number + 1 < revisions;
        ensure!(
            self.broken.iter().all(is_between),
            "`{bug}` is broken on purpose where nothing is before or behind it"
        );
        let Some(orders) = &self.orders else { return Ok(()) };
        ensure!(self.broken.is_empty(), "`{bug}` has two orders, and is broken on purpose");
        for order in orders {
            ensure!(
                order.iter().all(is_there),
                "`{bug}` has an order with a revision that is not there"
            );
        }
        let [one, other] =
            orders.each_ref().map(|order| (order.first(), order.last(), order.len()));
        ensure!(
            one == other && one.0.is_some(),
            "`{bug}` has two orders that are not two ways from one revision to another"
        );
        Ok(())
    }
}

impl MatrixRows {
    pub(super) fn read(file: &Path) -> anyhow::Result<Self> {
        let rows: Self = read(file)?;
        is_of(file, "tamis-corpus-matrix", &rows.format, rows.version)?;
        for row in &rows.rows {
            inside::name("a fixture", &row.fixture)
                .with_context(|| format!("cannot use `{}`", file.display()))?;
            is_rule(file, &row.rule)?;
        }
        Ok(rows)
    }
}

impl Absent {
    pub(super) fn read(file: &Path) -> anyhow::Result<Vec<Self>> {
        let absent: AbsentBugs = read(file)?;
        is_of(file, "tamis-corpus-absent", &absent.format, absent.version)?;
        Ok(absent.bugs)
    }
}

fn read<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let cannot = || format!("cannot read `{}`", file.display());
    serde_json::from_slice(&fs::read(file).with_context(cannot)?).with_context(cannot)
}

fn is_of(file: &Path, expected: &str, format: &str, version: u32) -> anyhow::Result<()> {
    if format == expected && version == 1 {
        return Ok(());
    }
    Err(anyhow!("`{}` is not of format {expected} 1", file.display()))
}

fn is_rule(file: &Path, rule: &str) -> anyhow::Result<()> {
    if rule == FORGOTTEN || rules::find(rule).is_some() {
        return Ok(());
    }
    Err(anyhow!("`{}` names no rule: `{rule}`", file.display()))
}
