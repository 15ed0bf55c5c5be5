//! Files that are kept in `.tamis`, beside evidence: written as a whole or not at all, and in such a way that no tool of a
//! build takes them for texts of the project.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use tamis_vocab::{NO_TEXT, as_no_text, content_of_no_text};

use crate::project::FOLDER;

/// The content of a kept file.
pub(crate) fn read(file: &Path) -> io::Result<Vec<u8>> {
    Ok(content_of_no_text(&fs::read(file)?).to_vec())
}

/// The same, as text.
pub(crate) fn read_text(file: &Path) -> io::Result<String> {
    String::from_utf8(read(file)?).map_err(io::Error::other)
}

/// Puts a file in place, with its folder.
pub(crate) fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    ignore(file);
    // Who may read it is for the user to say, as with any file. Renamed into place, so that nobody reads half of it.
    let anybody = fs::Permissions::from_mode(0o666);
    let mut new =
        tempfile::Builder::new().prefix(".new-").permissions(anybody).tempfile_in(folder)?;
    new.write_all(&as_no_text(content))?;
    new.persist(file).map_err(|error| error.error)?;
    Ok(())
}

/// Makes an empty file one that is no text.
pub(crate) fn mark(file: &mut fs::File) {
    if file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
        // It is there to be locked: what is in it matters to others only.
        let _ = file.write_all(&NO_TEXT);
    }
}

/// Keeps version control from looking at any of it.
fn ignore(file: &Path) {
    let is_own = |folder: &&Path| folder.file_name().is_some_and(|name| name == FOLDER);
    let Some(own) = file.ancestors().find(is_own) else { return };
    let path = own.join(".gitignore");
    if !path.exists() {
        // Without it nothing is lost but tidiness.
        let _ = fs::write(path, "*\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_back_and_version_control_sees_none_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join(FOLDER);
        let file = own.join("modules/a/module");
        for text in ["one", "two\n"] {
            replace(&file, text.as_bytes()).unwrap();
            assert_eq!(read_text(&file).unwrap(), text);
        }
        let names = |folder: &Path| -> Vec<_> {
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
        };
        assert_eq!(names(file.parent().unwrap()), ["module"]);
        assert_eq!(fs::read_to_string(own.join(".gitignore")).unwrap(), "*\n");
        assert_eq!(names(folder.path()), [FOLDER]);
    }

    #[test]
    fn a_file_of_an_earlier_release_is_read_and_one_that_is_no_text_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "as it was").unwrap();
        assert_eq!(read_text(&file).unwrap(), "as it was");
        fs::write(&file, [0xff, 0xfe]).unwrap();
        assert!(read_text(&file).is_err());
        assert_eq!(read(&file).unwrap(), [0xff, 0xfe]);
    }
}
