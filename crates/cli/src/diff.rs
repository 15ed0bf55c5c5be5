//! `tamis diff`: two class paths in, what changed out.

use std::time::Duration;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use tamis_facts::changes::{self, Comparison, Side};
use tamis_report::{diff as report, plural, printable};
use tamis_world::{Cache, ClassPath, World};

use crate::arguments::{DiffArguments, Format};
use crate::exit::Exit;
use crate::output::{self, Hint};

/// Problems that are printed before the rest is only counted.
const MOST_PROBLEMS: usize = 20;

pub(crate) fn run(arguments: &DiffArguments) -> anyhow::Result<Exit> {
    let old = class_path(&arguments.old)?;
    let new = class_path(&arguments.new)?;
    let cache = arguments.cache.as_ref().map(Cache::new);
    let bar = spinner();
    let read = |class_path: &ClassPath| {
        World::read(class_path, arguments.release, cache.as_ref(), &|count| bar.inc(count as u64))
    };
    let (old, new) = (read(&old), read(&new));
    let Comparison { changes, unknown } =
        changes::compare(&side(&old), &side(&new), arguments.order);
    bar.finish_and_clear();
    for note in old.notes().iter().chain(new.notes()) {
        output::say(&format!("warning: {note}"));
    }
    for class in &unknown {
        let class = class.replace('/', ".");
        output::say(&format!(
            "error: cannot read class `{class}` any more: it changed while it was compared"
        ));
    }
    let problems = tell_problems(&old, &new) + unknown.len();
    let diff = report::Diff {
        old: &arguments.old,
        new: &arguments.new,
        counts: new.counts(),
        changes: &changes,
    };
    let text = match (arguments.format, arguments.stat) {
        (Format::Json, _) => report::json(&diff).context("cannot write JSON")?,
        (Format::Text, true) => report::stat(&diff),
        (Format::Text, false) => report::text(&diff),
    };
    // With something unread, an answer would be about less than what was asked.
    if problems > 0 {
        output::say(&format!(
            "hint: nothing is said about changes while {} cannot be read",
            plural(problems, "file", "files")
        ));
        return Ok(Exit::Usage);
    }
    output::answer(&text)?;
    Ok(if changes.is_empty() { Exit::Fine } else { Exit::Different })
}

fn class_path(text: &str) -> anyhow::Result<ClassPath> {
    ClassPath::parse(text).with_context(|| {
        Hint(
            "name a folder of classes, a jar, a class file, or several with `:` between".to_owned(),
        )
    })
}

fn side(world: &World) -> Side<'_> {
    Side {
        set: world,
        classes: world.classes(),
        resources: world
            .resources()
            .into_iter()
            .map(|resource| (resource.path, resource.copies))
            .collect(),
    }
}

/// Prints what could not be read, and returns how much that is.
fn tell_problems(old: &World, new: &World) -> usize {
    let problems: Vec<_> = old.problems().chain(new.problems()).collect();
    for problem in problems.iter().take(MOST_PROBLEMS) {
        output::say(&format!("error: {}", printable(&problem.to_string())));
    }
    if problems.len() > MOST_PROBLEMS {
        output::say(&format!("error: … and {} more", problems.len() - MOST_PROBLEMS));
    }
    problems.len()
}

/// Shows on a terminal that something is happening; nothing elsewhere, and nothing for short work.
fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} Reading {human_pos} class files") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
