//! Checks tools that select tests: feeds them evolving programs, and holds what they do against rules.
//!
//! - A [`Plan`] says which evolving programs; a [`Campaign`] runs it, in parts, and goes on where it was stopped.
//! - A tool is known by what it does ([`Resident`]); nothing of how it decides is shared with it.
//! - A [`Record`] is what was seen of one evolving program, and [`rules::judge`] what is wrong with it.
//! - [`Summary`] tells what a campaign found.

mod adapter;
mod campaign;
mod corpus;
mod ending;
mod inside;
mod left_file;
mod machine;
mod maven_project;
mod plan;
pub mod record;
mod reduce;
mod report;
pub mod rules;
mod shown;
mod straggler;
mod test_files;
mod test_set;
mod times;
mod tool;
mod waiting;
mod whole_file;
mod worker;

pub use adapter::{Adapter, RETEST_ALL};
pub use campaign::{Campaign, Checked, Files, Progress, checked, each_record, gaps, operators};
pub use corpus::{
    Absent, Bench, Case, Cell, Corpus, Row, WithoutFixtures, build_hash, html, json, table,
};
pub use machine::Launch;
pub use plan::{Plan, Shard};
pub use record::Record;
pub use reduce::{Reduced, Reducer};
pub use report::Summary;
pub use shown::shown;
pub use test_set::TestSet;
pub use tool::{Evidence, IN_PROCESSES, Ran, Recorder, Resident, Told, caught};
pub use waiting::{Waited, wait_for};
