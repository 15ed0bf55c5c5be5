//! What was recorded of a run, as text and as JSON.

mod json;
#[cfg(test)]
mod tests;
mod text;

use std::path::Path;

use tamis_journal::Outcome;
use tamis_trace::{Execution, Observed, Recorded};

pub use json::json;
pub use text::text;

/// What was recorded.
#[derive(Debug, Clone, Copy)]
pub struct Recording<'r> {
    /// The journals; none if the agent was off.
    pub machines: &'r [Recorded],
    /// The executions, of one test or of all.
    pub executions: &'r [Execution],
    /// Files below it are shown relative to it.
    pub project: &'r Path,
}

impl Recording<'_> {
    /// A file as it is shown.
    fn file(&self, path: &Path) -> String {
        match path.strip_prefix(self.project) {
            Ok(relative) if relative.as_os_str().is_empty() => ".".to_owned(),
            Ok(relative) => relative.display().to_string(),
            Err(_) => path.display().to_string(),
        }
    }
}

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Failed => "failed",
        Outcome::Aborted => "aborted",
        Outcome::Skipped => "skipped",
    }
}

/// The heading that an observation goes under, and what stands there.
fn heading(observed: &Observed) -> (&'static str, String) {
    match observed {
        Observed::ClassLookedUp(class) => ("classes looked up", class.to_string()),
        Observed::Introspected(class) => ("classes introspected", class.to_string()),
        Observed::ResourceLookedUp(name) => ("resources looked up", name.clone()),
        Observed::ResourcesListed(name) => ("resources listed", name.clone()),
        Observed::BundleLookedUp(name) => ("bundles looked up", name.clone()),
        Observed::PropertyRead(name) => ("properties read", name.clone()),
        Observed::PropertiesRead => ("properties read", "*".to_owned()),
        Observed::WordsRead => ("properties read", "words of the JVM".to_owned()),
        Observed::VariableRead(name) => ("variables read", name.clone()),
        Observed::VariablesRead => ("variables read", "*".to_owned()),
        Observed::ProcessStarted(command) => ("processes started", command.clone()),
        Observed::LibraryLoaded(name) => ("libraries loaded", name.clone()),
        Observed::Serialised(class) => ("classes serialised", class.to_string()),
        Observed::HiddenDefined(class) => ("hidden classes defined", class.to_string()),
        Observed::NetworkUsed(address) => ("network used", address.clone()),
        Observed::InputRead => ("input read", "standard input".to_owned()),
        Observed::NativeCalled(by) => ("native functions", by.clone()),
        Observed::DefaultSet(which) => ("defaults set", which.clone()),
        Observed::PropertySet(name) => ("properties set", name.clone()),
        Observed::DefaultRead(which) => ("defaults read", which.clone()),
        Observed::DefaultLeft(which) => ("defaults left", which.clone()),
        Observed::StaticsUnseen => ("not compared", "static fields".to_owned()),
    }
}
