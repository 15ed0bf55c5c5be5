//! One execution of one test class.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use tamis_journal::Outcome;
use tamis_vocab::ClassName;

use crate::ambient::Introspection;
use crate::classes::{ClassSource, Classes};
use crate::expand::Expander;
use crate::files::Writers;
use crate::footprint::Footprint;
use crate::leaning::{Leaning, Left};
use crate::machine::Machine;
use crate::recorded::Recorded;

/// One test class in one virtual machine, all its scopes together.
#[derive(Debug, Clone)]
pub struct Execution {
    /// Which journal of those given.
    pub machine: usize,
    /// The test class.
    pub test: ClassName,
    /// Why it proves nothing; empty if it is complete.
    pub incomplete: Vec<Incomplete>,
    /// How its methods ended, in that order.
    pub results: Vec<TestResult>,
    /// What it touched.
    pub footprint: Footprint,
    /// What it left otherwise than it found it, if that was compared.
    pub left: Vec<Left>,
    /// The step of the journal at which code was first entered for it.
    pub began: usize,
    /// The step at which it ended.
    pub ended: usize,
    /// What it reads of what others left: see [`connect`](crate::connect).
    pub leans_on: BTreeSet<Leaning>,
}

/// Why an execution is incomplete.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Incomplete {
    /// There was no agent.
    Unrecorded,
    /// Something of it began and did not end: the machine died, or the journal stops making sense before that.
    NotEnded,
    /// It was at most built, or has results without a scope around them.
    NeverRun,
    /// The agent gave up before it ended.
    Trouble {
        /// What the agent says.
        message: String,
    },
    /// The journal does not say how it was recorded, or in which environment.
    UnknownMachine,
    /// The journal names something that it does not define.
    Dangling {
        /// What it is about.
        what: &'static str,
        /// Its number.
        number: u32,
    },
    /// A class that it touches cannot be read now, so what that implies is not known.
    Unreadable {
        /// The class.
        class: ClassName,
        /// Why.
        message: String,
    },
    /// A thread ran on from or into another test, or from or into the time between tests, and its stack was not seen.
    StackUnseen,
    /// It did what it had to do, and then its machine did not end as machines with tests do, of which it may be the cause.
    DiedBehind,
    /// It used a file whose name cannot be written down.
    Unnameable {
        /// The file.
        path: PathBuf,
    },
    /// The static initialiser of a class that it touches could not be watched.
    Unwatched {
        /// The class.
        class: ClassName,
    },
}

/// How a test method ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestResult {
    /// The class that was reported; a nested one perhaps.
    pub class: ClassName,
    /// The method, with what tells invocations apart; empty for the class itself.
    pub method: String,
    /// How it ended.
    pub outcome: Outcome,
    /// First line of what was thrown.
    pub message: Option<String>,
    /// How long it took.
    pub nanos: Option<u64>,
}

/// The executions of a run, by machine and then in the order in which the tests began.
pub fn executions(recorded: &[Recorded], source: &dyn ClassSource) -> Vec<Execution> {
    let machines: Vec<Machine<'_>> = recorded.iter().map(Machine::of).collect();
    let writers = Writers::of(&machines);
    let mut executions = Vec::new();
    for (number, machine) in machines.iter().enumerate() {
        let classes = Classes::new(source, machine.recorded);
        let introspection = Introspection::of(machine, &classes);
        let expander = Expander::new(machine, &classes, &introspection);
        for test in &machine.tests {
            let mut incomplete = test.incomplete.clone();
            let (mut footprint, inherited) = expander.expand(test, &mut incomplete);
            writers.attribute(number, test, &inherited, &mut footprint);
            incomplete.sort();
            let ended = test.stretches.iter().map(|stretch| stretch.end).max().unwrap_or(0);
            let entering = test.stretches.iter().filter(|each| !each.charge.hits.is_empty());
            executions.push(Execution {
                machine: number,
                test: test.name.clone(),
                incomplete,
                results: test.results.clone(),
                footprint,
                left: test.left.clone(),
                began: entering.map(|stretch| stretch.begin).min().unwrap_or(ended),
                ended,
                leans_on: BTreeSet::new(),
            });
        }
    }
    executions
}

impl Execution {
    /// An execution of which only results are known.
    pub fn unrecorded(test: ClassName, results: Vec<TestResult>) -> Self {
        Self {
            machine: 0,
            test,
            incomplete: vec![Incomplete::Unrecorded],
            results,
            footprint: Footprint::default(),
            left: Vec::new(),
            began: 0,
            ended: 0,
            leans_on: BTreeSet::new(),
        }
    }

    /// Leaves out what is below a folder: the files of whoever runs the tests.
    pub fn forget_files_below(&mut self, folder: &Path) {
        self.footprint.files.retain(|used| !used.path().starts_with(folder));
        self.footprint.written.retain(|path| !path.starts_with(folder));
    }

    /// Whether all that it rests on is known.
    pub fn is_complete(&self) -> bool {
        self.incomplete.is_empty()
    }

    /// Whether a method failed.
    pub fn has_failed(&self) -> bool {
        self.results.iter().any(|result| result.outcome == Outcome::Failed)
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unrecorded => f.write_str("it was not recorded"),
            Self::NotEnded => f.write_str("it did not end"),
            Self::NeverRun => f.write_str("it did not run"),
            Self::Trouble { message } => write!(f, "recording failed: {message}"),
            Self::UnknownMachine => {
                f.write_str("the journal does not say how it was recorded, or in which environment")
            }
            Self::Dangling { what, number } => {
                write!(f, "{what} {number} of the journal is not defined in it")
            }
            Self::Unreadable { class, message } => {
                write!(f, "class `{class}` cannot be read: {message}")
            }
            Self::StackUnseen => {
                f.write_str("what a thread did that ran on between tests could not be seen")
            }
            Self::DiedBehind => f.write_str(
                "its JVM crashed, or was ended by other code than the test framework's, when all tests had run",
            ),
            Self::Unnameable { path } => {
                write!(f, "the name of the file `{}` is no text", path.display())
            }
            Self::Unwatched { class } => {
                write!(f, "the static initialiser of `{class}` could not be watched")
            }
        }
    }
}
