//! Selection on worlds in memory: a table of verdicts, generated edits and histories, and bytes that are no block.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has to fail")]

mod bytes;
mod generated;
mod model;
mod statics;
mod verdicts;
mod world;
