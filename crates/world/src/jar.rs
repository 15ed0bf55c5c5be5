//! A jar: its central directory first, then the entries whose compressed bytes are new.
//!
//! The CRC of an entry is 32 bits that anyone can forge, so it proves nothing here. Hashing the compressed bytes costs a
//! hundredth of inflating them and does prove that the content is the same.

pub(crate) mod manifest;

use std::borrow::Cow;
use std::fs;
use std::io::Read;
use std::path::Path;

use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use tamis_facts::fingerprint;
use xxhash_rust::xxh3::xxh3_128;

use crate::cache::CachedRoot;
use crate::entries::{Entries, ResourceEntry, class_name, escaped};
use crate::facts_of_files::{self, Candidate, LARGEST_CLASS, Source};
use crate::folder::{ReadRoot, split_known};
use crate::identity::Identity;
use crate::problem::Problem;

/// A jar larger than this is not read into memory.
const LARGEST_JAR: u64 = 4 << 30;

/// All entries together may claim so many bytes, and twenty times the jar's own size: past that it is a bomb.
const MOST_INFLATED: u64 = 1 << 30;

/// A jar in memory with its directory.
pub(crate) struct Jar<'p> {
    path: Cow<'p, Path>,
    archive: ZipSliceArchive<Vec<u8>>,
    listed: Vec<Listed>,
    /// Whether there are entries that cannot be used, of whatever name.
    has_unusable: bool,
}

/// An entry of the central directory.
struct Listed {
    path: Box<str>,
    wayfinder: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    size: u64,
    compressed: u64,
    crc: u32,
    /// Offset of the entry in the central directory, for messages.
    offset: u64,
}

/// Reads a jar as a JVM of that release sees it, as far as the cache does not know it already.
pub(crate) fn read(
    path: &Path,
    release: u16,
    cached: Option<CachedRoot>,
    done: &(dyn Fn(usize) + Sync),
) -> ReadRoot {
    let mut entries = Entries::default();
    match Jar::open(path, &mut entries.problems) {
        Ok(jar) => {
            let mut cached = cached.unwrap_or_default();
            entries.blocks.append(&mut cached.entries.blocks);
            jar.read_entries(release, &cached, &mut entries, done);
        }
        Err(problem) => {
            entries.problems.push(problem);
            entries.is_incomplete = true;
        }
    }
    ReadRoot { entries, is_fresh: true }
}

