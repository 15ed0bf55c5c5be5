//! Which tests there are to run.

use tamis_build::ClassFiles;
use tamis_build::plain::{Named, PlainError, Plan};
use tamis_report::{plural, quoted_list};

use crate::arguments::RunArguments;
use crate::output::{self, Hint};

/// The tests that were asked for, or all.
pub(super) fn plan(arguments: &RunArguments, class_files: &ClassFiles) -> anyhow::Result<Plan> {
    let mut named = Vec::new();
    for text in &arguments.tests {
        named.push(Named::parse(text, class_files).map_err(with_hint)?);
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
        let hint = no_tests(class_files, &named);
        output::warn("no test class was found", Some(&hint));
    }
    Ok(plan)
}

/// What can be done if nothing was found.
fn no_tests(class_files: &ClassFiles, named: &[Named]) -> String {
    let jars = if named.is_empty() { Plan::jars_with_tests(class_files) } else { Vec::new() };
    let jars: Vec<String> = jars.iter().map(|jar| jar.display().to_string()).collect();
    match jars.as_slice() {
        [] => "test classes are found by name (Test*, *Test, *Tests, *TestCase), and need the \
               annotations or superclass of a framework"
            .to_owned(),
        [_] => format!("there are tests in {}: name it with --tests", quoted_list(&jars, 3)),
        _ => format!("there are tests in {}: name them with --tests", quoted_list(&jars, 3)),
    }
}

/// The error, with what to do about it.
pub(super) fn with_hint(error: PlainError) -> anyhow::Error {
    let hint = Hint(error.hint());
    anyhow::Error::new(error).context(hint)
}
