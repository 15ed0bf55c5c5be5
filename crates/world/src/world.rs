//! The facts that hold now, on one class path.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use tamis_facts::{ClassFacts, ClassIndex, ClassSet, Extractor, Lookup, family_name};
use tamis_vocab::Fingerprint;
use xxhash_rust::xxh3::xxh3_64;

use crate::cache::Cache;
use crate::class_path::ClassPath;
use crate::platform::Platform;
use crate::problem::Problem;
use crate::root::LoadedRoot;

/// The release that versioned entries of jars are chosen for unless the caller knows better.
pub const NEWEST_RELEASE: u16 = 26;

/// Told how far reading has come: class files so far.
pub type Progress<'p> = &'p (dyn Fn(usize) + Sync);

/// What is on a class path.
#[derive(Debug)]
pub struct World {
    roots: Vec<LoadedRoot>,
    notes: Vec<String>,
    index: OnceLock<Index>,
    java_home: Option<PathBuf>,
    platform: OnceLock<Option<Platform>>,
}

/// A resource: the copies of it, in class path order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource<'w> {
    /// Path in the root, with `/`.
    pub path: &'w str,
    /// The contents of all copies, first one first.
    pub copies: Vec<Fingerprint>,
}

/// Where classes are, by name.
#[derive(Debug, Default)]
struct Index {
    /// By hash of the name: position in `places`.
    first: FxHashMap<u64, u32>,
    places: Vec<Place>,
    /// By hash of the family's name: places of its classes that may be numbered.
    numbered: FxHashMap<u64, Vec<u32>>,
    /// Facts of families whose classes come from several roots, which no root alone can tell.
    mixed: FxHashMap<String, Option<ClassFacts>>,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    root: u32,
    position: u32,
    kind: PlaceKind,
    copies: u32,
    /// The next place with the same hash.
    next: Option<u32>,
}

/// What the index needs of a name.
#[derive(Debug, Clone, Copy)]
struct Hashed {
    hash: u64,
    /// Whether a compiler may have made up a number in it.
    may_be_numbered: bool,
}

/// Names that one task hashes or looks up.
const NAMES_A_TASK: usize = 1024;

impl Hashed {
    fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        let after_dollar = || bytes.split(|byte| *byte == b'$').skip(1);
        let may_be_numbered =
            bytes.contains(&b'$') && after_dollar().any(|rest| matches!(rest, [b'0'..=b'9', ..]));
        Self { hash: xxh3_64(bytes), may_be_numbered }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaceKind {
    Class,
    Unreadable,
}

impl World {
    /// Reads everything on a class path, as a JVM of that release would see it.
    pub fn read(
        class_path: &ClassPath,
        release: u16,
        cache: Option<&Cache>,
        progress: Progress<'_>,
    ) -> Self {
        let (roots, notes): (Vec<LoadedRoot>, Vec<Vec<String>>) = class_path
            .roots
            .par_iter()
            .map(|root| {
                let mut notes = Vec::new();
                let loaded = LoadedRoot::read(root, release, cache, &mut notes, progress);
                (loaded, notes)
            })
            .unzip();
        Self {
            roots,
            notes: notes.concat(),
            index: OnceLock::new(),
            java_home: None,
            platform: OnceLock::new(),
        }
    }

    /// With the JDK in that folder as its environment: what its classes declare is then known.
    #[must_use]
    pub fn on(mut self, java_home: &Path) -> Self {
        self.java_home = Some(java_home.to_owned());
        self
    }

    /// What could not be read.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.roots.iter().flat_map(|root| &root.entries.problems)
    }

    /// What the user should know and that changes no answer, such as a cache that cannot be written.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// How many class files and other files there are, shadowed ones included.
    pub fn counts(&self) -> (usize, usize) {
        self.roots.iter().fold((0, 0), |(classes, resources), root| {
            (classes + root.entries.classes.len(), resources + root.entries.resources.len())
        })
    }

    /// The classes that are found by name, sorted, each with the fingerprint of everything but debug data, and the
    /// number of roots that have it. An unreadable class has no fingerprint.
    pub fn classes(&self) -> Vec<(&str, Option<Fingerprint>, u32)> {
        let index = self.index();
        let mut classes: Vec<_> = index
            .places
            .iter()
            .map(|place| (self.name(place), self.all_of(index, place), place.copies))
            .collect();
        classes.sort_unstable();
        classes
    }

    /// One of [`Self::classes`], without looking at the others.
    pub fn class(&self, name: &str) -> Option<(Option<Fingerprint>, u32)> {
        let index = self.index();
        let place = index.places.get(self.place(index, name)?)?;
        Some((self.all_of(index, place), place.copies))
    }

    /// Many of [`Self::classes`], in the order of the names.
    pub fn classes_named(&self, names: &[&str]) -> Vec<Option<(Option<Fingerprint>, u32)>> {
        self.index();
        names.par_iter().with_min_len(NAMES_A_TASK).map(|name| self.class(name)).collect()
    }

