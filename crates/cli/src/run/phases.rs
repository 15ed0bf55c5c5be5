//! How long the phases of a run took: for studies.

use std::path::Path;
use std::time::{Duration, Instant};

use super::telling::write;

/// The phases so far.
pub(super) struct Phases {
    last: Instant,
    /// Until it was known what runs: reading the class path, evidence, the graph.
    pub(super) analysis: Duration,
    /// The JVM with the tests.
    pub(super) execution: Duration,
    /// From what was recorded to evidence, and keeping it.
    pub(super) collection: Duration,
}

impl Phases {
    pub(super) fn begin() -> Self {
        let nothing = Duration::ZERO;
        Self { last: Instant::now(), analysis: nothing, execution: nothing, collection: nothing }
    }

    /// The time since the phase before.
    pub(super) fn end(&mut self) -> Duration {
        let now = Instant::now();
        now.duration_since(std::mem::replace(&mut self.last, now))
    }

    /// Writes the document `tamis-phases`.
    pub(super) fn write(&self, file: &Path) -> anyhow::Result<()> {
        let [analysis, execution, collection] =
            [self.analysis, self.execution, self.collection].map(|time| time.as_secs_f64());
        let text = format!(
            "{{\"format\":\"tamis-phases\",\"version\":1,\"analysis\":{analysis:.3},\
             \"execution\":{execution:.3},\"collection\":{collection:.3}}}\n"
        );
        write(file, &text)
    }
}
