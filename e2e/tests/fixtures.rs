//! Each folder of `e2e/fixtures/*` is a scenario: two versions of a few classes, and what `tamis diff` has to say.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_testkit::{Job, copy_resources, golden, jdk, sources_below};

use crate::{diff, repository};

/// A scenario, compiled.
struct Scenario {
    folder: PathBuf,
    classes: PathBuf,
}

/// Compiles all scenarios of a kind, and says how many `check` found wrong.
fn check_all(kind: &str, release: u16, check: impl Fn(&Scenario) -> Result<(), String>) {
    let temporary = tempfile::tempdir().unwrap();
    let root = repository().join("e2e/fixtures").join(kind);
    let mut folders: Vec<PathBuf> =
        fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    assert!(folders.len() > 10, "too few scenarios in {}", root.display());
    let scenarios: Vec<Scenario> = folders
        .into_iter()
        .map(|folder| {
            let classes = temporary.path().join(folder.file_name().unwrap());
            Scenario { folder, classes }
        })
        .collect();
    let jobs: Vec<Job> = scenarios.iter().flat_map(jobs).collect();
    jdk(release).compile(&jobs);
    let failures: Vec<String> =
        scenarios.iter().filter_map(|scenario| check(scenario).err()).collect();
    assert!(
        failures.is_empty(),
        "{} of {} scenarios:\n{}",
        failures.len(),
        scenarios.len(),
        failures.join("\n")
    );
}

fn jobs(scenario: &Scenario) -> [Job; 2] {
    let text = |name: &str| fs::read_to_string(scenario.folder.join(name)).ok();
    let release = text("release.txt").map_or(8, |text| text.trim().parse().unwrap());
    let flags: Vec<String> =
        text("javac.txt").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
    ["v0", "v1"].map(|version| {
        let (sources, out) = (scenario.folder.join(version), scenario.classes.join(version));
        fs::create_dir_all(&out).unwrap();
        copy_resources(&sources, &out);
        Job { out, release, flags: flags.clone(), sources: sources_below(&sources) }
    })
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap().to_string_lossy().into_owned()
}

fn says_what_it_should(scenario: &Scenario) -> Result<(), String> {
    let ran = diff(&scenario.classes.join("v0"), &scenario.classes.join("v1"));
    if ran.code != 1 {
        return Err(format!("{}: exit code {}\n{}", name(&scenario.folder), ran.code, ran.stderr));
    }
    golden(&scenario.folder.join("expect.txt"), &ran.stdout)
}

/// Rows 1–4, 12–23 and 37–41 of the safety matrix: edits that other tools miss.
#[test]
fn matrix_rows_are_changed_facts() {
    check_all("matrix", 17, says_what_it_should);
}

#[test]
fn matrix_rows_are_changed_facts_for_a_newer_compiler() {
    check_all("matrix", 25, says_what_it_should);
}

#[test]
fn real_edits_are_reported_and_nothing_else() {
    check_all("real", 17, says_what_it_should);
}

#[test]
fn real_edits_are_reported_for_a_newer_compiler() {
    check_all("real", 25, says_what_it_should);
}

fn says_nothing(scenario: &Scenario) -> Result<(), String> {
    let ran = diff(&scenario.classes.join("v0"), &scenario.classes.join("v1"));
    if ran.code == 0 && ran.stdout.starts_with("No changes in ") {
        return Ok(());
    }
    Err(format!("{}: exit code {}\n{}{}", name(&scenario.folder), ran.code, ran.stdout, ran.stderr))
}

#[test]
fn same_meaning_is_no_change() {
    check_all("same", 17, says_nothing);
}

#[test]
fn same_meaning_is_no_change_for_a_newer_compiler() {
    check_all("same", 25, says_nothing);
}
