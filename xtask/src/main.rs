//! The project's own chores: `cargo xtask <chore>`.
//!
//! A chore is one line in [`CHORES`] and one file. Its function gets the workspace and the words
//! after its name.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "talking to whoever typed the command is all this program does"
)]

mod arguments;
mod builds;
mod checkout;
mod corpus;
mod finding;
mod fuzz;
mod gradle_api;
mod gradle_home;
mod history;
mod layers;
mod matrix;
mod peers;
mod requirements;
mod suites;
mod test;
mod tidy;
mod verify;
mod workspace;

use std::env;
use std::process::ExitCode;

use crate::arguments::UsageError;
use crate::workspace::Workspace;

/// One thing that `cargo xtask` can do.
struct Chore {
    name: &'static str,
    summary: &'static str,
    run: fn(&Workspace, &[String]) -> anyhow::Result<Exit>,
}

const CHORES: &[Chore] = &[
    Chore {
        name: "test",
        summary: "run all that CI runs, in order [--keep-going: a failed step does not stop]",
        run: test::run,
    },
    Chore {
        name: "tidy",
        summary: "check sizes, names, module docs and forbidden words",
        run: tidy::run,
    },
    Chore {
        name: "layers",
        summary: "compare the crate table of ARCHITECTURE.md with the real dependencies",
        run: layers::run,
    },
    Chore {
        name: "requirements",
        summary: "show which tools and JDKs the tests need, and where they were found",
        run: requirements::run,
    },
    Chore {
        name: "corpus",
        summary: "read and write every class of two JDKs and many libraries [--jars DIR: other ones]",
        run: corpus::run,
    },
    Chore {
        name: "verify",
        summary: "rewrite every class of the corpus and have the JVM verify it [--jdks, --jars: only these; --pass P; --shard I/N]",
        run: verify::run,
    },
    Chore {
        name: "fuzz",
        summary: "run each fuzz target for 15 minutes [--seconds N: for so long]",
        run: fuzz::run,
    },
    Chore {
        name: "suites",
        summary: "run real suites with and without the agent: sets, same, overhead, kills [--suite, --jdk, --only …]",
        run: suites::run,
    },
    Chore {
        name: "history",
        summary: "what selection saves and misses over revisions of a Maven project: CHECKOUT FROM..TO [--touching, --jdk, --most, --static]",
        run: history::run_revisions,
    },
    Chore {
        name: "releases",
        summary: "the same over releases of a library with published tests: GROUP:ARTIFACT VERSION … [--jdk]",
        run: history::run_releases,
    },
    Chore {
        name: "matrix",
        summary: "let techniques select after each edit of the matrix [--jdk N, --technique T,…, --only PATTERN, --tamis FILE]",
        run: matrix::run,
    },
    Chore {
        name: "matrix-build",
        summary: "`tamis mvn` with releases of Maven, Surefire and frameworks, pairwise [--maven, --surefire, --framework, --jdk, --most, --all]",
        run: builds::run,
    },
    Chore {
        name: "gradle",
        summary: "the same steps with the Gradle of the machine [--in FOLDER, --jdk N,…]",
        run: builds::run_gradle,
    },
    Chore {
        name: "gradle-api",
        summary: "compile the scripts of `tamis gradle` against the API of releases [--api V,…, --sources FOLDER: a checkout of Gradle]",
        run: gradle_api::run,
    },
    Chore {
        name: "gradle-home",
        summary: "put a Gradle 8.5 together from published jars: FOLDER",
        run: gradle_home::run,
    },
    Chore {
        name: "checkout",
        summary: "`tamis mvn` beside Maven alone on a copy of a project: FOLDER [--faults N, --seed, --jdk, --maven] [-- MAVEN WORDS]",
        run: checkout::run,
    },
    Chore {
        name: "peers",
        summary: "processor time of Maven alone, `tamis` and other tools over revisions: CHECKOUT FROM..TO [--touching, --most, --jdk, --maven, --idle, --without] [-- MAVEN WORDS]",
        run: peers::run,
    },
];

/// How a chore ended. The numbers follow the exit codes of `tamis` itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    Fine,
    /// The chore did its work and something did not pass.
    Failed,
    /// The chore could not do its work: wrong words, or something it needs is missing.
    Unusable,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Fine => ExitCode::SUCCESS,
            Exit::Failed => ExitCode::from(1),
            Exit::Unusable => ExitCode::from(2),
        }
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match dispatch(&words) {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("error: {error:#}");
            if let Some(hint) = error.downcast_ref::<UsageError>().map(UsageError::hint) {
                eprintln!("hint: {hint}");
            }
            Exit::Unusable.into()
        }
    }
}

fn dispatch(words: &[String]) -> anyhow::Result<Exit> {
    let Some((name, rest)) = words.split_first() else {
        print!("{}", help());
        return Ok(Exit::Fine);
    };
    if words.iter().any(|word| word == "--help" || word == "-h") {
        print!("{}", help());
        return Ok(Exit::Fine);
    }
    let Some(chore) = CHORES.iter().find(|chore| chore.name == name) else {
        return Err(unknown_chore(name).into());
    };
    (chore.run)(&Workspace::find()?, rest)
}

fn help() -> String {
    let width = CHORES.iter().map(|chore| chore.name.len()).max().unwrap_or_default();
    let rows: Vec<String> = CHORES
        .iter()
        .map(|Chore { name, summary, .. }| format!("  {name:width$}  {summary}"))
        .collect();
    format!("Usage: cargo xtask <chore>\n\nChores:\n{}\n", rows.join("\n"))
}

fn unknown_chore(name: &str) -> UsageError {
    let known: Vec<_> = CHORES.iter().map(|chore| chore.name).collect();
    UsageError::new(format!("unknown chore `{name}`"), format!("known: {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn help_lists_every_chore_on_one_line_each() {
        let help = help();
        for chore in CHORES {
            let rows = help.lines().filter(|line| line.contains(chore.summary)).count();
            assert_eq!(rows, 1, "{}", chore.name);
        }
    }

    #[test]
    fn no_words_and_help_are_fine() {
        assert_eq!(dispatch(&[]).unwrap(), Exit::Fine);
        assert_eq!(dispatch(&words("--help")).unwrap(), Exit::Fine);
        assert_eq!(dispatch(&words("test --help")).unwrap(), Exit::Fine);
    }

    #[test]
    fn unknown_chore_is_a_usage_error_that_names_the_known_ones() {
        let error = dispatch(&words("tydy")).unwrap_err();
        let usage = error.downcast_ref::<UsageError>().expect("a usage error");
        assert_eq!(usage.to_string(), "unknown chore `tydy`");
        assert_eq!(
            usage.hint(),
            "known: test, tidy, layers, requirements, corpus, verify, fuzz, suites, history, releases, matrix, matrix-build, gradle, gradle-api, gradle-home, checkout, peers"
        );
    }

    #[test]
    fn unknown_argument_of_a_chore_is_a_usage_error() {
        for line in [
            "tidy --fast",
            "layers x",
            "requirements -q",
            "test --keepgoing",
            "corpus x",
            "verify x",
            "fuzz x",
            "suites x",
            "matrix x",
            "peers x",
        ] {
            let error = dispatch(&words(line)).unwrap_err();
            assert!(error.downcast_ref::<UsageError>().is_some(), "{line}: {error}");
        }
    }
}
