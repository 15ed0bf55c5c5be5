//! From what was recorded to evidence.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use tamis_facts::{ClassSet as _, Lookup};
use tamis_journal::Outcome as Ended;
use tamis_report::run::failure;
use tamis_select::{AskedFor, Block, Builder, Leaver, Outcome, TestRecord};
use tamis_trace::{
    Common, Execution, FileName, FileUse, Grounds, Incomplete, Leftover, Observed, Receivers,
    Recorded, Rests, Whole, rests_on,
};
use tamis_vocab::{ClassName, Entity, Fingerprint};
use tamis_world::Now;

use crate::statics::class_path_state;

/// The evidence of a run, and what kept tests from having any.
pub(crate) struct Evidence {
    /// `None` if there is nothing to keep.
    pub(crate) block: Option<Block>,
    /// Whether it could not be put together though there is something to keep.
    pub(crate) is_lost: bool,
}

/// How a run came about.
pub(crate) struct Circumstances {
    /// When its first machine started.
    pub(crate) began: SystemTime,
    /// The revision of the project, in words.
    pub(crate) revision: Option<String>,
    /// Whether it is also kept which classes there were, whoever used them.
    pub(crate) all_classes: bool,
}

/// Puts together what a run found out. `leanings` are known from before; `idle` are classes that were to run and have no
/// tests.
pub(crate) fn gather(
    executions: &[Execution],
    machines: &[Recorded],
    now: &Now<'_>,
    circumstances: &Circumstances,
    leanings: &BTreeMap<ClassName, BTreeSet<Leaver>>,
    idle: &[ClassName],
) -> Evidence {
    let Circumstances { began, revision, all_classes } = circumstances;
    let mut gathering = Gathering::new(machines, executions, now, *began);
    let written = executions.iter().flat_map(|execution| &execution.footprint.written);
    gathering.written = written.cloned().collect();
    let mut tests: BTreeMap<&ClassName, Vec<&Execution>> = BTreeMap::new();
    for execution in executions {
        tests.entry(&execution.test).or_default().push(execution);
    }
    let mut builder = Builder::default();
    for (test, executions) in tests {
        let mut record = gathering.record(test, &executions);
        for carried in leanings.get(test).into_iter().flatten() {
            let is_it = |known: &Leaver| known.is_carried && known.test == carried.test;
            if !record.after.iter().any(is_it) {
                record.after.insert(carried.clone());
            }
        }
        builder.add(record);
        if let Some(asked) = asked(&executions) {
            builder.asked(test, &asked);
        }
    }
    for class in idle {
        builder.add(gathering.idle(class));
        builder.asked(class, &[]);
    }
    if builder.is_empty() {
        return Evidence { block: None, is_lost: false };
    }
    if let Some(revision) = revision {
        builder.at_revision(revision);
    }
    if *all_classes {
        builder.know(&class_path_state(now.world()));
    }
    let copies = |name: &str| now.class(name).map_or(0, |(_, copies)| copies);
    let block = builder.finish(seconds(SystemTime::now()), now.world(), &copies);
    Evidence { is_lost: block.is_none(), block }
}

/// Who asked for classes; `None` if that was not always watched.
fn asked(executions: &[&Execution]) -> Option<Vec<AskedFor>> {
    let mut all = Vec::new();
    for execution in executions {
        all.extend(execution.footprint.asked.as_ref()?.iter().map(|asked| AskedFor {
            caller: asked.caller.as_str().to_owned(),
            through: asked.through.clone(),
            class: asked.class.as_str().to_owned(),
        }));
    }
    Some(all)
}

/// Seconds since 1970.
pub(crate) fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

struct Gathering<'n, 'w> {
    now: &'n Now<'w>,
    executions: &'n [Execution],
    /// The numbers that machines gave to classes, by machine and name.
    numbers: BTreeMap<(usize, ClassName), u32>,
    began: SystemTime,
    receivers: Vec<Result<Receivers, Incomplete>>,
    /// Of a machine that there is not.
    nobody: Receivers,
    /// The folders for temporary files: ours, and that of Java.
    temporary: [PathBuf; 2],
    /// What the tests of the run wrote or deleted.
    written: BTreeSet<PathBuf>,
    /// Whether a file was changed since the run began.
    is_changed: RefCell<BTreeMap<Entity, bool>>,
}

