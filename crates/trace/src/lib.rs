//! Journals of virtual machines in, executions of tests out.
//!
//! - [`Recorded::read`] takes the bytes of one journal, as far as they make sense.
//! - [`executions`] sorts what was recorded by test class and works out what it means: passed probes become methods and
//!   classes, and what ran in static initialisers belongs to everybody who touches their class.
//! - [`rests_on`] says which facts the outcome of an execution rests on.
//! - [`connect`] finds tests that lean on what others left behind.
//! - [`Degraded`] counts what was recorded more coarsely than it should be.
//!
//! Whatever is doubtful makes an execution incomplete ([`Incomplete`]), never smaller: a charge whose owner is not known
//! belongs to all tests of the machine. Bytes of class files come from a [`ClassSource`]; no file is opened here.
#![deny(clippy::disallowed_methods, clippy::indexing_slicing, clippy::expect_used, missing_docs)]

mod ambient;
mod classes;
mod degraded;
mod environment;
mod execution;
mod expand;
mod files;
mod footprint;
mod leaning;
mod machine;
mod mirror;
mod names;
mod outside;
mod recorded;
mod remembered;
mod rests;
#[cfg(test)]
mod tests;
mod touches;

pub use classes::ClassSource;
pub use degraded::Degraded;
pub use environment::Environment;
pub use execution::{Execution, Incomplete, TestResult, executions};
pub use footprint::{AskedFor, Common, FileUse, Footprint, Observed, Whole, Why};
pub use leaning::{Leaning, Left, Leftover, connect};
pub use recorded::{Break, Recorded};
pub use remembered::Seen;
pub use rests::{FileName, Grounds, Receivers, Rests, rests_on};
