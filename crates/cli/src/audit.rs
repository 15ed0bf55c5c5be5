//! `tamis audit`: runs everything, and says what selection would have missed.

use std::fs;
use std::io::Write as _;
use std::time::SystemTime;

use anyhow::Context as _;
use tamis_journal::Outcome;
use tamis_report::run::State;
use tamis_report::{plural, quoted_list};
use tamis_select::Verdict;

use crate::arguments::{AuditArguments, RunArguments};
use crate::evidence::seconds;
use crate::exit::Exit;
use crate::output;
use crate::project::FOLDER;
use crate::run;

pub(crate) fn run(arguments: &AuditArguments) -> anyhow::Result<Exit> {
    let ran = run::perform(&RunArguments::forced(arguments.on.clone(), arguments.isolation))?;
    let mut skipped = 0;
    let mut missed = Vec::new();
    for (test, verdict) in &ran.selection.verdicts {
        let Verdict::Skip(_) = verdict else { continue };
        skipped += 1;
        let outcome = ran.tests.iter().find(|each| each.class == *test);
        let has_failed = outcome.is_none_or(|outcome| {
            let failed = outcome.results.iter().any(|result| result.outcome == Outcome::Failed);
            failed || matches!(outcome.state, State::Incomplete(_))
        });
        if has_failed {
            missed.push(test.to_string());
        }
    }
    let line = serde_json::json!({
        "time": seconds(SystemTime::now()),
        "tests": ran.selection.verdicts.len(),
        "skipped": skipped,
        "missed": missed,
    });
    let path = ran.root.join(FOLDER).join("audit.jsonl");
    let written = fs::create_dir_all(ran.root.join(FOLDER)).and_then(|()| {
        let mut file = fs::OpenOptions::new().append(true).create(true).open(&path)?;
        file.write_all(format!("{line}\n").as_bytes())
    });
    written.with_context(|| format!("cannot write `{}`", path.display()))?;
    let classes = plural(ran.selection.verdicts.len(), "test class", "test classes");
    if missed.is_empty() {
        output::say(&format!(
            "audit: of {classes}, {skipped} would have been skipped; none of those failed"
        ));
        return Ok(ran.exit);
    }
    output::say(&format!(
        "audit: of {classes}, {skipped} would have been skipped; {} of those did not pass: {}",
        missed.len(),
        quoted_list(&missed, 5)
    ));
    Ok(Exit::TestsFailed)
}
