//! How a run ended, in words and as events.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;
use tamis_journal::{Outcome, Unprobed};
use tamis_select::Skip;
use tamis_trace::{Degraded, Leaning, TestResult};
use tamis_vocab::ClassName;

use crate::selection::skip_json;
use crate::words::{plural, printable};

/// One test class of a run.
#[derive(Debug, Clone)]
pub struct TestRun {
    /// The class.
    pub class: ClassName,
    /// How its methods ended.
    pub results: Vec<TestResult>,
    /// How it ended as a whole.
    pub state: State,
}

/// How a test class ended as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// As it should.
    Ended,
    /// Not all of it happened, or is known.
    Incomplete(Vec<String>),
    /// The framework found nothing to run in it.
    WithoutTests,
}

/// Counts over a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Test classes.
    pub classes: usize,
    /// Test methods that passed.
    pub passed: usize,
    /// That failed.
    pub failed: usize,
    /// That were not run, or gave up because an assumption did not hold.
    pub skipped: usize,
    /// Test classes that are incomplete.
    pub incomplete: usize,
    /// Test classes without tests.
    pub without_tests: usize,
}

impl Totals {
    /// Counts.
    pub fn of(tests: &[TestRun]) -> Self {
        let mut totals = Self { classes: tests.len(), ..Self::default() };
        for test in tests {
            for result in &test.results {
                match result.outcome {
                    Outcome::Passed => totals.passed += 1,
                    Outcome::Failed => totals.failed += 1,
                    Outcome::Aborted | Outcome::Skipped => totals.skipped += 1,
                }
            }
            match test.state {
                State::Ended => {}
                State::Incomplete(_) => totals.incomplete += 1,
                State::WithoutTests => totals.without_tests += 1,
            }
        }
        totals
    }

    /// Whether nothing failed and nothing is incomplete.
    pub fn are_fine(&self) -> bool {
        self.failed == 0 && self.incomplete == 0
    }

    /// `12 test classes, 84 tests: 83 passed, 1 failed, 0 skipped; 1 incomplete`.
    pub fn line(&self) -> String {
        let Self { classes, passed, failed, skipped, incomplete, without_tests } = *self;
        let mut line = format!(
            "{}, {}: {passed} passed, {failed} failed, {skipped} skipped",
            plural(classes, "test class", "test classes"),
            plural(passed + failed + skipped, "test", "tests")
        );
        if incomplete > 0 {
            line.push_str(&format!("; {incomplete} incomplete"));
        }
        if without_tests > 0 {
            line.push_str(&format!("; {without_tests} without tests"));
        }
        line
    }
}

/// What to say at the end of a run: what was recorded badly, what failed, what is incomplete, the counts.
pub fn summary(tests: &[TestRun], degraded: &Degraded) -> String {
    let mut text = degraded_lines(degraded);
    for test in tests {
        for result in test.results.iter().filter(|result| result.outcome == Outcome::Failed) {
            text.push_str(&format!("failed: {}\n", failure(result)));
        }
    }
    for test in tests {
        if let State::Incomplete(reasons) = &test.state {
            text.push_str(&format!("incomplete: {}: {}\n", test.class, incomplete(test, reasons)));
        }
    }
    text + &Totals::of(tests).line() + "\n"
}

/// One reason, and what is known of the test class all the same: `it did not end (1 passed, 1 failed)`.
fn incomplete(test: &TestRun, reasons: &[String]) -> String {
    let mut text = printable(reasons.first().map_or("for no known reason", String::as_str));
    if reasons.len() > 1 {
        text.push_str(&format!(
            " and {}",
            plural(reasons.len() - 1, "more reason", "more reasons")
        ));
    }
    let Totals { passed, failed, skipped, .. } = Totals::of(std::slice::from_ref(test));
    let counts = [(passed, "passed"), (failed, "failed"), (skipped, "skipped")];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
    if !counts.is_empty() {
        text.push_str(&format!(" ({})", counts.join(", ")));
    }
    text
}

/// A failed test with the first line of what was thrown: `p.ATest.f: java.lang.Error: no`.
pub fn failure(result: &TestResult) -> String {
    let method = match result.method.as_str() {
        "" => String::new(),
        method => format!(".{method}"),
    };
    let message = result.message.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
    printable(&format!("{}{method}{message}", result.class))
}

