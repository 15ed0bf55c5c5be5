//! Journals by hand: names and classes get their numbers when they are first used.

use tamis_journal::{
    Begin, Charge, Class, ClassHits, Environment, Granularity, HEADER, Loader, Name, Observation,
    Outcome, Phase, Probing, Record, Result as Ended, Start, Unprobed, append,
};
use xxhash_rust::xxh3::xxh3_128;

use super::class_files::{Memory, Source};
use crate::{Execution, Recorded, executions};

/// A journal being written.
pub(super) struct Journal {
    pub(super) bytes: Vec<u8>,
    names: Vec<String>,
    classes: u32,
    scopes: u32,
}

/// A charge being put together.
#[derive(Default, Clone)]
pub(super) struct Events(pub(super) Charge);

impl Journal {
    pub(super) fn new() -> Self {
        Self::of_machine(false)
    }

    /// That of a machine in which it is watched who asks for classes.
    pub(super) fn with_callers() -> Self {
        Self::of_machine(true)
    }

    fn of_machine(watches_callers: bool) -> Self {
        let mut journal = Self { bytes: HEADER.to_vec(), names: Vec::new(), classes: 0, scopes: 0 };
        journal.push(&Record::Start(Start {
            agent: "0".to_owned(),
            pid: 1,
            vm: "17".to_owned(),
            working_folder: b"/project".to_vec(),
            granularity: Granularity::Method,
            watches_callers,
        }));
        journal.push(&Record::Environment(Environment::default()));
        journal
    }

    pub(super) fn push(&mut self, record: &Record) {
        assert!(append(record, &mut self.bytes));
    }

    pub(super) fn name(&mut self, text: &str) -> u32 {
        if let Some(id) = self.names.iter().position(|name| name == text) {
            return id as u32;
        }
        let id = self.names.len() as u32;
        self.names.push(text.to_owned());
        self.push(&Record::Name(Name { id, text: text.as_bytes().to_vec() }));
        id
    }

    /// The machine is given a class.
    pub(super) fn class(&mut self, name: &str, bytes: &[u8], probing: Probing) -> u32 {
        let name = self.name(name);
        let id = self.classes;
        self.classes += 1;
        let (bytes, loader) = (xxh3_128(bytes), Loader::Application);
        self.push(&Record::Class(Class { id, name, bytes, covered: None, loader, probing }));
        id
    }

    /// The machine is given a class that is probed as it should be.
    pub(super) fn probed(&mut self, name: &str, source: &Source) -> u32 {
        self.class(name, &source.bytes(), probed())
    }

    pub(super) fn begin(&mut self, test: &str, phase: Phase, inside: Option<u32>) -> u32 {
        let (test, scope) = (self.name(test), self.scopes);
        self.scopes += 1;
        self.push(&Record::Begin(Begin { scope, test, phase, inside, nanos: 0 }));
        scope
    }

    pub(super) fn end(&mut self, scope: u32, events: Events) {
        let charge = Charge { classes: self.classes, ..events.0 };
        self.push(&Record::End { scope, charge });
    }

    /// A test class that runs on its own.
    pub(super) fn run(&mut self, test: &str, events: Events) {
        let scope = self.begin(test, Phase::Run, None);
        self.end(scope, events);
    }

    pub(super) fn ambient(&mut self, events: Events) {
        let charge = Charge { classes: self.classes, ..events.0 };
        self.push(&Record::Ambient(charge));
    }

    pub(super) fn initialised(&mut self, class: u32, events: Events) {
        let charge = Charge { classes: self.classes, ..events.0 };
        self.push(&Record::Initialised { class, charge });
    }

    pub(super) fn result(&mut self, test: &str, method: &str, outcome: Outcome) {
        let test = self.name(test);
        let method = method.to_owned();
        self.push(&Record::Result(Ended { test, method, outcome, message: None, nanos: Some(5) }));
    }

    pub(super) fn recorded(&self) -> Recorded {
        Recorded::read(&self.bytes).unwrap()
    }

    pub(super) fn executions(&self, memory: &Memory) -> Vec<Execution> {
        executions(&[self.recorded()], memory)
    }

    /// The execution of one test.
    pub(super) fn execution(&self, test: &str, memory: &Memory) -> Execution {
        let all = self.executions(memory);
        all.into_iter().find(|execution| execution.test.to_string() == test).unwrap()
    }
}

impl Events {
    pub(super) fn none() -> Self {
        Self::default()
    }

    /// Entries of methods, by their place.
    pub(super) fn hit(mut self, class: u32, methods: &[u32]) -> Self {
        let mut last = 0;
        let mut probes = Vec::new();
        for method in methods {
            probes.push(method - last);
            last = *method;
        }
        self.0.hits.push(ClassHits { class, probes });
        self
    }

    pub(super) fn see(mut self, observation: Observation) -> Self {
        self.0.observations.push(observation);
        self
    }
}

pub(super) fn probed() -> Probing {
    Probing::Probed { refused: Vec::new(), is_guarded: true, without_inner: Vec::new() }
}

pub(super) fn unprobed(reason: Unprobed) -> Probing {
    Probing::Unprobed(reason)
}
