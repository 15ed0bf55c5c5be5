//! Facts of earlier reads, on disk.
//!
//! One index for each root, replaced by renaming, and segments of encoded facts that are written once. A crash at any
//! point leaves the old index and the segments it names. Two processes that write at once both succeed; the last index
//! stays. What is damaged, of another version or of another release is passed over and read anew: a cache can cost
//! time, never an answer. The layout is in `docs/formats/cache.md`.

mod index;

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use tamis_facts::fingerprint;
use tamis_vocab::NO_TEXT;

use crate::entries::Entries;
use crate::identity::{self, Identity};
use crate::records::{self, Block, Record};

pub(crate) use index::Racy;

/// More segments than this, and they are written anew as one.
const MOST_SEGMENTS: usize = 8;

/// Runs of records that are shorter than this are written together.
const BUFFER: usize = 1 << 16;

/// A segment that no index names is left alone for so long, since another process may be about to name it.
const ORPHAN_AGE: Duration = Duration::from_hours(1);

/// A folder of cached facts.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
    is_read_only: bool,
}

/// What the cache knows of a root.
#[derive(Debug, Default)]
pub(crate) struct CachedRoot {
    /// Of the root itself, if it is a file.
    pub(crate) identity: Option<(Identity, Racy)>,
    pub(crate) entries: Entries,
    pub(crate) racy_classes: Vec<Racy>,
    pub(crate) racy_resources: Vec<Racy>,
    /// For each folder: whether it is racy, and how many of the classes and of the resources, in order, are in it.
    pub(crate) folder_runs: Vec<(Racy, u32, u32)>,
    /// Names of the segments, in the order of the blocks.
    pub(crate) segments: Vec<String>,
}