fn degraded_lines(degraded: &Degraded) -> String {
    let mut lines = Vec::new();
    for (message, count) in &degraded.troubles {
        let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
        lines.push(format!("recording: {}{times}", printable(message)));
    }
    for broken in &degraded.broken {
        lines.push(format!("a journal cannot be read to its end: {broken}"));
    }
    for (reason, count) in &degraded.unprobed {
        let reason = match reason {
            Unprobed::Framework => "part of a test framework",
            Unprobed::Unreadable => "not readable",
            Unprobed::NumbersExhausted => "too many classes",
            Unprobed::Hidden => "hidden",
            Unprobed::Early => "loaded too early",
        };
        let classes = plural(*count, "class counts", "classes count");
        lines.push(format!("{classes} as a whole, being {reason}"));
    }
    if degraded.refused_methods > 0 {
        let methods = plural(degraded.refused_methods, "method counts", "methods count");
        lines.push(format!("{methods} as entered, as a probe did not fit in"));
    }
    if degraded.without_inner > 0 {
        let methods = plural(degraded.without_inner, "method is", "methods are");
        lines.push(format!("{methods} recorded by entry only, as probes did not fit in"));
    }
    lines.iter().flat_map(|line| ["warning: ", line, "\n"]).collect()
}

/// More lines than this about tests that lean on each other help nobody.
const MOST_NOTES: usize = 20;

/// Who leans on whom, a line for each: `note: p.BTest reads p.Cache.entries, which p.ATest left changed: they are selected
/// together`.
pub fn leaning<'e>(
    tests: impl Iterator<Item = (&'e ClassName, &'e BTreeSet<Leaning>)>,
) -> Vec<String> {
    let mut lines = BTreeSet::new();
    for (test, leanings) in tests {
        for Leaning { what, left_by } in leanings {
            lines.insert(printable(&format!(
                "note: {test} reads {what}, which {left_by} left changed: they are selected together"
            )));
        }
    }
    let more = lines.len().saturating_sub(MOST_NOTES);
    let mut lines: Vec<String> = lines.into_iter().take(MOST_NOTES).collect();
    if more > 0 {
        let more = plural(more, "more is", "more are");
        lines.push(format!("note: {more} selected together; --show tells all"));
    }
    lines
}

/// Leanings as they are in JSON.
pub(crate) fn leaning_json(leanings: &BTreeSet<Leaning>) -> Vec<LeaningJson> {
    let json = |leaning: &Leaning| LeaningJson {
        test: leaning.left_by.to_string(),
        what: leaning.what.to_string(),
    };
    leanings.iter().map(json).collect()
}

/// What a test reads, and who left it.
#[derive(Serialize)]
pub(crate) struct LeaningJson {
    test: String,
    what: String,
}

/// The module of a build that a test is of.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct OfModule<'m> {
    /// Its artifact, or the path of its task.
    pub module: &'m str,
    /// Its folder, from the root of the build on.
    pub folder: &'m str,
}

/// One line of `--events`.
#[derive(Serialize)]
struct Event<'t> {
    #[serde(flatten)]
    module: Option<OfModule<'t>>,
    test: String,
    verdict: &'static str,
    reasons: serde_json::Value,
    outcome: &'static str,
    /// Seconds, as far as methods report them.
    duration: f64,
    passed: usize,
    failed: usize,
    skipped: usize,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    incomplete: &'t [String],
    #[serde(rename = "leans-on", skip_serializing_if = "Vec::is_empty")]
    leans_on: Vec<LeaningJson>,
}

