//! Mistakes that can be put into our techniques on purpose, to see that a campaign finds them. Only debug builds listen to
//! `TAMIS_CHECK_BUG`; a release has none of them.

use tamis_journal::Record;
use tamis_trace::{Execution, Why};

/// A mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(debug_assertions), expect(dead_code, reason = "a release makes none"))]
pub(super) enum SeededBug {
    /// Where calls arrive is no fact.
    Dispatch,
    /// What the code of an entered method can initialise does not count, only what was entered.
    Expansion,
    /// What ran in static initialisers belongs to nobody.
    Initialisers,
    /// The last test is not seen to run.
    Overlooked,
}

impl SeededBug {
    /// The one that was asked for.
    #[cfg(debug_assertions)]
    pub(super) fn asked_for() -> anyhow::Result<Option<Self>> {
        const VARIABLE: &str = "TAMIS_CHECK_BUG";
        match std::env::var(VARIABLE).as_deref() {
            Err(_) => Ok(None),
            Ok("dispatch") => Ok(Some(Self::Dispatch)),
            Ok("expansion") => Ok(Some(Self::Expansion)),
            Ok("initialisers") => Ok(Some(Self::Initialisers)),
            Ok("overlooked") => Ok(Some(Self::Overlooked)),
            Ok(word) => Err(anyhow::anyhow!("`{word}` in {VARIABLE} is no mistake that is known")),
        }
    }

    /// There is none.
    #[cfg(not(debug_assertions))]
    pub(super) fn asked_for() -> anyhow::Result<Option<Self>> {
        Ok(None)
    }

    /// Makes the mistake in what was recorded.
    pub(super) fn spoil_records(self, records: &mut Vec<Record>) {
        match self {
            Self::Initialisers => {
                records.retain(|record| !matches!(record, Record::Initialised { .. }));
            }
            Self::Dispatch | Self::Expansion | Self::Overlooked => {}
        }
    }

    /// Makes it in what that means.
    pub(super) fn spoil(self, executions: &mut Vec<Execution>) {
        let footprints = executions.iter_mut().map(|execution| &mut execution.footprint);
        match self {
            // No class was loaded, so none can be that of a receiver.
            Self::Dispatch => footprints.for_each(|footprint| footprint.loaded = 0),
            Self::Expansion => footprints.for_each(|footprint| {
                footprint.classes.retain(|_, why| *why == Why::Entered);
            }),
            Self::Initialisers => {}
            Self::Overlooked => drop(executions.pop()),
        }
    }
}
