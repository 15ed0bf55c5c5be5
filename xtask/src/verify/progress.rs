//! How far a long run is, on stderr: for a terminal a line that overwrites itself, for a log a line now and then.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time between two updates on a terminal.
const STEP: Duration = Duration::from_millis(200);

/// The time between two lines in a log.
const LOG_STEP: Duration = Duration::from_secs(10);

/// Counts classes out of a known number.
pub(super) struct Progress {
    name: String,
    total: usize,
    done: usize,
    start: Instant,
    shown: Instant,
    is_terminal: bool,
}

impl Progress {
    pub(super) fn start(name: String, total: usize) -> Self {
        let (start, is_terminal) = (Instant::now(), io::stderr().is_terminal());
        Self { name, total, done: 0, start, shown: start, is_terminal }
    }

    /// So many more classes are done; `place` is where.
    pub(super) fn add(&mut self, classes: usize, place: &str) {
        self.done += classes;
        let step = if self.is_terminal { STEP } else { LOG_STEP };
        if self.shown.elapsed() < step {
            return;
        }
        self.shown = Instant::now();
        let line = line(&self.name, self.done, self.total, self.start.elapsed(), place);
        // Progress is a courtesy: that it cannot be shown is no reason to stop. The sequence erases what is behind the
        // end of the line.
        let _ = if self.is_terminal {
            write!(io::stderr(), "\r{line}\x1b[K")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(name: &str, done: usize, total: usize, elapsed: Duration, place: &str) -> String {
    let rest = total.saturating_sub(done) as u128;
    let left = (elapsed.as_millis() * rest).checked_div(done as u128).unwrap_or_default() / 1000;
    let seconds = elapsed.as_secs();
    format!("{name}: {done} of {total} classes, {seconds} s, about {left} s left; {place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_expected_to_take_as_long_as_the_start() {
        assert_eq!(
            line("jdk-17, entry", 25, 100, Duration::from_secs(10), "a.jar"),
            "jdk-17, entry: 25 of 100 classes, 10 s, about 30 s left; a.jar"
        );
        assert!(line("x", 0, 0, Duration::ZERO, "y").contains("about 0 s left"));
    }
}
