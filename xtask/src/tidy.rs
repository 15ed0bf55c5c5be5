//! `cargo xtask tidy`: the rules of the house that neither rustfmt nor clippy can hold.
//!
//! Reads text only and never changes a file. What clippy can hold is left to clippy, except the few
//! macros and attributes that must not slip in through a local `expect`.

mod machine_paths;
mod rust;
mod sizes;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::finding::{self, Finding};
use crate::workspace::{TextFile, Workspace};
use crate::{Exit, arguments};

/// Where exceptions from the size limits are written down.
const EXCEPTIONS: &str = "xtask/tidy-exceptions.txt";

/// Folders whose Rust files are ours to keep tidy.
const RUST_FOLDERS: [&str; 5] = ["crates/", "xtask/", "e2e/", "bench/", FUZZ_TARGETS];

const FUZZ_TARGETS: &str = "fuzz/fuzz_targets/";

/// Inputs of tests: they look the way their scenario needs them to look.
const SPECIMENS: [&str; 3] = ["examples/", "e2e/fixtures/", "fuzz/seeds/"];

/// Names that say nothing about what is in the file.
const EMPTY_NAMES: [&str; 5] = ["utils.rs", "helpers.rs", "common.rs", "imp.rs", "types.rs"];

/// Crates that do no I/O and read no clock; those that exist must say so in their `lib.rs`.
const PURE_CRATES: [&str; 9] =
    ["vocab", "classfile", "journal", "facts", "graph", "model", "select", "report", "progen"];

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let [] = arguments::flags("tidy", words, [])?;
    Ok(finding::print("tidy", check_workspace(workspace)?))
}

pub(crate) fn check_workspace(workspace: &Workspace) -> anyhow::Result<Vec<Finding>> {
    Ok(check_files(&workspace.text_files()?))
}

fn check_files(files: &[TextFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut oversizes = Vec::new();
    for file in files {
        machine_paths::check(file, &mut findings);
        if is_under(&file.path, &SPECIMENS) {
            continue;
        }
        if has_extension(&file.path, "java") {
            oversizes.extend(sizes::measure_file(file));
        } else if has_extension(&file.path, "rs") && is_under(&file.path, &RUST_FOLDERS) {
            check_name(&file.path, &mut findings);
            rust::check_module_docs(file, file.path.starts_with(FUZZ_TARGETS), &mut findings);
            oversizes.extend(sizes::measure_file(file));
            oversizes.extend(rust::check_code(file, &mut findings));
        }
    }
    check_purity(files, &mut findings);
    let exceptions = files.iter().find(|file| file.path == EXCEPTIONS);
    let exceptions = sizes::parse_exceptions(
        EXCEPTIONS,
        exceptions.map_or("", |file| file.text.as_str()),
        &mut findings,
    );
    sizes::judge(&oversizes, EXCEPTIONS, &exceptions, &mut findings);
    findings
}

fn is_under(path: &str, folders: &[&str]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, found)| found == extension)
}

fn check_name(path: &str, findings: &mut Vec<Finding>) {
    let name = path.rsplit('/').next().unwrap_or(path);
    if name == "mod.rs" {
        findings.push(Finding::new(
            path,
            1,
            "a module `foo` lives in `foo.rs`, not in `foo/mod.rs`",
        ));
    } else if EMPTY_NAMES.contains(&name) {
        let message =
            format!("`{name}` does not say what is in it; name it for its main type or verb");
        findings.push(Finding::new(path, 1, message));
    }
}

fn check_purity(files: &[TextFile], findings: &mut Vec<Finding>) {
    let crates: BTreeSet<&str> = files
        .iter()
        .filter_map(|file| file.path.strip_prefix("crates/")?.split_once('/'))
        .map(|(name, _)| name)
        .collect();
    for name in PURE_CRATES.into_iter().filter(|name| crates.contains(name)) {
        let path = format!("crates/{name}/src/lib.rs");
        let lib = files.iter().find(|file| file.path == path);
        if !lib.is_some_and(rust::denies_impurity) {
            let message = format!(
                "`{name}` is a pure crate and must have `#![deny(clippy::disallowed_methods)]` here"
            );
            findings.push(Finding::new(&path, 1, message));
        }
    }
}
