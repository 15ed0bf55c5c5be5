//! Evidence on disk, in `.tamis/` at the root of a project. The only writer of state.
//!
//! A run adds one file and changes none: it is written beside, flushed, and renamed into place, so that a crash at any
//! moment leaves what was there, and two runs at once both land. Files are named after their content; putting two stores
//! together is a union of files. [`Store::collect`] bounds what is kept.
//!
//! What cannot be read is told ([`Loaded::troubles`]) and set aside before something is written, never deleted. What it
//! said is unknown, so that evidence from before ([`Loaded::lost_until`]) does not count. A store of a newer version is
//! refused.
#![deny(missing_docs)]

mod archive;
mod collect;
mod file;

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use tamis_select::Block;
use thiserror::Error;

pub use self::archive::{export_all, has_many, import_all};
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
    /// Evidence up to this moment (seconds since 1970) may have been lost, now or earlier; 0 if none was. A test that passed
    /// before may have failed since, and what said so may be among it.
    pub lost_until: u64,
}

/// What is done about damaged files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Damaged {
    Stay,
    SetAside,
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

    /// Reads everything, and writes nothing: damaged files stay where they are.
    pub fn load(&self) -> Result<Loaded, StoreError> {
        self.load_all(Damaged::Stay)
    }

    /// Reads everything. Damaged files are set aside.
    pub fn load_and_set_aside(&self) -> Result<Loaded, StoreError> {
        self.load_all(Damaged::SetAside)
    }

    fn load_all(&self, damaged: Damaged) -> Result<Loaded, StoreError> {
        let mut troubles = Vec::new();
        // A file that was listed and is gone has been collected: its content is elsewhere by now.
        for _ in 0..8 {
            if let Some(mut loaded) = self.load_once(damaged, &mut troubles)? {
                loaded.troubles = troubles;
                return Ok(loaded);
            }
        }
        let error = io::Error::other("its files keep changing");
        Err(StoreError::Io { action: "read", path: self.folder.join(EVIDENCE), error })
    }

    fn load_once(
        &self,
        damaged: Damaged,
        troubles: &mut Vec<String>,
    ) -> Result<Option<Loaded>, StoreError> {
        let mut loaded = Loaded::default();
        let files = self.files()?;
        // Nothing is moved in a store that is not ours to understand.
        let mut found_damaged = Vec::new();
        for path in files {
            match file::read(&path) {
                Ok((Ok(block), length)) => {
                    loaded.bytes += length;
                    loaded.blocks.push(block);
                }
                Ok((Err(Unframed::Newer(found)), _)) => {
                    return Err(StoreError::Newer { path, found, known: file::VERSION });
                }
                Ok((Err(Unframed::Damaged(message)), _)) => {
                    loaded.lost_until = loaded.lost_until.max(modified(&path));
                    found_damaged.push((path, message));
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => {
                    loaded.lost_until = loaded.lost_until.max(modified(&path));
                    troubles.push(format!("cannot read `{}`: {error}", path.display()));
                }
            }
        }
        for (path, message) in found_damaged {
            troubles.push(match damaged {
                Damaged::Stay => format!("`{}` is damaged ({message})", path.display()),
                Damaged::SetAside => self.set_aside(&path, &message),
            });
        }
        // Looked at last: another run may have moved something there in the meantime.
        loaded.lost_until = loaded.lost_until.max(self.set_aside_until()?);
        Ok(Some(loaded))
    }

    /// When the newest of the files was written that were set aside.
    fn set_aside_until(&self) -> Result<u64, StoreError> {
        let folder = self.folder.join(SET_ASIDE);
        let files = list(&folder)?;
        Ok(files.iter().map(|file| modified(file)).max().unwrap_or_default())
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
        let mut files = list(&self.folder.join(EVIDENCE))?;
        let is_block =
            |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).is_some_and(is_block);
        files.retain(is_block);
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
        let flush_folder = || {
            let listed = fs::File::open(&folder).and_then(|folder| folder.sync_all());
            listed.map_err(failed("write", &folder))
        };
        if target.exists() {
            // Somebody else put it there, perhaps just now.
            flush_folder()?;
            return Ok(false);
        }
        let mut temporary =
            new_file(&folder, ".new-").map_err(failed("make a file in", &folder))?;
        temporary.write_all(&bytes).map_err(failed("write to", temporary.path()))?;
        temporary.as_file().sync_all().map_err(failed("write to", temporary.path()))?;
        temporary.persist(&target).map_err(|error| failed("write", &target)(error.error))?;
        flush_folder()?;
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

/// A file that gets its name when it is whole. Who may read it is for the user to say, as with any file: evidence is shared.
fn new_file(folder: &Path, prefix: &str) -> io::Result<tempfile::NamedTempFile> {
    let anybody = fs::Permissions::from_mode(0o666);
    tempfile::Builder::new().prefix(prefix).permissions(anybody).tempfile_in(folder)
}

/// The files in a folder, in no order; none if it is not there.
fn list(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let failed = |error| StoreError::Io { action: "list", path: folder.to_owned(), error };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    entries.map(|entry| entry.map(|entry| entry.path()).map_err(failed)).collect()
}

fn is_block(name: &str) -> bool {
    name.ends_with(SUFFIX)
}

/// When a file was written, in seconds since 1970: at least the time of what it holds. If that cannot be known, it may
/// have been at any time.
fn modified(path: &Path) -> u64 {
    match fs::metadata(path).and_then(|metadata| metadata.modified()) {
        Ok(time) => time.duration_since(UNIX_EPOCH).map_or(u64::MAX, |since| since.as_secs()),
        // Somebody else set it aside.
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(_) => u64::MAX,
    }
}
