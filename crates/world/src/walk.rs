//! Lists the files below a folder with what the file system says of them, in a fixed order, in parallel.
//!
//! Names are looked up relative to the folder's descriptor: resolving a long path anew for each file costs several
//! times as much as the look at the file itself.

use std::ffi::{CStr, CString};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};

use crate::entries::push_escaped;
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
    /// Open, unless there are too many of them.
    pub(crate) descriptor: Option<OwnedFd>,
    pub(crate) files: Vec<File>,
}

/// A regular file.
#[derive(Debug)]
pub(crate) struct File {
    /// Name in the file system.
    pub(crate) name: CString,
    /// If the file has been looked at.
    pub(crate) identity: Option<Identity>,
}

/// Which files are looked at while they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// All of them: there is something to compare them with.
    All,
    /// Those of which the listing does not say that they are regular files. All of them will be opened, and looking at an
    /// open file costs a third.
    Unclear,
}

/// All folders below `root`, parents before children, siblings by name, files by name.
pub(crate) fn walk(root: &Path, look: Look) -> (Vec<Folder>, Vec<Problem>) {
    let room = AtomicUsize::new(room_for_descriptors());
    match rustix::fs::open(root, FOLDER, Mode::empty()) {
        Ok(descriptor) => walk_folder(
            descriptor,
            root.to_owned(),
            String::new(),
            &Around { own: None, room: &room, look },
        ),
        Err(error) => (Vec::new(), vec![Problem::new(root, std::io::Error::from(error))]),
    }
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// The folders around one, how many descriptors may still be kept, and which files are looked at.
struct Around<'a> {
    own: Option<((u64, u64), &'a Around<'a>)>,
    room: &'a AtomicUsize,
    look: Look,
}

impl Around<'_> {
    fn contains(&self, folder: (u64, u64)) -> bool {
        self.own.is_some_and(|(own, around)| own == folder || around.contains(folder))
    }

    fn depth(&self) -> usize {
        self.own.map_or(0, |(_, around)| around.depth() + 1)
    }

    /// Whether one more descriptor may be kept.
    fn takes_room(&self) -> bool {
        self.room.fetch_update(Relaxed, Relaxed, |room| room.checked_sub(1)).is_ok()
    }
}

/// How many folders may stay open: a part of what the system allows, and no more than helps.
fn room_for_descriptors() -> usize {
    let allowed = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    usize::try_from(allowed.unwrap_or(1024)).unwrap_or(usize::MAX).min(1 << 16) / 4
}

fn walk_folder(
    descriptor: OwnedFd,
    path: PathBuf,
    prefix: String,
    around: &Around<'_>,
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
    if around.contains(own) || around.depth() > DEEPEST {
        let problem = Problem::new(path, "the folder contains itself through a symbolic link");
        return (Vec::new(), vec![problem]);
    }
    let listing = match list(&descriptor, &path, around.look) {
        Ok(listing) => listing,
        Err(error) => return fail(error),
    };
    let Listing { files, folders, mut problems } = listing;
    let inside = Around { own: Some((own, around)), room: around.room, look: around.look };
    let below: Vec<_> = folders
        .par_iter()
        .map(|name| {
            let text = text(name);
            let path = path.join(std::ffi::OsStr::from_bytes(name.to_bytes()));
            match rustix::fs::openat(&descriptor, name.as_c_str(), FOLDER, Mode::empty()) {
                Ok(child) => {
                    let prefix = format!("{prefix}{text}/");
                    walk_folder(child, path, prefix, &inside)
                }
                Err(error) => (Vec::new(), vec![Problem::new(path, std::io::Error::from(error))]),
            }
        })
        .collect();
    let mut all = Vec::with_capacity(1 + below.len());
    let descriptor = around.takes_room().then_some(descriptor);
    all.push(Folder { prefix, path, identity, descriptor, files });
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

fn list(descriptor: &OwnedFd, path: &Path, look: Look) -> Result<Listing, rustix::io::Errno> {
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
        if look == Look::Unclear && entry.file_type() == FileType::RegularFile {
            listing.files.push(File { name: name.to_owned(), identity: None });
            continue;
        }
        // Symbolic links are followed, as the JVM does.
        match rustix::fs::statat(descriptor, name, AtFlags::empty()) {
            Ok(stat) => match FileType::from_raw_mode(stat.st_mode) {
                FileType::Directory => listing.folders.push(name.to_owned()),
                FileType::RegularFile => listing
                    .files
                    .push(File { name: name.to_owned(), identity: Some(Identity::of_stat(&stat)) }),
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
    path_of("", name)
}

/// The path of a file in a folder, as text.
pub(crate) fn path_of(prefix: &str, name: &CStr) -> String {
    let name = name.to_bytes();
    let mut path = String::with_capacity(prefix.len() + name.len());
    path.push_str(prefix);
    push_escaped(&mut path, name);
    path
}
