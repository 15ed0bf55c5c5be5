//! `tamis explain`: why a test runs, or on what evidence it is skipped.

use std::time::SystemTime;

use anyhow::anyhow;
use tamis_report::selection as report;
use tamis_select::Verdict;
use tamis_vocab::{ClassName, simple_class_name};

use crate::arguments::ExplainArguments;
use crate::evidence::seconds;
use crate::exit::Exit;
use crate::output::{self, Hint};
use crate::project::{Looked, Project, now};

pub(crate) fn run(arguments: &ExplainArguments) -> anyhow::Result<Exit> {
    let project = Project::open(&arguments.on)?;
    let Looked { world, known, .. } = project.look(false);
    let now = now(&world, &project.surroundings);
    let selection = project.select(&known, &now, false);
    let is_wanted = |test: &ClassName| {
        test.to_string() == arguments.test || simple_class_name(test.as_str()) == arguments.test
    };
    let found: Vec<_> = selection.verdicts.iter().filter(|(test, _)| is_wanted(test)).collect();
    if found.is_empty() {
        let hint = Hint(report::no_such_test(&arguments.test, &selection));
        return Err(anyhow!("there is no test class `{}`", arguments.test).context(hint));
    }
    let mut text = String::new();
    for (test, verdict) in found {
        match verdict {
            Verdict::Run(reasons) => {
                text.push_str(&format!("{test} runs:\n"));
                let explanation =
                    tamis_select::explain(&known.blocks, test, &crate::project::Answers(&now));
                for reason in reasons {
                    text.push_str(&format!("  {}\n", report::reason(reason)));
                    for step in explanation.chain(reason) {
                        text.push_str(&format!("    {step}\n"));
                    }
                }
            }
            Verdict::Skip(skip) => {
                text.push_str(&report::skipped(test, skip, seconds(SystemTime::now())));
                let explanation =
                    tamis_select::explain(&known.blocks, test, &crate::project::Answers(&now));
                text.push_str(&report::counts(&explanation.counts()));
            }
        }
    }
    output::answer(&text)?;
    Ok(Exit::Fine)
}
