//! `suites same`: whether tests end and print the same with the agent as without it.
//!
//! Each suite runs twice without the agent and once with it. Where the first two differ, the suite is not stable: that
//! is counted, and no difference of the third is held against the agent there. Everything else must be the same, line
//! by line and in the same order.

use std::fs;

use anyhow::Context;

use super::hunks::{Hunk, hunks};
use super::options::Options;
use super::prepare::{Ground, Prepared};
use super::recording::Recording;
use super::runs::{Mode, Ran, Run};
use super::table;
use crate::Exit;
use crate::workspace::Workspace;

/// Beyond this many differing lines it does not matter which ones.
const MOST: usize = 2000;

/// Differences that are printed of each kind.
const SHOWN: usize = 10;

/// What was compared, of one suite.
#[derive(Default)]
struct Compared {
    lines: usize,
    unstable: usize,
    differing: usize,
}

pub(super) fn run(workspace: &Workspace, options: &Options) -> anyhow::Result<Exit> {
    let ground = Ground::prepare(workspace, options)?;
    let mut rows = Vec::new();
    let mut differing = 0;
    for suite in &options.suites {
        let suite = ground.suite(workspace, suite, options)?;
        let ran = |label: &str, mode| {
            let (ground, suite) = (&ground, &suite);
            Run { ground, suite, label, mode, jvm: Vec::new() }.run()
        };
        let runs = [ran("off", Mode::Off)?, ran("off-again", Mode::Off)?, ran("on", Mode::Method)?];
        let mut row = vec![suite.name.to_owned(), format!("JDK {}", ground.jdk)];
        for (name, lines) in [
            ("results", results as fn(&Ran) -> anyhow::Result<Vec<String>>),
            ("stdout", stdout),
            ("stderr", stderr),
        ] {
            let [off, again, on] = &runs;
            let lines = [lines(off)?, lines(again)?, lines(on)?];
            let compared = compare(&suite, name, &lines);
            row.extend(
                [compared.lines, compared.unstable, compared.differing].map(|n| n.to_string()),
            );
            differing += compared.differing;
        }
        rows.push(row);
    }
    let head = [
        "suite", "", "results", "unstable", "differ", "stdout", "unstable", "differ", "stderr",
        "unstable", "differ",
    ];
    print!("{}", table::render(&head, &rows));
    println!("differences with the agent: {differing}");
    Ok(if differing == 0 { Exit::Fine } else { Exit::Failed })
}

fn compare(suite: &Prepared, name: &str, [off, again, on]: &[Vec<String>; 3]) -> Compared {
    let unstable = hunks(off, again, MOST);
    let found = hunks(off, on, MOST);
    let size = |hunk: &Hunk| hunk.old.len().max(hunk.new.len());
    let mut compared = Compared { lines: off.len(), ..Compared::default() };
    compared.unstable = unstable.iter().map(size).sum();
    let real: Vec<&Hunk> = found.iter().filter(|hunk| !hunk.is_within(&unstable)).collect();
    compared.differing = real.iter().map(|hunk| size(hunk)).sum();
    let show = |what: &str, hunk: &Hunk, other: &[String]| {
        println!("{} {name}, line {}: {what}", suite.name, hunk.old.start + 1);
        let lines = |lines: &[String], sign: &str| {
            lines.iter().take(3).for_each(|line| {
                let line: String = line.chars().take(200).collect();
                println!("  {sign} {line}");
            });
        };
        lines(off.get(hunk.old.clone()).unwrap_or(&[]), "-");
        lines(other.get(hunk.new.clone()).unwrap_or(&[]), "+");
    };
    unstable.iter().take(SHOWN).for_each(|hunk| show("unstable without the agent", hunk, again));
    real.iter().take(SHOWN).for_each(|hunk| show("differs with the agent", hunk, on));
    compared
}

/// One line for each test method, sorted: the order in which a JVM tells methods is not the same each time, and some
/// frameworks run them in that order.
fn results(ran: &Ran) -> anyhow::Result<Vec<String>> {
    let recording = Recording::read(&ran.recording)?;
    let of_tests = recording.tests.iter().flat_map(|test| {
        test.results.iter().map(|result| {
            let message = result.message.as_deref().unwrap_or_default();
            format!(
                "{}: {}.{} {} {message}",
                test.name, result.class, result.method, result.outcome
            )
        })
    });
    let mut results: Vec<String> = of_tests.collect();
    results.sort();
    Ok(results)
}

fn stdout(ran: &Ran) -> anyhow::Result<Vec<String>> {
    lines(&ran.stdout)
}

fn stderr(ran: &Ran) -> anyhow::Result<Vec<String>> {
    lines(&ran.stderr)
}

fn lines(path: &std::path::Path) -> anyhow::Result<Vec<String>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
}
