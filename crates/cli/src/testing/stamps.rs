//! What files were like, and whether they still are: by size and times, and where these differ, by content.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use tamis_build::maven::Stamp;
use tamis_facts::fingerprint::of_content;

/// Folders do not nest deeper.
const DEEPEST: usize = 255;

/// Size and times.
fn identity(path: &Path) -> Option<String> {
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let [mtime, ctime] =
        [(metadata.mtime(), metadata.mtime_nsec()), (metadata.ctime(), metadata.ctime_nsec())];
    Some(format!("{} {}.{} {}.{}", metadata.len(), mtime.0, mtime.1, ctime.0, ctime.1))
}

/// The content of a file; nothing if it cannot be read.
pub(crate) fn content(path: &Path) -> Option<String> {
    fs::read(path).ok().map(|bytes| of_content(&bytes).to_string())
}

/// What a file is like.
pub(crate) fn stamp(path: &Path) -> Option<Stamp> {
    // The times first: if it is changed in between, they are too old, and it is read again.
    let identity = identity(path)?;
    Some(Stamp { content: content(path)?, identity })
}

/// The same by size and times only: for libraries.
pub(crate) fn light_stamp(path: &Path) -> Option<Stamp> {
    Some(Stamp { content: String::new(), identity: identity(path)? })
}

/// Whether a file is as it was.
pub(crate) fn is_same(path: &Path, stamp: &Stamp) -> bool {
    let Some(identity) = identity(path) else { return false };
    let has_content =
        || !stamp.content.is_empty() && content(path).as_ref() == Some(&stamp.content);
    identity == stamp.identity || has_content()
}

/// What a file is like now; it is read only if size or times are not those of the time before.
pub(crate) fn look(path: &Path, was: Option<&Stamp>) -> Option<Stamp> {
    match was {
        Some(was) if identity(path).as_ref() == Some(&was.identity) => Some(was.clone()),
        Some(_) | None => stamp(path),
    }
}

/// Whether a file was changed at or after that moment.
pub(crate) fn is_touched_since(path: &Path, moment: SystemTime) -> bool {
    let Ok(moment) = moment.duration_since(UNIX_EPOCH) else { return true };
    let moment = (moment.as_secs().cast_signed(), i64::from(moment.subsec_nanos()));
    let changed = |data: fs::Metadata| {
        (data.mtime(), data.mtime_nsec()).max((data.ctime(), data.ctime_nsec()))
    };
    fs::metadata(path).map(changed).map_or(true, |changed| changed >= moment)
}

/// All files below a folder, sorted; none if it is not there.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    below(folder, 0, &mut found);
    found.sort();
    found
}

fn below(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match fs::metadata(&path) {
            Ok(data) if data.is_dir() && depth < DEEPEST => below(&path, depth + 1, found),
            Ok(data) if data.is_dir() => {}
            // What cannot be looked at is no file that we know.
            Ok(_) | Err(_) => found.push(path),
        }
    }
}

/// Where a file is written before it takes the place of another: beside it, under a name that nobody else has.
pub(crate) fn half(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".tamis-{}-{name}", std::process::id()))
}

pub(crate) fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "java")
}

pub(crate) fn is_class(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "class")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, SystemTime};

    use super::{files_below, is_same, is_touched_since, light_stamp, stamp};

    #[test]
    fn a_file_is_the_same_if_its_times_or_its_content_are() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a/A.java");
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::write(&file, "class A {}").unwrap();
        let (whole, light) = (stamp(&file).unwrap(), light_stamp(&file).unwrap());
        assert!(is_same(&file, &whole) && is_same(&file, &light));
        assert!(is_touched_since(&file, SystemTime::now() - Duration::from_hours(1)));
        assert!(!is_touched_since(&file, SystemTime::now() + Duration::from_hours(1)));
        let touched = fs::File::options().append(true).open(&file).unwrap();
        touched.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        assert!(is_same(&file, &whole) && !is_same(&file, &light));
        fs::write(&file, "class B {}").unwrap();
        assert!(!is_same(&file, &whole));
        assert_eq!(files_below(folder.path()), std::slice::from_ref(&file));
        fs::remove_file(&file).unwrap();
        assert!(!is_same(&file, &whole));
    }
}
