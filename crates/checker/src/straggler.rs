//! Processes that a build started, and that left its group. A session of its own is enough for that, so they are known by
//! their current folder and by who started them, which only Linux tells. Whoever looks at the folder meanwhile was not
//! started by a build, and stays.
//!
//! One that has left the folder of the project, too, is not found.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpgid, waitpid};

/// One that is there when others are ended can have started one more.
const PASSES: usize = 2;

/// A process can end while it is looked who started another.
const LOOKS: usize = 3;

/// How often it is looked whether a process that was killed has ended, and the time between.
const WAITS: (usize, Duration) = (100, Duration::from_millis(10));

/// What stands behind the name of a current folder that was removed.
const GONE: &str = " (deleted)";

/// The processes of a build that are in a folder.
pub(crate) struct Stragglers {
    folder: PathBuf,
    build: Pid,
    since: u64,
}

/// What the system says of a process.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    has_ended: bool,
    parent: i32,
    session: i32,
    /// Ticks of a clock.
    began: u64,
}

/// Makes us the parent of what builds leave behind, from now on. Where that cannot be, it is nobody's any more.
#[cfg(target_os = "linux")]
pub(crate) fn adopt() {
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn adopt() {}

impl Stragglers {
    /// Those of a build that nobody has waited for yet. Where the system tells nothing of processes, there are none.
    pub(crate) fn of(build: &Child, folder: &Path) -> Option<Self> {
        let build = Pid::from_child(build);
        let Seen { began: since, .. } = Seen::read(build.as_raw_pid())?;
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        Some(Self { folder, build, since })
    }

    /// Ends them. The build itself has to be waited for before.
    pub(crate) fn end(&self) {
        for _ in 0..PASSES {
            let found = self.find();
            if found.is_empty() {
                break;
            }
            for process in &found {
                // It may have ended, or belong to somebody else.
                let _ = kill_process(*process, Signal::KILL);
            }
            found.into_iter().for_each(|it| bury(|options| waitpid(Some(it), options)));
        }
        // Those of its group were killed with it.
        bury(|options| waitpgid(self.build, options));
        bury_strangers();
    }

    fn find(&self) -> Vec<Pid> {
        processes().filter(|number| self.has(*number)).filter_map(Pid::from_raw).collect()
    }

    fn has(&self, number: i32) -> bool {
        let Ok(current) = fs::read_link(format!("/proc/{number}/cwd")) else { return false };
        let name = current.to_str().and_then(|path| path.strip_suffix(GONE));
        let current = name.map_or(current.as_path(), Path::new);
        // Whoever was there before looks on, and was not started by the build.
        let is_young = || Seen::read(number).is_some_and(|it| it.began >= self.since);
        current.starts_with(&self.folder) && is_young() && descends(number, ours())
    }
}

impl Seen {
    fn read(process: i32) -> Option<Self> {
        let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // The name of the program stands in brackets, and can have anything in it.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let has_ended = fields.next()? == "Z";
        let parent = fields.next()?.parse().ok()?;
        // The sixth of all, and the 22nd.
        let session = fields.nth(1)?.parse().ok()?;
        let began = fields.nth(15)?.parse().ok()?;
        Some(Self { has_ended, parent, session, began })
    }
}

fn ours() -> i32 {
    rustix::process::getpid().as_raw_pid()
}

fn processes() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// Whether a process was started by another, or by one that was, and so on.
fn descends(number: i32, from: i32) -> bool {
    (0..LOOKS).any(|_| {
        let mut next = number;
        // One without a parent is the first of all.
        while let Some(seen) = Seen::read(next).filter(|seen| seen.parent > 0) {
            if seen.parent == from {
                return true;
            }
            next = seen.parent;
        }
        false
    })
}

/// Takes the status of those that have ended, as their parent has to. Whoever is no child of ours is somebody else's.
fn bury<T>(wait: impl Fn(WaitOptions) -> rustix::io::Result<Option<T>>) {
    let (times, pause) = WAITS;
    for _ in 0..times {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => thread::sleep(pause),
            Err(_) => return,
        }
    }
}

