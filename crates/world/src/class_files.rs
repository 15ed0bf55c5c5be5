//! The classes of a world by root, and the bytes of their class files: for those who look into classes themselves.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use tamis_vocab::Fingerprint;

use crate::class_path::{Root, RootKind};
use crate::jar::Jar;
use crate::root::LoadedRoot;
use crate::world::World;

/// The classes that are found in one root: those that an earlier root hides are not among them.
#[derive(Debug, Clone)]
pub struct RootClasses<'w> {
    /// Whether it is a jar.
    pub is_jar: bool,
    /// Sorted by name.
    pub classes: Vec<FoundClass<'w>>,
    number: usize,
}

/// A class that is found by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundClass<'w> {
    /// Internal name.
    pub name: &'w str,
    /// Everything but debug data; `None` if it could not be read.
    pub all: Option<Fingerprint>,
    /// How many roots have it.
    pub copies: u32,
    path: &'w str,
}

impl World {
    /// The classes that are found by name, by root, in the order of the class path.
    pub fn by_root(&self) -> Vec<RootClasses<'_>> {
        let root = |(number, root): (usize, &LoadedRoot)| RootClasses {
            is_jar: root.root.kind == RootKind::Jar,
            classes: Vec::new(),
            number,
        };
        let mut roots: Vec<RootClasses<'_>> = self.roots().iter().enumerate().map(root).collect();
        for (number, path, name, all, copies) in self.found() {
            if let Some(root) = roots.get_mut(number) {
                root.classes.push(FoundClass { name, all, copies, path });
            }
        }
        roots.iter_mut().for_each(|root| root.classes.sort_unstable());
        roots
    }

    /// The bytes of the classes of a root, for those who ask for them.
    pub fn bytes_of<'w>(&'w self, classes: &RootClasses<'w>) -> ClassBytes<'w> {
        let root = self.roots().get(classes.number).map(|root| &root.root);
        let paths = classes.classes.iter().map(|class| class.path).collect();
        ClassBytes { root, paths, jar: OnceLock::new() }
    }
}

/// The bytes of the classes of one root. A jar is opened when the first of them is asked for.
pub struct ClassBytes<'w> {
    root: Option<&'w Root>,
    paths: Vec<&'w str>,
    jar: OnceLock<Option<OpenJar<'w>>>,
}

struct OpenJar<'w> {
    jar: Jar<'w>,
    places: FxHashMap<Box<str>, usize>,
}

impl ClassBytes<'_> {
    /// The bytes of the class at that position of [`RootClasses::classes`]; `None` if it cannot be read.
    pub fn read(&self, position: usize) -> Option<Vec<u8>> {
        let (root, path) = (self.root?, *self.paths.get(position)?);
        match root.kind {
            RootKind::Folder => std::fs::read(root.path.join(path)).ok(),
            RootKind::ClassFile => std::fs::read(&root.path).ok(),
            RootKind::Jar => {
                let open = || {
                    let jar = Jar::open(&root.path, &mut Vec::new()).ok()?;
                    Some(OpenJar { places: jar.places(), jar })
                };
                let OpenJar { jar, places } = self.jar.get_or_init(open).as_ref()?;
                jar.read_at(*places.get(path)?)
            }
        }
    }
}