impl<'p> Jar<'p> {
    /// Reads the central directory. Entries that cannot be used are added to `problems`.
    pub(crate) fn open(
        path: impl Into<Cow<'p, Path>>,
        problems: &mut Vec<Problem>,
    ) -> Result<Self, Problem> {
        let path = path.into();
        let failed = |error: std::io::Error| Problem::new(&*path, error);
        let file = fs::File::open(&path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        if length > LARGEST_JAR {
            let message =
                format!("the jar has {length} bytes; more than {LARGEST_JAR} are not read");
            return Err(Problem::new(&*path, message));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default() + 1);
        file.take(LARGEST_JAR).read_to_end(&mut bytes).map_err(failed)?;
        let archive = ZipArchive::from_slice(bytes)
            .map_err(|error| Problem::new(&*path, format!("not a jar: {error}")))?;
        let mut jar = Self { path, archive, listed: Vec::new(), has_unusable: false };
        let before = problems.len();
        jar.list(length, problems)?;
        jar.has_unusable = problems.len() > before;
        Ok(jar)
    }

    fn list(&mut self, length: u64, problems: &mut Vec<Problem>) -> Result<(), Problem> {
        let mut total: u64 = 0;
        let mut total_compressed: u64 = 0;
        let mut count: u64 = 0;
        let mut listed: Vec<Listed> = Vec::new();
        let mut positions: FxHashMap<Box<str>, usize> = FxHashMap::default();
        let mut entries = self.archive.entries();
        let directory = self.archive.directory_offset();
        loop {
            let entry = match entries.next_entry() {
                Ok(Some(entry)) => entry,
                Ok(None) => break,
                Err(error) => {
                    let message =
                        format!("the central directory is damaged after {count} entries: {error}");
                    return Err(Problem::new(&*self.path, message).at(directory));
                }
            };
            count += 1;
            let offset = entry.central_directory_offset();
            let path = escaped(entry.file_path().as_bytes());
            if entry.is_dir() || path.ends_with('/') {
                continue;
            }
            if path.starts_with('/') || path.split(['/', '\\']).any(|part| part == "..") {
                let message = format!("the entry at byte {offset:#x} leads out of the jar");
                problems.push(Problem::new(&*self.path, message).in_entry(&path).at(offset));
                continue;
            }
            if entry.flags().is_encrypted() {
                let message = format!("the entry at byte {offset:#x} is encrypted");
                problems.push(Problem::new(&*self.path, message).in_entry(&path).at(offset));
                continue;
            }
            let one = Listed {
                path: path.clone().into_boxed_str(),
                wayfinder: entry.wayfinder(),
                method: entry.compression_method(),
                size: entry.uncompressed_size_hint(),
                compressed: entry.compressed_size_hint(),
                crc: entry.crc32(),
                offset,
            };
            total = total.saturating_add(one.size);
            total_compressed = total_compressed.saturating_add(one.compressed);
            // Of two entries with one name, `java.util.zip` finds the last.
            match positions.insert(one.path.clone(), listed.len()) {
                Some(earlier) => {
                    positions.insert(one.path.clone(), earlier);
                    if let Some(slot) = listed.get_mut(earlier) {
                        *slot = one;
                    }
                }
                None => listed.push(one),
            }
        }
        self.listed = listed;
        self.check_bomb(length, total, total_compressed, count)
    }

    fn check_bomb(
        &self,
        length: u64,
        total: u64,
        compressed: u64,
        count: u64,
    ) -> Result<(), Problem> {
        let expected = self.archive.entries_hint();
        if count != expected {
            let message = format!(
                "the central directory has {count} entries, and its end record says {expected}"
            );
            return Err(Problem::new(&*self.path, message).at(self.archive.eocd_offset()));
        }
        let message = if compressed > length {
            format!("the entries overlap: {compressed} compressed bytes in a file of {length}")
        } else if total > MOST_INFLATED.saturating_add(length.saturating_mul(20)) {
            format!("the entries claim {total} bytes, more than a jar of {length} bytes may hold")
        } else {
            return Ok(());
        };
        Err(Problem::new(&*self.path, message).at(self.archive.directory_offset()))
    }

    /// The bytes of one entry.
    pub(crate) fn read_path(&self, path: &str) -> Option<Vec<u8>> {
        let listed = self.listed.iter().find(|listed| &*listed.path == path)?;
        let mut bytes = Vec::new();
        self.inflate(listed, &mut bytes).ok().map(|()| bytes)
    }

    /// Where each entry is, for [`Self::read_at`].
    pub(crate) fn places(&self) -> FxHashMap<Box<str>, usize> {
        self.listed.iter().zip(0..).map(|(listed, place)| (listed.path.clone(), place)).collect()
    }

    /// The bytes of the entry at a place.
    pub(crate) fn read_at(&self, place: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        self.inflate(self.listed.get(place)?, &mut bytes).ok().map(|()| bytes)
    }

    fn read_entries(
        &self,
        release: u16,
        cached: &CachedRoot,
        entries: &mut Entries,
        done: &(dyn Fn(usize) + Sync),
    ) {
        let identities: Vec<Result<Identity, Problem>> =
            self.listed.par_iter().map(|listed| self.identity(listed)).collect();
        let mut classes = Vec::new();
        let mut resources = Vec::new();
        for (position, (listed, identity)) in (0_u32..).zip(self.listed.iter().zip(identities)) {
            match identity {
                Ok(identity) => {
                    let path = listed.path.clone();
                    let identity = Some(identity);
                    let candidate =
                        Candidate { path, prefix: 0, identity, position: (0, position) };
                    if class_name(&candidate.path, 0).is_some() {
                        classes.push(candidate);
                    } else {
                        resources.push(candidate);
                    }
                }
                Err(problem) => {
                    entries.problems.push(problem);
                    entries.is_incomplete = true;
                }
            }
        }
        entries.is_incomplete |= self.has_unusable;
        if self.is_multi_release() {
            manifest::choose_versions(&mut classes, release);
            manifest::choose_resource_versions(&mut resources, release);
        }
        let (known, unknown) = split_known(classes, cached);
        done(known.len());
        entries.classes.extend(known);
        facts_of_files::extract(unknown, self, entries, done);
        self.read_resources(resources, cached, entries);
    }

    fn read_resources(
        &self,
        resources: Vec<Candidate>,
        cached: &CachedRoot,
        entries: &mut Entries,
    ) {
        let by_path: FxHashMap<&str, &ResourceEntry> =
            cached.entries.resources.iter().map(|resource| (&*resource.path, resource)).collect();
        let results: Vec<Result<ResourceEntry, Problem>> = resources
            .into_par_iter()
            .map_init(Vec::new, |buffer, candidate| {
                let Candidate { path, prefix, .. } = &candidate;
                let effective: Box<str> = path.get(usize::from(*prefix)..).unwrap_or(path).into();
                let listed = self.listed(&candidate)?;
                let identity = self.known_identity(&candidate, listed)?;
                if let Some(resource) = by_path.get(&*effective)
                    && resource.identity == identity
                {
                    return Ok((*resource).clone());
                }
                let content = if identity.size > LARGEST_CLASS {
                    // Too large to inflate in memory: the compressed bytes stand for it.
                    fingerprint::of_content(&identity.to_bytes())
                } else {
                    self.inflate(listed, buffer)?;
                    fingerprint::of_content(buffer)
                };
                Ok(ResourceEntry { path: effective, identity, content })
            })
            .collect();
        for result in results {
            match result {
                Ok(resource) => entries.resources.push(resource),
                Err(problem) => entries.problems.push(problem),
            }
        }
    }

    fn is_multi_release(&self) -> bool {
        let manifest = self
            .listed
            .iter()
            .find(|listed| listed.path.eq_ignore_ascii_case("META-INF/MANIFEST.MF"))
            .and_then(|listed| self.read_path(&listed.path));
        manifest.is_some_and(|manifest| manifest::says_multi_release(&manifest))
    }

    fn listed(&self, candidate: &Candidate) -> Result<&Listed, Problem> {
        self.listed
            .get(candidate.position.1 as usize)
            .ok_or_else(|| Problem::new(&*self.path, "internal error: no such entry was listed"))
    }

    fn known_identity(&self, candidate: &Candidate, listed: &Listed) -> Result<Identity, Problem> {
        candidate.identity.map_or_else(|| self.identity(listed), Ok)
    }

    fn identity(&self, listed: &Listed) -> Result<Identity, Problem> {
        let data = self.data(listed)?;
        Ok(Identity::of_compressed(xxh3_128(data), listed.method.as_u16(), listed.size))
    }

    fn data(&self, listed: &Listed) -> Result<&[u8], Problem> {
        let entry = self
            .archive
            .get_entry(listed.wayfinder)
            .map_err(|error| self.entry_problem(listed, error.to_string()))?;
        Ok(entry.data())
    }

    fn entry_problem(&self, listed: &Listed, message: impl std::fmt::Display) -> Problem {
        let message = format!("the entry at byte {:#x}: {message}", listed.offset);
        Problem::new(&*self.path, message).in_entry(&listed.path).at(listed.offset)
    }
}

impl Jar<'_> {
    /// Replaces the contents of `bytes` with those of the entry.
    fn inflate(&self, listed: &Listed, bytes: &mut Vec<u8>) -> Result<(), Problem> {
        if listed.size > LARGEST_CLASS {
            let message =
                format!("it claims {} bytes; more than {LARGEST_CLASS} are not read", listed.size);
            return Err(self.entry_problem(listed, message));
        }
        let data = self.data(listed)?;
        let size = usize::try_from(listed.size).unwrap_or_default();
        bytes.clear();
        match listed.method {
            CompressionMethod::STORE => bytes.extend_from_slice(data),
            CompressionMethod::DEFLATE => {
                // Deflate cannot do better than 1032 to 1: a larger claim is false, and need not cost memory.
                if size > data.len().saturating_mul(1032).saturating_add(64) {
                    let message =
                        format!("it claims {size} bytes, more than its {} can hold", data.len());
                    return Err(self.entry_problem(listed, message));
                }
                bytes.resize(size, 0);
                let inflated = libdeflater::Decompressor::new().deflate_decompress(data, bytes);
                match inflated {
                    Ok(count) => bytes.truncate(count),
                    Err(libdeflater::DecompressionError::InsufficientSpace) => {
                        let message =
                            format!("it inflates to more than the {size} bytes it claims");
                        return Err(self.entry_problem(listed, message));
                    }
                    Err(libdeflater::DecompressionError::BadData) => {
                        return Err(self.entry_problem(listed, "its compressed data is damaged"));
                    }
                }
            }
            other => {
                let message = format!("it is compressed with method {}", other.as_u16());
                return Err(self.entry_problem(listed, message));
            }
        }
        if bytes.len() != size {
            let message = format!("it has {} bytes and claims {size}", bytes.len());
            return Err(self.entry_problem(listed, message));
        }
        let crc = libdeflater::crc32(bytes);
        if crc != listed.crc {
            let message =
                format!("its checksum is {crc:#010x}, and the jar says {:#010x}", listed.crc);
            return Err(self.entry_problem(listed, message));
        }
        Ok(())
    }
}

impl Source for Jar<'_> {
    fn read(&self, candidate: &Candidate, bytes: &mut Vec<u8>) -> Result<Identity, Problem> {
        let listed = self.listed(candidate)?;
        self.inflate(listed, bytes)?;
        self.known_identity(candidate, listed)
    }

    fn problem(&self, candidate: &Candidate, offset: usize, message: String) -> Problem {
        Problem::new(&*self.path, message).in_entry(&candidate.path).at(offset as u64)
    }
}
