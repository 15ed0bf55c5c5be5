//! How long things took. Kept apart from records, which are the same whenever and wherever they are made.
//!
//! ```text
//! OUT/times/JD2-00025.json   all evolving programs of a program together, in microseconds
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
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

    /// All files of a campaign together; nothing if there are none.
    pub(crate) fn read(out: &Path) -> anyhow::Result<Self> {
        let mut sum = Self::default();
        let folder = out.join(TIMES);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(sum),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot list `{}`", folder.display()));
            }
        };
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let cannot = || format!("cannot read `{}`", path.display());
            let text = fs::read_to_string(&path).with_context(cannot)?;
            sum.join(&serde_json::from_str(&text).with_context(cannot)?);
        }
        Ok(sum)
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
