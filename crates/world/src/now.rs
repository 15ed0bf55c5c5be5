//! What the entities of facts are now.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tamis_facts::fingerprint::{Domain, of_content};
use tamis_facts::value::{MethodPrint, absent, method_prints, value};
use tamis_facts::{ClassIndex as _, Digest, Lookup};
use tamis_vocab::{Entity, Fingerprint};

use crate::surroundings::Surroundings;
use crate::world::World;

/// A world and what is around it, asked for fingerprints. Answers are kept: one `Now` is one moment.
pub struct Now<'w> {
    world: &'w World,
    surroundings: &'w Surroundings,
    /// Whether a class belongs to a test framework, by its internal name.
    is_framework: fn(&[u8]) -> bool,
    digest: RefCell<Digest>,
    known: RefCell<FxHashMap<Entity, Option<Fingerprint>>>,
    resources: OnceCell<BTreeMap<&'w str, Vec<Fingerprint>>>,
}

impl<'w> Now<'w> {
    /// Nothing is read before it is asked for.
    pub fn new(
        world: &'w World,
        surroundings: &'w Surroundings,
        is_framework: fn(&[u8]) -> bool,
    ) -> Self {
        Self {
            world,
            surroundings,
            is_framework,
            digest: RefCell::default(),
            known: RefCell::default(),
            resources: OnceCell::new(),
        }
    }

    /// What is around the class path.
    pub fn surroundings(&self) -> &Surroundings {
        self.surroundings
    }

    /// The class path.
    pub fn world(&self) -> &World {
        self.world
    }

    /// A class by its name in the class path: everything but debug data, and the number of copies. Without a fingerprint
    /// it cannot be read; `None` if there is no such class.
    pub fn class(&self, name: &str) -> Option<(Option<Fingerprint>, u32)> {
        self.world.class(name).or_else(|| self.instead())
    }

    /// The same for many at once, in the order of the names.
    pub fn classes(&self, names: &[&str]) -> Vec<Option<(Option<Fingerprint>, u32)>> {
        let instead = self.instead();
        let mut found = self.world.classes_named(names);
        found.iter_mut().for_each(|found| *found = found.or(instead));
        found
    }

    /// What a class is that was not found: unreadable, if there may be such that nobody knows.
    fn instead(&self) -> Option<(Option<Fingerprint>, u32)> {
        self.world.is_incomplete().then_some((None, 0))
    }

    /// The methods of a class by its canonical name, sorted.
    pub fn prints(&self, canonical: &str) -> Option<Vec<MethodPrint>> {
        match self.world.find_canonical(canonical) {
            Lookup::Found(class) => Some(method_prints(class, &mut self.digest.borrow_mut())),
            Lookup::Outside => Some(Vec::new()),
            Lookup::Unreadable => None,
        }
    }

    /// The fingerprint of an entity; `None` if it cannot be known.
    pub fn value(&self, entity: &Entity) -> Option<Fingerprint> {
        if let Some(known) = self.known.borrow().get(entity) {
            return *known;
        }
        let found = self.find(entity);
        self.known.borrow_mut().insert(entity.clone(), found);
        found
    }

    fn find(&self, entity: &Entity) -> Option<Fingerprint> {
        let around = self.surroundings;
        match entity {
            Entity::Copies(class) => self.copies(class.as_str()),
            Entity::Frameworks => self.frameworks(),
            Entity::Resource(path) => self.resource(path),
            Entity::Resources(path) => self.resources_of(path),
            Entity::Bundle(name) => self.bundle(name),
            Entity::File(name) => around.file(name),
            Entity::Probe(name) => around.probe(name),
            Entity::Listing(name) => around.listing(name),
            Entity::Property(key) => Some(around.property(key)),
            Entity::Properties => Some(around.properties()),
            Entity::Variable(name) => Some(around.variable(name)),
            Entity::Variables => Some(around.all_variables()),
            Entity::Environment => around.environment(),
            Entity::Place => Some(around.place()),
            Entity::Body(_)
            | Entity::Links(_)
            | Entity::Header(_)
            | Entity::Initialisation(_)
            | Entity::Members(_)
            | Entity::Whole(_)
            | Entity::Touched(_)
            | Entity::Presence(_)
            | Entity::Dispatch(_)
            | Entity::Overrides(_) => value(self.world, entity, &mut self.digest.borrow_mut()),
        }
    }

