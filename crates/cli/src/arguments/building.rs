//! What can be typed to call a build tool, and what that calls.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tamis_select::Technique;

use super::technique;

#[derive(Debug, Args)]
pub(crate) struct BuildStepArguments {
    /// Which step.
    #[arg(value_enum)]
    pub(crate) step: BuildStep,
    /// The file of the module, without its ending.
    pub(crate) file: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BuildStep {
    /// Test classes were found.
    Module,
    /// They have run.
    Ended,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Everything from the first word on that is not one of these goes to Maven as it is: options of \
`tamis` come first. A word that both know is for Maven behind a `--`.

Evidence is in `.tamis` in the highest folder with a `pom.xml`. The exit code is that of Maven.

Examples:
  tamis mvn test
  tamis mvn --technique class verify -T 2
  tamis mvn --with ./mvnw test -pl core -am
  tamis mvn --fill-reports --events tests.jsonl verify
  tamis mvn -o -q test"
)]
pub(crate) struct MavenArguments {
    /// How tests are selected: all, class, hybrid or hybrid-f; static or a variant of it, as for `tamis run`.
    #[arg(long, value_name = "T", default_value = "hybrid", value_parser = technique)]
    pub(crate) technique: Technique,
    /// Run all tests; what they rest on is recorded anew.
    #[arg(long)]
    pub(crate) force: bool,
    /// Keep the reports of tests that pass, and put them in place of those that skipped tests do not write.
    #[arg(long)]
    pub(crate) fill_reports: bool,
    /// When everything runs, say what was found here, as `tamis doctor` does.
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Write a line of JSON for each test class to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) events: Option<PathBuf>,
    /// What to call instead of `mvn`.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) with: Option<PathBuf>,
    /// Words for Maven.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "MAVEN ARGS")]
    pub(crate) maven: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Everything from the first word on that is not one of these goes to Gradle as it is: options of \
`tamis` come first. A word that both know is for Gradle behind a `--`.

`./gradlew` is called if it is there. Evidence is in `.tamis` beside the settings of the build. The exit code is that of \
Gradle.

Examples:
  tamis gradle test
  tamis gradle --technique class :core:test
  tamis gradle --offline check"
)]
pub(crate) struct GradleArguments {
    /// How tests are selected: all, class, hybrid or hybrid-f; static or a variant of it, as for `tamis run`.
    #[arg(long, value_name = "T", default_value = "hybrid", value_parser = technique)]
    pub(crate) technique: Technique,
    /// Run all tests; what they rest on is recorded anew.
    #[arg(long)]
    pub(crate) force: bool,
    /// When everything runs, say what was found here, as `tamis doctor` does.
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Write a line of JSON for each test class to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) events: Option<PathBuf>,
    /// What to call instead of `./gradlew` or `gradle`.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) with: Option<PathBuf>,
    /// Words for Gradle.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "GRADLE ARGS")]
    pub(crate) gradle: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Everything from the first word on that is not one of these goes to the build tool, if it is called: \
options of `tamis` come first. With Maven, `tamis test -Pfast` is `tamis mvn -Pfast test`, and needs it once before Maven \
can be left out.

Without Maven, no reports are written. Exit code: 0 if all tests that ran passed, 1 if one failed or the sources do not \
compile; if the build tool is called, that of it.

Examples:
  tamis test
  tamis test --force
  tamis test -Pfast
  tamis test --classpath 'build:lib/*'"
)]
pub(crate) struct TestArguments {
    /// How tests are selected: all, class, hybrid or hybrid-f; static or a variant of it, as for `tamis run`.
    #[arg(long, value_name = "T", default_value = "hybrid", value_parser = technique)]
    pub(crate) technique: Technique,
    /// Run all tests; what they rest on is recorded anew.
    #[arg(long)]
    pub(crate) force: bool,
    /// As for `tamis mvn`, which is then called.
    #[arg(long)]
    pub(crate) fill_reports: bool,
    /// When everything runs, say what was found here, as `tamis doctor` does.
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Write a line of JSON for each test class to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) events: Option<PathBuf>,
    /// No build tool: run the tests of this class path, as `tamis run` does.
    #[arg(long, value_name = "CP")]
    pub(crate) classpath: Option<String>,
    /// What to call instead of `./mvnw`, `mvn`, `./gradlew` or `gradle`.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) with: Option<PathBuf>,
    /// Words for the build tool; with a class path, for the JVM.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub(crate) words: Vec<OsString>,
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use crate::arguments::{Arguments, Verb};

    #[test]
    fn words_for_maven_need_nothing_before_them() {
        for (typed, options, expected) in [
            (&["test"][..], false, &["test"][..]),
            (&["-o", "-q", "test"], false, &["-o", "-q", "test"]),
            (&["-DskipTests", "--verbose"], false, &["-DskipTests", "--verbose"]),
            (&["--verbose", "-Pfast", "verify"], true, &["-Pfast", "verify"]),
            (&["--", "--verbose", "test"], false, &["--verbose", "test"]),
            (&["test", "-h"], false, &["test", "-h"]),
        ] {
            let words = ["tamis", "mvn"].iter().chain(typed);
            let Verb::Mvn(maven) = Arguments::try_parse_from(words).unwrap().verb else {
                unreachable!()
            };
            assert_eq!(maven.maven, expected, "{typed:?}");
            assert_eq!(maven.verbose, options, "{typed:?}");
        }
    }
}