/// A test class as a line of JSON: see `docs/formats/recording.md`. `reasons` are those of
/// [`reasons_json`](crate::selection::reasons_json).
pub fn event(
    test: &TestRun,
    reasons: serde_json::Value,
    leans_on: &BTreeSet<Leaning>,
    module: Option<OfModule<'_>>,
) -> Result<String, serde_json::Error> {
    let totals = Totals::of(std::slice::from_ref(test));
    let (outcome, incomplete) = match &test.state {
        State::Incomplete(reasons) => ("incomplete", reasons.as_slice()),
        State::WithoutTests => ("without-tests", [].as_slice()),
        State::Ended if totals.failed > 0 => ("failed", [].as_slice()),
        State::Ended if totals.passed == 0 && totals.skipped > 0 => ("skipped", [].as_slice()),
        State::Ended => ("passed", [].as_slice()),
    };
    let nanos: u64 = test.results.iter().filter_map(|result| result.nanos).sum();
    let event = Event {
        module,
        test: test.class.to_string(),
        verdict: "run",
        reasons,
        outcome,
        duration: Duration::from_nanos(nanos).as_secs_f64(),
        passed: totals.passed,
        failed: totals.failed,
        skipped: totals.skipped,
        incomplete,
        leans_on: leaning_json(leans_on),
    };
    serde_json::to_string(&event).map(|line| line + "\n")
}

/// A test class that was not run as a line of JSON.
pub fn skipped_event(
    test: &ClassName,
    skip: &Skip,
    module: Option<OfModule<'_>>,
) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Event<'m> {
        #[serde(flatten)]
        module: Option<OfModule<'m>>,
        test: String,
        verdict: &'static str,
        evidence: serde_json::Value,
    }
    let (test, evidence) = (test.to_string(), skip_json(skip));
    let event = Event { module, test, verdict: "skip", evidence };
    serde_json::to_string(&event).map(|line| line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::reasons_json;

    fn result(method: &str, outcome: Outcome, message: Option<&str>) -> TestResult {
        TestResult {
            class: ClassName::internal("p/ATest"),
            method: method.to_owned(),
            outcome,
            message: message.map(str::to_owned),
            nanos: Some(1_500_000_000),
        }
    }

    fn sample() -> Vec<TestRun> {
        let class = ClassName::internal;
        let results = vec![
            result("a", Outcome::Passed, None),
            result("b", Outcome::Failed, Some("java.lang.Error: \u{1b}[31mno")),
            result("c", Outcome::Aborted, None),
            result("", Outcome::Failed, Some("java.lang.Error")),
        ];
        let incomplete = State::Incomplete(vec!["it did not end".to_owned()]);
        let reasons = vec!["recording failed: \u{1b}".to_owned(), "it did not end".to_owned()];
        let passed = vec![result("a", Outcome::Passed, None)];
        vec![
            TestRun { class: class("p/ATest"), results, state: State::Ended },
            TestRun { class: class("p/BTest"), results: Vec::new(), state: incomplete },
            TestRun { class: class("p/CTest"), results: Vec::new(), state: State::WithoutTests },
            TestRun { class: class("p/DTest"), results: passed, state: State::Incomplete(reasons) },
        ]
    }

    #[test]
    fn the_summary_tells_what_is_wrong_and_then_the_counts() {
        let mut degraded = Degraded { refused_methods: 1, ..Degraded::default() };
        degraded.unprobed.insert(Unprobed::Hidden, 2);
        let expected = "warning: 2 classes count as a whole, being hidden\n\
            warning: 1 method counts as entered, as a probe did not fit in\n\
            failed: p.ATest.b: java.lang.Error: \\u{1b}[31mno\n\
            failed: p.ATest: java.lang.Error\n\
            incomplete: p.BTest: it did not end\n\
            incomplete: p.DTest: recording failed: \\u{1b} and 1 more reason (1 passed)\n\
            4 test classes, 5 tests: 2 passed, 2 failed, 1 skipped; 2 incomplete; 1 without tests\n";
        assert_eq!(summary(&sample(), &degraded), expected);
    }

    #[test]
    fn an_event_is_one_line() {
        let lines: Vec<String> = sample()
            .iter()
            .map(|test| event(test, reasons_json(&[]), &BTreeSet::new(), None).unwrap())
            .collect();
        let expected = "{\"test\":\"p.ATest\",\"verdict\":\"run\",\"reasons\":[],\"outcome\":\"failed\",\
            \"duration\":6.0,\"passed\":1,\"failed\":2,\"skipped\":1}\n";
        assert_eq!(lines[0], expected);
        assert!(lines[1].contains("\"incomplete\":[\"it did not end\"]"), "{}", lines[1]);
    }
}
