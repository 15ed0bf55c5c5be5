//! The corpus: bugs that were found in tools, as small evolving programs. Each tool runs each in a project of its own.
//!
//! ```text
//! clover-2/expect.json     which bug, which rule, which tools were reported
//! clover-2/rev0/src/…      the revisions, as Maven lays them out
//! clover-2/rev1/src/…
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use serde::Deserialize;

use crate::adapter::{Adapter, RETEST_ALL};
use crate::inside;
use crate::maven_project::{Built, MavenProject};
use crate::record::{FORMAT, Record, Revision, ToolRun, VERSION};
use crate::rules;
use crate::test_set::TestSet;

/// No case has more.
const MOST_REVISIONS: usize = 100;

/// A bug.
#[derive(Debug, Clone)]
pub struct Case {
    folder: PathBuf,
    revisions: usize,
    expected: Expected,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    format: String,
    version: u32,
    bug: String,
    title: String,
    rule: String,
    tools: Vec<String>,
    affected: Vec<String>,
    reported: String,
    #[serde(default)]
    settings: Settings,
}

/// What the build of a case needs besides.
#[derive(Debug, Clone, Default, Deserialize)]
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
    /// For each tool what it violates; the cause if it could not be judged.
    pub cells: Vec<Cell>,
    /// What is recorded of it.
    pub record: Record,
}

/// What came of a case with one tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The tool.
    pub tool: String,
    /// Whether the bug was reported for it.
    pub is_reported: bool,
    /// The rules that are violated, of those that are certain and the one of the bug.
    pub violated: BTreeSet<String>,
    /// Why there is nothing to say.
    pub cause: Option<String>,
}

impl Case {
    /// The cases in a folder, by name.
    pub fn all(folder: &Path) -> anyhow::Result<Vec<Self>> {
        let cannot = || format!("cannot read the corpus `{}`", folder.display());
        let mut cases = Vec::new();
        for entry in fs::read_dir(folder).with_context(cannot)? {
            let folder = entry.with_context(cannot)?.path();
            if folder.join("expect.json").is_file() {
                cases.push(Self::read(&folder)?);
            }
        }
        cases.sort_by_key(|case| sortable(&case.expected.bug));
        if cases.is_empty() {
            return Err(anyhow!("there is no case in `{}`", folder.display()));
        }
        Ok(cases)
    }

    fn read(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join("expect.json");
        let cannot = || format!("cannot read `{}`", file.display());
        let expected: Expected =
            serde_json::from_slice(&fs::read(&file).with_context(cannot)?).with_context(cannot)?;
        if expected.format != "tamis-corpus" || expected.version != 1 {
            return Err(anyhow!("`{}` is not of format tamis-corpus 1", file.display()));
        }
        rules::find(&expected.rule)
            .with_context(|| format!("`{}` names no rule: `{}`", file.display(), expected.rule))?;
        inside::name("the bug", &expected.bug).with_context(cannot)?;
        let revisions = (0..MOST_REVISIONS)
            .take_while(|each| folder.join(format!("rev{each}")).is_dir())
            .count();
        if revisions == 0 {
            return Err(anyhow!("there is no `rev0` in `{}`", folder.display()));
        }
        Ok(Self { folder: folder.to_owned(), revisions, expected })
    }

    /// The name of the bug.
    pub fn bug(&self) -> &str {
        &self.expected.bug
    }

    /// Runs it with all tests, and with each tool, in folders below `work`.
    pub fn run(&self, tools: &[Adapter], work: &Path, tamis: &Path) -> anyhow::Result<Row> {
        let all = Adapter::find(RETEST_ALL)?;
        let retested = self.run_tool(&all, work, tamis)?;
        let names: BTreeSet<&String> = retested.iter().flat_map(|built| &built.ran).collect();
        let names: Vec<String> = names.into_iter().cloned().collect();
        let mut record = self.record(&retested, &names);
        for tool in tools {
            let ran = self.run_tool(tool, work, tamis)?;
            let runs = ran.iter().map(|built| tool_run(built, &names)).collect();
            record.tools.insert(tool.name.clone(), runs);
        }
        let violations = rules::judge(&record);
        let cells = tools.iter().map(|tool| self.cell(tool, &record, &violations)).collect();
        Ok(Row {
            bug: self.expected.bug.clone(),
            title: self.expected.title.clone(),
            reported: self.expected.reported.clone(),
            rule: self.expected.rule.clone(),
            cells,
            record,
        })
    }

    fn run_tool(&self, tool: &Adapter, work: &Path, tamis: &Path) -> anyhow::Result<Vec<Built>> {
        let folder = work.join(&tool.name).join(self.expected.bug.to_lowercase());
        let project =
            MavenProject { adapter: tool, settings: &self.expected.settings, folder, tamis };
        let revisions = 0..self.revisions;
        revisions.map(|each| project.run(&self.folder.join(format!("rev{each}")))).collect()
    }

