//! Our techniques as anybody runs them: a process that records, one for each selection, and one for each run of what is
//! selected. Slow, and nothing of it is shared with what is checked otherwise: it shows that watching one machine for many
//! programs changes no selection.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{Read as _, Seek as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use serde_json::Value;
use tamis_checker::{Evidence, Ran, Recorder, Resident, Told, Waited, wait_for};
use tamis_select::Technique;

use super::stopping::Stopped;

/// How `tamis run` ends if tests ran, whether or not all of them passed.
const RAN: [Option<i32>; 2] = [Some(0), Some(1)];

/// Where `tamis run` keeps evidence, in a project.
const STORE: &str = ".tamis";

/// What the machine that stays tells of a message is no longer.
const LONGEST: usize = 200;

/// A process that takes longer than this is ended, as is a request to a machine that stays.
const DEADLINE: Duration = Duration::from_mins(2);

/// Our techniques.
pub(super) struct Processes {
    pub(super) techniques: Vec<Technique>,
    /// The jars of JUnit.
    pub(super) junit: Vec<PathBuf>,
    /// Makes a command that does not outlive us.
    pub(super) bind: fn(Command) -> Command,
    /// Whether somebody wants us to end.
    pub(super) stopped: Stopped,
}

impl Resident for Processes {
    fn techniques(&self) -> Vec<String> {
        self.techniques.iter().map(ToString::to_string).collect()
    }

    fn recorder(&self, folder: &Path) -> anyhow::Result<Box<dyn Recorder>> {
        Ok(Box::new(Processing {
            folder: folder.to_owned(),
            tamis: env::current_exe().context("cannot find this program")?,
            techniques: self.techniques(),
            junit: self.junit.clone(),
            bind: self.bind,
            longest: DEADLINE,
            stopped: self.stopped.clone(),
        }))
    }
}

/// Starts processes.
#[derive(Clone)]
struct Processing {
    folder: PathBuf,
    tamis: PathBuf,
    techniques: Vec<String>,
    junit: Vec<PathBuf>,
    bind: fn(Command) -> Command,
    longest: Duration,
    stopped: Stopped,
}

impl Recorder for Processing {
    fn jvm_arguments(&self) -> Vec<OsString> {
        Vec::new()
    }

    /// What has become of the machine that stays is no concern of a process.
    fn evidence(&mut self, jar: &Path, _: Option<&str>) -> anyhow::Result<Box<dyn Evidence>> {
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
    ) -> anyhow::Result<Told<Ran>> {
        let began = Instant::now();
        // Not in the project, where tests could come across it.
        let told = tempfile::NamedTempFile::new_in(&self.folder).context("cannot make a file")?;
        let path = told.path().to_str().context("the folder has a name that is no text")?;
        let words = ["--format", "json", "--output", path];
        let ended = self.tamis("run", project, jar, technique, &words)?;
        let time = began.elapsed();
        Ok(ended.and_then(|ended| {
            if !RAN.contains(&ended.status.code()) {
                return Err(ended.failure("run"));
            }
            let rows = rows(&fs::read(path).unwrap_or_default(), "run")?;
            let wanted = || rows.iter().filter(|row| is_wanted(row));
            let failed = wanted().filter_map(|row| Some((name(row)?, failure(row)?))).collect();
            Ok(Ran { tests: wanted().filter_map(name).collect(), failed: Some(failed), time })
        }))
    }

    /// Runs a verb. An error is one of ours; that it does not end in time is its own fault.
    fn tamis(
        &self,
        verb: &str,
        project: &Path,
        jar: &Path,
        technique: &str,
        words: &[&str],
    ) -> anyhow::Result<Told<Ended>> {
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
        command.args(words);
        let [mut stdout, mut stderr] = [self.file()?, self.file()?];
        let child = (self.bind)(command)
            .stdin(Stdio::null())
            .stdout(stdout.try_clone()?)
            .stderr(stderr.try_clone()?)
            // Ctrl-C is for us, and what it starts ends with it.
            .process_group(0)
            .spawn();
        let mut child =
            child.with_context(|| format!("cannot start `{}`", self.tamis.display()))?;
        let waited = wait_for(&mut child, self.longest, &|| self.stopped.is_set());
        match waited.context("cannot wait for a process")? {
            Waited::Stopped => Err(anyhow!("stopped")),
            Waited::Late => {
                let longest = self.longest.as_secs();
                Ok(Err(format!("`tamis {verb}` did not end within {longest} s")))
            }
            Waited::Ended(status) => {
                let (stdout, stderr) = (content(&mut stdout)?, content(&mut stderr)?);
                Ok(Ok(Ended { status, stdout, stderr }))
            }
        }
    }

    /// For what a process says: nobody has to read it while it runs.
    fn file(&self) -> anyhow::Result<File> {
        tempfile::tempfile_in(&self.folder).context("cannot make a file")
    }
}

