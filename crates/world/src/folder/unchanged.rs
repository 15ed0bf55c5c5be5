//! The quickest answer: nothing changed. Each known folder and file is looked at once, by name; nothing is listed, since a
//! folder that did not change has the names it had.

use std::os::fd::OwnedFd;
use std::path::Path;

use rayon::prelude::*;
use rustix::fs::{AtFlags, FileType, Mode, OFlags};

use crate::cache::{CachedRoot, Racy};
use crate::identity::Identity;

/// Folders that one task takes.
const FOLDERS_A_TASK: usize = 4;

/// A folder with the files that were in it.
struct Known<'c> {
    prefix: &'c str,
    identity: Identity,
    classes: &'c [crate::entries::ClassEntry],
    resources: &'c [crate::entries::ResourceEntry],
}

/// Whether every folder and file that the cache knows is as it was, and none of them too young to tell.
pub(super) fn is_unchanged(root: &Path, cached: &CachedRoot) -> bool {
    let racy = cached.racy_classes.iter().chain(&cached.racy_resources);
    let folders_racy = cached.folder_runs.iter().any(|(racy, _, _)| *racy == Racy::Yes);
    if cached.entries.folders.is_empty()
        || folders_racy
        || racy.into_iter().any(|r| *r == Racy::Yes)
    {
        return false;
    }
    let Some(known) = known(cached) else { return false };
    let Ok(root) = open_folder(rustix::fs::CWD, root) else { return false };
    known.par_chunks(FOLDERS_A_TASK).all(|folders| {
        folders.iter().all(|folder| is_folder_unchanged(&root, folder).unwrap_or(false))
    })
}

/// The files by folder; `None` if the counts do not add up.
fn known(cached: &CachedRoot) -> Option<Vec<Known<'_>>> {
    let (mut classes, mut resources) =
        (cached.entries.classes.as_slice(), cached.entries.resources.as_slice());
    let mut known = Vec::with_capacity(cached.entries.folders.len());
    for (folder, (_, class_count, resource_count)) in
        cached.entries.folders.iter().zip(&cached.folder_runs)
    {
        let (here, rest) = classes.split_at_checked(*class_count as usize)?;
        classes = rest;
        let (other, rest) = resources.split_at_checked(*resource_count as usize)?;
        resources = rest;
        known.push(Known {
            prefix: &folder.prefix,
            identity: folder.identity,
            classes: here,
            resources: other,
        });
    }
    (classes.is_empty() && resources.is_empty()).then_some(known)
}

fn open_folder(
    at: impl std::os::fd::AsFd,
    path: impl rustix::path::Arg,
) -> Result<OwnedFd, rustix::io::Errno> {
    rustix::fs::openat(
        at,
        path,
        OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
        Mode::empty(),
    )
}

fn is_folder_unchanged(root: &OwnedFd, known: &Known<'_>) -> Result<bool, rustix::io::Errno> {
    let opened;
    let folder = if known.prefix.is_empty() {
        root
    } else {
        opened = open_folder(root, known.prefix)?;
        &opened
    };
    if Identity::of_stat(&rustix::fs::fstat(folder)?) != known.identity {
        return Ok(false);
    }
    let files = known
        .classes
        .iter()
        .map(|class| (&*class.path, class.identity))
        .chain(known.resources.iter().map(|resource| (&*resource.path, resource.identity)));
    for (path, identity) in files {
        let name = path.get(known.prefix.len()..).unwrap_or_default();
        // A name that had to be escaped is not found, which only means that the folder is walked.
        let stat = rustix::fs::statat(folder, name, AtFlags::empty())?;
        let is_same = Identity::of_stat(&stat) == identity
            && FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        if !is_same {
            return Ok(false);
        }
    }
    Ok(true)
}
