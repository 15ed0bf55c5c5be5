//! `cargo xtask checkout`: `tamis mvn` on a copy of any Maven project, beside Maven alone: a first and a second run, an edit
//! of one line, and faults. Each test that fails without `tamis` has to fail with it, and nothing else may differ.
//!
//! Nothing of the checkout is changed: a clone of its last commit is.

mod coverage;
mod faults;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, bail, ensure};

use self::faults::{Fault, Sources};
use crate::Exit;
use crate::arguments::UsageError;
use crate::builds::{Results, reports_below};
use crate::requirements;
use crate::suites::build_program;
use crate::workspace::Workspace;

const HINT: &str = "cargo xtask checkout FOLDER [--jdk N] [--maven FOLDER] [--faults N] [--seed N] [--coverage] [-- MAVEN WORDS]: the \
words are `test` if there are none; --maven is the folder with `mvn` in it; --coverage compares what JaCoCo counts, and nothing else";

struct Options {
    folder: PathBuf,
    jdk: u32,
    maven: Option<PathBuf>,
    faults: usize,
    seed: u64,
    is_coverage: bool,
    words: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let options = Options::parse(words)?;
    let home = match requirements::jdk_home(options.jdk) {
        Ok(home) => home,
        Err(missing) => bail!("JDK {}: {}\nhint: {}", options.jdk, missing.cause, missing.hint),
    };
    let checkout = fs::canonicalize(&options.folder)
        .with_context(|| format!("cannot find `{}`", options.folder.display()))?;
    let root = workspace.root().join("target/checkouts").join("work");
    if root.exists() {
        fs::remove_dir_all(&root).with_context(|| format!("cannot empty `{}`", root.display()))?;
    }
    git_clone(&checkout, &root)?;
    let study = Study { tamis: build_program(workspace)?, root, home, options };
    let wrong = if study.options.is_coverage {
        study.coverage()?
    } else {
        let mut wrong = study.unchanged()?;
        wrong.extend(study.faults()?);
        wrong
    };
    for line in &wrong {
        println!("WRONG: {line}");
    }
    println!("{} differences that must not be", wrong.len());
    Ok(if wrong.is_empty() { Exit::Fine } else { Exit::Failed })
}

fn git_clone(checkout: &Path, root: &Path) -> anyhow::Result<()> {
    let mut git = Command::new("git");
    git.args(["clone", "--quiet", "--no-hardlinks"]).arg(checkout).arg(root);
    let output = git.output().context("cannot start `git`")?;
    let talk = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "cannot clone `{}`: {}", checkout.display(), talk.trim());
    Ok(())
}

struct Study {
    tamis: PathBuf,
    root: PathBuf,
    home: PathBuf,
    options: Options,
}

/// What came of a build.
struct Built {
    is_success: bool,
    results: Results,
    seconds: f64,
    talk: String,
}

impl Study {
    /// Two runs, and one after an edit that changes nothing that a test could see.
    fn unchanged(&self) -> anyhow::Result<Vec<String>> {
        let plain = self.build(false)?;
        ensure!(
            !plain.results.is_empty(),
            "Maven alone runs no tests: {}",
            plain.talk.lines().rfind(|line| line.contains("ERROR")).unwrap_or_default()
        );
        let mut wrong = Vec::new();
        let first = self.build(true)?;
        tell("first run", &plain, &first);
        wrong.extend(differences("first run", &plain.results, &first.results));
        if first.is_success != plain.is_success {
            wrong.push("first run: Maven ends otherwise".to_owned());
        }
        let second = self.build(true)?;
        tell("nothing changed", &plain, &second);
        let again = failing(&plain.results);
        for test in second.results.keys().filter(|test| !again.contains_key(*test)) {
            // Some rest on what nobody can know; that is said, and is no fault.
            println!("    {test} ran again");
        }
        let sources = Sources::find(&self.root)?;
        let Some(edit) = sources.harmless(self.options.seed) else { return Ok(wrong) };
        edit.apply()?;
        let (plain, edited) = (self.build(false)?, self.build(true)?);
        tell(&format!("edit of {edit}"), &plain, &edited);
        wrong.extend(missed(&format!("edit of {edit}"), &plain, &edited));
        edit.undo()?;
        let _ = self.build(true)?;
        Ok(wrong)
    }

    fn faults(&self) -> anyhow::Result<Vec<String>> {
        let mut wrong = Vec::new();
        let sources = Sources::find(&self.root)?;
        let (mut done, mut found) = (0, 0);
        for fault in sources.faults(self.options.seed) {
            if done == self.options.faults {
                break;
            }
            fault.apply()?;
            let plain = self.build(false)?;
            // One that does not compile says nothing.
            if plain.results.is_empty() {
                fault.undo()?;
                continue;
            }
            done += 1;
            let with = self.build(true)?;
            found += usize::from(!failing(&plain.results).is_empty());
            tell(&format!("fault {done}: {fault}"), &plain, &with);
            wrong.extend(missed(&format!("fault {done}: {fault}"), &plain, &with));
            fault.undo()?;
        }
        if self.options.faults > 0 {
            println!("{done} faults, {found} of which tests notice");
            // So that the next one is the only one.
            let _ = self.build(true)?;
        }
        Ok(wrong)
    }

