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
[--all]: without --all, so many cells that each pair is met";

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> anyhow::Result<Exit> {
    let Options { mut axes, most, is_all } = Options::parse(words)?;
    axes.jdks.retain(|jdk| match requirements::jdk_home(*jdk) {
        Ok(_) => true,
        Err(missing) => {
            eprintln!("without JDK {jdk}: {}", missing.cause);
            false
        }
    });
    let cells = if is_all { axes.all() } else { axes.pairwise() };
    let cells: Vec<Cell> = cells.into_iter().take(most).collect();
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
    print!("{}", table(&rows));
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
}

impl Options {
    fn parse(words: &[String]) -> Result<Self, UsageError> {
        let mut options = Self { axes: Axes::default(), most: usize::MAX, is_all: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if word == "--all" {
                options.is_all = true;
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
