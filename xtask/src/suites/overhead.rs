//! `suites overhead`: CPU time of suites with and without agents, see `bench/README.md`.

use std::fs;

use anyhow::Context;

use super::numbers::{maximum, median, minimum};
use super::options::Options;
use super::prepare::{Ground, Prepared};
use super::runs::{Mode, Ran, Run};
use super::{start_up, table};
use crate::Exit;
use crate::arguments::UsageError;
use crate::workspace::Workspace;

/// Rounds unless told otherwise.
const ROUNDS: usize = 5;

/// What Tamis may cost, as a ratio to running without.
const GOAL: f64 = 1.05;

const JACOCO: &str = "org.jacoco:org.jacoco.agent:0.8.14:runtime";
const EKSTAZI: &str = "org.ekstazi:org.ekstazi.core:5.3.0";

/// One way to run a suite, and what it took.
struct Configuration {
    /// Where it stands in the table.
    place: usize,
    name: &'static str,
    label: &'static str,
    mode: Mode,
    jvm: Vec<String>,
    /// One for each round; none if it did not work.
    seconds: Vec<Option<f64>>,
    /// What is to be known about the figures.
    remark: String,
}

pub(super) fn run(workspace: &Workspace, options: &Options) -> anyhow::Result<Exit> {
    const ROWS: [&str; 4] = ["method", "block", "jacoco", "ekstazi"];
    if let Some(row) = options.without.iter().find(|row| !ROWS.contains(&row.as_str())) {
        let hint = format!("one of {}", ROWS.join(", "));
        return Err(UsageError::new(format!("there is no row `{row}` to leave out"), hint).into());
    }
    let ground = Ground::prepare(workspace, options)?;
    let jars = ground.fetch(workspace, &[JACOCO, EKSTAZI])?;
    let agents: Vec<String> =
        jars.iter().map(|jar| format!("-javaagent:{}", jar.display())).collect();
    let [jacoco, ekstazi] = agents.as_slice() else { anyhow::bail!("an agent is missing") };
    let load = || fs::read_to_string("/proc/loadavg").unwrap_or_default().trim().to_owned();
    println!("JDK {}, load average at the start: {}", ground.jdk, load());
    let rounds = options.times.unwrap_or(ROUNDS);
    let mut is_reached = true;
    for suite in &options.suites {
        let suite = ground.suite(workspace, suite, options)?;
        let mut configurations = configurations(&ground, &suite, jacoco, ekstazi);
        configurations.retain(|each| !options.without.iter().any(|row| row == each.row()));
        for round in 1..=rounds {
            eprintln!("{}: round {round} of {rounds}", suite.name);
            // There and back, so that nobody is always behind the same one.
            for configuration in &mut configurations {
                configuration.measure(&ground, &suite)?;
            }
            configurations.reverse();
        }
        configurations.sort_by_key(|each| each.place);
        let (text, is_good) = render(&suite, rounds, &configurations);
        print!("\n{text}");
        is_reached &= is_good;
    }
    print!("\n{}", start_up::measure(&ground, jacoco)?);
    println!("\nload average at the end: {}", load());
    Ok(if is_reached { Exit::Fine } else { Exit::Failed })
}

fn configurations(
    ground: &Ground,
    suite: &Prepared,
    jacoco: &str,
    ekstazi: &str,
) -> Vec<Configuration> {
    let data = ground.folder.join(suite.name).join("temporary").join("jacoco.exec");
    let new = |place, name, label, mode, jvm| Configuration {
        place,
        name,
        label,
        mode,
        jvm,
        seconds: Vec::new(),
        remark: String::new(),
    };
    let off = Mode::Bare;
    vec![
        new(0, "without", "cost-off", off, Vec::new()),
        new(1, "tamis, method", "cost-method", Mode::Method, Vec::new()),
        new(2, "tamis, block", "cost-block", Mode::Block, Vec::new()),
        new(3, "jacoco", "cost-jacoco", off, vec![format!("{jacoco}=destfile={}", data.display())]),
        new(4, "ekstazi", "cost-ekstazi", off, vec![format!("{ekstazi}=mode=junit")]),
    ]
}

