//! `--events`: a line of JSON for each test class of each module, added when the module is done with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;
use tamis_build::maven::Module;
use tamis_report::run::{self as report, OfModule, State, TestRun};
use tamis_report::selection::reasons_json;
use tamis_select::{Reason, Selection, Verdict};
use tamis_trace::Execution;
use tamis_vocab::ClassName;

use super::folder::BuildFolder;
use crate::output;

/// Empties the file, or makes it.
pub(crate) fn start(file: &Path) -> anyhow::Result<()> {
    let made = File::create(file).map(drop);
    made.with_context(|| format!("cannot write `{}`", file.display()))
}

/// Adds lines; others may add theirs at the same time.
fn add(file: &Path, lines: &str) {
    let added = OpenOptions::new().append(true).open(file);
    if let Err(error) = added.and_then(|mut file| file.write_all(lines.as_bytes())) {
        output::warn(&format!("cannot write `{}`: {error}", file.display()), None);
    }
}

/// A module, as lines name it.
struct Of<'m> {
    artifact: &'m str,
    folder: String,
}

impl<'m> Of<'m> {
    fn new(folder: &BuildFolder, module: &'m Module) -> Self {
        let root = folder.settings().map(|settings| settings.root).unwrap_or_default();
        let own = std::fs::canonicalize(&module.folder);
        let own = own.as_deref().unwrap_or(&module.folder);
        let below = own.strip_prefix(root).unwrap_or(own);
        let is_root = below.as_os_str().is_empty();
        let below = if is_root { Path::new(".") } else { below };
        Self { artifact: &module.artifact, folder: below.display().to_string() }
    }

    fn as_written(&self) -> OfModule<'_> {
        OfModule { module: self.artifact, folder: &self.folder }
    }
}

/// What is skipped; why the others run is kept until they have.
pub(crate) fn selected(
    folder: &BuildFolder,
    number: usize,
    module: &Module,
    selection: &Selection,
) -> anyhow::Result<()> {
    let Some(file) = folder.events() else { return Ok(()) };
    let of = Of::new(folder, module);
    let (mut lines, mut reasons) = (String::new(), serde_json::Map::new());
    for (test, verdict) in &selection.verdicts {
        match verdict {
            Verdict::Skip(skip) => {
                lines.push_str(&report::skipped_event(test, skip, Some(of.as_written()))?);
            }
            Verdict::Run(why) => {
                reasons.insert(test.as_str().to_owned(), reasons_json(why));
            }
        }
    }
    add(&file, &lines);
    folder.put_of(number, "reasons", &Value::Object(reasons).to_string())
}

/// All classes run, and nothing is recorded of them.
pub(crate) fn unrecorded(folder: &BuildFolder, module: &Module, why: &str) -> anyhow::Result<()> {
    let Some(file) = folder.events() else { return Ok(()) };
    let of = Of::new(folder, module);
    let mut lines = String::new();
    for class in module.tests() {
        let state = State::Incomplete(vec![format!("nothing is recorded: {why}")]);
        let test = TestRun { class, results: Vec::new(), state };
        let reasons = reasons_json(&[Reason::Unknown { about: why.to_owned() }]);
        let line = report::event(&test, reasons, &BTreeSet::new(), Some(of.as_written()))?;
        lines.push_str(&line);
    }
    add(&file, &lines);
    Ok(())
}

/// What came of those that ran.
pub(crate) fn ended(
    folder: &BuildFolder,
    number: usize,
    module: &Module,
    tests: &[TestRun],
    executions: &[Execution],
) -> anyhow::Result<()> {
    let Some(file) = folder.events() else { return Ok(()) };
    let kept = std::fs::read_to_string(folder.file(number, "reasons")).unwrap_or_default();
    let mut reasons: BTreeMap<String, Value> = serde_json::from_str(&kept).unwrap_or_default();
    let of = Of::new(folder, module);
    let mut lines = String::new();
    for test in tests {
        let reasons = reasons.remove(test.class.as_str());
        let reasons = reasons.unwrap_or_else(|| Value::Array(Vec::new()));
        let own = executions.iter().filter(|execution| execution.test == test.class);
        let leans_on = own.flat_map(|execution| execution.leans_on.iter().cloned()).collect();
        lines.push_str(&report::event(test, reasons, &leans_on, Some(of.as_written()))?);
    }
    add(&file, &lines);
    Ok(())
}

/// Test classes by what was recorded of them; `idle` have no tests.
pub(crate) fn tests(
    handed: &[ClassName],
    executions: &[Execution],
    idle: &[ClassName],
) -> Vec<TestRun> {
    let mut tests = Vec::new();
    for class in handed {
        let own = || executions.iter().filter(|execution| execution.test == *class);
        let results = own().flat_map(|execution| execution.results.iter().cloned()).collect();
        let reasons: Vec<String> =
            own().flat_map(|each| each.incomplete.iter().map(ToString::to_string)).collect();
        let state = if !reasons.is_empty() {
            State::Incomplete(reasons)
        } else if own().next().is_some() {
            State::Ended
        } else if idle.contains(class) {
            State::WithoutTests
        } else {
            State::Incomplete(vec!["it did not begin".to_owned()])
        };
        tests.push(TestRun { class: class.clone(), results, state });
    }
    tests
}
