//! Class files that no compiler writes: what takes forever, or the whole stack, for a reader that is not careful.
//!
//! No test looks at a clock. Where an answer takes exponential time without the care, the input is so large that it does
//! not come at all.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has to fail")]

mod classes;
mod dynamic_constants;
mod hierarchies;
