//! A recording for people: one block for each test, sorted.

use std::collections::BTreeSet;

use tamis_journal::Unprobed;
use tamis_trace::{Execution, FileUse, Whole, Why};

use super::{Recording, heading, outcome_word};
use crate::words::printable;

/// The recording as text.
pub fn text(recording: &Recording<'_>) -> String {
    let mut executions: Vec<&Execution> = recording.executions.iter().collect();
    executions.sort_by(|a, b| (&a.test, a.machine).cmp(&(&b.test, b.machine)));
    executions.iter().map(|execution| block(recording, execution)).collect()
}

fn block(recording: &Recording<'_>, execution: &Execution) -> String {
    let footprint = &execution.footprint;
    let mut block = Block(format!("{}\n", printable(&execution.test.to_string())));
    let reasons = execution.incomplete.iter().map(ToString::to_string).collect();
    block.list("incomplete", reasons);
    block.list(
        "results",
        execution
            .results
            .iter()
            .map(|result| {
                let name = if result.method.is_empty() { "(class)" } else { &result.method };
                let class = if result.class == execution.test {
                    String::new()
                } else {
                    format!("{}.", result.class)
                };
                format!("{} {class}{name}", outcome_word(result.outcome))
            })
            .collect(),
    );
    let (initialisers, methods): (Vec<_>, Vec<_>) =
        footprint.methods.iter().partition(|method| &*method.name == "<clinit>");
    block.list("methods", methods.iter().map(ToString::to_string).collect());
    let methods = footprint.assumed.iter().map(ToString::to_string).collect();
    block.list("methods that may have been entered", methods);
    let classes = initialisers.iter().map(|method| method.class.to_string()).collect();
    block.list("static initialisers", classes);
    let classes = footprint.classes.iter().map(|(class, why)| format!("{class} ({})", reason(why)));
    block.list("classes", classes.collect());
    let classes = footprint.whole.iter().map(|(class, why)| format!("{class} ({})", whole(*why)));
    block.list("classes as a whole", classes.collect());
    let mut sections: Vec<(&str, Vec<String>)> = Vec::new();
    for (name, item) in footprint.observations.iter().map(heading) {
        match sections.iter_mut().find(|(known, _)| *known == name) {
            Some((_, items)) => items.push(item),
            None => sections.push((name, vec![item])),
        }
    }
    for (name, items) in sections {
        block.list(name, items);
    }
    let files = footprint.files.iter().map(|used| {
        let what = match used {
            FileUse::Read(_) => "read",
            FileUse::Probed(_) => "asked about",
            FileUse::Listed(_) => "listed",
        };
        format!("{} ({what})", recording.file(used.path()))
    });
    block.list("files", files.collect());
    block
        .list("files written", footprint.written.iter().map(|path| recording.file(path)).collect());
    block.list("after", footprint.after.keys().map(ToString::to_string).collect());
    let left = execution.left.iter().map(|left| left.what.to_string()).collect::<BTreeSet<_>>();
    block.list("left changed", left.into_iter().collect());
    let leans_on = execution.leans_on.iter();
    let leans_on = leans_on.map(|each| format!("{} (left by {})", each.what, each.left_by));
    block.list("leans on", leans_on.collect());
    block.0
}

struct Block(String);

impl Block {
    fn list(&mut self, name: &str, items: Vec<String>) {
        if items.is_empty() {
            return;
        }
        self.0.push_str(&format!("  {name} ({})\n", items.len()));
        for item in items {
            self.0.push_str(&format!("    {}\n", printable(&item)));
        }
    }
}

fn reason(why: &Why) -> String {
    match why {
        Why::Entered => "entered".to_owned(),
        Why::Implied { by } => format!("named in {by}"),
        Why::Reflected => "looked at".to_owned(),
        Why::Unprobed => "not probed".to_owned(),
        Why::Supertype { of } => format!("above {of}"),
        Why::Through { initialiser } => format!("initialising {initialiser}"),
    }
}

fn whole(why: Whole) -> &'static str {
    match why {
        Whole::OtherBytes { is_on_class_path: true } => "changed when it was loaded",
        Whole::OtherBytes { is_on_class_path: false } => "not on the class path",
        Whole::Unprobed(Unprobed::Framework) => "part of a test framework",
        Whole::Unprobed(Unprobed::Unreadable) => "not readable",
        Whole::Unprobed(Unprobed::NumbersExhausted) => "too many classes",
        Whole::Unprobed(Unprobed::Hidden) => "hidden",
        Whole::Unprobed(Unprobed::Early) => "loaded too early",
    }
}
