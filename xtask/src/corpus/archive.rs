//! Class files in a jar, taken out of memory. Not a general reader of archives: no encryption, no archive over 4 GB.

use std::cell::RefCell;

use anyhow::{Context, bail, ensure};
use libdeflater::Decompressor;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipVerification};

/// Endings of entries that hold a class. Agents and Lombok rename theirs to hide them from other class loaders.
const ENDINGS: [&str; 5] = [".class", ".cls", ".classdata", ".esclazz", ".SCL.lombok"];

/// No class is larger: a constant pool has 65,535 entries of at most 65,538 bytes, and real ones are far smaller.
const LARGEST: u64 = 256 << 20;

/// A class in a jar.
pub(crate) struct ClassEntry {
    pub(crate) name: String,
    method: CompressionMethod,
    place: ZipArchiveEntryWayfinder,
}

thread_local! {
    static DECOMPRESSOR: RefCell<Decompressor> = RefCell::new(Decompressor::new());
}

/// The entries that are classes by name, in the order of the jar's directory.
pub(crate) fn class_entries(jar: &[u8]) -> anyhow::Result<Vec<ClassEntry>> {
    let archive = ZipArchive::from_slice(jar).context("not a jar")?;
    let mut entries = Vec::new();
    for header in archive.entries() {
        let header = header.context("the jar's directory is damaged")?;
        let name = String::from_utf8_lossy(header.file_path().as_bytes()).into_owned();
        if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            let (method, place) = (header.compression_method(), header.wayfinder());
            entries.push(ClassEntry { name, method, place });
        }
    }
    Ok(entries)
}

/// The bytes of an entry of the jar it was found in.
pub(crate) fn read(jar: &[u8], entry: &ClassEntry) -> anyhow::Result<Vec<u8>> {
    let archive = ZipArchive::from_slice(jar).context("not a jar")?;
    let found = archive.get_entry(entry.place).context("the entry is not where the jar says")?;
    let claim = found.claim_verifier();
    ensure!(claim.uncompressed_size <= LARGEST, "{} bytes is no class", claim.uncompressed_size);
    let bytes = match entry.method {
        CompressionMethod::STORE => found.data().to_vec(),
        CompressionMethod::DEFLATE => inflate(found.data(), claim.uncompressed_size as usize)?,
        other => bail!("unknown compression method {}", other.as_u16()),
    };
    let actual =
        ZipVerification { crc: libdeflater::crc32(&bytes), uncompressed_size: bytes.len() as u64 };
    claim.valid(actual).context("the jar's checksum does not hold")?;
    Ok(bytes)
}

fn inflate(data: &[u8], size: usize) -> anyhow::Result<Vec<u8>> {
    let mut bytes = vec![0; size];
    let length = DECOMPRESSOR
        .with_borrow_mut(|decompressor| decompressor.deflate_decompress(data, &mut bytes))
        .context("cannot decompress")?;
    bytes.truncate(length);
    Ok(bytes)
}
