//! Which tests there are to run.

use anyhow::Context as _;
use tamis_build::ClassFiles;
use tamis_build::plain::{Named, PlainError, Plan};
use tamis_report::{plural, quoted_list};

use crate::arguments::RunArguments;
use crate::output::{self, Hint};

/// The tests that were asked for, or all.
pub(super) fn plan(arguments: &RunArguments, class_files: &ClassFiles) -> anyhow::Result<Plan> {
    let mut named = Vec::new();
    for text in &arguments.tests {
        let parsed = Named::parse(text);
        named.push(parsed.with_context(|| format!("`{text}` is neither a place nor a class"))?);
    }
    let plan = Plan::of(class_files, &named).map_err(with_hint)?;
    if !plan.left_out.is_empty() {
        let names: Vec<String> = plan.left_out.iter().map(ToString::to_string).collect();
        output::say(&format!(
            "note: {} by name without tests of a framework that is known: {}",
            plural(names.len(), "test class", "test classes"),
            quoted_list(&names, 3)
        ));
    }
    if plan.tests.is_empty() {
        output::say("warning: no test class was found");
    }
    Ok(plan)
}

/// The error, with what to do about it.
pub(super) fn with_hint(error: PlainError) -> anyhow::Error {
    let hint = error.hint();
    let error = anyhow::Error::new(error);
    match hint {
        Some(hint) => error.context(Hint(hint)),
        None => error,
    }
}
