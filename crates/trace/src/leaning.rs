//! Tests that lean on what an earlier test of the same machine left behind: a static field, a default of the machine, a
//! system property. Such a test has evidence only together with that one.
//!
//! What was left in static fields is known only if the machine was told to compare them. Who reads a field is told by code:
//! a test that entered a method which names the field, or that looked at its class by reflection. Where the code of a class
//! is not known, whoever touched the class of the field counts.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tamis_facts::{ClassIndex, Lookup};
use tamis_vocab::{ClassName, MethodId};

use crate::execution::Execution;
use crate::footprint::{Common, Observed, Whole};
use crate::remembered::{Called, are_related, static_reads};

/// What a test left behind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leftover {
    /// A static field.
    Field {
        /// The class that declares it.
        class: ClassName,
        /// Its name.
        name: Arc<str>,
        /// Its descriptor.
        descriptor: Arc<str>,
    },
    /// A default of the machine: `locale` or `time-zone`.
    Default(String),
    /// A system property.
    Property(String),
}

/// What a test reads, and who left it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leaning {
    /// What was left.
    pub what: Leftover,
    /// The earlier test.
    pub left_by: ClassName,
}

/// What a test left otherwise than it found it, and the step at which the scope began that did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// What.
    pub what: Leftover,
    /// Since when.
    pub since: usize,
}

/// Finds who leans on whom, in all machines of a run.
pub fn connect(executions: &mut [Execution], set: &dyn ClassIndex) {
    let found: Vec<BTreeSet<Leaning>> = {
        let reading = Reading::of(executions, set);
        executions.iter().enumerate().map(|(place, _)| reading.leanings(place)).collect()
    };
    for (execution, leanings) in executions.iter_mut().zip(found) {
        for leaning in &leanings {
            let common = || Common::Left(leaning.what.clone());
            let after = &mut execution.footprint.after;
            after.entry(leaning.left_by.clone()).or_insert_with(common);
        }
        execution.leans_on = leanings;
    }
}

/// Name and descriptor of a field.
type Signature = (Arc<str>, Arc<str>);

/// What there is to read.
struct Reading<'e> {
    executions: &'e [Execution],
    set: &'e dyn ClassIndex,
    /// The static fields that methods read, once that was asked.
    reads: RefCell<FxHashMap<MethodId, Rc<[Called]>>>,
    /// Fields that were left, with their class and the place of the test.
    fields: FxHashMap<Signature, Vec<(&'e ClassName, usize, usize)>>,
    /// Tests that left a default, or set a property.
    others: Vec<usize>,
}

impl<'e> Reading<'e> {
    fn of(executions: &'e [Execution], set: &'e dyn ClassIndex) -> Self {
        let mut fields: FxHashMap<Signature, Vec<_>> = FxHashMap::default();
        let mut others = Vec::new();
        for (place, execution) in executions.iter().enumerate() {
            for left in &execution.left {
                if let Leftover::Field { class, name, descriptor } = &left.what {
                    let signature = (name.clone(), descriptor.clone());
                    fields.entry(signature).or_default().push((class, place, left.since));
                }
            }
            let is_set = |observed: &Observed| {
                matches!(
                    observed,
                    Observed::PropertySet(_) | Observed::DefaultSet(_) | Observed::DefaultLeft(_)
                )
            };
            if execution.footprint.observations.iter().any(is_set) {
                others.push(place);
            }
        }
        Self { executions, set, reads: RefCell::default(), fields, others }
    }

    /// What one test leans on.
    fn leanings(&self, place: usize) -> BTreeSet<Leaning> {
        let mut leanings = BTreeSet::new();
        let Some(reader) = self.executions.get(place) else { return leanings };
        if !self.fields.is_empty() {
            self.fields_of(reader, &mut leanings);
        }
        for writer in self.others.iter().filter(|writer| **writer < place) {
            let Some(writer) = self.executions.get(*writer) else { continue };
            if writer.machine == reader.machine && writer.test != reader.test {
                let left_by = || writer.test.clone();
                let found = read_of(writer, reader).into_iter();
                leanings.extend(found.map(|what| Leaning { what, left_by: left_by() }));
            }
        }
        leanings
    }

