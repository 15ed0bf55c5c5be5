//! One root of a world: read, and asked for facts.

use std::path::Path;
use std::sync::OnceLock;

use tamis_facts::{ClassFacts, Extractor};

use crate::cache::{Cache, Racy};
use crate::class_path::{Root, RootKind};
use crate::entries::Entries;
use crate::folder::{self, ReadRoot};
use crate::identity::{self, Identity};
use crate::jar::{self, Jar};
use crate::problem::Problem;

/// A root that has been read. Facts are decoded when they are first asked for.
#[derive(Debug)]
pub(crate) struct LoadedRoot {
    pub(crate) root: Root,
    pub(crate) entries: Entries,
    facts: Vec<OnceLock<Option<Box<ClassFacts>>>>,
}

impl LoadedRoot {
    /// Reads a root; a cache that could not be written is a note, not a failure.
    pub(crate) fn read(
        root: &Root,
        release: u16,
        cache: Option<&Cache>,
        notes: &mut Vec<String>,
        done: &(dyn Fn(usize) + Sync),
    ) -> Self {
        let entries = match root.kind {
            RootKind::Folder => read_folder(&root.path, release, cache, notes, done),
            RootKind::Jar => read_jar(&root.path, release, cache, notes, done),
            RootKind::ClassFile => read_class_file(&root.path),
        };
        let facts = entries.classes.iter().map(|_| OnceLock::new()).collect();
        Self { root: root.clone(), entries, facts }
    }

    /// The facts of the class at that position.
    pub(crate) fn facts(&self, position: usize) -> Option<&ClassFacts> {
        let slot = self.facts.get(position)?;
        slot.get_or_init(|| self.decode(position).map(Box::new)).as_deref()
    }

    fn decode(&self, position: usize) -> Option<ClassFacts> {
        let class = self.entries.classes.get(position)?;
        let decoded = class.record.decode(&self.entries.blocks);
        // The cache was damaged behind its index. The class file itself has the answer, if it is still the same.
        let facts = decoded.or_else(|| self.extract_again(class.name()))?;
        (facts.all == class.all).then_some(facts)
    }

    fn extract_again(&self, name: &str) -> Option<ClassFacts> {
        let family = tamis_facts::family_name(name);
        let mut files = Vec::new();
        for class in &self.entries.classes {
            if tamis_facts::family_name(class.name()) == family {
                files.push(self.read_file(&class.path)?);
            }
        }
        let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
        let facts = Extractor::default().family(&files);
        facts.into_iter().flatten().find(|facts| facts.name() == name)
    }

    /// The bytes of a class file of this root.
    pub(crate) fn read_file(&self, path: &str) -> Option<Vec<u8>> {
        match self.root.kind {
            RootKind::Folder => std::fs::read(self.root.path.join(path)).ok(),
            RootKind::ClassFile => std::fs::read(&self.root.path).ok(),
            RootKind::Jar => Jar::open(&self.root.path, &mut Vec::new()).ok()?.read_path(path),
        }
    }
}

fn read_folder(
    path: &Path,
    release: u16,
    cache: Option<&Cache>,
    notes: &mut Vec<String>,
    done: &(dyn Fn(usize) + Sync),
) -> Entries {
    let read_at = identity::now();
    let segments = std::sync::Mutex::new(Vec::new());
    let cached = || {
        let cached = cache?.load(path, release)?;
        if let Ok(mut names) = segments.lock() {
            names.clone_from(&cached.segments);
        }
        Some(cached)
    };
    let ReadRoot { mut entries, is_fresh } = folder::read(path, cached, done);
    let segments = segments.into_inner().unwrap_or_default();
    if is_fresh {
        in_walk_order(&mut entries);
        save(cache, path, release, None, &entries, &segments, read_at, notes);
    }
    entries
}

