//! What was passed and looked at since the last boundary, and who is charged for it.
//!
//! A *sink* is a test class that runs, a runner that is built, or a static initialiser. Whenever one begins or ends, all
//! that has happened since the boundary before is charged to every sink that was active, whichever thread it happened
//! in; if there was none, it is ambient. So nothing is lost to background threads and parallel tests.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};
use tamis_journal::{
    Begin, Charge, Class, ClassHits, Ending, NameId, Observation, Phase, Probing, Record, Trouble,
    Unprobed,
};
use tamis_jvmti::Jni;

use crate::faults;
use crate::journal_file::JournalFile;
use crate::names::Names;
use crate::probe_class::ProbeClass;

/// Guards the state; no call into the JVM that could wait for Java code is made while it is held.
pub(crate) struct Recorder {
    state: Mutex<State>,
    start: Instant,
}

pub(crate) struct State {
    pub(crate) journal: JournalFile,
    pub(crate) names: Names,
    classes: Vec<Numbers>,
    /// Numbers of classes by name and bytes; hidden classes apart from others.
    known: FxHashMap<(NameId, u128, Visibility), u32>,
    next_probe: u32,
    room: u32,
    sinks: Vec<Sink>,
    next_scope: u32,
    pending: Observations,
    /// Whether the class with the probes keeps looks at classes to itself.
    is_looked_at: bool,
    /// Memory for [`State::drain`].
    passed: Vec<u32>,
    /// Whether a probe was passed since [`Recorder::take_has_passed`].
    has_passed: bool,
    /// Whether code of the program can run without passing a probe: there are classes or methods without any.
    is_blind: bool,
}

/// Whether the hook for classes sees a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Visibility {
    Plain,
    Hidden,
}

/// The probe numbers of a class.
#[derive(Debug, Clone, Copy)]
struct Numbers {
    first: u32,
    count: u32,
}

/// Somebody who is charged.
#[derive(Debug)]
struct Sink {
    key: SinkKey,
    passed: Vec<u32>,
    /// How many may be kept before duplicates are removed.
    tidy_at: usize,
    observations: Observations,
}

/// What a sink stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SinkKey {
    Scope(u32),
    /// A class that is being initialised, by its number: two loaders can do that at once with the same bytes.
    Initialiser(u32),
}

/// Each observation once, in the order of the first time.
#[derive(Debug, Default)]
struct Observations {
    list: Vec<Observation>,
    seen: FxHashSet<Observation>,
}

impl Observations {
    fn add(&mut self, observation: Observation) {
        if self.seen.insert(observation) {
            self.list.push(observation);
        }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.seen.clear();
    }
}

/// Where a class got its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbered {
    /// New numbers from this one on.
    New { class: u32, first: u32 },
    /// The numbers it has had before.
    Again { class: u32, first: u32 },
    /// There are no more probe numbers.
    Exhausted { class: u32 },
    /// There were none when it was seen before.
    StillExhausted { class: u32 },
}