    fn build(&self, with_tamis: bool) -> anyhow::Result<Built> {
        self.build_with(with_tamis, false, &self.options.words)
    }

    fn build_with(
        &self,
        with_tamis: bool,
        is_forced: bool,
        words: &[String],
    ) -> anyhow::Result<Built> {
        for folder in reports_below::folders(&self.root) {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot empty `{}`", folder.display()))?;
        }
        let mut path = std::env::var_os("PATH").unwrap_or_default();
        if let Some(maven) = &self.options.maven {
            let mut first = maven.as_os_str().to_owned();
            first.push(":");
            first.push(path);
            path = first;
        }
        let mut command = if with_tamis {
            let mut command = Command::new(&self.tamis);
            command.arg("mvn").args(is_forced.then_some("--force")).arg("--");
            command
        } else {
            // By its name, so that it is looked for where `tamis` looks.
            let mut command = Command::new("env");
            command.arg("mvn");
            command
        };
        let began = Instant::now();
        let output = command
            .args(["-B", "-ntp", "-fae", "-Dmaven.test.failure.ignore=false"])
            .args(words)
            .current_dir(&self.root)
            .env("PATH", path)
            .env("JAVA_HOME", &self.home)
            .env_remove("MAVEN_OPTS")
            .output()
            .context("cannot start Maven")?;
        let mut talk = String::from_utf8_lossy(&output.stdout).into_owned();
        talk.push_str(&String::from_utf8_lossy(&output.stderr));
        Ok(Built {
            is_success: output.status.success(),
            results: reports_below::read(&self.root),
            seconds: began.elapsed().as_secs_f64(),
            talk,
        })
    }
}

fn tell(what: &str, plain: &Built, with: &Built) {
    println!(
        "{what}: {} of {} test classes, {} of {} failing; {:.1} s instead of {:.1} s",
        with.results.len(),
        plain.results.len(),
        failing(&with.results).len(),
        failing(&plain.results).len(),
        with.seconds,
        plain.seconds
    );
}

fn failing(results: &Results) -> BTreeMap<&String, bool> {
    results.iter().filter(|(_, passed)| !**passed).map(|(test, passed)| (test, *passed)).collect()
}

/// Tests that ended otherwise, or did not run at all.
fn differences(what: &str, plain: &Results, with: &Results) -> Vec<String> {
    let mut tests: Vec<&String> = plain.keys().chain(with.keys()).collect();
    tests.sort();
    tests.dedup();
    let differs = |test: &&&String| plain.get(**test) != with.get(**test);
    let line = |test: &&String| format!("{what}: {test} ended otherwise");
    tests.iter().filter(differs).map(line).collect()
}

/// Tests that fail without and do not with, and those that fail with only.
fn missed(what: &str, plain: &Built, with: &Built) -> Vec<String> {
    let (without, with) = (failing(&plain.results), failing(&with.results));
    let missed = without.keys().filter(|test| !with.contains_key(**test));
    let more = with.keys().filter(|test| !without.contains_key(**test));
    let missed = missed.map(|test| format!("{what}: {test} fails, and was missed"));
    missed.chain(more.map(|test| format!("{what}: {test} fails with tamis only"))).collect()
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, UsageError> {
        let wrong = |message: String| UsageError::new(message, HINT.to_owned());
        let (mut folder, mut jdk, mut maven) = (None, 17, None);
        let (mut faults, mut seed, mut is_coverage, mut rest) = (0, 1, false, Vec::new());
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if word == "--" {
                rest.extend(words.by_ref().cloned());
                break;
            }
            if word == "--coverage" {
                is_coverage = true;
                continue;
            }
            if !word.starts_with("--") {
                folder = Some(PathBuf::from(word));
                continue;
            }
            let value = words.next().ok_or_else(|| wrong(format!("`{word}` needs a value")))?;
            let number = || value.parse().map_err(|_| wrong(format!("`{word}` needs a number")));
            match word.as_str() {
                "--jdk" => jdk = number()?,
                "--faults" => faults = number()? as usize,
                "--seed" => seed = u64::from(number()?),
                "--maven" => maven = Some(PathBuf::from(value)),
                _ => return Err(crate::arguments::unknown("checkout", word, HINT.to_owned())),
            }
        }
        let folder = folder.ok_or_else(|| wrong("`checkout` needs a folder".to_owned()))?;
        if rest.is_empty() {
            rest.push("test".to_owned());
        }
        Ok(Self { folder, jdk, maven, faults, seed, is_coverage, words: rest })
    }
}

impl Fault {
    fn write(&self, text: &str) -> anyhow::Result<()> {
        let file = self.file();
        fs::write(file, text).with_context(|| format!("cannot write `{}`", file.display()))
    }

    fn apply(&self) -> anyhow::Result<()> {
        self.write(&self.edited())
    }

    fn undo(&self) -> anyhow::Result<()> {
        self.write(self.original())
    }
}
