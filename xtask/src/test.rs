//! `cargo xtask test`: everything that continuous integration runs, in the same order.
//!
//! Once the requirements are met, the last line on stdout is `N passed, N failed`, summed over the
//! result lines of `cargo test`; it is 0 and 0 if an earlier step stopped the run. A test program that
//! crashes prints no such line, so only the exit code tells whether all steps passed.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::finding::{self, Finding};
use crate::requirements::Requirements;
use crate::workspace::Workspace;
use crate::{Exit, arguments, layers, tidy};

/// One step of the run.
struct Step {
    name: &'static str,
    action: Action,
}

enum Action {
    /// One of our own checks.
    Check(fn(&Workspace) -> anyhow::Result<Vec<Finding>>),
    /// `cargo` with these words and one more environment variable.
    Cargo(&'static [&'static str], Option<(&'static str, &'static str)>),
    /// `cargo` with these words, whose test results are counted.
    CargoTest(&'static [&'static str]),
}

const STEPS: &[Step] = &[
    Step { name: "fmt", action: Action::Cargo(&["fmt", "--all", "--check"], None) },
    Step { name: "tidy", action: Action::Check(tidy::check_workspace) },
    Step { name: "layers", action: Action::Check(layers::check_workspace) },
    Step {
        name: "clippy",
        action: Action::Cargo(
            &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
            None,
        ),
    },
    Step {
        name: "doc",
        action: Action::Cargo(
            &["doc", "--workspace", "--no-deps", "--locked"],
            Some(("RUSTDOCFLAGS", "-D warnings")),
        ),
    },
    Step { name: "test", action: Action::CargoTest(&["test", "--workspace", "--locked"]) },
];

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed(Duration),
    Failed(Duration),
    NotRun,
}

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let [keep_going] = arguments::flags("test", words, ["--keep-going"])?;
    println!("== requirements");
    let requirements = Requirements::look(workspace);
    print!("{}", requirements.render());
    if !requirements.are_met() {
        eprintln!("error: something that the tests need is missing, so nothing was run");
        return Ok(Exit::Unusable);
    }
    let mut runner = Runner {
        workspace,
        variables: requirements.variables(),
        keep_going,
        tally: Tally::default(),
    };
    let outcomes = run_steps(STEPS, keep_going, |step| runner.run(step));
    print!("{}", summarise(STEPS, &outcomes));
    println!("{}", runner.tally.closing_line());
    let all_passed = outcomes.iter().all(|outcome| matches!(outcome, Outcome::Passed(_)));
    Ok(if all_passed { Exit::Fine } else { Exit::Failed })
}

/// Runs the steps in order. After one that failed, the others run only if `keep_going` holds.
fn run_steps(
    steps: &[Step],
    keep_going: bool,
    mut run: impl FnMut(&Step) -> Outcome,
) -> Vec<Outcome> {
    let mut stopped = false;
    let mut outcomes = Vec::new();
    for step in steps {
        let outcome = if stopped { Outcome::NotRun } else { run(step) };
        stopped |= matches!(outcome, Outcome::Failed(_)) && !keep_going;
        outcomes.push(outcome);
    }
    outcomes
}

fn summarise(steps: &[Step], outcomes: &[Outcome]) -> String {
    let rows = steps.iter().zip(outcomes).map(|(Step { name, .. }, outcome)| match outcome {
        Outcome::Passed(time) => format!("passed   {name:6}  {}\n", seconds(*time)),
        Outcome::Failed(time) => format!("failed   {name:6}  {}\n", seconds(*time)),
        Outcome::NotRun => format!("not run  {name}\n"),
    });
    format!("\n== summary\n{}", rows.collect::<String>())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Runs steps for real, and keeps count of tests.
struct Runner<'a> {
    workspace: &'a Workspace,
    variables: Vec<(String, OsString)>,
    keep_going: bool,
    tally: Tally,
}

impl Runner<'_> {
    fn run(&mut self, step: &Step) -> Outcome {
        println!("\n== {}: {}", step.name, step.describe());
        let start = Instant::now();
        let passed = self.perform(step).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            false
        });
        let time = start.elapsed();
        println!(
            "-- {} {} in {}",
            step.name,
            if passed { "passed" } else { "failed" },
            seconds(time)
        );
        if passed { Outcome::Passed(time) } else { Outcome::Failed(time) }
    }

    fn perform(&mut self, step: &Step) -> anyhow::Result<bool> {
        match step.action {
            Action::Check(check) => {
                Ok(finding::print(step.name, check(self.workspace)?) == Exit::Fine)
            }
            Action::Cargo(words, variable) => {
                let mut cargo = self.cargo(words);
                cargo.envs(variable);
                let status = cargo.status().context("cannot start cargo")?;
                Ok(status.success())
            }
            Action::CargoTest(words) => {
                let mut cargo = self.cargo(words);
                if self.keep_going {
                    // Otherwise cargo leaves out the test programs after the first that fails.
                    cargo.arg("--no-fail-fast");
                }
                self.run_tests(cargo)
            }
        }
    }

    fn cargo(&self, words: &[&str]) -> Command {
        let mut cargo = self.workspace.cargo();
        cargo.args(words).envs(self.variables.iter().map(|(name, value)| (name, value)));
        cargo
    }

    /// Passes stdout on line by line while counting.
    fn run_tests(&mut self, mut cargo: Command) -> anyhow::Result<bool> {
        let mut child = cargo.stdout(Stdio::piped()).spawn().context("cannot start cargo test")?;
        let stdout = child.stdout.take().context("cargo test has no stdout")?;
        self.tally.count_while_copying(&mut BufReader::new(stdout), &mut io::stdout().lock())?;
        let status = child.wait().context("cannot wait for cargo test")?;
        if self.tally.results == 0 {
            eprintln!("error: cargo test printed no `test result:` line");
            return Ok(false);
        }
        Ok(status.success())
    }
}

