//! The graph of the last run, so that only classes that changed are read again. Losing it costs time and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use tamis_graph::{Graph, Previous};
use tamis_world::World;

use crate::output;
use crate::project::Project;

/// Where a graph is kept.
pub(super) struct Kept {
    file: PathBuf,
}

impl Kept {
    pub(super) fn of(project: &Project) -> Self {
        Self { file: project.store.folder().join("cache").join("graph") }
    }

    /// The graph of the last run; an empty one if there is none that can be used.
    pub(super) fn previous(&self) -> Previous {
        let bytes = fs::read(&self.file).ok();
        bytes.and_then(|bytes| Previous::decode(&bytes).ok()).unwrap_or_default()
    }

    /// Keeps a graph of a world. Classes were read after their facts: if one was written in between, the graph has the edges
    /// of the new one below the fingerprint of the old, and must not be kept.
    pub(super) fn write(&self, graph: &Graph, project: &Project, world: &World) {
        let bytes = graph.encode();
        let is_kept = || fs::read(&self.file).is_ok_and(|kept| kept == bytes);
        if is_kept() || project.world(false).classes() != world.classes() {
            return;
        }
        if let Err(error) = replace(&self.file, &bytes) {
            output::warn(&format!("cannot keep `{}`: {error}", self.file.display()), None);
        }
    }
}

/// Writes a file as a whole or not at all.
pub(super) fn replace(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Renamed into place, so that nobody reads half of it.
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut new, bytes)?;
    new.persist(file).map_err(|error| error.error)?;
    Ok(())
}
