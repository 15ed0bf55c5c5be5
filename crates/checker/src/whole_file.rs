//! Files that are written as a whole or not at all, also if the machine goes down, and that others may read.

use std::fs::{File, Permissions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use anyhow::Context as _;

/// What a file may be made with; the system takes away what the user does not want.
const MODE: u32 = 0o666;

/// Writes a file.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write(path, bytes, true).map(drop).map_err(hinted)
}

/// Writes a file, unless there is one of that name, and says whether it did.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> anyhow::Result<bool> {
    write(path, bytes, false).map_err(hinted)
}

/// Says what to do where there is no room.
fn hinted(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<std::io::Error>().map(std::io::Error::kind) {
        Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded) => {
            error.context("hint: make room, and go on with --resume")
        }
        Some(_) | None => error,
    }
}

fn write(path: &Path, bytes: &[u8], is_replaced: bool) -> anyhow::Result<bool> {
    let cannot = || format!("cannot write `{}`", path.display());
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    let builder = builder.permissions(Permissions::from_mode(MODE));
    let mut file = builder.tempfile_in(folder).with_context(cannot)?;
    file.write_all(bytes).with_context(cannot)?;
    file.as_file().sync_all().with_context(cannot)?;
    let persisted = if is_replaced { file.persist(path) } else { file.persist_noclobber(path) };
    match persisted {
        Err(there) if !is_replaced && there.error.kind() == ErrorKind::AlreadyExists => {
            return Ok(false);
        }
        other => other.map_err(|error| error.error).with_context(cannot)?,
    };
    // The name is in the folder, which is a file of its own.
    File::open(folder).and_then(|folder| folder.sync_all()).with_context(cannot)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_can_be_read_by_whom_a_file_of_the_user_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let [whole, plain] = ["whole", "plain"].map(|name| folder.path().join(name));
        write_whole(&whole, b"a").unwrap();
        fs::write(&plain, "a").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&whole), mode(&plain));
        assert_eq!(fs::read(&whole).unwrap(), b"a");
        assert!(write_whole(&folder.path().join("none/a"), b"a").is_err());
    }

    #[test]
    fn a_file_that_is_there_is_replaced_only_where_that_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert!(write_new(&path, b"a").unwrap());
        assert!(!write_new(&path, b"b").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"a");
        write_whole(&path, b"b").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"b");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn where_there_is_no_room_it_is_said_what_to_do() {
        let said = |kind: ErrorKind| {
            let error = anyhow::Error::new(std::io::Error::from(kind)).context("cannot write `a`");
            format!("{:#}", hinted(error))
        };
        assert!(said(ErrorKind::StorageFull).starts_with("hint: make room"));
        assert!(said(ErrorKind::PermissionDenied).starts_with("cannot write `a`"));
    }
}
