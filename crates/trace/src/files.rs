//! Which files a test depends on, and which it only found because the run made them.
//!
//! What a test asks of a file after it wrote that file itself (or made a folder around it) is no dependency. What an
//! earlier test of the run wrote makes the reader depend on that test.
//!
//! Two things tell that a write came first: the order of observations in one charge, and that the stretch of the write
//! had ended before the one of the read began. A stretch inside another, an initialiser in a test, tests side by side:
//! they overlap, and nothing can be said, so there it is both. So it is between machines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_journal::Observation;
use tamis_vocab::ClassName;

use crate::footprint::{Common, FileUse, Footprint};
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
    /// The steps between which it happened.
    begin: usize,
    end: usize,
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

    /// What a static initialiser writes is written by the tests during which it ends. If there is none, it is nobody's:
    /// not all tests need to depend on the class.
    fn note_initialisers(&mut self, number: usize, machine: &Machine<'_>) {
        for stretch in machine.initialised.values().flatten() {
            let is_during =
                |scope: &&Stretch<'_>| scope.begin < stretch.end && stretch.end < scope.end;
            for test in &machine.tests {
                if test.stretches.iter().any(|scope| is_during(&scope)) {
                    self.note(number, machine.recorded, Some(&test.name), stretch);
                }
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
                let Stretch { begin, end, .. } = *stretch;
                let write = Write { machine, writer, begin, end, is_new_folder };
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
        for stretch in &test.stretches {
            let written = self.stretch(machine, test, stretch, footprint);
            footprint.written.extend(written.paths);
        }
        for stretch in inherited {
            let written = self.stretch(machine, test, stretch, footprint);
            footprint.written.extend(written.paths);
        }
        // What happens behind all tests, as when the machine ends, concerns none of them.
        let stretches = own.tests.iter().flat_map(|test| &test.stretches);
        let last = stretches.map(|stretch| stretch.end).max().unwrap_or(usize::MAX);
        for stretch in own.ambient.iter().filter(|stretch| stretch.begin <= last) {
            self.stretch(machine, test, stretch, footprint);
        }
    }

    /// Takes in one stretch; gives back what was written in it.
    fn stretch(
        &self,
        machine: usize,
        test: &Test<'_>,
        stretch: &Stretch<'_>,
        footprint: &mut Footprint,
    ) -> Written {
        let mut written = Written::default();
        let mut makes = None;
        let Some(own) = self.machines.get(machine) else { return written };
        for observation in &stretch.charge.observations {
            let used = match touch(own.recorded, *observation) {
                Some(Touch::Used(used)) => used,
                Some(Touch::Written { path, is_new_folder }) => {
                    written.add(path, is_new_folder);
                    continue;
                }
                None => continue,
            };
            let origin = self.origin(machine, used.path(), stretch);
            if written.covers(used.path()) && is_order_certain(own, &origin, stretch) {
                footprint.reads_own_files = true;
                continue;
            }
            // Whether a file is there that an initialiser then makes, as one for its own use, rests on no other test.
            let makes = makes.get_or_insert_with(|| made(own.recorded, stretch));
            let is_made_here = matches!(used, FileUse::Probed(_))
                && makes.contains(used.path())
                && is_order_certain(own, &origin, stretch);
            let beside = origin.beside.into_iter().filter(|_| !is_made_here);
            for writer in origin.before.into_iter().chain(beside) {
                if *writer == test.name {
                    footprint.reads_own_files = true;
                } else {
                    let common = || Common::File(used.path().to_owned());
                    footprint.after.entry(writer.clone()).or_insert_with(common);
                }
            }
            if !origin.is_written_before {
                footprint.files.insert(used);
            }
        }
        written
    }

    /// Where a file comes from that was read in a stretch.
    fn origin(&self, machine: usize, path: &Path, stretch: &Stretch<'_>) -> Origin<'_> {
        let mut origin = Origin::default();
        for place in path.ancestors() {
            for write in self.writes.get(place).map(Vec::as_slice).unwrap_or_default() {
                if place != path && !write.is_new_folder {
                    continue;
                }
                let is_before = write.machine == machine && write.end < stretch.begin;
                origin.is_written_before |= is_before;
                // What happened outside all tests belongs to this one too, so that nobody is named for it.
                let Some(writer) = &write.writer else { continue };
                if is_before || write.machine != machine {
                    origin.before.insert(writer);
                } else if write.begin <= stretch.end {
                    origin.beside.insert(writer);
                }
            }
        }
        origin
    }
}

/// What is written in a stretch.
fn made(recorded: &Recorded, stretch: &Stretch<'_>) -> FxHashSet<PathBuf> {
    let touches = stretch.charge.observations.iter().filter_map(|each| touch(recorded, *each));
    let written = touches.filter_map(|touch| match touch {
        Touch::Written { path, .. } => Some(path),
        Touch::Used(_) => None,
    });
    written.collect()
}

/// Whether a write in a charge is by whom the charge is about. A charge holds what happened in all threads: of tests side
/// by side, any may be the one who wrote.
fn is_order_certain(machine: &Machine<'_>, origin: &Origin<'_>, stretch: &Stretch<'_>) -> bool {
    let is_around = |writer: &ClassName| {
        let test = machine.tests.iter().find(|test| test.name == *writer);
        let mut scopes = test.into_iter().flat_map(|test| &test.stretches);
        scopes.any(|scope| scope.begin <= stretch.end && stretch.end <= scope.end)
    };
    origin.beside.len() < 2 && origin.beside.iter().all(|writer| is_around(writer))
}

/// Where a file comes from.
#[derive(Default)]
struct Origin<'w> {
    /// Whether it was certainly written before the stretch began.
    is_written_before: bool,
    /// Tests that wrote it before, or in another machine, where nobody knows who was first.
    before: BTreeSet<&'w ClassName>,
    /// Tests that wrote it at a time that overlaps with the stretch; the reader can be among them.
    beside: BTreeSet<&'w ClassName>,
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
        | Observation::WordsRead
        | Observation::VariableRead(_)
        | Observation::VariablesRead
        | Observation::ProcessStarted(_)
        | Observation::LibraryLoaded(_)
        | Observation::StackUnseen
        | Observation::NetworkUsed(_)
        | Observation::InputRead
        | Observation::NativeCalled(_)
        | Observation::DefaultSet(_)
        | Observation::PropertySet(_)
        | Observation::DefaultRead(_)
        | Observation::DefaultLeft(_)
        | Observation::StaticsUnseen
        | Observation::AskedFor { .. }
        | Observation::OnStack(_)
        | Observation::Serialised(_)
        | Observation::HiddenDefined(_) => None,
    }
}
