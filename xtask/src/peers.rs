//! `cargo xtask peers CHECKOUT FROM..TO`: what a developer pays for tests from revision to revision of a Maven project, with
//! Maven alone, with `tamis` and with other tools that select tests.
//!
//! Each tool has a clone of its own, which is kept from revision to revision as a developer keeps it: the next revision is
//! checked out, and what was built stays. The first revision makes everybody ready and does not count. At each of the others
//! all tools run one after the other, in an order that rotates. At the end everybody runs again with nothing changed.

mod pom;
mod summary;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

use self::summary::{Outcome, Summary};
use self::tools::{Bench, TOOLS, Tool};
use crate::Exit;
use crate::arguments::{UsageError, unknown};
use crate::history::{list, make_clone, tool};
use crate::requirements;
use crate::suites::build_program;
use crate::workspace::Workspace;

const HINT: &str = "cargo xtask peers CHECKOUT FROM..TO [--touching PATH] [--most N] [--jdk N] [--maven FOLDER] [--folder DIR] \
[--idle N] [--without TOOL] [-- MAVEN WORDS]: --maven is the folder with `mvn` in it, --idle how often all run with nothing changed";

/// Where everything lies, relative to the root.
const FOLDER: &str = "target/peers";

struct Options {
    checkout: PathBuf,
    range: String,
    touching: Option<String>,
    most: usize,
    jdk: u32,
    maven: Option<PathBuf>,
    folder: Option<PathBuf>,
    idle: usize,
    without: Vec<String>,
    words: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let options = Options::parse(words)?;
    let home = match requirements::jdk_home(options.jdk) {
        Ok(home) => home,
        Err(missing) => bail!("JDK {}: {}\nhint: {}", options.jdk, missing.cause, missing.hint),
    };
    let checkout = fs::canonicalize(&options.checkout)
        .with_context(|| format!("cannot use the checkout `{}`", options.checkout.display()))?;
    let folder = match &options.folder {
        Some(folder) => std::path::absolute(folder).context("cannot use the folder")?,
        None => workspace.root().join(FOLDER),
    };
    let name = checkout.file_name().map_or("checkout".into(), |name| name.to_string_lossy());
    let folder = folder.join(name.as_ref());
    let logs = folder.join("logs");
    fs::create_dir_all(&logs).with_context(|| format!("cannot make `{}`", logs.display()))?;
    let touching = options.touching.as_deref();
    let revisions = list(&checkout, &options.range, touching, options.most)?;
    ensure!(revisions.len() > 1, "there are no two revisions in `{}`", options.range);
    let tools: Vec<&Tool> =
        TOOLS.iter().filter(|tool| !options.without.iter().any(|name| name == tool.name)).collect();
    let (maven, words) = (options.maven, options.words);
    // A copy, so that it is the same program to the end, whatever is built meanwhile.
    let tamis = folder.join("tamis");
    fs::copy(build_program(workspace)?, &tamis).context("cannot copy the program")?;
    let bench = Bench { tamis, home, maven, words, folder, logs };
    for tool in &tools {
        make_clone(&checkout, &bench.clone_of(tool), &bench.folder)?;
    }
    let mut study = Study { bench, summary: Summary::new(&tools), tools };
    study.revisions(&revisions)?;
    study.idle(options.idle)?;
    Ok(study.summary.finish())
}

struct Study {
    bench: Bench,
    tools: Vec<&'static Tool>,
    summary: Summary,
}

impl Study {
    fn revisions(&mut self, revisions: &[String]) -> anyhow::Result<()> {
        for (number, revision) in revisions.iter().enumerate() {
            for tool in &self.tools {
                check_out(&self.bench.clone_of(tool), revision, number == 0)?;
            }
            let label: String = revision.chars().take(10).collect();
            let outcomes = self.round(number, &label)?;
            if number == 0 {
                ensure!(!outcomes[0].results.is_empty(), "no test runs at `{label}`");
                self.summary.first(&label, &outcomes);
            } else {
                self.summary.step(&label, &outcomes);
            }
        }
        Ok(())
    }

    fn idle(&mut self, times: usize) -> anyhow::Result<()> {
        for number in 0..times {
            let outcomes = self.round(number, &format!("idle-{}", number + 1))?;
            self.summary.idle(&outcomes);
        }
        Ok(())
    }

    /// All tools once. Who is first comes later in the next round.
    fn round(&self, number: usize, label: &str) -> anyhow::Result<Vec<Outcome>> {
        let mut outcomes: Vec<(usize, Outcome)> = Vec::new();
        for turn in 0..self.tools.len() {
            let place = (number + turn) % self.tools.len();
            outcomes.push((place, self.bench.run(self.tools[place], label)?));
        }
        outcomes.sort_by_key(|(place, _)| *place);
        Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
    }
}

/// Goes to a revision; what was built stays unless everything is to begin anew.
fn check_out(clone: &Path, revision: &str, is_anew: bool) -> anyhow::Result<()> {
    tool(Command::new("git").args(["checkout", "--quiet", "--force", revision]), clone)?;
    if is_anew {
        tool(Command::new("git").args(["clean", "--quiet", "-ffdx"]), clone)?;
    }
    Ok(())
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, UsageError> {
        let wrong = |message: String| UsageError::new(message, HINT.to_owned());
        let mut plain: Vec<String> = Vec::new();
        let mut options = Self {
            checkout: PathBuf::new(),
            range: String::new(),
            touching: None,
            most: usize::MAX,
            jdk: 17,
            maven: None,
            folder: None,
            idle: 3,
            without: Vec::new(),
            words: Vec::new(),
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if word == "--" {
                options.words.extend(words.by_ref().cloned());
                break;
            }
            if !word.starts_with("--") {
                plain.push(word.clone());
                continue;
            }
            let value = words.next().ok_or_else(|| wrong(format!("`{word}` needs a value")))?;
            let number =
                || value.parse::<u32>().map_err(|_| wrong(format!("`{word}` needs a number")));
            match word.as_str() {
                "--touching" => options.touching = Some(value.clone()),
                "--most" => options.most = number()? as usize,
                "--jdk" => options.jdk = number()?,
                "--maven" => options.maven = Some(PathBuf::from(value)),
                "--folder" => options.folder = Some(PathBuf::from(value)),
                "--idle" => options.idle = number()? as usize,
                "--without" => {
                    let others = &TOOLS[1..];
                    if !others.iter().any(|tool| tool.name == value) {
                        return Err(wrong(format!("there is no tool `{value}` to leave out")));
                    }
                    options.without.push(value.clone());
                }
                _ => return Err(unknown("peers", word, HINT.to_owned())),
            }
        }
        let [checkout, range] = plain.as_slice() else {
            return Err(wrong("`peers` needs a checkout and a range".to_owned()));
        };
        (options.checkout, options.range) = (PathBuf::from(checkout), range.clone());
        Ok(options)
    }
}
