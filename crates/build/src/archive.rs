//! A jar, for looking up single entries. What a whole jar states is the business of `world`.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use libdeflater::Decompressor;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use rustc_hash::FxHashMap;

/// No entry that is looked up here is larger.
const LARGEST: u64 = 256 << 20;

/// A jar in memory.
pub(crate) struct Archive {
    path: PathBuf,
    zip: ZipSliceArchive<Vec<u8>>,
    entries: FxHashMap<String, Entry>,
    is_multi_release: bool,
}

#[derive(Clone, Copy)]
struct Entry {
    method: CompressionMethod,
    place: ZipArchiveEntryWayfinder,
}

thread_local! {
    static DECOMPRESSOR: RefCell<Decompressor> = RefCell::new(Decompressor::new());
}

impl Archive {
    /// Reads the directory of a jar; the error says what is wrong with which file.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let failed = |what: &str| format!("cannot read `{}`: {what}", path.display());
        let bytes = fs::read(path).map_err(|error| failed(&error.to_string()))?;
        let zip = ZipArchive::from_slice(bytes).map_err(|error| failed(&error.to_string()))?;
        let mut entries = FxHashMap::default();
        let mut headers = zip.entries();
        while let Some(header) =
            headers.next_entry().map_err(|error| failed(&format!("damaged directory: {error}")))?
        {
            let name = String::from_utf8_lossy(header.file_path().as_bytes()).into_owned();
            // Of two entries with one name, Java finds the last.
            entries.insert(
                name,
                Entry { method: header.compression_method(), place: header.wayfinder() },
            );
        }
        let mut archive = Self { path: path.to_owned(), zip, entries, is_multi_release: false };
        let manifest = archive.read("META-INF/MANIFEST.MF")?;
        archive.is_multi_release = manifest.is_some_and(|bytes| {
            String::from_utf8_lossy(&bytes).lines().any(|line| {
                let line = line.to_ascii_lowercase();
                line.strip_prefix("multi-release:").is_some_and(|value| value.trim() == "true")
            })
        });
        Ok(archive)
    }

    /// The names of all entries, sorted.
    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.entries.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Whether entries below `META-INF/versions` count.
    pub(crate) fn is_multi_release(&self) -> bool {
        self.is_multi_release
    }

    /// The bytes of an entry.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let Some(entry) = self.entries.get(name) else { return Ok(None) };
        let failed = |what: String| format!("cannot read `{}!{name}`: {what}", self.path.display());
        let found = self.zip.get_entry(entry.place).map_err(|error| failed(error.to_string()))?;
        let size = found.claim_verifier().uncompressed_size;
        if size > LARGEST {
            return Err(failed(format!("it claims {size} bytes")));
        }
        let bytes = match entry.method {
            CompressionMethod::STORE => found.data().to_vec(),
            CompressionMethod::DEFLATE => {
                let mut bytes = vec![0; size as usize];
                let length = DECOMPRESSOR
                    .with_borrow_mut(|each| each.deflate_decompress(found.data(), &mut bytes))
                    .map_err(|error| failed(error.to_string()))?;
                bytes.truncate(length);
                bytes
            }
            other => return Err(failed(format!("unknown compression {}", other.as_u16()))),
        };
        Ok(Some(bytes))
    }
}
