//! `tamis` at work on a project of a fixture.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use super::Side;
use super::building::Built;
use super::claims::{Outcome, Outcomes};
use super::place::Project;
use crate::{Jdk, jdk};

/// JVMs that live for a moment need neither the slow compiler nor a collector with threads.
const QUICK: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// Whether a test is to run, by test class.
pub(super) type Verdicts = BTreeMap<String, bool>;

/// The program that is tested, and the JDK that it is given.
pub(super) struct Program {
    tamis: PathBuf,
    jdk: Jdk,
}

impl Program {
    pub(super) fn new(tamis: &Path, release: u16) -> Self {
        Self { tamis: tamis.to_owned(), jdk: jdk(release) }
    }

    /// The release of the JDK.
    pub(super) fn release(&self) -> u16 {
        self.jdk.release
    }

    /// Runs all tests without the agent.
    pub(super) fn run_all(
        &self,
        project: &Project,
        built: &Built,
        side: Side,
        class_path: &str,
    ) -> Outcomes {
        let words = ["run", "--no-agent"];
        self.run(&words, project, built, side, class_path).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Runs all tests before the edit and lets `tamis` keep what it learns.
    pub(super) fn record(
        &self,
        project: &Project,
        built: &Built,
        class_path: &str,
        technique: &str,
    ) -> Result<Outcomes, String> {
        self.run(&["run", "--technique", technique], project, built, Side::Old, class_path)
    }

    /// Asks what has to run after the edit.
    pub(super) fn select(
        &self,
        project: &Project,
        built: &Built,
        class_path: &str,
        technique: &str,
    ) -> Result<Verdicts, String> {
        let words = ["select", "--format", "json", "--technique", technique];
        let output = self.start(&words, project, built, Side::New, class_path);
        let answer: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| format!("`tamis select`: {error}\n{}", talk(&output)))?;
        let tests = answer["tests"].as_array().ok_or("`tamis select` names no tests")?;
        let verdict = |test: &Value| {
            let is_run = match test["verdict"].as_str()? {
                "run" => true,
                "skip" => false,
                _ => return None,
            };
            Some((test["test"].as_str()?.to_owned(), is_run))
        };
        let verdicts: Option<Verdicts> = tests.iter().map(verdict).collect();
        verdicts.ok_or_else(|| format!("`tamis select` says {answer}"))
    }

    fn run(
        &self,
        words: &[&str],
        project: &Project,
        built: &Built,
        side: Side,
        class_path: &str,
    ) -> Result<Outcomes, String> {
        let events = project.folder.with_extension("jsonl");
        let _ = fs::remove_file(&events);
        let file = events.to_string_lossy();
        let words = [words, &["--events", &file]].concat();
        let output = self.start(&words, project, built, side, class_path);
        let problem = || format!("`tamis run`:\n{}", talk(&output));
        let text = fs::read_to_string(&events).map_err(|_| problem())?;
        text.lines().map(|line| outcome(line).ok_or_else(problem)).collect()
    }

    fn start(
        &self,
        words: &[&str],
        project: &Project,
        built: &Built,
        side: Side,
        class_path: &str,
    ) -> Output {
        let this = built.side(side);
        let (arguments, environment) = (this.text("arguments.txt"), this.text("environment.txt"));
        Command::new(&self.tamis)
            .args(words)
            .args(["--classpath", class_path])
            .arg("--tests")
            .arg(project.classes())
            .arg("--project")
            .arg(&project.folder)
            .arg("--")
            .args(QUICK)
            .args(arguments.lines())
            .env("JAVA_HOME", &self.jdk.home)
            .env_remove("TAMIS_CACHE")
            .envs(environment.lines().filter_map(|line| line.split_once('=')))
            .output()
            .unwrap()
    }
}

/// A line of `--events`.
fn outcome(line: &str) -> Option<(String, Outcome)> {
    let event: Value = serde_json::from_str(line).ok()?;
    let count = |key: &str| event[key].as_u64();
    let counts = [count("passed")?, count("failed")?, count("skipped")?];
    let word = event["outcome"].as_str()?.to_owned();
    Some((event["test"].as_str()?.to_owned(), Outcome { word, counts }))
}

fn talk(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
