//! What a campaign found, as text: how many evolving programs there are, what the tools select, which rules they violate.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crate::campaign::each_record;
use crate::record::Record;
use crate::rules::{self, RULES, Violation};

/// What a campaign found.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Programs, and those that compile, by constraint.
    bases: BTreeMap<(usize, String), (BTreeSet<String>, BTreeSet<String>)>,
    /// Evolving programs, and those that were built, by constraint and operator.
    counts: BTreeMap<((usize, String), String), (usize, usize)>,
    operators: BTreeSet<(usize, String)>,
    /// Tests that ran at last revisions, and those that each tool selected.
    tests: usize,
    selected: BTreeMap<String, usize>,
    /// Tests that end otherwise after an edit, or leave another state.
    affected: usize,
    /// Tests that failed before anything was edited.
    excluded: usize,
    violations: BTreeMap<(String, String), Vec<Violation>>,
    /// Violations that only bugs cause, by what they have in common.
    clusters: BTreeMap<Cluster, Vec<Violation>>,
    tools: BTreeSet<String>,
}

/// What violations have in common that are likely to have one cause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cluster {
    tool: String,
    rule: String,
    operator: String,
    /// What the first test of it fails with: a class, or that only its state is another.
    failure: String,
}

impl Summary {
    /// Of the records in a folder.
    pub fn read(out: &Path) -> anyhow::Result<Self> {
        let mut summary = Self::default();
        each_record(out, |record| summary.add(&record))?;
        Ok(summary)
    }

    fn add(&mut self, record: &Record) {
        let constraint = sortable(&record.constraint);
        let base: String = record.id.splitn(3, '-').take(2).collect::<Vec<_>>().join("-");
        let (all, compiling) = self.bases.entry(constraint.clone()).or_default();
        all.insert(base.clone());
        if record.operator.is_empty() {
            return;
        }
        compiling.insert(base);
        let operator = sortable(&record.operator);
        self.operators.insert(operator);
        let count = self.counts.entry((constraint, record.operator.clone())).or_default();
        count.0 += 1;
        if !record.is_built() {
            return;
        }
        count.1 += 1;
        self.excluded += record.excluded.len();
        if let Some(last) = record.revisions.last() {
            self.tests += last.all.len();
            self.affected += last.failing().or(&last.other_state).without(&record.excluded).len();
        }
        for (tool, runs) in &record.tools {
            self.tools.insert(tool.clone());
            let selected = runs.last().map_or(0, |run| run.selected.len());
            *self.selected.entry(tool.clone()).or_default() += selected;
        }
        for violation in rules::judge(record) {
            if rules::find(&violation.rule).is_some_and(|rule| rule.is_certain) {
                let cluster = cluster(record, &violation);
                self.clusters.entry(cluster).or_default().push(violation.clone());
            }
            let key = (violation.tool.clone(), violation.rule.clone());
            self.violations.entry(key).or_default().push(violation);
        }
    }

    /// How many evolving programs were built.
    pub fn built(&self) -> usize {
        self.counts.values().map(|(_, built)| built).sum()
    }

    /// Whether a rule was violated that only a bug violates.
    pub fn has_certain_violation(&self) -> bool {
        self.violations
            .keys()
            .any(|(_, rule)| rules::find(rule).is_some_and(|rule| rule.is_certain))
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write_programs(&mut text);
        self.write_selections(&mut text);
        self.write_violations(&mut text);
        text
    }

    /// The table of programs: made, and built.
    fn write_programs(&self, text: &mut String) {
        let width = |operator: &str| operator.len().max(11);
        let _ = write!(text, "Evolving programs, made/built\n\n{:6}{:>12}", "", "programs");
        for (_, operator) in &self.operators {
            let _ = write!(text, "  {operator:>width$}", width = width(operator));
        }
        text.push('\n');
        for (constraint, (all, compiling)) in &self.bases {
            let bases = format!("{}/{}", all.len(), compiling.len());
            let _ = write!(text, "{:6}{bases:>12}", constraint.1);
            for (_, operator) in &self.operators {
                let key = (constraint.clone(), operator.clone());
                let (made, built) = self.counts.get(&key).copied().unwrap_or_default();
                let _ = write!(
                    text,
                    "  {:>width$}",
                    format!("{made}/{built}"),
                    width = width(operator)
                );
            }
            text.push('\n');
        }
        let made: usize = self.counts.values().map(|(made, _)| made).sum();
        let _ = writeln!(text, "\nBuilt     {} of {made} evolving programs", self.built());
        if self.excluded > 0 {
            let _ = writeln!(text, "Excluded  {} tests that failed before an edit", self.excluded);
        }
    }

    fn write_selections(&self, text: &mut String) {
        let share = |count: usize| per_cent(count, self.tests);
        let _ = writeln!(text, "\nTests after the edit: {}", self.tests);
        let affected = self.affected;
        let _ = writeln!(text, "{:12}{affected:>10} {:5.1} %", "affected", share(affected));
        for (tool, count) in &self.selected {
            let _ = writeln!(text, "{tool:12}{count:>10} {:5.1} %", share(*count));
        }
    }

    fn write_violations(&self, text: &mut String) {
        text.push_str("\nViolations: evolving programs by rule\n\n");
        let _ = write!(text, "{:6}{:12}", "rule", "about");
        for tool in &self.tools {
            let _ = write!(text, "  {tool:>10}");
        }
        text.push('\n');
        for rule in RULES {
            let kind = format!("{:?}", rule.kind).to_lowercase();
            let _ = write!(text, "{:6}{kind:12}", rule.id);
            for tool in &self.tools {
                let key = (tool.clone(), rule.id.to_owned());
                let programs: BTreeSet<&String> = self
                    .violations
                    .get(&key)
                    .into_iter()
                    .flatten()
                    .map(|violation| &violation.id)
                    .collect();
                let _ = write!(text, "  {:>10}", programs.len());
            }
            let _ = writeln!(text, "  {}", rule.summary);
        }
        for (cluster, violations) in &self.clusters {
            let Cluster { tool, rule, operator, failure } = cluster;
            if let Some(first) = violations.first() {
                let _ = writeln!(
                    text,
                    "\n{tool} violates {rule} after {operator} ({failure}) {} times, first in {} at \
                     revision {}: tests {}",
                    violations.len(),
                    first.id,
                    first.revision,
                    first.tests
                );
            }
        }
    }
}

fn cluster(record: &Record, violation: &Violation) -> Cluster {
    let revision = record.revisions.get(violation.revision);
    let failures = revision.map(|revision| &revision.failed);
    let failed = violation.tests.iter().find_map(|test| failures.and_then(|all| all.get(&test)));
    let class = failed.and_then(|message| message.split('|').next());
    Cluster {
        tool: violation.tool.clone(),
        rule: violation.rule.clone(),
        operator: record.operator.clone(),
        failure: class.unwrap_or("another state").to_owned(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "nobody has so many tests that it could be seen")]
fn per_cent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// A name with a number at its end sorts by that.
fn sortable(name: &str) -> (usize, String) {
    let number = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    (number.parse().unwrap_or(usize::MAX), name.to_owned())
}