    pub(crate) fn roots(&self) -> &[LoadedRoot] {
        &self.roots
    }

    /// The classes that are found by name: number of the root, path in it, name, fingerprint, copies.
    pub(crate) fn found(
        &self,
    ) -> impl Iterator<Item = (usize, &str, &str, Option<Fingerprint>, u32)> {
        let index = self.index();
        index.places.iter().map(move |place| {
            let (root, position) = (place.root as usize, place.position as usize);
            let entries = self.roots.get(root).map(|root| &root.entries);
            let path = entries.and_then(|entries| match place.kind {
                PlaceKind::Class => entries.classes.get(position).map(|class| &*class.path),
                PlaceKind::Unreadable => entries.unreadable.get(position).map(|class| &*class.path),
            });
            let all = self.all_of(index, place);
            (root, path.unwrap_or_default(), self.name(place), all, place.copies)
        })
    }

    fn all_of(&self, index: &Index, place: &Place) -> Option<Fingerprint> {
        match index.mixed.get(self.name(place)) {
            Some(facts) => facts.as_ref().map(|facts| facts.all),
            None => self.all(place),
        }
    }

    /// The resources, sorted by path.
    pub fn resources(&self) -> Vec<Resource<'_>> {
        let mut by_path: FxHashMap<&str, Vec<Fingerprint>> = FxHashMap::default();
        for root in &self.roots {
            for resource in &root.entries.resources {
                by_path.entry(&resource.path).or_default().push(resource.content);
            }
        }
        let mut resources: Vec<_> =
            by_path.into_iter().map(|(path, copies)| Resource { path, copies }).collect();
        resources.sort_by_key(|resource| resource.path);
        resources
    }

    /// Whether there may be classes of which not even the names are known.
    pub fn is_incomplete(&self) -> bool {
        self.roots.iter().any(|root| root.entries.is_incomplete)
    }

    /// The bytes of the first copies of a file of the class path, in its order; `None` if one cannot be read.
    pub fn read_all(&self, path: &str, most: usize) -> Option<Vec<Vec<u8>>> {
        let place = |root: &'_ LoadedRoot| {
            let classes = root.entries.classes.iter().map(|class| (&class.path, class.prefix));
            let others = root.entries.resources.iter().map(|resource| (&resource.path, 0));
            let broken = root.entries.unreadable.iter().map(|class| (&class.path, class.prefix));
            let mut all = classes.chain(others).chain(broken);
            let found = all.find(|(name, prefix)| name.get(usize::from(*prefix)..) == Some(path));
            found.map(|(name, _)| name.clone())
        };
        let found = self.roots.iter().filter_map(|root| Some((root, place(root)?)));
        found.take(most).map(|(root, path)| root.read_file(&path)).collect()
    }

    fn name(&self, place: &Place) -> &str {
        let position = place.position as usize;
        let root = self.roots.get(place.root as usize);
        let name = root.and_then(|root| match place.kind {
            PlaceKind::Class => {
                root.entries.classes.get(position).map(super::entries::ClassEntry::name)
            }
            PlaceKind::Unreadable => {
                root.entries.unreadable.get(position).map(super::entries::UnreadableEntry::name)
            }
        });
        name.unwrap_or_default()
    }

    fn all(&self, place: &Place) -> Option<Fingerprint> {
        if place.kind == PlaceKind::Unreadable {
            return None;
        }
        let root = self.roots.get(place.root as usize)?;
        root.entries.classes.get(place.position as usize).map(|class| class.all)
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            let count =
                |root: &LoadedRoot| root.entries.classes.len() + root.entries.unreadable.len();
            let count = self.roots.iter().map(count).sum();
            index.first.reserve(count);
            index.places.reserve(count);
            for (number, root) in (0_u32..).zip(&self.roots) {
                let classes = root.entries.classes.par_iter().with_min_len(NAMES_A_TASK);
                let classes: Vec<Hashed> = classes.map(|class| Hashed::of(class.name())).collect();
                for (position, hashed) in (0_u32..).zip(classes) {
                    self.add(&mut index, number, position, PlaceKind::Class, hashed);
                }
                for (position, class) in (0_u32..).zip(&root.entries.unreadable) {
                    let hashed = Hashed::of(class.name());
                    self.add(&mut index, number, position, PlaceKind::Unreadable, hashed);
                }
            }
            if self.roots.len() > 1 {
                self.add_mixed_families(&mut index);
            }
            index
        })
    }

    fn add(&self, index: &mut Index, root: u32, position: u32, kind: PlaceKind, hashed: Hashed) {
        let mut place = Place { root, position, kind, copies: 1, next: None };
        let number = index.places.len() as u32;
        match index.first.entry(hashed.hash) {
            Entry::Vacant(vacant) => {
                vacant.insert(number);
            }
            Entry::Occupied(mut first) => {
                let name = self.name(&place);
                let mut next = Some(*first.get());
                while let Some(found) = next.and_then(|found| index.places.get(found as usize)) {
                    if self.name(found) == name {
                        break;
                    }
                    next = found.next;
                }
                if let Some(earlier) = next.and_then(|found| index.places.get_mut(found as usize)) {
                    // An earlier root has it: this one is shadowed.
                    earlier.copies += 1;
                    return;
                }
                place.next = Some(first.insert(number));
            }
        }
        if hashed.may_be_numbered {
            let family = xxh3_64(family_name(self.name(&place)).as_bytes());
            index.numbered.entry(family).or_default().push(number);
        }
        index.places.push(place);
    }

    fn place(&self, index: &Index, name: &str) -> Option<usize> {
        self.place_of(index, name, xxh3_64(name.as_bytes()))
    }

    fn place_of(&self, index: &Index, name: &str, hash: u64) -> Option<usize> {
        let mut next = index.first.get(&hash).copied();
        while let Some(position) = next {
            let place = index.places.get(position as usize)?;
            if self.name(place) == name {
                return Some(position as usize);
            }
            next = place.next;
        }
        None
    }

    /// Families whose classes are found in different roots: what the compiler's numbers mean there depends on all of
    /// them together.
    fn add_mixed_families(&self, index: &mut Index) {
        let mut home: FxHashMap<&str, u32> = FxHashMap::default();
        let mut mixed: Vec<&str> = Vec::new();
        for place in &index.places {
            let family = family_name(self.name(place));
            if *home.entry(family).or_insert(place.root) != place.root {
                mixed.push(family);
            }
        }
        mixed.sort_unstable();
        mixed.dedup();
        if mixed.is_empty() {
            return;
        }
        let mut members: FxHashMap<&str, Vec<Place>> = FxHashMap::default();
        for place in &index.places {
            let family = family_name(self.name(place));
            if mixed.binary_search(&family).is_ok() {
                members.entry(family).or_default().push(*place);
            }
        }
        let mut extractor = Extractor::default();
        for family in mixed {
            let places = members.remove(family).unwrap_or_default();
            for (name, facts) in self.extract_mixed(&places, &mut extractor) {
                index.mixed.insert(name, facts);
            }
        }
    }

    fn extract_mixed(
        &self,
        places: &[Place],
        extractor: &mut Extractor,
    ) -> Vec<(String, Option<ClassFacts>)> {
        let mut files = Vec::new();
        let mut results = Vec::new();
        for place in places {
            let name = self.name(place).to_owned();
            let bytes = self.roots.get(place.root as usize).and_then(|root| {
                let class = root.entries.classes.get(place.position as usize)?;
                if place.kind == PlaceKind::Unreadable { None } else { root.read_file(&class.path) }
            });
            match bytes {
                Some(bytes) => files.push((name, bytes)),
                None => results.push((name, None)),
            }
        }
        let bytes: Vec<&[u8]> = files.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        let facts = extractor.family(&bytes);
        results
            .extend(files.iter().zip(facts).map(|((name, _), facts)| (name.clone(), facts.ok())));
        results
    }
}

