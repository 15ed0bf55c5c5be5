//! A folder of class files and resources.

mod unchanged;

use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use rustix::fs::{Mode, OFlags};
use tamis_facts::fingerprint::ContentDigest;
use tamis_vocab::Fingerprint;

use crate::cache::{CachedRoot, Racy};
use crate::entries::{ClassEntry, Entries, FolderEntry, ResourceEntry, class_name};
use crate::facts_of_files::{self, Candidate, LARGEST_CLASS, Source};
use crate::identity::Identity;
use crate::problem::Problem;
use crate::walk::{self, Folder, Look};

/// What reading a root gave, and whether its cache is to be written anew.
pub(crate) struct ReadRoot {
    pub(crate) entries: Entries,
    pub(crate) is_fresh: bool,
}

/// Reads a folder, as far as the cache does not know it already.
pub(crate) fn read(
    path: &Path,
    cached: impl FnOnce() -> Option<CachedRoot> + Send,
    done: &(dyn Fn(usize) + Sync),
) -> ReadRoot {
    let mut cached = cached().unwrap_or_default();
    if unchanged::is_unchanged(path, &cached) {
        done(cached.entries.classes.len());
        return ReadRoot { entries: cached.entries, is_fresh: false };
    }
    let look = if cached.entries.folders.is_empty() { Look::Unclear } else { Look::All };
    let (folders, problems) = walk::walk(path, look);
    if problems.is_empty() && is_unchanged(&folders, &cached) {
        done(cached.entries.classes.len());
        // What was too young the last time may be settled now.
        cached.entries.folders = folder_entries(&folders);
        return ReadRoot { entries: cached.entries, is_fresh: true };
    }
    let mut entries = Entries {
        is_incomplete: !problems.is_empty(),
        problems,
        folders: folder_entries(&folders),
        ..Entries::default()
    };
    entries.blocks.append(&mut cached.entries.blocks);
    let (classes, resources) = candidates(&folders);
    let (known, unknown) = split_known(classes, &cached);
    done(known.len());
    entries.classes.extend(known);
    let source = FolderSource { folders: &folders };
    facts_of_files::extract(unknown, &source, &mut entries, done);
    read_resources(resources, &cached, &source, &mut entries);
    ReadRoot { entries, is_fresh: true }
}

/// Whether the walk met exactly the files that the cache knows, all of them as they were.
fn is_unchanged(folders: &[Folder], cached: &CachedRoot) -> bool {
    let mut classes = cached.entries.classes.iter().zip(&cached.racy_classes).peekable();
    let mut resources = cached.entries.resources.iter().zip(&cached.racy_resources).peekable();
    for folder in folders {
        for file in &folder.files {
            let is_this = |path: &str| {
                path.strip_prefix(folder.prefix.as_str()).map(str::as_bytes)
                    == Some(file.name.to_bytes())
            };
            let found =
                if let Some((class, racy)) = classes.next_if(|(class, _)| is_this(&class.path)) {
                    Some(class.identity) == file.identity && *racy == Racy::No
                } else if let Some((resource, racy)) =
                    resources.next_if(|(resource, _)| is_this(&resource.path))
                {
                    Some(resource.identity) == file.identity && *racy == Racy::No
                } else {
                    false
                };
            if !found {
                return false;
            }
        }
    }
    classes.next().is_none() && resources.next().is_none()
}

fn folder_entries(folders: &[Folder]) -> Vec<FolderEntry> {
    folders
        .iter()
        .map(|folder| FolderEntry {
            prefix: folder.prefix.as_str().into(),
            identity: folder.identity,
        })
        .collect()
}

/// Class files, and everything else.
fn candidates(folders: &[Folder]) -> (Vec<Candidate>, Vec<Candidate>) {
    let mut classes = Vec::new();
    let mut resources = Vec::new();
    for (index, folder) in (0_u32..).zip(folders) {
        for (position, file) in (0_u32..).zip(&folder.files) {
            let path = walk::path_of(&folder.prefix, &file.name).into_boxed_str();
            let is_class = class_name(&path, 0).is_some();
            let candidate =
                Candidate { path, prefix: 0, identity: file.identity, position: (index, position) };
            if is_class { classes.push(candidate) } else { resources.push(candidate) }
        }
    }
    (classes, resources)
}

/// Families of which the cache knows every member as it is now, and the families to read.
pub(crate) fn split_known(
    classes: Vec<Candidate>,
    cached: &CachedRoot,
) -> (Vec<ClassEntry>, Vec<Vec<Candidate>>) {
    let mut by_path: FxHashMap<&str, (&ClassEntry, Racy)> = FxHashMap::default();
    let mut family_sizes: FxHashMap<&str, usize> = FxHashMap::default();
    for (class, racy) in cached.entries.classes.iter().zip(&cached.racy_classes) {
        by_path.insert(&class.path, (class, *racy));
        *family_sizes.entry(tamis_facts::family_name(class.name())).or_default() += 1;
    }
    let mut known = Vec::new();
    let mut unknown = Vec::new();
    for family in facts_of_files::families(classes) {
        let name = family
            .first()
            .and_then(|first| class_name(&first.path, first.prefix))
            .map_or("", tamis_facts::family_name);
        let whole = family_sizes.get(name) == Some(&family.len());
        let members: Option<Vec<ClassEntry>> = family
            .iter()
            .map(|candidate| match by_path.get(&*candidate.path) {
                Some((class, Racy::No)) if Some(class.identity) == candidate.identity => {
                    Some((*class).clone())
                }
                _ => None,
            })
            .collect();
        match members {
            Some(members) if whole => known.extend(members),
            _ => unknown.push(family),
        }
    }
    (known, unknown)
}

