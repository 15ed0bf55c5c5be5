//! Panics that tests of ours ask for, with the option `fault=PLACE`: wherever the agent breaks, the program must not notice.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static PLACE: OnceLock<String> = OnceLock::new();
static IS_DONE: AtomicBool = AtomicBool::new(false);

/// From now on, the place breaks when it is next passed.
pub(crate) fn arm(place: &str) {
    let _ = PLACE.set(place.to_owned());
}

/// Panics if that was asked for here, and once: what tells of a panic passes such places, too.
pub(crate) fn at(place: &str) {
    let is_here = PLACE.get().is_some_and(|asked| asked == place);
    let is_due = is_here && !IS_DONE.swap(true, Ordering::Relaxed);
    assert!(!is_due, "fault injected at {place}");
}