impl ClassIndex for World {
    fn find_canonical(&self, name: &str) -> Lookup<'_> {
        let Some((outer, _)) = name.split_once('.') else {
            // A class that the compiler numbers goes by another name.
            return match self.find(name) {
                Lookup::Found(class) if class.canonical_name() != name => Lookup::Outside,
                found => found,
            };
        };
        let index = self.index();
        let family = family_name(outer);
        let mut answer = if self.is_incomplete() { Lookup::Unreadable } else { Lookup::Outside };
        let places = index.numbered.get(&xxh3_64(family.as_bytes())).into_iter().flatten();
        for place in places.filter_map(|place| index.places.get(*place as usize)) {
            match self.find(self.name(place)) {
                Lookup::Found(class) if class.canonical_name() == name => {
                    return Lookup::Found(class);
                }
                Lookup::Found(_) | Lookup::Outside => {}
                Lookup::Unreadable => answer = Lookup::Unreadable,
            }
        }
        answer
    }
}

impl ClassSet for World {
    fn overridable(&self, outside: &str) -> Option<Arc<BTreeSet<(String, String)>>> {
        let open = || Platform::open(self.java_home.as_ref()?);
        self.platform.get_or_init(open).as_ref()?.overridable(outside)
    }

    fn find(&self, name: &str) -> Lookup<'_> {
        let index = self.index();
        let incomplete = self.roots.iter().position(|root| root.entries.is_incomplete);
        let place = self.place(index, name).and_then(|found| index.places.get(found));
        // A root that could not be read whole may have the class too, and comes first.
        let Some(place) =
            place.filter(|place| incomplete.is_none_or(|root| place.root as usize <= root))
        else {
            return if incomplete.is_some() { Lookup::Unreadable } else { Lookup::Outside };
        };
        let facts = match index.mixed.get(name) {
            Some(facts) => facts.as_ref(),
            None if place.kind == PlaceKind::Class => self
                .roots
                .get(place.root as usize)
                .and_then(|root| root.facts(place.position as usize)),
            None => None,
        };
        facts.map_or(Lookup::Unreadable, Lookup::Found)
    }
}
