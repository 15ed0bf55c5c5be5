//! What a campaign found: how many evolving programs there are, what the tools select and how long that takes, which rules
//! they violate, and which violations are likely to have one cause.

mod table;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::campaign::{Gaps, each_record};
use crate::record::Record;
use crate::report::table::{Table, page};
use crate::rules::{self, RULES, Violation};
use crate::shown::shown;
use crate::times::{Known, Spent, Times};

/// What stands for a number that nobody knows.
const UNKNOWN: &str = "-";

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
    /// The same by operator, for all tests and by tool.
    shares: BTreeMap<(usize, String), (usize, BTreeMap<String, usize>)>,
    times: Known,
    /// Tests that end otherwise after an edit, or leave another state.
    affected: usize,
    /// Tests that failed before anything was edited.
    excluded: usize,
    violations: BTreeMap<(String, String), Vec<Violation>>,
    /// Violations that only bugs cause, by what they have in common.
    clusters: BTreeMap<Cluster, Vec<Violation>>,
    tools: BTreeSet<String>,
    /// Programs that do not compile, and evolving ones whose first revision does not, with its tests.
    unbuilt: usize,
    /// Evolving programs at which a tool broke down.
    crashed: usize,
    gaps: Gaps,
}

/// What violations have in common that are likely to have one cause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cluster {
    tool: String,
    rule: String,
    operator: String,
    /// What the first test of it fails with: a class, or that only its state is another; of a crash, why.
    failure: String,
}

impl Summary {
    /// Of the records in a folder.
    pub fn read(out: &Path) -> anyhow::Result<Self> {
        let mut summary = Self::default();
        let files = each_record(out, |record| summary.add(&record))?;
        let programs = summary.bases.values().flat_map(|(all, _)| all);
        summary.times = Times::read(out, programs);
        summary.gaps = Gaps::of(out, files)?;
        Ok(summary)
    }

    fn add(&mut self, record: &Record) {
        let constraint = sortable(&record.constraint);
        let base: String = record.id.splitn(3, '-').take(2).collect::<Vec<_>>().join("-");
        let (all, compiling) = self.bases.entry(constraint.clone()).or_default();
        all.insert(base.clone());
        if record.operator.is_empty() {
            self.unbuilt += 1;
            return;
        }
        compiling.insert(base);
        let operator = sortable(&record.operator);
        self.operators.insert(operator.clone());
        let count = self.counts.entry((constraint.clone(), record.operator.clone())).or_default();
        count.0 += 1;
        self.unbuilt += usize::from(has_broken_ground(record));
        self.excluded += record.excluded.len();
        self.tools.extend(record.tools.keys().cloned());
        self.judge(record);
        if !record.is_built() {
            return;
        }
        if let Some(count) = self.counts.get_mut(&(constraint, record.operator.clone())) {
            count.1 += 1;
        }
        // A tool that broke down has selected nothing that could be compared.
        if record.tools.values().flatten().any(|run| run.cause.is_some()) {
            self.crashed += 1;
            return;
        }
        let share = self.shares.entry(operator).or_default();
        if let Some(last) = record.revisions.last() {
            self.tests += last.all.len();
            share.0 += last.all.len();
            self.affected += last.failing().or(&last.other_state).without(&record.excluded).len();
        }
        for (tool, runs) in &record.tools {
            let selected = runs.last().map_or(0, |run| run.selected.len());
            *self.selected.entry(tool.clone()).or_default() += selected;
            *share.1.entry(tool.clone()).or_default() += selected;
        }
    }

    /// What rules say of a record, also of the revisions before one that could not be built.
    fn judge(&mut self, record: &Record) {
        for violation in rules::judge(record) {
            if rules::find(&violation.rule).is_some_and(|rule| rule.is_certain) {
                let cluster = cluster(record, &violation);
                self.clusters.entry(cluster).or_default().push(violation.clone());
            }
            let key = (violation.tool.clone(), violation.rule.clone());
            self.violations.entry(key).or_default().push(violation);
        }
    }

    /// What is missing of the campaign, in a sentence.
    pub fn gaps(&self) -> Option<String> {
        self.gaps.sentence()
    }

    /// Of how many programs it is not known how long they took, in a sentence.
    pub fn untimed(&self) -> Option<String> {
        let missing = self.times.missing;
        let programs = if missing == 1 { "program" } else { "programs" };
        (missing > 0).then(|| {
            format!("times of {missing} {programs} are missing, and not in what is told of time")
        })
    }

