//! `cargo xtask history … --static`: static techniques beside those that go by what was recorded.
//!
//! At each revision every technique says which tests it would run, on evidence of the revision before, where all tests ran
//! and it was recorded who asks for classes. Techniques that select the same tests share the run of these. Then all tests
//! run without an agent, and once more for the next step; what each technique says that tests rest on is compared with
//! what `class` says. The tables are in `tables.rs`.

mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, ensure};
use serde_json::Value;

use self::tables::{Dependencies, Measured, MeasuredStep};
use super::outcomes::selected;
use super::{Step, Study};
use crate::Exit;

/// The techniques, and what the paper calls them.
const TECHNIQUES: [(&str, &str); 9] = [
    ("static", "RU"),
    ("static-border-static", "Bs"),
    ("static-border-four", "B4"),
    ("static-border-dynamic", "Bd"),
    ("static-border-minimal", "Bm"),
    ("static-dynamic", "D"),
    ("static-per-test", "P"),
    (REFERENCE, "X"),
    ("hybrid", "-"),
];

/// What the others are compared with, in the place of Ekstazi.
const REFERENCE: &str = "class";

/// The technique with which all tests run: it records who asks for classes.
const RECORDING: &str = "static-dynamic";

/// Takes steps, and prints tables in the end.
pub(super) struct StaticStudy {
    study: Study,
    steps: Vec<MeasuredStep>,
}

impl StaticStudy {
    pub(super) fn new(study: Study) -> Self {
        Self { study, steps: Vec::new() }
    }

    pub(super) fn study(&self) -> &Study {
        &self.study
    }

    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Takes the next step, which took so long to compile.
    pub(super) fn step(&mut self, step: &Step, compile: f64) -> anyhow::Result<()> {
        let mut measured = Vec::new();
        let mut runs: BTreeMap<BTreeSet<String>, (f64, f64)> = BTreeMap::new();
        for (technique, _) in TECHNIQUES {
            let (selected, analysis) = self.select(step, technique)?;
            let (execution, collection) = match runs.get(&selected) {
                Some(times) => *times,
                None => self.run_selected(step, technique)?,
            };
            runs.insert(selected.clone(), (execution, collection));
            let (missed, rests_on) = (0, None);
            let times = [analysis, execution, collection];
            measured.push(Measured { selected, missed, times, rests_on });
        }
        let start = Instant::now();
        self.study.run(step, &["--force", "--no-agent"])?;
        let all = start.elapsed().as_secs_f64();
        let (outcomes, _) = self.study.run(step, &["--force", "--technique", RECORDING])?;
        for ((technique, _), measured) in TECHNIQUES.iter().zip(&mut measured) {
            let missed = self.study.missed(&outcomes, &measured.selected);
            measured.missed = missed.len();
            let label = &step.label;
            let missed = missed.iter().map(|test| format!("{label}: {technique} missed {test}"));
            self.study.missed.extend(missed);
            if *technique != REFERENCE {
                measured.rests_on = Some(self.compare(step, technique)?);
            }
        }
        let (label, tests) = (step.label.clone(), outcomes.tests.len());
        self.study.before = Some(outcomes);
        let step = MeasuredStep { label, tests, compile, all, techniques: measured };
        eprintln!("{}", step.row().join("  "));
        self.steps.push(step);
        Ok(())
    }

    /// What a technique selects, and how long it takes to say so.
    fn select(&self, step: &Step, technique: &str) -> anyhow::Result<(BTreeSet<String>, f64)> {
        let start = Instant::now();
        let words = ["--technique", technique, "--format", "json"];
        let answer = self.ask(step, "select", &words)?;
        Ok((selected(&answer)?, start.elapsed().as_secs_f64()))
    }

    /// How a technique differs from the reference about what tests rest on.
    fn compare(&self, step: &Step, technique: &str) -> anyhow::Result<Dependencies> {
        let words = ["--compare", REFERENCE, technique, "--format", "json"];
        let answer: Value = serde_json::from_str(&self.ask(step, "deps", &words)?)?;
        let tests = answer["tests"].as_array().context("a comparison has no tests")?;
        Ok(Dependencies::of(tests.iter().map(|test| {
            ["only-a", "only-b", "either"].map(|key| test[key].as_u64().unwrap_or_default())
        })))
    }

    fn ask(&self, step: &Step, verb: &str, words: &[&str]) -> anyhow::Result<String> {
        let output = self.study.command(verb, step).args(words).output()?;
        let talk = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "`tamis {verb}` failed: {}", talk.trim());
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Seconds for running what a technique selects, and for keeping what that recorded. Evidence stays as it was.
    fn run_selected(&self, step: &Step, technique: &str) -> anyhow::Result<(f64, f64)> {
        let evidence = self.study.project.join(".tamis");
        let aside = self.study.project.join(".tamis-aside");
        let phases = self.study.project.join(".tamis-phases.json");
        remove(&aside)?;
        if evidence.exists() {
            copy(&evidence, &aside)?;
        }
        let words = ["--technique", technique, "--phases", &phases.display().to_string()];
        self.study.run(step, &words)?;
        remove(&evidence)?;
        if aside.exists() {
            fs::rename(&aside, &evidence).context("cannot put evidence back")?;
        }
        let text = fs::read_to_string(&phases).context("cannot read the phases")?;
        fs::remove_file(&phases)?;
        let phases: Value = serde_json::from_str(&text)?;
        let seconds = |key: &str| phases[key].as_f64().with_context(|| format!("no phase `{key}`"));
        Ok((seconds("execution")?, seconds("collection")?))
    }

    /// Prints the tables.
    pub(super) fn finish(self) -> Exit {
        print!("{}", tables::render(&self.steps));
        self.study.missed.iter().for_each(|line| println!("{line}"));
        // That static techniques miss tests is what is studied.
        Exit::Fine
    }
}

fn remove(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove `{}`", folder.display()))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target): (PathBuf, PathBuf) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)
                .with_context(|| format!("cannot copy `{}`", path.display()))?;
        }
    }
    Ok(())
}
