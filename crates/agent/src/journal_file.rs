//! The journal of this process.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use tamis_journal::{HEADER, Record, append};

use crate::faults;

/// Records wait for one that must be written at most up to this many bytes.
const WAITING: usize = 1 << 16;

/// How long those who watch a run wait for results.
const PATIENCE: Duration = Duration::from_millis(50);

/// A file to which records are added, each with one `write`; the first failure ends it.
#[derive(Debug)]
pub(crate) struct JournalFile {
    file: Option<File>,
    waiting: Vec<u8>,
    flushed: Instant,
}

impl JournalFile {
    /// Makes a new file in the folder, named for the process.
    pub(crate) fn create(folder: &Path) -> std::io::Result<Self> {
        let pid = std::process::id();
        let mut number = 0;
        let mut file = loop {
            let path = folder.join(format!("{pid}-{number}.journal"));
            match OpenOptions::new().append(true).create_new(true).open(path) {
                Ok(file) => break file,
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        };
        file.write_all(&HEADER)?;
        Ok(Self { file: Some(file), waiting: Vec::new(), flushed: Instant::now() })
    }

    /// Adds a record that may wait for the next one.
    pub(crate) fn add(&mut self, record: &Record) {
        if self.file.is_some() && !append(record, &mut self.waiting) {
            // Longer than any reader takes: what follows would rest on something that is missing.
            self.file = None;
        }
        if self.waiting.len() > WAITING {
            self.flush();
        }
    }

    /// Writes all that waits, if the last time is a while ago: for those who watch.
    pub(crate) fn flush_now_and_then(&mut self) {
        if self.flushed.elapsed() > PATIENCE {
            self.flush();
        }
    }

    /// Writes all that waits. After an error nothing more is written: the reader finds tests without an end.
    pub(crate) fn flush(&mut self) {
        faults::at("flush");
        if let Some(file) = &mut self.file
            && !self.waiting.is_empty()
            && file.write_all(&self.waiting).is_err()
        {
            self.file = None;
        }
        self.waiting.clear();
        self.flushed = Instant::now();
    }
}
