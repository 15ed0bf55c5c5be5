//! `tamis doctor`: what was found here, what will work, and what to do about the rest.

mod build;
mod java;

use std::path::Path;

use tamis_report::doctor::{Finding, State, json, text, worst};
use tamis_report::plural;
use tamis_store::StoreError;

use crate::arguments::{DoctorArguments, SelectFormat};
use crate::exit::Exit;
use crate::output::{self, WithHint as _};
use crate::project::{root, root_of_evidence, stores};

pub(crate) fn run(arguments: &DoctorArguments) -> anyhow::Result<Exit> {
    let root = root(&arguments.project).hint("name a folder with --project")?;
    let findings = look(&root);
    output::answer(&match arguments.format {
        SelectFormat::Text => text(&findings),
        SelectFormat::Json => json(&findings),
    })?;
    Ok(if worst(&findings) == State::Wrong { Exit::Unfit } else { Exit::Fine })
}

/// Says to people what was found, beside a line that says that everything runs.
pub(crate) fn tell(root: &Path) {
    text(&look(root)).lines().for_each(|line| output::say(&format!("    {line}")));
}

fn look(root: &Path) -> Vec<Finding> {
    let mut findings = vec![Finding::fine("tamis", env!("CARGO_PKG_VERSION"))];
    findings.extend(java::look());
    findings.extend(build::look(root));
    findings.extend(evidence(root));
    findings
}

/// What is in the stores of the project.
fn evidence(root: &Path) -> Vec<Finding> {
    let (mut runs, mut bytes, mut findings) = (0, 0, Vec::new());
    for (module, store) in stores(root_of_evidence(root)) {
        let about = if module.is_empty() { "evidence" } else { &format!("evidence of {module}") };
        match store.load() {
            Ok(loaded) => {
                runs += loaded.blocks.len();
                bytes += loaded.bytes;
                let hint = "it is set aside by the next run; what only it knew about runs again";
                let troubles = loaded.troubles.iter();
                findings.extend(troubles.map(|trouble| Finding::doubtful(about, trouble, hint)));
            }
            Err(error) => {
                let hint = match error {
                    StoreError::Newer { .. } => "use the release of tamis that wrote it",
                    StoreError::Io { .. } | StoreError::NoEvidence { .. } => {
                        "see who owns the folder `.tamis`, and whether it can be read"
                    }
                };
                findings.push(Finding::wrong(about, error.to_string(), hint));
            }
        }
    }
    let known = match runs {
        0 => "none yet: the first run runs everything".to_owned(),
        runs => format!("of {}, {} KiB", plural(runs, "run", "runs"), bytes / 1024),
    };
    findings.insert(0, Finding::fine("evidence", known));
    findings
}
