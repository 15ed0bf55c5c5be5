//! Evidence and the world that is now in, verdicts with reasons out. Pure: no file, no clock.
//!
//! - A [`Block`] is what one run found out: for each test how it ended, and the facts that its outcome rests on.
//! - [`Now`] answers what the entities of facts are at this moment. Only those are asked for that can have changed.
//! - [`select`] gives a [`Verdict`] for each test: a test is skipped if and only if there is evidence that it passed, the
//!   evidence is complete, and every one of its facts holds. Everything else runs, and the reason is told.
//! - A [`Technique`] says which of the recorded facts count. Static ones ask a [`Reach`] instead: [`select_statically`].
#![deny(clippy::disallowed_methods, clippy::indexing_slicing, clippy::expect_used, missing_docs)]

mod block;
mod changed;
mod explanation;
mod holding;
mod leanings;
mod sharing;
mod statics;
mod technique;
mod verdict;

pub use block::{Block, Builder, Malformed, Outcome, TestRecord};
pub use changed::{ClassState, Now};
pub use explanation::{Explanation, explain};
pub use holding::{Broken, Held};
pub use leanings::{Leaver, leanings};
pub use statics::{
    AskedFor, Changes, ClassChange, ClassContent, ClassEvent, ClassPathState, Libraries, Reach,
    RootState, Statics,
};
pub use technique::{ChangeKind, ChangeKinds, Technique, UnknownTechnique};
pub use verdict::{Reason, Request, Selection, Skip, Verdict, select, select_statically};
