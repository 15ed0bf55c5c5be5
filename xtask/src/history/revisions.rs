//! The revisions of a Maven project.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, ensure};

use super::statics::StaticStudy;
use super::{Step, Study, folder, tool};
use crate::Exit;
use crate::arguments::UsageError;
use crate::workspace::Workspace;

const HINT: &str =
    "cargo xtask history CHECKOUT FROM..TO [--touching PATH] [--jdk N] [--most N] [--static]";

/// The goals that make class files of sources and tests.
const COMPILE: [&str; 4] =
    ["resources:resources", "compiler:compile", "resources:testResources", "compiler:testCompile"];

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let wrong = |message: &str| UsageError::new(message.to_owned(), HINT.to_owned());
    let (mut plain, mut jdk, mut most, mut touching) = (Vec::new(), 17, usize::MAX, None);
    let mut is_static = false;
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--touching" {
            touching = Some(words.next().ok_or_else(|| wrong("`--touching` has no path"))?);
            continue;
        }
        let mut number = || words.next().and_then(|text| text.parse().ok());
        match word.as_str() {
            "--jdk" => jdk = number().ok_or_else(|| wrong("`--jdk` has no number"))?,
            "--most" => {
                most = number().ok_or_else(|| wrong("`--most` has no number"))? as usize;
            }
            "--static" => is_static = true,
            _ => plain.push(word),
        }
    }
    let [checkout, range] = plain.as_slice() else {
        return Err(wrong("`history` needs a checkout and a range").into());
    };
    let checkout = fs::canonicalize(checkout)
        .with_context(|| format!("cannot use the checkout `{checkout}`"))?;
    let name = checkout.file_name().map(|name| name.to_string_lossy().into_owned());
    let folder = folder(workspace, &name.unwrap_or_else(|| "checkout".to_owned()))?;
    let clone = folder.join("clone");
    make_clone(&checkout, &clone, &folder)?;
    let revisions = list(&checkout, range, touching.map(String::as_str), most)?;
    let study = Study::new(workspace, clone.clone(), jdk)?;
    if is_static {
        statically(study, &clone, &revisions)
    } else {
        plainly(study, &clone, &revisions)
    }
}

/// The revisions of a range, oldest first: those that change something below a path, and the first so many.
pub(crate) fn list(
    checkout: &Path,
    range: &str,
    touching: Option<&str>,
    most: usize,
) -> anyhow::Result<Vec<String>> {
    let mut git = Command::new("git");
    git.args(["rev-list", "--reverse", "--first-parent", range]);
    if let Some(path) = touching {
        git.args(["--", path]);
    }
    let revisions = tool(&mut git, checkout)?;
    Ok(revisions.lines().take(most).map(str::to_owned).collect())
}

fn plainly(mut study: Study, clone: &Path, revisions: &[String]) -> anyhow::Result<Exit> {
    for revision in revisions {
        match build(clone, revision, &study) {
            Ok(step) => study.step(&step)?,
            Err(error) => left_out(revision, &error),
        }
    }
    ensure!(!study.rows.is_empty(), "no revision could be built");
    Ok(study.finish())
}

fn statically(study: Study, clone: &Path, revisions: &[String]) -> anyhow::Result<Exit> {
    let mut study = StaticStudy::new(study);
    for revision in revisions {
        let start = Instant::now();
        match build(clone, revision, study.study()) {
            Ok(step) => study.step(&step, start.elapsed().as_secs_f64())?,
            Err(error) => left_out(revision, &error),
        }
    }
    ensure!(!study.is_empty(), "no revision could be built");
    Ok(study.finish())
}

fn left_out(revision: &str, error: &anyhow::Error) {
    eprintln!("{revision}: left out, it cannot be built: {error:#}");
}

/// Clones the checkout, or brings a clone of it up to date; one of another checkout with the same name goes.
pub(crate) fn make_clone(checkout: &Path, clone: &Path, folder: &Path) -> anyhow::Result<()> {
    if clone.exists() {
        let mut git = Command::new("git");
        let origin = tool(git.args(["remote", "get-url", "origin"]), clone)?;
        if Path::new(origin.trim()) == checkout {
            let mut git = Command::new("git");
            return tool(git.args(["fetch", "--quiet", "--tags", "origin"]), clone).map(|_| ());
        }
        fs::remove_dir_all(clone).context("cannot remove the clone of another checkout")?;
    }
    let mut git = Command::new("git");
    git.args(["clone", "--quiet", "--no-hardlinks"]).arg(checkout).arg(clone);
    tool(&mut git, folder).map(|_| ())
}

/// Checks a revision out and compiles it.
fn build(clone: &Path, revision: &str, study: &Study) -> anyhow::Result<Step> {
    let mut git = Command::new("git");
    tool(git.args(["checkout", "--quiet", "--force", revision]), clone)?;
    let _ = fs::remove_dir_all(clone.join("target"));
    let class_path = clone.join("target/class-path.txt");
    let compile = |goals: &[&str]| {
        let mut maven = Command::new("mvn");
        maven.args(["-q", "-B", "-Dstyle.color=never"]).args(goals);
        maven.arg("dependency:build-classpath");
        maven.arg(format!("-Dmdep.outputFile={}", class_path.display()));
        tool(maven.env("JAVA_HOME", &study.home), clone)
    };
    // What else a project does on the way, checks of style and licences say, is not needed, and may want another Maven.
    if compile(&COMPILE).is_err() {
        compile(&["test-compile"])?;
    }
    let libraries = fs::read_to_string(&class_path).context("cannot read the class path")?;
    let [tests, main] = ["target/test-classes", "target/classes"].map(|name| clone.join(name));
    let (tests, main) = (tests.display().to_string(), main.display().to_string());
    let class_path = format!("{tests}:{main}:{}", libraries.trim());
    Ok(Step { label: revision.chars().take(10).collect(), class_path, tests })
}
