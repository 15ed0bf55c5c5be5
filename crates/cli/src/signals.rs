//! Signals while another process works for us.

use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register_conditional_default;
use signal_hook::iterator::Signals;

use crate::exit::StoppedBy;

/// While this is there, Ctrl-C is for the machine: what it recorded until then is still of use. Afterwards it is for us.
pub(crate) struct Listening {
    signals: Signals,
    is_over: Arc<AtomicBool>,
    /// The first one.
    pub(crate) first: Option<StoppedBy>,
}

impl Listening {
    pub(crate) fn start() -> std::io::Result<Self> {
        // What is registered stays: a second flag would let the first one, long over, end us while a machine runs.
        static IS_OVER: OnceLock<Arc<AtomicBool>> = OnceLock::new();
        let is_first = IS_OVER.get().is_none();
        let is_over = Arc::clone(IS_OVER.get_or_init(Arc::default));
        is_over.store(false, Ordering::SeqCst);
        for signal in [SIGINT, SIGTERM].into_iter().filter(|_| is_first) {
            register_conditional_default(signal, Arc::clone(&is_over))?;
        }
        Ok(Self { signals: Signals::new([SIGINT, SIGTERM])?, is_over, first: None })
    }

    /// The first signal asks the machine to end; whoever sends a second one does not want to wait for that.
    pub(crate) fn pass_on(&mut self, child: &Child) {
        for signal in self.signals.pending() {
            let by = match signal {
                SIGTERM => StoppedBy::Terminate,
                _ => StoppedBy::Interrupt,
            };
            let passed_on = match (self.first, by) {
                (Some(_), _) => Signal::KILL,
                (None, StoppedBy::Terminate) => Signal::TERM,
                (None, StoppedBy::Interrupt) => Signal::INT,
                (None, StoppedBy::Hangup) => Signal::HUP,
            };
            self.first.get_or_insert(by);
            // If it is gone already, there is nobody to tell.
            let _ = kill_process(Pid::from_child(child), passed_on);
        }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
    }
}