    /// The bytes of all copies of a class.
    fn copies(&self, canonical: &str) -> Option<Fingerprint> {
        let name = match self.world.find_canonical(canonical) {
            Lookup::Found(class) => class.name(),
            Lookup::Outside => return Some(absent()),
            Lookup::Unreadable => return None,
        };
        self.contents(&format!("{name}.class"), usize::MAX)
    }

    fn contents(&self, path: &str, most: usize) -> Option<Fingerprint> {
        let copies = self.world.read_all(path, most)?;
        if copies.is_empty() {
            return Some(absent());
        }
        let mut digest = self.digest.borrow_mut();
        digest.clear();
        copies.iter().for_each(|bytes| digest.fingerprint(of_content(bytes)));
        Some(digest.finish(Domain::Surroundings))
    }

    fn frameworks(&self) -> Option<Fingerprint> {
        let mut digest = Digest::new();
        for (name, all, _) in self.world.classes() {
            if (self.is_framework)(name.as_bytes()) {
                digest.text(name);
                digest.fingerprint(all?);
            }
        }
        (!self.world.is_incomplete()).then(|| digest.finish(Domain::Surroundings))
    }

    fn resources(&self) -> &BTreeMap<&'w str, Vec<Fingerprint>> {
        self.resources.get_or_init(|| {
            let resources = self.world.resources().into_iter();
            resources.map(|resource| (resource.path, resource.copies)).collect()
        })
    }

    fn resource(&self, path: &str) -> Option<Fingerprint> {
        if self.world.is_incomplete() {
            return None;
        }
        let path = path.trim_start_matches('/');
        if is_class_file(path) {
            return self.contents(path, 1);
        }
        match self.resources().get(path).and_then(|copies| copies.first()) {
            Some(first) => Some(*first),
            None => Some(self.folder(path)),
        }
    }

    fn resources_of(&self, path: &str) -> Option<Fingerprint> {
        if self.world.is_incomplete() {
            return None;
        }
        let path = path.trim_start_matches('/');
        if is_class_file(path) {
            return self.contents(path, usize::MAX);
        }
        let Some(copies) = self.resources().get(path) else { return Some(self.folder(path)) };
        let mut digest = Digest::new();
        copies.iter().for_each(|copy| digest.fingerprint(*copy));
        Some(digest.finish(Domain::Surroundings))
    }

    /// A folder of the class path as a resource: the names below it. Folders without files are not known.
    fn folder(&self, path: &str) -> Fingerprint {
        let path = path.trim_end_matches('/');
        let prefix = if path.is_empty() { String::new() } else { format!("{path}/") };
        let mut digest = Digest::new();
        let mut is_there = false;
        let resources = self.resources().range(&*prefix..).map(|(name, _)| *name);
        for name in resources.take_while(|name| name.starts_with(&prefix)) {
            is_there = true;
            digest.text(name);
        }
        for (name, _, _) in self.world.classes() {
            if name.starts_with(&prefix) {
                is_there = true;
                digest.text(name);
            }
        }
        if is_there { digest.finish(Domain::Surroundings) } else { absent() }
    }

    /// All files and classes that a resource bundle can be made of.
    fn bundle(&self, name: &str) -> Option<Fingerprint> {
        if self.world.is_incomplete() {
            return None;
        }
        let base = name.replace('.', "/");
        let is_part = |name: &str| {
            let rest = name.strip_prefix(&*base);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '.', '$']))
        };
        let mut digest = Digest::new();
        for (path, copies) in self.resources().range(&*base..) {
            if !path.starts_with(&*base) {
                break;
            }
            if is_part(path) {
                digest.text(path);
                copies.iter().for_each(|copy| digest.fingerprint(*copy));
            }
        }
        for (name, all, _) in self.world.classes() {
            if is_part(name) {
                digest.text(name);
                digest.fingerprint(all?);
            }
        }
        Some(digest.finish(Domain::Surroundings))
    }
}

/// Class files are no resources of a world, but can be read as such.
fn is_class_file(path: &str) -> bool {
    path.strip_suffix(".class").is_some()
}
