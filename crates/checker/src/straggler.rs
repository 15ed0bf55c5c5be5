//! Processes that a build started, and that left its group. A session of its own is enough for that, so they are known by
//! their current folder, which only Linux tells.
//!
//! One that has left the folder of the project, too, is not found.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;

use rustix::process::{Pid, Signal, kill_process};

/// One that is there when others are ended can have started one more.
const PASSES: usize = 2;

/// What stands behind the name of a current folder that was removed.
const GONE: &str = " (deleted)";

/// The processes in a folder that are as young as a build.
pub(crate) struct Stragglers {
    folder: PathBuf,
    since: u64,
}

/// What the system says of a process.
struct Seen {
    parent: i32,
    /// Ticks of a clock.
    began: u64,
}

impl Stragglers {
    /// Those of a build that nobody has waited for yet. Where the system tells nothing of processes, there are none.
    pub(crate) fn of(build: &Child, folder: &Path) -> Option<Self> {
        let Seen { began: since, .. } = Seen::read(&build.id().to_string())?;
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        Some(Self { folder, since })
    }

    /// Ends them.
    pub(crate) fn end(&self) {
        for _ in 0..PASSES {
            let found = self.find();
            if found.is_empty() {
                return;
            }
            for process in found {
                // It may have ended, or belong to somebody else.
                let _ = kill_process(process, Signal::KILL);
            }
        }
    }

    fn find(&self) -> Vec<Pid> {
        let ours = line_of_ours();
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let others = numbers.filter(|number: &i32| !ours.contains(number));
        others.filter(|number| self.has(*number)).filter_map(Pid::from_raw).collect()
    }

    fn has(&self, number: i32) -> bool {
        let Ok(current) = fs::read_link(format!("/proc/{number}/cwd")) else { return false };
        let name = current.to_str().and_then(|path| path.strip_suffix(GONE));
        let current = name.map_or(current.as_path(), Path::new);
        // Whoever was there before looks on, and was not started by the build.
        let is_young = || Seen::read(&number.to_string()).is_some_and(|it| it.began >= self.since);
        current.starts_with(&self.folder) && is_young()
    }
}

impl Seen {
    fn read(process: &str) -> Option<Self> {
        let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // The name of the program stands in brackets, and can have anything in it.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(1);
        let parent = fields.next()?.parse().ok()?;
        // The 22nd of all.
        let began = fields.nth(17)?.parse().ok()?;
        Some(Self { parent, began })
    }
}

/// This process, the one that started it, and so on.
fn line_of_ours() -> BTreeSet<i32> {
    let mut line = BTreeSet::new();
    let mut next = i32::try_from(std::process::id()).ok();
    while let Some(number) = next.filter(|number| line.insert(*number)) {
        next = Seen::read(&number.to_string()).map(|seen| seen.parent);
    }
    line
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn only_who_is_in_the_folder_and_is_young_enough_is_ended() {
        let [folder, elsewhere] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        // A name that looks as if it ended earlier than it does.
        let program = elsewhere.path().join("sh) S 1 1");
        symlink("/bin/sh", &program).unwrap();
        let waiting = |folder: &Path| {
            let mut command = Command::new(&program);
            command.args(["-c", "read line"]).current_dir(folder).stdin(Stdio::piped());
            command.spawn().unwrap()
        };
        let inside = folder.path().join("inside");
        fs::create_dir(&inside).unwrap();
        let mut one = waiting(&inside);
        let mut other = waiting(elsewhere.path());
        let found = Stragglers::of(&one, folder.path()).unwrap();
        assert_eq!(found.find(), [Pid::from_child(&one)]);
        let later = Stragglers { since: found.since + 1, folder: found.folder.clone() };
        assert_eq!(later.find(), []);
        // Also where its folder is gone.
        fs::remove_dir_all(&inside).unwrap();
        found.end();
        assert!(!one.wait().unwrap().success());
        assert!(other.try_wait().unwrap().is_none());
        drop(other.stdin.take());
        other.wait().unwrap();
    }

    #[test]
    fn nobody_ends_those_that_started_it() {
        let line = line_of_ours();
        assert!(line.contains(&i32::try_from(std::process::id()).unwrap()));
        assert!(line.contains(&Seen::read("self").unwrap().parent));
    }
}
