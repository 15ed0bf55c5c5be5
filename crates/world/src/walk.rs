//! Lists the files below a folder with what the file system says of them, in a fixed order, in parallel.
//!
//! Names are looked up relative to the folder's descriptor: resolving a long path anew for each file costs several
//! times as much as the look at the file itself.

use std::ffi::{CStr, CString};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};

use crate::entries::escaped;
use crate::identity::Identity;
use crate::problem::Problem;

/// Folders below folders; symbolic links can make them endless.
const DEEPEST: usize = 255;

/// An open folder and its files.
#[derive(Debug)]
pub(crate) struct Folder {
    /// Relative to the root, with `/` at the end unless it is the root itself.
    pub(crate) prefix: String,
    pub(crate) path: PathBuf,
    /// Of the folder itself: as long as it stays, no name was added or removed.
    pub(crate) identity: Identity,
    pub(crate) descriptor: Arc<OwnedFd>,
    pub(crate) files: Vec<File>,
}

/// A regular file.
#[derive(Debug)]
pub(crate) struct File {
    /// Name in the file system.
    pub(crate) name: CString,
    pub(crate) identity: Identity,
}

/// All folders below `root`, parents before children, siblings by name, files by name.
pub(crate) fn walk(root: &Path) -> (Vec<Folder>, Vec<Problem>) {
    match rustix::fs::open(root, FOLDER, Mode::empty()) {
        Ok(descriptor) => walk_folder(descriptor, root.to_owned(), String::new(), &[], 0),
        Err(error) => (Vec::new(), vec![Problem::new(root, std::io::Error::from(error))]),
    }
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

fn walk_folder(
    descriptor: OwnedFd,
    path: PathBuf,
    prefix: String,
    around: &[(u64, u64)],
    depth: usize,
) -> (Vec<Folder>, Vec<Problem>) {
    let fail = |error: rustix::io::Errno| {
        (Vec::new(), vec![Problem::new(path.clone(), std::io::Error::from(error))])
    };
    // Before the names are listed: a name that comes meanwhile makes the folder look changed the next time.
    let identity = match rustix::fs::fstat(&descriptor) {
        Ok(stat) => Identity::of_stat(&stat),
        Err(error) => return fail(error),
    };
    let own = (identity.device, identity.inode);
    // A link back up: the JVM would find the classes there under names that do not match.
    if around.contains(&own) || depth > DEEPEST {
        let problem = Problem::new(path, "the folder contains itself through a symbolic link");
        return (Vec::new(), vec![problem]);
    }
    let listing = match list(&descriptor, &path) {
        Ok(listing) => listing,
        Err(error) => return fail(error),
    };
    let Listing { files, folders, mut problems } = listing;
    let around: Vec<_> = around.iter().copied().chain([own]).collect();
    let below: Vec<_> = folders
        .par_iter()
        .map(|name| {
            let text = text(name);
            let path = path.join(&text);
            match rustix::fs::openat(&descriptor, name.as_c_str(), FOLDER, Mode::empty()) {
                Ok(child) => {
                    let prefix = format!("{prefix}{text}/");
                    walk_folder(child, path, prefix, &around, depth + 1)
                }
                Err(error) => (Vec::new(), vec![Problem::new(path, std::io::Error::from(error))]),
            }
        })
        .collect();
    let mut all = Vec::with_capacity(1 + below.len());
    all.push(Folder { prefix, path, identity, descriptor: Arc::new(descriptor), files });
    for (folders, more) in below {
        all.extend(folders);
        problems.extend(more);
    }
    (all, problems)
}

struct Listing {
    files: Vec<File>,
    folders: Vec<CString>,
    problems: Vec<Problem>,
}

fn list(descriptor: &OwnedFd, path: &Path) -> Result<Listing, rustix::io::Errno> {
    let mut listing = Listing { files: Vec::new(), folders: Vec::new(), problems: Vec::new() };
    for entry in Dir::read_from(descriptor)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        if entry.file_type() == FileType::Directory {
            listing.folders.push(name.to_owned());
            continue;
        }
        // Symbolic links are followed, as the JVM does.
        match rustix::fs::statat(descriptor, name, AtFlags::empty()) {
            Ok(stat) => match FileType::from_raw_mode(stat.st_mode) {
                FileType::Directory => listing.folders.push(name.to_owned()),
                FileType::RegularFile => listing
                    .files
                    .push(File { name: name.to_owned(), identity: Identity::of_stat(&stat) }),
                _ => listing.problems.push(Problem::new(
                    path.join(text(name)),
                    "it is neither a folder nor a regular file",
                )),
            },
            Err(error) => listing
                .problems
                .push(Problem::new(path.join(text(name)), std::io::Error::from(error))),
        }
    }
    listing.files.sort_by(|a, b| a.name.cmp(&b.name));
    listing.folders.sort();
    Ok(listing)
}

/// A file name as text.
pub(crate) fn text(name: &CStr) -> String {
    escaped(name.to_bytes())
}
