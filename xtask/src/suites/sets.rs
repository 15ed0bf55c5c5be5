//! `suites sets`: which classes a test depends on, by four ways to record it.
//!
//! A probe before every instruction that can initialise a class gives the exact set. Probes in blocks must give the
//! same one. Entries of methods with all that their code implies must miss nothing of it. Entries of methods alone are
//! there to show why the rest is needed.
//!
//! Threads that outlive a test run when they like, and what they do belongs to whoever is running then: of a suite with
//! such threads, no two runs have the same exact sets. So where sets differ, the exact ones are recorded again. What is
//! in some of them and not in all is a matter of timing, is counted as such, and proves nothing.

use std::collections::BTreeSet;

use super::journals::{self, Journal};
use super::options::Options;
use super::prepare::{Ground, Prepared};
use super::recording::{Recording, Sets};
use super::runs::{Mode, Ran, Run};
use super::table;
use crate::Exit;
use crate::workspace::Workspace;

/// Differences that are printed of each suite.
const SHOWN: usize = 12;

/// How often the exact sets are recorded at most, unless told otherwise.
const TIMES: usize = 4;

/// One suite, recorded in three ways.
struct Recorded {
    site: Recording,
    /// Classes of each test that are in all its exact sets so far, and that are in any.
    always: Sets,
    ever: Sets,
    block: Recording,
    method: Recording,
    /// Classes entered in the scopes of each test.
    entered: Sets,
}

pub(super) fn run(workspace: &Workspace, options: &Options) -> anyhow::Result<Exit> {
    let ground = Ground::prepare(workspace, options)?;
    let (mut rows, mut holds) = (Vec::new(), true);
    for suite in &options.suites {
        let suite = ground.suite(workspace, suite, options)?;
        let mut recorded = Recorded::record(&ground, &suite)?;
        recorded.tell_incomplete();
        for _ in 1..options.times.unwrap_or(TIMES) {
            if recorded.differences().is_empty() {
                break;
            }
            eprintln!("{}: recording the exact sets once more", suite.name);
            recorded.again(&ground, &suite)?;
        }
        let differences = recorded.differences();
        rows.push(recorded.row(suite.name, &differences));
        if !differences.is_empty() {
            holds = false;
            recorded.explain(suite.name, &differences);
        }
    }
    let head = [
        "suite",
        "tests",
        "exact",
        "block",
        "ratio",
        "method + expansion",
        "ratio",
        "method alone",
        "ratio",
        "tests missing a class (expansion)",
        "(block differs)",
        "(alone)",
        "a matter of timing",
    ];
    print!("{}", table::render(&head, &rows));
    Ok(if holds { Exit::Fine } else { Exit::Failed })
}

/// A test whose sets are not as they must be.
struct Difference {
    test: String,
    /// In the exact set and not in that of methods.
    missed: Vec<String>,
    /// In the exact set and not in that of blocks, and the other way round.
    without: Vec<String>,
    surplus: Vec<String>,
}

impl Recorded {
    fn record(ground: &Ground, suite: &Prepared) -> anyhow::Result<Self> {
        let ran = |label: &str, mode| Run { ground, suite, label, mode, jvm: Vec::new() }.run();
        let [site, block, method] =
            [ran("site", Mode::Site)?, ran("block", Mode::Block)?, ran("method", Mode::Method)?];
        let read = |ran: &Ran| Recording::read(&ran.recording);
        let mut entered = Sets::new();
        for path in journals::in_folder(&method.journals)? {
            for (test, found) in Journal::read(&path)?.tests {
                entered.entry(test).or_default().extend(found.entered);
            }
        }
        let site = read(&site)?;
        let (always, ever) = (site.sets(), site.sets());
        Ok(Self { site, always, ever, block: read(&block)?, method: read(&method)?, entered })
    }

    /// Records the exact sets once more.
    fn again(&mut self, ground: &Ground, suite: &Prepared) -> anyhow::Result<()> {
        let run = Run { ground, suite, label: "again", mode: Mode::Site, jvm: Vec::new() };
        let again = Recording::read(&run.run()?.recording)?.sets();
        for (test, set) in &mut self.always {
            set.retain(|class| again.get(test).is_some_and(|set| set.contains(class)));
        }
        for (test, set) in again {
            self.ever.entry(test).or_default().extend(set);
        }
        Ok(())
    }

