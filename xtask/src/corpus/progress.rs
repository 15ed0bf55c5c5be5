//! How far a long run is: one line on stderr that overwrites itself, if somebody is there to see it.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many classes pass between two updates of the line.
const STEP: usize = 1000;

/// Counts classes and shows the count.
pub(super) struct Progress {
    name: String,
    done: AtomicUsize,
    is_shown: bool,
}

impl Progress {
    pub(super) fn start(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            done: AtomicUsize::new(0),
            is_shown: io::stderr().is_terminal(),
        }
    }

    /// One more class is done.
    pub(super) fn tick(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.is_shown && done.is_multiple_of(STEP) {
            // Progress is a courtesy: that it cannot be shown is no reason to stop.
            let _ = write!(io::stderr(), "\r{}: {done} classes", self.name);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            // Carriage return and "erase to the end of the line".
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
