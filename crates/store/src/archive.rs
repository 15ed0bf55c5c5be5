//! All blocks of a store in one file, to be carried elsewhere.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::file::{self, Unframed};
use crate::{Store, StoreError};

const MAGIC: &[u8; 8] = b"TAMIS-X\n";

impl Store {
    /// Writes everything into one file; how many blocks is told.
    pub fn export(&self, path: &Path) -> Result<usize, StoreError> {
        let failed = |error| StoreError::Io { action: "write", path: path.to_owned(), error };
        let blocks = self.load()?.blocks;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut temporary = crate::new_file(folder, ".new-").map_err(failed)?;
        temporary.write_all(MAGIC).map_err(failed)?;
        for block in &blocks {
            let bytes = file::frame(block);
            temporary.write_all(&(bytes.len() as u64).to_le_bytes()).map_err(failed)?;
            temporary.write_all(&bytes).map_err(failed)?;
        }
        temporary.as_file().sync_all().map_err(failed)?;
        temporary.persist(path).map_err(|error| failed(error.error))?;
        Ok(blocks.len())
    }

    /// Adds what another store, or a file that one was exported to, holds; how many blocks were new is told. Nothing is
    /// added if something cannot be read.
    pub fn import(&self, from: &Path) -> Result<usize, StoreError> {
        let blocks = if from.is_dir() {
            let loaded = Store::at(from).load()?;
            if let Some(message) = loaded.troubles.into_iter().next() {
                return Err(StoreError::NoEvidence { path: from.to_owned(), message });
            }
            loaded.blocks
        } else {
            read(from)?
        };
        // What is newer here must stay readable, too.
        self.load()?;
        let mut added = 0;
        for block in &blocks {
            added += usize::from(self.commit(block)?);
        }
        Ok(added)
    }
}

fn read(path: &Path) -> Result<Vec<tamis_select::Block>, StoreError> {
    let failed = |error| StoreError::Io { action: "read", path: path.to_owned(), error };
    let damaged = |message: &str| StoreError::NoEvidence {
        path: path.to_owned(),
        message: message.to_owned(),
    };
    let bytes = fs::read(path).map_err(failed)?;
    let mut rest = bytes.strip_prefix(MAGIC).ok_or_else(|| damaged("it does not begin as such"))?;
    let mut blocks = Vec::new();
    while !rest.is_empty() {
        let short = || damaged("it ends too early");
        let (length, behind) = rest.split_first_chunk().ok_or_else(short)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| short())?;
        let (frame, behind) = behind.split_at_checked(length).ok_or_else(short)?;
        rest = behind;
        match file::unframe_all(frame) {
            Ok(block) => blocks.push(block),
            Err(Unframed::Newer(found)) => {
                let (path, known) = (path.to_owned(), file::VERSION);
                return Err(StoreError::Newer { path, found, known });
            }
            Err(Unframed::Damaged(message)) => return Err(damaged(&message)),
        }
    }
    Ok(blocks)
}
