//! Whether somebody asked us to end, and how.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::Context as _;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default, register_usize};

use crate::exit::StoppedBy;

/// The first signal that asked us to end. A second one does not wait for that, but for a terminal that closes: a shell there
/// sends SIGHUP, and the system does so once more.
#[derive(Debug, Clone, Default)]
pub(super) struct Stopped {
    signal: Arc<AtomicUsize>,
    is_hung_up: Arc<AtomicBool>,
}

impl Stopped {
    /// Listens from now on.
    pub(super) fn listen() -> anyhow::Result<Self> {
        let stopped = Self::default();
        let cannot = "cannot listen to signals";
        let is_again = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            let number = usize::try_from(signal).context("a signal has no number")?;
            register_conditional_default(signal, Arc::clone(&is_again))
                .and_then(|_| register(signal, Arc::clone(&is_again)))
                .and_then(|_| register_usize(signal, Arc::clone(&stopped.signal), number))
                .context(cannot)?;
        }
        if is_default(SIGHUP) {
            register(SIGHUP, is_again)
                .and_then(|_| register(SIGHUP, Arc::clone(&stopped.is_hung_up)))
                .context(cannot)?;
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
            Ok(0) | Err(_) => self.is_hung_up.load(Ordering::Relaxed).then_some(StoppedBy::Hangup),
            Ok(SIGTERM) => Some(StoppedBy::Terminate),
            Ok(_) => Some(StoppedBy::Interrupt),
        }
    }
}

/// Whether a signal is known not to be ignored, as `nohup` wants it. Only Linux tells without unsafe code; elsewhere the
/// signal does what it always does.
fn is_default(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    ignored(&status).is_some_and(|ignored| ignored >> (signal - 1) & 1 == 0)
}

/// The signals that a process ignores, a bit each.
fn ignored(status: &str) -> Option<u64> {
    let bits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(bits.trim(), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::ignored;

    #[test]
    fn what_is_ignored_is_told_by_the_system_or_not_known() {
        assert_eq!(ignored("Name:\ttamis\nSigIgn:\t0000000000001001\n"), Some(0x1001));
        assert_eq!(ignored(""), None);
    }
}
