//! The last word on a class that we cannot read: whether a JVM can.
//!
//! The JVM is asked to define the class, which checks the format and not the code. So it clears us only where the
//! format is broken; everything else that we fail on stays a failure.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

use super::tally::{Failure, Tally};
use crate::requirements;

/// The program that asks.
const PROGRAM: &str = include_str!("DefineClasses.java");

/// The release that is asked: the newest that the project knows.
const RELEASE: u32 = 25;

/// More failures than this are not the fault of the class files.
const MOST: usize = 500;

/// Moves the failures that a JVM confirms to the malformed classes.
pub(super) fn sort_out(folder: &Path, tally: &mut Tally) -> anyhow::Result<()> {
    if tally.failures.is_empty() || tally.failures.len() > MOST {
        return Ok(());
    }
    let answers = ask(&folder.join("failed"), &tally.failures)?;
    for (failure, answer) in std::mem::take(&mut tally.failures).into_iter().zip(answers) {
        match answer.strip_prefix("refused ") {
            Some(words) => {
                let remark = format!("{}; the JVM says: {words}", failure.error);
                tally.malformed.push((failure.place, remark));
            }
            None => tally.failures.push(failure),
        }
    }
    Ok(())
}

/// One answer per class, in order.
fn ask(folder: &Path, failures: &[Failure]) -> anyhow::Result<Vec<String>> {
    let home = match requirements::jdk_home(RELEASE) {
        Ok(home) => home,
        Err(missing) => bail!("JDK {RELEASE}: {}\nhint: {}", missing.cause, missing.hint),
    };
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
    let program = write(folder, "DefineClasses.java", PROGRAM.as_bytes())?;
    let mut command = Command::new(home.join("bin").join("java"));
    command.arg(program);
    for (index, failure) in failures.iter().enumerate() {
        command.arg(write(folder, &format!("{index}.class"), &failure.bytes)?);
    }
    let output = command.output().context("cannot start `java`")?;
    let talk = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`DefineClasses` failed: {}", talk.trim());
    let answers: Vec<String> =
        String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    ensure!(
        answers.len() == failures.len(),
        "`DefineClasses` gave {} answers on {} classes",
        answers.len(),
        failures.len()
    );
    Ok(answers)
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<PathBuf> {
    let path = folder.join(name);
    fs::write(&path, bytes).with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(path)
}