/// The tests that wrote or left what another one read, each with one thing of that.
#[derive(Default)]
struct After(BTreeMap<(ClassName, bool), String>);

impl After {
    fn add(&mut self, test: &ClassName, is_carried: bool, what: impl FnOnce() -> String) {
        self.0.entry((test.clone(), is_carried)).or_insert_with(what);
    }

    fn leavers(self) -> BTreeSet<Leaver> {
        let leaver = |((test, is_carried), what)| Leaver { test, is_carried, what };
        self.0.into_iter().map(leaver).collect()
    }
}

impl<'n, 'w> Gathering<'n, 'w> {
    fn new(
        machines: &[Recorded],
        executions: &'n [Execution],
        now: &'n Now<'w>,
        began: SystemTime,
    ) -> Self {
        let receivers = machines.iter().enumerate().map(|(number, machine)| {
            let own = executions.iter().filter(|execution| execution.machine == number);
            Receivers::of(machine, own, now.world())
        });
        let receivers = receivers.collect();
        let (written, is_changed) = (BTreeSet::new(), RefCell::default());
        let mut numbers = BTreeMap::new();
        for (number, machine) in machines.iter().enumerate() {
            for class in machine.classes() {
                let name = machine.name(class.name).and_then(|name| std::str::from_utf8(name).ok());
                if let Some(name) = name {
                    numbers.entry((number, ClassName::internal(name))).or_insert(class.id);
                }
            }
        }
        // Java does not ask `TMPDIR`.
        let temporary = [std::env::temp_dir(), PathBuf::from("/tmp")];
        let temporary = temporary.map(|folder| std::fs::canonicalize(&folder).unwrap_or(folder));
        let nobody = Receivers::default();
        Self { now, executions, numbers, began, receivers, nobody, temporary, written, is_changed }
    }

    fn record(&self, test: &ClassName, executions: &[&Execution]) -> TestRecord {
        let mut facts = Vec::new();
        let mut after = After::default();
        let mut doubts: Vec<String> = Vec::new();
        let mut unknown = None;
        for execution in executions {
            let footprint = &execution.footprint;
            self.add_all(&mut after, &footprint.after, None);
            for leaning in &execution.leans_on {
                after.add(&leaning.left_by, true, || left(&leaning.what));
            }
            doubts.extend(execution.incomplete.iter().map(ToString::to_string));
            let mut rewritten = self.rewritten(&footprint.files, &footprint.written);
            match self.rests_on(execution) {
                Ok(Rests { mut entities, seen, unknown: found, left_by }) => {
                    for (other, what) in left_by.iter().filter(|(other, _)| **other != test) {
                        after.add(other, false, || left(what));
                    }
                    for earlier in self.definers(execution) {
                        entities.extend(self.files_of(earlier));
                    }
                    self.evaluate(entities, &mut facts, &mut doubts);
                    unknown = unknown.or(found.and_then(opaque));
                    for seen in seen {
                        self.add_all(&mut after, &seen.after, Some(test));
                        rewritten = rewritten.or(self.rewritten(&seen.files, &seen.written));
                    }
                }
                Err(incomplete) => doubts.push(incomplete.to_string()),
            }
            if let Some(path) = rewritten {
                doubts.push(format!("`{}` was written while the tests ran", path.display()));
            }
        }
        let results = || executions.iter().flat_map(|execution| &execution.results);
        let failed = results().find(|result| result.outcome == Ended::Failed);
        let mut observations = executions.iter().flat_map(|each| &each.footprint.observations);
        let opaque = observations.find_map(opaque).or(unknown);
        let (outcome, message) = match (failed, doubts.first(), opaque) {
            (Some(result), _, _) => (Outcome::Failed, failure(result)),
            (None, Some(doubt), _) => (Outcome::Incomplete, doubt.clone()),
            (None, None, Some(message)) => (Outcome::Opaque, message),
            (None, None, None) => (Outcome::Passed, String::new()),
        };
        let nanos = results().filter_map(|result| result.nanos).sum();
        let after = after.leavers();
        TestRecord { test: test.clone(), outcome, message, nanos, facts, after }
    }

