//! Which files a test depends on, and which it only found because the run made them.
//!
//! What a test asks of a file after it wrote that file itself (or made a folder around it) is no dependency. What an
//! earlier test of the run wrote makes the reader depend on that test. The order of observations in a charge tells
//! which came first; between machines there is no order, so there it is both.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_journal::Observation;
use tamis_vocab::ClassName;

use crate::footprint::{FileUse, Footprint};
use crate::machine::{Machine, Stretch, Test};
use crate::names;
use crate::recorded::Recorded;

/// Who wrote what, in all machines of a run.
pub(crate) struct Writers<'m, 'r> {
    machines: &'m [Machine<'r>],
    /// By path.
    writes: FxHashMap<PathBuf, Vec<Write>>,
}

/// One path that was written.
struct Write {
    machine: usize,
    /// The test, or none if it was written outside all tests.
    writer: Option<ClassName>,
    /// The step by which it had happened.
    step: usize,
    /// Whether it is a folder that was not there before.
    is_new_folder: bool,
}

/// What was written so far.
#[derive(Default)]
struct Written {
    paths: FxHashSet<PathBuf>,
    new_folders: FxHashSet<PathBuf>,
}

impl Written {
    fn covers(&self, path: &Path) -> bool {
        self.paths.contains(path)
            || path.ancestors().any(|folder| self.new_folders.contains(folder))
    }

    fn add(&mut self, path: PathBuf, is_new_folder: bool) {
        if is_new_folder {
            self.new_folders.insert(path.clone());
        }
        self.paths.insert(path);
    }
}

impl<'m, 'r> Writers<'m, 'r> {
    pub(crate) fn of(machines: &'m [Machine<'r>]) -> Self {
        let mut writers = Self { machines, writes: FxHashMap::default() };
        for (number, machine) in machines.iter().enumerate() {
            for test in &machine.tests {
                for stretch in &test.stretches {
                    writers.note(number, machine.recorded, Some(&test.name), stretch);
                }
            }
            for stretch in &machine.ambient {
                writers.note(number, machine.recorded, None, stretch);
            }
            writers.note_initialisers(number, machine);
        }
        writers
    }

    /// What a static initialiser writes is written by the tests during which it runs.
    fn note_initialisers(&mut self, number: usize, machine: &Machine<'_>) {
        for stretch in machine.initialised.values().flatten() {
            let is_during =
                |scope: &&Stretch<'_>| scope.begin < stretch.begin && stretch.end < scope.end;
            let mut is_ambient = true;
            for test in &machine.tests {
                if test.stretches.iter().any(|scope| is_during(&scope)) {
                    is_ambient = false;
                    self.note(number, machine.recorded, Some(&test.name), stretch);
                }
            }
            if is_ambient {
                self.note(number, machine.recorded, None, stretch);
            }
        }
    }

    fn note(
        &mut self,
        machine: usize,
        recorded: &Recorded,
        writer: Option<&ClassName>,
        stretch: &Stretch<'_>,
    ) {
        for observation in &stretch.charge.observations {
            if let Some(Touch::Written { path, is_new_folder }) = touch(recorded, *observation) {
                let writer = writer.cloned();
                let write = Write { machine, writer, step: stretch.end, is_new_folder };
                self.writes.entry(path).or_default().push(write);
            }
        }
    }

    /// Fills in what a test has to do with files. `inherited` is what happened in initialisers it depends on.
    pub(crate) fn attribute(
        &self,
        machine: usize,
        test: &Test<'_>,
        inherited: &[Stretch<'_>],
        footprint: &mut Footprint,
    ) {
        let Some(own) = self.machines.get(machine) else { return };
        let mut written = Written::default();
        for stretch in &test.stretches {
            self.stretch(machine, test, stretch, &mut written, footprint);
        }
        footprint.written = written.paths.into_iter().collect();
        for stretch in inherited.iter().chain(&own.ambient) {
            self.stretch(machine, test, stretch, &mut Written::default(), footprint);
        }
    }

    fn stretch(
        &self,
        machine: usize,
        test: &Test<'_>,
        stretch: &Stretch<'_>,
        written_so_far: &mut Written,
        footprint: &mut Footprint,
    ) {
        let Some(own) = self.machines.get(machine) else { return };
        for observation in &stretch.charge.observations {
            let used = match touch(own.recorded, *observation) {
                Some(Touch::Used(used)) => used,
                Some(Touch::Written { path, is_new_folder }) => {
                    written_so_far.add(path, is_new_folder);
                    continue;
                }
                None => continue,
            };
            if written_so_far.covers(used.path()) {
                continue;
            }
            let origin = self.origin(machine, &test.name, used.path(), stretch);
            footprint.after.extend(origin.writers);
            if origin.is_dependency {
                footprint.files.insert(used);
            }
        }
    }

    /// Where a file comes from that was read in a stretch.
    fn origin(
        &self,
        machine: usize,
        test: &ClassName,
        path: &Path,
        stretch: &Stretch<'_>,
    ) -> Origin {
        let mut origin = Origin { writers: BTreeSet::new(), is_dependency: true };
        for place in path.ancestors() {
            for write in self.writes.get(place).map(Vec::as_slice).unwrap_or_default() {
                if place != path && !write.is_new_folder {
                    continue;
                }
                let is_here = write.machine == machine;
                match &write.writer {
                    // Between machines, nobody knows who was first.
                    Some(writer) if !is_here => {
                        origin.writers.extend((writer != test).then(|| writer.clone()));
                    }
                    Some(writer) if write.step < stretch.begin => {
                        origin.is_dependency = false;
                        origin.writers.extend((writer != test).then(|| writer.clone()));
                    }
                    // The order of its own observations tells, and that was asked before.
                    Some(writer) if writer == test => {}
                    // At the same time: either may have been first.
                    Some(writer) if write.step < stretch.end => {
                        origin.writers.insert(writer.clone());
                    }
                    // What happened outside all tests belongs to this one too.
                    None if is_here && write.step < stretch.begin => origin.is_dependency = false,
                    Some(_) | None => {}
                }
            }
        }
        origin
    }
}

/// Where a file comes from.
struct Origin {
    writers: BTreeSet<ClassName>,
    is_dependency: bool,
}

/// What an observation has to do with a file.
enum Touch {
    Written { path: PathBuf, is_new_folder: bool },
    Used(FileUse),
}

fn touch(recorded: &Recorded, observation: Observation) -> Option<Touch> {
    let path = |id| names::path(recorded, id);
    match observation {
        Observation::FileWritten(id) => {
            path(id).map(|path| Touch::Written { path, is_new_folder: false })
        }
        Observation::FolderCreated(id) => {
            path(id).map(|path| Touch::Written { path, is_new_folder: true })
        }
        Observation::FileRead(id) => path(id).map(FileUse::Read).map(Touch::Used),
        Observation::FileProbed(id) => path(id).map(FileUse::Probed).map(Touch::Used),
        Observation::FolderListed(id) => path(id).map(FileUse::Listed).map(Touch::Used),
        Observation::ClassLookedUp(_)
        | Observation::Introspected(_)
        | Observation::ResourceLookedUp(_)
        | Observation::ResourcesListed(_)
        | Observation::BundleLookedUp(_)
        | Observation::PropertyRead(_)
        | Observation::PropertiesRead
        | Observation::VariableRead(_)
        | Observation::VariablesRead
        | Observation::ProcessStarted(_)
        | Observation::LibraryLoaded(_)
        | Observation::OnStack(_)
        | Observation::Serialised(_)
        | Observation::HiddenDefined(_) => None,
    }
}
