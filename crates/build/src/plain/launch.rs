//! The machine that runs the tests: what it needs on disk, and its command line.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tamis_journal::Granularity;

use super::PlainError;
use super::plan::Plan;

/// The status with which the runner says that it is done. A test that ends the machine does so with another one.
pub const DONE: i32 = 85;

/// The status with which the runner says that it could not run the tests.
pub const COULD_NOT_RUN: i32 = 86;

/// A word of this length is written to a file instead: Linux takes no word of 128 KiB or more, and no more than a few MiB
/// of words and variables together.
const LONGEST_WORD: usize = 1 << 16;

/// The first release whose `java` reads words from a file.
const FIRST_WITH_FILES: u16 = 9;

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
        /// How many objects behind static fields are compared at most, if they are.
        statics: Option<usize>,
        /// Whether it is recorded who asks for classes.
        callers: bool,
        /// A file with more of the class path than the JVM is told of: what manifests name, a line each.
        roots: Option<PathBuf>,
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

    /// Words for the machine that are too long for a command line.
    fn words(&self) -> PathBuf {
        self.root.join("words.txt")
    }
}

/// What to start.
#[derive(Debug, Clone)]
pub struct Launch<'a> {
    /// The `java` to start.
    pub java: &'a Path,
    /// Its feature release, if that is known.
    pub release: Option<u16>,
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
    /// The command; where its output goes is the caller's business. A long class path is written to the folder, which has
    /// to be there until the machine has started.
    pub fn command(&self, folder: &RunFolder) -> Result<Command, PlainError> {
        let mut command = Command::new(self.java);
        command.current_dir(self.project);
        match self.recording {
            Recording::Off => {}
            Recording::On { library, journals, granularity, statics, callers, roots } => {
                let granularity = match granularity {
                    Granularity::Method => "method",
                    Granularity::Block => "block",
                    Granularity::Site => "site",
                };
                let mut agent = OsString::from("-agentpath:");
                agent.push(library);
                agent.push("=");
                if let Some(roots) = roots {
                    agent.push("roots=");
                    agent.push(roots);
                    agent.push(",");
                }
                agent.push("journal=");
                agent.push(journals);
                agent.push(format!(",granularity={granularity}"));
                if let Some(objects) = statics {
                    agent.push(format!(",statics={objects}"));
                }
                if *callers {
                    agent.push(",callers");
                }
                command.arg(agent);
            }
        }
        let mut class_path = OsString::new();
        for root in self.class_path {
            class_path.push(root);
            class_path.push(":");
        }
        class_path.push(folder.runner());
        command.args(self.jvm_arguments);
        if class_path.len() < LONGEST_WORD {
            command.arg("-classpath").arg(class_path);
        } else {
            command.arg(self.word_in_file(&class_path, folder)?);
        }
        command.arg("tamis.run.Main").arg(folder.plan());
        Ok(command)
    }

    /// The word that stands for a long class path: the name of a file that has it.
    fn word_in_file(&self, class_path: &OsStr, folder: &RunFolder) -> Result<OsString, PlainError> {
        if self.release.is_some_and(|release| release < FIRST_WITH_FILES) {
            return Err(PlainError::LongClassPath { bytes: class_path.len() });
        }
        let mut text = b"-classpath ".to_vec();
        text.extend(quoted(class_path.as_bytes()));
        write(&folder.words(), &text)?;
        let mut word = OsString::from("@");
        word.push(folder.words());
        Ok(word)
    }
}

/// One word of a file that `java @file` reads: in quotes, where a backslash stands before what would end them, and where
/// no line ends.
fn quoted(word: &[u8]) -> Vec<u8> {
    let mut text = vec![b'"'];
    for byte in word {
        match byte {
            b'"' | b'\\' => text.extend([b'\\', *byte]),
            b'\n' => text.extend(b"\\n"),
            b'\r' => text.extend(b"\\r"),
            _ => text.push(*byte),
        }
    }
    text.extend(b"\"\n");
    text
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), PlainError> {
    fs::write(path, bytes).map_err(|source| cannot_write(path, source))
}

fn cannot_write(path: &Path, source: std::io::Error) -> PlainError {
    PlainError::Write { path: path.display().to_string(), source }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_in_a_file_keep_their_spaces_quotes_and_backslashes() {
        let text = quoted(br#"/a b/#c/d'e"f\g"#);
        assert_eq!(
            text,
            br#""/a b/#c/d'e\"f\\g"
"#
        );
    }
}
