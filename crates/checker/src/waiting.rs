//! Waits for a process that leads a group of its own, for so long and no longer. What it started
//! ends with it, unless it has left the group.

use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// How often it is looked whether it has ended.
const PAUSE: Duration = Duration::from_millis(50);

/// How waiting ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waited {
    /// The process came to its end.
    Ended(ExitStatus),
    /// It took too long, and was killed.
    Late,
    /// Somebody wants us to end; it was killed.
    Stopped,
}

/// Waits for a process that was started with `process_group(0)`. Nothing of its group is left afterwards.
pub fn wait_for(
    child: &mut Child,
    longest: Duration,
    is_stopped: &dyn Fn() -> bool,
) -> std::io::Result<Waited> {
    let (group, began) = (Pid::from_child(child), Instant::now());
    loop {
        if let Some(status) = child.try_wait()? {
            let _ = kill_process_group(group, Signal::KILL);
            return Ok(Waited::Ended(status));
        }
        let is_stopped = is_stopped();
        if is_stopped || began.elapsed() > longest {
            let _ = kill_process_group(group, Signal::KILL);
            let _ = child.wait();
            return Ok(if is_stopped { Waited::Stopped } else { Waited::Late });
        }
        thread::sleep(PAUSE);
    }
}