fn read_resources(
    resources: Vec<Candidate>,
    cached: &CachedRoot,
    source: &FolderSource<'_>,
    entries: &mut Entries,
) {
    let by_path: FxHashMap<&str, (&ResourceEntry, Racy)> = cached
        .entries
        .resources
        .iter()
        .zip(&cached.racy_resources)
        .map(|(resource, racy)| (&*resource.path, (resource, *racy)))
        .collect();
    let results: Vec<Result<ResourceEntry, Problem>> = resources
        .into_par_iter()
        .map(|candidate| {
            if let Some((resource, Racy::No)) = by_path.get(&*candidate.path)
                && Some(resource.identity) == candidate.identity
            {
                return Ok((*resource).clone());
            }
            let (identity, content) = source.hash(&candidate)?;
            Ok(ResourceEntry { path: candidate.path, identity, content })
        })
        .collect();
    for result in results {
        match result {
            Ok(resource) => entries.resources.push(resource),
            Err(problem) => entries.problems.push(problem),
        }
    }
}

/// Reads the files of walked folders through the folders' descriptors.
struct FolderSource<'w> {
    folders: &'w [Folder],
}

impl FolderSource<'_> {
    fn open(&self, candidate: &Candidate) -> Result<OwnedFd, Problem> {
        let (index, position) = candidate.position;
        let file = self
            .folders
            .get(index as usize)
            .and_then(|folder| folder.files.get(position as usize).map(|file| (folder, file)));
        let Some((folder, file)) = file else {
            return Err(Problem::new(&*candidate.path, "internal error: no such file was listed"));
        };
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let opened = match &folder.descriptor {
            Some(descriptor) => {
                rustix::fs::openat(descriptor, file.name.as_c_str(), flags, Mode::empty())
            }
            None => {
                let name = std::ffi::OsStr::from_bytes(file.name.to_bytes());
                rustix::fs::open(folder.path.join(name), flags, Mode::empty())
            }
        };
        opened.map_err(|error| self.failed(candidate, error))
    }

    fn failed(&self, candidate: &Candidate, error: rustix::io::Errno) -> Problem {
        self.problem_of(candidate, std::io::Error::from(error).to_string())
    }

    fn problem_of(&self, candidate: &Candidate, message: String) -> Problem {
        let (index, position) = candidate.position;
        let folder = self.folders.get(index as usize);
        let file = folder.and_then(|folder| {
            folder.files.get(position as usize).map(|file| folder.path.join(walk::text(&file.name)))
        });
        Problem::new(file.unwrap_or_else(|| (&*candidate.path).into()), message)
    }

    /// The file, open, and what it was when it was listed or else when it was opened: before it is read, in any case.
    fn look(&self, candidate: &Candidate) -> Result<(OwnedFd, Identity), Problem> {
        let descriptor = self.open(candidate)?;
        let identity = match candidate.identity {
            Some(identity) => identity,
            None => match rustix::fs::fstat(&descriptor) {
                Ok(stat) => Identity::of_stat(&stat),
                Err(error) => return Err(self.failed(candidate, error)),
            },
        };
        Ok((descriptor, identity))
    }

    fn hash(&self, candidate: &Candidate) -> Result<(Identity, Fingerprint), Problem> {
        let (descriptor, identity) = self.look(candidate)?;
        let mut digest = ContentDigest::new();
        let size = usize::try_from(identity.size).unwrap_or(usize::MAX);
        let mut buffer = vec![0; size.saturating_add(1).min(1 << 16)];
        loop {
            match rustix::io::read(&descriptor, &mut buffer) {
                Ok(0) => return Ok((identity, digest.finish())),
                Ok(count) => digest.update(buffer.get(..count).unwrap_or_default()),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(self.failed(candidate, error)),
            }
        }
    }
}

impl Source for FolderSource<'_> {
    fn read(&self, candidate: &Candidate, bytes: &mut Vec<u8>) -> Result<Identity, Problem> {
        let (descriptor, identity) = self.look(candidate)?;
        if identity.size > LARGEST_CLASS {
            let message = format!(
                "the class file has {} bytes; more than {LARGEST_CLASS} are not read",
                identity.size
            );
            return Err(self.problem_of(candidate, message));
        }
        // One byte more than the file had when it was listed: a read that does not fill the buffer is the last.
        bytes.clear();
        bytes.reserve(usize::try_from(identity.size).unwrap_or_default() + 1);
        loop {
            match rustix::io::read(&descriptor, rustix::buffer::spare_capacity(bytes)) {
                Ok(0) => return Ok(identity),
                Ok(_) if bytes.len() < bytes.capacity() => return Ok(identity),
                // The file grew since it was listed.
                Ok(_) if bytes.len() as u64 > LARGEST_CLASS => {
                    return Err(self.problem_of(candidate, "it grows while it is read".into()));
                }
                Ok(_) => bytes.reserve(bytes.len()),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(self.failed(candidate, error)),
            }
        }
    }

    fn problem(&self, candidate: &Candidate, offset: usize, message: String) -> Problem {
        self.problem_of(candidate, message).at(offset as u64)
    }
}
