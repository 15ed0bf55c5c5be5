//! Counts of what was recorded more coarsely than it should be.

use std::collections::BTreeMap;

use tamis_journal::{NameId, Probing, Record, Unprobed};

use crate::names::{self, Named};
use crate::recorded::Recorded;

/// What to tell the user about the quality of a recording.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Degraded {
    /// What the agent complained about, each text with its count.
    pub troubles: BTreeMap<String, usize>,
    /// Classes without probes, by reason; those of test frameworks are as they should be and are not counted.
    pub unprobed: BTreeMap<Unprobed, usize>,
    /// Methods whose entry could not be probed.
    pub refused_methods: usize,
    /// Methods that are recorded by their entry though more was asked for.
    pub without_inner: usize,
    /// Journals that stop making sense, with the reason.
    pub broken: Vec<String>,
}

impl Degraded {
    /// Counts over all machines of a run.
    pub fn of(recorded: &[Recorded]) -> Self {
        let mut degraded = Self::default();
        for machine in recorded {
            degraded.broken.extend(machine.broken().map(ToString::to_string));
            for step in machine.steps() {
                if let Record::Trouble(trouble) = step {
                    *degraded.troubles.entry(trouble.message.clone()).or_default() += 1;
                }
            }
            for class in machine.classes() {
                match &class.probing {
                    Probing::Probed { refused, without_inner, is_guarded: _ } => {
                        degraded.refused_methods += refused.len();
                        degraded.without_inner += without_inner.len();
                    }
                    Probing::Unprobed(Unprobed::Framework) => {}
                    Probing::Unprobed(Unprobed::Hidden) if is_made_by_jdk(machine, class.name) => {}
                    Probing::Unprobed(reason) => {
                        *degraded.unprobed.entry(*reason).or_default() += 1;
                    }
                }
            }
        }
        degraded
    }

    /// Whether all was recorded as it should be.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

fn is_made_by_jdk(machine: &Recorded, name: NameId) -> bool {
    match names::class(machine, name) {
        Some(Named::Class(name)) => names::is_made_by_jdk(&name),
        Some(Named::NoClass) | None => false,
    }
}
