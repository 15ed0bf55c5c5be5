//! Has the JVM of Maven compile quickly where builds are short: the second compiler of HotSpot takes more time of the processor
//! there than all of Maven (2.5 of 5.0 s in a build of commons-validator in which no test runs), and its code is hardly used.
//!
//! How long a build with these words took the last time is kept in `.tamis`; before the first one nothing is known, and nothing
//! is done. The JVMs of tests are not touched, unless they are that of Maven. Whoever says anything about compilers is left alone.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs};

use tamis_facts::fingerprint::of_content;

use crate::kept_file;
use crate::project::FOLDER;

/// Leaves out the second compiler.
pub(super) const WORD: &str = "-XX:TieredStopAtLevel=1";

/// A build that takes longer may have use for it.
pub(super) const SHORT: Duration = Duration::from_mins(1);

/// What else tells a JVM how to compile.
const CHOOSING: [&str; 9] = [
    "-Xint", "-Xcomp", "-Xjit", "-server", "-client", "Tiered", "Compil", "JVMCI",
    // Files of words, which are not read here.
    "@",
];

/// Variables that have words for JVMs.
const VARIABLES: [&str; 4] =
    ["MAVEN_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];

/// How many ways to call Maven are remembered.
const MOST: usize = 16;

fn file(root: &Path) -> PathBuf {
    root.join(FOLDER).join("durations")
}

/// What a build is known by: where below the root Maven is called, and with which words.
fn name(root: &Path, here: &Path, words: &[OsString]) -> String {
    let place = here.strip_prefix(root).unwrap_or(here).as_os_str();
    let parts = std::iter::once(place).chain(words.iter().map(OsString::as_os_str));
    let parts: Vec<&[u8]> = parts.map(OsStr::as_encoded_bytes).collect();
    of_content(&parts.join(&b'\n')).to_string()
}

/// Remembers how long a build took. If it cannot be, the next one is as Maven would have it.
pub(super) fn remember(root: &Path, here: &Path, words: &[OsString], took: Duration) {
    let name = name(root, here, words);
    let known = kept_file::read_text(&file(root)).unwrap_or_default();
    let others = known.lines().filter(|line| !line.starts_with(&name)).take(MOST - 1);
    let mut text = format!("{name} {}\n", took.as_millis());
    others.for_each(|line| text.extend([line, "\n"]));
    let _ = kept_file::replace(&file(root), text.as_bytes());
}

/// Whether such a build was short the last time, and nobody says how the JVM is to compile.
pub(super) fn is_likely(root: &Path, here: &Path, words: &[OsString]) -> bool {
    let known = kept_file::read_text(&file(root)).unwrap_or_default();
    let name = name(root, here, words);
    let mut took = known.lines().filter_map(|line| line.strip_prefix(&name)?.trim().parse().ok());
    let is_short = took.next().is_some_and(|took| Duration::from_millis(took) < SHORT);
    is_short && !is_chosen(root, |variable| env::var_os(variable))
}

fn is_chosen(root: &Path, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let mut words: Vec<OsString> = VARIABLES.iter().filter_map(|name| variable(name)).collect();
    for folder in root.ancestors() {
        match fs::read(folder.join(".mvn/jvm.config")) {
            Ok(text) => words.push(String::from_utf8_lossy(&text).into_owned().into()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(_) => return true,
        }
    }
    words.iter().any(|words| chooses(words))
}

fn chooses(words: &OsStr) -> bool {
    let words = words.to_string_lossy();
    words.split_whitespace().any(|word| CHOOSING.iter().any(|part| word.contains(part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_build_that_is_known_to_be_short_is_likely_to_be_short() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        let [test, verify] = ["test", "verify"].map(|word| vec![OsString::from(word)]);
        let is_free = !is_chosen(root, |name| env::var_os(name));
        assert!(!is_likely(root, root, &test));
        remember(root, root, &test, Duration::from_secs(7));
        assert_eq!(is_likely(root, root, &test), is_free);
        assert!(!is_likely(root, root, &verify));
        assert!(!is_likely(root, &root.join("core"), &test));
        remember(root, root, &verify, Duration::from_secs(70));
        assert!(!is_likely(root, root, &verify));
        assert_eq!(is_likely(root, root, &test), is_free);
        remember(root, root, &test, Duration::from_mins(1));
        assert!(!is_likely(root, root, &test));
        kept_file::replace(&file(root), format!("{} soon", name(root, root, &test)).as_bytes())
            .unwrap();
        assert!(!is_likely(root, root, &test));
    }

    #[test]
    fn old_ways_to_call_maven_are_forgotten() {
        let root = tempfile::tempdir().unwrap();
        for number in 0..40 {
            let words = [OsString::from(format!("-Dnumber={number}"))];
            remember(root.path(), root.path(), &words, Duration::from_secs(1));
        }
        assert_eq!(kept_file::read_text(&file(root.path())).unwrap().lines().count(), MOST);
    }

    #[test]
    fn who_chooses_a_compiler_is_left_alone() {
        let rows = [
            ("-Xmx1g -Dx=y -XX:+UseG1GC", false),
            ("-XX:TieredStopAtLevel=4", true),
            ("-XX:-TieredCompilation", true),
            ("-Xmx1g -Xint", true),
            ("-XX:+UseJVMCICompiler", true),
            ("@words", true),
            ("", false),
        ];
        let root = tempfile::tempdir().unwrap();
        for (words, expected) in rows {
            let given = |name: &str| (name == "MAVEN_OPTS").then(|| OsString::from(words));
            assert_eq!(is_chosen(root.path(), given), expected, "{words}");
        }
        fs::create_dir(root.path().join(".mvn")).unwrap();
        fs::write(root.path().join(".mvn/jvm.config"), "-Xmx1g\n-XX:CompileThreshold=9\n").unwrap();
        assert!(is_chosen(&root.path().join("below"), |_| None));
    }
}
