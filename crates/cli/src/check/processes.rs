//! Our techniques as anybody runs them: a process that records, and one for each selection. Slow, and nothing of it is
//! shared with what is checked otherwise: it shows that watching one machine for many programs changes no selection.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, anyhow};
use serde_json::Value;
use tamis_checker::{Evidence, Recorder, Resident};
use tamis_select::Technique;

/// How `tamis run` ends if tests ran, whether or not all of them passed.
const RAN: [Option<i32>; 2] = [Some(0), Some(1)];

/// Our techniques.
pub(super) struct Processes {
    pub(super) techniques: Vec<Technique>,
    /// The jars of JUnit.
    pub(super) junit: Vec<PathBuf>,
}

impl Resident for Processes {
    fn techniques(&self) -> Vec<String> {
        self.techniques.iter().map(ToString::to_string).collect()
    }

    fn recorder(&self, folder: &Path) -> anyhow::Result<Box<dyn Recorder>> {
        let tamis = env::current_exe().context("cannot find this program")?;
        let (techniques, junit) = (self.techniques(), self.junit.clone());
        Ok(Box::new(Processing { folder: folder.to_owned(), tamis, techniques, junit }))
    }
}

/// Starts processes.
#[derive(Clone)]
struct Processing {
    folder: PathBuf,
    tamis: PathBuf,
    techniques: Vec<String>,
    junit: Vec<PathBuf>,
}

impl Recorder for Processing {
    fn jvm_arguments(&self) -> Vec<OsString> {
        Vec::new()
    }

    fn evidence(&mut self, jar: &Path) -> anyhow::Result<Box<dyn Evidence>> {
        let project = tempfile::tempdir_in(&self.folder).context("cannot make a project")?;
        // One recording serves all techniques.
        let ran = self.tamis("run", project.path(), jar, "hybrid", &[])?;
        if RAN.contains(&ran.status.code()) {
            Ok(Box::new(Kept { processing: self.clone(), project }))
        } else {
            Err(failed("run", &ran))
        }
    }

    fn skip(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

impl Processing {
    fn tamis(
        &self,
        verb: &str,
        project: &Path,
        jar: &Path,
        technique: &str,
        words: &[&str],
    ) -> anyhow::Result<Output> {
        let mut class_path = jar.as_os_str().to_owned();
        for jar in &self.junit {
            class_path.push(":");
            class_path.push(jar);
        }
        let named: [(&str, &OsStr); 4] = [
            ("--project", project.as_os_str()),
            ("--classpath", class_path.as_os_str()),
            ("--tests", jar.as_os_str()),
            ("--technique", technique.as_ref()),
        ];
        let mut command = Command::new(&self.tamis);
        command.arg(verb);
        for (name, value) in named {
            command.arg(name).arg(value);
        }
        let output = command.args(words).stdin(Stdio::null()).output();
        output.with_context(|| format!("cannot start `{}`", self.tamis.display()))
    }
}

/// A project with evidence in it.
struct Kept {
    processing: Processing,
    project: tempfile::TempDir,
}

impl Evidence for Kept {
    fn select(&self, jar: &Path, tests: &[String]) -> anyhow::Result<Vec<Vec<String>>> {
        let mut selections = Vec::new();
        for technique in &self.processing.techniques {
            let words = ["--format", "json"];
            let project = self.project.path();
            let ran = self.processing.tamis("select", project, jar, technique, &words)?;
            if !ran.status.success() {
                return Err(failed("select", &ran));
            }
            let answer: Value = serde_json::from_slice(&ran.stdout)
                .context("what `tamis select` says is no JSON")?;
            let rows = answer.get("tests").and_then(Value::as_array);
            let rows = rows.context("what `tamis select` says has no tests")?;
            let is_run = |row: &&Value| row.get("verdict").and_then(Value::as_str) == Some("run");
            let name = |row: &Value| row.get("test").and_then(Value::as_str).map(str::to_owned);
            let mut selected: Vec<String> = rows.iter().filter(is_run).filter_map(name).collect();
            selected.retain(|test| tests.contains(test));
            selections.push(selected);
        }
        Ok(selections)
    }
}

fn failed(verb: &str, ran: &Output) -> anyhow::Error {
    let said = String::from_utf8_lossy(&ran.stderr);
    let said = said.lines().find(|line| line.starts_with("error")).unwrap_or("it does not say why");
    anyhow!("`tamis {verb}` ended with {}: {said}", ran.status)
}