impl Configuration {
    /// How `--without` calls it.
    fn row(&self) -> &'static str {
        self.label.trim_start_matches("cost-")
    }

    fn measure(&mut self, ground: &Ground, suite: &Prepared) -> anyhow::Result<()> {
        let (label, mode, jvm) = (self.label, self.mode, self.jvm.clone());
        let ran = match (Run { ground, suite, label, mode, jvm }.run()) {
            Ok(ran) => ran,
            // An agent of others may not get along with this JDK; that is a result.
            Err(error) if self.label == "cost-ekstazi" => {
                let error = format!("{error:#}");
                self.seconds.push(None);
                self.remark = error.lines().next().unwrap_or_default().chars().take(120).collect();
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        self.seconds.push(Some(ran.cpu));
        self.remark = self.remark(suite, &ran)?;
        Ok(())
    }

    fn remark(&self, suite: &Prepared, ran: &Ran) -> anyhow::Result<String> {
        if self.mode != Mode::Bare {
            return Ok(ran.summary.split(": ").nth(1).unwrap_or_default().to_owned());
        }
        if self.label != "cost-ekstazi" {
            return Ok(String::new());
        }
        let files = fs::read_dir(suite.project.join(".ekstazi")).into_iter().flatten().flatten();
        let files: Vec<String> =
            files.filter_map(|entry| fs::read_to_string(entry.path()).ok()).collect();
        // The first line of each is its version.
        let lines: usize = files.iter().map(|text| text.lines().count().saturating_sub(1)).sum();
        let recorded = files.len();
        let errors = fs::read_to_string(&ran.stderr).context("cannot read what was printed")?;
        let errors = errors.lines().filter(|line| line.contains("Exception in thread")).count();
        Ok(format!("recorded {recorded} tests, {lines} dependencies, {errors} uncaught exceptions"))
    }
}

/// The table of a suite, and whether Tamis costs as little as it should.
fn render(suite: &Prepared, rounds: usize, configurations: &[Configuration]) -> (String, bool) {
    let base = configurations.first().map_or(&[][..], |first| &first.seconds);
    let mut rows = Vec::new();
    for configuration in configurations {
        let seconds: Vec<f64> = configuration.seconds.iter().copied().flatten().collect();
        let ratios = ratios(&configuration.seconds, base);
        rows.push(vec![
            configuration.name.to_owned(),
            text(median(&seconds), 2),
            text(minimum(&seconds), 2),
            text(median(&ratios), 3),
            format!("{} to {}", text(minimum(&ratios), 3), text(maximum(&ratios), 3)),
            configuration.remark.clone(),
        ]);
    }
    let head = [suite.name, "median, CPU s", "minimum", "ratio", "in the rounds", "last run"];
    let costs = |name: &str| {
        let found = configurations.iter().find(|configuration| configuration.label == name)?;
        median(&ratios(&found.seconds, base))
    };
    let own = costs("cost-method");
    let others: Vec<f64> = ["cost-jacoco", "cost-ekstazi"].into_iter().filter_map(costs).collect();
    let is_lowest = own.is_some_and(|own| others.iter().all(|other| own <= *other));
    let is_good = own.is_some_and(|own| own <= GOAL) && is_lowest;
    let goal = if is_good { "reached" } else { "not reached" };
    let beside = match others.len() {
        0 => "compared with no other",
        1 => "less than the other",
        _ => "less than others",
    };
    let table = table::render(&head, &rows);
    (format!("{table}{rounds} rounds; goal (at most {GOAL}, {beside}): {goal}\n"), is_good)
}

/// What it took by what it took without, round by round: how fast the machine is changes from one to the next.
pub(super) fn ratios(seconds: &[Option<f64>], base: &[Option<f64>]) -> Vec<f64> {
    seconds.iter().zip(base).filter_map(|(a, b)| Some((*a)? / (*b)?)).collect()
}

fn text(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
}