    /// Adds tests that wrote or left something, but for one of them.
    fn add_all(
        &self,
        after: &mut After,
        others: &BTreeMap<ClassName, Common>,
        but: Option<&ClassName>,
    ) {
        for (test, common) in others.iter().filter(|(test, _)| Some(*test) != but) {
            after.add(test, false, || match common {
                Common::File(path) => match name_of(self.now, path) {
                    FileName::Named(name) => format!("file `{name}`"),
                    FileName::Ignored | FileName::Unnameable => "a file".to_owned(),
                },
                Common::Left(what) => left(what),
                Common::Kept => "objects made of files or properties".to_owned(),
            });
        }
    }

    /// A class that was to run as a test and has none: it has none as long as it and all above it stay as they are.
    fn idle(&self, class: &ClassName) -> TestRecord {
        let mut seen = BTreeSet::new();
        let mut entities = vec![Entity::Environment, Entity::Frameworks];
        let mut waiting = vec![class.as_str().to_owned()];
        while let Some(name) = waiting.pop() {
            let Lookup::Found(found) = self.now.world().find(&name) else { continue };
            if seen.insert(name.clone()) {
                entities.push(Entity::Whole(ClassName::internal(found.canonical_name())));
                waiting.extend(found.superclass().map(str::to_owned));
                waiting.extend(found.interfaces().map(str::to_owned));
            }
        }
        let (mut facts, mut doubts) = (Vec::new(), Vec::new());
        self.evaluate(entities, &mut facts, &mut doubts);
        let message = doubts.first().cloned().unwrap_or_default();
        let outcome = if doubts.is_empty() { Outcome::Passed } else { Outcome::Incomplete };
        TestRecord {
            test: class.clone(),
            outcome,
            message,
            nanos: 0,
            facts,
            after: BTreeSet::new(),
        }
    }

    /// The executions in which the machine was given classes that this one used and that the class path does not have: what
    /// those read may be where the classes come from.
    fn definers(&self, execution: &Execution) -> Vec<&'n Execution> {
        let whole = execution.footprint.whole.iter();
        let strange =
            whole.filter(|(_, why)| matches!(why, Whole::OtherBytes { is_on_class_path: false }));
        let mut definers: Vec<&Execution> = Vec::new();
        for (class, _) in strange {
            let Some(number) = self.numbers.get(&(execution.machine, class.clone())) else {
                continue;
            };
            let is_it = |each: &&Execution| {
                each.machine == execution.machine && each.footprint.loaded > *number
            };
            definers.extend(self.executions.iter().find(is_it));
        }
        definers
    }

    fn files_of(&self, execution: &Execution) -> BTreeSet<Entity> {
        let mut entities = BTreeSet::new();
        for used in &execution.footprint.files {
            if let FileUse::Read(path) = used
                && let FileName::Named(name) = name_of(self.now, path)
            {
                entities.insert(Entity::File(name.into()));
            }
        }
        entities
    }

    /// A file that it used and of which what it saw is not what is there now.
    fn rewritten<'e>(
        &self,
        files: &'e BTreeSet<FileUse>,
        written: &BTreeSet<PathBuf>,
    ) -> Option<&'e Path> {
        let is_rewritten = |used: &&FileUse| {
            let path = used.path();
            let is_in = |set: &BTreeSet<PathBuf>| path.ancestors().any(|path| set.contains(path));
            // What a test makes in the folder for temporary files and takes away again was not there before either.
            let is_temporary = self.temporary.iter().any(|folder| path.starts_with(folder));
            let is_own = is_temporary && !path.exists() && is_in(written);
            is_in(&self.written) && !is_own
        };
        files.iter().find(is_rewritten).map(FileUse::path)
    }

    fn rests_on(&self, execution: &Execution) -> Result<Rests<'_>, Incomplete> {
        let receivers = match self.receivers.get(execution.machine) {
            Some(Ok(receivers)) => receivers,
            Some(Err(incomplete)) => return Err(incomplete.clone()),
            None => &self.nobody,
        };
        let now = self.now;
        let file = |path: &Path| name_of(now, path);
        let copies = |name: &str| now.class(name).map_or(0, |(_, copies)| copies);
        rests_on(execution, receivers, &Grounds { set: now.world(), copies: &copies, file: &file })
    }

    /// The values of entities; those that cannot be known, or changed while the tests ran, are doubts.
    fn evaluate(
        &self,
        entities: Vec<Entity>,
        facts: &mut Vec<(Entity, Fingerprint)>,
        doubts: &mut Vec<String>,
    ) {
        let mut found: Vec<String> = Vec::new();
        let is_near = |entity: &Entity| match entity {
            Entity::File(name) | Entity::Probe(name) | Entity::Listing(name) => {
                self.now.surroundings().is_near(name)
            }
            _ => false,
        };
        let place = entities.iter().any(is_near).then_some(Entity::Place);
        for entity in entities.into_iter().chain(place) {
            if let Entity::File(name) | Entity::Probe(name) | Entity::Listing(name) = &entity
                && self.is_changed(&entity, name)
            {
                found.push(format!("{entity} changed while the tests ran"));
                continue;
            }
            match self.now.value(&entity) {
                Some(value) => facts.push((entity, value)),
                None => found.push(format!("cannot know {entity}")),
            }
        }
        // The first of them is told: always the same one.
        found.sort_unstable();
        doubts.append(&mut found);
    }

    fn is_changed(&self, entity: &Entity, name: &str) -> bool {
        if let Some(known) = self.is_changed.borrow().get(entity) {
            return *known;
        }
        let path = self.now.surroundings().path_of(name);
        // That a folder is there does not change with what is in it.
        let is_folder = matches!(entity, Entity::Probe(_)) && path.is_dir();
        let is_changed = !is_folder && is_changed_since(&path, self.began);
        self.is_changed.borrow_mut().insert(entity.clone(), is_changed);
        is_changed
    }
}

