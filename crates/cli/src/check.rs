//! `tamis check`: tools that select tests, held against what happens if all tests run.

pub(crate) mod arguments;
mod auto;
mod both;
mod corpus;
mod processes;
mod programs;
mod reduce;
mod seeded;
mod stopping;
mod watching;

use tamis_checker::{Summary, each_record, gaps, rules};

use self::arguments::{CheckVerb, ReportArguments, ReportFormat, RulesArguments};
use crate::exit::Exit;
use crate::output;

pub(crate) fn run(verb: &CheckVerb) -> anyhow::Result<Exit> {
    match verb {
        CheckVerb::Programs(arguments) => programs::run(arguments),
        CheckVerb::Auto(arguments) => auto::run(arguments),
        CheckVerb::Corpus(arguments) => corpus::run(arguments),
        CheckVerb::Rules(arguments) => run_rules(arguments),
        CheckVerb::Report(arguments) => run_report(arguments),
        CheckVerb::Reduce(arguments) => reduce::run(arguments),
    }
}

fn run_rules(arguments: &RulesArguments) -> anyhow::Result<Exit> {
    let Some(out) = &arguments.out else {
        let line = |rule: &rules::Rule| {
            let kind = format!("{:?}", rule.kind).to_lowercase();
            format!("{:4} {kind:11} {}\n", rule.id, rule.summary)
        };
        output::answer(&rules::RULES.iter().map(line).collect::<String>())?;
        return Ok(Exit::Fine);
    };
    let mut violations = Vec::new();
    let files = each_record(out, |record| violations.extend(rules::judge(&record)));
    warn_of(gaps(out, files?)?.as_deref());
    let mut is_certain = false;
    for violation in violations {
        is_certain |= rules::find(&violation.rule).is_some_and(|rule| rule.is_certain);
        output::answer(&format!("{}\n", serde_json::to_string(&violation)?))?;
    }
    Ok(if is_certain { Exit::TestsFailed } else { Exit::Fine })
}

/// What is missing can violate rules, too.
fn warn_of(gaps: Option<&str>) {
    if let Some(gaps) = gaps {
        output::warn(gaps, Some("run `tamis check auto` again with --resume, or the other shards"));
    }
}

fn run_report(arguments: &ReportArguments) -> anyhow::Result<Exit> {
    let summary = Summary::read(&arguments.out)?;
    warn_of(summary.gaps().as_deref());
    if let Some(bugs) = summary.generator_bugs() {
        output::warn(&bugs, None);
    }
    output::answer(&match arguments.format {
        ReportFormat::Text => summary.text(),
        ReportFormat::Html => summary.html(),
    })?;
    Ok(if summary.has_certain_violation() { Exit::TestsFailed } else { Exit::Fine })
}
