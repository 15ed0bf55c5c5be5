//! Which probe of a class means what. The agent places probes by these rules and the host reads them by the same ones;
//! both have the bytes of the class, and nothing else is needed: numbers are a function of the bytes.
//!
//! - Probe *n*, for *n* below the number of methods, is the entry of method *n* (a method without code has no probe, and
//!   its number is never passed).
//! - The numbers behind them are probes inside methods, in the order of methods and offsets, see [`Granularity`].
//!
//! What passing a probe implies is told by [`Implications`]: the classes that the code behind it can initialise
//! (JVMS 5.5), whether or not it comes to it. That is what makes entry probes safe when an initialiser throws.
#![deny(clippy::disallowed_methods, clippy::indexing_slicing, clippy::expect_used, missing_docs)]

mod coverage;
mod frameworks;
mod implications;
mod inner;
mod operands;

pub use coverage::{covered_methods, methods_print};
pub use frameworks::{is_for_logging, is_for_mocks, is_framework};
pub use implications::Implications;
pub use inner::{Inner, Probes};
pub use operands::{Operand, Operands};
pub use tamis_journal::Granularity;