/// Whether a file, or for one that is not there the folder that would hold it, was changed at or after that moment.
fn is_changed_since(path: &Path, began: SystemTime) -> bool {
    let Ok(began) = began.duration_since(UNIX_EPOCH) else { return true };
    let began = (began.as_secs().cast_signed(), i64::from(began.subsec_nanos()));
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_file() || metadata.is_dir() => {
            let changed = (metadata.ctime(), metadata.ctime_nsec());
            changed.max((metadata.mtime(), metadata.mtime_nsec())) >= began
        }
        // A device has no content. A file that is not there shows nothing; what tests deleted is known otherwise.
        Ok(_) | Err(_) => false,
    }
}

fn name_of(now: &Now<'_>, path: &Path) -> FileName {
    if now.surroundings().is_of_jdk(path) {
        return FileName::Ignored;
    }
    now.surroundings().name_of(path).map_or(FileName::Unnameable, FileName::Named)
}

/// What a test left, in words.
fn left(what: &Leftover) -> String {
    match what {
        Leftover::Field { .. } => format!("static field `{what}`"),
        Leftover::Default(_) | Leftover::Property(_) => what.to_string(),
    }
}

/// What a test did that no fact stands for.
fn opaque(observed: &Observed) -> Option<String> {
    match observed {
        Observed::ProcessStarted(command) => Some(format!("it starts the process `{command}`")),
        Observed::LibraryLoaded(library) => Some(format!("it loads the library `{library}`")),
        Observed::NetworkUsed(address) => Some(format!("it uses the network: `{address}`")),
        Observed::InputRead => Some("it reads the standard input".to_owned()),
        Observed::NativeCalled(function) => Some(format!("it calls native code: `{function}`")),
        Observed::StaticsUnseen => {
            Some("what tests leave in static fields could not be compared".to_owned())
        }
        Observed::DefaultSet(_)
        | Observed::DefaultRead(_)
        | Observed::DefaultLeft(_)
        | Observed::PropertySet(_)
        | Observed::ClassLookedUp(_)
        | Observed::Introspected(_)
        | Observed::ResourceLookedUp(_)
        | Observed::ResourcesListed(_)
        | Observed::BundleLookedUp(_)
        | Observed::PropertyRead(_)
        | Observed::PropertiesRead
        | Observed::WordsRead
        | Observed::VariableRead(_)
        | Observed::VariablesRead
        | Observed::Serialised(_)
        | Observed::HiddenDefined(_) => None,
    }
}
