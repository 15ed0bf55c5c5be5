//! Stores in one file, to be carried elsewhere: all blocks of one, or those of several, each below its name.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use tamis_select::Block;

use crate::file::{self, Unframed};
use crate::{Store, StoreError};

/// Begins a file with the blocks of one store.
const ONE: &[u8; 8] = b"TAMIS-X\n";
/// Begins a file with several stores.
const MANY: &[u8; 8] = b"TAMIS-M\n";

/// The longest name of a module, which is that of a folder.
const LONGEST_NAME: usize = 200;

impl Store {
    /// Writes everything into one file; how many blocks is told.
    pub fn export(&self, path: &Path) -> Result<usize, StoreError> {
        let (bytes, count) = self.archive()?;
        write(path, &bytes)?;
        Ok(count)
    }

    fn archive(&self) -> Result<(Vec<u8>, usize), StoreError> {
        let loaded = self.load()?;
        // What is damaged may say that a test failed, and who imports the rest would not know.
        if let Some(message) = loaded.troubles.into_iter().next() {
            return Err(StoreError::NoEvidence { path: self.folder().to_owned(), message });
        }
        let mut blocks = loaded.blocks;
        blocks.retain(|block| loaded.lost_until == 0 || block.time() > loaded.lost_until);
        let mut bytes = ONE.to_vec();
        for block in &blocks {
            put(&mut bytes, &file::frame(block));
        }
        Ok((bytes, blocks.len()))
    }

    /// Adds what another store, or a file that one was exported to, holds; how many blocks were new is told. Nothing is
    /// added if something cannot be read.
    pub fn import(&self, from: &Path) -> Result<usize, StoreError> {
        let blocks = if from.is_dir() { blocks_of(from)? } else { one(&read(from)?, from)? };
        self.add(&blocks)
    }

    fn add(&self, blocks: &[Block]) -> Result<usize, StoreError> {
        // What is newer here must stay readable, too.
        self.load()?;
        let mut added = 0;
        for block in blocks {
            added += usize::from(self.commit(block)?);
        }
        Ok(added)
    }
}

/// Writes several stores into one file, each below its name; how many blocks is told.
pub fn export_all(stores: &[(String, Store)], path: &Path) -> Result<usize, StoreError> {
    let (mut bytes, mut all) = (MANY.to_vec(), 0);
    for (name, store) in stores {
        let (archive, count) = store.archive()?;
        put(&mut bytes, name.as_bytes());
        put(&mut bytes, &archive);
        all += count;
    }
    write(path, &bytes)?;
    Ok(all)
}

/// Whether a file holds several stores.
pub fn has_many(path: &Path) -> bool {
    let mut start = [0; MANY.len()];
    let read = fs::File::open(path).and_then(|mut file| {
        use std::io::Read as _;
        file.read_exact(&mut start)
    });
    read.is_ok() && start == *MANY
}

/// Adds what a file with several stores holds to those that `store` gives for their names; how many blocks were new is told.
/// Nothing is added if something cannot be read.
pub fn import_all(from: &Path, store: &dyn Fn(&str) -> Store) -> Result<usize, StoreError> {
    let bytes = read(from)?;
    let no_start = || damaged(from, "it does not begin as such");
    let mut rest = bytes.strip_prefix(MANY).ok_or_else(no_start)?;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let name = std::str::from_utf8(take(&mut rest, from)?);
        let name = name.map_err(|_| damaged(from, "a name in it is no text"))?;
        // It becomes the name of a folder.
        let is_plain = |each: char| each.is_ascii_alphanumeric() || "._-+%".contains(each);
        if name.starts_with('.') || name.len() > LONGEST_NAME || !name.chars().all(is_plain) {
            return Err(damaged(from, "a name in it is that of no module"));
        }
        found.push((name, one(take(&mut rest, from)?, from)?));
    }
    // What is newer there must stay readable, in all of them.
    for (name, _) in &found {
        store(name).load()?;
    }
    let mut added = 0;
    for (name, blocks) in found {
        added += store(name).add(&blocks)?;
    }
    Ok(added)
}

fn blocks_of(folder: &Path) -> Result<Vec<Block>, StoreError> {
    let loaded = Store::at(folder).load()?;
    match loaded.troubles.into_iter().next() {
        Some(message) => Err(StoreError::NoEvidence { path: folder.to_owned(), message }),
        None => Ok(loaded.blocks),
    }
}

/// The blocks of one store.
fn one(bytes: &[u8], path: &Path) -> Result<Vec<Block>, StoreError> {
    let no_start = || damaged(path, "it does not begin as such");
    let mut rest = bytes.strip_prefix(ONE).ok_or_else(no_start)?;
    let mut blocks = Vec::new();
    while !rest.is_empty() {
        match file::unframe_all(take(&mut rest, path)?) {
            Ok(block) => blocks.push(block),
            Err(Unframed::Newer(found)) => {
                let (path, known) = (path.to_owned(), file::VERSION);
                return Err(StoreError::Newer { path, found, known });
            }
            Err(Unframed::Damaged(message)) => return Err(damaged(path, &message)),
        }
    }
    Ok(blocks)
}

/// Some bytes, and before them how many they are.
fn put(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
    bytes.extend_from_slice(part);
}

fn take<'b>(rest: &mut &'b [u8], path: &Path) -> Result<&'b [u8], StoreError> {
    let short = || damaged(path, "it ends too early");
    let (length, behind) = rest.split_first_chunk().ok_or_else(short)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| short())?;
    let (part, behind) = behind.split_at_checked(length).ok_or_else(short)?;
    *rest = behind;
    Ok(part)
}

fn damaged(path: &Path, message: &str) -> StoreError {
    StoreError::NoEvidence { path: path.to_owned(), message: message.to_owned() }
}

fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    fs::read(path).map_err(|error| StoreError::Io { action: "read", path: path.to_owned(), error })
}

/// Writes a file as a whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let failed = |error| StoreError::Io { action: "write", path: path.to_owned(), error };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut temporary =
        crate::new_file(folder.unwrap_or(Path::new(".")), ".new-").map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    temporary.as_file().sync_all().map_err(failed)?;
    temporary.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}