impl Step {
    /// The step as one would type it.
    fn describe(&self) -> String {
        match self.action {
            Action::Check(_) => format!("cargo xtask {}", self.name),
            Action::Cargo(words, None) | Action::CargoTest(words) => {
                format!("cargo {}", words.join(" "))
            }
            Action::Cargo(words, Some((name, value))) => {
                format!("{name}='{value}' cargo {}", words.join(" "))
            }
        }
    }
}

/// Numbers from the `test result:` lines.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    /// How many such lines there were, one per test program.
    results: usize,
    passed: usize,
    failed: usize,
}

impl Tally {
    fn count_while_copying(
        &mut self,
        from: &mut impl BufRead,
        to: &mut impl io::Write,
    ) -> anyhow::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let length =
                from.read_until(b'\n', &mut line).context("cannot read from cargo test")?;
            if length == 0 {
                return Ok(());
            }
            to.write_all(&line).and_then(|()| to.flush()).context("cannot write to stdout")?;
            self.count(&String::from_utf8_lossy(&line));
        }
    }

    /// Takes in `test result: ok. 3 passed; 0 failed; 0 ignored; …`; other lines count for nothing.
    fn count(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else { return };
        self.results += 1;
        for part in result.split(';') {
            let mut words = part.split_whitespace().rev();
            let what = words.next();
            let number: Option<usize> = words.next().and_then(|word| word.parse().ok());
            match (what, number) {
                (Some("passed"), Some(number)) => self.passed += number,
                (Some("failed"), Some(number)) => self.failed += number,
                _ => {}
            }
        }
    }

    fn closing_line(&self) -> String {
        format!("{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// The outcomes of a run in which the steps named fail.
    fn outcomes(keep_going: bool, failing: &[&str]) -> Vec<Outcome> {
        run_steps(STEPS, keep_going, |step| {
            if failing.contains(&step.name) {
                Outcome::Failed(SECOND)
            } else {
                Outcome::Passed(SECOND)
            }
        })
    }

    #[test]
    fn failed_step_stops_the_run() {
        let text = summarise(STEPS, &outcomes(false, &["layers"]));
        let expected = "\n== summary\npassed   fmt     1.0 s\npassed   tidy    1.0 s\n\
                        failed   layers  1.0 s\nnot run  clippy\nnot run  doc\nnot run  test\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn keep_going_runs_every_step_in_spite_of_failures() {
        let outcomes = outcomes(true, &["fmt", "clippy"]);
        let (passed, failed) = (Outcome::Passed(SECOND), Outcome::Failed(SECOND));
        assert_eq!(outcomes, [failed, passed, passed, failed, passed, passed]);
    }

    #[test]
    fn tests_are_summed_over_all_result_lines() {
        let output = "\nrunning 3 tests\ntest a ... ok\n\n\
            test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; finished in 0.00s\n\
            test result: \u{1b}[31mFAILED\u{1b}[0m. 10 passed; 2 failed; 1 ignored\n\
            note: test result: ok. 7 passed; 7 failed\n";
        let mut tally = Tally::default();
        let mut copy = Vec::new();
        tally.count_while_copying(&mut output.as_bytes(), &mut copy).unwrap();
        assert_eq!(tally, Tally { results: 2, passed: 13, failed: 2 });
        assert_eq!(tally.closing_line(), "13 passed, 2 failed");
        assert_eq!(String::from_utf8(copy).unwrap(), output);
    }

    #[test]
    fn bytes_that_are_no_text_are_passed_on_unchanged() {
        let output = [b"\xff\xfe\n".as_slice(), b"test result: ok. 1 passed; 0 failed"].concat();
        let (mut tally, mut copy) = (Tally::default(), Vec::new());
        tally.count_while_copying(&mut output.as_slice(), &mut copy).unwrap();
        assert_eq!(copy, output);
        assert_eq!(tally.passed, 1);
    }

    #[test]
    fn steps_are_described_as_they_would_be_typed() {
        let lines: Vec<String> = STEPS.iter().map(Step::describe).collect();
        let expected = [
            "cargo fmt --all --check",
            "cargo xtask tidy",
            "cargo xtask layers",
            "cargo clippy --workspace --all-targets --locked -- -D warnings",
            "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked",
            "cargo test --workspace --locked",
        ];
        assert_eq!(lines, expected);
    }
}
