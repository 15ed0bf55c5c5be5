//! `cargo xtask matrix`: lets techniques select after each edit of `e2e/matrix`, and prints what came of it.
//!
//! Fixtures that are not proven yet are: all their tests run before and after the edit. Those that hold are written to
//! the list that the end-to-end tests go by. What was compiled and recorded stays in `target/matrix`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use tamis_testkit::matrix::{Fixture, Mark, Matrix, Proofs, Row, fixtures, table};

use crate::Exit;
use crate::arguments::{UsageError, unknown};
use crate::workspace::Workspace;
use crate::{requirements, suites};

const FIXTURES: &str = "e2e/matrix";
const PROVEN: &str = "e2e/matrix-proven.txt";

/// The first release that all claims of fixtures are about.
const OLDEST_CLAIMED: u16 = 17;

/// What all techniques of today are called.
const TECHNIQUES: &str = "class,hybrid,hybrid-f";

#[derive(Debug, PartialEq, Eq)]
struct Options {
    jdk: u16,
    techniques: Vec<String>,
    only: String,
    tamis: Option<PathBuf>,
}

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let options = Options::parse(words)?;
    let all = fixtures(&workspace.root().join(FIXTURES), "");
    let some = fixtures(&workspace.root().join(FIXTURES), &options.only);
    for jdk in [17, 25, u32::from(options.jdk)] {
        if let Err(missing) = requirements::jdk_home(jdk) {
            bail!("JDK {jdk}: {}\nhint: {}", missing.cause, missing.hint);
        }
    }
    let tamis = match &options.tamis {
        Some(file) => {
            fs::canonicalize(file).with_context(|| format!("cannot find `{}`", file.display()))?
        }
        None => suites::build_program(workspace)?,
    };
    let folder = workspace.root().join(format!("target/matrix/{}", options.jdk));
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot empty `{}`", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let mut proofs = Proofs::read(&workspace.root().join(PROVEN));
    let (proven, unproven): (Vec<_>, Vec<_>) =
        some.iter().cloned().partition(|fixture| proofs.has(fixture, options.jdk));
    eprintln!("{} proven, {} to be proven", proven.len(), unproven.len());
    let matrix = Matrix::build(&tamis, options.jdk, &folder.join("proofs"), &unproven);
    let wrong = prove(&matrix, &unproven, options.jdk, &mut proofs);
    proofs.write(&all);
    let mut matrix = Matrix::build(&tamis, options.jdk, &folder.join("selections"), &some);
    let left_out = matrix.left_out().iter().map(String::as_str).collect::<Vec<_>>();
    if !left_out.is_empty() {
        let count = left_out.len();
        println!("{count} not for JDK {}, which is too old: {}", options.jdk, left_out.join(" "));
    }
    // What fixtures claim is about the releases of which they are proven first. An older one may do otherwise.
    let is_old = options.jdk < OLDEST_CLAIMED;
    if is_old && !wrong.is_empty() {
        println!("{} not so on JDK {}, and left out", wrong.len(), options.jdk);
        matrix.leave_out(&wrong);
    }
    let all_hold = is_old || wrong.is_empty();
    let techniques: Vec<&str> = options.techniques.iter().map(String::as_str).collect();
    let rows = matrix.check(&techniques);
    print!("{}", table(&rows, &techniques));
    let is_fine = complain(&rows, &techniques) && all_hold;
    Ok(if is_fine { Exit::Fine } else { Exit::Failed })
}

/// Proves fixtures, says which are wrong, and notes those that are not. Gives back the names of the others.
fn prove(
    matrix: &Matrix<'_>,
    unproven: &[Fixture],
    jdk: u16,
    proofs: &mut Proofs,
) -> BTreeSet<String> {
    let mut all_wrong = BTreeSet::new();
    let contradictions = matrix.prove();
    for fixture in unproven {
        match contradictions.get(&fixture.name).map(Vec::as_slice) {
            Some([]) => proofs.add(fixture, jdk),
            Some(wrong) => {
                all_wrong.insert(fixture.name.clone());
                println!("{}: claims what is not so: {}", fixture.name, wrong.join("; "));
            }
            None => {}
        }
    }
    all_wrong
}

/// Says what is wrong, and gives back whether nothing is but what was needlessly selected.
fn complain(rows: &[Row], techniques: &[&str]) -> bool {
    let mut is_fine = true;
    for row in rows {
        for (cell, technique) in row.cells.iter().zip(techniques) {
            for wrong in &cell.wrong {
                println!("{} {technique}: {}", row.name, wrong.trim());
            }
            is_fine &= !matches!(cell.mark, Mark::Missed | Mark::Broken);
        }
    }
    is_fine
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, UsageError> {
        let known = "`matrix` knows --jdk N, --technique T,…, --only PATTERN, --tamis FILE";
        let list = |text: &str| {
            text.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
        };
        let mut options =
            Self { jdk: 17, techniques: list(TECHNIQUES), only: String::new(), tamis: None };
        for pair in words.chunks(2) {
            let word = pair[0].as_str();
            if !["--jdk", "--technique", "--only", "--tamis"].contains(&word) {
                return Err(unknown("matrix", word, known.to_owned()));
            }
            let Some(value) = pair.get(1) else {
                return Err(UsageError::new(format!("`{word}` has no value"), known.to_owned()));
            };
            match word {
                "--jdk" => {
                    let wrong =
                        |_| UsageError::new(format!("`{value}` is no release"), known.to_owned());
                    options.jdk = value.parse().map_err(wrong)?;
                }
                "--technique" => options.techniques = list(value),
                "--only" => options.only.clone_from(value),
                _ => options.tamis = Some(PathBuf::from(value)),
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_options_with_values() {
        let words = |line: &str| -> Vec<String> { line.split(' ').map(str::to_owned).collect() };
        let options = Options::parse(&words("--jdk 25 --technique class,all --only file")).unwrap();
        assert_eq!((options.jdk, options.only.as_str()), (25, "file"));
        assert_eq!(options.techniques, ["class", "all"]);
        for line in ["--jdk", "--jdk x", "--fast 1"] {
            assert!(Options::parse(&words(line)).is_err(), "{line}");
        }
    }
}
