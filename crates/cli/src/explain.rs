//! `tamis explain`: why a test runs, or on what evidence it is skipped.

use std::time::SystemTime;

use anyhow::anyhow;
use tamis_report::selection as report;
use tamis_select::{Reason, Technique, Verdict};
use tamis_vocab::{ClassName, simple_class_name};

use crate::arguments::ExplainArguments;
use crate::evidence::seconds;
use crate::exit::Exit;
use crate::output::{self, Hint};
use crate::project::{Looked, Project, now};
use crate::statics::NOT_LOOKED_AT;

pub(crate) fn run(arguments: &ExplainArguments) -> anyhow::Result<Exit> {
    let mut text = String::new();
    let mut hint = None;
    for (module, project) in Project::all(&arguments.on)? {
        match explain(&project, &arguments.test) {
            Ok(explained) => {
                if !module.is_empty() {
                    text.push_str(&format!("{module}: "));
                }
                text.push_str(&explained);
            }
            Err(no_such) => hint = Some(no_such),
        }
    }
    if text.is_empty() {
        let hint = Hint(hint.unwrap_or_else(|| "there are no tests at all".to_owned()));
        return Err(anyhow!("there is no test class `{}`", arguments.test).context(hint));
    }
    output::answer(&text)?;
    Ok(Exit::Fine)
}

/// What there is to say of a test of one project; if there is no such test, which ones there are.
fn explain(project: &Project, wanted: &str) -> Result<String, String> {
    let Looked { world, known, .. } = project.look(false);
    let now = now(&world, &project.surroundings);
    let reached = project.reached(&known, &world);
    let selection = project.select_by(&known, &now, false, reached.as_ref());
    let is_wanted =
        |test: &ClassName| test.to_string() == wanted || simple_class_name(test.as_str()) == wanted;
    let found: Vec<_> = selection.verdicts.iter().filter(|(test, _)| is_wanted(test)).collect();
    if found.is_empty() {
        return Err(report::no_such_test(wanted, &selection));
    }
    let reaching = reached.as_ref().and_then(|reached| reached.ready().ok());
    let mut text = String::new();
    for (test, verdict) in found {
        let explanation =
            tamis_select::explain(&known.blocks, test, &crate::project::Answers(&now));
        match verdict {
            Verdict::Run(reasons) => {
                text.push_str(&format!("{test} runs:\n"));
                for reason in reasons {
                    text.push_str(&format!("  {}\n", report::reason(reason)));
                    let steps = match (reason, &reaching) {
                        (Reason::ClassChanged(change), Some(reaching)) => {
                            reaching.steps(test, &change.class)
                        }
                        _ => explanation.chain(reason),
                    };
                    steps.iter().for_each(|step| text.push_str(&format!("    {step}\n")));
                }
            }
            Verdict::Skip(skip) if reaching.is_some() => {
                text.push_str(&report::skipped_statically(test, skip, seconds(SystemTime::now())));
            }
            Verdict::Skip(skip) => {
                text.push_str(&report::skipped(test, skip, seconds(SystemTime::now())));
                text.push_str(&report::counts(&explanation.counts()));
            }
        }
    }
    if matches!(project.technique, Technique::Static(_)) {
        text.push_str(NOT_LOOKED_AT);
    }
    Ok(text)
}
