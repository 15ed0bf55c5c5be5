//! Words and JSON for what the other crates found. Pure: text in memory, printed by `cli`.
#![deny(clippy::disallowed_methods, missing_docs)]

pub mod deps;
pub mod diff;
pub mod doctor;
pub mod picture;
pub mod recording;
pub mod run;
pub mod selection;
mod words;

pub use words::{plural, printable, quoted_list};
