//! `tamis check programs`: the programs that a constraint admits.

use anyhow::{Context as _, anyhow};
use tamis_progen::java::{Sources, Style, sources};
use tamis_progen::{Constraint, Mode, Program, Sampling, enumerate, sample_unconstrained};

use super::arguments::ProgramsArguments;
use crate::exit::Exit;
use crate::output::{self, WithHint as _};

pub(crate) fn run(arguments: &ProgramsArguments) -> anyhow::Result<Exit> {
    let constraint = match arguments.scope {
        Some(scope) => arguments.constraint.within(scope),
        None => *arguments.constraint,
    };
    if arguments.count && arguments.seed.is_none() {
        let hint = match constraint.cast {
            Some(_) => "count without --scope, or within a smaller one",
            None => "count within a smaller one, such as --scope 1/2/2/0",
        };
        let programs = listed(&constraint, hint)?;
        let programs = sampling(arguments).of(programs);
        output::answer(&format!("{}\n", programs.len()))?;
        return Ok(Exit::Fine);
    }
    let programs = programs(arguments, &constraint)?;
    if arguments.count {
        output::answer(&format!("{}\n", programs.len()))?;
        return Ok(Exit::Fine);
    }
    for (place, program) in programs.iter().enumerate() {
        let next = programs.get((place + 1) % programs.len()).unwrap_or(program);
        output::answer(&text(arguments, &constraint, program, next))?;
    }
    Ok(Exit::Fine)
}

fn sampling(arguments: &ProgramsArguments) -> Sampling {
    Sampling { most: arguments.max, stride: arguments.stride, seed: arguments.seed }
}

/// All programs, or some of them if there are too many and it is said how many.
fn programs(
    arguments: &ProgramsArguments,
    constraint: &Constraint,
) -> anyhow::Result<Vec<Program>> {
    match (constraint.cast, arguments.seed) {
        (None, Some(seed)) => {
            let most = arguments.max.context("it is not said how many programs to draw");
            let most = most.hint("say so with --max")?;
            Ok(sample_unconstrained(constraint, most, seed))
        }
        (_, None | Some(_)) => {
            let hint = "draw some with --seed and --max, or name a smaller --scope";
            Ok(sampling(arguments).of(listed(constraint, hint)?))
        }
    }
}

fn listed(constraint: &Constraint, hint: &str) -> anyhow::Result<Vec<Program>> {
    enumerate(constraint).map_err(|error| anyhow!(error)).hint(hint)
}

/// A program as Java, or what an operator makes of it.
fn text(
    arguments: &ProgramsArguments,
    constraint: &Constraint,
    program: &Program,
    next: &Program,
) -> String {
    let style = if arguments.paper_compat { Style::Published } else { Style::Resolved };
    let mode = if arguments.paper_compat { Mode::Published } else { Mode::Default };
    let written = |program: &Program| sources(program, &constraint.names, style, "");
    let own = written(program);
    let Some(operator) = arguments.operator else { return files(&own) };
    let mut text = String::new();
    for evolution in operator.evolve(&own, &written(next), mode) {
        let before = evolution.before.as_ref().unwrap_or(&own);
        text.push_str(&format!("==== before: {operator}, {}\n", evolution.site));
        text.push_str(&files(before));
        text.push_str(&format!("==== after: {operator}, {}\n", evolution.site));
        text.push_str(&files(&evolution.after));
    }
    text
}

fn files(sources: &Sources) -> String {
    let mut text = String::new();
    for file in sources.files() {
        text.push_str(&format!("// {}\n{}\n", file.path, file.text));
    }
    for resource in &sources.resources {
        text.push_str(&format!("// {}\n{}\n", resource.path, resource.text));
    }
    if let Some(library) = &sources.library {
        let types: Vec<String> = library.types.iter().map(ToString::to_string).collect();
        text.push_str(&format!("// {} holds {}\n", library.file, types.join(", ")));
    }
    text
}
