//! The index of a cached root, as bytes.

use tamis_facts::{FORMAT_VERSION, encoding};
use tamis_vocab::{Fingerprint, NO_TEXT};
use xxhash_rust::xxh3::xxh3_64;

use super::CachedRoot;
use crate::entries::{ClassEntry, Entries, FolderEntry, ResourceEntry};
use crate::identity::Identity;
use crate::records::Record;

const MAGIC: &[u8; 8] = b"tamisfx2";

/// Whether a file was touched too shortly before it was read for its times to prove anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Racy {
    No,
    Yes,
}

pub(super) fn encode(
    key: &str,
    release: u16,
    identity: Option<Identity>,
    entries: &Entries,
    records: &[Record],
    segments: &[String],
    read_at: u64,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(160 * (entries.classes.len() + entries.resources.len()) + 256);
    out.extend_from_slice(&NO_TEXT);
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
    out.extend_from_slice(&encoding::LAYOUT_VERSION.to_le_bytes());
    out.extend_from_slice(&release.to_le_bytes());
    put_text(&mut out, key);
    match identity {
        Some(identity) => put_identity(&mut out, identity, read_at),
        None => out.push(2),
    }
    // Entries of a jar are known by their bytes: there, nothing is too young.
    let entries_read_at = if identity.is_some() { u64::MAX } else { read_at };
    put_count(&mut out, segments.len());
    segments.iter().for_each(|segment| put_text(&mut out, segment));
    put_folders(&mut out, entries, read_at);
    put_count(&mut out, entries.classes.len());
    for (class, record) in entries.classes.iter().zip(records) {
        put_text(&mut out, &class.path);
        out.extend_from_slice(&class.prefix.to_le_bytes());
        put_entry_identity(&mut out, class.identity, entries_read_at);
        out.extend_from_slice(&class.all.to_bytes());
        out.extend_from_slice(&record.block.to_le_bytes());
        out.extend_from_slice(&record.length.to_le_bytes());
        out.extend_from_slice(&record.offset.to_le_bytes());
        out.extend_from_slice(&record.checksum.to_le_bytes());
    }
    put_count(&mut out, entries.resources.len());
    for resource in &entries.resources {
        put_text(&mut out, &resource.path);
        put_entry_identity(&mut out, resource.identity, entries_read_at);
        out.extend_from_slice(&resource.content.to_bytes());
    }
    let checksum = xxh3_64(&out);
    out.extend_from_slice(&checksum.to_le_bytes());
    out
}

/// Folders, each with the number of classes and resources in it; both stand in the order of a walk.
fn put_folders(out: &mut Vec<u8>, entries: &Entries, read_at: u64) {
    put_count(out, entries.folders.len());
    let mut classes = entries.classes.iter().map(|class| &*class.path).peekable();
    let mut resources = entries.resources.iter().map(|resource| &*resource.path).peekable();
    for folder in &entries.folders {
        put_text(out, &folder.prefix);
        put_identity(out, folder.identity, read_at);
        let is_here = |path: &&str| {
            path.strip_prefix(&*folder.prefix).is_some_and(|name| !name.contains('/'))
        };
        let mut count = 0;
        while classes.next_if(is_here).is_some() {
            count += 1;
        }
        put_count(out, count);
        let mut count = 0;
        while resources.next_if(is_here).is_some() {
            count += 1;
        }
        put_count(out, count);
    }
}

fn put_count(out: &mut Vec<u8>, count: usize) {
    out.extend_from_slice(&(count as u32).to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_count(out, text.len());
    out.extend_from_slice(text.as_bytes());
}

fn put_identity(out: &mut Vec<u8>, identity: Identity, read_at: u64) {
    out.push(u8::from(identity.is_racy(read_at)));
    out.extend_from_slice(&identity.to_bytes());
}

fn put_entry_identity(out: &mut Vec<u8>, identity: Identity, read_at: u64) {
    let racy = read_at != u64::MAX && identity.is_racy(read_at);
    out.push(u8::from(racy));
    out.extend_from_slice(&identity.to_bytes());
}

/// The index, if it is whole, of this version, for this root and this release.
pub(super) fn decode(bytes: &[u8], key: &str, release: u16) -> Option<CachedRoot> {
    let (content, checksum) = bytes.split_last_chunk::<8>()?;
    if xxh3_64(content) != u64::from_le_bytes(*checksum) {
        return None;
    }
    let mut reader = Reader { bytes: content.strip_prefix(&NO_TEXT)? };
    let same = reader.array::<8>()? == *MAGIC
        && reader.array().map(u64::from_le_bytes)? == FORMAT_VERSION
        && reader.u32()? == encoding::LAYOUT_VERSION
        && reader.u16()? == release
        && reader.text()? == key;
    if !same {
        return None;
    }
    let mut cached = CachedRoot { identity: reader.optional_identity()?, ..CachedRoot::default() };
    for _ in 0..reader.u32()? {
        let segment = reader.text()?;
        // The name is joined to the cache's folder, and must not lead out of it.
        if segment.contains(['/', '\\']) || !segment.starts_with(key) {
            return None;
        }
        cached.segments.push(segment.to_owned());
    }
    for _ in 0..reader.u32()? {
        let prefix = reader.text()?.into();
        let (identity, racy) = reader.identity()?;
        cached.entries.folders.push(FolderEntry { prefix, identity });
        cached.folder_runs.push((racy, reader.u32()?, reader.u32()?));
    }
    for _ in 0..reader.u32()? {
        let path = reader.text()?.into();
        let prefix = reader.u16()?;
        let (identity, racy) = reader.identity()?;
        let all = reader.fingerprint()?;
        let record = reader.record()?;
        cached.entries.classes.push(ClassEntry { path, prefix, identity, all, record });
        cached.racy_classes.push(racy);
    }
    for _ in 0..reader.u32()? {
        let path = reader.text()?.into();
        let (identity, racy) = reader.identity()?;
        let content = reader.fingerprint()?;
        cached.entries.resources.push(ResourceEntry { path, identity, content });
        cached.racy_resources.push(racy);
    }
    reader.bytes.is_empty().then_some(cached)
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(*taken)
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = self.u32()? as usize;
        let (taken, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        std::str::from_utf8(taken).ok()
    }

    fn fingerprint(&mut self) -> Option<Fingerprint> {
        self.array().map(Fingerprint::from_bytes)
    }

    fn identity(&mut self) -> Option<(Identity, Racy)> {
        self.optional_identity()?
    }

    /// `Some(None)` for a root that is a folder.
    fn optional_identity(&mut self) -> Option<Option<(Identity, Racy)>> {
        let racy = match self.array::<1>()? {
            [0] => Racy::No,
            [1] => Racy::Yes,
            [2] => return Some(None),
            _ => return None,
        };
        Some(Some((Identity::from_bytes(&self.array()?), racy)))
    }

    fn record(&mut self) -> Option<Record> {
        Some(Record {
            block: self.u32()?,
            length: self.u32()?,
            offset: self.u64()?,
            checksum: self.u64()?,
        })
    }
}
