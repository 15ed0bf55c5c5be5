//! Bounds what is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::time::{Duration, SystemTime};

use tamis_select::{Block, Outcome};
use tamis_vocab::NO_TEXT;
use xxhash_rust::xxh3::xxh3_128;

use crate::{EVIDENCE, Store, StoreError, file};

/// What is kept. A record goes only together with all older ones of its test that are not kept for another reason: what
/// says that a test failed may not go before what says that it passed earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// So many records of each test, the newest ones; and always the newest that passed, with what came after it.
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
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Collected {
    /// Files before.
    pub files_before: usize,
    /// Files after.
    pub files_after: usize,
    /// Bytes before.
    pub bytes_before: u64,
    /// Bytes after.
    pub bytes_after: u64,
    /// What could not be read.
    pub troubles: Vec<String>,
}

/// Held while files are replaced by others.
const LOCK: &str = "collecting";

/// Files of runs that died are younger than this while they are being written.
const LONGEST_WRITE: Duration = Duration::from_hours(24);

impl Store {
    /// Drops what goes beyond the limits. What is kept is written before anything is deleted.
    pub fn collect(&self, limits: &Limits) -> Result<Collected, StoreError> {
        let mut collected = Collected::default();
        let mut blocks: Vec<Block> = Vec::new();
        let mut old = Vec::new();
        // Also refuses newer stores, and sets damaged files aside.
        let loaded = self.load_and_set_aside()?;
        collected.troubles = loaded.troubles;
        if loaded.blocks.is_empty() {
            return Ok(collected);
        }
        // Of two at once, each would delete what the other one keeps instead.
        let _lock = self.lock()?;
        for path in self.files()? {
            let Ok((found, length)) = file::read(&path) else { continue };
            collected.files_before += 1;
            collected.bytes_before += length;
            if let Ok(block) = found {
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

    /// Until it is dropped, nobody else collects.
    fn lock(&self) -> Result<fs::File, StoreError> {
        let path = self.folder.join(LOCK);
        let file = fs::OpenOptions::new().create(true).append(true).open(&path);
        let locked = file.and_then(|mut file| {
            file.lock()?;
            if file.metadata()?.len() == 0 {
                // A tool that looks for licences would take an empty file for a text.
                file.write_all(&NO_TEXT)?;
            }
            Ok(file)
        });
        locked.map_err(|error| StoreError::Io { action: "lock", path, error })
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
    let mut times: BTreeMap<u64, usize> = BTreeMap::new();
    for block in blocks {
        *times.entry(block.time()).or_default() += 1;
    }
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    let mut kept = Vec::new();
    let mut bytes = 0;
    for block in newest_first {
        if block.time() < limits.not_before {
            continue;
        }
        let has_twin = times.get(&block.time()).is_some_and(|count| *count > 1);
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        for (test, outcome) in block.outcomes() {
            let seen = seen.entry(test.to_owned()).or_default();
            if seen.wants(block, test, outcome, has_twin, limits.records) {
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

/// What is kept of a test already, newer than what comes next.
#[derive(Default)]
struct Seen {
    records: usize,
    /// When those passed that did.
    passed: BTreeSet<u64>,
    /// Records that another block of the same moment may have too: a collection that was killed leaves both.
    twins: BTreeSet<u128>,
    /// What the records rest on that are no pass.
    doubts: BTreeSet<u128>,
}

impl Seen {
    fn wants(
        &mut self,
        block: &Block,
        test: &str,
        outcome: Outcome,
        has_twin: bool,
        most: usize,
    ) -> bool {
        if has_twin
            && let Some(alone) = block.keeping(&|each| each == test)
            && !self.twins.insert(xxh3_128(alone.bytes()))
        {
            return false;
        }
        let has_passed = outcome == Outcome::Passed;
        let mut is_wanted = self.records < most;
        // Up to the newest pass everything counts, but nothing twice; what did not pass at the same moment came after it.
        if self.passed.is_empty() || (!has_passed && self.passed.contains(&block.time())) {
            is_wanted |= has_passed || self.doubts.insert(rests_on(block, test));
        }
        if is_wanted {
            self.records += 1;
            self.passed.extend(has_passed.then_some(block.time()));
        }
        is_wanted
    }
}

/// A number for what a record rests on.
fn rests_on(block: &Block, test: &str) -> u128 {
    let mut bytes = Vec::new();
    for (entity, value) in block.facts_of(test).into_iter().flatten() {
        bytes.push(entity.kind() as u8);
        let class = entity.class().map(ToString::to_string).unwrap_or_default();
        for text in [class, entity.detail()] {
            bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend_from_slice(&value.to_bytes());
    }
    xxh3_128(&bytes)
}
