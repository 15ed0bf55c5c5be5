//! What Maven says in its log. What tests print stands there, too, and is none of that.

use std::fs::File;
use std::io::Read as _;

/// What Maven says if something is not there and cannot be fetched. That is no fault of the tool.
const UNFETCHED: [&str; 4] = [
    "Could not transfer artifact",
    "Could not find artifact",
    "in offline mode and the artifact",
    "PluginResolutionException",
];

/// How Surefire begins to tell that a JVM with tests in it died.
const DEAD: [&str; 4] = [
    "The forked VM terminated",
    "ExecutionException ",
    "There was an error in the forked process",
    "There was a timeout or other error in the fork",
];

/// Where failures are ignored, Surefire says it in the lines below this one, which have nothing before them.
const FAILURES: &str = "There are test failures.";

/// How lines of Maven begin.
const LEVELS: [&str; 4] = ["[ERROR]", "[WARNING]", "[INFO]", "[DEBUG]"];

/// A log.
pub(super) struct Said(String);

impl Said {
    /// The log in a file, whatever is in it.
    pub(super) fn read(mut log: File) -> Self {
        let mut bytes = Vec::new();
        // What was read until an error is as good as nothing more.
        let _ = log.read_to_end(&mut bytes);
        Self(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Whether a build failed since something could not be fetched.
    pub(super) fn is_unfetched(&self) -> bool {
        // Lines that are further in are about single tests, with what these say.
        let errors = self.of("[ERROR]").filter(|line| !line.starts_with("  "));
        errors.into_iter().any(|line| UNFETCHED.iter().any(|words| line.contains(words)))
    }

    /// What is said of a JVM of tests that died. Who ignores failures of tests ignores that, too: the build succeeds.
    pub(super) fn dead(&self) -> Option<String> {
        let mut is_below = false;
        for line in self.0.lines() {
            let of_maven = ["[ERROR]", "[WARNING]"].iter().find_map(|level| strip(line, level));
            if LEVELS.iter().any(|level| line.starts_with(level)) {
                is_below = of_maven.is_some_and(|line| line.starts_with(FAILURES));
            }
            let said = of_maven.or_else(|| is_below.then_some(line));
            if let Some(said) = said.filter(|said| DEAD.iter().any(|words| said.starts_with(words)))
            {
                return Some(said.to_owned());
            }
        }
        None
    }

    /// The first error that is told.
    pub(super) fn error(&self) -> Option<&str> {
        self.of("[ERROR]").find(|line| !line.trim().is_empty())
    }

    /// The same, or the last line.
    pub(super) fn cause(&self) -> &str {
        let last = || self.0.lines().rfind(|line| !line.trim().is_empty());
        self.error().or_else(last).unwrap_or("the build failed, and does not say why")
    }

    /// The lines of a level.
    fn of(&self, level: &str) -> impl Iterator<Item = &str> {
        self.0.lines().filter_map(move |line| strip(line, level))
    }
}

fn strip<'l>(line: &'l str, level: &str) -> Option<&'l str> {
    line.strip_prefix(level)?.strip_prefix(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jvm_that_died_is_told_by_surefire_and_not_by_a_test() {
        let died = "The forked VM terminated without properly saying goodbye. VM crash or System.exit called?";
        for (log, expected) in [
            // As 2.22.2 says it, which then ends with BUILD SUCCESS.
            (
                format!(
                    "[INFO] \n[ERROR] There are test failures.\n\nPlease refer to dump files.\n{died}\n[INFO] BUILD SUCCESS\n"
                ),
                Some(died),
            ),
            (format!("[ERROR] {died}\n"), Some(died)),
            (
                "[WARNING] ExecutionException There was an error".to_owned(),
                Some("ExecutionException There was an error"),
            ),
            // What a test prints, and what it fails with.
            (format!("[INFO] Running p.T\n{died}\n"), None),
            (format!("[ERROR] There are test failures.\n\n[INFO] \n{died}\n"), None),
            (format!("[ERROR]   T.test:3 {died}\n"), None),
            (
                "[ERROR]   T.test:3 » Execution java.util.concurrent.ExecutionException".to_owned(),
                None,
            ),
        ] {
            assert_eq!(Said(log.clone()).dead().as_deref(), expected, "{log}");
        }
    }

    #[test]
    fn that_something_could_not_be_fetched_is_said_by_maven_and_not_by_a_test() {
        for (log, is_unfetched) in [
            ("[ERROR] Plugin a:b:1 could not be resolved: Could not find artifact a:b:1\n", true),
            ("[ERROR] \tCould not find artifact a:b:jar:1 in central\n", true),
            ("Could not find artifact a:b:1\n[ERROR] it broke down\n", false),
            ("[WARNING] Could not find artifact a:b:1\n[ERROR] it broke down\n", false),
            ("[ERROR]   T.test:3 » IllegalState Could not find artifact a:b:1\n", false),
        ] {
            assert_eq!(Said(log.to_owned()).is_unfetched(), is_unfetched, "{log}");
        }
    }
}
