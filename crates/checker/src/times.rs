//! How long things took. Kept apart from records, which are the same whenever and wherever they are made.
//!
//! ```text
//! OUT/times/JD2-00025.json   all evolving programs of a program together, in microseconds
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The folder of these files.
pub(crate) const TIMES: &str = "times";

/// How long tests took after edits, if all run, and with each tool.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Times {
    /// All tests, in microseconds.
    pub(crate) all: u64,
    /// By tool.
    pub(crate) tools: BTreeMap<String, Spent>,
}

/// What a tool spent, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Spent {
    /// To select. Techniques that are asked together share it evenly.
    pub(crate) selecting: u64,
    /// To run what was selected. What several techniques select is run once, and counts for each by its share of the tests.
    pub(crate) running: u64,
}

/// How long programs took, as far as that is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Known {
    /// All together.
    pub(crate) times: Times,
    /// Of how many programs.
    pub(crate) programs: usize,
    /// Programs whose times are not there, or cannot be read.
    pub(crate) missing: usize,
}

impl Times {
    /// One more run of all tests.
    pub(crate) fn add_all(&mut self, time: Duration) {
        self.all += micros(time);
    }

    /// What a tool did.
    pub(crate) fn add(&mut self, tool: &str, selecting: Duration, running: Duration) {
        let spent = self.tools.entry(tool.to_owned()).or_default();
        spent.selecting += micros(selecting);
        spent.running += micros(running);
    }

    /// How long some programs of a campaign took together. A time that is not known is no reason to tell nothing at all.
    pub(crate) fn read<'p>(out: &Path, programs: impl Iterator<Item = &'p String>) -> Known {
        let mut known = Known::default();
        for program in programs {
            let file = out.join(TIMES).join(format!("{program}.json"));
            match fs::read(&file).ok().and_then(|text| serde_json::from_slice(&text).ok()) {
                Some(times) => {
                    known.times.join(&times);
                    known.programs += 1;
                }
                None => known.missing += 1,
            }
        }
        known
    }

    fn join(&mut self, other: &Self) {
        self.all += other.all;
        for (tool, spent) in &other.tools {
            let own = self.tools.entry(tool.clone()).or_default();
            own.selecting += spent.selecting;
            own.running += spent.running;
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_was_damaged_or_is_not_there_is_counted_and_keeps_no_other_from_being_told() {
        let folder = tempfile::tempdir().unwrap();
        let times = folder.path().join(TIMES);
        fs::create_dir(&times).unwrap();
        for (name, text) in [("a", r#"{"all":7,"tools":{}}"#), ("b", "{"), ("other", "{")] {
            fs::write(times.join(format!("{name}.json")), text).unwrap();
        }
        let programs = ["a", "b", "c"].map(str::to_owned);
        let known = Times::read(folder.path(), programs.iter());
        assert_eq!((known.times.all, known.programs, known.missing), (7, 1, 2));
    }
}
