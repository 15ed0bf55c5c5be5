//! The matrix: after each edit of `e2e/matrix`, the tests whose outcome changes are selected, and those that the fixture
//! says need not run are not. `cargo xtask matrix` prints the table, for any technique.

use std::fmt::Write as _;
use std::path::Path;

use tamis_testkit::matrix::{Fixture, Matrix, Proofs, fixtures};

use crate::repository;

const TECHNIQUES: [&str; 2] = ["hybrid", "class"];

#[test]
fn changed_outcomes_are_selected_on_17() {
    check(17, &all());
}

/// What differs between the JDKs is recording, and a part of the edits goes through all of it.
#[test]
fn changed_outcomes_are_selected_on_25() {
    let part: Vec<Fixture> = all().into_iter().step_by(24).collect();
    check(25, &part);
}

#[test]
fn claims_of_the_matrix_are_proven_on_both_jdks() {
    let proofs = Proofs::read(&repository().join("e2e/matrix-proven.txt"));
    for release in [17, 25] {
        let all = all();
        let unproven = all.iter().filter(|fixture| !proofs.has(fixture, release));
        let names: Vec<&str> = unproven.map(|fixture| fixture.name.as_str()).collect();
        assert!(names.is_empty(), "run `cargo xtask matrix --jdk {release}`: {names:?}");
    }
}

/// The edits of which `docs/guide/static.md` says who misses them.
#[test]
fn static_techniques_miss_what_is_documented() {
    let numbers = (24..=33).chain(37..=39);
    let begins: Vec<String> = numbers.map(|number| format!("{number}-")).collect();
    let is_wanted = |fixture: &Fixture| begins.iter().any(|begin| fixture.name.starts_with(begin));
    let fixtures: Vec<Fixture> = all().into_iter().filter(is_wanted).collect();
    let folder = tempfile::tempdir().unwrap();
    let tamis = Path::new(env!("CARGO_BIN_EXE_tamis"));
    let rows = Matrix::build(tamis, 17, folder.path(), &fixtures).check(&[
        "static",
        "static-border-dynamic",
        "static-per-test",
    ]);
    let missed = |column: usize| -> Vec<&str> {
        let is_missed = rows.iter().filter(|row| !row.cells[column].wrong.is_empty());
        is_missed.map(|row| &row.name[..2]).collect()
    };
    assert_eq!(rows.len(), 13);
    // By name, a resource, a service, by name, by name.
    assert_eq!(missed(0), ["25", "26", "27", "28", "39"]);
    assert_eq!(missed(1), ["26"]);
    assert_eq!(missed(2), ["26", "27"]);
}

fn all() -> Vec<Fixture> {
    let all = fixtures(&repository().join("e2e/matrix"), "");
    assert!(all.len() > 400, "{}", all.len());
    all
}

fn check(release: u16, fixtures: &[Fixture]) {
    let folder = tempfile::tempdir().unwrap();
    let tamis = Path::new(env!("CARGO_BIN_EXE_tamis"));
    let matrix = Matrix::build(tamis, release, folder.path(), fixtures);
    let mut wrong = String::new();
    for row in matrix.check(&TECHNIQUES) {
        for (cell, technique) in row.cells.iter().zip(TECHNIQUES) {
            for what in &cell.wrong {
                let _ = writeln!(wrong, "{} {technique}: {what}", row.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
