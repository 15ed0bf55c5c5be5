//! Reports of Surefire: which classes ran, and what failed in them. Only as much of XML is understood as Surefire writes.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use super::Built;
use crate::left_file::read_left;

/// The elements of a test that did not pass.
const FAILURES: [&str; 2] = ["failure", "error"];

/// Adds what the reports in a folder say.
pub(super) fn read_reports(folder: &Path, built: &mut Built) -> anyhow::Result<()> {
    let cannot = "it left reports that cannot be read";
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.context(cannot)?,
    };
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<std::io::Result<_>>().context(cannot)?;
    // Of several that are broken, the same one is told each time.
    paths.sort();
    for path in paths {
        let is_report = path.extension().is_some_and(|extension| extension == "xml");
        if !is_report {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let class = name.strip_prefix("TEST-").and_then(|name| name.strip_suffix(".xml"));
        let class = class.ok_or_else(|| anyhow!("it left a report with the name `{name}`"))?;
        let bytes = read_left(&path)
            .with_context(|| format!("it left a report that cannot be read, `{name}`"))?;
        let text = String::from_utf8(bytes)
            .ok()
            .filter(|text| text.trim_end().ends_with("</testsuite>"))
            .with_context(|| format!("it left half a report, `{name}`"))?;
        read_report(class, &text, built);
    }
    Ok(())
}

fn read_report(class: &str, text: &str, built: &mut Built) {
    for case in text.split("<testcase ").skip(1) {
        let own = own_elements(case);
        // What is skipped has not run.
        if element(own, "skipped").is_none() {
            built.ran.insert(class.to_owned());
        }
        if let Some(said) = FAILURES.iter().find_map(|kind| element(own, kind)).map(signature) {
            built.failed.entry(class.to_owned()).or_insert(said);
        }
    }
}

/// What is in a test; what it printed is not looked at.
fn own_elements(case: &str) -> &str {
    let head = case.find('>').map(|end| case.split_at(end).0);
    if head.is_some_and(|head| head.ends_with('/')) {
        return "";
    }
    let ends = ["</testcase>", "<system-out>", "<system-err>"].map(|end| case.find(end));
    let end = ends.into_iter().flatten().min().unwrap_or(case.len());
    case.get(..end).unwrap_or(case)
}

/// What stands behind the name of an element.
fn element<'c>(case: &'c str, name: &str) -> Option<&'c str> {
    let (_, rest) = case.split_once(&format!("<{name}"))?;
    rest.starts_with([' ', '>', '/']).then_some(rest)
}

/// What a test failed with: class, first line of the message and the class of the first frame, with bars between. A tool that
/// rewrites sources gives methods other names and lines.
fn signature(failure: &str) -> String {
    let (head, text) = failure.split_once('>').unwrap_or((failure, ""));
    let attribute = |name: &str| {
        let value = head.split_once(&format!(" {name}=\""))?.1.split('"').next()?;
        value.split("&#10;").next()
    };
    let mut lines = text.lines().map(str::trim);
    let frame = lines.find_map(|line| line.strip_prefix("at ")).unwrap_or_default();
    // What is behind it is no part of the line.
    let frame = frame.split(['<', ']', '(']).next().unwrap_or_default();
    let frame = frame.rsplit_once('.').map_or(frame, |(class, _)| class);
    let [class, message] = ["type", "message"].map(|name| attribute(name).unwrap_or_default());
    format!("{class}|{message}|{frame}")
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::unix::fs::symlink;
    use std::process::Command;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Leaves something as a report.
    type Leave<'l> = &'l dyn Fn(&Path);

    #[test]
    fn only_a_regular_file_of_some_size_is_a_report() {
        let make_pipe = |path: &Path| {
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        };
        let whole = "<testsuite><testcase name=\"t\"/></testsuite>";
        let cases: [(Leave<'_>, Option<&str>); 6] = [
            (&make_pipe, Some("it is no regular file")),
            (&|path| fs::create_dir(path).unwrap(), Some("it is no regular file")),
            (&|path| symlink("/dev/zero", path).unwrap(), Some("it is no regular file")),
            (
                &|path| File::create(path).unwrap().set_len((64 << 20) + 1).unwrap(),
                Some("it has more than 64 MB"),
            ),
            (&|path| symlink("nowhere", path).unwrap(), Some("No such file")),
            (
                &|path| {
                    fs::write(path.with_extension("txt"), whole).unwrap();
                    symlink(path.with_extension("txt"), path).unwrap();
                },
                None,
            ),
        ];
        for (leave, expected) in cases {
            let folder = tempfile::tempdir().unwrap();
            leave(&folder.path().join("TEST-p.A.xml"));
            let (sender, receiver) = mpsc::channel();
            let path = folder.path().to_owned();
            thread::spawn(move || {
                let mut built = Built::default();
                let read = read_reports(&path, &mut built);
                sender.send((read.err().map(|error| format!("{error:#}")), built.ran.len()))
            });
            let (error, ran) = receiver.recv_timeout(Duration::from_mins(1)).expect("it waits");
            match expected {
                None => assert_eq!((error, ran), (None, 1)),
                Some(expected) => {
                    let said = "it left a report that cannot be read, `TEST-p.A.xml`: ";
                    let error = error.unwrap();
                    assert!(error.starts_with(&format!("{said}{expected}")), "{error}");
                }
            }
        }
    }

    #[test]
    fn a_failure_is_told_by_class_message_and_first_frame_and_what_is_skipped_has_not_run() {
        let failure = "<failure message=\"a &quot;b&quot;&#10;second\" type=\"p.E\"><![CDATA[p.E: a\n\
                       second\n\tat p.T.t(T.java:3)\n\tat p.T.u(T.java:4)\n]]></failure>";
        for (cases, ran, failed) in [
            ("<testcase name=\"t\"/>".to_owned(), true, None),
            ("<testcase name=\"t\">\n</testcase>".to_owned(), true, None),
            ("<testcase name=\"t\"><skipped/></testcase>".to_owned(), false, None),
            ("<testcase name=\"t\"><skipped message=\"x\"/></testcase>".to_owned(), false, None),
            (
                "<testcase name=\"t\"><skipped/></testcase><testcase name=\"u\"/>".to_owned(),
                true,
                None,
            ),
            (
                format!("<testcase name=\"t\"/><testcase name=\"u\">{failure}</testcase>"),
                true,
                Some("p.E|a &quot;b&quot;|p.T"),
            ),
            (
                "<testcase name=\"t\"><error type=\"p.E\">p.E\n\tat p.T.t(T.java:3)</error></testcase>"
                    .to_owned(),
                true,
                Some("p.E||p.T"),
            ),
            // What a test prints says nothing about it.
            (
                "<testcase name=\"t\"><system-out><![CDATA[<skipped/><error type=\"p.E\">]]></system-out></testcase>"
                    .to_owned(),
                true,
                None,
            ),
            (String::new(), false, None),
        ] {
            let mut built = Built::default();
            read_report("p.T", &format!("<testsuite>{cases}</testsuite>"), &mut built);
            assert_eq!(built.ran.contains("p.T"), ran, "{cases}");
            assert_eq!(built.failed.get("p.T").map(String::as_str), failed, "{cases}");
        }
    }
}
