//! Evidence on disk, in `.tamis/` at the root of a project. The only writer of state.
//!
//! A run adds one file and changes none: it is written beside, flushed, and renamed into place, so that a crash at any
//! moment leaves what was there, and two runs at once both land. Files are named after their content; putting two stores
//! together is a union of files. [`Store::collect`] bounds what is kept.
//!
//! What cannot be read is set aside and told ([`Loaded::troubles`]), never deleted. A store of a newer version is refused.
#![deny(missing_docs)]

mod archive;
mod collect;
mod file;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tamis_select::Block;
use thiserror::Error;

pub use self::collect::{Collected, Limits};
use self::file::Unframed;

/// The folder of blocks.
const EVIDENCE: &str = "evidence";
/// Where damaged files go.
const SET_ASIDE: &str = "set-aside";
/// The end of the name of a block.
const SUFFIX: &str = ".block";

/// Why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// It was written by a newer release.
    #[error("`{}` is of version {found}, newer than what is known here ({known})", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
    /// A file or folder cannot be read or written.
    #[error("cannot {action} `{}`: {error}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file that should hold evidence does not.
    #[error("`{}` holds no evidence: {message}", path.display())]
    NoEvidence {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

/// The evidence of a project.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
}

/// What a store holds.
#[derive(Debug, Default)]
pub struct Loaded {
    /// Everything that can be read.
    pub blocks: Vec<Block>,
    /// Bytes on disk.
    pub bytes: u64,
    /// What could not be read, in words.
    pub troubles: Vec<String>,
}

impl Store {
    /// The store in that folder, which need not be there yet.
    pub fn at(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads everything. Damaged files are set aside.
    pub fn load(&self) -> Result<Loaded, StoreError> {
        // A file that was listed and is gone has been collected: its content is elsewhere by now.
        for _ in 0..8 {
            if let Some(loaded) = self.load_once()? {
                return Ok(loaded);
            }
        }
        let error = io::Error::other("its files keep changing");
        Err(StoreError::Io { action: "read", path: self.folder.join(EVIDENCE), error })
    }

    fn load_once(&self) -> Result<Option<Loaded>, StoreError> {
        let mut loaded = Loaded::default();
        for path in self.files()? {
            let bytes = match fs::read(&path) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => {
                    loaded.troubles.push(format!("cannot read `{}`: {error}", path.display()));
                    continue;
                }
            };
            let length = bytes.len() as u64;
            match file::unframe(bytes) {
                Ok(block) => {
                    loaded.bytes += length;
                    loaded.blocks.push(block);
                }
                Err(Unframed::Newer(found)) => {
                    return Err(StoreError::Newer { path, found, known: file::VERSION });
                }
                Err(Unframed::Damaged(message)) => {
                    loaded.troubles.push(self.set_aside(&path, &message));
                }
            }
        }
        Ok(Some(loaded))
    }

    /// Moves a damaged file out of the way, and says so.
    fn set_aside(&self, path: &Path, message: &str) -> String {
        let folder = self.folder.join(SET_ASIDE);
        let target = folder.join(path.file_name().unwrap_or_default());
        let moved = fs::create_dir_all(&folder).and_then(|()| fs::rename(path, &target));
        let path = path.display();
        match moved {
            Ok(()) => {
                format!("`{path}` is damaged ({message}); set aside as `{}`", target.display())
            }
            Err(error) => {
                format!("`{path}` is damaged ({message}), and cannot be set aside: {error}")
            }
        }
    }

    /// The files of blocks, by name.
    fn files(&self) -> Result<Vec<PathBuf>, StoreError> {
        let folder = self.folder.join(EVIDENCE);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(StoreError::Io { action: "list", path: folder, error }),
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| StoreError::Io {
                action: "list",
                path: folder.clone(),
                error,
            })?;
            let is_block = entry.file_name().to_str().is_some_and(|name| name.ends_with(SUFFIX));
            if is_block {
                files.push(entry.path());
            }
        }
        files.sort();
        Ok(files)
    }

    /// Adds what a run found out, in one step. Whether it was not there yet is told.
    pub fn commit(&self, block: &Block) -> Result<bool, StoreError> {
        let folder = self.folder.join(EVIDENCE);
        let failed = |action, path: &Path| {
            let path = path.to_owned();
            move |error| StoreError::Io { action, path, error }
        };
        fs::create_dir_all(&folder).map_err(failed("make", &folder))?;
        self.ignore();
        let bytes = file::frame(block);
        let target = folder.join(format!("{}{SUFFIX}", file::name(&bytes)));
        if target.exists() {
            return Ok(false);
        }
        let mut builder = tempfile::Builder::new();
        let mut temporary = builder
            .prefix(".new-")
            .tempfile_in(&folder)
            .map_err(failed("make a file in", &folder))?;
        temporary.write_all(&bytes).map_err(failed("write to", temporary.path()))?;
        temporary.as_file().sync_all().map_err(failed("write to", temporary.path()))?;
        temporary.persist(&target).map_err(|error| failed("write", &target)(error.error))?;
        let listed = fs::File::open(&folder).and_then(|folder| folder.sync_all());
        listed.map_err(failed("write", &folder))?;
        Ok(true)
    }

    /// Keeps version control from looking into it.
    fn ignore(&self) {
        let path = self.folder.join(".gitignore");
        if !path.exists() {
            // Without it nothing is lost but tidiness.
            let _ = fs::write(path, "*\n");
        }
    }
}
