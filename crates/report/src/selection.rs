//! Which tests run and why, in words and as JSON.

mod json;
mod unchanged;
mod words;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use tamis_select::{Reason, Selection, Skip, Verdict};
use tamis_vocab::ClassName;

pub use self::json::{json, reasons_json, skip_json};
pub use self::unchanged::Unchanged;
pub use self::words::{ago, seconds};
use crate::words::{plural, printable, quoted_list};

/// The lines in front of a run: what changed, how many tests run and why, what is skipped on what evidence. `now` is in
/// seconds since 1970.
pub fn heading(selection: &Selection, now: u64) -> String {
    let mut text = String::new();
    if let Some(changed) = words::changed(&selection.changed) {
        text.push_str(&format!("changed: {}\n", printable(&changed)));
    }
    let all = selection.verdicts.len();
    let running = selection.running().count();
    let mut counts: BTreeMap<usize, (&str, usize)> = BTreeMap::new();
    let mut skips = Vec::new();
    for (_, verdict) in &selection.verdicts {
        match verdict {
            Verdict::Run(reasons) => {
                let (rank, word) = reasons.iter().map(group).min().unwrap_or((9, "unknown"));
                counts.entry(rank).or_insert((word, 0)).1 += 1;
            }
            Verdict::Skip(skip) => skips.push(skip),
        }
    }
    let why: Vec<String> = counts.values().map(|(word, count)| format!("{count} {word}")).collect();
    let why = if why.is_empty() { String::new() } else { format!(": {}", why.join(", ")) };
    let classes = plural(all, "test class", "test classes");
    text.push_str(&format!("running {running} of {classes}{why}\n"));
    let newest = skips.iter().map(|skip| skip.passed).max();
    let oldest = skips.iter().map(|skip| skip.passed).min();
    if let (Some(newest), Some(oldest)) = (newest, oldest) {
        let facts = usize::try_from(skips.iter().map(|skip| skip.facts).sum::<u64>());
        let nanos: u64 = skips.iter().map(|skip| skip.nanos).sum();
        let when = match (ago(now, newest), ago(now, oldest)) {
            (newest, oldest) if newest == oldest => newest,
            (newest, oldest) => format!("between {oldest} and {newest}"),
        };
        text.push_str(&format!(
            "skipping {}: passed {when}, and what that rests on ({}) holds; saves about {}\n",
            plural(skips.len(), "test class", "test classes"),
            plural(facts.unwrap_or(usize::MAX), "fact", "facts"),
            seconds(nanos)
        ));
    }
    text
}

/// All verdicts, a line each, and the heading.
pub fn text(selection: &Selection, now: u64) -> String {
    let mut text = heading(selection, now);
    for (test, verdict) in sorted(selection) {
        match verdict {
            Verdict::Run(reasons) => {
                text.push_str(&format!("run   {test}: {}\n", summary(reasons, 2)));
            }
            Verdict::Skip(skip) => {
                let when = ago(now, skip.passed);
                let facts = facts(skip);
                text.push_str(&format!("skip  {test}: passed {when}, rests on {facts}\n"));
            }
        }
    }
    text
}

/// Why a test is skipped: how long ago it passed, and on how many facts that rests.
pub fn skipped(test: &ClassName, skip: &Skip, now: u64) -> String {
    let (when, facts) = (ago(now, skip.passed), facts(skip));
    format!("{test} is skipped: it passed {when}, and what that rests on holds ({facts}):\n")
}

/// The same, if it rests on the classes that the test can reach.
pub fn skipped_statically(test: &ClassName, skip: &Skip, now: u64) -> String {
    let when = ago(now, skip.passed);
    let classes = usize::try_from(skip.facts).unwrap_or(usize::MAX);
    let classes = plural(classes, "class", "classes");
    format!(
        "{test} is skipped: it passed {when}, and the {classes} that it can reach, the JDK and the test frameworks are \
         as they were\n"
    )
}

/// How many of what, under each other: `    12 bodies of methods`.
pub fn counts(counts: &BTreeMap<(&str, &str), u64>) -> String {
    let line = |((one, many), count): (&(&str, &str), &u64)| {
        let noun = if *count == 1 { one } else { many };
        format!("{count:>6} {noun}\n")
    };
    counts.iter().map(line).collect()
}

fn facts(skip: &Skip) -> String {
    plural(usize::try_from(skip.facts).unwrap_or(usize::MAX), "fact", "facts")
}

/// Reasons in few words.
pub fn summary(reasons: &[Reason], most: usize) -> String {
    let mut parts: Vec<String> = reasons.iter().take(most).map(words::reason).collect();
    if reasons.len() > most {
        parts.push(format!("and {} more", reasons.len() - most));
    }
    parts.join("; ")
}

/// One reason in words.
pub fn reason(reason: &Reason) -> String {
    words::reason(reason)
}

fn sorted(selection: &Selection) -> Vec<(&ClassName, &Verdict)> {
    let mut verdicts: Vec<_> = selection.verdicts.iter().map(|(test, v)| (test, v)).collect();
    verdicts.sort_by_key(|(test, _)| test.to_string());
    verdicts
}

/// Under which word a reason is counted; a test counts under its most telling one.
fn group(reason: &Reason) -> (usize, &'static str) {
    match reason {
        Reason::Forced => (0, "forced"),
        Reason::New => (1, "never recorded"),
        Reason::Failed { .. } => (2, "failed last time"),
        Reason::Incomplete { .. } => (3, "incomplete last time"),
        Reason::Opaque { .. } => (4, "opaque"),
        Reason::EnvironmentChanged { .. } => (5, "last run in another environment"),
        Reason::FactChanged { .. } | Reason::ClassChanged(_) => (6, "affected"),
        Reason::Together { .. } => (7, "that share something with these"),
        Reason::TooOld { .. } => (8, "with evidence that is too old"),
        Reason::Unknown { .. } => (9, "in doubt"),
    }
}

/// What is said if a test named by the user is not there.
pub fn no_such_test(test: &str, selection: &Selection) -> String {
    let wanted = test.rsplit('.').next().unwrap_or(test).to_lowercase();
    let is_near = |name: &String| name.to_lowercase().contains(&wanted);
    let near: Vec<String> =
        sorted(selection).iter().map(|(test, _)| test.to_string()).filter(is_near).collect();
    if near.is_empty() {
        "`tamis select` lists the tests that there are".to_owned()
    } else {
        format!("did you mean {}?", quoted_list(&near, 3))
    }
}