impl Cache {
    /// A cache in that folder, which is made when something is written.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), is_read_only: false }
    }

    /// A cache in that folder to which nothing is written.
    pub fn read_only(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), is_read_only: true }
    }

    /// Whether something may be written.
    pub(crate) fn is_writable(&self) -> bool {
        !self.is_read_only
    }

    /// What is known of a root; `None` if there is nothing that can be used.
    pub(crate) fn load(&self, root: &Path, release: u16) -> Option<CachedRoot> {
        let key = key(root);
        let bytes = fs::read(self.index_path(&key)).ok()?;
        let mut cached = index::decode(&bytes, &key, release)?;
        for segment in &cached.segments {
            let file = fs::File::open(self.folder.join(segment)).ok()?;
            cached.entries.blocks.push(Block::File(file));
        }
        Some(cached)
    }

    /// Writes what was read of a root. `read_at` is a time before the reading began; `segments` are the names of the
    /// blocks that are files already.
    pub(crate) fn save(
        &self,
        root: &Path,
        release: u16,
        identity: Option<Identity>,
        entries: &Entries,
        segments: &[String],
        read_at: u64,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let key = key(root);
        let mut segments = segments.to_vec();
        // The old segments stay unless there are too many of them, or most of what they hold is no longer used.
        let keep = segments.len() < MOST_SEGMENTS && !is_mostly_garbage(entries, segments.len());
        if !keep {
            segments.clear();
        }
        let records = match self.write_segment(&key, entries, &mut segments, keep) {
            Ok(records) => records,
            Err(error) => {
                // Whatever is wrong with the old segments: the next read starts without them.
                let _ = fs::remove_file(self.index_path(&key));
                return Err(error);
            }
        };
        let bytes = index::encode(&key, release, identity, entries, &records, &segments, read_at);
        let temporary = self.folder.join(unique_name(&key, "index.new"));
        let written = fs::File::create_new(&temporary).and_then(|mut file| {
            file.write_all(&bytes)?;
            file.sync_data()
        });
        if let Err(error) = written.and_then(|()| fs::rename(&temporary, self.index_path(&key))) {
            // Nothing points to it, and a half-written file helps nobody.
            let _ = fs::remove_file(&temporary);
            return Err(error);
        }
        self.remove_orphans(&key, &segments);
        Ok(())
    }

    /// Writes the records that are not in a kept segment to a new one, and says where each record is now.
    fn write_segment(
        &self,
        key: &str,
        entries: &Entries,
        segments: &mut Vec<String>,
        keep: bool,
    ) -> io::Result<Vec<Record>> {
        let kept = segments.len() as u32;
        let mut written = Vec::with_capacity(entries.classes.len());
        let mut out: Option<(String, io::BufWriter<fs::File>)> = None;
        let mut run = Run::default();
        let mut offset = NO_TEXT.len() as u64;
        for class in &entries.classes {
            let in_file =
                matches!(entries.blocks.get(class.record.block as usize), Some(Block::File(_)));
            if keep && in_file {
                written.push(class.record);
                continue;
            }
            let Some(bytes) = class.record.bytes(&entries.blocks) else {
                return Err(io::Error::other("the old cache is damaged"));
            };
            if out.is_none() {
                let name = unique_name(key, "facts");
                let mut file = fs::File::create_new(self.folder.join(&name))?;
                file.write_all(&NO_TEXT)?;
                out = Some((name, io::BufWriter::with_capacity(BUFFER, file)));
            }
            if let Some((_, writer)) = &mut out {
                match bytes {
                    Cow::Borrowed(_) if run.extend(class.record) => {}
                    Cow::Borrowed(_) => {
                        run.write(&entries.blocks, writer)?;
                        run = Run(Some(class.record));
                    }
                    Cow::Owned(ref bytes) => {
                        run.write(&entries.blocks, writer)?;
                        run = Run::default();
                        writer.write_all(bytes)?;
                    }
                }
            }
            let checksum = records::checksum(&bytes);
            written.push(Record { block: kept, offset, checksum, ..class.record });
            offset += u64::from(class.record.length);
        }
        if let Some((name, mut writer)) = out {
            run.write(&entries.blocks, &mut writer)?;
            writer.into_inner().map_err(io::IntoInnerError::into_error)?;
            segments.push(name);
        }
        Ok(written)
    }

    fn index_path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.index"))
    }

    /// Best effort: what stays is removed another time.
    fn remove_orphans(&self, key: &str, segments: &[String]) {
        let Ok(listing) = fs::read_dir(&self.folder) else { return };
        for entry in listing.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let ours = name.strip_prefix(key).is_some_and(|rest| rest != ".index");
            if !ours || segments.iter().any(|segment| segment == name) {
                continue;
            }
            let age = entry
                .metadata()
                .and_then(|metadata| metadata.modified())
                .ok()
                .and_then(|modified| SystemTime::now().duration_since(modified).ok());
            if age.is_some_and(|age| age > ORPHAN_AGE) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Records that stand one after the other in memory, as one: they need not be copied to be written at once.
#[derive(Default)]
struct Run(Option<Record>);

impl Run {
    /// Takes in a record in memory, if it is the next one.
    fn extend(&mut self, next: Record) -> bool {
        let Some(run) = &mut self.0 else { return false };
        let length = run.length.checked_add(next.length);
        match length {
            Some(length)
                if next.block == run.block && next.offset == run.offset + u64::from(run.length) =>
            {
                run.length = length;
                true
            }
            _ => false,
        }
    }

    fn write(&self, blocks: &[Block], writer: &mut impl Write) -> io::Result<()> {
        match self.0.map(|run| run.bytes(blocks)) {
            Some(Some(bytes)) => writer.write_all(&bytes),
            Some(None) => Err(io::Error::other("internal error: facts in memory are gone")),
            None => Ok(()),
        }
    }
}

/// The name under which a root is known: a fingerprint of its path, and the versions of what is stored, so that a release
/// neither reads nor replaces what another one wrote.
fn key(root: &Path) -> String {
    let path = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    let path = fingerprint::of_content(path.as_os_str().as_encoded_bytes());
    format!("{path}.v{}-{}", tamis_facts::FORMAT_VERSION, tamis_facts::encoding::LAYOUT_VERSION)
}

fn unique_name(key: &str, kind: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{key}.{:x}-{}-{count}.{kind}", identity::now(), std::process::id())
}

/// Whether less than half of the bytes in the segments is still used.
fn is_mostly_garbage(entries: &Entries, segments: usize) -> bool {
    let mut total: u64 = 0;
    for block in entries.blocks.iter().take(segments) {
        if let Block::File(file) = block {
            total += file.metadata().map_or(0, |metadata| metadata.len());
        }
    }
    let used: u64 = entries
        .classes
        .iter()
        .filter(|class| (class.record.block as usize) < segments)
        .map(|class| u64::from(class.record.length))
        .sum();
    used * 2 < total
}