fn content(file: &mut File) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind().and_then(|()| file.read_to_end(&mut bytes)).context("cannot read a file")?;
    Ok(bytes)
}

/// How a process ended.
struct Ended {
    status: ExitStatus,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Ended {
    fn failure(&self, verb: &str) -> String {
        let said = String::from_utf8_lossy(&self.stderr);
        let said = said.lines().find(|line| line.starts_with("error"));
        let said = said.unwrap_or("it does not say why");
        format!("`tamis {verb}` ended with {}: {said}", self.status)
    }
}

/// The tests in an answer.
fn rows(answer: &[u8], verb: &str) -> Told<Vec<Value>> {
    let answer: Value = serde_json::from_slice(answer)
        .map_err(|error| format!("what `tamis {verb}` says is no JSON: {error}"))?;
    let rows = answer.get("tests").and_then(Value::as_array).cloned();
    rows.ok_or_else(|| format!("what `tamis {verb}` says has no tests"))
}

fn name(row: &Value) -> Option<String> {
    row.get("test").and_then(Value::as_str).map(str::to_owned)
}

/// A project with evidence in it.
struct Kept {
    processing: Processing,
    project: tempfile::TempDir,
    seen: Told<Ran>,
}

impl Evidence for Kept {
    fn seen(&self) -> Vec<Told<Ran>> {
        vec![self.seen.clone(); self.processing.techniques.len()]
    }

    fn select(&self, jar: &Path, _: &[String]) -> anyhow::Result<Vec<Told<Vec<String>>>> {
        let techniques = self.processing.techniques.iter();
        techniques.map(|technique| self.select_by(jar, technique)).collect()
    }

    fn run(&self, jar: &Path, _: &[String]) -> anyhow::Result<Vec<Told<Ran>>> {
        let techniques = self.processing.techniques.iter();
        techniques.map(|technique| self.run_technique(jar, technique)).collect()
    }
}

impl Kept {
    fn select_by(&self, jar: &Path, technique: &str) -> anyhow::Result<Told<Vec<String>>> {
        if let Err(cause) = &self.seen {
            return Ok(Err(cause.clone()));
        }
        let project = self.project.path();
        let ended =
            self.processing.tamis("select", project, jar, technique, &["--format", "json"])?;
        Ok(ended.and_then(|ended| {
            if !ended.status.success() {
                return Err(ended.failure("select"));
            }
            let is_run = |row: &&Value| row.get("verdict").and_then(Value::as_str) == Some("run");
            let rows = rows(&ended.stdout, "select")?;
            Ok(rows.iter().filter(is_run).filter_map(name).collect())
        }))
    }

    /// Runs what a technique selects. The next one, and the next edit, begin where this one began.
    fn run_technique(&self, jar: &Path, technique: &str) -> anyhow::Result<Told<Ran>> {
        if let Err(cause) = &self.seen {
            return Ok(Err(cause.clone()));
        }
        let project = self.project.path();
        let store = project.join(STORE);
        if !store.is_dir() {
            return Ok(Err(format!("there is no `{STORE}` behind `tamis run`")));
        }
        let kept = tempfile::tempdir_in(&self.processing.folder).context("cannot make a folder")?;
        let before = kept.path().join(STORE);
        copy(&store, &before)?;
        let ran = self.processing.run(project, jar, technique, &|test| has_run(test));
        let cannot = || format!("cannot restore `{}`", store.display());
        if store.exists() {
            fs::remove_dir_all(&store).with_context(cannot)?;
        }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Asks a script that stands for `tamis` what it recorded.
    fn recorded(script: &str, longest: Duration, stopped: Stopped) -> anyhow::Result<Told<Ran>> {
        let folder = tempfile::tempdir().unwrap();
        let tamis = folder.path().join("tamis");
        fs::write(&tamis, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&tamis, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let processing = Processing {
            folder: folder.path().to_owned(),
            tamis,
            techniques: vec!["hybrid".to_owned()],
            junit: Vec::new(),
            bind: |command| command,
            longest,
            stopped,
        };
        processing.run(folder.path(), Path::new("a.jar"), "hybrid", &|_| true)
    }

    #[test]
    fn a_process_that_hangs_or_breaks_down_is_the_tools_fault() {
        // The last word names the file for the answer.
        let answer = "for file; do :; done; echo '{\"tests\":[{\"test\":\"p.T\"}]}' > $file";
        let hanging = "sleep 1000";
        for (script, seconds, expected) in [
            (answer, 60, Ok(vec!["p.T".to_owned()])),
            (hanging, 0, Err("`tamis run` did not end within 0 s")),
            (
                "echo error: no >&2; exit 2",
                60,
                Err("`tamis run` ended with exit status: 2: error: no"),
            ),
        ] {
            let ran = recorded(script, Duration::from_secs(seconds), Stopped::default()).unwrap();
            let tests = ran.map(|ran| ran.tests);
            assert_eq!(tests, expected.map_err(str::to_owned), "{script}");
        }
    }

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