    fn fields_of(&self, reader: &Execution, leanings: &mut BTreeSet<Leaning>) {
        let footprint = &reader.footprint;
        for method in footprint.methods.iter().chain(&footprint.assumed) {
            self.named_in(method, reader, leanings);
        }
        let mut is_known = true;
        for (class, why) in &footprint.whole {
            match self.set.find(class.as_str()) {
                Lookup::Found(facts) => {
                    for member in facts.methods() {
                        let (name, descriptor) = (member.name, member.descriptor);
                        let method = MethodId {
                            class: class.clone(),
                            name: facts.text(name).into(),
                            descriptor: facts.text(descriptor).into(),
                        };
                        self.named_in(&method, reader, leanings);
                    }
                }
                Lookup::Outside | Lookup::Unreadable => {
                    is_known &= matches!(why, Whole::Unprobed(tamis_journal::Unprobed::Framework));
                }
            }
        }
        let is_seen = |class: &ClassName| {
            footprint.observations.contains(&Observed::Introspected(class.clone()))
                || footprint.observations.contains(&Observed::Serialised(class.clone()))
                || (footprint.classes.contains_key(class)
                    && (!is_known || !matches!(self.set.find(class.as_str()), Lookup::Found(_))))
        };
        for left in self.executions.iter().flat_map(|execution| &execution.left) {
            if let Leftover::Field { class, name, descriptor } = &left.what
                && is_seen(class)
            {
                self.add(class, (name, descriptor), reader, leanings);
            }
        }
    }

    /// The fields that were left and that the code of a method names.
    fn named_in(&self, method: &MethodId, reader: &Execution, leanings: &mut BTreeSet<Leaning>) {
        let known = self.reads.borrow().get(method).cloned();
        let reads = known.unwrap_or_else(|| {
            let reads: Rc<[Called]> = static_reads(method, self.set).into();
            self.reads.borrow_mut().insert(method.clone(), reads.clone());
            reads
        });
        for (owner, name, descriptor) in reads.iter() {
            self.add(owner, (name, descriptor), reader, leanings);
        }
    }

    fn add(
        &self,
        owner: &ClassName,
        (name, descriptor): (&Arc<str>, &Arc<str>),
        reader: &Execution,
        leanings: &mut BTreeSet<Leaning>,
    ) {
        let left = self.fields.get(&(name.clone(), descriptor.clone()));
        for (class, writer, since) in left.into_iter().flatten() {
            let Some(writer) = self.executions.get(*writer) else { continue };
            let is_before = writer.machine == reader.machine && *since < reader.ended;
            if !is_before || writer.test == reader.test || !are_related(self.set, owner, class) {
                continue;
            }
            let what = Leftover::Field {
                class: (*class).clone(),
                name: name.clone(),
                descriptor: descriptor.clone(),
            };
            leanings.insert(Leaning { what, left_by: writer.test.clone() });
        }
    }
}

/// The defaults and properties that a test set and may have read itself, also if it set them back. Who reads a default is not
/// known to all machines.
pub(crate) fn set_for_itself(execution: &Execution) -> Vec<Leftover> {
    let defaults = execution.footprint.observations.iter().filter_map(|observed| match observed {
        Observed::DefaultSet(which) => Some(Leftover::Default(which.clone())),
        _ => None,
    });
    let mut found = read_of(execution, execution);
    found.extend(defaults);
    found
}

/// The defaults and properties that one test set and another one reads.
fn read_of(writer: &Execution, reader: &Execution) -> Vec<Leftover> {
    let read = &reader.footprint.observations;
    let mut found = Vec::new();
    for observed in &writer.footprint.observations {
        match observed {
            // Any of them.
            Observed::PropertySet(key) if key == "*" => {
                let key = read.iter().find_map(|read| match read {
                    Observed::PropertyRead(key) => Some(key.clone()),
                    Observed::PropertiesRead => Some(key.clone()),
                    _ => None,
                });
                found.extend(key.map(Leftover::Property));
            }
            Observed::PropertySet(key)
                if read.contains(&Observed::PropertyRead(key.clone()))
                    || read.contains(&Observed::PropertiesRead) =>
            {
                found.push(Leftover::Property(key.clone()));
            }
            // It may have been set back.
            Observed::DefaultSet(which)
                if read.contains(&Observed::DefaultRead(which.clone()))
                    && writer.left.iter().any(|left| is_default(&left.what, which)) =>
            {
                found.push(Leftover::Default(which.clone()));
            }
            // Nobody knows who asked for it.
            Observed::DefaultLeft(which) => found.push(Leftover::Default(which.clone())),
            _ => {}
        }
    }
    found
}

/// Whether a static field of the JDK holds a default.
fn is_default(what: &Leftover, which: &str) -> bool {
    let holder = match which {
        "locale" => "java/util/Locale",
        _ => "java/util/TimeZone",
    };
    matches!(what, Leftover::Field { class, .. } if class.as_str() == holder)
}

impl fmt::Display for Leftover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field { class, name, .. } => write!(f, "{class}.{name}"),
            Self::Default(which) => write!(f, "the default {}", which.replace('-', " ")),
            Self::Property(key) => write!(f, "the system property `{key}`"),
        }
    }
}
