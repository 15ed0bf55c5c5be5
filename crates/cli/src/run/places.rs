//! The folders and files that a run needs, made before anything runs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tamis_build::plain::Recording;
use tamis_journal::Granularity;

use crate::agent_library;
use crate::arguments::{self, Isolation, RunArguments};
use crate::output::WithHint as _;
use crate::project::{Project, absolute};
use crate::statics::needs_callers;

/// With more objects behind static fields than this, what tests leave behind is not compared: a look at them takes about a
/// second, and there is one for each test class.
const MOST_OBJECTS: usize = 1 << 20;

/// Where things are.
pub(super) struct Places {
    /// Our own files, as the machine names them.
    pub(super) work: PathBuf,
    /// Where journals go, if there are any.
    pub(super) recording: Recording,
    /// Goes away with this.
    _temporary: tempfile::TempDir,
}

impl Places {
    /// Finds or makes them.
    pub(super) fn prepare(arguments: &RunArguments, project: &Project) -> anyhow::Result<Self> {
        // Before the tests run: it would be a pity to find out afterwards.
        for file in arguments.events.iter().chain(&arguments.output).chain(&arguments.phases) {
            let opened = fs::OpenOptions::new().append(true).create(true).open(file);
            opened
                .with_context(|| format!("cannot write `{}`", file.display()))
                .hint("name a file in a folder that exists and can be written")?;
        }
        let (temporary, work) =
            temporary().hint("set TMPDIR to a folder that exists and can be written")?;
        let recording = recording(arguments, project, &work)?;
        Ok(Self { work, recording, _temporary: temporary })
    }
}

fn temporary() -> anyhow::Result<(tempfile::TempDir, PathBuf)> {
    let temporary = tempfile::tempdir().context("cannot make a temporary folder")?;
    // Resolved, since the paths that the machine reports are.
    let work = fs::canonicalize(temporary.path()).context("cannot find the temporary folder")?;
    Ok((temporary, work))
}

fn recording(
    arguments: &RunArguments,
    project: &Project,
    work: &Path,
) -> anyhow::Result<Recording> {
    if arguments.no_agent {
        return Ok(Recording::Off);
    }
    let journals = arguments.journal.clone().unwrap_or_else(|| work.join("journals"));
    fs::create_dir_all(&journals)
        .and_then(|()| tempfile::tempfile_in(&journals))
        .with_context(|| format!("cannot write journals to `{}`", journals.display()))
        .hint("name a folder that can be written with --journal")?;
    let granularity = match arguments.granularity {
        arguments::Granularity::Method => Granularity::Method,
        arguments::Granularity::Block => Granularity::Block,
        arguments::Granularity::Site => Granularity::Site,
    };
    let statics = (arguments.isolation == Isolation::Checked).then_some(MOST_OBJECTS);
    let journals = absolute(&journals)?;
    let callers = needs_callers(arguments.on.technique);
    let library = agent_library::unpack()?;
    let roots = work.join("roots");
    fs::write(&roots, project.all_roots().join("\n"))
        .with_context(|| format!("cannot write `{}`", roots.display()))
        .hint("set TMPDIR to a folder that can be written")?;
    Ok(Recording::On { library, journals, granularity, statics, callers, roots: Some(roots) })
}
