//! Two clocks: the wall's, and the CPU time of this thread, which other programs disturb less.

use std::time::{Duration, Instant};

/// What one run took.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
}

impl Measured {
    pub(crate) const WORST: Self = Self { cpu: Duration::MAX, wall: Duration::MAX };

    pub(crate) fn of<E>(run: &mut dyn FnMut() -> Result<(), E>) -> Result<Self, E> {
        let (wall, cpu) = (Instant::now(), thread_time());
        run()?;
        let (wall, cpu_end) = (wall.elapsed(), thread_time());
        // Where there is no such clock, the wall's has to do.
        let cpu = cpu.zip(cpu_end).map_or(wall, |(start, end)| end.saturating_sub(start));
        Ok(Self { cpu, wall })
    }

    /// The better of each.
    pub(crate) fn min(self, other: Self) -> Self {
        Self { cpu: self.cpu.min(other.cpu), wall: self.wall.min(other.wall) }
    }
}

#[cfg(target_os = "linux")]
fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(target_os = "linux"))]
fn thread_time() -> Option<Duration> {
    None
}
