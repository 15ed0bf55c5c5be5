//! The tables of a study: what is selected and how long that takes, and those that are tables 2 and 3 of Shi and others,
//! *Reflection-aware static regression test selection* (OOPSLA 2019). Values in, text out.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::{REFERENCE, TECHNIQUES};
use crate::suites::table;

/// One revision.
#[derive(Debug, Clone)]
pub(super) struct MeasuredStep {
    pub(super) label: String,
    /// How many test classes there are.
    pub(super) tests: usize,
    /// Seconds for compiling.
    pub(super) compile: f64,
    /// Seconds for all tests.
    pub(super) all: f64,
    /// In the order of [`TECHNIQUES`].
    pub(super) techniques: Vec<Measured>,
}

/// A technique at one revision.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    pub(super) selected: BTreeSet<String>,
    /// Tests that it left out and that ended otherwise than before.
    pub(super) missed: usize,
    /// Seconds for analysis, execution, collection.
    pub(super) times: [f64; 3],
    /// Compared with the reference.
    pub(super) rests_on: Option<Dependencies>,
}

/// How a technique differs from the reference about what tests rest on.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Dependencies {
    /// Share of tests with a class that only the reference finds, or only the other.
    pub(super) tests: [f64; 2],
    /// Mean share of such classes among those that either finds.
    pub(super) classes: [f64; 2],
}

impl Dependencies {
    /// From what only the reference finds, only the other, and either, of each test.
    pub(super) fn of(tests: impl Iterator<Item = [u64; 3]>) -> Self {
        let mut sums = Self::default();
        let mut all = 0;
        for [first, second, either] in tests {
            all += 1;
            for (side, only) in [first, second].into_iter().enumerate() {
                let [of_tests, of_classes] = [&mut sums.tests, &mut sums.classes];
                if let (Some(tests), Some(classes)) =
                    (of_tests.get_mut(side), of_classes.get_mut(side))
                {
                    *tests += f64::from(u8::from(only > 0));
                    *classes += share(float(only), float(either));
                }
            }
        }
        let mean = |sums: [f64; 2]| sums.map(|sum| share(sum, float(all)));
        Self { tests: mean(sums.tests), classes: mean(sums.classes) }
    }
}

impl MeasuredStep {
    /// What is selected, by technique.
    pub(super) fn row(&self) -> Vec<String> {
        let mut row = vec![self.label.clone(), self.tests.to_string()];
        row.extend(self.techniques.iter().map(|each| percent(self.share(each))));
        row
    }

    fn share(&self, measured: &Measured) -> f64 {
        share(count(measured.selected.len()), count(self.tests))
    }

    fn reference(&self) -> BTreeSet<String> {
        let place = TECHNIQUES.iter().position(|(name, _)| *name == REFERENCE);
        let found = place.and_then(|place| self.techniques.get(place));
        found.map(|measured| measured.selected.clone()).unwrap_or_default()
    }
}

/// All tables. The first step has no evidence, and is in no mean.
pub(super) fn render(steps: &[MeasuredStep]) -> String {
    let mut head = vec!["step", "tests"];
    head.extend(TECHNIQUES.iter().map(|(name, _)| *name));
    let rows: Vec<Vec<String>> = steps.iter().map(MeasuredStep::row).collect();
    let mut text = table::render(&head, &rows);
    let steps = steps.get(1..).unwrap_or_default();
    if steps.is_empty() {
        return text;
    }
    text.push_str("\nMeans over all steps but the first; seconds by the clock, and shares of RetestAll's:\n\n");
    text.push_str(&summary(steps));
    text.push_str("\nTable 2: differences from `class` (X), in per cent:\n\n");
    text.push_str(&violations(steps));
    text.push_str("\nTable 3: shares of the time with compiling (C), in per cent:\n\n");
    text.push_str(&breakdown(steps));
    text
}

/// Those of one technique, with the steps that they belong to.
fn of(
    steps: &[MeasuredStep],
    place: usize,
) -> impl Iterator<Item = (&MeasuredStep, &Measured)> + Clone {
    steps.iter().filter_map(move |step| Some((step, step.techniques.get(place)?)))
}