impl Recorder {
    pub(crate) fn new(journal: JournalFile, room: u32) -> Self {
        let state = State {
            journal,
            names: Names::default(),
            classes: Vec::new(),
            known: FxHashMap::default(),
            next_probe: 0,
            room,
            sinks: Vec::new(),
            next_scope: 0,
            pending: Observations::default(),
            is_looked_at: false,
            passed: Vec::new(),
            has_passed: false,
            is_blind: false,
        };
        Self { state: Mutex::new(state), start: Instant::now() }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a record at once.
    pub(crate) fn write(&self, record: &Record) {
        let mut state = self.lock();
        state.journal.add(record);
        state.journal.flush();
    }

    /// Nanoseconds since the agent was loaded.
    pub(crate) fn nanos(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// Whether a test class runs, or is built.
    pub(crate) fn has_scope(&self) -> bool {
        self.lock().sinks.iter().any(|sink| matches!(sink.key, SinkKey::Scope(_)))
    }

    /// Whether a test class began in this machine.
    pub(crate) fn has_begun(&self) -> bool {
        self.lock().next_scope > 0
    }

    /// Notes that something with a name was looked at.
    pub(crate) fn observe(&self, name: &[u8], observation: impl FnOnce(NameId) -> Observation) {
        let mut state = self.lock();
        let State { journal, names, pending, .. } = &mut *state;
        faults::at("observe");
        pending.add(observation(names.number(name, journal)));
    }

    /// As [`Self::observe`]. Until the next boundary it need not be told again.
    pub(crate) fn observe_once(
        &self,
        name: &[u8],
        observation: impl FnOnce(NameId) -> Observation,
    ) {
        let mut state = self.lock();
        let State { journal, names, pending, is_looked_at, .. } = &mut *state;
        faults::at("observe");
        pending.add(observation(names.number(name, journal)));
        // In the same breath: a boundary in between would have it forgotten behind the boundary, too.
        *is_looked_at = true;
    }

    /// Notes who asked for a class, through which method.
    pub(crate) fn observe_asked(&self, caller: &[u8], through: &[u8], class: &[u8]) {
        let mut state = self.lock();
        let State { journal, names, pending, .. } = &mut *state;
        faults::at("observe");
        let [caller, through, class] =
            [caller, through, class].map(|name| names.number(name, journal));
        pending.add(Observation::AskedFor { caller, through, class });
    }

    /// The number of a name.
    pub(crate) fn number_name(&self, name: &[u8]) -> NameId {
        let mut state = self.lock();
        let State { journal, names, .. } = &mut *state;
        faults::at("observe");
        names.number(name, journal)
    }

    /// Notes that a class was looked at, or one that concerns nobody. Until the next boundary it need not be told again.
    pub(crate) fn look(&self, class: Option<NameId>) {
        let mut state = self.lock();
        state.is_looked_at = true;
        if let Some(class) = class {
            state.pending.add(Observation::Introspected(class));
        }
    }

    /// Whether that was noted since the last boundary.
    pub(crate) fn is_pending(
        &self,
        name: &[u8],
        observation: impl FnOnce(NameId) -> Observation,
    ) -> bool {
        let state = self.lock();
        let known = state.names.known(name);
        known.is_some_and(|name| state.pending.seen.contains(&observation(name)))
    }

    /// Notes something without a name.
    pub(crate) fn observe_plain(&self, observation: Observation) {
        self.lock().pending.add(observation);
    }

    /// A test class, or the building of its runner, begins; gives the number of the scope.
    pub(crate) fn begin(
        &self,
        jni: &Jni<'_>,
        probe: ProbeClass,
        test: &[u8],
        phase: Phase,
        inside: Option<u32>,
    ) -> u32 {
        let nanos = self.nanos();
        let mut state = self.lock();
        state.drain(jni, probe);
        let scope = state.next_scope;
        state.next_scope += 1;
        let State { journal, names, sinks, .. } = &mut *state;
        let test = names.number(test, journal);
        sinks.push(Sink::new(SinkKey::Scope(scope)));
        journal.add(&Record::Begin(Begin { scope, test, phase, inside, nanos }));
        journal.flush();
        scope
    }

    /// It ends.
    pub(crate) fn end(&self, jni: &Jni<'_>, probe: ProbeClass, scope: u32) {
        let mut state = self.lock();
        state.drain(jni, probe);
        if let Some(charge) = state.close(SinkKey::Scope(scope)) {
            state.journal.add(&Record::End { scope, charge });
            state.journal.flush();
        }
    }

    /// A static initialiser begins.
    pub(crate) fn begin_initialiser(&self, jni: &Jni<'_>, probe: ProbeClass, class: u32) {
        let mut state = self.lock();
        state.drain(jni, probe);
        state.sinks.push(Sink::new(SinkKey::Initialiser(class)));
    }

    /// It ends.
    pub(crate) fn end_initialiser(&self, jni: &Jni<'_>, probe: ProbeClass, class: u32) {
        let mut state = self.lock();
        state.drain(jni, probe);
        if let Some(charge) = state.close(SinkKey::Initialiser(class)) {
            state.journal.add(&Record::Initialised { class, charge });
        }
    }

    /// Charges what has happened since the last boundary.
    pub(crate) fn settle(&self, jni: &Jni<'_>, probe: ProbeClass) {
        let mut state = self.lock();
        state.drain(jni, probe);
        state.journal.flush();
    }

    /// Whether code of the program may have run since the last time, as far as it was charged.
    pub(crate) fn take_has_passed(&self) -> bool {
        let mut state = self.lock();
        std::mem::take(&mut state.has_passed) || state.is_blind
    }
}

impl Sink {
    /// Adds passed probes; now and then each is kept only once.
    fn pass(&mut self, passed: &[u32]) {
        self.passed.extend_from_slice(passed);
        if self.passed.len() > self.tidy_at {
            self.passed.sort_unstable();
            self.passed.dedup();
            self.tidy_at = (self.passed.len() * 2).max(1 << 16);
        }
    }

    fn new(key: SinkKey) -> Self {
        Self { key, passed: Vec::new(), tidy_at: 1 << 16, observations: Observations::default() }
    }
}

impl State {
    /// Gives numbers to the probes of a class.
    pub(crate) fn number(
        &mut self,
        name: &[u8],
        bytes: u128,
        count: u32,
        visibility: Visibility,
    ) -> (NameId, Numbered) {
        let name = self.names.number(name, &mut self.journal);
        let key = (name, bytes, visibility);
        if let Some(class) = self.known.get(&key) {
            let numbers = self.classes.get(*class as usize).copied();
            return match numbers.filter(|numbers| numbers.count >= count) {
                Some(Numbers { first, .. }) => (name, Numbered::Again { class: *class, first }),
                None => (name, Numbered::StillExhausted { class: *class }),
            };
        }
        let class = self.classes.len() as u32;
        self.known.insert(key, class);
        faults::at("number");
        let first = self.next_probe;
        match first.checked_add(count).filter(|end| *end <= self.room) {
            Some(end) => {
                self.next_probe = end;
                self.classes.push(Numbers { first, count });
                (name, Numbered::New { class, first })
            }
            None => {
                self.classes.push(Numbers { first, count: 0 });
                (name, Numbered::Exhausted { class })
            }
        }
    }

    /// Writes the record of a class.
    pub(crate) fn add_class(&mut self, class: Class) {
        self.is_blind |= match &class.probing {
            Probing::Probed { refused, .. } => !refused.is_empty(),
            Probing::Unprobed(reason) => *reason != Unprobed::Framework,
        };
        self.journal.add(&Record::Class(class));
    }

    /// Moves what has happened to everybody who is active, or to the ambient.
    fn drain(&mut self, jni: &Jni<'_>, probe: ProbeClass) {
        self.passed.clear();
        if !jni.take_nonzero(probe.hits.get(), self.next_probe as usize, &mut self.passed) {
            let message = "the machine does not lend the probes".to_owned();
            self.journal.add(&Record::Trouble(Trouble { ending: Ending::Incomplete, message }));
        }
        faults::at("drain");
        if std::mem::take(&mut self.is_looked_at) {
            probe.look_again(jni);
        }
        self.has_passed |= !self.passed.is_empty();
        for sink in &mut self.sinks {
            sink.pass(&self.passed);
            self.pending.list.iter().for_each(|each| sink.observations.add(*each));
        }
        // An initialiser is no excuse: other threads may have run meanwhile, and whatever they did concerns all tests.
        let has_scope = self.sinks.iter().any(|sink| matches!(sink.key, SinkKey::Scope(_)));
        if !has_scope && (!self.passed.is_empty() || !self.pending.list.is_empty()) {
            let passed = std::mem::take(&mut self.passed);
            let observations = std::mem::take(&mut self.pending).list;
            let charge = self.charge(passed, observations);
            self.journal.add(&Record::Ambient(charge));
        }
        self.pending.clear();
    }

    /// Takes a sink out; the innermost, should there be more than one of that key.
    fn close(&mut self, key: SinkKey) -> Option<Charge> {
        let place = self.sinks.iter().rposition(|sink| sink.key == key)?;
        let sink = self.sinks.remove(place);
        Some(self.charge(sink.passed, sink.observations.list))
    }

    /// Sorts passed probes by class.
    fn charge(&self, mut passed: Vec<u32>, observations: Vec<Observation>) -> Charge {
        passed.sort_unstable();
        passed.dedup();
        let mut hits: Vec<ClassHits> = Vec::new();
        let mut last = 0;
        for number in passed {
            // Classes without numbers share their first with the next class that has some.
            let place = self.classes.partition_point(|numbers| numbers.first <= number);
            let class = self
                .classes
                .get(..place)
                .unwrap_or_default()
                .iter()
                .rposition(|numbers| numbers.count > 0);
            let Some(class) = class else { continue };
            let first = self.classes.get(class).map_or(0, |numbers| numbers.first);
            let (class, local) = (class as u32, number - first);
            match hits.last_mut() {
                Some(entry) if entry.class == class => entry.probes.push(local - last),
                _ => hits.push(ClassHits { class, probes: vec![local] }),
            }
            last = local;
        }
        Charge { hits, observations, classes: self.classes.len() as u32 }
    }
}
