//! Bounds what is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::{Duration, SystemTime};

use tamis_select::Block;

use crate::{EVIDENCE, Store, StoreError, file};

/// What is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// So many records of each test, the newest ones.
    pub records: usize,
    /// Nothing from before this moment, in seconds since 1970.
    pub not_before: u64,
    /// So many bytes; whole runs go, oldest first.
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { records: 8, not_before: 0, bytes: 1 << 30 }
    }
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Collected {
    /// Files before.
    pub files_before: usize,
    /// Files after.
    pub files_after: usize,
    /// Bytes before.
    pub bytes_before: u64,
    /// Bytes after.
    pub bytes_after: u64,
}

/// Files of runs that died are younger than this while they are being written.
const LONGEST_WRITE: Duration = Duration::from_hours(24);

impl Store {
    /// Drops what goes beyond the limits. What is kept is written before anything is deleted.
    pub fn collect(&self, limits: &Limits) -> Result<Collected, StoreError> {
        let mut collected = Collected::default();
        let mut blocks: Vec<Block> = Vec::new();
        let mut old = Vec::new();
        // Also refuses newer stores, and sets damaged files aside.
        self.load()?;
        for path in self.files()? {
            let Ok(bytes) = fs::read(&path) else { continue };
            collected.files_before += 1;
            collected.bytes_before += bytes.len() as u64;
            if let Ok(block) = file::unframe(bytes) {
                old.push(path);
                blocks.push(block);
            }
        }
        let kept = kept(&blocks, limits);
        let mut names = BTreeSet::new();
        for block in &kept {
            let bytes = file::frame(block);
            self.commit(block)?;
            names.insert(format!("{}{}", file::name(&bytes), crate::SUFFIX));
            collected.files_after += 1;
            collected.bytes_after += bytes.len() as u64;
        }
        for path in old {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if !names.contains(name) {
                match fs::remove_file(&path) {
                    Ok(()) => {}
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                    Err(error) => return Err(StoreError::Io { action: "delete", path, error }),
                }
            }
        }
        self.remove_remains();
        Ok(collected)
    }

    /// Removes what runs left behind that died while writing.
    fn remove_remains(&self) {
        let Ok(entries) = fs::read_dir(self.folder.join(EVIDENCE)) else { return };
        for entry in entries.flatten() {
            let is_remain =
                entry.file_name().to_str().is_some_and(|name| name.starts_with(".new-"));
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            let age = modified.map(|time| SystemTime::now().duration_since(time));
            if is_remain && matches!(age, Ok(Ok(age)) if age > LONGEST_WRITE) {
                // It is nobody's; another attempt follows.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn kept(blocks: &[Block], limits: &Limits) -> Vec<Block> {
    let mut newest_first: Vec<&Block> = blocks.iter().collect();
    newest_first.sort_by_key(|block| std::cmp::Reverse(block.time()));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept = Vec::new();
    let mut bytes = 0;
    for block in newest_first {
        if block.time() < limits.not_before {
            continue;
        }
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        for test in block.tests() {
            let count = seen.entry(test.to_owned()).or_default();
            if *count < limits.records {
                *count += 1;
                wanted.insert(test.to_owned());
            }
        }
        let all = wanted.len() == block.counts().1;
        let slim =
            if all { Some(block.clone()) } else { block.keeping(&|test| wanted.contains(test)) };
        let Some(slim) = slim.filter(|_| !wanted.is_empty()) else { continue };
        bytes += slim.bytes().len() as u64;
        if bytes > limits.bytes {
            break;
        }
        kept.push(slim);
    }
    kept
}
