//! `cargo xtask matrix-build`: `tamis mvn` with real releases of Maven, Surefire and test frameworks, on the JDKs of the
//! machine. Each pair of them is met at least once.
//!
//! In each cell a build of two modules is edited, moved and broken, and the same is said of it by Maven alone. A cell that
//! Maven alone cannot build says nothing about `tamis`, and is named with its cause.

mod cells;
mod gradle;
mod project;
mod reports;
mod steps;
mod tools;

use std::collections::BTreeSet;
use std::fs;

use anyhow::Context;

use self::cells::{Axes, Cell};
pub(crate) use self::gradle::run as run_gradle;
pub(crate) use self::reports::{Results, below as reports_below};
use self::steps::{Manner, Told, Tool};
use crate::Exit;
use crate::arguments::{UsageError, unknown};
use crate::requirements;
use crate::suites::build_program;
use crate::workspace::Workspace;

const HINT: &str = "cargo xtask matrix-build [--maven V,…] [--surefire V,…] [--framework F,…] [--jdk N,…] [--most N] \
[--all] [--list]: without --all, so many cells that each pair is met; --list builds nothing";

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let Options { mut axes, most, is_all, is_list } = Options::parse(words)?;
    axes.jdks.retain(|jdk| match requirements::jdk_home(*jdk) {
        Ok(_) => true,
        Err(missing) => {
            eprintln!("without JDK {jdk}: {}", missing.cause);
            false
        }
    });
    let cells = if is_all { axes.all() } else { axes.pairwise() };
    let cells: Vec<Cell> = cells.into_iter().take(most).collect();
    if is_list {
        cells.iter().for_each(|cell| println!("{cell}"));
        return Ok(Exit::Fine);
    }
    let folder = workspace.root().join("target/builds");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let tamis = build_program(workspace)?;
    let mut rows = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        eprintln!("{} of {}: {cell}", number + 1, cells.len());
        let maven = tools::maven(&folder, cell.maven)?;
        let work = folder.join("work");
        let told = steps::take(cell, Tool::Maven, &tamis, Some(&maven), &work, &Manner::default())?;
        eprintln!("    {told}");
        rows.push((cell, told));
    }
    print!("{}\n{}", table(&rows), overview(&rows));
    let count = |wanted: fn(&Told) -> bool| rows.iter().filter(|(_, told)| wanted(told)).count();
    let failed = count(|told| matches!(told, Told::Wrong { .. }));
    println!(
        "\n{} cells: {} fine, {failed} wrong, {} that fail without `tamis`",
        rows.len(),
        count(|told| matches!(told, Told::Fine)),
        count(|told| matches!(told, Told::NoBuild { .. })),
    );
    Ok(if failed == 0 { Exit::Fine } else { Exit::Failed })
}

/// One line for each Surefire, one column for each Maven: with what tests were written for, and the JDK.
fn overview(rows: &[(&Cell, Told)]) -> String {
    let mavens: BTreeSet<&str> = rows.iter().map(|(cell, _)| cell.maven).collect();
    let surefires: BTreeSet<&str> = rows.iter().map(|(cell, _)| cell.surefire).collect();
    let mut table = String::from("| Surefire |");
    mavens.iter().for_each(|maven| table.push_str(&format!(" Maven {maven} |")));
    table.push_str(&format!("\n|---|{}\n", "---|".repeat(mavens.len())));
    for surefire in surefires {
        table.push_str(&format!("| {surefire} |"));
        for maven in &mavens {
            let own =
                rows.iter().filter(|(cell, _)| cell.maven == *maven && cell.surefire == surefire);
            let words = own.map(|(Cell { framework, jdk, .. }, told)| match told {
                Told::Fine => format!("{framework} on {jdk}"),
                Told::NoBuild { .. } => format!("{framework} on {jdk} (not without `tamis`)"),
                Told::Wrong { step, .. } => format!("**{framework} on {jdk}: {step}**"),
            });
            table.push_str(&format!(" {} |", words.collect::<Vec<_>>().join(", ")));
        }
        table.push('\n');
    }
    table
}

fn table(rows: &[(&Cell, Told)]) -> String {
    let mut table = String::from(
        "| Maven | Surefire | tests with | JDK | `tamis mvn` |\n|---|---|---|---|---|\n",
    );
    for (cell, told) in rows {
        let Cell { maven, surefire, framework, jdk } = cell;
        table.push_str(&format!("| {maven} | {surefire} | {framework} | {jdk} | {told} |\n"));
    }
    table
}

struct Options {
    axes: Axes,
    most: usize,
    is_all: bool,
    is_list: bool,
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, UsageError> {
        let (most, is_all, is_list) = (usize::MAX, false, false);
        let mut options = Self { axes: Axes::default(), most, is_all, is_list };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if word == "--all" {
                options.is_all = true;
                continue;
            }
            if word == "--list" {
                options.is_list = true;
                continue;
            }
            if !["--maven", "--surefire", "--framework", "--jdk", "--most"].contains(&word.as_str())
            {
                return Err(unknown("matrix-build", word, HINT.to_owned()));
            }
            let wrong = |what: &str| UsageError::new(format!("`{word}` {what}"), HINT.to_owned());
            let value = words.next().ok_or_else(|| wrong("needs a value"))?;
            let is_listed = |name: &str| value.split(',').any(|each| each == name);
            match word.as_str() {
                "--maven" => options.axes.mavens.retain(|each| is_listed(each)),
                "--surefire" => options.axes.surefires.retain(|each| is_listed(each)),
                "--framework" => options.axes.frameworks.retain(|each| is_listed(each.version)),
                "--jdk" => options.axes.jdks.retain(|each| is_listed(&each.to_string())),
                _ => options.most = value.parse().map_err(|_| wrong("needs a number"))?,
            }
        }
        if options.axes.all().is_empty() {
            let message = "no combination of these can be built".to_owned();
            return Err(UsageError::new(message, HINT.to_owned()));
        }
        Ok(options)
    }
}
