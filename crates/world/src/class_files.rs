//! The classes of a world by root, and the bytes of their class files: for those who look into classes themselves.

use std::path::Path;

use rayon::prelude::*;
use tamis_vocab::Fingerprint;

use crate::class_path::RootKind;
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

    /// The bytes of the classes of a root, in their order; `None` for one that cannot be read.
    pub fn bytes_of(&self, classes: &RootClasses<'_>) -> Vec<Option<Vec<u8>>> {
        let Some(root) = self.roots().get(classes.number) else {
            return classes.classes.iter().map(|_| None).collect();
        };
        let root = &root.root;
        let read_file = |path: &Path| std::fs::read(path).ok();
        match root.kind {
            RootKind::Folder => classes
                .classes
                .par_iter()
                .map(|class| read_file(&root.path.join(class.path)))
                .collect(),
            RootKind::ClassFile => classes.classes.iter().map(|_| read_file(&root.path)).collect(),
            RootKind::Jar => {
                let jar = Jar::open(&root.path, &mut Vec::new()).ok();
                let paths: Vec<&str> = classes.classes.iter().map(|class| class.path).collect();
                jar.map_or_else(
                    || paths.iter().map(|_| None).collect(),
                    |jar| jar.read_paths(&paths),
                )
            }
        }
    }
}