fn summary(steps: &[MeasuredStep]) -> String {
    let head =
        ["technique", "selected", "±", "missed", "A", "E", "G", "A+E+G", "of RetestAll", "with C"];
    let mut rows = Vec::new();
    for (place, (name, _)) in TECHNIQUES.iter().enumerate() {
        let found = of(steps, place);
        let selected: Vec<f64> = found.clone().map(|(step, each)| step.share(each)).collect();
        let missed: usize = found.clone().map(|(_, each)| each.missed).sum();
        let mut row =
            vec![(*name).to_owned(), percent(mean(&selected)), percent(deviation(&selected))];
        row.push(missed.to_string());
        for phase in 0..3 {
            let times: Vec<f64> =
                found.clone().filter_map(|(_, each)| each.times.get(phase).copied()).collect();
            row.push(seconds(mean(&times)));
        }
        let total: Vec<f64> = found.clone().map(|(_, each)| each.times.iter().sum()).collect();
        row.push(seconds(mean(&total)));
        let ratio = |compile: fn(&MeasuredStep) -> f64| -> Vec<f64> {
            let both = found.clone().zip(&total);
            both.map(|((step, _), time)| share(time + compile(step), step.all + compile(step)))
                .collect()
        };
        row.push(percent(mean(&ratio(|_| 0.0))));
        row.push(percent(mean(&ratio(|step| step.compile))));
        rows.push(row);
    }
    let all: Vec<f64> = steps.iter().map(|step| step.all).collect();
    let all = seconds(mean(&all));
    let row = ["RetestAll", "100.0 %", "0.0 %", "0", "", &all, "", &all, "100.0 %", "100.0 %"];
    rows.push(row.map(str::to_owned).to_vec());
    table::render(&head, &rows)
}

fn violations(steps: &[MeasuredStep]) -> String {
    let head = [
        "technique",
        "",
        "tests X-T",
        "tests T-X",
        "dep. X-T, tests",
        "dep. T-X, tests",
        "dep. X-T",
        "dep. T-X",
    ];
    let mut rows = Vec::new();
    for (place, (name, short)) in
        TECHNIQUES.iter().enumerate().filter(|(_, each)| each.0 != REFERENCE)
    {
        let mut row = vec![(*name).to_owned(), (*short).to_owned()];
        for is_safety in [true, false] {
            let shares: Vec<f64> = of(steps, place)
                .map(|(step, each)| {
                    let (x, own) = (step.reference(), &each.selected);
                    let only = if is_safety { x.difference(own) } else { own.difference(&x) };
                    share(count(only.count()), count(x.union(own).count()))
                })
                .collect();
            row.push(percent(mean(&shares)));
        }
        for of_side in [
            |found: Dependencies| found.tests[0],
            |found: Dependencies| found.tests[1],
            |found: Dependencies| found.classes[0],
            |found: Dependencies| found.classes[1],
        ] {
            let found = of(steps, place).filter_map(|(_, each)| each.rests_on);
            row.push(percent(mean(&found.map(of_side).collect::<Vec<f64>>())));
        }
        rows.push(row);
    }
    table::render(&head, &rows)
}

fn breakdown(steps: &[MeasuredStep]) -> String {
    let head = ["technique", "A", "E", "G", "C"];
    let mut rows = Vec::new();
    for (place, (name, _)) in TECHNIQUES.iter().enumerate() {
        let shares = |phase: usize| -> Vec<f64> {
            let found = of(steps, place);
            found
                .map(|(step, each)| {
                    let [analysis, execution, collection] = each.times;
                    let times = [analysis, execution, collection, step.compile];
                    share(times.get(phase).copied().unwrap_or_default(), times.iter().sum())
                })
                .collect()
        };
        let mut row = vec![(*name).to_owned()];
        row.extend((0..4).map(|phase| percent(mean(&shares(phase)))));
        rows.push(row);
    }
    table::render(&head, &rows)
}

/// Nothing of nothing is nothing.
fn share(part: f64, of: f64) -> f64 {
    if of > 0.0 { part / of } else { 0.0 }
}

/// There are never more tests or classes than that.
fn float(number: u64) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

fn mean(values: &[f64]) -> f64 {
    share(values.iter().sum(), count(values.len()))
}

fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    let squares: Vec<f64> = values.iter().map(|value| (value - middle).powi(2)).collect();
    mean(&squares).sqrt()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn seconds(time: f64) -> String {
    format!("{time:.2} s")
}
