//! The folders and files that a run needs, made before anything runs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tamis_build::plain::Recording;
use tamis_journal::Granularity;

use crate::agent_library;
use crate::arguments::{self, RunArguments};

/// Where things are.
pub(super) struct Places {
    /// Where the tests run.
    pub(super) project: PathBuf,
    /// Our own files, as the machine names them.
    pub(super) work: PathBuf,
    /// Where journals go, if there are any.
    pub(super) recording: Recording,
    /// Goes away with this.
    _temporary: tempfile::TempDir,
}

impl Places {
    /// Finds or makes them.
    pub(super) fn prepare(arguments: &RunArguments) -> anyhow::Result<Self> {
        let project = fs::canonicalize(&arguments.project)
            .with_context(|| format!("cannot use the project `{}`", arguments.project.display()))?;
        let temporary = tempfile::tempdir().context("cannot make a temporary folder")?;
        // Resolved, since the paths that the machine reports are.
        let work =
            fs::canonicalize(temporary.path()).context("cannot find the temporary folder")?;
        let recording = recording(arguments, &work)?;
        Ok(Self { project, work, recording, _temporary: temporary })
    }
}

fn recording(arguments: &RunArguments, work: &Path) -> anyhow::Result<Recording> {
    if arguments.no_agent {
        return Ok(Recording::Off);
    }
    let journals = arguments.journal.clone().unwrap_or_else(|| work.join("journals"));
    fs::create_dir_all(&journals)
        .with_context(|| format!("cannot make the folder `{}`", journals.display()))?;
    let granularity = match arguments.granularity {
        arguments::Granularity::Method => Granularity::Method,
        arguments::Granularity::Block => Granularity::Block,
        arguments::Granularity::Site => Granularity::Site,
    };
    let journals = absolute(&journals)?;
    Ok(Recording::On { library: agent_library::unpack()?, journals, granularity })
}

pub(super) fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("cannot find `{}`", path.display()))
}
