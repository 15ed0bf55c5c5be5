//! What came of a case with a tool, kept in a file, so that a run that was killed goes on from there.
//!
//! A file counts only for what it was made of: an edit of the case or of the adapter is tried again.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use crate::adapter::Adapter;
use crate::maven_project::Built;
use crate::whole_file::write_whole;

const FORMAT: &str = "tamis-corpus-run";

/// 1 took a build in which the JVM of the tests died for one that went well, and knew failures by their message only.
const VERSION: u32 = 2;

/// The folder of the files.
const RUNS: &str = "runs";

/// The file of a case and a tool.
pub(super) struct Kept {
    file: PathBuf,
    bug: String,
    tool: String,
    of: String,
}

#[derive(Serialize, Deserialize)]
struct Content {
    format: String,
    version: u32,
    bug: String,
    tool: String,
    of: String,
    revisions: Vec<Built>,
}

impl Kept {
    /// The file of a case and a tool that are described by `of`.
    pub(super) fn new(out: &Path, bug: &str, tool: &Adapter, of: &impl Hash) -> Self {
        let mut hasher = DefaultHasher::new();
        of.hash(&mut hasher);
        Self {
            file: out.join(RUNS).join(format!("{}.{}.json", bug.to_lowercase(), tool.name)),
            bug: bug.to_owned(),
            tool: tool.name.clone(),
            of: format!("{:016x}", hasher.finish()),
        }
    }

    /// Whether there are files in a folder.
    pub(super) fn are_there(out: &Path) -> bool {
        fs::read_dir(out.join(RUNS)).is_ok_and(|mut entries| entries.next().is_some())
    }

    /// What came of it, if it is known. What cannot be read, is about something else, or could not even be fetched is not.
    pub(super) fn read(&self) -> Option<Vec<Built>> {
        let content: Content = serde_json::from_slice(&fs::read(&self.file).ok()?).ok()?;
        let is_ours = content.format == FORMAT
            && content.version == VERSION
            && (content.bug, content.tool, content.of)
                == (self.bug.clone(), self.tool.clone(), self.of.clone());
        let is_whole = content.revisions.iter().all(|built| !built.is_unfetched);
        (is_ours && is_whole).then_some(content.revisions)
    }

    /// Writes it, as a whole or not at all.
    pub(super) fn write(&self, revisions: &[Built]) -> anyhow::Result<()> {
        let cannot = || format!("cannot write `{}`", self.file.display());
        let folder = self.file.parent().unwrap_or(&self.file);
        fs::create_dir_all(folder).with_context(cannot)?;
        let content = Content {
            format: FORMAT.to_owned(),
            version: VERSION,
            bug: self.bug.clone(),
            tool: self.tool.clone(),
            of: self.of.clone(),
            revisions: revisions.to_vec(),
        };
        write_whole(&self.file, &serde_json::to_vec_pretty(&content)?)
    }
}
