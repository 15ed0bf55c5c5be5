//! A folder for projects in the current one. Whoever is killed cannot take it away, so that the next call does.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

/// How the names of these folders begin.
const PREFIX: &str = ".tamis-corpus";

/// A file that is locked as long as the folder is in use.
const LOCK: &str = ".lock";

/// Such a folder, until it is dropped.
pub(super) struct Scratch {
    folder: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes one, and removes those in the same folder that nobody uses any more.
    pub(super) fn make_in(folder: &Path) -> io::Result<Self> {
        Self::make_with(folder, File::lock)
    }

    fn make_with(folder: &Path, lock_it: impl FnOnce(&File) -> io::Result<()>) -> io::Result<Self> {
        remove_abandoned(folder);
        let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(folder)?;
        // Under its name it is locked from the first moment on. Where the file system has no locks, it gets no name, so that
        // nobody else takes the folder away.
        let new = made.path().join(".new-lock");
        let lock = File::create_new(&new)?;
        if lock_it(&lock).is_ok() {
            fs::rename(&new, made.path().join(LOCK))?;
        }
        Ok(Self { folder: made.keep(), _lock: lock })
    }

    pub(super) fn path(&self) -> io::Result<PathBuf> {
        fs::canonicalize(&self.folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = remove(&self.folder);
    }
}

/// Removes folders whose owner is gone. What cannot be removed is somebody else's, and stays.
fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_scratch = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_scratch {
            continue;
        }
        let Some(lock) = open_lock(&entry.path().join(LOCK)) else { continue };
        if lock.try_lock().is_ok() {
            let _ = remove(&entry.path());
        }
    }
}

/// A regular file. Whoever opens a pipe waits for somebody at its other end.
fn open_lock(path: &Path) -> Option<File> {
    let is_file = |metadata: fs::Metadata| metadata.is_file();
    if !fs::symlink_metadata(path).is_ok_and(is_file) {
        return None;
    }
    // It may be another one by now.
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::NOFOLLOW;
    let mut options = OpenOptions::new();
    let file = options.read(true).custom_flags(flags.bits().cast_signed()).open(path).ok()?;
    file.metadata().is_ok_and(is_file).then_some(file)
}

/// Removes a folder, its lock last: as long as anything is left of it, the next call tries again.
fn remove(folder: &Path) -> io::Result<()> {
    let mut removed = Ok(());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == LOCK {
            continue;
        }
        let gone = if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())
        } else {
            fs::remove_file(entry.path())
        };
        removed = removed.and(gone);
    }
    removed?;
    match fs::remove_file(folder.join(LOCK)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => fs::remove_dir(folder),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn there_are(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    /// What is left where the owner was killed: nobody holds the lock.
    fn abandon(folder: &Path) -> PathBuf {
        let abandoned = folder.join(format!("{PREFIX}-1"));
        fs::create_dir_all(abandoned.join("All-1/target")).unwrap();
        fs::write(abandoned.join(LOCK), "").unwrap();
        abandoned
    }

    #[test]
    fn a_folder_is_removed_when_its_owner_is_gone_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let first = Scratch::make_in(folder.path()).unwrap();
        let second = Scratch::make_in(folder.path()).unwrap();
        assert_eq!(there_are(folder.path()), 2);
        fs::create_dir(second.path().unwrap().join("All-1")).unwrap();
        drop(second);
        assert_eq!(there_are(folder.path()), 1);
        let abandoned = abandon(folder.path());
        // Somebody else's folder of such a name stays, and so does a file.
        fs::create_dir(folder.path().join(".tamis-corpus-mine")).unwrap();
        fs::write(folder.path().join(".tamis-corpus.txt"), "mine").unwrap();
        let third = Scratch::make_in(folder.path()).unwrap();
        assert!(!abandoned.exists());
        assert_eq!(there_are(folder.path()), 4);
        drop(third);
        drop(first);
        assert_eq!(there_are(folder.path()), 2);
    }

    #[test]
    fn what_could_not_be_removed_is_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let abandoned = abandon(folder.path());
        let closed = abandoned.join("All-1");
        let set_mode = |mode| fs::set_permissions(&closed, fs::Permissions::from_mode(mode));
        set_mode(0o555).unwrap();
        // Nothing is closed to the administrator.
        let is_closed = File::create(closed.join("file")).is_err();
        remove_abandoned(folder.path());
        assert_eq!(abandoned.join(LOCK).exists(), is_closed);
        if is_closed {
            set_mode(0o755).unwrap();
            remove_abandoned(folder.path());
        }
        assert!(!abandoned.exists());
    }

    #[test]
    fn the_lock_goes_last() {
        let folder = tempfile::tempdir().unwrap();
        let abandoned = abandon(folder.path());
        // It cannot go before its folder is empty, as it is one itself.
        fs::remove_file(abandoned.join(LOCK)).unwrap();
        fs::create_dir(abandoned.join(LOCK)).unwrap();
        assert!(remove(&abandoned).is_err());
        assert_eq!(there_are(&abandoned), 1);
    }

    #[test]
    fn a_pipe_in_place_of_the_lock_keeps_nobody_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let abandoned = abandon(folder.path());
        let lock = abandoned.join(LOCK);
        fs::remove_file(&lock).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&lock).status().unwrap();
        assert!(made.success());
        drop(Scratch::make_in(folder.path()).unwrap());
        assert!(lock.exists());
    }

    #[test]
    fn a_folder_without_a_lock_is_left_to_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let no_locks = |_: &File| Err(io::ErrorKind::Unsupported.into());
        let first = Scratch::make_with(folder.path(), no_locks).unwrap();
        let second = Scratch::make_with(folder.path(), no_locks).unwrap();
        assert_eq!(there_are(folder.path()), 2);
        drop((first, second));
        assert_eq!(there_are(folder.path()), 0);
    }
}
