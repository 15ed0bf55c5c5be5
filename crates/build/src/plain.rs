//! Tests of a plain class path: finding them, and the machine that runs them.

mod belongs;
mod frameworks;
mod launch;
mod plan;
mod results;
mod scan;
#[cfg(test)]
mod tests;

use tamis_vocab::ClassName;
use thiserror::Error;

pub use frameworks::{Framework, Frameworks};
pub use launch::{COULD_NOT_RUN, DONE, Launch, Recording, RunFolder};
pub use plan::{Named, Plan, PlannedTest};
pub use results::{Line, lines};

use crate::class_files::ClassFilesError;

/// Why there is nothing to run.
#[derive(Debug, Error)]
pub enum PlainError {
    /// A file of the class path cannot be read.
    #[error(transparent)]
    ClassFiles(#[from] ClassFilesError),
    /// A class file cannot be read.
    #[error("cannot read class `{class}`: {message}")]
    Class {
        /// The class.
        class: ClassName,
        /// Why.
        message: String,
    },
    /// A folder or jar of tests cannot be read.
    #[error("cannot read `{path}`: {message}")]
    Unreadable {
        /// The folder or jar.
        path: String,
        /// Why.
        message: String,
    },
    /// What was named is not there.
    #[error("there is no folder, jar or class `{text}`")]
    NoSuchPlace {
        /// As it was written.
        text: String,
    },
    /// A test class was named or found that is not on the class path.
    #[error("test class `{class}` is not on the class path")]
    NotOnClassPath {
        /// The class.
        class: ClassName,
    },
    /// No framework is on the class path.
    #[error("there is no test framework on the class path")]
    NoFramework,
    /// The framework of a class is not on the class path.
    #[error("`{class}` is a test of {framework}, and {missing} is not on the class path")]
    MissingFramework {
        /// The class.
        class: ClassName,
        /// What it is written for.
        framework: &'static str,
        /// What is missing.
        missing: &'static str,
        /// What to add.
        add: &'static str,
    },
    /// The class path is too long for a JVM that old.
    #[error("the class path has {bytes} bytes, too many for a `java` older than release 9")]
    LongClassPath {
        /// Its length.
        bytes: usize,
    },
    /// What the machine needs could not be written.
    #[error("cannot write `{path}`: {source}")]
    Write {
        /// The file.
        path: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}

impl PlainError {
    /// What the user can do about it.
    pub fn hint(&self) -> String {
        let text = match self {
            Self::ClassFiles(_) => "fetch or build it again, or take it out of --classpath",
            Self::Class { .. } => "build the project again, or name other tests with --tests",
            Self::Unreadable { .. } => "name a folder or jar that can be read with --tests",
            Self::Write { .. } => "make room there, or set TMPDIR to a folder that can be written",
            Self::NoSuchPlace { .. } => {
                "name a folder or jar that exists, or a class of --classpath such as \
                 com.acme.CartTest"
            }
            Self::NotOnClassPath { .. } => "add the folder or jar that holds it to --classpath",
            Self::NoFramework => {
                "add junit-platform-launcher and an engine, or JUnit 4, JUnit 3 or TestNG to \
                 --classpath"
            }
            Self::MissingFramework { add, .. } => return format!("add {add} to --classpath"),
            Self::LongClassPath { .. } => {
                "set JAVA_HOME to a newer JDK, or keep the jars in folders with shorter names"
            }
        };
        text.to_owned()
    }
}