    fn record(&self, retested: &[Built], names: &[String]) -> Record {
        let mut revisions: Vec<Revision> = Vec::new();
        for (number, built) in retested.iter().enumerate() {
            let is_same = number > 0 && self.is_same(number - 1, number);
            revisions.push(Revision {
                same_as: is_same.then(|| number - 1),
                broken: built.cause.clone(),
                all: numbers(&built.ran, names),
                failed: failures(built, names),
                other_state: TestSet::default(),
            });
        }
        let excluded = revisions.first().map(Revision::failing).unwrap_or_default();
        Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            id: self.expected.bug.clone(),
            constraint: "corpus".to_owned(),
            operator: self.expected.bug.clone(),
            site: self.expected.title.clone(),
            tests: Vec::new(),
            names: names.to_vec(),
            excluded,
            revisions,
            tools: BTreeMap::new(),
        }
    }

    /// Whether two revisions have the same files.
    fn is_same(&self, one: usize, other: usize) -> bool {
        let files = |number: usize| {
            let root = self.folder.join(format!("rev{number}"));
            let mut files = BTreeMap::new();
            list(&root, &root, &mut files).then_some(files)
        };
        matches!((files(one), files(other)), (Some(one), Some(other)) if one == other)
    }

    fn cell(&self, tool: &Adapter, record: &Record, violations: &[rules::Violation]) -> Cell {
        let is_told = |rule: &str| {
            rule == self.expected.rule || rules::find(rule).is_some_and(|found| found.is_certain)
        };
        let own = violations.iter().filter(|each| each.tool == tool.name && is_told(&each.rule));
        let runs = record.tools.get(&tool.name);
        Cell {
            tool: tool.name.clone(),
            is_reported: self.expected.tools.contains(&tool.name),
            violated: own.map(|violation| violation.rule.clone()).collect(),
            cause: runs.and_then(|runs| runs.iter().find_map(|run| run.cause.clone())),
        }
    }

    /// Tests that are said to be affected and do not fail when all run, or the other way round.
    pub fn disproved(&self, record: &Record) -> Vec<String> {
        let last = record.revisions.len().saturating_sub(1);
        let failed = record.newly_failed(last);
        let failed: BTreeSet<&String> =
            failed.iter().filter_map(|test| record.names.get(test as usize)).collect();
        let said: BTreeSet<&String> = self.expected.affected.iter().collect();
        failed.symmetric_difference(&said).map(|test| (*test).clone()).collect()
    }
}

/// All files below a folder; false if something cannot be read.
fn list(root: &Path, folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().all(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return list(root, &path, files);
        }
        let Ok(bytes) = fs::read(&path) else { return false };
        let below = path.strip_prefix(root).unwrap_or(&path).to_owned();
        files.insert(below, bytes);
        true
    })
}

fn numbers(ran: &BTreeSet<String>, names: &[String]) -> TestSet {
    let is_in = |(number, name): (u32, &String)| ran.contains(name).then_some(number);
    (0..).zip(names).filter_map(is_in).collect()
}

fn failures(built: &Built, names: &[String]) -> BTreeMap<u32, String> {
    let failed = |(number, name): (u32, &String)| Some((number, built.failed.get(name)?.clone()));
    (0..).zip(names).filter_map(failed).collect()
}

fn tool_run(built: &Built, names: &[String]) -> ToolRun {
    ToolRun {
        selected: numbers(&built.ran, names),
        again: None,
        failed: failures(built, names),
        cause: built.cause.clone(),
    }
}

fn sortable(bug: &str) -> (String, usize) {
    let (tool, number) = bug.rsplit_once('-').unwrap_or((bug, "0"));
    (tool.to_owned(), number.parse().unwrap_or(0))
}

impl Row {
    /// Why the first revision cannot be built even without a tool: then no rule judges anybody.
    pub fn unbuilt(&self) -> Option<&str> {
        self.record.revisions.first()?.broken.as_deref()
    }
}

/// The table: bug by tool. A star marks tools for which the bug was reported.
pub fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    let Some(first) = rows.first() else { return text };
    let _ = write!(text, "{:12}{:5}", "bug", "rule");
    for cell in &first.cells {
        let _ = write!(text, "  {:14}", cell.tool);
    }
    text.push('\n');
    for row in rows {
        let _ = write!(text, "{:12}{:5}", row.bug, row.rule);
        for cell in &row.cells {
            let star = if cell.is_reported { "*" } else { "" };
            let violated: Vec<&str> = cell.violated.iter().map(String::as_str).collect();
            let said = match violated.as_slice() {
                [] if row.unbuilt().is_some() => "not judged".to_owned(),
                [] => "fine".to_owned(),
                all => all.join(","),
            };
            let _ = write!(text, "  {:14}", format!("{said}{star}"));
        }
        let _ = writeln!(text, "  {}", row.title);
    }
    for row in rows {
        for cell in row.cells.iter().filter(|cell| cell.cause.is_some()) {
            let cause = cell.cause.as_deref().unwrap_or_default();
            let _ = writeln!(text, "\n{} with {}: {cause}", row.bug, cell.tool);
        }
        for cell in row.cells.iter().filter(|cell| cell.is_reported && cell.cause.is_none()) {
            if !cell.violated.contains(&row.rule) {
                let _ = writeln!(
                    text,
                    "\n{} was not seen with {} (reported: {})",
                    row.bug, cell.tool, row.reported
                );
            }
        }
    }
    text
}
