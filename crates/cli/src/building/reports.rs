//! `--fill-reports`: the last passing report of each test class is kept beside the evidence, and stands in for the one that
//! a skipped class does not write. It says so in a property.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use tamis_build::maven::Module;
use tamis_report::{plural, quoted_list};
use tamis_vocab::ClassName;

use crate::{kept_file, output};

/// The folder of kept reports, in the store of a module.
const KEPT: &str = "reports";

/// So much of a report has the whole tag of the suite.
const LONGEST_TAG: u64 = 8 << 10;

fn name(class: &ClassName) -> String {
    format!("TEST-{}.xml", class.as_str().replace('/', "."))
}

/// Where the report of a class is kept. Not below its own name, which tools would know for that of a text.
fn kept(store: &Path, class: &ClassName) -> PathBuf {
    store.join(KEPT).join(format!("{}.report", class.as_str().replace('/', ".")))
}

/// Keeps the reports of classes that passed.
pub(crate) fn keep<'c>(module: &Module, store: &Path, passed: impl Iterator<Item = &'c ClassName>) {
    let Some(folder) = &module.reports else { return };
    for class in passed {
        let Ok(report) = fs::read_to_string(folder.join(name(class))) else { continue };
        let target = kept(store, class);
        if let Err(error) = kept_file::replace(&target, without_properties(&report).as_bytes()) {
            let text = format!("cannot keep the report `{}`: {error}", target.display());
            output::warn(&text, Some("it cannot be filled in when the test is skipped"));
            return;
        }
    }
}

/// Writes the kept reports of classes that are skipped; which have none is told. `note` says of each since when it is
/// unchanged.
pub(crate) fn fill(module: &Module, store: &Path, skipped: &[(ClassName, String)]) {
    let Some(folder) = &module.reports else { return };
    let mut missing = Vec::new();
    for (class, note) in skipped {
        let name = name(class);
        let report = kept_file::read_text(&kept(store, class)).ok();
        let report = report.and_then(|report| marked(&report, note));
        let written = report.map(|report| {
            fs::create_dir_all(folder).and_then(|()| fs::write(folder.join(&name), report))
        });
        match written {
            Some(Ok(())) => {}
            Some(Err(error)) => {
                let path = folder.join(&name);
                output::warn(&format!("cannot write `{}`: {error}", path.display()), None);
                return;
            }
            None => missing.push(class.to_string()),
        }
    }
    if !missing.is_empty() {
        let text = format!(
            "{} not run and no kept report: {}",
            plural(missing.len(), "test class has", "test classes have"),
            quoted_list(&missing, 3)
        );
        output::warn(&text, Some("reports are kept of runs with --fill-reports; --force runs all"));
    }
}

/// Names the reports of skipped classes that tell of a failure: it was taken back, and whoever reads them does not know.
pub(crate) fn tell_stale<'c>(module: &Module, skipped: impl Iterator<Item = &'c ClassName>) {
    let Some(folder) = &module.reports else { return };
    let has_failure = |name: &String| {
        let mut begin = Vec::new();
        let opened = fs::File::open(folder.join(name));
        let read = opened.and_then(|file| file.take(LONGEST_TAG).read_to_end(&mut begin));
        // The end may cut a letter in two.
        read.is_ok() && tells_failure(&String::from_utf8_lossy(&begin))
    };
    let stale: Vec<String> = skipped.map(name).filter(has_failure).collect();
    if !stale.is_empty() {
        let text = format!(
            "{} of failures that are gone: {}",
            plural(stale.len(), "report still tells", "reports still tell"),
            quoted_list(&stale, 3)
        );
        let hint =
            "with --fill-reports, the reports of the last pass take their place; --force runs all";
        output::warn(&text, Some(hint));
    }
}

/// Whether the tag of the suite counts failures.
fn tells_failure(report: &str) -> bool {
    let tag = end_of_tag(report).and_then(|(end, _)| report.get(..end)).unwrap_or_default();
    ["failures", "errors"].iter().any(|name| {
        let value = tag.split_once(&format!(" {name}=\"")).map(|(_, rest)| rest);
        value.is_some_and(|value| !value.starts_with("0\""))
    })
}

/// Where the tag of the suite ends, and whether it has no content.
fn end_of_tag(report: &str) -> Option<(usize, bool)> {
    let start = report.find("<testsuite")?;
    let mut quote = None;
    let mut last = ' ';
    for (place, letter) in report.get(start..)?.char_indices() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, '>') => return Some((start + place, last == '/')),
            _ => {}
        }
        last = letter;
    }
    None
}

/// A report without the properties of the JVM, which are long, and old when they are read again.
fn without_properties(report: &str) -> String {
    let without = || {
        let (end, _) = end_of_tag(report)?;
        let (tag, content) = report.split_at_checked(end + 1)?;
        // Only there: tests may print these words.
        let properties = content.trim_start().strip_prefix("<properties>")?;
        let (_, behind) = properties.split_once("</properties>")?;
        Some(format!("{tag}{behind}"))
    };
    without().unwrap_or_else(|| report.to_owned())
}

/// With a property that says that the tests did not run.
fn marked(report: &str, note: &str) -> Option<String> {
    let (end, is_empty) = end_of_tag(report)?;
    let property =
        format!("<properties><property name=\"tamis.skipped\" value=\"{note}\"/></properties>");
    if is_empty {
        let (tag, behind) = (report.get(..end - 1)?, report.get(end + 1..)?);
        return Some(format!("{tag}>{property}</testsuite>{behind}"));
    }
    let (tag, behind) = report.split_at_checked(end + 1)?;
    Some(format!("{tag}{property}{behind}"))
}

#[cfg(test)]
mod tests {
    use super::{marked, tells_failure, without_properties};

    #[test]
    fn a_failure_is_told_by_the_tag_of_the_suite() {
        let report =
            |counts: &str| format!("<testsuite name=\"a\" {counts} tests=\"2\"><testcase/>");
        assert!(tells_failure(&report("errors=\"0\" failures=\"1\"")));
        assert!(tells_failure(&report("errors=\"2\" failures=\"0\"")));
        assert!(!tells_failure(&report("errors=\"0\" failures=\"0\"")));
        assert!(!tells_failure("<testsuite name=\"a\"><x failures=\"1\"/>"));
        assert!(!tells_failure("no report"));
    }

    #[test]
    fn a_kept_report_says_that_nothing_ran() {
        let report = "<?xml version=\"1.0\"?>\n<testsuite name=\"a>b\" tests=\"1\">\n  \
                      <properties><property name=\"x\" value=\"y\"/></properties>\n  <testcase/>\n</testsuite>";
        let kept = without_properties(report);
        assert!(!kept.contains("\"x\""));
        assert_eq!(
            marked(&kept, "passed 5").unwrap(),
            "<?xml version=\"1.0\"?>\n<testsuite name=\"a>b\" tests=\"1\">\
             <properties><property name=\"tamis.skipped\" value=\"passed 5\"/></properties>\n  \
             <testcase/>\n</testsuite>"
        );
        let empty = marked("<testsuite name=\"a\"/>", "n").unwrap();
        assert!(empty.ends_with("</properties></testsuite>"), "{empty}");
        assert_eq!(marked("no report", "n"), None);
    }
}