    fn tell_incomplete(&self) {
        for recording in [&self.site, &self.block, &self.method] {
            for test in recording.tests.iter().filter(|test| test.complete != Some(true)) {
                eprintln!("incomplete: {}: {}", test.name, test.incomplete.join("; "));
            }
        }
    }

    fn generated(&self) -> BTreeSet<String> {
        let all = [&self.site, &self.block, &self.method];
        all.into_iter().flat_map(Recording::generated).collect()
    }

    fn differences(&self) -> Vec<Difference> {
        let generated = self.generated();
        let [block, method] =
            [&self.block, &self.method].map(|recording| without(recording.sets(), &generated));
        let [always, ever] =
            [&self.always, &self.ever].map(|sets| without(sets.clone(), &generated));
        differences(&always, &ever, &block, &method)
    }

    fn row(&self, name: &str, differences: &[Difference]) -> Vec<String> {
        let generated = self.generated();
        // Counted is what code alone tells: the rest is the same in all ways, and would hide how they differ.
        let [site, block, method] = [&self.site, &self.block, &self.method]
            .map(|recording| without(recording.sets_by_code(), &generated));
        let entered = without(self.entered.clone(), &generated);
        let exact = pairs(&site);
        let ratio = |sets: &Sets| ratio(pairs(sets), exact);
        let missing = differences.iter().filter(|each| !each.missed.is_empty()).count();
        let differing = differences
            .iter()
            .filter(|each| !each.without.is_empty() || !each.surplus.is_empty())
            .count();
        let alone = site.iter().filter(|(test, set)| !minus(set, entered.get(*test)).is_empty());
        let timing = pairs(&self.ever) - pairs(&self.always);
        vec![
            name.to_owned(),
            site.len().to_string(),
            exact.to_string(),
            pairs(&block).to_string(),
            ratio(&block),
            pairs(&method).to_string(),
            ratio(&method),
            pairs(&entered).to_string(),
            ratio(&entered),
            missing.to_string(),
            differing.to_string(),
            alone.count().to_string(),
            timing.to_string(),
        ]
    }

    /// Says what differs.
    fn explain(&self, suite: &str, differences: &[Difference]) {
        for difference in differences.iter().take(SHOWN) {
            let Difference { test, missed, without, surplus } = difference;
            println!("{suite} {test}");
            for class in missed {
                let why = self.site.why(test, class);
                println!("  missed by methods: {class}, exactly: {why}");
            }
            for class in without {
                let why = self.site.why(test, class);
                println!("  missed by blocks: {class}, exactly: {why}");
            }
            for class in surplus {
                let why = self.block.why(test, class);
                println!("  only by blocks: {class}: {why}");
            }
        }
        if differences.len() > SHOWN {
            println!("  … and {} more tests", differences.len() - SHOWN);
        }
    }
}

fn differences(always: &Sets, ever: &Sets, block: &Sets, method: &Sets) -> Vec<Difference> {
    let tests: BTreeSet<&String> = ever.keys().chain(block.keys()).chain(method.keys()).collect();
    let none = BTreeSet::new();
    let mut differences = Vec::new();
    for test in tests {
        let exact = always.get(test).unwrap_or(&none);
        let missed = minus(exact, method.get(test));
        let without = minus(exact, block.get(test));
        let surplus = minus(block.get(test).unwrap_or(&none), ever.get(test));
        if !(missed.is_empty() && without.is_empty() && surplus.is_empty()) {
            differences.push(Difference { test: test.clone(), missed, without, surplus });
        }
    }
    differences
}

fn minus(set: &BTreeSet<String>, other: Option<&BTreeSet<String>>) -> Vec<String> {
    set.iter().filter(|class| !other.is_some_and(|other| other.contains(*class))).cloned().collect()
}

fn without(mut sets: Sets, generated: &BTreeSet<String>) -> Sets {
    sets.values_mut().for_each(|set| set.retain(|class| !generated.contains(class)));
    sets
}

/// To three digits, rounded.
fn ratio(part: usize, whole: usize) -> String {
    let thousandths = (part * 1000 + whole / 2) / whole.max(1);
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

fn pairs(sets: &Sets) -> usize {
    sets.values().map(BTreeSet::len).sum()
}
