//! Whether somebody wants us to end, and how.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register_conditional_default, register_usize};

use crate::exit::StoppedBy;

/// The first signal that asked us to end. A second one does not wait for that.
#[derive(Debug, Clone, Default)]
pub(super) struct Stopped {
    signal: Arc<AtomicUsize>,
}

impl Stopped {
    /// Listens from now on.
    pub(super) fn listen() -> anyhow::Result<Self> {
        let stopped = Self::default();
        let is_again = Arc::new(std::sync::atomic::AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            let number = usize::try_from(signal).context("a signal has no number")?;
            register_conditional_default(signal, Arc::clone(&is_again))
                .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&is_again)))
                .and_then(|_| register_usize(signal, Arc::clone(&stopped.signal), number))
                .context("cannot listen to signals")?;
        }
        Ok(stopped)
    }

    /// Whether there was one.
    pub(super) fn is_set(&self) -> bool {
        self.by().is_some()
    }

    /// Which.
    pub(super) fn by(&self) -> Option<StoppedBy> {
        match i32::try_from(self.signal.load(Ordering::Relaxed)) {
            Ok(0) | Err(_) => None,
            Ok(SIGTERM) => Some(StoppedBy::Terminate),
            Ok(_) => Some(StoppedBy::Interrupt),
        }
    }
}