    /// What is wrong with what was generated: programs that do not compile, or tests that fail at once. As published, some
    /// do not.
    pub fn generator_bugs(&self) -> Option<String> {
        let is_odd = (self.unbuilt > 0 || self.excluded > 0) && self.gaps.is_default_mode();
        is_odd.then(|| {
            format!(
                "{} first revisions do not compile, and {} tests fail there, which is a bug of the generator",
                self.unbuilt, self.excluded
            )
        })
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

    /// The first violation of each likely cause.
    pub fn representatives(&self) -> impl Iterator<Item = &Violation> {
        self.clusters.values().filter_map(|violations| violations.first())
    }

    /// As text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for table in self.tables() {
            text.push_str(&table.text());
            text.push('\n');
        }
        for line in self.lines().into_iter().chain(self.cluster_lines()) {
            text.push_str(&shown(&line));
            text.push('\n');
        }
        text
    }

    /// As a page.
    pub fn html(&self) -> String {
        let mut lines = self.lines();
        lines.extend(self.cluster_lines());
        page("What a campaign found", &lines, &self.tables())
    }

    fn tables(&self) -> Vec<Table> {
        vec![self.programs(), self.selections(), self.efficiency(), self.rules()]
    }

    fn lines(&self) -> Vec<String> {
        let made: usize = self.counts.values().map(|(made, _)| made).sum();
        let mut lines = vec![format!("Built     {} of {made} evolving programs", self.built())];
        if self.excluded > 0 {
            lines.push(format!("Excluded  {} tests that failed before an edit", self.excluded));
        }
        if self.unbuilt > 0 {
            lines.push(format!(
                "Unbuilt   {} programs and evolving programs whose first revision does not compile",
                self.unbuilt
            ));
        }
        if self.crashed > 0 {
            lines.push(format!(
                "Left out  {} evolving programs at which a tool broke down, of what is selected; times have them",
                self.crashed
            ));
        }
        lines.extend(self.gaps.sentence().map(|gaps| format!("Missing   {gaps}")));
        lines
    }

    /// The table of programs: made, and built. A row for each operator, since there are more of these.
    fn programs(&self) -> Table {
        let constraints = self.bases.keys().map(|constraint| constraint.1.clone());
        let head = std::iter::once(String::new()).chain(constraints).chain(["all".to_owned()]);
        let mut table = Table::new("Evolving programs, made/built", head);
        let pair = |(made, built): (usize, usize)| format!("{made}/{built}");
        let add = |sum: (usize, usize), each: &(usize, usize)| (sum.0 + each.0, sum.1 + each.1);
        let mut row = |name: &str, counts: Vec<(usize, usize)>| {
            let sum = counts.iter().fold((0, 0), add);
            let cells = counts.into_iter().chain([sum]).map(pair);
            table.rows.push(std::iter::once(name.to_owned()).chain(cells).collect());
        };
        let bases = self.bases.values().map(|(all, compiling)| (all.len(), compiling.len()));
        row("programs", bases.collect());
        for (_, operator) in &self.operators {
            let count = |constraint: &(usize, String)| {
                let key = (constraint.clone(), operator.clone());
                self.counts.get(&key).copied().unwrap_or_default()
            };
            row(operator, self.bases.keys().map(count).collect());
        }
        table
    }

    /// Which share of the tests is selected, by operator.
    fn selections(&self) -> Table {
        let tools = self.tools.iter().cloned();
        let head = [String::new(), "tests".to_owned()].into_iter().chain(tools);
        let mut table =
            Table::new("Tests after the edit, and which part of them is selected", head);
        let row = |name: &str, all: usize, selected: &BTreeMap<String, usize>| {
            let share = |tool: &String| {
                let count = selected.get(tool).copied().unwrap_or_default();
                format!("{:.1} %", per_cent(count, all))
            };
            let named = [name.to_owned(), all.to_string()].into_iter();
            named.chain(self.tools.iter().map(share)).collect()
        };
        for ((_, operator), (all, selected)) in &self.shares {
            table.rows.push(row(operator, *all, selected));
        }
        table.rows.push(row("all", self.tests, &self.selected));
        table
    }

    /// Tests and time, beside those of running all tests.
    fn efficiency(&self) -> Table {
        let head = ["", "tests", "of all", "selecting", "running", "of the time"];
        let mut table = Table::new(
            "Tests and time after the edit, beside running all tests",
            head.map(str::to_owned),
        );
        // Nothing is known where no file is, and that is not nothing.
        let whole = (self.times.programs > 0).then_some(self.times.times.all);
        let all = [
            "all tests".to_owned(),
            self.tests.to_string(),
            String::new(),
            String::new(),
            seconds(whole),
            String::new(),
        ];
        table.rows.push(all.to_vec());
        let share = format!("{:.1} %", per_cent(self.affected, self.tests));
        table.rows.push(vec!["affected".to_owned(), self.affected.to_string(), share]);
        for (tool, count) in &self.selected {
            let spent = self.times.times.tools.get(tool).copied();
            table.rows.push(vec![
                tool.clone(),
                count.to_string(),
                format!("{:.1} %", per_cent(*count, self.tests)),
                seconds(spent.map(|spent| spent.selecting)),
                seconds(spent.map(|spent| spent.running)),
                share_of_time(spent, whole),
            ]);
        }
        table
    }

    /// How many evolving programs violate which rule.
    fn rules(&self) -> Table {
        let names = ["rule", "about", "certain"].map(str::to_owned).into_iter();
        let head = names.chain(self.tools.iter().cloned()).chain(["violated if".to_owned()]);
        let mut table = Table::new("Violations: evolving programs by rule", head);
        table.sentences = 1;
        for rule in RULES {
            let kind = format!("{:?}", rule.kind).to_lowercase();
            let mut row = vec![rule.id.to_owned(), kind, rule.certainty().to_owned()];
            for tool in &self.tools {
                let key = (tool.clone(), rule.id.to_owned());
                let violations = self.violations.get(&key).into_iter().flatten();
                let programs: BTreeSet<&String> = violations.map(|each| &each.id).collect();
                row.push(programs.len().to_string());
            }
            row.push(rule.summary.to_owned());
            table.rows.push(row);
        }
        table
    }

    /// Violations that are likely to have one cause, with the first of them.
    fn cluster_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (cluster, violations) in &self.clusters {
            let Cluster { tool, rule, operator, failure } = cluster;
            if let Some(first) = violations.first() {
                lines.push(format!(
                    "{tool} violates {rule} after {operator} ({failure}) {} times, first in {} at \
                     revision {}: tests {}",
                    violations.len(),
                    first.id,
                    first.revision,
                    first.tests
                ));
            }
        }
        lines
    }
}

