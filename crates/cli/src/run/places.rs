//! The folders and files that a run needs, made before anything runs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tamis_build::plain::Recording;
use tamis_journal::Granularity;

use crate::agent_library;
use crate::arguments::{self, RunArguments};
use crate::output::WithHint as _;

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
        let project = project(&arguments.project).hint("name a folder with --project")?;
        // Before the tests run: it would be a pity to find out afterwards.
        for file in arguments.events.iter().chain(&arguments.output) {
            let opened = fs::OpenOptions::new().append(true).create(true).open(file);
            opened
                .with_context(|| format!("cannot write `{}`", file.display()))
                .hint("name a file in a folder that exists and can be written")?;
        }
        let (temporary, work) =
            temporary().hint("set TMPDIR to a folder that exists and can be written")?;
        let recording = recording(arguments, &work)?;
        Ok(Self { project, work, recording, _temporary: temporary })
    }
}

fn project(folder: &Path) -> anyhow::Result<PathBuf> {
    let cannot = || format!("cannot use the project `{}`", folder.display());
    let project = fs::canonicalize(folder).with_context(cannot)?;
    if !project.is_dir() {
        return Err(anyhow!("it is no folder")).with_context(cannot);
    }
    Ok(project)
}

fn temporary() -> anyhow::Result<(tempfile::TempDir, PathBuf)> {
    let temporary = tempfile::tempdir().context("cannot make a temporary folder")?;
    // Resolved, since the paths that the machine reports are.
    let work = fs::canonicalize(temporary.path()).context("cannot find the temporary folder")?;
    Ok((temporary, work))
}

fn recording(arguments: &RunArguments, work: &Path) -> anyhow::Result<Recording> {
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
    let journals = absolute(&journals)?;
    Ok(Recording::On { library: agent_library::unpack()?, journals, granularity })
}

pub(super) fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::path::absolute(path).with_context(|| format!("cannot find `{}`", path.display()))
}
