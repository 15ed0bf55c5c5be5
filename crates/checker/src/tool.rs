//! Tools under check, as the checker knows them: by what they do.

use std::ffi::OsString;
use std::path::Path;

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

    /// Evidence of what ran since it was last asked, with the classes in a jar.
    fn evidence(&mut self, jar: &Path) -> anyhow::Result<Box<dyn Evidence>>;

    /// Passes over what ran since it was last asked.
    fn skip(&mut self) -> anyhow::Result<()>;
}

/// What is known about tests.
pub trait Evidence {
    /// Which of the tests run now, with the classes in that jar: for each technique, in their order.
    fn select(&self, jar: &Path, tests: &[String]) -> anyhow::Result<Vec<Vec<String>>>;
}
