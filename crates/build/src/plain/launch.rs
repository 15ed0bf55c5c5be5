//! The machine that runs the tests: what it needs on disk, and its command line.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tamis_journal::Granularity;

use super::PlainError;
use super::plan::Plan;

/// The status with which the runner says that it is done. A test that ends the machine does so with another one.
pub const DONE: i32 = 85;

/// The status with which the runner says that it could not run the tests.
pub const COULD_NOT_RUN: i32 = 86;

/// The runner, compiled from `crates/build/java`.
const RUNNER: [(&str, &[u8]); 11] = [
    ("JUnit3$Listener", include_bytes!("../../classes/tamis/run/JUnit3$Listener.class")),
    ("JUnit3", include_bytes!("../../classes/tamis/run/JUnit3.class")),
    ("JUnit4", include_bytes!("../../classes/tamis/run/JUnit4.class")),
    ("JUnit4Listener", include_bytes!("../../classes/tamis/run/JUnit4Listener.class")),
    ("Main", include_bytes!("../../classes/tamis/run/Main.class")),
    ("Plan", include_bytes!("../../classes/tamis/run/Plan.class")),
    ("Platform$Listener", include_bytes!("../../classes/tamis/run/Platform$Listener.class")),
    ("Platform", include_bytes!("../../classes/tamis/run/Platform.class")),
    ("Results", include_bytes!("../../classes/tamis/run/Results.class")),
    ("TestNg$Listener", include_bytes!("../../classes/tamis/run/TestNg$Listener.class")),
    ("TestNg", include_bytes!("../../classes/tamis/run/TestNg.class")),
];

/// Whether and how the agent records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recording {
    /// No agent: the runner reports results itself.
    Off,
    /// With the agent.
    On {
        /// The agent's library.
        library: PathBuf,
        /// The folder for journals.
        journals: PathBuf,
        /// How finely code is recorded.
        granularity: Granularity,
    },
}

/// Files for one run.
#[derive(Debug, Clone)]
pub struct RunFolder {
    root: PathBuf,
}

impl RunFolder {
    /// Writes the runner and the plan to a folder that exists.
    pub fn write(root: &Path, plan: &Plan, recording: &Recording) -> Result<Self, PlainError> {
        let folder = Self { root: root.to_owned() };
        let classes = folder.runner().join("tamis/run");
        fs::create_dir_all(&classes).map_err(|source| cannot_write(&classes, source))?;
        for (name, bytes) in RUNNER {
            write(&classes.join(format!("{name}.class")), bytes)?;
        }
        let listens = match recording {
            Recording::Off => "yes",
            Recording::On { .. } => "no",
        };
        let text = format!(
            "results {}\nreason {}\nlisten {listens}\n{}",
            folder.results().display(),
            folder.reason().display(),
            plan.text()
        );
        write(&folder.plan(), text.as_bytes())?;
        write(&folder.results(), b"")?;
        Ok(folder)
    }

    /// What the runner says about tests.
    pub fn results(&self) -> PathBuf {
        self.root.join("results.txt")
    }

    /// Why the runner could not run the tests, if it is there.
    pub fn reason(&self) -> PathBuf {
        self.root.join("reason.txt")
    }

    fn plan(&self) -> PathBuf {
        self.root.join("plan.txt")
    }

    fn runner(&self) -> PathBuf {
        self.root.join("runner")
    }
}

/// What to start.
#[derive(Debug, Clone)]
pub struct Launch<'a> {
    /// The `java` to start.
    pub java: &'a Path,
    /// Where the tests run.
    pub project: &'a Path,
    /// As the user wrote it, resolved against the folder we are in.
    pub class_path: &'a [PathBuf],
    /// More words for the machine.
    pub jvm_arguments: &'a [OsString],
    /// Whether and how it records.
    pub recording: &'a Recording,
}

impl Launch<'_> {
    /// The command; where its output goes is the caller's business.
    pub fn command(&self, folder: &RunFolder) -> Command {
        let mut command = Command::new(self.java);
        command.current_dir(self.project);
        match self.recording {
            Recording::Off => {}
            Recording::On { library, journals, granularity } => {
                let granularity = match granularity {
                    Granularity::Method => "method",
                    Granularity::Block => "block",
                    Granularity::Site => "site",
                };
                let mut agent = OsString::from("-agentpath:");
                agent.push(library);
                agent.push("=journal=");
                agent.push(journals);
                agent.push(format!(",granularity={granularity}"));
                command.arg(agent);
            }
        }
        let mut class_path = OsString::new();
        for root in self.class_path {
            class_path.push(root);
            class_path.push(":");
        }
        class_path.push(folder.runner());
        command.args(self.jvm_arguments).arg("-classpath").arg(class_path);
        command.arg("tamis.run.Main").arg(folder.plan());
        command
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), PlainError> {
    fs::write(path, bytes).map_err(|source| cannot_write(path, source))
}

fn cannot_write(path: &Path, source: std::io::Error) -> PlainError {
    PlainError::Write { path: path.display().to_string(), source }
}