fn read_jar(
    path: &Path,
    release: u16,
    cache: Option<&Cache>,
    notes: &mut Vec<String>,
    done: &(dyn Fn(usize) + Sync),
) -> Entries {
    let read_at = identity::now();
    let identity = rustix::fs::stat(path).ok().map(|stat| Identity::of_stat(&stat));
    let cached = cache.and_then(|cache| cache.load(path, release));
    let segments = cached.as_ref().map(|cached| cached.segments.clone()).unwrap_or_default();
    if let Some(cached) = cached {
        if identity.is_some() && cached.identity == identity.map(|identity| (identity, Racy::No)) {
            done(cached.entries.classes.len());
            return cached.entries;
        }
        let read = jar::read(path, release, Some(cached), done);
        save(cache, path, release, identity, &read.entries, &segments, read_at, notes);
        return read.entries;
    }
    let read = jar::read(path, release, None, done);
    save(cache, path, release, identity, &read.entries, &segments, read_at, notes);
    read.entries
}

#[expect(clippy::too_many_arguments, reason = "what a cache file says of itself")]
fn save(
    cache: Option<&Cache>,
    path: &Path,
    release: u16,
    identity: Option<Identity>,
    entries: &Entries,
    segments: &[String],
    read_at: u64,
    notes: &mut Vec<String>,
) {
    // What could not be read must be tried again, so a root with problems is not written down.
    let is_kept = |cache: &&Cache| cache.is_writable() && entries.problems.is_empty();
    let Some(cache) = cache.filter(is_kept) else { return };
    if let Err(error) = cache.save(path, release, identity, entries, segments, read_at) {
        notes.push(format!("cannot write the cache for `{}`: {error}", path.display()));
    }
}

/// The order in which a walk meets files, so that an unchanged folder can be told without looking anything up: files of
/// a folder by name, then its folders by name.
fn in_walk_order(entries: &mut Entries) {
    entries.classes.sort_by(|a, b| walk_order(&a.path, &b.path));
    entries.resources.sort_by(|a, b| walk_order(&a.path, &b.path));
}

fn walk_order(a: &str, b: &str) -> std::cmp::Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.get(same..).unwrap_or_default(), b.get(same..).unwrap_or_default());
    // Up to here they lead through the same folders, or their names start alike.
    let in_folder = |rest: &[u8]| rest.contains(&b'/');
    // A name that ends comes before one that goes on.
    let next = |rest: &[u8]| rest.first().filter(|byte| **byte != b'/').copied();
    in_folder(a).cmp(&in_folder(b)).then(next(a).cmp(&next(b)))
}

/// A class file by itself: whatever class it holds.
fn read_class_file(path: &Path) -> Entries {
    let mut entries = Entries::default();
    let result = std::fs::metadata(path)
        .map_err(|error| Problem::new(path, error))
        .and_then(|metadata| match metadata.len() {
            length if length > crate::facts_of_files::LARGEST_CLASS => {
                let message = format!("the class file has {length} bytes, too many to be one");
                Err(Problem::new(path, message))
            }
            _ => std::fs::read(path).map_err(|error| Problem::new(path, error)),
        })
        .and_then(|bytes| {
            let facts = tamis_facts::extract(&[&bytes]).into_iter().next();
            match facts {
                Some(Ok(facts)) => Ok(facts),
                Some(Err(error)) => Err(Problem::new(path, &error).at(error.offset() as u64)),
                None => Err(Problem::new(path, "internal error: a class file gave no facts")),
            }
        });
    match result {
        Ok(facts) => {
            let mut bytes = Vec::new();
            let record = crate::records::Record::append(&facts, 0, &mut bytes);
            entries.blocks.push(crate::records::Block::Memory(bytes));
            entries.classes.push(crate::entries::ClassEntry {
                path: format!("{}.class", facts.name()).into(),
                prefix: 0,
                identity: Identity::of_compressed(0, 0, 0),
                all: facts.all,
                record,
            });
        }
        Err(problem) => {
            entries.problems.push(problem);
            // The name of the file says nothing of the class.
            entries.is_incomplete = true;
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::walk_order;

    #[test]
    fn files_come_before_folders_and_short_names_before_long_ones() {
        let sorted = [
            "A$1.class",
            "A.class",
            "AB.class",
            "a",
            "A/z",
            "A/B/a",
            "A.b/c",
            "AB/a",
            "a/A",
            "a/b",
            "a/bc",
            "a/a/a",
            "b/a",
        ];
        for (position, a) in sorted.iter().enumerate() {
            for (other, b) in sorted.iter().enumerate() {
                assert_eq!(walk_order(a, b), position.cmp(&other), "{a} {b}");
            }
        }
    }
}
