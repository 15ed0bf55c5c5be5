//! How `tamis` ends. Scripts rely on the numbers: see `docs/reference/exit-codes.md`.

use std::process::ExitCode;

/// The exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing to complain about; for `diff`, both sides are the same.
    Fine,
    /// For `diff`, the sides differ.
    Different,
    /// For `run`, a test failed or is incomplete.
    TestsFailed,
    /// The words on the command line, or what they name, cannot be used.
    Usage,
    /// A bug of ours.
    OurBug,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Different | Exit::TestsFailed => 1,
            Exit::Usage => 2,
            Exit::OurBug => 70,
        })
    }
}
