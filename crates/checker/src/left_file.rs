//! Files that a tool left behind. Where a file should be there can be anything: a pipe that nobody writes to would keep a
//! reader for ever.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::Context as _;
use rustix::fs::OFlags;

/// No file that is worth reading is larger, in bytes.
const LARGEST: u64 = 64 << 20;

/// Why a file cannot be read.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// It is a pipe, a folder, a device.
    NoFile,
    /// It is larger than any that is worth reading.
    TooLarge,
    /// The system says why.
    Refused(io::Error),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => write!(f, "it is no regular file"),
            Self::TooLarge => write!(f, "it has more than {} MB", LARGEST >> 20),
            Self::Refused(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Unreadable {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NoFile | Self::TooLarge => None,
            Self::Refused(error) => error.source(),
        }
    }
}

/// What is in a regular file, or in one that a link leads to.
pub(crate) fn read_left(path: &Path) -> Result<Vec<u8>, Unreadable> {
    check(&fs::metadata(path).map_err(Unreadable::Refused)?)?;
    // It may be another one by now, and some files of the system wait, too.
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)
        .map_err(Unreadable::Refused)?;
    check(&file.metadata().map_err(Unreadable::Refused)?)?;
    let mut bytes = Vec::new();
    // It may grow while it is read.
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(Unreadable::Refused)?;
    if bytes.len() as u64 > LARGEST { Err(Unreadable::TooLarge) } else { Ok(bytes) }
}

fn check(metadata: &fs::Metadata) -> Result<(), Unreadable> {
    match metadata {
        other if !other.is_file() => Err(Unreadable::NoFile),
        large if large.len() > LARGEST => Err(Unreadable::TooLarge),
        _ => Ok(()),
    }
}

/// Takes away what stands where a file or folder of ours will be, whatever it is.
pub(crate) fn make_way(path: &Path) -> anyhow::Result<()> {
    let gone = match fs::symlink_metadata(path) {
        Err(_) => return Ok(()),
        Ok(folder) if folder.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
    };
    gone.with_context(|| format!("cannot take away `{}`", path.display()))
}
