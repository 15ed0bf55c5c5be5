//! How `tamis` ends. Scripts rely on the numbers: see `docs/reference/exit-codes.md`.

use std::process::ExitCode;

/// The exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing to complain about; for `diff`, both sides are the same.
    Fine = 0,
    /// For `diff`, the sides differ.
    Different = 1,
    /// The words on the command line, or what they name, cannot be used.
    Usage = 2,
    /// A bug of ours.
    OurBug = 70,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
