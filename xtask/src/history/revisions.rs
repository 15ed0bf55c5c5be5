//! The revisions of a Maven project.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use super::{Step, Study, folder, tool};
use crate::Exit;
use crate::arguments::UsageError;
use crate::workspace::Workspace;

const HINT: &str = "cargo xtask history CHECKOUT FROM..TO [--touching PATH] [--jdk N] [--most N]";

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let wrong = |message: &str| UsageError::new(message.to_owned(), HINT.to_owned());
    let (mut plain, mut jdk, mut most, mut touching) = (Vec::new(), 17, usize::MAX, None);
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
    if !clone.exists() {
        let mut git = Command::new("git");
        git.args(["clone", "--quiet", "--no-hardlinks"]).arg(&checkout).arg(&clone);
        tool(&mut git, &folder)?;
    }
    let mut git = Command::new("git");
    git.args(["rev-list", "--reverse", "--first-parent", range]);
    if let Some(path) = touching {
        git.args(["--", path]);
    }
    let revisions = tool(&mut git, &checkout)?;
    let mut study = Study::new(workspace, clone.clone(), jdk)?;
    for revision in revisions.lines().take(most) {
        match build(&clone, revision, &study) {
            Ok(step) => study.step(&step)?,
            Err(error) => eprintln!("{revision}: left out, it cannot be built: {error:#}"),
        }
    }
    ensure!(!study.rows.is_empty(), "no revision of `{range}` could be built");
    Ok(study.finish())
}

/// Checks a revision out and compiles it.
fn build(clone: &Path, revision: &str, study: &Study) -> anyhow::Result<Step> {
    let mut git = Command::new("git");
    tool(git.args(["checkout", "--quiet", "--force", revision]), clone)?;
    let _ = fs::remove_dir_all(clone.join("target"));
    let class_path = clone.join("target/class-path.txt");
    let mut maven = Command::new("mvn");
    maven.args(["-q", "-B", "test-compile", "dependency:build-classpath"]);
    maven.args(["-Drat.skip", "-Dcheckstyle.skip", "-Denforcer.skip", "-Danimal.sniffer.skip"]);
    maven.arg(format!("-Dmdep.outputFile={}", class_path.display()));
    maven.env("JAVA_HOME", &study.home);
    tool(&mut maven, clone)?;
    let libraries = fs::read_to_string(&class_path).context("cannot read the class path")?;
    let [tests, main] = ["target/test-classes", "target/classes"].map(|name| clone.join(name));
    let (tests, main) = (tests.display().to_string(), main.display().to_string());
    let class_path = format!("{tests}:{main}:{}", libraries.trim());
    Ok(Step { label: revision.chars().take(10).collect(), class_path, tests })
}
