//! The graph and the calls of the last run, so that only classes that changed are read again. Losing them costs time and
//! nothing else.

use std::path::{Path, PathBuf};

use tamis_graph::{Calls, ClassEntry, ClassSource, Graph, Previous, PreviousCalls};
use tamis_world::World;

use crate::kept_file::{read, replace};
use crate::output;
use crate::project::Project;

/// Where graph and calls are kept.
pub(super) struct Kept<'p> {
    project: &'p Project,
    world: &'p World,
    may_write: bool,
}

/// Of which classes calls are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// Those of the class path.
    ClassPath,
    /// Also those of the JDK.
    All,
}

impl<'p> Kept<'p> {
    pub(super) fn of(project: &'p Project, world: &'p World, may_write: bool) -> Self {
        Self { project, world, may_write }
    }

    /// The graph of a class path; only classes that changed since it was kept are read.
    pub(super) fn graph(&self, entries: &[ClassEntry<'_>], source: &impl ClassSource) -> Graph {
        let file = self.file("graph");
        let kept = read(&file).ok();
        let previous = kept.as_ref().and_then(|bytes| Previous::decode(bytes).ok());
        let graph = previous.unwrap_or_default().update(entries, source);
        self.write(&file, kept.as_deref(), || graph.encode());
        graph
    }

    /// Its calls; again only classes that changed are read.
    pub(super) fn calls(
        &self,
        scope: Scope,
        graph: &Graph,
        entries: &[ClassEntry<'_>],
        source: &impl ClassSource,
    ) -> Calls {
        let file = self.file(match scope {
            Scope::ClassPath => "calls",
            Scope::All => "calls-all",
        });
        let kept = read(&file).ok();
        let previous = kept.as_ref().and_then(|bytes| PreviousCalls::decode(bytes).ok());
        let calls = Calls::update(&previous.unwrap_or_default(), graph, entries, source);
        self.write(&file, kept.as_deref(), || calls.encode(graph));
        calls
    }

    fn file(&self, name: &str) -> PathBuf {
        self.project.store.folder().join("cache").join(name)
    }

    /// Classes were read after their facts: if one was written in between, what was found in the new one stands below the
    /// fingerprint of the old, and must not be kept.
    fn write(&self, file: &Path, kept: Option<&[u8]>, encode: impl FnOnce() -> Vec<u8>) {
        if !self.may_write {
            return;
        }
        let bytes = encode();
        // Looked at each time: what was the same before the graph was read may not be so after the calls were.
        let is_same = || self.project.world(false).classes() == self.world.classes();
        if kept == Some(&bytes) || !is_same() {
            return;
        }
        if let Err(error) = replace(file, &bytes) {
            output::warn(&format!("cannot keep `{}`: {error}", file.display()), None);
        }
    }
}
