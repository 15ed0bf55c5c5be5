//! What came of the runs, and the table of it.

use std::collections::BTreeMap;

use super::tools::Tool;
use crate::Exit;
use crate::builds::Results;
use crate::suites::table;

/// One run of one tool.
pub(super) struct Outcome {
    pub(super) is_success: bool,
    /// Processor time.
    pub(super) seconds: f64,
    /// The test classes that ran.
    pub(super) results: Results,
    /// Why `tamis test` went through Maven, if it did.
    pub(super) through: Option<String>,
}

/// The sums of a tool.
#[derive(Default)]
struct Sums {
    tests: usize,
    seconds: f64,
    idle: Vec<f64>,
    idle_tests: usize,
    first: f64,
    missed: usize,
}

pub(super) struct Summary {
    names: Vec<&'static str>,
    sums: Vec<Sums>,
    steps: usize,
    /// Failures that were missed, and other things that are not as with Maven alone.
    differences: Vec<String>,
    has_missed: bool,
    /// How often `tamis test` called Maven, by why.
    through: BTreeMap<String, usize>,
}

impl Summary {
    pub(super) fn new(tools: &[&'static Tool]) -> Self {
        Self {
            names: tools.iter().map(|tool| tool.name).collect(),
            sums: tools.iter().map(|_| Sums::default()).collect(),
            steps: 0,
            differences: Vec::new(),
            has_missed: false,
            through: BTreeMap::new(),
        }
    }

    /// Everybody ran everything.
    pub(super) fn first(&mut self, label: &str, outcomes: &[Outcome]) {
        self.tell(&format!("{label} (makes ready)"), outcomes);
        for (sums, outcome) in self.sums.iter_mut().zip(outcomes) {
            sums.first = outcome.seconds;
        }
        for (place, outcome) in outcomes.iter().enumerate().skip(1) {
            if outcome.results != outcomes[0].results {
                let line = format!("{label}: {} does not run what Maven runs", self.names[place]);
                self.differences.push(line);
            }
        }
    }

    pub(super) fn step(&mut self, label: &str, outcomes: &[Outcome]) {
        self.tell(label, outcomes);
        let Some((plain, _)) = outcomes.split_first() else { return };
        if plain.results.is_empty() {
            eprintln!("{label}: left out, Maven alone runs no tests");
            return;
        }
        self.steps += 1;
        for (place, outcome) in outcomes.iter().enumerate() {
            let name = self.names[place];
            let sums = &mut self.sums[place];
            sums.tests += outcome.results.len();
            sums.seconds += outcome.seconds;
            let missed = missed(&plain.results, &outcome.results);
            sums.missed += missed.len();
            self.has_missed |= !missed.is_empty() && name.starts_with("tamis");
            self.differences.extend(missed.iter().map(|line| format!("{label}: {name}: {line}")));
            if outcome.is_success && !plain.is_success {
                self.differences.push(format!("{label}: {name} succeeds, Maven alone does not"));
            }
            if !outcome.is_success && plain.is_success {
                self.differences.push(format!("{label}: {name} fails, Maven alone does not"));
            }
            if let Some(why) = &outcome.through {
                *self.through.entry(why.clone()).or_default() += 1;
            }
        }
    }

    pub(super) fn idle(&mut self, outcomes: &[Outcome]) {
        self.tell("nothing changed", outcomes);
        for (sums, outcome) in self.sums.iter_mut().zip(outcomes) {
            sums.idle.push(outcome.seconds);
            sums.idle_tests = sums.idle_tests.max(outcome.results.len());
        }
    }

    /// A line for people who wait.
    fn tell(&self, label: &str, outcomes: &[Outcome]) {
        let part = |(name, outcome): (&&str, &Outcome)| {
            let through = if outcome.through.is_some() { " through Maven" } else { "" };
            format!("{name} {} in {:.1} s{through}", outcome.results.len(), outcome.seconds)
        };
        let parts: Vec<String> = self.names.iter().zip(outcomes).map(part).collect();
        eprintln!("{label}: {}", parts.join(", "));
    }

    /// Prints the table. Only what `tamis` missed is a failure.
    pub(super) fn finish(self) -> Exit {
        let head = [
            "tool",
            "test classes",
            "share",
            "CPU",
            "ratio",
            "missed",
            "nothing changed",
            "ratio",
            "tests then",
            "first run",
        ];
        let mut rows = Vec::new();
        let plain = self.sums.first();
        let (tests, seconds, idle) =
            plain.map_or((0, 0.0, 0.0), |plain| (plain.tests, plain.seconds, median(&plain.idle)));
        for (name, sums) in self.names.iter().zip(&self.sums) {
            let own = median(&sums.idle);
            rows.push(vec![
                (*name).to_owned(),
                sums.tests.to_string(),
                share(sums.tests, tests),
                format!("{:.1} s", sums.seconds),
                format!("{:.2}", sums.seconds / seconds.max(0.001)),
                sums.missed.to_string(),
                format!("{own:.1} s"),
                format!("{:.2}", own / idle.max(0.001)),
                sums.idle_tests.to_string(),
                format!("{:.1} s", sums.first),
            ]);
        }
        println!("{} revisions", self.steps);
        print!("{}", table::render(&head, &rows));
        for (why, times) in &self.through {
            println!("tamis test called Maven {times} times: {why}");
        }
        for line in &self.differences {
            println!("{line}");
        }
        if self.has_missed { Exit::Failed } else { Exit::Fine }
    }
}

/// Tests that fail with Maven alone and do not fail here, and the other way round.
fn missed(plain: &Results, own: &Results) -> Vec<String> {
    let mut lines = Vec::new();
    for (test, _) in plain.iter().filter(|(_, has_passed)| !**has_passed) {
        match own.get(test) {
            None => lines.push(format!("{test} fails, and did not run")),
            Some(true) => lines.push(format!("{test} fails, and passed")),
            Some(false) => {}
        }
    }
    let only_here =
        own.iter().filter(|(test, has_passed)| !**has_passed && plain.get(*test) != Some(&false));
    lines.extend(only_here.map(|(test, _)| format!("{test} fails here only")));
    lines
}

fn share(part: usize, whole: usize) -> String {
    let whole = whole.max(1);
    let thousandths = (part * 1000 + whole / 2) / whole;
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Results, median, missed, share};

    #[test]
    fn a_failure_that_others_do_not_see_is_missed() {
        let results = |pairs: &[(&str, bool)]| -> Results {
            pairs.iter().map(|(test, passed)| ((*test).to_owned(), *passed)).collect()
        };
        let plain = results(&[("A", true), ("B", false), ("C", false), ("D", false), ("E", true)]);
        let own = results(&[("C", true), ("D", false), ("E", false)]);
        assert_eq!(
            missed(&plain, &own),
            ["B fails, and did not run", "C fails, and passed", "E fails here only"]
        );
    }

    #[test]
    fn shares_and_medians_are_rounded() {
        assert_eq!(share(1, 3), "33.3 %");
        assert_eq!(share(0, 0), "0.0 %");
        assert!((median(&[3.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
        assert!(median(&[]).abs() < f64::EPSILON);
    }
}
