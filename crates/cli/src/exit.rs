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
    /// For `doctor`, something keeps tests from being selected.
    Unfit,
    /// The words on the command line, or what they name, cannot be used.
    Usage,
    /// It could not be decided safely what to skip, and `--strict` was given.
    Undecided,
    /// For `run`, a signal stopped the tests.
    Stopped(StoppedBy),
    /// For build tools, their own code.
    Build(u8),
    /// A bug of ours.
    OurBug,
}

/// A signal that ends a run early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoppedBy {
    /// As Ctrl-C does.
    Interrupt,
    /// As `kill` does.
    Terminate,
    /// As a terminal does that is closed.
    Hangup,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Different | Exit::TestsFailed | Exit::Unfit => 1,
            Exit::Usage => 2,
            Exit::Undecided => 4,
            Exit::Build(code) => code,
            Exit::OurBug => 70,
            // As shells count: 128 and the number of the signal.
            Exit::Stopped(StoppedBy::Hangup) => 129,
            Exit::Stopped(StoppedBy::Interrupt) => 130,
            Exit::Stopped(StoppedBy::Terminate) => 143,
        })
    }
}