/// The same for what had a session of its own and has ended by itself. Builds are in ours.
fn bury_strangers() {
    let Some(session) = Seen::read(ours()).map(|seen| seen.session) else { return };
    let is_strange =
        |seen: &Seen| seen.has_ended && seen.parent == ours() && seen.session != session;
    for number in processes() {
        if Seen::read(number).is_some_and(|seen| is_strange(&seen)) {
            let _ = waitpid(Pid::from_raw(number), WaitOptions::NOHANG);
        }
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::io::{BufRead as _, BufReader};
    use std::os::unix::fs::symlink;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Stdio};

    use super::*;

    /// A build that starts one in its folder and in its group, one with a session of its own there, and one elsewhere.
    /// Each has a name that looks as if it ended earlier than it does.
    fn build(folder: &Path, elsewhere: &Path) -> (Child, [i32; 3]) {
        let program = elsewhere.join("sleep) S 1 1");
        symlink("/bin/sleep", &program).unwrap();
        let script = "mkdir in; cd in; \"$0\" 1000 & echo $!; setsid \"$0\" 1000 & echo $!; \
                      cd \"$1\"; setsid \"$0\" 1000 & echo $!; exec >&-";
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(program).arg(elsewhere).current_dir(folder);
        adopt();
        let mut build = command.process_group(0).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(build.stdout.take().unwrap()).lines().take(3);
        let numbers: Vec<i32> = lines.map(|line| line.unwrap().parse().unwrap()).collect();
        (build, numbers.try_into().unwrap())
    }

    fn kill(number: i32) {
        let process = Pid::from_raw(number).unwrap();
        kill_process(process, Signal::KILL).unwrap();
        bury(|options| waitpid(Some(process), options));
    }

    fn wait_until(is_so: impl Fn() -> bool) {
        let (times, pause) = WAITS;
        let tried = (0..60 * times).any(|_| {
            is_so() || {
                thread::sleep(pause);
                false
            }
        });
        assert!(tried, "it takes too long");
    }

    fn has_session(number: i32) -> bool {
        Seen::read(number).unwrap().session == number
    }

    #[test]
    fn only_who_is_in_the_folder_and_is_young_enough_is_ended() {
        let [folder, elsewhere] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let (mut build, [one, free, other]) = build(folder.path(), elsewhere.path());
        let found = Stragglers::of(&build, folder.path()).unwrap();
        // Nobody is left who started them.
        build.wait().unwrap();
        wait_until(|| has_session(free) && has_session(other));
        let is_found = |found: &Stragglers| {
            [one, free, other].map(|it| found.find().contains(&Pid::from_raw(it).unwrap()))
        };
        assert_eq!(is_found(&found), [true, true, false]);
        assert_eq!(found.find().len(), 2);
        let later = Stragglers { since: u64::MAX, folder: found.folder.clone(), ..found };
        assert_eq!(later.find(), []);
        // Also where its folder is gone.
        fs::remove_dir_all(folder.path().join("in")).unwrap();
        found.end();
        // Nothing is left of them, as nobody else would take their status.
        assert_eq!([one, free].map(Seen::read), [None, None]);
        assert!(!Seen::read(other).unwrap().has_ended);
        kill(other);
    }

    #[test]
    fn who_ended_by_itself_leaves_nothing() {
        let [folder, elsewhere] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let (mut build, numbers) = build(folder.path(), elsewhere.path());
        let found = Stragglers::of(&build, folder.path()).unwrap();
        build.wait().unwrap();
        wait_until(|| has_session(numbers[1]) && has_session(numbers[2]));
        for number in numbers {
            kill_process(Pid::from_raw(number).unwrap(), Signal::KILL).unwrap();
        }
        let has_ended = |it: &i32| Seen::read(*it).is_none_or(|seen| seen.has_ended);
        wait_until(|| numbers.iter().all(has_ended));
        found.end();
        assert_eq!(numbers.map(Seen::read), [None, None, None]);
    }

    #[test]
    fn nobody_ends_those_that_started_it_nor_what_others_started() {
        let parent = Seen::read(ours()).unwrap().parent;
        assert!(descends(ours(), parent));
        assert!(!descends(parent, ours()));
        assert!(!descends(ours(), ours()));
    }
}
