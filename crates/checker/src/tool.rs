//! Tools under check, as the checker knows them: by what they do.

use std::any::Any;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

/// What stands behind the name of a technique that was started as a process, where records have it both ways.
pub const IN_PROCESSES: &str = "@process";

/// A tool that can watch tests in a JVM that stays, and select among them afterwards. One recording can serve several
/// techniques; each is a tool of its own in the records.
pub trait Resident: Sync {
    /// The names of the techniques.
    fn techniques(&self) -> Vec<String>;

    /// Begins to watch a machine, with files in a folder of its own.
    fn recorder(&self, folder: &Path) -> anyhow::Result<Box<dyn Recorder>>;
}

/// Watches one machine.
pub trait Recorder {
    /// Words for the machine, which is started after this.
    fn jvm_arguments(&self) -> Vec<OsString>;

    /// Evidence of what ran since it was last asked, with the classes in a jar; `machine` says why the machine did not come
    /// to the end of it, if it did not. An error is one of ours, that a technique fails is part of the evidence.
    fn evidence(&mut self, jar: &Path, machine: Option<&str>) -> anyhow::Result<Box<dyn Evidence>>;

    /// Passes over what ran since it was last asked.
    fn skip(&mut self) -> anyhow::Result<()>;
}

/// What a technique says, or why it says nothing.
pub type Told<T> = Result<T, String>;

/// What is known about tests. What it says, it says for each technique, in their order. Errors around that are ours.
pub trait Evidence {
    /// The tests that it comes from: those that were seen to run from their beginning to their end.
    fn seen(&self) -> Vec<Told<Ran>>;

    /// Which of the tests run now, with the classes in that jar.
    fn select(&self, jar: &Path, tests: &[String]) -> anyhow::Result<Vec<Told<Vec<String>>>>;

    /// Selects, and runs what is selected where the tool does so itself. What is known stays as it was.
    fn run(&self, jar: &Path, tests: &[String]) -> anyhow::Result<Vec<Told<Ran>>>;
}

/// Tests that a technique has selected.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ran {
    /// The tests.
    pub tests: Vec<String>,
    /// Those that failed, with the class and the first line of what was thrown, a bar between. `None` if they are run in
    /// the machine that stays.
    pub failed: Option<BTreeMap<String, String>>,
    /// How long it took.
    pub time: Duration,
}

/// Does something of a tool, which may panic or fail. What it works on is not used any more if it does.
pub fn caught<T>(work: impl FnOnce() -> anyhow::Result<T>) -> Told<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| format!("{error:#}")),
        Err(panic) => Err(format!("it panicked: {}", said(&*panic))),
    }
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}
