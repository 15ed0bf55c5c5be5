//! One journal, read.

use std::fmt;

use rustc_hash::FxHashMap;
use tamis_journal::{Class, Damage, Granularity, HeaderError, NameId, Record, Start, frames};

use crate::environment::Environment;

/// What one virtual machine recorded. Numbers are resolved when they are used: a record that names what no other record
/// defines makes the test incomplete that it belongs to.
#[derive(Debug, Clone, Default)]
pub struct Recorded {
    start: Option<Start>,
    environment: Option<Environment>,
    names: FxHashMap<NameId, Vec<u8>>,
    classes: FxHashMap<u32, Class>,
    steps: Vec<Record>,
    is_ended: bool,
    is_halted: bool,
    broken: Option<Break>,
}

/// Where a journal stops making sense; nothing behind it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Break {
    /// The file is damaged.
    Damage(Damage),
    /// A number is given a second meaning.
    Twice {
        /// What the number stands for.
        what: &'static str,
        /// The number.
        number: u32,
    },
}

impl Recorded {
    /// Reads the bytes of a journal. If it ends in the middle, what comes before is kept.
    pub fn read(bytes: &[u8]) -> Result<Self, HeaderError> {
        let mut recorded = Self::default();
        for record in frames(bytes)? {
            let taken = record.map_err(Break::Damage).and_then(|record| recorded.take(record));
            if let Err(broken) = taken {
                recorded.broken = Some(broken);
                break;
            }
        }
        Ok(recorded)
    }

    /// Takes in the next record.
    fn take(&mut self, record: Record) -> Result<(), Break> {
        match record {
            Record::Start(start) => match self.start {
                None => self.start = Some(start),
                Some(_) => return Err(Break::Twice { what: "machine", number: 0 }),
            },
            Record::Environment(environment) => match self.environment {
                None => self.environment = Some(Environment::of(&environment)),
                Some(_) => return Err(Break::Twice { what: "environment", number: 0 }),
            },
            Record::Name(name) => {
                if self.names.insert(name.id, name.text).is_some() {
                    return Err(Break::Twice { what: "name", number: name.id });
                }
            }
            Record::Class(class) => {
                let number = class.id;
                if self.classes.insert(number, class).is_some() {
                    return Err(Break::Twice { what: "class", number });
                }
            }
            Record::Exit => self.is_ended = true,
            Record::Halted => self.is_halted = true,
            Record::Ambient(_)
            | Record::Initialised { .. }
            | Record::Begin(_)
            | Record::End { .. }
            | Record::Result(_)
            | Record::Left { .. }
            | Record::Trouble(_) => self.steps.push(record),
        }
        Ok(())
    }

    /// What is said about the machine; none if it did not come to it.
    pub fn start(&self) -> Option<&Start> {
        self.start.as_ref()
    }

    /// What the machine was given from outside; none if it did not come to it.
    pub fn environment(&self) -> Option<&Environment> {
        self.environment.as_ref()
    }

    /// How finely code was recorded. A journal that does not say has no complete execution, so any answer is safe.
    pub fn granularity(&self) -> Granularity {
        self.start.as_ref().map_or(Granularity::Method, |start| start.granularity)
    }

    /// The text of a number.
    pub fn name(&self, id: NameId) -> Option<&[u8]> {
        self.names.get(&id).map(Vec::as_slice)
    }

    /// A class by its number.
    pub fn class(&self, number: u32) -> Option<&Class> {
        self.classes.get(&number)
    }

    /// The classes in the order in which the machine was given them.
    pub fn classes(&self) -> Vec<&Class> {
        let mut classes: Vec<&Class> = self.classes.values().collect();
        classes.sort_by_key(|class| class.id);
        classes
    }

    /// All but names, classes and what is said about the machine, in order.
    pub fn steps(&self) -> &[Record] {
        &self.steps
    }

    /// Whether the machine ended in an orderly way.
    pub fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Whether code of a program ended it, when no test class ran: perhaps with a code that makes a build fail.
    pub fn is_halted(&self) -> bool {
        self.is_halted
    }

    /// Where the journal stops making sense, if it does.
    pub fn broken(&self) -> Option<&Break> {
        self.broken.as_ref()
    }
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damage(damage) => damage.fmt(f),
            Self::Twice { what, number } => write!(f, "{what} {number} is defined twice"),
        }
    }
}
