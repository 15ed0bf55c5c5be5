//! Our techniques as anybody runs them: a process that records, one for each selection, and one for each run of what is
//! selected. Slow, and nothing of it is shared with what is checked otherwise: it shows that watching one machine for many
//! programs changes no selection.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use serde_json::Value;
use tamis_checker::{Evidence, Ran, Recorder, Resident};
use tamis_select::Technique;

/// How `tamis run` ends if tests ran, whether or not all of them passed.
const RAN: [Option<i32>; 2] = [Some(0), Some(1)];

/// Where `tamis run` keeps evidence, in a project.
const STORE: &str = ".tamis";

/// What the machine that stays tells of a message is no longer.
const LONGEST: usize = 200;

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
        let seen = self.run(project.path(), jar, "hybrid", &|test| is_complete(test))?;
        Ok(Box::new(Kept { processing: self.clone(), project, seen }))
    }

    fn skip(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

impl Processing {
    /// Runs what is selected; counts those of the tests that are as wanted.
    fn run(
        &self,
        project: &Path,
        jar: &Path,
        technique: &str,
        is_wanted: &dyn Fn(&Value) -> bool,
    ) -> anyhow::Result<Ran> {
        let began = Instant::now();
        // Not in the project, where tests could come across it.
        let told = tempfile::NamedTempFile::new_in(&self.folder).context("cannot make a file")?;
        let path = told.path().to_str().context("the folder has a name that is no text")?;
        let words = ["--format", "json", "--output", path];
        let ran = self.tamis("run", project, jar, technique, &words)?;
        let time = began.elapsed();
        if !RAN.contains(&ran.status.code()) {
            return Err(failed("run", &ran));
        }
        let answer: Value = serde_json::from_slice(&fs::read(path)?)
            .context("what `tamis run` recorded is no JSON")?;
        let rows = answer.get("tests").and_then(Value::as_array);
        let rows = rows.context("what `tamis run` recorded has no tests")?;
        let wanted = || rows.iter().filter(|row| is_wanted(row));
        let named = |row: &Value| row.get("test").and_then(Value::as_str).map(str::to_owned);
        let failed: BTreeMap<String, String> =
            wanted().filter_map(|row| Some((named(row)?, failure(row)?))).collect();
        Ok(Ran { tests: wanted().filter_map(named).collect(), failed: Some(failed), time })
    }

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
    seen: Ran,
}

impl Evidence for Kept {
    fn seen(&self) -> Vec<Ran> {
        vec![self.seen.clone(); self.processing.techniques.len()]
    }

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

    fn run(&self, jar: &Path, _: &[String]) -> anyhow::Result<Vec<Ran>> {
        let techniques = self.processing.techniques.iter();
        techniques.map(|technique| self.run_technique(jar, technique)).collect()
    }
}

impl Kept {
    /// Runs what a technique selects. The next one, and the next edit, begin where this one began.
    fn run_technique(&self, jar: &Path, technique: &str) -> anyhow::Result<Ran> {
        let project = self.project.path();
        let store = project.join(STORE);
        let kept = tempfile::tempdir_in(&self.processing.folder).context("cannot make a folder")?;
        let before = kept.path().join(STORE);
        copy(&store, &before)?;
        let ran = self.processing.run(project, jar, technique, &|test| has_run(test));
        let cannot = || format!("cannot restore `{}`", store.display());
        fs::remove_dir_all(&store).with_context(cannot)?;
        fs::rename(&before, &store).with_context(cannot)?;
        ran
    }
}

/// Whether evidence of a test is whole.
fn is_complete(test: &Value) -> bool {
    test.get("complete").and_then(Value::as_bool) == Some(true)
}

/// Whether something came of a test.
fn has_run(test: &Value) -> bool {
    is_complete(test) || results(test).next().is_some()
}

fn results(test: &Value) -> impl Iterator<Item = &Value> {
    test.get("results").and_then(Value::as_array).into_iter().flatten()
}

/// What a test failed with first, in the words of the machine that stays, which knows one thing more: the place.
fn failure(test: &Value) -> Option<String> {
    let text = |result: &Value, field: &str| {
        result.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let failed = results(test).find(|result| text(result, "outcome") == "failed")?;
    let said = text(failed, "message");
    let (class, line) = said.split_once(": ").unwrap_or((said.as_str(), ""));
    Some(format!("{class}|{}", line.chars().take(LONGEST).collect::<String>()))
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let cannot = || format!("cannot copy `{}`", from.display());
    fs::create_dir_all(to).with_context(cannot)?;
    for entry in fs::read_dir(from).with_context(cannot)? {
        let entry = entry.with_context(cannot)?;
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &copied)?;
        } else {
            fs::copy(&path, &copied).with_context(cannot)?;
        }
    }
    Ok(())
}

fn failed(verb: &str, ran: &Output) -> anyhow::Error {
    let said = String::from_utf8_lossy(&ran.stderr);
    let said = said.lines().find(|line| line.starts_with("error")).unwrap_or("it does not say why");
    anyhow!("`tamis {verb}` ended with {}: {said}", ran.status)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_process_says_of_a_failure_is_said_as_by_the_machine_that_stays() {
        let result = |outcome: &str, message: &str| json!({"outcome": outcome, "message": message});
        for (results, expected) in [
            (json!([result("passed", "")]), None),
            (json!([]), None),
            (json!([result("passed", ""), result("failed", "p.E: a: b")]), Some("p.E|a: b")),
            (json!([result("failed", "p.E"), result("failed", "p.F: x")]), Some("p.E|")),
        ] {
            let test = json!({"test": "p.T", "results": results});
            assert_eq!(failure(&test).as_deref(), expected, "{test}");
        }
    }

    #[test]
    fn a_test_of_which_evidence_is_not_whole_was_not_seen_though_it_ran() {
        let passed = json!([{"outcome": "passed"}]);
        for (test, seen, ran) in [
            (json!({"complete": true, "results": passed}), true, true),
            (json!({"complete": false, "results": passed}), false, true),
            (json!({"complete": false, "results": []}), false, false),
        ] {
            assert_eq!((is_complete(&test), has_run(&test)), (seen, ran), "{test}");
        }
    }
}
