//! `cargo xtask history CHECKOUT FROM..TO` and `cargo xtask releases GROUP:ARTIFACT VERSION…`: what selection would have
//! saved, and missed, over the revisions of a Maven project or the releases of a library.
//!
//! At each step every technique says which tests it would run. Then `tamis run` runs what it selects; after that all tests
//! run without an agent, for the time they take, and once more, recorded, for the next step. A test that a technique did not select and whose outcome is another than
//! before is missed. Nothing is written into the checkout: a clone of it is built, in `target/history`.

mod outcomes;
mod releases;
mod revisions;
mod statics;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

pub(crate) use self::outcomes::Outcomes;
use self::outcomes::selected;
use crate::Exit;
use crate::requirements;
use crate::suites::table;
use crate::workspace::Workspace;

pub(crate) use self::releases::run as run_releases;
pub(crate) use self::revisions::{list, make_clone, run as run_revisions};

/// Where everything lies, relative to the root.
const FOLDER: &str = "target/history";

const TECHNIQUES: [&str; 3] = ["class", "hybrid", "hybrid-f"];

/// One revision or release, built.
struct Step {
    label: String,
    class_path: String,
    /// What holds the tests: a folder or jar.
    tests: String,
}

/// What all steps share.
struct Study {
    /// The program, as a release.
    tamis: PathBuf,
    home: PathBuf,
    /// Where the tests run, and where evidence is.
    project: PathBuf,
    rows: Vec<Vec<String>>,
    before: Option<Outcomes>,
    missed: Vec<String>,
}

impl Study {
    fn new(workspace: &Workspace, project: PathBuf, jdk: u32) -> anyhow::Result<Self> {
        let home = match requirements::jdk_home(jdk) {
            Ok(home) => home,
            Err(missing) => bail!("JDK {jdk}: {}\nhint: {}", missing.cause, missing.hint),
        };
        let tamis = crate::suites::build_program(workspace)?;
        let evidence = project.join(".tamis");
        if evidence.exists() {
            fs::remove_dir_all(&evidence).context("cannot remove old evidence")?;
        }
        let (rows, missed) = (Vec::new(), Vec::new());
        Ok(Self { tamis, home, project, rows, before: None, missed })
    }

    /// Takes the next step.
    fn step(&mut self, step: &Step) -> anyhow::Result<()> {
        let mut chosen = Vec::new();
        for technique in TECHNIQUES {
            let mut command = self.command("select", step);
            let output = command.args(["--technique", technique, "--format", "json"]).output()?;
            let talk = String::from_utf8_lossy(&output.stderr);
            ensure!(output.status.success(), "`tamis select` failed: {}", talk.trim());
            chosen.push(selected(&String::from_utf8_lossy(&output.stdout))?);
        }
        let (_, selecting) = self.run(step, &[])?;
        let (_, all) = self.run(step, &["--force", "--no-agent"])?;
        let (outcomes, _) = self.run(step, &["--force"])?;
        let tests = outcomes.tests.len().max(1);
        let mut row = vec![step.label.clone(), outcomes.tests.len().to_string()];
        for (technique, set) in TECHNIQUES.iter().zip(&chosen) {
            let missed = self.missed(&outcomes, set);
            let thousandths = (set.len() * 1000 + tests / 2) / tests;
            row.push(format!("{}.{} %", thousandths / 10, thousandths % 10));
            row.push(missed.len().to_string());
            let label = &step.label;
            let missed = missed.iter().map(|test| format!("{label}: {technique} missed {test}"));
            self.missed.extend(missed);
        }
        row.push(format!("{selecting:.1} s"));
        row.push(format!("{all:.1} s"));
        row.push(format!("{:.2}", selecting / all.max(0.001)));
        eprintln!("{}", row.join("  "));
        self.rows.push(row);
        self.before = Some(outcomes);
        Ok(())
    }

    /// Tests that were not selected and ended otherwise than before.
    fn missed(&self, now: &Outcomes, selected: &BTreeSet<String>) -> Vec<String> {
        let Some(before) = &self.before else { return Vec::new() };
        let is_missed = |(test, outcome): &(&String, &String)| {
            !selected.contains(*test) && before.tests.get(*test) != Some(*outcome)
        };
        now.tests.iter().filter(is_missed).map(|(test, _)| test.clone()).collect()
    }

    fn command(&self, verb: &str, step: &Step) -> Command {
        let mut command = Command::new(&self.tamis);
        command.arg(verb).arg("--project").arg(&self.project).env("JAVA_HOME", &self.home);
        command.args(["--classpath", &step.class_path, "--tests", &step.tests]);
        command
    }

    /// Runs tests; how they ended, and processor time in seconds.
    fn run(&self, step: &Step, words: &[&str]) -> anyhow::Result<(Outcomes, f64)> {
        let events = self.project.join(".tamis-events.jsonl");
        let mut inner = self.command("run", step);
        inner.args(words).arg("--events").arg(&events);
        // The shell measures its children, also those that they waited for.
        let script = "TIMEFORMAT='%U %S'; time \"$@\" >/dev/null";
        let mut command = Command::new("bash");
        command.args(["-c", script, "bash"]).arg(inner.get_program()).args(inner.get_args());
        let output =
            command.env("JAVA_HOME", &self.home).output().context("cannot start `bash`")?;
        let talk = String::from_utf8_lossy(&output.stderr);
        let last = talk.lines().last().unwrap_or_default();
        let times: Vec<f64> = last.split(' ').filter_map(|time| time.parse().ok()).collect();
        ensure!(
            matches!(output.status.code(), Some(0 | 1)) && times.len() == 2,
            "`tamis run` ended with {}: {}",
            output.status,
            talk.trim()
        );
        let text = fs::read_to_string(&events).context("cannot read the events")?;
        fs::remove_file(&events).context("cannot remove the events")?;
        Ok((Outcomes::read(&text)?, times.iter().sum()))
    }

    /// Prints the table.
    fn finish(self) -> Exit {
        let mut head = vec!["step", "tests"];
        for technique in TECHNIQUES {
            head.extend([technique, "missed"]);
        }
        head.extend(["CPU, selected", "CPU, all", "ratio"]);
        print!("{}", table::render(&head, &self.rows));
        for line in &self.missed {
            println!("{line}");
        }
        println!("{} missed", self.missed.len());
        if self.missed.is_empty() { Exit::Fine } else { Exit::Failed }
    }
}

/// A folder for a study, emptied of nothing: what is there is used again.
fn folder(workspace: &Workspace, name: &str) -> anyhow::Result<PathBuf> {
    let folder = workspace.root().join(FOLDER).join(name);
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
    Ok(folder)
}

/// Runs a tool, and gives what it says if it fails.
pub(crate) fn tool(command: &mut Command, folder: &Path) -> anyhow::Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output =
        command.current_dir(folder).output().with_context(|| format!("cannot start `{name}`"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let talk = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`{name}` failed: {}\n{}", talk.trim(), text.trim());
    Ok(text)
}
