//! `tamis check`: tools that select tests, held against what happens if all tests run.

pub(crate) mod arguments;
mod auto;
mod both;
mod corpus;
mod processes;
mod programs;
mod reduce;
mod scratch;
mod seeded;
mod stopping;
mod watching;

use tamis_checker::{Summary, each_record, gaps, rules, shown};

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
        output::answer(&rules_text())?;
        return Ok(Exit::Fine);
    };
    let mut violations = Vec::new();
    let files = each_record(out, |record| violations.extend(rules::judge(&record)));
    warn_of(gaps(out, files?)?.as_deref());
    let mut is_any_certain = false;
    for violation in violations {
        let is_certain = rules::find(&violation.rule).is_some_and(|rule| rule.is_certain);
        is_any_certain |= is_certain;
        output::answer(&format!("{}\n", serde_json::to_string(&violation.told())?))?;
    }
    Ok(if is_any_certain { Exit::TestsFailed } else { Exit::Fine })
}

/// The list of rules.
fn rules_text() -> String {
    let line = |id: &str, kind: &str, certainty: &str, summary: &str| {
        format!("{id:4}  {kind:10}  {certainty:7}  {summary}\n")
    };
    let head = line("rule", "about", "certain", "violated if");
    let of = |rule: &rules::Rule| {
        let kind = format!("{:?}", rule.kind).to_lowercase();
        line(rule.id, &kind, rule.certainty(), rule.summary)
    };
    let last = "Rules that are certain are violated by nothing but a bug.\n";
    format!("{head}{}\n{last}", rules::RULES.iter().map(of).collect::<String>())
}

/// What is missing can violate rules, too.
fn warn_of(gaps: Option<&str>) {
    if let Some(gaps) = gaps {
        output::warn(
            &shown(gaps),
            Some("run `tamis check auto` again with --resume, or the other shards"),
        );
    }
}

fn run_report(arguments: &ReportArguments) -> anyhow::Result<Exit> {
    let summary = Summary::read(&arguments.out)?;
    warn_of(summary.gaps().as_deref());
    for warning in [summary.untimed(), summary.generator_bugs()].into_iter().flatten() {
        output::warn(&warning, None);
    }
    output::answer(&match arguments.format {
        ReportFormat::Text => summary.text(),
        ReportFormat::Html => summary.html(),
    })?;
    Ok(if summary.has_certain_violation() { Exit::TestsFailed } else { Exit::Fine })
}
