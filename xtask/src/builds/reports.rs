//! What Surefire wrote down about tests: who ran, and who failed. All its providers write the same form.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Test classes that ran, and whether all their tests passed.
pub(crate) type Results = BTreeMap<String, bool>;

const REPORTS: &str = "target/surefire-reports";
const REPORTS_OF_GRADLE: &str = "build/test-results/test";

/// Removes the reports of earlier builds.
pub(super) fn clear(root: &Path, modules: &[&str]) {
    for module in modules {
        // If there are none, nothing is to be removed.
        let _ = fs::remove_dir_all(root.join(module).join(REPORTS));
        let _ = fs::remove_dir_all(root.join(module).join(REPORTS_OF_GRADLE));
    }
}

/// Reads the reports of a build.
pub(super) fn read(root: &Path, modules: &[&str]) -> Results {
    let mut results = Results::new();
    for module in modules {
        add_all(&mut results, &root.join(module).join(REPORTS));
        add_all(&mut results, &root.join(module).join(REPORTS_OF_GRADLE));
    }
    results
}

/// Adds the reports of a folder.
fn add_all(results: &mut Results, folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_xml = entry.path().extension().is_some_and(|extension| extension == "xml");
        if is_xml && entry.file_name().to_string_lossy().starts_with("TEST-") {
            add(results, &fs::read_to_string(entry.path()).unwrap_or_default());
        }
    }
}

/// The reports of all modules, wherever they are.
pub(crate) mod below {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::{REPORTS, Results, add_all};

    /// The folders of all modules.
    pub(crate) fn modules(root: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut waiting = vec![root.to_owned()];
        while let Some(folder) = waiting.pop() {
            let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
            let is_module = |path: &PathBuf| path.join("pom.xml").is_file();
            waiting.extend(entries.map(|entry| entry.path()).filter(is_module));
            found.push(folder);
        }
        found
    }

    /// The folders with reports.
    pub(crate) fn folders(root: &Path) -> Vec<PathBuf> {
        let reports = modules(root).into_iter().map(|module| module.join(REPORTS));
        reports.filter(|reports| reports.is_dir()).collect()
    }

    /// What they say.
    pub(crate) fn read(root: &Path) -> Results {
        let mut results = Results::new();
        folders(root).iter().for_each(|folder| add_all(&mut results, folder));
        results
    }
}

fn add(results: &mut Results, report: &str) {
    for test in report.split("<testcase").skip(1) {
        let Some((_, class)) = test.split_once("classname=\"") else { continue };
        let class = class.split('"').next().unwrap_or_default().to_owned();
        let has_failed = ["<failure", "<error"].iter().any(|mark| test.contains(mark));
        *results.entry(class).or_insert(true) &= !has_failed;
    }
}

#[cfg(test)]
mod tests {
    use super::{Results, add};

    #[test]
    fn classes_and_their_failures_are_read() {
        let mut results = Results::new();
        add(
            &mut results,
            "<testsuite><testcase name=\"a\" classname=\"p.A\" time=\"0\"/>\
             <testcase name=\"b\" classname=\"p.B\"><failure message=\"\"/></testcase>\
             <testcase name=\"c\" classname=\"p.B\"/></testsuite>",
        );
        assert_eq!(results, [("p.A".to_owned(), true), ("p.B".to_owned(), false)].into());
    }
}