fn cluster(record: &Record, violation: &Violation) -> Cluster {
    let revision = record.revisions.get(violation.revision);
    let failures = revision.map(|revision| &revision.failed);
    let failed = violation.tests.iter().find_map(|test| failures.and_then(|all| all.get(&test)));
    let class = failed.and_then(|message| message.split('|').next());
    let runs = record.tools.get(&violation.tool);
    let cause = runs.and_then(|runs| runs.get(violation.revision)?.cause.as_deref());
    Cluster {
        tool: violation.tool.clone(),
        rule: violation.rule.clone(),
        operator: record.operator.clone(),
        failure: cause.or(class).unwrap_or("another state").to_owned(),
    }
}

/// Whether nothing could be said about an edit, as what it is an edit of does not compile with its tests.
fn has_broken_ground(record: &Record) -> bool {
    record.revisions.first().is_some_and(|first| first.broken.is_some())
}

#[expect(clippy::cast_precision_loss, reason = "nobody has so many tests that it could be seen")]
fn per_cent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn seconds(micros: Option<u64>) -> String {
    micros.map_or_else(
        || UNKNOWN.to_owned(),
        |micros| format!("{}.{:01} s", micros / 1_000_000, micros / 100_000 % 10),
    )
}

fn share_of_time(spent: Option<Spent>, whole: Option<u64>) -> String {
    let (Some(spent), Some(whole)) = (spent, whole) else { return UNKNOWN.to_owned() };
    let [part, whole] = [spent.selecting + spent.running, whole]
        .map(|micros| usize::try_from(micros).unwrap_or(usize::MAX));
    format!("{:.1} %", per_cent(part, whole))
}

/// A name with a number at its end sorts by that.
fn sortable(name: &str) -> (usize, String) {
    let number = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    (number.parse().unwrap_or(usize::MAX), name.to_owned())
}
