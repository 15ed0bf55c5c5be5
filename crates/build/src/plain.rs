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
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::ClassFiles(_)
            | Self::Class { .. }
            | Self::Unreadable { .. }
            | Self::Write { .. } => None,
            Self::NotOnClassPath { .. } => {
                Some("add the folder or jar that holds it to --classpath".to_owned())
            }
            Self::NoFramework => Some(
                "add junit-platform-launcher and an engine, or JUnit 4, JUnit 3 or TestNG to \
                 --classpath"
                    .to_owned(),
            ),
            Self::MissingFramework { add, .. } => Some(format!("add {add} to --classpath")),
            Self::LongClassPath { .. } => {
                Some("set JAVA_HOME to a newer JDK, or collect the jars in fewer folders with shorter names".to_owned())
            }
        }
    }
}
