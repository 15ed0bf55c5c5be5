//! The records that the agent writes and the host reads (`docs/formats/journal.md`).
//!
//! A journal belongs to one virtual machine. It starts with [`HEADER`], then come frames: the length of the record, a
//! checksum, the record. A frame reaches the file with one `write`, so a machine that is killed leaves whole frames and
//! at most one that is cut off, which the reader reports and passes over.
//!
//! The agent records and never decides: what a record means for a test is worked out by `trace`. No I/O here.
#![deny(clippy::disallowed_methods, clippy::indexing_slicing, clippy::expect_used, missing_docs)]

mod frame;
mod record;

pub use frame::{Damage, Frames, HEADER, HeaderError, VERSION, append, frames};
pub use record::{
    Begin, Charge, Class, ClassHits, Ending, Environment, Granularity, Loader, Name, NameId,
    Observation, Outcome, Phase, Probing, Record, Result, Start, StaticField, TimeZone, Trouble,
    Unprobed,
};
