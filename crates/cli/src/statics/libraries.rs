//! The classes of libraries, so that of another version of one only those count as changed that are. Losing them costs
//! precision and nothing else: evidence has a fingerprint of all of them, and what is kept here is compared with it.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use tamis_select::{Block, Libraries, RootState};
use tamis_store::Store;
use tamis_vocab::Fingerprint;
use tamis_world::World;

use super::class_path_state;
use crate::kept_file::{read_text, replace};
use crate::output;

/// Where they are kept: a file for each library, named by its fingerprint.
pub(crate) struct Remembered {
    folder: PathBuf,
}

impl Remembered {
    pub(crate) fn of(store: &Store) -> Self {
        Self { folder: store.folder().join("cache").join("libraries") }
    }

    /// Forgets those that no evidence names; how many these were.
    pub(crate) fn forget_others(&self, blocks: &[Block]) -> usize {
        let named: BTreeSet<&str> = blocks.iter().flat_map(Block::libraries).collect();
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        // Others may be about to be written.
        let is_other = |entry: &fs::DirEntry| {
            entry.file_name().to_str().is_some_and(|name| is_name(name) && !named.contains(name))
        };
        let others = entries.filter(is_other);
        others.filter(|entry| fs::remove_file(entry.path()).is_ok()).count()
    }

    /// Remembers those of a world.
    pub(crate) fn remember(&self, world: &World) {
        for root in class_path_state(world).roots {
            let Some(library) = root.library().filter(|_| root.is_library) else { continue };
            let file = self.folder.join(library);
            if file.exists() || root.classes.is_empty() {
                continue;
            }
            if let Err(error) = replace(&file, text(&root).as_bytes()) {
                output::warn(&format!("cannot keep `{}`: {error}", file.display()), None);
                return;
            }
        }
    }
}

/// Whether it can be the name of a file here.
fn is_name(library: &str) -> bool {
    library.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A line for each class: fingerprint and name.
fn text(root: &RootState<'_>) -> String {
    let mut text = String::new();
    for class in &root.classes {
        if let Some(all) = class.all {
            text.push_str(&format!("{all} {}\n", class.name));
        }
    }
    text
}

impl Libraries for Remembered {
    fn classes(&self, library: &str) -> Option<Vec<(String, Fingerprint)>> {
        // Names of rows come from evidence, which may be anybody's.
        if !is_name(library) {
            return None;
        }
        let text = read_text(&self.folder.join(library)).ok()?;
        let class = |line: &str| {
            let (all, name) = line.split_once(' ')?;
            Some((name.to_owned(), Fingerprint::from_u128(u128::from_str_radix(all, 16).ok()?)))
        };
        text.lines().map(class).collect()
    }
}
