//! A folder for projects in the current one. Whoever is killed cannot take it away, so that the next call does.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// How the names of these folders begin.
const PREFIX: &str = ".tamis-corpus";

/// A file that is locked as long as the folder is in use.
const LOCK: &str = ".lock";

/// Such a folder, until it is dropped.
pub(super) struct Scratch {
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// Makes one, and removes those in the same folder that nobody uses any more.
    pub(super) fn make_in(folder: &Path) -> io::Result<Self> {
        remove_abandoned(folder);
        let made = tempfile::Builder::new().prefix(PREFIX).tempdir_in(folder)?;
        // Under its name it is locked from the first moment on.
        let new = made.path().join(".new-lock");
        let lock = File::create_new(&new)?;
        lock.lock()?;
        fs::rename(&new, made.path().join(LOCK))?;
        Ok(Self { folder: made, _lock: lock })
    }

    pub(super) fn path(&self) -> io::Result<PathBuf> {
        fs::canonicalize(self.folder.path())
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
        let Ok(lock) = File::open(entry.path().join(LOCK)) else { continue };
        if lock.try_lock().is_ok() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_are(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_folder_is_removed_when_its_owner_is_gone_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let first = Scratch::make_in(folder.path()).unwrap();
        let second = Scratch::make_in(folder.path()).unwrap();
        assert_eq!(there_are(folder.path()), 2);
        drop(second);
        assert_eq!(there_are(folder.path()), 1);
        // As if it had been killed: the folder stays, and nobody holds the lock.
        let Scratch { folder: abandoned, _lock: lock } = first;
        let abandoned = abandoned.keep();
        fs::create_dir_all(abandoned.join("All-1/target")).unwrap();
        drop(lock);
        // Somebody else's folder of such a name stays, and so does a file.
        fs::create_dir(folder.path().join(".tamis-corpus-mine")).unwrap();
        fs::write(folder.path().join(".tamis-corpus.txt"), "mine").unwrap();
        let third = Scratch::make_in(folder.path()).unwrap();
        assert!(!abandoned.exists());
        assert_eq!(there_are(folder.path()), 3);
        drop(third);
        assert_eq!(there_are(folder.path()), 2);
    }
}
