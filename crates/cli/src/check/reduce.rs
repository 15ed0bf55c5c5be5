//! `tamis check reduce`: evolving programs that violate a rule, as small as they can be.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use clap::ValueEnum as _;
use tamis_checker::rules::{self, Violation};
use tamis_checker::{IN_PROCESSES, Launch, Reduced, Reducer, Summary, checked, each_record, shown};
use tamis_progen::java::Sources;
use tamis_report::plural;

use super::arguments::{CheckMode, ReduceArguments};
use super::auto;
use super::stopping::Stopped;
use crate::arguments::technique;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::{jdk, junit};

pub(crate) fn run(arguments: &ReduceArguments) -> anyhow::Result<Exit> {
    let violations = violations(arguments)?;
    if violations.is_empty() {
        let what = arguments.id.as_deref().unwrap_or("the campaign");
        output::say(&format!("Nothing   {what} violates no rule that only a bug violates"));
        return Ok(Exit::Fine);
    }
    let java = jdk::tool_since("java", auto::OLDEST)?;
    let mode = mode(arguments, &java)?;
    let stopped = Stopped::listen()?;
    let launch = auto::launch(java, junit::jars(junit::JUNIT4)?, &stopped);
    let work = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut exit = Exit::Fine;
    let mut known: Vec<(String, String)> = Vec::new();
    for violation in violations {
        if let Some(by) = stopped.by() {
            return Ok(Exit::Stopped(by));
        }
        let Violation { id, tool, rule, .. } = &violation;
        let Ok(technique) = technique(tool.strip_suffix(IN_PROCESSES).unwrap_or(tool)) else {
            let line = format!("Passed    {tool} in {id}: it is none of ours");
            output::say(&shown(&line));
            continue;
        };
        let ours = auto::tool(mode, vec![technique], &launch, &stopped)?;
        let reducer = Reducer {
            out: arguments.out.clone(),
            work: std::fs::canonicalize(work.path())?,
            tool: &*ours,
            // Each try has machines of its own.
            launch: Launch { is_brief: true, ..launch.clone() },
        };
        let reduced = reducer.reduce(&violation);
        if let Some(by) = stopped.by() {
            return Ok(Exit::Stopped(by));
        }
        match reduced? {
            Some(reduced) => {
                exit = Exit::TestsFailed;
                let shape = shape(&reduced);
                let first = known.iter().find(|(each, _)| *each == shape);
                output::answer(&match first {
                    Some((_, first)) => {
                        let line = format!("{tool} violates {rule} in {id}: as {first}");
                        format!("==== {}\n", shown(&line))
                    }
                    None => text(&violation, &reduced),
                })?;
                known.push((shape, id.clone()));
            }
            None => {
                let line = format!("Passed    {tool} does not violate {rule} in {id} alone");
                output::say(&shown(&line));
            }
        }
    }
    Ok(exit)
}

/// How the techniques of the campaign were run. Other builds have other programs under the same names, or none.
fn mode(arguments: &ReduceArguments, java: &Path) -> anyhow::Result<CheckMode> {
    let theirs = checked(&arguments.out)?;
    let mode = CheckMode::from_str(&theirs.mode, false)
        .map_err(|_| anyhow!("the campaign does not say in which mode its techniques were run"))
        .hint("run it anew with this version of tamis")?;
    if let Some((what, theirs, ours)) = theirs.difference(&auto::checked(mode, java)?) {
        let message = format!("the campaign is of another {what}: `{theirs}`, not `{ours}`");
        return Err(anyhow!(shown(&message)))
            .hint("run the campaign anew, with another folder for --out, and reduce that one");
    }
    Ok(mode)
}

/// What is left, without the package that tells programs apart: where it is the same, so is the cause.
fn shape(reduced: &Reduced) -> String {
    let mut shape = String::new();
    write_sources(&mut shape, "before", &reduced.before);
    write_sources(&mut shape, "after", &reduced.after);
    let package = reduced.before.units.first().map(|unit| unit.name.package.as_str());
    let root = package.and_then(|package| package.split('.').next()).unwrap_or_default();
    shape.replace(&format!("{root}."), "").replace(&format!("{root}/"), "")
}

fn violations(arguments: &ReduceArguments) -> anyhow::Result<Vec<Violation>> {
    let Some(id) = &arguments.id else {
        let summary = Summary::read(&arguments.out)?;
        return Ok(summary.representatives().cloned().collect());
    };
    let mut found = Vec::new();
    let mut is_there = false;
    each_record(&arguments.out, |record| {
        if record.id == *id {
            is_there = true;
            found.extend(rules::judge(&record));
        }
    })?;
    if !is_there {
        return Err(anyhow!("no evolving program `{id}`"))
            .hint("`tamis check report` names those that violate a rule, such as JD7-00000-E5-1");
    }
    found.retain(|each: &Violation| rules::find(&each.rule).is_some_and(|rule| rule.is_certain));
    found.dedup_by(|later, each| later.rule == each.rule && later.tool == each.tool);
    Ok(found)
}

fn text(violation: &Violation, reduced: &Reduced) -> String {
    let Violation { id, tool, rule, .. } = violation;
    let tried = plural(reduced.tried, "program", "programs");
    let head = format!("{tool} violates {rule} in {id}, {tried} tried");
    let mut text = format!("==== {}\n", shown(&head));
    let record = &reduced.record;
    let tests: Vec<String> =
        reduced.violation.tests.iter().filter_map(|test| record.test_name(test)).collect();
    let _ = writeln!(text, "==== edit: {}", shown(&record.site));
    let _ = writeln!(text, "==== tests: {}", shown(&tests.join(", ")));
    if let Some(failed) = record.revisions.last().and_then(|last| last.failed.values().next()) {
        let _ = writeln!(text, "==== fails with: {}", shown(failed));
    }
    write_sources(&mut text, "before", &reduced.before);
    write_sources(&mut text, "after", &reduced.after);
    text
}

fn write_sources(text: &mut String, name: &str, sources: &Sources) {
    let _ = writeln!(text, "==== {name}");
    for file in sources.files() {
        let _ = writeln!(text, "// {}\n{}", file.path, file.text);
    }
    for resource in &sources.resources {
        let _ = writeln!(text, "// {}\n{}", resource.path, resource.text);
    }
    if let Some(library) = &sources.library {
        let types: Vec<String> = library.types.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "// {} holds {}", library.file, types.join(", "));
    }
}
